package tables

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
)

// embeddedBook opens the embedded tables once.
var embeddedBook = sync.OnceValue(func() *Book {
	book, findings, _ := Open(Embedded(), Options{})
	if book == nil {
		panic(findings.Error())
	}
	return book
})

// outcome formats an answer: the amounts and the place, "~" with a fallback and "+n" with
// n candidates, or the code of the refusal.
func outcome(rate *Rate, err error) string {
	if refusal, ok := err.(*Refusal); ok {
		if len(refusal.Candidates) > 0 {
			return fmt.Sprintf("%s +%d", refusal.Code, len(refusal.Candidates))
		}
		return refusal.Code
	}
	text := rate.Regime.Lodging(rate.Row).String() + "/" + rate.Regime.Meals(rate.Row).String() + " " + rate.Location.Matched.English
	if len(rate.Fallbacks) > 0 {
		text += " ~"
	}
	if len(rate.Candidates) > 0 {
		text += fmt.Sprintf(" +%d", len(rate.Candidates))
	}
	return text
}

func TestResolve(t *testing.T) {
	const us, de, uk = "us-federal", "de-federal", "uk-revenue"
	for _, c := range []struct {
		regime string
		query  Query
		want   string
	}{
		// Names of cities.
		{uk, Query{Country: "AT", City: "Vienna"}, "123.50/89.50 Vienna, Austria"},
		{uk, Query{Country: "AT", City: "Vienna, Austria"}, "123.50/89.50 Vienna, Austria"},
		{uk, Query{Country: "AT", City: "Klagenfurt"}, "123.50/89.50 Vienna, Austria"},
		{uk, Query{Country: "Bundesrepublik Deutschland", City: "MUENCHEN"}, "147/79.50 Munich, Germany"},
		{uk, Query{Country: "u.s.a.", City: "New York City"}, "216/102.50 New York, United States"},
		{uk, Query{Country: "CA", City: "Calgary, Alberta, Canada"}, "156/179.50 Calgary, Canada"},
		{de, Query{Country: "RU", City: "St Petersburg"}, "133/28 Saint Petersburg, Russia"},
		{de, Query{Country: "US", City: "washington dc", State: "DC"}, "203/66 Washington, D.C., United States"},
		{us, Query{City: "Boston"}, "209/92 Boston / Cambridge, MA, United States"},
		{us, Query{City: "Austin, TX"}, "187/80 Austin, TX, United States"},
		{us, Query{City: "Austin, Texas", Country: "Vereinigte Staaten"}, "187/80 Austin, TX, United States"},
		{us, Query{State: "Texas", City: "Ft. Worth"}, "181/80 Arlington / Fort Worth / Grapevine, TX, United States"},
		{us, Query{State: "CA", City: "Edwards Air Force Base", County: "Kern"}, "191/86 Los Angeles, CA, United States"},

		// Countries.
		{de, Query{Country: "Oesterreich"}, "117/50 Austria"},
		{de, Query{Country: "Elfenbeinkueste"}, "171/60 Côte d'Ivoire"},
		{de, Query{Country: "Kosovo"}, "71/24 Kosovo"},
		{de, Query{Country: "Kongo"}, "unknown_location"},
		{de, Query{Country: "Korea"}, "unknown_location"},
		{de, Query{City: "Paris"}, "unknown_location +2"},
		{de, Query{Country: "FR", City: "???"}, "unknown_location"},
		{de, Query{Country: "FR", City: "Par\x00is"}, "unknown_location"},
		{uk, Query{Country: "PY", City: "Asunción"}, "unknown_location"},

		// Fallbacks.
		{de, Query{Country: "BE", City: "Gent"}, "141/59 Belgium"},
		{de, Query{Country: "HK", City: "Kowloon"}, "209/83 Hong Kong, China"},
		{de, Query{Country: "BM", City: "Hamilton"}, "99/52 elsewhere, United Kingdom ~"},
		{uk, Query{Country: "HK"}, "2376.50/816.50 Hong Kong, Hong Kong SAR China ~"},
		{uk, Query{Country: "IT"}, "ambiguous_location +2"},
		{uk, Query{Country: "FR", City: "Nice"}, "unknown_location"},
		{us, Query{State: "TX", City: "Amarillo", County: "Potter"}, "110/68 Standard CONUS rate ~"},
		{us, Query{State: "ND", City: "Fargo"}, "110/68 Standard CONUS rate ~"},
		{us, Query{State: "IL", City: "Brooklyn Township"}, "110/68 Standard CONUS rate ~"}, // the village of Brooklyn lies elsewhere
		{us, Query{City: "Amarillo"}, "unknown_location +1"},
		{us, Query{City: "Bellevue"}, "unknown_location +5"},

		// Counties.
		{us, Query{State: "LA", County: "Orleans Parish"}, "157/80 New Orleans, LA, United States"},
		{us, Query{State: "MD", County: "Queen Anne's County"}, "121/74 Centreville, MD, United States"},
		{us, Query{State: "VA", County: "City of Richmond"}, "157/80 Richmond, VA, United States"},
		{us, Query{State: "MD", County: "St. Mary's"}, "110/68 Standard CONUS rate ~"},
		{us, Query{State: "MO", County: "Saint Louis"}, "150/86 St. Louis, MO, United States"},
		{us, Query{County: "Lehigh"}, "115/74 Allentown / Easton / Bethlehem, PA, United States"},
		{us, Query{County: "Jefferson"}, "ambiguous_location +6"},
		{us, Query{City: "Portland"}, "ambiguous_location +2"},
		{us, Query{City: "Portland", County: "Multnomah"}, "155/86 Portland, OR, United States"},
		{us, Query{City: "Kansas City"}, "ambiguous_location +2"},
		{us, Query{State: "MA", County: "Middlesex", City: "Cambridge"}, "209/92 Boston / Cambridge, MA, United States"},
		{us, Query{State: "MA", County: "Middlesex", City: "Lowell"}, "144/86 Burlington / Woburn, MA, United States"},
		{us, Query{State: "ME", City: "Portland", County: "York"}, "unknown_location"},

		{us, Query{County: "Lehigh County, PA"}, "115/74 Allentown / Easton / Bethlehem, PA, United States"},
		{us, Query{PostalCode: "87015", County: "Santa Fe County, NM"}, "122/80 Santa Fe, NM, United States"},
		{us, Query{County: "Lehigh County, PA", State: "NY"}, "unknown_location"},
		{us, Query{County: "Honolulu County, HI", Date: "2026-04-15"}, "202/163 Isle of Oahu, HI, United States"},

		// States.
		{us, Query{State: "DC"}, "196/92 District of Columbia, DC, United States"},
		{us, Query{State: "Nordkarolina", City: "Raleigh"}, "131/74 Raleigh, NC, United States"},
		{us, Query{State: "OK"}, "ambiguous_location +2"},
		{us, Query{State: "ZZ", City: "Austin"}, "unknown_location"},
		{us, Query{State: "Hawaii", City: "Honolulu", Date: "2026-04-15"}, "202/163 Honolulu, HI, United States"},
		{us, Query{Country: "PR", City: "San Juan", Date: "2026-04-15"}, "295/148 San Juan & Nav Res Sta, PR, United States"},
		{us, Query{City: "Honolulu, HI", Date: "2026-04-15"}, "202/163 Honolulu, HI, United States"},
		{us, Query{City: "Honolulu", Date: "2026-04-15"}, "202/163 Honolulu, HI, United States"},
		{us, Query{City: "Waimea", State: "HI", Date: "2026-04-15"}, "ambiguous_location +2"},
		{us, Query{City: "Waimea", State: "HI", County: "Kauai County", Date: "2026-04-15"}, "350/165 Isle of Kauai, HI, United States (requested as Waimea)"},
		{us, Query{City: "Lihue", State: "HI", County: "Kauai", Date: "2026-04-15"}, "350/165 Lihue, HI, United States"},
		{us, Query{City: "Lihue", State: "HI", County: "Maui", Date: "2026-04-15"}, "unknown_location"},
		{us, Query{State: "HI", County: "Maui", Date: "2026-04-15"}, "ambiguous_location +3"},
		{us, Query{State: "AK", County: "Kenai Peninsula Borough", Date: "2026-04-15"}, "unknown_location"},
		{us, Query{State: "VI", Date: "2026-04-15"}, "ambiguous_location +3"},
		{us, Query{State: "VI", City: "Cruz Bay", Date: "2026-04-15"}, "324/150 St. John, VI, United States (requested as Cruz Bay)"},
		{us, Query{State: "GU", Date: "2026-04-15"}, "179/124 Guam (incl all mil instal), GU, United States"},
		{us, Query{State: "GU", City: "Dededo", Date: "2026-04-15"}, "ambiguous_location +1"},
		{us, Query{State: "MP", City: "Saipan", Date: "2026-04-15"}, "unknown_location"},
		{us, Query{PostalCode: "99501", Date: "2026-04-15"}, "unknown_location"},
		{us, Query{PostalCode: "99501", State: "AK", City: "Anchorage", Date: "2026-04-15"}, "329/148 Anchorage, AK, United States"},
		{us, Query{PostalCode: "96801", State: "AK", City: "Anchorage", Date: "2026-04-15"}, "unknown_location"},
		{us, Query{Country: "MF", Date: "2026-04-15"}, "124/100 Saint Martin (French Part), Guadeloupe"},
		{us, Query{Country: "JE", Date: "2026-04-15"}, "55/43 Other foreign localities ~"},
		{us, Query{Country: "ES", City: "Palma", Date: "2026-04-15"}, "254/138 Balearic Islands, Spain (requested as Palma) ~"},
		{us, Query{Country: "JP", City: "Naha", Date: "2026-04-15"}, "192/109 Okinawa Prefecture, Japan"},
		{us, Query{City: "Anchorage, AK", State: "HI", Date: "2026-04-15"}, "unknown_location"},
		{us, Query{}, "unknown_location"},

		// Postal codes.
		{us, Query{PostalCode: "87015", County: "Torrance"}, "110/68 Standard CONUS rate ~"},
		{us, Query{PostalCode: "87015", City: "Albuquerque"}, "144/80 Albuquerque, NM, United States"},
		{us, Query{PostalCode: "00501", County: "Suffolk"}, "155/86 Riverhead / Ronkonkoma / Melville, NY, United States"},
		{us, Query{PostalCode: "02138", County: "Middlesex"}, "209/92 Boston / Cambridge, MA, United States"},
		{us, Query{PostalCode: " 01001-1234 "}, "128/74 Springfield, MA, United States"},
		{us, Query{PostalCode: "501"}, "unknown_location"},
		{us, Query{PostalCode: "00000"}, "unknown_location"},
		{us, Query{PostalCode: "99501"}, "unknown_location"},
		{us, Query{PostalCode: "96950"}, "unknown_location"},
		{us, Query{PostalCode: "10001", State: "CA"}, "unknown_location"},
		{us, Query{PostalCode: "10001", County: "Erie"}, "unknown_location"},
		{de, Query{Country: "FR", PostalCode: "92100", City: "Boulogne-Billancourt"}, "159/58 Paris and the départements 77, 78, 91 to 95, France"},
		{de, Query{Country: "FR", PostalCode: "75 116", City: "Paris"}, "159/58 Paris and the départements 77, 78, 91 to 95, France"},
		{de, Query{Country: "FR", PostalCode: "31000", City: "Toulouse"}, "105/53 elsewhere, France ~"},
		{de, Query{Country: "FR", PostalCode: "31000", City: "Paris"}, "unknown_location"},
		{de, Query{Country: "FR", PostalCode: "7511"}, "unknown_location"},
		{de, Query{Country: "DE", PostalCode: "50667"}, "20/28 Germany"},

		// Days and regimes.
		{de, Query{Country: "FR", Date: "2027-01-01"}, "date_not_covered"},
		{us, Query{PostalCode: "10001", Date: "2025-09-30"}, "date_not_covered"},
		{uk, Query{Country: "FR", City: "Paris", Date: "2019-04-05"}, "date_not_covered"},
		{"at-federal", Query{Country: "AT"}, "unknown_regime"},
	} {
		if c.query.Date == "" {
			c.query.Date = "2026-01-15"
		}
		rate, err := embeddedBook().Resolve(c.regime, &c.query)
		if got := outcome(rate, err); got != c.want {
			t.Errorf("%s %+v\n got %s\nwant %s", c.regime, c.query, got, c.want)
		}
	}
}

