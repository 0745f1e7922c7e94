package yeardiff

import (
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/payslate/payslate/conformance"
	"github.com/payslate/payslate/internal/race"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/rulecheck/ruletext"
	"github.com/payslate/payslate/rules"
)

// TestMain collects garbage less often, which saves a third of the time.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	m.Run()
}

// compared caches reports by folder.
var compared = map[string]*Report{}

func compare(t *testing.T, folder, code string) *Report {
	t.Helper()
	if r := compared[folder]; r != nil {
		return r
	}
	files, err := ruletext.Read(rules.Embedded())
	if err != nil {
		t.Fatal(err)
	}
	grids, err := ReadGrids(conformance.People)
	if err != nil {
		t.Fatal(err)
	}
	r, err := Compare(Request{Files: files, Folder: folder, Code: code, Before: Point{Year: 2025}, After: Point{Year: 2026}, Grid: grids[code]}, func(int) {})
	if err != nil {
		t.Fatal(err)
	}
	compared[folder] = r
	return r
}

// TestCausesSumUp requires the causes to add up to each change, and both net pays to equal
// those of the rule book.
func TestCausesSumUp(t *testing.T) {
	race.Skip(t)
	book, list := rules.OpenEmbedded()
	if list.HasErrors() {
		t.Fatal(list.Err())
	}
	for folder, code := range map[string]string{"de": "DE", "uk": "UK"} {
		r := compare(t, folder, code)
		causes, changed := 0, 0
		for _, e := range r.Effects {
			if e.Refused != "" {
				t.Errorf("%s at %s is refused: %s", e.Person, e.Gross, e.Refused)
				continue
			}
			sum := e.Before
			for _, c := range e.Causes {
				sum = sum.Add(c.Amount)
				causes++
			}
			if sum.Cmp(e.After) != 0 {
				t.Errorf("%s at %s: %v and its causes are %v, not %v", e.Person, e.Gross, e.Before, sum, e.After)
			}
			if e.Before.Cmp(e.After) != 0 {
				changed++
			}
			person := r.grid.People[slices.IndexFunc(r.grid.People, func(p Person) bool { return p.Name == e.Person })]
			for year, want := range map[int]number.Decimal{2025: e.Before, 2026: e.After} {
				s, err := Scenario(book, code, year, r.Period, e.Gross, person)
				if err != nil {
					t.Fatal(err)
				}
				if got, err := book.Net(s); err != nil || got.Net.Cmp(want) != 0 {
					t.Errorf("%s at %s in %d: %v %v, want %v", e.Person, e.Gross, year, got, err, want)
				}
			}
		}
		if causes == 0 || changed == 0 {
			t.Errorf("%s: nothing changes", code)
		}
	}
}

func TestReportShowsChanges(t *testing.T) {
	race.Skip(t)
	r := compare(t, "de", "DE")
	at := slices.IndexFunc(r.Figures, func(f Figure) bool { return f.Key == "basic_allowance" })
	if f := r.Figures[at]; f.Before != "12096" || f.After != "12348" || f.Percent != "+2.08" || !f.Changed() {
		t.Errorf("%+v", f)
	}
	var text strings.Builder
	if err := r.WriteText(&text); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"basic_allowance", "+2.08 %", "MVSPHB", "class VI, no children"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("the text does not contain %q", want)
		}
	}
}

func TestDifferKeepsCommonLines(t *testing.T) {
	lines := func(texts ...string) (list []sourceLine) {
		for i, text := range texts {
			list = append(list, sourceLine{"P", text, i + 1})
		}
		return list
	}
	got := ""
	for _, l := range differ(lines("a", "b", "c", "d"), lines("a", "c", "x", "d")) {
		got += l.Sign + l.Text
	}
	if got != "-b+x" {
		t.Error(got)
	}
}
