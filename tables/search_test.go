package tables

import (
	"runtime/debug"
	"slices"
	"strings"
	"testing"
)

// TestMain collects garbage less often, which saves a third of the time.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	m.Run()
}

func TestSearch(t *testing.T) {
	for _, c := range []struct {
		regime string
		filter Filter
		total  int
		first  string
	}{
		{"us-federal", Filter{Text: "bostn"}, 1, "Boston / Cambridge, MA"},
		{"us-federal", Filter{Text: "Bosotn"}, 1, "Boston / Cambridge, MA"},
		{"de-federal", Filter{Text: "new yrok"}, 1, "New York City"},
		{"us-federal", Filter{Text: "Boston, Massachusetts"}, 1, "Boston / Cambridge, MA"},
		{"us-federal", Filter{Text: "portland"}, 12, "Portland, ME"},
		{"us-federal", Filter{Text: "portland", State: "Oregon"}, 1, "Portland, OR"},
		{"us-federal", Filter{Text: "washington", State: "DC"}, 1, "District of Columbia, DC"},
		{"us-federal", Filter{State: "VA"}, 10, ""},
		{"uk-revenue", Filter{Text: "münchen"}, 1, "Munich"},
		{"uk-revenue", Filter{Text: "Muenchen"}, 1, "Munich"},
		{"uk-revenue", Filter{Text: "genf"}, 2, "Geneva"},
		{"uk-revenue", Filter{Text: "Brasil"}, 3, "Brasilia"},
		{"uk-revenue", Filter{Country: "Brasilien"}, 3, "Brasilia"},
		{"uk-revenue", Filter{Text: "xyzzy"}, 0, ""},
		{"uk-revenue", Filter{Text: "???"}, 0, ""},
		{"de-federal", Filter{Text: "frankreich"}, 2, "elsewhere"},
		{"de-federal", Filter{Text: "britain"}, 2, "elsewhere"},
		{"de-federal", Filter{Text: "Königreich"}, 2, "elsewhere"},
		{"de-federal", Filter{Text: "hongkong"}, 1, "Hong Kong"},
		{"de-federal", Filter{Country: "LU"}, 1, "LU"},
	} {
		c.filter.Date, c.filter.Limit = "2026-01-15", 50
		places, total, err := embeddedBook().Search(c.regime, &c.filter)
		if err != nil || total != c.total {
			t.Errorf("%s %+v: %d in all, want %d: %v", c.regime, c.filter, total, c.total, err)
			continue
		}
		if total > 0 && c.first != "" && places[0].Area.Label().English != c.first {
			t.Errorf("%s %+v: the first is %s, want %s", c.regime, c.filter, places[0].Area.Label().English, c.first)
		}
	}
	for _, bad := range []struct {
		regime string
		filter Filter
	}{
		{"nonsense", Filter{}}, {"at-federal", Filter{}}, {"de-federal", Filter{Country: "Atlantis"}}, {"us-federal", Filter{State: "ZZ"}},
	} {
		if _, _, err := embeddedBook().Search(bad.regime, &bad.filter); err == nil {
			t.Errorf("%s %+v: no error", bad.regime, bad.filter)
		}
	}
}

// TestSearchTheWorld finds cities without a row of their own.
func TestSearchTheWorld(t *testing.T) {
	for _, c := range []struct {
		regime string
		filter Filter
		want   string // the first places
	}{
		{"de-federal", Filter{Text: "Wien"}, "Vienna, AT; Vientiane, LA; Wiener Neustadt, AT"},
		{"us-federal", Filter{Text: "Wien"}, "Vienna, AT"},
		{"uk-revenue", Filter{Text: "Wien"}, "Vienna, AT"},
		{"de-federal", Filter{Text: "Lyon"}, "Lyon, FR"},
		{"us-federal", Filter{Text: "Lyon"}, "Lyon, FR; Lyon, Oakland County, MI, US, 193"},
		{"de-federal", Filter{Text: "Lyon, Frankreich"}, "Lyon, FR"},
		{"de-federal", Filter{Text: "Gre", Country: "FR"}, "Grenoble, FR"},
		{"us-federal", Filter{Text: "Grenobel"}, "Grenoble, FR"},
		{"de-federal", Filter{Text: "Xyzzy"}, ""},
		{"uk-revenue", Filter{Text: "Toulouse"}, ""}, // which the regime refuses
		{"us-federal", Filter{Text: "Bellevue"}, "Bellevue, King County, WA, US, 389; Bellevue, NE, US, 0; Bellevue, WI, US, 0; Bellevue, Allegheny County, PA, US, 318"},
		{"us-federal", Filter{Text: "bellevue washington"}, "Bellevue, King County, WA, US, 389"},
		{"us-federal", Filter{Text: "Bellevue", State: "NE"}, "Bellevue, NE, US, 0"},
		{"us-federal", Filter{Text: "Belle"}, "Belle, MO, US, 0; Belle, Kanawha County, WV, US, 403; Bellevue, King County, WA, US, 389"},
		{"us-federal", Filter{Text: "boston"}, "Boston / Cambridge, Suffolk, MA, US, 148; Boston, GB; Boston, Erie County, NY, US, 260; Boston, GA, US, 0; Boston, Allegheny County, PA, US, 318"},
		{"us-federal", Filter{Text: "Hoover"}, "Hoover, Jefferson County, AL, US, 1; Hoover, Shelby County, AL, US, 0"},
		{"us-federal", Filter{Text: "Adger"}, "Adger, Jefferson County, AL, US, 1"},
		{"us-federal", Filter{Text: "bethesda, md"}, "Bethesda, Montgomery County, MD, US, 75"},
		{"us-federal", Filter{Text: "Port Washington", State: "NY"}, "Port Washington, Nassau County, NY, US, 261"},
		{"us-federal", Filter{Text: "Ponce"}, "Ponce, PR, US"},
		{"us-federal", Filter{Text: "Honolulu"}, "Honolulu, HI, US"},
	} {
		c.filter.Date, c.filter.Limit = "2026-11-24", 8
		places, total, err := embeddedBook().Search(c.regime, &c.filter)
		var got []string
		for _, p := range places {
			words := slices.DeleteFunc([]string{p.City.English, p.County, p.State, p.Country.Code, p.Area.ID}, func(word string) bool { return word == "" })
			got = append(got, strings.Join(words, ", "))
		}
		if all := strings.Join(got, "; "); !strings.HasPrefix(all, c.want) || c.want == "" && total > 0 || err != nil {
			t.Errorf("%s %+v: %d in all, %s, want %s first: %v", c.regime, c.filter, total, all, c.want, err)
		}
	}
}