// TestNotesHelp requires notes on what else the traveller may have meant.
func TestNotesHelp(t *testing.T) {
	for _, c := range []struct {
		query Query
		want  string
	}{
		{Query{State: "FL", City: "Monroe"}, "Monroe is not among the places of 1,000 inhabitants and more that we know; it was taken for a small place in Florida. A county of Florida is also called Monroe and has its own rate (Key West)"},
		{Query{State: "TX", City: "Amarillo"}, ""},
		{Query{State: "MD", County: "Baltimore"}, "The county Baltimore is not the city of that name"},
		{Query{PostalCode: "10001", City: "Boston"}, "Boston has its own rate (Boston / Cambridge), but 10001 is not there"},
		{Query{PostalCode: "10001", City: "Manhattan"}, ""},
		{Query{PostalCode: "10001", City: "Yonkers"}, "The postal code 10001 decides; whether Yonkers is there was not checked."},
	} {
		c.query.Date = "2026-01-15"
		rate, err := embeddedBook().Resolve("us-federal", &c.query)
		if err != nil {
			t.Errorf("%+v: %v", c.query, err)
			continue
		}
		var notes []string
		for _, note := range rate.Notes {
			notes = append(notes, note.English)
		}
		if got := strings.Join(notes, " "); !strings.HasPrefix(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%+v\n got %q\nwant %q", c.query, got, c.want)
		}
	}
}

