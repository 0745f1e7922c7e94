package tables

import (
	"errors"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
)

// TestTownsTakeTheAreaOfTheirCounty asks for towns that no area is named after.
func TestTownsTakeTheAreaOfTheirCounty(t *testing.T) {
	for _, c := range []struct {
		query      Query
		id, county string
		candidates string // as city, county and area
		says       string
	}{
		{Query{City: "Bethesda, MD"}, "75", "Montgomery County", "", "Bethesda lies in Montgomery County"},
		{Query{State: "MD", City: "Bethesda CDP"}, "75", "Montgomery County", "", "Bethesda CDP lies in Montgomery County"},
		{Query{State: "MA", City: "Town of Brookline"}, "157", "Norfolk County", "", "lies in Norfolk County"},
		{Query{State: "NY", City: "Mt. Vernon"}, "275", "Westchester County", "", "Mt. Vernon lies in Westchester County"},
		{Query{State: "MA", City: "Teaticket"}, "150", "Barnstable County", "", "which belongs to the rate area Falmouth."},
		// Of several places or parts of a town, one with 95 % of the inhabitants.
		{Query{State: "AL", City: "Argo"}, "0", "St. Clair County", "Argo Jefferson County 1",
			"Argo lies in St. Clair County, which has no rate of its own: the standard CONUS rate applies. A small part of Argo lies in Jefferson County (Birmingham)."},
		{Query{State: "PA", City: "Jackson"}, "0", "Lebanon County", "", "Jackson was taken for the township in Lebanon County, which has no rate of its own"},
		// Otherwise the county is asked.
		{Query{State: "AL", City: "Hoover"}, "", "", "Hoover Jefferson County 1; Hoover Shelby County 0",
			"Hoover lies in Jefferson County (Birmingham) and in Shelby County (standard rate): send the county."},
		{Query{State: "AL", City: "Lake View"}, "", "", "", "Alabama has several places called Lake View: in Tuscaloosa County (standard rate), Jefferson County (Birmingham) and in DeKalb County (standard rate). Send the county."},
		{Query{State: "MA", City: "East Falmouth"}, "", "", "Falmouth Barnstable County 150; Hyannis  151", "East Falmouth lies in Barnstable County (Falmouth), but ZIP codes of that name lie in other rate areas (Hyannis)"},
		{Query{State: "AL", City: "Adger"}, "", "", "Adger Jefferson County 1; Standard CONUS rate  0", "send the county or the ZIP code"},
		// The county decides where it is sent, and so does an area's own name.
		{Query{State: "AL", City: "Hoover", County: "Shelby"}, "0", "Shelby", "", "Shelby County, Alabama, is not a rate area: the standard CONUS rate applies."},
		{Query{State: "AL", County: "County of Shelby"}, "0", "County of Shelby", "", "Shelby County, Alabama, is not a rate area"},
		{Query{State: "VA", County: "City of Poquoson"}, "0", "City of Poquoson", "", "City of Poquoson, Virginia, is not a rate area"},
		{Query{State: "AL", City: "Hoover", County: "Jefferson"}, "1", "Jefferson", "", ""},
		// A name that the towns lack.
		{Query{State: "MI", City: "Lake City"}, "0", "", "", "Lake City is not known to lie in a county of Michigan"},
		{Query{State: "DC", City: "Georgetown"}, "75", "", "", "All of the District of Columbia belongs to the rate area District of Columbia"},
	} {
		c.query.Date = "2026-05-12"
		rate, err := embeddedBook().Resolve("us-federal", &c.query)
		id, county, said, candidates := "", "", "", []Candidate(nil)
		var refusal *Refusal
		if errors.As(err, &refusal) {
			candidates, said = refusal.Candidates, refusal.Message.English
			if refusal.Code != ambiguousLocation {
				t.Errorf("%+v: %v", c.query, err)
			}
		} else {
			id, county, candidates = rate.Area.ID, rate.Location.County, rate.Candidates
			for _, text := range append(rate.Fallbacks, rate.Notes...) {
				said += text.English + " "
			}
		}
		var all []string
		for _, candidate := range candidates {
			all = append(all, candidate.City.English+" "+candidate.County+" "+candidate.Area.ID)
		}
		if got := strings.Join(all, "; "); id != c.id || county != c.county || c.candidates != "" && got != c.candidates || !strings.Contains(said, c.says) || c.says == "" && said != "" {
			t.Errorf("%+v\n got area %s, %s, candidates %s, %q\nwant area %s, %s, candidates %s, %q", c.query, id, county, got, said, c.id, c.county, c.candidates, c.says)
		}
		// What a candidate says leads to its area.
		for _, candidate := range candidates {
			if candidate.County == "" && candidate.Area.Kind == RestArea || candidate.Country.Code != "US" {
				continue
			}
			again := Query{State: candidate.State, County: candidate.County, City: candidate.City.English, Date: c.query.Date}
			if rate, err := embeddedBook().Resolve("us-federal", &again); err != nil || rate.Area != candidate.Area {
				t.Errorf("%+v, sent again: %v, want area %s", again, err, candidate.Area.ID)
			}
		}
	}
}

