package coverage

import (
	"maps"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/payslate/payslate/conformance"
	"github.com/payslate/payslate/conformance/ruletext"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/tables"
)

// TestMain lets garbage gather: collecting it costs a third of the time.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	m.Run()
}

// TestFollow leaves out cases: the items that the others reach are told from the rest.
func TestFollow(t *testing.T) {
	files, err := ruletext.Read(rules.Embedded())
	if err != nil {
		t.Fatal(err)
	}
	counts := &Counts{}
	files = files.Only(func(name string) bool { return !strings.Contains(name, "/") || strings.HasPrefix(name, "uk/") })
	book, list := rules.Open(files.FS(), rules.Options{Counts: counts})
	if list.HasErrors() {
		t.Fatal(list.Err())
	}
	travel, list, _ := tables.Open(tables.Embedded(), tables.Options{Counts: counts})
	if list.HasErrors() {
		t.Fatal(list.Err())
	}
	all, err := conformance.Load()
	if err != nil {
		t.Fatal(err)
	}
	sets := slices.DeleteFunc(all, func(set *conformance.Set) bool {
		return !slices.Contains([]string{"uk-national-insurance-2023-24", "trips-official", "rates-de-federal"}, set.Name)
	})
	subject := conformance.NewSubject(files.FS(), book, travel)
	trips, err := ruletext.Read(tables.Embedded())
	if err != nil {
		t.Fatal(err)
	}
	maps.Copy(files, trips)
	items, err := Follow(sets, subject, counts, files, func(int) {})
	if err != nil {
		t.Fatal(err)
	}
	for want, reached := range map[string]bool{
		"uk/2023/parameters.yaml parameter 2023-04-06": true, "uk/2023/parameters.yaml parameter 2024-01-06": false, // days of the law
		"uk/2026/parameters.yaml parameter personal_allowance:": false,
		"uk/income_tax.yaml branch then of refuse:":             false,
		"uk/country.yaml value wales of region:":                false,
		"uk/national_insurance.yaml branch ":                    true,
		"de-federal/rules.yaml branch ":                         true,
		"de-federal/2026.yaml row FR":                           true,
		"us-federal/2026.yaml row US":                           false,
	} {
		found := slices.ContainsFunc(items, func(i *Item) bool {
			return i.Reached == reached && strings.HasPrefix(i.File+" "+string(i.Kind)+" "+i.ID, want)
		})
		if !found {
			t.Errorf("no item %s with reached=%t", want, reached)
		}
	}
}
