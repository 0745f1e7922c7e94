package coverage

import (
	"bytes"
	"maps"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/payslate/payslate/conformance"
	"github.com/payslate/payslate/internal/race"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/rulecheck/ruletext"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/tables"
)

// TestMain lets garbage gather: collecting it costs a third of the time.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	m.Run()
}

// embeddedFiles are the payroll rules and the travel tables with their trip rules.
func embeddedFiles(t *testing.T) ruletext.Files {
	t.Helper()
	files, err := ruletext.Read(rules.Embedded())
	if err != nil {
		t.Fatal(err)
	}
	travel, err := ruletext.Read(tables.Embedded())
	if err != nil {
		t.Fatal(err)
	}
	maps.Copy(files, travel)
	return files
}

func followed(t *testing.T, keep func(set *conformance.Set) bool) (*Model, []*Set) {
	t.Helper()
	book, list := rules.Open(rules.Embedded(), rules.Options{WithoutArchive: true}) // as rulecheck cover does
	if list.HasErrors() {
		t.Fatal(list.Err())
	}
	travel, list, _ := tables.Open(tables.Embedded(), tables.Options{})
	if list.HasErrors() {
		t.Fatal(list.Err())
	}
	all, err := conformance.Load()
	if err != nil {
		t.Fatal(err)
	}
	subject := conformance.NewSubject(rules.Embedded(), book, travel)
	all = slices.DeleteFunc(conformance.Gather(all, nil, subject).Sets, func(set *conformance.Set) bool { return !keep(set) })
	m, err := New(embeddedFiles(t).FS())
	if err != nil {
		t.Fatal(err)
	}
	f, err := m.Follow(all, subject, func(int) {})
	if err != nil {
		t.Fatal(err)
	}
	if err := m.FollowRates(travel, all, func(int) {}); err != nil {
		t.Fatal(err)
	}
	return m, f
}

// TestMissingCasesShow leaves cases out.
func TestMissingCasesShow(t *testing.T) {
	race.Skip(t)
	m, sets := followed(t, func(set *conformance.Set) bool {
		return strings.HasPrefix(set.Name, "uk-national") && strings.HasSuffix(set.Name, "2025-26")
	})
	report := NewReport(m, sets)
	for _, want := range []string{"uk/income_tax refuse Tax code", "de/2026/basic_allowance", "uk/country region: wales", "de/retirement_notes note",
		"us-federal/day_allowance if basis", "de-federal/minimum_hours", "de-federal/rules meal: lunch", "de-federal/2026 AT", "de-federal/2026 AT overnight"} {
		if !slices.ContainsFunc(report.Unreached, func(i *Item) bool { return strings.HasPrefix(i.ID, want) }) {
			t.Errorf("%s counts as reached", want)
		}
	}
	for _, item := range report.Unreached {
		if item.Group == "uk/national_insurance" || item.ID == "uk/2025/ni_employee_rate" {
			t.Errorf("%s counts as unreached", item.ID)
		}
	}
}

func TestGrammarParts(t *testing.T) {
	race.Skip(t)
	file, list := syntax.Read("g.yaml", []byte(`grammars:
  code:
    normalise: [upper, no_blanks]
    parts:
      prefix: [S, C]
      number: integer
      basis: [W1/M1, W1]
    forms:
      allowance: (?<prefix>)?(?<number>[0-9]{1,3})[LM](?<basis>)?
      none: NT(?<basis>)?
    otherwise: {error: invalid_input, message: {en: no, de: nein}}
`))
	module, more := types.Declare([]*syntax.File{file}, types.Options{})
	list.Extend(more)
	if list.HasErrors() {
		t.Fatal(list.Err())
	}
	for text, want := range map[string]string{
		"s12 l w1": "code allowance, code.prefix S, code.basis W1",
		"12MW1/M1": "code allowance, code.basis W1/M1",
		"NT":       "code none",
		"1234L":    "",
	} {
		var found []string
		markReading(module.Grammars["code"], text, func(owner, value string) { found = append(found, owner+" "+value) })
		if got := strings.Join(found, ", "); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// TestDatedFigures checks that cases reach only those values of a dated figure that apply on
// their days.
func TestDatedFigures(t *testing.T) {
	race.Skip(t)
	files := embeddedFiles(t)
	const head = "uk/2023/parameters.yaml"
	files[head] = bytes.Replace(files[head], []byte("\narchive: true\n"), []byte("\n"), 1)
	m, err := New(files.FS())
	if err != nil {
		t.Fatal(err)
	}
	book, list := rules.Open(rules.Embedded(), rules.Options{})
	if list.HasErrors() {
		t.Fatal(list.Err())
	}
	sets, err := conformance.Load()
	if err != nil {
		t.Fatal(err)
	}
	sets = slices.DeleteFunc(sets, func(set *conformance.Set) bool { return set.Name != "uk-national-insurance-2023-24" })
	if _, err := m.Follow(sets, conformance.NewSubject(rules.Embedded(), book, nil), func(int) {}); err != nil {
		t.Fatal(err)
	}
	for id, want := range map[string]bool{
		"uk/2023/ni_employee_rate": true, "uk/2023/ni_employee_rate from 2023-04-06": true, "uk/2023/ni_employee_rate from 2024-01-06": false,
	} {
		i := slices.IndexFunc(m.Items, func(item *Item) bool { return item.ID == id })
		if i < 0 || m.Items[i].Reached() != want {
			t.Errorf("%s: is there %t, reached should be %t", id, i >= 0, want)
		}
	}
}