// TestRefusalsHelp requires refusals to name what to send instead.
func TestRefusalsHelp(t *testing.T) {
	for _, c := range []struct {
		regime string
		query  Query
		want   []string
	}{
		{"de-federal", Query{Country: "Deutschlnad"}, []string{"Near: Germany"}},
		{"us-federal", Query{City: "Bostn"}, []string{"Boston / Cambridge, MA", "send the state"}},
		{"us-federal", Query{State: "Texs", City: "Austin"}, []string{"Texas (TX)"}},
		{"us-federal", Query{PostalCode: "96950"}, []string{"Northern Mariana Islands"}},
		{"us-federal", Query{PostalCode: "96910"}, []string{"Guam"}},
		{"uk-revenue", Query{Country: "FR", City: "Pariss"}, []string{"Bordeaux, Lille, Lyon", "Near: Paris"}},
		{"uk-revenue", Query{Country: "AU"}, []string{"Adelaide; Brisbane"}},
		{"de-federal", Query{Country: "FR", Date: "2027-01-01"}, []string{"2024-01-01 to 2026-12-31"}},
		{"ch-federal", Query{}, []string{"planned", "us-federal"}},
	} {
		if c.query.Date == "" {
			c.query.Date = "2026-01-15"
		}
		_, err := embeddedBook().Resolve(c.regime, &c.query)
		for _, want := range c.want {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s %+v: %v does not contain %q", c.regime, c.query, err, want)
			}
		}
	}
}

