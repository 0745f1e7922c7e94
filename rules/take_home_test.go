package rules

import (
	"math/rand/v2"
	"testing"
)

// TestSpecializedTakeHome: what is compiled for one scenario answers as what is compiled for all.
func TestSpecializedTakeHome(t *testing.T) {
	book, list := OpenEmbedded()
	if list.HasErrors() {
		t.Fatal(list.Err())
	}
	random := rand.New(rand.NewPCG(1, 2))
	needed := map[string]Value{"DEtax_class": whole(1), "CHcanton": text("ZH"), "CHtariff": text("A")}
	for _, c := range book.Countries() {
		compared := 0
		for range 40 {
			s := &Scenario{Country: c, Year: 2026, Period: "month", Values: make([]Value, len(c.Fields))}
			for i, f := range c.Fields {
				s.Values[i] = needed[c.Code+f.Name]
				if trials := f.Trials(); len(trials) > 0 && random.IntN(8) == 0 {
					s.Values[i] = trials[random.IntN(len(trials))]
				}
			}
			all, err := book.TakeHome(s)
			if err != nil {
				continue
			}
			one, err := book.TakeHome(s)
			if err == nil {
				err = one.Specialize()
			}
			if err != nil {
				t.Fatal(err)
			}
			for range 50 {
				gross := 1 + random.Int64N(2_000_000)
				net, accepted, err := all.Net(gross)
				again, also, wrong := one.Net(gross)
				if net != again || accepted != also || (err == nil) != (wrong == nil) {
					t.Errorf("%s, gross %d, %v: %d %t %v, and alone %d %t %v", c.Code, gross, s.Values, net, accepted, err, again, also, wrong)
				}
				if accepted {
					compared++
				}
			}
			all.Release()
			one.Release()
		}
		if compared == 0 {
			t.Errorf("%s: no pay is accepted", c.Code)
		}
	}
}
