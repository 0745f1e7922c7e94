package rules

import (
	"testing"
	"testing/fstest"

	"github.com/payslate/payslate/internal/race"
	"github.com/payslate/payslate/interpreter/number"
)

// TestFallsAreThoseOfAllPairs compares the scan with a comparison of all pairs of pays.
func TestFallsAreThoseOfAllPairs(t *testing.T) {
	race.Skip(t)
	book := openEmbedded(t)
	for _, profile := range []map[string]Value{{"tax_class": whole(5), "church": yes()}, {"tax_class": whole(3)}} {
		q := question(t, book, "DE", 2026, "month", "1", profile)
		from, to := int64(3100_00), int64(3110_00)
		q, y, _, err := book.find(q)
		if err != nil {
			t.Fatal(err)
		}
		search, err := book.search(y, q)
		if err != nil {
			t.Fatal(err)
		}
		got, err := book.fallsBetween(q, search, from, to)
		search.Release()
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
			nets = append(nets, units(r.Net))
		}
		var net, deductions int64
		for a := range nets {
			for b := a + 1; b < len(nets); b++ {
				net = max(net, nets[a]-nets[b])
				deductions = max(deductions, nets[b]-nets[a]-int64(b-a))
			}
		}
		if got.net != net || got.deductions != deductions || net == 0 || deductions == 0 {
			t.Errorf("%v: %+v, of all pairs %d and %d", profile, got, net, deductions)
		}
	}
}

func openFiles(t testing.TB, files fstest.MapFS) *Book {
	t.Helper()
	book, list := Open(files, Options{})
	if book == nil {
		t.Fatal(list.Err())
	}
	return book
}
