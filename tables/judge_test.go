package tables

import (
	"errors"
	"strings"
	"testing"
)

// TestAtlasHoldsItsKeys: the program's gazetteer is whole, and every name of a place finds
// it by the keys of today.
func TestAtlasHoldsItsKeys(t *testing.T) {
	g := embeddedBook().Regime("de-federal").gazetteer
	l := newLoader(embedded)
	if g.atlas.check(l, l.textFile(atlasFile, atlasKeys)); l.Findings.HasErrors() {
		t.Error(l.Findings)
	}
	for number := 0; number < len(g.atlas.starts()); number += 7 {
		p := g.atlas.place(number)
		for _, name := range p.names() {
			for _, key := range g.keys(name) {
				found := false
				for _, q := range g.atlas.find(key) {
					found = found || q.name.English == p.name.English && q.country == p.country && q.state == p.state
				}
				if !found {
					t.Fatalf("%s, %s is not found by %s: import the gazetteer again", name, p.country, key)
				}
			}
		}
	}
}

// TestCityWithoutCountry asks for the cities of all rows without their country:
// the refusal says in which one a place of that name lies.
func TestCityWithoutCountry(t *testing.T) {
	book := embeddedBook()
	tried := 0
	for _, regime := range []string{"de-federal", "uk-revenue"} {
		edition := book.Regime(regime).Current("2026-05-12")
		for _, country := range edition.countries {
			for _, area := range country.areas {
				if area.Kind != CityArea || strings.ContainsAny(area.Name.English, ",(/") {
					continue
				}
				tried++
				_, err := book.Resolve(regime, &Query{City: area.Name.English, Date: "2026-05-12"})
				var refusal *Refusal
				if !errors.As(err, &refusal) || len(refusal.Candidates) == 0 || refusal.Loc[0] != fieldCountry || !strings.Contains(refusal.Message.English, "send country") {
					t.Errorf("%s, %s: %v", regime, area.Name.English, err)
				}
			}
		}
	}
	if tried < 200 {
		t.Errorf("only %d cities were tried", tried)
	}
	for city, want := range map[string]string{
		"New York City": "New York (New York City) is in the United States: send country US and state NY.",
		"Vienna":        "Vienna (Wien) is in Austria: send country AT.",
		"Grenobel":      "Grenoble is in France: send country FR.",
		"Frankfurt":     "Frankfurt am Main is in Germany: send country DE.",
		"Ciro":          "Cairo (Kairo) is in Egypt: send country EG.",
		"Xyzzy":         "its English or German name.",
		"":              "its English or German name.",
	} {
		_, err := book.Resolve("de-federal", &Query{City: city, Date: "2026-05-12"})
		if err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", city, err, want)
		}
	}
}

// TestForeignCitiesAreNeverDomestic asks for the great cities of the world in a
// country that they are not in: nothing is answered without saying so.
func TestForeignCitiesAreNeverDomestic(t *testing.T) {
	book := embeddedBook()
	a := book.Regime("de-federal").gazetteer.atlas
	tried := 0
	for number := range a.starts() {
		p := a.place(number)
		if !p.capital && p.inhabitants < 3_000_000 {
			continue
		}
		for _, c := range []struct{ regime, country, state string }{{"de-federal", "DE", ""}, {"de-federal", "FR", ""}, {"uk-revenue", "US", ""}, {"us-federal", "US", "TX"}} {
			if p.country == c.country {
				continue
			}
			tried++
			rate, err := book.Resolve(c.regime, &Query{Country: c.country, State: c.state, City: p.name.English, Date: "2026-05-12"})
			if err != nil {
				continue
			}
			small := false // a place of that name is known there
			for _, q := range a.find(book.Regime(c.regime).gazetteer.key(p.name.English)) {
				small = small || q.country == c.country && (c.state == "" || q.state == c.state)
			}
			own := rate.Area.Kind == CityArea
			if !small && !own && (len(rate.Candidates) == 0 || len(rate.Notes) == 0) {
				t.Errorf("%s: %s in %s %s is answered without a word", c.regime, p.name.English, c.country, c.state)
			}
		}
	}
	if tried < 1000 {
		t.Errorf("only %d were tried", tried)
	}
}

// TestMisspeltCitiesAreNeverTheRest swaps two letters of every city with a row: it is
// refused with the city among the candidates, or is a place that is known there.
func TestMisspeltCitiesAreNeverTheRest(t *testing.T) {
	book := embeddedBook()
	tried := 0
	for _, regime := range []string{"de-federal", "uk-revenue", "us-federal"} {
		r := book.Regime(regime)
		for code, country := range r.Current("2026-05-12").countries {
			for _, area := range country.areas {
				name := []rune(area.Name.English)
				if area.Kind != CityArea || len(name) < 6 || strings.ContainsAny(string(name), ",(/") || regime == "us-federal" && area.State == "" {
					continue
				}
				for i := range len(name) - 2 { // the first letters that differ, after the first
					if at := i + 1; name[at] != name[at+1] && name[at] != ' ' && name[at+1] != ' ' {
						name[at], name[at+1] = name[at+1], name[at]
						break
					}
				}
				query := &Query{Country: area.Country, State: area.State, City: string(name), Date: "2026-05-12"}
				tried++
				rate, err := book.Resolve(regime, query)
				if err != nil {
					var refusal *Refusal
					if errors.As(err, &refusal) && len(refusal.Candidates) == 0 && !strings.Contains(refusal.Message.English, area.Name.English) {
						t.Errorf("%s, %s: %v", code, query.City, err)
					}
					continue
				}
				known := rate.Area == area
				for _, q := range r.gazetteer.atlas.find(r.gazetteer.key(query.City)) {
					known = known || q.country == area.Country
				}
				if !known && len(rate.Candidates) == 0 {
					t.Errorf("%s: %s in %s is answered with %s", regime, query.City, code, rate.Location.Matched.English)
				}
			}
		}
	}
	if tried < 400 {
		t.Errorf("only %d were tried", tried)
	}
}

// TestOtherScript: a name in another script could be that of a city with a row.
func TestOtherScript(t *testing.T) {
	for _, one := range []struct {
		regime, country, city string
		refused               bool
	}{
		{"de-federal", "RU", "Москва", true},
		{"de-federal", "JP", "東京", true},
		{"us-federal", "GR", "Αθήνα", true},
		{"de-federal", "UA", "Київ", false}, // one row for the whole country
		{"de-federal", "DE", "Кёльн", false},
		{"de-federal", "JP", "Tōkyō", false},
		{"us-federal", "TO", "Nukuʻalofa", false}, // an apostrophe that is a letter to Unicode
	} {
		_, err := embeddedBook().Resolve(one.regime, &Query{Country: one.country, City: one.city, Date: "2026-05-12"})
		if (err != nil) != one.refused || err != nil && !strings.Contains(err.Error(), "Latin letters") {
			t.Errorf("%s, %s %s: %v", one.regime, one.country, one.city, err)
		}
	}
}