// TestCandidatesAnswer: each place that a refusal offers has a rate.
func TestCandidatesAnswer(t *testing.T) {
	for _, test := range []struct {
		regime string
		query  Query
		offers int
	}{
		{"us-federal", Query{City: "Springfield", Date: "2026-05-05"}, 2},
		{"us-federal", Query{City: "Portland", Date: "2026-05-05", County: ""}, 2},
	} {
		_, err := embeddedBook().Resolve(test.regime, &test.query)
		refusal := new(Refusal)
		if !errors.As(err, &refusal) {
			t.Errorf("%v: %v", test.query, err)
			continue
		}
		if len(refusal.Remedies) < test.offers {
			t.Errorf("%v: %d remedies: %s", test.query, len(refusal.Remedies), refusal.Message)
		}
		for _, one := range refusal.Remedies {
			query := test.query
			for _, set := range one.Set {
				text, _ := set.Value.(string)
				switch set.Loc[0] {
				case fieldCountry:
					query.Country = text
				case fieldState:
					query.State = text
				case fieldCity:
					query.City = text
				case fieldCounty:
					query.County = text
				case fieldPostalCode:
					query.PostalCode = text
				}
			}
			if _, err := embeddedBook().Resolve(test.regime, &query); err != nil {
				t.Errorf("%v: %s: %v", test.query, one.Label.English, err)
			}
		}
	}
}
