package rules

import (
	"errors"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/types"
)

// TestSmallestGrossWithComponents searches for the net of every kind of component by itself,
// and compares the gross found with every smaller one.
func TestSmallestGrossWithComponents(t *testing.T) {
	book := openEmbedded(t)
	random := rand.New(rand.NewPCG(7, 40))
	for _, country := range book.Countries() {
		for at, field := range country.Fields {
			if field.Kind != types.ListKind {
				continue
			}
			for _, list := range field.Trials() {
				s := &Scenario{Country: country, Year: 2026, Period: "month", Values: make([]Value, len(country.Fields))}
				s.Values[at] = list
				checkSmallest(t, book, s, list.String(), random)
			}
		}
	}
}

// searchedPays is how many pays above the smallest a net is taken from: 100,000 with
// PAYSLATE_FULL=1.
func searchedPays() int {
	if os.Getenv("PAYSLATE_FULL") == "1" {
		return 100_000
	}
	return 5_000
}

func checkSmallest(t *testing.T, book *Book, s *Scenario, name string, random *rand.Rand) {
	t.Helper()
	take, err := book.TakeHome(s)
	if refused := new(Refusal); errors.As(err, &refused) {
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	defer take.Release()
	smallest := take.Smallest
	refused := func(pay int64) bool {
		_, accepted, _ := take.Net(pay)
		return !accepted
	}
	if !slices.ContainsFunc([]int64{smallest, 100_000, 1_000_000, 10_000_000}, func(pay int64) bool { return !refused(pay) }) {
		return // at any pay
	}
	for accepted := false; !accepted; smallest++ {
		_, accepted, _ = take.Net(smallest)
	}
	smallest--
	nets := make([]int64, searchedPays())
	for i := range nets {
		if nets[i], _, err = take.Net(smallest + int64(i)); err != nil {
			t.Fatal(err)
		}
	}
	for range 3 {
		target := nets[random.IntN(len(nets))]
		if target <= 0 {
			continue
		}
		want := smallest + int64(slices.IndexFunc(nets, func(net int64) bool { return net >= target }))
		s.Amount = number.New(target, 2)
		result, err := book.Gross(s)
		if refused := new(Refusal); errors.As(err, &refused) && (want == smallest || slices.Contains(refused.Loc, any("components"))) {
			continue // the target is below the net of the smallest gross, or no gross can be looked for with the kind
		}
		if err != nil {
			t.Fatalf("%s %s, net %v: %v", s.Country.Code, name, s.Amount, err)
		}
		if got := units(result.Gross); got != want {
			t.Errorf("%s %s, net %v: gross %d, the smallest is %d", s.Country.Code, name, s.Amount, got, want)
		}
	}
}

// TestComponentsOfAProfile takes components as values of Go, as sent and as applied.
func TestComponentsOfAProfile(t *testing.T) {
	book := openEmbedded(t)
	country, _ := book.Country("DE")
	s := &Scenario{Country: country, Year: 2026, Period: "month", Amount: number.New(4000, 0), Language: English, Profile: Profile{
		"components": []map[string]any{{"kind": "benefit_in_kind", "amount": 400, "own_contribution": 50, "name": "Car"}, {"kind": "net_deduction", "amount": 20}},
	}}
	result, err := book.Net(s)
	if err != nil {
		t.Fatal(err)
	}
	if got := result.Net.String(); got != "2372.12" { // 2,392.12 without the deduction
		t.Errorf("net %s", got)
	}
	at := slices.IndexFunc(result.Profile, func(a Applied) bool { return a.Name == "components" })
	if at < 0 || result.Profile[at].Value.String() != "benefit_in_kind amount=400 name=Car own_contribution=50 cost=350;net_deduction amount=20" {
		t.Errorf("profile %v", result.Profile)
	}
	if !slices.ContainsFunc(result.Lines, func(l Line) bool { return l.Label == "Sachbezug (benefit in kind): Car" }) {
		t.Error("no line has the name")
	}
}
