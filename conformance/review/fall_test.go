package review

import (
	"testing"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/rules"
)

// TestFallsAreThoseOfAllPairs compares the scan with a comparison of all pairs of pays.
func TestFallsAreThoseOfAllPairs(t *testing.T) {
	book, list := rules.OpenEmbedded()
	if list.HasErrors() {
		t.Fatal(list.Err())
	}
	country, _ := book.Country("DE")
	for _, class := range []int64{5, 3} {
		q := &rules.Scenario{Country: country, Year: 2026, Period: "month", Language: rules.English, Values: make([]rules.Value, len(country.Fields))}
		for i, f := range country.Fields {
			if f.Name == "tax_class" {
				q.Values[i] = rules.Value{Value: types.Value{Kind: types.Number, Number: number.New(class, 0)}}
			}
		}
		take, err := book.TakeHome(q)
		if err != nil {
			t.Fatal(err)
		}
		from, to := int64(3100_00), int64(3110_00)
		got, err := fallsBetween(book, q, take, from, to)
		take.Release()
		if err != nil {
			t.Fatal(err)
		}
		var nets []int64
		for gross := from; gross < to; gross++ {
			q.Amount = number.New(gross, 2)
			r, err := book.Net(q)
			if err != nil {
				t.Fatal(err)
			}
			cents, _ := r.Net.Units(2)
			nets = append(nets, cents)
		}
		var net, deductions int64
		for a := range nets {
			for b := a + 1; b < len(nets); b++ {
				net = max(net, nets[a]-nets[b])
				deductions = max(deductions, nets[b]-nets[a]-int64(b-a))
			}
		}
		if got.net != net || got.deductions != deductions || net == 0 || deductions == 0 {
			t.Errorf("class %d: %+v, of all pairs %d and %d", class, got, net, deductions)
		}
	}
}
