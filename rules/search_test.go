package rules

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/run"
	"github.com/payslate/payslate/interpreter/types"
)

// someProfile returns a random profile of a country with features that make net pay step:
// every tax class and code, refunds, limits and ceilings, every kind of German employment,
// British loans and pensions, Dutch credits.
func someProfile(r *rand.Rand, country, period string) map[string]Value {
	switch more := r.IntN(2) == 0; {
	case country == "NL":
		return someDutchProfile(r)
	case country == "DE" && more:
		kind := someKind(r)
		kind.oneOff, kind.expected, kind.month, kind.days, kind.paidHealth, kind.paidPension, kind.lastYear = 0, -1, -1, -1, -1, -1, true
		return kind.profile(r)
	case country == "DE":
		return someGermanProfile(r)
	case more:
		return someDeductions(r, period).profile(r)
	}
	return someBritishProfile(r, period)
}

func someDutchProfile(r *rand.Rand) map[string]Value {
	pick := func(of ...string) Value { return text(of[r.IntN(len(of))]) }
	credit := r.IntN(3) > 0
	p := map[string]Value{"age_class": pick("below_aow", "aow_born_1946_or_later", "aow_born_1945_or_earlier"), "insurance": pick("employee", "director"), "tax_credit": {Value: types.Value{Bool: credit}}}
	if credit && p["age_class"].Text != "below_aow" && r.IntN(2) == 0 {
		p["single_elderly_credit"] = yes()
	}
	return p
}

func someGermanProfile(r *rand.Rand) map[string]Value {
	p := map[string]Value{"tax_class": whole(1 + r.Int64N(6))}
	some := func(name string, v Value) {
		if r.IntN(2) == 0 {
			p[name] = v
		}
	}
	states := []string{"NW", "BY", "BW", "SN", "sn", "HE"}
	some("state", text(states[r.IntN(len(states))]))
	some("church", yes())
	some("children", whole(r.Int64N(7)))
	some("child_allowances", Value{Value: types.Value{Number: number.New(5*r.Int64N(9), 1)}})
	some("parent", Value{Value: types.Value{Bool: r.IntN(2) == 0}})
	some("birth_year", whole(1960+r.Int64N(50)))
	some("health_insurance_addon_rate", cent(r.Int64N(1001)))
	some("annual_tax_allowance", cent(r.Int64N(1200000)))
	if p["tax_class"].Number.Cmp(number.New(4, 0)) == 0 {
		some("factor", Value{Value: types.Value{Number: number.New(1+r.Int64N(999), 3)}})
	}
	return p
}

func someBritishProfile(r *rand.Rand, period string) map[string]Value {
	p := map[string]Value{}
	pick := func(name string, of ...string) { p[name] = text(of[r.IntN(len(of))]) }
	pick("region", "england", "scotland", "wales", "northern-ireland")
	pick("ni_category", "A", "B", "C", "H", "J", "M", "V", "Z")
	switch r.IntN(5) {
	case 0: // the standard code
	case 1:
		pick("tax_code", "BR", "D0", "D1", "SD2", "SD3", "NT", "0T", "S0T", "CBR", "1257L M1", "K475", "SK99", "K99999", "BRX")
	case 2:
		p["tax_code"] = text(fmt.Sprintf("%dL", 1+r.IntN(2000)))
	case 3:
		p["tax_code"] = text(fmt.Sprintf("S%dT", 1+r.IntN(2000)))
	case 4:
		p["tax_code"] = text(fmt.Sprintf("K%d", 1+r.IntN(3000)))
	}
	numbers := map[string]int64{"month": 12, "week": 52, "fortnight": 26, "four_weeks": 13}
	if n := numbers[period]; n > 0 && r.IntN(3) > 0 {
		p["period_number"] = whole(1 + r.Int64N(n))
		p["previous_pay"] = cent(r.Int64N(6000000))
		p["previous_tax"] = cent(r.Int64N(1500000) - 200000)
	}
	return p
}

// wholeNet computes a net with the whole program, line by line.
type wholeNet struct {
	run *run.Run
	y   *year
}

func (w *wholeNet) of(t *testing.T, gross int64) int64 {
	w.run.SetInt(w.y.gross, gross)
	if err := w.run.Execute(); err != nil {
		t.Fatal(err)
	}
	if f := w.run.Outcome().Refusal(); f != nil {
		t.Fatalf("%d is refused: %s", gross, f.Message.English)
	}
	net := gross
	for line := range w.run.Outcome().Lines {
		if line.Word(linePayer) == employee {
			amount, _ := line.Number(lineAmount)
			net -= units(amount)
		}
	}
	return net
}

// record is a net that is higher than all before it, and its gross.
type record struct{ gross, net int64 }

