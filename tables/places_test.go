package tables

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

// TestPlaces asks for some hundred places of the world, by their names and by what people send in
// place of them, under each regime; testdata/places.golden has what each question finds.
func TestPlaces(t *testing.T) {
	const golden = "testdata/places.golden"
	book := embeddedBook()
	var out strings.Builder
	questions, forAll := placeQuestions()
	for i, q := range questions {
		for k, regime := range []string{"de-federal", "us-federal", "uk-revenue"} {
			if i%3 != k && i >= forAll {
				continue // a question each of the many
			}
			q.Date = []string{"2026-05-04", "2026-10-20"}[i%2]
			rate, err := book.Resolve(regime, &q)
			fmt.Fprintf(&out, "%s %s: %s\n", regime, asked(q), found(rate, err))
			places, total, err := book.Search(regime, &Filter{Text: q.City, Country: q.Country, State: q.State, Date: q.Date, Limit: 3})
			if i%5 > 0 && i >= forAll {
				continue
			}
			var names []string
			for _, p := range places {
				names = append(names, labelled(p))
			}
			fmt.Fprintf(&out, "  lists %d: %s%s\n", total, strings.Join(names, "; "), refusedAs(err))
		}
	}
	if *update {
		if err := os.WriteFile(golden, []byte(out.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	is, was := strings.Split(out.String(), "\n"), strings.Split(string(want), "\n")
	for i := range max(len(is), len(was)) {
		if i >= len(is) || i >= len(was) || is[i] != was[i] {
			t.Fatalf("line %d differs from %s; run with -update and review the difference: %s", i+1, golden, is[min(i, len(is)-1)])
		}
	}
}

// placeQuestions are questions that people ask, the first of which every regime is asked, and places of the world at equal distances in their
// list with their countries and states, without them, misspelt, and unfinished.
func placeQuestions() (all []Query, forAll int) {
	all = []Query{
		{Country: "AT"}, {Country: "Austria", City: "Wien"}, {Country: "DE", City: "Vienna"}, {Country: "DE", City: "Frankfurt"}, {Country: "FR", City: "Paris, Île-de-France"},
		{Country: "GB", City: "Edinburg"}, {City: "Edinburgh"}, {City: "Vienna, Austria"}, {Country: "US", City: "Boston"}, {Country: "US", State: "MA", City: "Boston"},
		{Country: "US", City: "Bostn"}, {Country: "US", City: "Houston, TX"}, {Country: "US", State: "VA", City: "Arlington"}, {City: "Arlington"}, {Country: "US", State: "MD", City: "Bethseda"},
		{Country: "US", State: "NY", City: "Brooklyn"}, {Country: "US", State: "IL", City: "Brooklyn"}, {Country: "US", State: "NY", County: "Nassau County"}, {Country: "US", State: "VA", City: "Fairfax"},
		{Country: "US", State: "DC"}, {Country: "US", State: "HI", City: "Honolulu"}, {City: "Waikiki"}, {Country: "US", State: "AK", City: "Nome"}, {Country: "PR", City: "San Juan"}, {Country: "GU"},
		{Country: "US", PostalCode: "10001"}, {Country: "US", State: "CA", PostalCode: "94105"}, {Country: "US", PostalCode: "99999"}, {Country: "DE", City: "Köln"}, {Country: "DE", City: "Koeln"},
		{Country: "CH", City: "Genf"}, {Country: "CN", City: "Peking"}, {Country: "RU", City: "Moskau"}, {Country: "RU", City: "St. Petersburg"}, {Country: "XK", City: "Pristina"},
		{Country: "DE", City: "Vienna, Austria"}, {Country: "AF", City: "Vienna"}, {Country: "FR", City: "Gordes"}, {Country: "DE", City: "Ödhausen"}, {Country: "DE", City: "Moskwau"},
		{Country: "DE", City: "Rostock"}, {Country: "PL", City: "Bhubaneswar"}, {Country: "US", City: "Bellevue"}, {City: "Wien, Österreich"}, {City: "Atlanta, Georgia"},
		{Country: "ID", City: "Bali"}, {City: "Bethseda, MD"}, {City: "Vienna, Austria, TX"}, {Country: "US", City: "Mcgkath"}, {Country: "KG", City: "Kakakol"},
		{Country: "DE", City: "Waikiki"}, {City: "Lomé"}, {Country: "FR", City: ", France"},
		{Country: "Atlantis"}, {Country: "VA"}, {Country: "LI", City: "Vaduz"}, {Country: "US", State: "Freedonia", City: "Springfield"}, {Country: "ES", City: "Las Palmas"},
	}
	forAll = len(all)
	world := embeddedBook().Regime("us-federal").gazetteer.atlas
	count := len(world.starts())
	for i, at := range []int{173, 397} {
		for n := at; n < count; n += count / 90 {
			p := world.place(n)
			q := Query{Country: p.country, State: p.state, City: p.name.English}
			letters := []rune(q.City)
			middle := len(letters) / 2
			switch len(all) % 4 {
			case 0:
				q.Country, q.State = "", ""
			case 1:
				q.City = string(slices.Concat(letters[:middle], letters[middle+1:])) // a letter is missing
			case 2:
				q.City = strings.TrimSpace(string(letters[:middle+1]))
			}
			if i > 0 {
				q.Country = cmp.Or([]string{"", "DE", "US", "GB", "FR"}[len(all)%5], q.Country)
				q.State = ""
			}
			all = append(all, q)
		}
	}
	return all, forAll
}

func asked(q Query) string {
	return fmt.Sprintf("%s|%s|%s|%s|%s on %s", q.Country, q.State, q.County, q.City, q.PostalCode, q.Date)
}

// found tells what a question finds: amounts and the row, or the refusal with its field, and the
// codes of warnings and the places that may be meant. It tells no sentences.
func found(rate *Rate, err error) string {
	if err != nil {
		return refusedAs(err)
	}
	text := rate.Regime.Lodging(rate.Row).String() + "/" + rate.Regime.Meals(rate.Row).String() + " " + rate.Location.Matched.English
	if rate.Location.County != "" {
		text += " in " + rate.Location.County
	}
	for _, w := range rate.Warnings {
		text += " !" + w.Code
	}
	return text + fmt.Sprintf(" %d fallbacks, %d notes", len(rate.Fallbacks), len(rate.Notes)) + candidatesOf(rate.Candidates)
}

func refusedAs(err error) string {
	refusal, is := err.(*Refusal)
	if !is {
		return ""
	}
	return fmt.Sprintf("%s %v", refusal.Code, refusal.Loc) + candidatesOf(refusal.Candidates)
}

func candidatesOf(list []Candidate) string {
	var names []string
	for _, c := range list {
		names = append(names, labelled(c.Place))
	}
	if names == nil {
		return ""
	}
	return " (" + strings.Join(names, "; ") + ")"
}

// labelled names a place with the row that applies to it.
func labelled(p Place) string {
	text := strings.Join(slices.DeleteFunc([]string{p.City.English, p.County, p.State, p.Country.Code}, func(part string) bool { return part == "" }), ", ")
	if p.Area != nil && p.Area.Name.English != p.City.English {
		text += " = " + p.Area.Label().English
	}
	return text
}
