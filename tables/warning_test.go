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
		{"us-federal", Query{State: "KS", City: "Dodge City", Date: "2026-03-10"}, "other_places_rate city"},
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
