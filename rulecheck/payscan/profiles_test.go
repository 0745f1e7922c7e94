package payscan

import (
	"slices"
	"strings"
	"testing"

	"github.com/payslate/payslate/conformance"
	"github.com/payslate/payslate/rulecheck/yeardiff"
	"github.com/payslate/payslate/rules"
)

// TestPlanCoversEveryValue holds the scans to the fields and periods that the
// countries declare.
func TestPlanCoversEveryValue(t *testing.T) {
	book, list := rules.OpenEmbedded()
	if list.HasErrors() {
		t.Fatal(list.Err())
	}
	grids, err := yeardiff.ReadGrids(conformance.People)
	if err != nil {
		t.Fatal(err)
	}
	variations, err := ReadVariations(conformance.People)
	if err != nil {
		t.Fatal(err)
	}
	for _, country := range book.Countries() {
		if country.Status() != rules.Available {
			continue
		}
		grid := grids[country.Code()]
		if grid == nil {
			t.Errorf("%s is not scanned", country.Code())
			continue
		}
		scans, err := Plan(Scan{Book: book, Step: 100, Stretch: 10000, Highest: 3000000}, country, grid, variations[country.Code()])
		if err != nil {
			t.Fatal(err)
		}
		scanned := func(year int, period, field, value string) bool {
			return slices.ContainsFunc(scans, func(s Scan) bool {
				text, given := s.Person.Profile[field]
				return s.Year == year && s.Period == period && given && (text == value || value == "")
			})
		}
		for _, year := range country.Years() {
			for _, period := range country.Periods() {
				for _, field := range country.Fields() {
					values := append([]string{""}, field.Choices...)
					for _, choice := range field.ChoiceLabels {
						values = append(values, choice.Value)
					}
					if field.Kind == rules.Boolean {
						values = append(values, "true", "false")
					}
					for _, value := range values {
						if !scanned(year, period, field.Name, value) {
							t.Errorf("%s %d %s: %s %s is not scanned", country.Code(), year, period, field.Name, value)
						}
					}
				}
			}
		}
		seen := map[string]bool{}
		for _, s := range scans {
			if s.Step < 1 || s.Stretch < s.Step || s.Highest < 1000*s.Step {
				t.Errorf("%s: from %d to %d cents of a %s", s.Person.Name, s.Step, s.Highest, s.Period)
			}
			if s.Period == grid.Period && (s.Step != 100 || s.Highest != 3000000) {
				t.Errorf("%s: steps of %d cents to %d of a %s", s.Person.Name, s.Step, s.Highest, s.Period)
			}
			seen[s.Period] = true
		}
		if len(seen) != len(country.Periods()) {
			t.Errorf("%s: %v", country.Code(), seen)
		}
	}
}

func TestProfiles(t *testing.T) {
	fields := []rules.Field{
		{Name: "class", Kind: rules.Integer, ChoiceLabels: []rules.ChoiceLabel{{Value: "1"}, {Value: "2"}}},
		{Name: "member", Kind: rules.Boolean},
		{Name: "kind", Kind: rules.Choice, Choices: []string{"A", "B"}},
		{Name: "children", Kind: rules.Integer},
	}
	names := func(people []yeardiff.Person) string {
		var list []string
		for _, p := range people {
			list = append(list, p.Name)
		}
		return strings.Join(list, "; ")
	}
	v := Variations{Values: map[string][]string{"children": {"0", "3"}, "kind": {"C", "A"}}, Pairs: [][2]string{{"class", "children"}}}
	single, paired, err := v.Profiles(fields, []yeardiff.Person{{Name: "first", Profile: map[string]string{"class": "1"}}})
	if err != nil {
		t.Fatal(err)
	}
	if got := names(single); got != "first; class 2; member false; member true; kind A; kind B; kind C; children 0; children 3" {
		t.Error(got)
	}
	if got := names(paired); got != "class 1, children 0; class 1, children 3; class 2, children 0; class 2, children 3" {
		t.Error(got)
	}
	for want, v := range map[string]Variations{
		"no value of children": {},
		"scan pairs colour":    {Values: v.Values, Pairs: [][2]string{{"class", "colour"}}},
	} {
		if _, _, err := v.Profiles(fields, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	v = Variations{People: []yeardiff.Person{{Name: "parent", Profile: map[string]string{"children": "2"}}}}
	if _, _, err := v.Profiles(fields, nil); err != nil {
		t.Error(err)
	}
}

// TestRefusedPeople tells a person whom the rules refuse at every pay from one that
// has no findings.
func TestRefusedPeople(t *testing.T) {
	book, list := rules.OpenEmbedded()
	if list.HasErrors() {
		t.Fatal(list.Err())
	}
	s := Scan{Book: book, Country: "DE", Folder: "de", Year: 2026, Period: "month", Step: 50000, Stretch: 50000, Highest: 1000000}
	people := []yeardiff.Person{{Name: "private", Profile: map[string]string{"health_insurance": "private"}}, {Name: "statutory"}}
	var scans []Scan
	for _, s.Person = range people {
		scans = append(scans, s)
	}
	outcomes, err := RunAll(scans, nil, func(int) {})
	if err != nil {
		t.Fatal(err)
	}
	if outcomes[0].Refused == nil || outcomes[1].Refused != nil {
		t.Errorf("%+v", outcomes)
	}
}
