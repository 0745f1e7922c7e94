package yeardiff

import (
	"strings"
	"testing"

	"github.com/payslate/payslate/conformance"
	"github.com/payslate/payslate/rules"
)

// TestLargestChangesComeFirst compares two years of Germany.
func TestLargestChangesComeFirst(t *testing.T) {
	book, list := rules.OpenEmbedded()
	if list.HasErrors() {
		t.Fatal(list.Err())
	}
	grids, err := ReadGrids(conformance.Embedded())
	if err != nil {
		t.Fatal(err)
	}
	country, _ := book.Country("DE")
	r, err := Compare(book, country, rules.Embedded(), grids["DE"], Point{Year: 2025}, Point{Year: 2026})
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	if err := r.WriteText(&text); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"basic_allowance", "+2.08 %", "bbg_kv_pv cite", "class VI, no children, gross 25000"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("the text does not contain %q:\n%s", want, &text)
		}
	}
	for i := range r.Figures[1:] {
		if r.Figures[i].change.Cmp(r.Figures[i+1].change) < 0 {
			t.Errorf("%s (%s) comes before %s (%s)", r.Figures[i].Key, r.Figures[i].Percent, r.Figures[i+1].Key, r.Figures[i+1].Percent)
		}
	}
	for i, e := range r.Effects {
		if i > 0 && r.Effects[i-1].size.Cmp(e.size) < 0 {
			t.Errorf("%s at %s comes too late", e.Person, e.Gross)
		}
	}
}

// TestFiguresAtTheEndOfAYear compares a year whose law changed within it by its last figures.
func TestFiguresAtTheEndOfAYear(t *testing.T) {
	figures, err := Changed(rules.Embedded(), "uk/2023", "uk/2024")
	if err != nil || len(figures) == 0 {
		t.Fatal(figures, err)
	}
	for _, f := range figures {
		if strings.Contains(f.Key, "@") {
			t.Errorf("%s: %s → %s", f.Key, f.Before, f.After)
		}
	}
}
