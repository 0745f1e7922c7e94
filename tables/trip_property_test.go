package tables

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/payslate/payslate/interpreter/number"
)

const timeShape = "2006-01-02T15:04"

// randomPlaces are places whose rates do not change in the spring of 2026.
var randomPlaces = map[string][]Query{
	"de-federal": {{Country: "DE", City: "Berlin"}, {Country: "AT"}, {Country: "FR", City: "Paris"}, {Country: "US", City: "Boston"}, {Country: "IQ"}},
	"us-federal": {{State: "TX", City: "Austin"}, {PostalCode: "17602"}, {State: "AL", City: "Huntsville"}, {State: "IA", City: "Des Moines"}},
	"uk-revenue": {{Country: "FR", City: "Paris"}, {Country: "CH", City: "Geneva"}, {Country: "RO", City: "Bucharest"}, {Country: "AU", City: "Perth"}},
}

// randomJourney returns a possible journey, shifted by some weeks.
func randomJourney(r *rand.Rand, regime string, shift int) *Journey {
	now := time.Date(2026, 4, 6+7*shift, r.IntN(24), r.IntN(60), 0, 0, time.UTC)
	write := func() string { return now.Format(timeShape) }
	pass := func(hours int) {
		if r.IntN(6) == 0 {
			hours = 72
		}
		now = now.Add(time.Duration(r.IntN(hours*60)) * time.Minute)
	}
	first := now
	j := &Journey{NoOvernight: r.IntN(5) == 0}
	if r.IntN(2) == 0 {
		j.LeaveHome = write()
		pass(12)
	}
	places := randomPlaces[regime]
	for i, legs := 0, 1+r.IntN(5); i < legs; i++ {
		leg := Leg{Place: places[r.IntN(len(places))], Arrive: write(), Home: i > 0 && i < legs-1 && r.IntN(4) == 0}
		pass(30)
		now = now.Add(time.Minute)
		leg.Depart = write()
		j.Legs = append(j.Legs, leg)
		if r.IntN(3) > 0 {
			pass(6)
		}
	}
	j.ReturnHome = write()
	for day := first; day.Before(now); day = day.AddDate(0, 0, 1) {
		date := day.Format(dayLayout)
		for _, meal := range []string{"dinner", "breakfast", "lunch"} {
			if r.IntN(4) == 0 {
				provided := ProvidedMeals{Date: date, Meals: []string{meal}}
				if r.IntN(3) == 0 {
					provided.Paid, provided.HasPaid = number.New(int64(r.IntN(4000)), 2), true
				}
				j.Meals = append(j.Meals, provided)
			}
		}
		if r.IntN(3) == 0 {
			j.Lodging = append(j.Lodging, date)
		}
	}
	return j
}

// randomTrip computes a random journey, without the provided meals and nights that are
// outside it.
func randomTrip(t *testing.T, seed uint64, regime string, shift int) (*Journey, *Allowances) {
	t.Helper()
	j := randomJourney(rand.New(rand.NewPCG(seed, 7)), regime, shift)
	for {
		a, err := embeddedBook().Trip(regime, j)
		if err == nil {
			return j, a
		}
		refusal, ok := err.(*Refusal)
		switch {
		case ok && strings.Contains(refusal.Message.English, "night that begins"):
			j.Lodging = nil
		case ok && strings.Contains(refusal.Message.English, "outside the trip"):
			j.Meals = nil
		default:
			t.Fatalf("seed %d: %+v: %v", seed, j, err)
		}
	}
}

// TestRandomTrips checks properties of every trip: totals are the sums of the lines, no
// day, meal or night counts twice, deductions stop at the floor, and a week later in the
// season the amounts are the same.
func TestRandomTrips(t *testing.T) {
	floors := map[string]number.Decimal{"de-federal": number.New(0, 0), "us-federal": number.New(5, 0), "uk-revenue": number.New(0, 0)}
	lines, deductions := 0, 0
	for regime := range randomPlaces {
		for seed := range uint64(400) {
			j, a := randomTrip(t, seed, regime, 0)
			fail := func(format string, args ...any) {
				t.Errorf("%s, seed %d: %+v: %s", regime, seed, *j, fmt.Sprintf(format, args...))
			}
			sums := map[string]map[LineKind]number.Decimal{}
			left := map[string]number.Decimal{}
			seen := map[string]bool{}
			for i, line := range a.Lines {
				lines++
				once := line.Date + string(line.Kind) + line.Meal
				if regime == "uk-revenue" && line.Kind == MealsLine {
					once = line.Rule.English // a stop at home begins another period
				}
				if seen[once] {
					fail("%s occurs twice", once)
				}
				seen[once] = true
				if i > 0 && a.Lines[i-1].Date > line.Date || line.Amount.IsZero() || (line.Amount.Sign() < 0) != (line.Kind == DeductionLine) {
					fail("line %+v", line)
				}
				if sums[line.Currency] == nil {
					sums[line.Currency] = map[LineKind]number.Decimal{}
				}
				sums[line.Currency][line.Kind] = sums[line.Currency][line.Kind].Add(line.Amount)
				switch line.Kind {
				case MealsLine:
					left[line.Date] = line.Amount
				case DeductionLine:
					deductions++
					if of, ok := left[line.Date]; ok {
						left[line.Date] = of.Add(line.Amount)
					}
				}
			}
			for _, total := range a.Totals {
				of := sums[total.Currency]
				if total.Meals.Cmp(of[MealsLine]) != 0 || total.Deductions.Cmp(of[DeductionLine]) != 0 || total.Lodging.Cmp(of[LodgingLine]) != 0 ||
					total.All.Cmp(total.Meals.Add(total.Deductions).Add(total.Lodging)) != 0 {
					fail("totals %+v, lines %v", total, of)
				}
				if len(a.Totals) == 1 && total.Meals.Add(total.Deductions).Sign() < 0 {
					fail("deductions of %s from %s", total.Deductions, total.Meals)
				}
			}
			if len(sums) != len(a.Totals) && len(sums) > 0 {
				fail("totals in %d currencies, lines in %d", len(a.Totals), len(sums))
			}
			for date, rest := range left {
				// A meal of the next day may lower a period of this one.
				if regime != "uk-revenue" && rest.Cmp(floors[regime]) < 0 {
					fail("%s leaves %s", date, rest)
				}
			}
			_, later := randomTrip(t, seed, regime, 1)
			if got, want := amounts(later), amounts(a); got != want {
				fail("a week later:\n%s\nnot\n%s", got, want)
			}
		}
	}
	if lines < 5000 || deductions < 500 {
		t.Errorf("only %d lines with %d deductions", lines, deductions)
	}
}

// amounts formats the lines without their dates.
func amounts(a *Allowances) string {
	var words []string
	for _, line := range a.Lines {
		words = append(words, fmt.Sprint(line.Kind, line.Meal, " ", line.Amount, line.Currency))
	}
	return strings.Join(words, "\n")
}