// TestTownsOfALeg refuses a town of a leg with the number of the leg.
func TestTownsOfALeg(t *testing.T) {
	journey := Journey{LeaveHome: "2026-05-11T08:00", ReturnHome: "2026-05-13T18:00", Legs: []Leg{{Place: Query{State: "AL", City: "Hoover"}, Arrive: "2026-05-11T12:00", Depart: "2026-05-13T12:00"}}}
	_, err := embeddedBook().Trip("us-federal", &journey)
	if err == nil || !strings.Contains(err.Error(), "Leg 1: Hoover lies in Jefferson County") {
		t.Errorf("got %v", err)
	}
	journey.Legs[0].Place = Query{State: "MD", City: "Bethesda"}
	answer, err := embeddedBook().Trip("us-federal", &journey)
	if err != nil || answer.Totals[0].Lodging.String() != "552.00" || !strings.Contains(answer.Fallbacks[0].English, "Bethesda lies in Montgomery County") {
		t.Errorf("got %+v, %v", answer, err)
	}
}

// TestEmbeddedTowns checks every line of the program's own towns.
func TestEmbeddedTowns(t *testing.T) {
	regime := embeddedBook().Regime("us-federal")
	text, err := fs.ReadFile(Embedded(), "us-federal/towns.txt")
	if err != nil {
		t.Fatal(err)
	}
	l := newLoader(fstest.MapFS{})
	_, declared, _ := strings.Cut(string(text), "\ntowns ")
	declared, _, _ = strings.Cut(declared, "\n")
	if regime.countyTowns.check(l, "towns.txt", declared, regime); l.Findings.HasErrors() {
		t.Error(l.Findings)
	}
}

// TestWrongTowns reports towns that cannot be read.
func TestWrongTowns(t *testing.T) {
	good := "NY|Albany|city|Albany|100|\nNY|Troy|city|Rensselaer;Albany|10|0.5;0.5\n"
	regime := embeddedBook().Regime("us-federal")
	for _, c := range []struct{ old, text, want string }{
		{"", "", ""},
		{"100", "101", "the file has 2 111"},
		{"city|Albany", "castle|Albany", "the kind castle is unknown"},
		{"|0.5;0.5", "", "each county needs its share"},
		{"0.5;0.5", "0.5;half", "the share half cannot be read"},
		{"|100|", "|many|", "the number of inhabitants cannot be read"},
		{"city|Albany", "city|", "the county is missing"},
		{"100|", "100|||gone", "the post office must be empty, crosses or differs"},
		{"100|", "100||||||more", "too many cells"},
		{"Albany|city", "Utica|city", "comes after NY|utica"},
	} {
		towns := *regime.countyTowns
		towns.textFile = &textFile{lines: strings.Replace(good, c.old, c.text, 1)}
		l := newLoader(fstest.MapFS{})
		towns.check(l, "towns.txt", "2 110", regime)
		if got := l.Findings.Error(); c.want == "" && l.Findings.HasErrors() || !strings.Contains(got, c.want) {
			t.Errorf("%s to %s: %s, want %s", c.old, c.text, got, c.want)
		}
	}
}
