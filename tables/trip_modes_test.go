package tables

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/payslate/payslate/interpreter/check"
	"github.com/payslate/payslate/interpreter/number"
)

// labelledTrip is the request of a labelled case of a trip.
type labelledTrip struct {
	Case    string
	Request struct {
		Regime     string
		LeaveHome  string `json:"leave_home"`
		ReturnHome string `json:"return_home"`
		Overnight  *bool
		Legs       []struct {
			Country, City, State, County, Arrive, Depart string
			PostalCode                                   string `json:"postal_code"`
			Home                                         bool
		}
		Meals []struct {
			Date  string
			Meals []string
			Paid  json.Number `json:"paid"`
		} `json:"meals_provided"`
		Lodging []string `json:"lodging_provided"`
	}
}

func (c *labelledTrip) journey(t *testing.T) *Journey {
	t.Helper()
	j := &Journey{LeaveHome: c.Request.LeaveHome, ReturnHome: c.Request.ReturnHome, Lodging: c.Request.Lodging}
	j.NoOvernight = c.Request.Overnight != nil && !*c.Request.Overnight
	for _, leg := range c.Request.Legs {
		place := Query{Country: leg.Country, City: leg.City, State: leg.State, County: leg.County, PostalCode: leg.PostalCode}
		j.Legs = append(j.Legs, Leg{Place: place, Arrive: leg.Arrive, Depart: leg.Depart, Home: leg.Home})
	}
	for _, m := range c.Request.Meals {
		meals := ProvidedMeals{Date: m.Date, Meals: m.Meals, HasPaid: m.Paid != ""}
		if meals.HasPaid {
			paid, err := number.Parse(m.Paid.String())
			if err != nil {
				t.Fatal(err)
			}
			meals.Paid = paid
		}
		j.Meals = append(j.Meals, meals)
	}
	return j
}

// TestTripCompilationsAgree computes every labelled trip silent, traced and counted, with
// the same answers and refusals.
func TestTripCompilationsAgree(t *testing.T) {
	book := embeddedBook()
	inMode := map[string]map[check.Mode]*tripRules{}
	cases, answered := 0, 0
	files, err := filepath.Glob("../conformance/cases/trips/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatalf("no labelled trips: %v", err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range bytes.Lines(data) {
			var c labelledTrip
			if err := json.Unmarshal(line, &c); err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			cases++
			regime, err := book.supported(c.Request.Regime)
			if err != nil {
				continue // refused before any rule
			}
			if inMode[regime.ID] == nil {
				inMode[regime.ID] = map[check.Mode]*tripRules{}
				for _, mode := range []check.Mode{check.Traced, check.Counted} {
					executable, err := regime.trip.program.Compile(mode)
					if err != nil {
						t.Fatal(err)
					}
					rules := *regime.trip
					rules.executable = executable
					inMode[regime.ID][mode] = &rules
				}
			}
			want, wantErr := regime.Trip(c.journey(t))
			for mode, rules := range inMode[regime.ID] {
				itinerary, refusal := newItinerary(rules.texts, c.journey(t))
				if refusal != nil {
					continue // the same for all
				}
				answered++
				got, err := rules.answer(regime, itinerary)
				var refused, wantRefused *Refusal
				if errors.As(err, &refused) != errors.As(wantErr, &wantRefused) || !reflect.DeepEqual(refused, wantRefused) || !reflect.DeepEqual(got, want) {
					t.Errorf("%s, mode %d:\n%+v %v\nwant, as silent,\n%+v %v", c.Case, mode, got, err, want, wantErr)
				}
			}
		}
	}
	if cases < 90 || answered < cases {
		t.Errorf("only %d trips and %d answers in other modes", cases, answered)
	}
}
