package tables

import (
	"slices"
	"strings"
	"testing"

	"github.com/payslate/payslate/interpreter/wording"
)

// summary lists the codes and fields of warnings, and requires that each message is among
// the notes or fallbacks.
func summary(t *testing.T, warnings []Warning, texts ...Text) string {
	t.Helper()
	var list []string
	for _, w := range warnings {
		list = append(list, strings.TrimSpace(w.Code+" "+w.Field))
		if !slices.ContainsFunc(texts, func(text Text) bool { return wording.Equal(text, w.Message) }) {
			t.Errorf("the warning %s is neither a note nor a fallback", w.Code)
		}
	}
	return strings.Join(list, ", ")
}

func TestWarningsOfRates(t *testing.T) {
	book := embeddedBook()
	for _, test := range []struct {
		regime string
		query  Query
		want   string
	}{
		{"de-federal", Query{Country: "FR", City: "Paris", Date: "2026-03-10"}, ""},
		{"de-federal", Query{Country: "FR", City: "Nizza", Date: "2026-03-10"}, "other_places_rate city"},
		{"de-federal", Query{Country: "FR", Date: "2026-03-10"}, "other_places_rate city"},
		{"de-federal", Query{Country: "BE", Date: "2026-03-10"}, ""},
		{"us-federal", Query{State: "KS", City: "Dodge City", Date: "2026-03-10"}, "other_places_rate county"},
		{"us-federal", Query{State: "MD", City: "Bethesda", Date: "2026-03-10"}, ""},
		{"us-federal", Query{State: "CA", City: "Burbank", Date: "2026-03-10"}, "town_assumed county"},
		{"us-federal", Query{State: "AL", City: "Argo", Date: "2026-03-10"}, "town_assumed county"},
		{"us-federal", Query{State: "AL", City: "Hoover", County: "Shelby", Date: "2026-03-10"}, "other_places_rate county"},
		{"us-federal", Query{PostalCode: "87015", Date: "2026-03-10"}, "first_area_of_postal_code county"},
		{"us-federal", Query{PostalCode: "10001", City: "Boston", Date: "2026-03-10"}, "postal_code_decides postal_code"},
		{"us-federal", Query{State: "MD", County: "Baltimore", Date: "2026-03-10"}, "other_places_rate county, county_of_that_name city"},
		{"us-federal", Query{Country: "DE", City: "Berlin", Date: "2026-09-10"}, "earlier_table"},
		{"us-federal", Query{Country: "GB", City: "London", Date: "2026-04-12"}, "footnotes_unknown"},
		{"us-federal", Query{Country: "JP", City: "Bostn", Date: "2026-04-12"}, "other_places_rate city"},
		{"uk-revenue", Query{Country: "AL", Date: "2026-03-10"}, "only_city_rate city"},
	} {
		rate, err := book.Resolve(test.regime, &test.query)
		if err != nil {
			t.Errorf("%v: %v", test, err)
			continue
		}
		if got := summary(t, rate.Warnings, slices.Concat(rate.Fallbacks, rate.Notes)...); got != test.want {
			t.Errorf("%v: warnings %q", test, got)
		}
	}
}

// TestUnusedFields requires a note for each field of a place that does not count.
func TestUnusedFields(t *testing.T) {
	for _, test := range []struct {
		query Query
		notes int
	}{
		{Query{Country: "FR", City: "Paris", PostalCode: "75001"}, 0},
		{Query{Country: "FR", City: "Annecy", PostalCode: "75001"}, 1},
		{Query{Country: "FR", State: "TX", County: "x", PostalCode: "75001"}, 2},
		{Query{Country: "FR", County: "x", City: "Paris"}, 1},
		{Query{Country: "LI", County: "x", PostalCode: "9490"}, 2},
	} {
		test.query.Date = "2026-03-10"
		rate, err := embeddedBook().Resolve("de-federal", &test.query)
		if err != nil {
			t.Errorf("%+v: %v", test.query, err)
		} else if len(rate.Notes) != test.notes {
			t.Errorf("%+v: notes %v", test.query, rate.Notes)
		}
	}
}

// TestWarningsOfTripRules requires the warnings that the rules of trips declare.
func TestWarningsOfTripRules(t *testing.T) {
	for _, c := range []struct{ regime, journey, want string }{
		{"de-federal", "DE 04T15:00 05T10:00; JP/Tokio 07T06:00 08T10:00", "taken_for_flight"},
		{"us-federal", "TX/Austin 04T15:00 05T10:00; TX/Austin 07T06:00 08T10:00", "no_lodging_on_the_way legs"},
		{"uk-revenue", "FR/Paris 02T08:00 03T08:00; US/New_York 03T10:30 04T12:00", "local_clocks legs"},
	} {
		j := journey("2026-05-", c.journey)
		if c.regime == "us-federal" {
			for i := range j.Legs {
				j.Legs[i].Place = Query{State: "TX", City: "Austin"}
			}
		}
		answer, err := embeddedBook().Trip(c.regime, j)
		if err != nil {
			t.Errorf("%s: %v", c.journey, err)
			continue
		}
		if got := summary(t, answer.Warnings, slices.Concat(answer.Fallbacks, answer.Notes)...); !strings.Contains(got, c.want) {
			t.Errorf("%s: warnings %q, want %q", c.journey, got, c.want)
		}
	}
}

func TestWarningsOfTrips(t *testing.T) {
	book := embeddedBook()
	for want, legs := range map[string][]Leg{
		"": {{Place: Query{Country: "FR", City: "Paris"}, Arrive: "2026-03-10T09:00", Depart: "2026-03-12T18:00"}},
		"other_places_rate legs[1].city": {
			{Place: Query{Country: "FR", City: "Paris"}, Arrive: "2026-03-10T09:00", Depart: "2026-03-11T18:00"},
			{Place: Query{Country: "FR", City: "Nizza"}, Arrive: "2026-03-11T20:00", Depart: "2026-03-12T18:00"},
		},
		"three_months_not_applied three_months": {{Place: Query{Country: "FR", City: "Paris"}, Arrive: "2026-03-02T09:00", Depart: "2026-06-30T18:00"}},
	} {
		answer, err := book.Trip("de-federal", &Journey{Legs: legs})
		if err != nil {
			t.Errorf("%s: %v", want, err)
			continue
		}
		if got := summary(t, answer.Warnings, slices.Concat(answer.Fallbacks, answer.Notes)...); got != want {
			t.Errorf("warnings %q, want %q", got, want)
		}
	}
}