// tried is the result of trying every cent of a range.
type tried struct {
	records []record
	targets []int64 // at and next to pays that are hard to find
}

// everyCent tries every gross of a range.
func everyCent(t *testing.T, w *wholeNet, r *rand.Rand, from, to int64) tried {
	var found tried
	highest, deepest := int64(0), int64(0)
	var peaks []int64
	for gross := from; gross <= to; gross++ {
		net := w.of(t, gross)
		if gross == from || net > highest {
			highest = net
			found.records = append(found.records, record{gross, net})
		}
		if fall := highest - net; fall > deepest {
			deepest = fall
			peaks = append(peaks, highest)
		}
	}
	for range 6 {
		found.targets = append(found.targets, found.records[r.IntN(len(found.records))].net+r.Int64N(3)-1)
	}
	for _, peak := range peaks[max(0, len(peaks)-3):] {
		found.targets = append(found.targets, peak, peak+1)
	}
	found.targets = append(found.targets, highest)
	return found
}

// first returns the first gross that reaches a target.
func (f tried) first(target int64) (int64, bool) {
	i, _ := slices.BinarySearchFunc(f.records, target, func(r record, target int64) int { return int(r.net - target) })
	if i == len(f.records) {
		return 0, false
	}
	return f.records[i].gross, true
}

// TestGrossIsTheSmallest compares the search with trying every cent: from the
// smallest supported gross on, and for high pay in a window that ends at the
// answer.
func TestGrossIsTheSmallest(t *testing.T) {
	book := openEmbedded(t)
	scenarios, cents := 80, int64(10000)
	if os.Getenv("PAYSLATE_FULL") != "" {
		scenarios, cents = 1500, 200000
	}
	r := rand.New(rand.NewPCG(20, 26))
	asked, compared, fromStart := 0, 0, 0
	for i := range scenarios {
		country, _ := book.Country([]string{"DE", "UK", "NL"}[i%3])
		period := country.Periods[r.IntN(len(country.Periods))]
		stretches := country.stretches()
		stretch := stretches[r.IntN(len(stretches))]
		year := stretch.number
		profile := someProfile(r, country.Code, period)
		q := question(t, book, country.Code, year, period, "1", profile)
		q.PayDate = stretch.changedOn()
		name := fmt.Sprint(country.Code, year, q.PayDate, period, profile)
		q, y, _, err := book.find(q)
		if err != nil {
			t.Fatal(err)
		}
		b, err := book.bounds(y, q)
		if refused := new(Refusal); errors.As(err, &refused) {
			continue // relief at source above 30 %
		}
		if err != nil {
			t.Fatal(err)
		}
		w := &wholeNet{y.net.Run(), y}
		if err := y.bind(w.run, y.binding, q, number.New(b.Smallest, 2)); err != nil {
			t.Fatal(err)
		}
		if refused := new(Refusal); errors.As(refusalAt(book, q, b.Smallest), &refused) {
			continue // a profile that the rules refuse at any pay
		}
		from, window := b.Smallest, r.IntN(3) == 0
		if window {
			from += 1 << (10 + r.IntN(17))
		}
		if from > b.Largest {
			continue
		}
		found := everyCent(t, w, r, from, min(b.Largest, from+r.Int64N(cents)))
		for _, target := range found.targets {
			want, reached := found.first(target)
			if target <= 0 || !reached || window && want == from {
				continue
			}
			asked++
			q.Amount = number.New(target, 2)
			got, err := book.Gross(q)
			if err != nil {
				if want != b.Smallest || found.records[0].net <= target || b.Smallest == 1 {
					t.Errorf("%s: net %d: %v", name, target, err)
				}
				continue
			}
			gross := units(got.Gross)
			switch {
			case window && gross < from:
				if w.of(t, gross) < target {
					t.Errorf("%s: net %d: gross %d does not reach it", name, target, gross)
				}
			case gross != want:
				t.Errorf("%s: net %d: gross %d, the smallest is %d", name, target, gross, want)
			default:
				compared++
				if !window {
					fromStart++
				}
			}
			if difference := units(got.Difference); difference != w.of(t, gross)-target || units(got.Net)-target != difference {
				t.Errorf("%s: net %d: difference %d", name, target, difference)
			}
		}
		w.run.Release()
	}
	t.Logf("%d targets of %d scenarios: %d are the smallest gross of the cents tried, %d of these from the smallest supported gross on", asked, scenarios, compared, fromStart)
	if fromStart < 4*scenarios {
		t.Errorf("only %d targets were compared with all smaller pays", fromStart)
	}
}

func refusalAt(book *Book, q *Scenario, gross int64) error {
	asked := *q
	asked.Amount = number.New(gross, 2)
	_, err := book.Net(&asked)
	return err
}