// TestRanks requires exact names before prefixes before typing errors.
func TestRanks(t *testing.T) {
	places, _, err := embeddedBook().Search("us-federal", &Filter{Text: "Richmond", Date: "2026-01-15", Limit: 10})
	if err != nil || len(places) == 0 || places[0].Area.Label().English != "Richmond, VA" {
		t.Errorf("first %v: %v", places, err)
	}
	places, total, err := embeddedBook().Search("uk-revenue", &Filter{Date: "2026-01-15", Limit: 5, Offset: 283})
	if err != nil || total != 285 || len(places) != 2 {
		t.Errorf("the last page: %d of %d: %v", len(places), total, err)
	}
}

// TestEveryPlaceIsPriced looks up every place that the search lists, by its listed names.
func TestEveryPlaceIsPriced(t *testing.T) {
	for _, regime := range embeddedBook().Regimes() {
		for _, edition := range regime.AllEditions() {
			day := edition.Valid.From
			places, total, err := embeddedBook().Search(regime.ID, &Filter{Date: day, Limit: 1 << 20})
			if err != nil || total != len(places) || total != regime.Places(day) || total == 0 {
				t.Fatalf("%s on %s: %d of %d places: %v", regime.ID, day, len(places), total, err)
			}
			for _, place := range places {
				if !place.Area.Edition.Valid.Has(day) {
					continue // listed by its nearest edition
				}
				city := place.City
				for _, country := range []string{place.Country.Code, place.Country.Name.English, place.Country.Name.In(german)} {
					for _, name := range []string{city.English, city.In(german), strings.ToUpper(city.English), strings.ToLower(city.In(german))} {
						query := Query{Country: country, City: name, State: place.State, Date: day}
						rate, err := regime.Resolve(&query)
						if err != nil || rate.Area != place.Area {
							t.Errorf("%s %+v: %s", regime.ID, query, outcome(rate, err))
						}
					}
				}
			}
		}
	}
}

// TestEveryPlaceOfTheWorldIsPriced searches names of the gazetteer and of towns by county,
// and looks up what is found: each has the rate of its area.
func TestEveryPlaceOfTheWorldIsPriced(t *testing.T) {
	book := embeddedBook()
	atlas := book.Regimes()[0].gazetteer.atlas
	var names []string
	for number := 0; number < len(atlas.starts()); number += 797 {
		names = append(names, atlas.place(number).name.English)
	}
	towns := strings.Split(book.Regime("us-federal").countyTowns.lines, "\n")
	for number := 0; number < len(towns)-1; number += 401 {
		cells := strings.Split(towns[number], separator)
		names = append(names, cells[townName]+", "+cells[townState])
	}
	found := 0
	for _, name := range names {
		for _, regime := range []string{"de-federal", "us-federal", "uk-revenue"} {
			places, _, err := book.Search(regime, &Filter{Text: name, Date: "2026-05-12", Limit: 20})
			if err != nil {
				t.Fatalf("%s, %s: %v", regime, name, err)
			}
			for _, place := range places {
				query := Query{Country: place.Country.Code, State: place.State, City: place.City.English, Date: "2026-05-12"}
				if place.Area.Name.English != place.City.English {
					query.County = place.County
				}
				rate, err := book.Resolve(regime, &query)
				if err != nil || rate.Area != place.Area {
					t.Errorf("%s, %s finds %+v: %s", regime, name, query, outcome(rate, err))
				}
				found++
			}
		}
	}
	if found < 150 {
		t.Errorf("only %d places were found", found)
	}
}
