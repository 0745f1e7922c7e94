package rules

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/payslate/payslate/interpreter/number"
)

// TestFallsStayBelowWhatIsDeclared scans stretches of pay at random profiles:
// an exceeded bound means that net to gross may miss the smallest gross.
func TestFallsStayBelowWhatIsDeclared(t *testing.T) {
	if raced {
		t.Skip("one goroutine: it runs without the race detector")
	}
	book := openEmbedded(t)
	stretches, pays := 400, int64(8000)
	if os.Getenv("PAYSLATE_FULL") != "" {
		stretches, pays = 4000, 100000
	}
	r := rand.New(rand.NewPCG(1, 2))
	largest := map[string]Falls{}
	for i := range stretches {
		country, _ := book.Country([]string{"DE", "UK", "NL"}[i%3])
		period := country.Periods()[r.IntN(len(country.Periods()))]
		year := country.Years()[r.IntN(len(country.Years()))]
		profile := someProfile(r, country.Code(), period)
		q := question(t, book, country.Code(), year, period, "1", profile)
		from := int64(1) << (8 + r.IntN(20))
		falls, err := book.Falls(q, number.New(from, 2), number.New(from+pays, 2))
		if refused := new(Refusal); errors.As(err, &refused) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if falls.Exceeded() {
			t.Errorf("%s %d %s %v: net falls by %v from %v to %v (declared %v), deductions by %v from %v to %v (declared %v)",
				country.Code(), year, period, profile,
				falls.Net.Amount, falls.Net.From, falls.Net.To, falls.DeclaredNet,
				falls.Deductions.Amount, falls.Deductions.From, falls.Deductions.To, falls.DeclaredDeductions)
		}
		key := country.Code() + " " + period
		most := largest[key]
		if falls.Net.Amount.Cmp(most.Net.Amount) > 0 {
			most.Net, most.DeclaredNet = falls.Net, falls.DeclaredNet
		}
		if falls.Deductions.Amount.Cmp(most.Deductions.Amount) > 0 {
			most.Deductions, most.DeclaredDeductions = falls.Deductions, falls.DeclaredDeductions
		}
		largest[key] = most
	}
	for _, key := range []string{"DE year", "DE month", "DE week", "UK year", "UK month", "NL year", "NL month"} {
		most := largest[key]
		t.Logf("%s: net falls by up to %v of %v, deductions by up to %v of %v", key, most.Net.Amount, most.DeclaredNet, most.Deductions.Amount, most.DeclaredDeductions)
		if most.Net.Amount.Mul(number.New(8, 0)).Cmp(most.DeclaredNet) < 0 {
			t.Errorf("%s: the scan sees a fall of %v only, of %v declared", key, most.Net.Amount, most.DeclaredNet)
		}
	}
}

// TestFallsAreThoseOfAllPairs holds the scan to comparing every pay with every
// other.
func TestFallsAreThoseOfAllPairs(t *testing.T) {
	book := openEmbedded(t)
	for _, profile := range []map[string]Value{{"tax_class": whole(5), "church": yes()}, {"tax_class": whole(3)}} {
		q := question(t, book, "DE", 2026, "month", "1", profile)
		from, to := int64(3100_00), int64(3110_00)
		got, err := book.Falls(q, number.New(from, 2), number.New(to, 2))
		if err != nil {
			t.Fatal(err)
		}
		var nets []int64
		for gross := from; gross <= to; gross++ {
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
		if units(got.Net.Amount) != net || units(got.Deductions.Amount) != deductions || got.Pays != len(nets) {
			t.Errorf("%v: %+v, of all pairs %d and %d", profile, got, net, deductions)
		}
		if net == 0 || deductions == 0 {
			t.Errorf("%v: nothing falls", profile)
		}
	}
}

// TestSampleFallsFindsBoundsThatAreTooSmall lowers declared bounds.
func TestSampleFallsFindsBoundsThatAreTooSmall(t *testing.T) {
	if raced {
		t.Skip("one goroutine: it runs without the race detector")
	}
	sound, list := Open(Embedded(), Options{WithoutArchive: true})
	if sound == nil {
		t.Fatal(list.Err())
	}
	if findings, err := sound.SampleFalls(3, 3000); err != nil || len(findings) > 0 {
		t.Errorf("the product's rules: %v %v", findings, err)
	}
	book, list := Open(edited(t, "uk/net_to_gross.yaml", "2.60, 0.60)", "0.01, 0.01)"), Options{WithoutArchive: true})
	if book == nil {
		t.Fatal(list.Err())
	}
	findings, err := book.SampleFalls(3, 3000)
	if err != nil {
		t.Fatal(err)
	}
	for _, period := range []string{"week", "year"} {
		if !slices.ContainsFunc(findings, func(f FallFinding) bool { return f.Scenario.Period == period }) {
			t.Errorf("no fall of period %s is larger than the bound that was made too small", period)
		}
	}
}

func TestFallsRefuseWhatTheRulesRefuse(t *testing.T) {
	book := openEmbedded(t)
	q := question(t, book, "DE", 2026, "month", "1", map[string]Value{"health_insurance": text("private")})
	_, err := book.Falls(q, number.New(300000, 2), number.New(300100, 2))
	if refused := new(Refusal); !errors.As(err, &refused) || refused.Code != "unsupported_profile" || refused.Message.English == "" {
		t.Errorf("%v", fmt.Sprint(err))
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
