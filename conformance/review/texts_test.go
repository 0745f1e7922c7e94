package review

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/payslate/payslate/internal/race"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/tables"
)

// TestSlipsInTexts makes slips that only a reader of the texts would see.
func TestSlipsInTexts(t *testing.T) {
	race.Skip(t)
	for _, slip := range []struct{ file, old, text, code string }{
		{"de/country.yaml", "1: {en: single, de: ledig}", "1: {de: single, en: ledig}", "swapped-languages"},
		{"no/country.yaml", "name: {en: Norway, de: Norwegen, nb: Norge}", "name: {en: Norge, de: Norwegen, nb: Norway}", "swapped-languages"},
		{"de/2026/parameters.yaml", "cite: \"SVBezGrV 2026; § 223", "cite: \"SVBezGrV 2025; § 223", "other-year"},
		{"de/tax_lines.yaml", "{p.solidarity_phase_in} % of the annual", "57 % of the annual", "figure-in-text"},
		{"no/country.yaml", "only: {net.tax_card: table}, label: {en: \"Bracket", "only: {net.tax_card: tabel}, label: {en: \"Bracket", "unknown-name"},
		{"de/country.yaml", "step: wage_tax.MSOLZ.SOLZMIN, passes: 0", "step: wage_tax.MSOLZ.SOLZMIM, passes: 0", "unknown-name"},
		{"uk/2026/parameters.yaml", "license: Open Government Licence v3.0", "license: Open Goverment Licence v3.0", "similar-name"},
	} {
		_, list, _ := Rules(edited(t, slip.file, slip.old, slip.text), rules.Options{WithoutArchive: true}, today)
		if !strings.Contains(list.Error(), "["+slip.code+"]") {
			t.Errorf("%s: %s: no finding %s:\n%s", slip.file, slip.text, slip.code, list.Error())
		}
	}
	files := fstest.MapFS{}
	copyFiles(t, files, tables.Embedded(), func(string) bool { return true })
	edit(t, files, "uk-revenue/regime.yaml", "name: {en: \"United Kingdom: scale rates for travel abroad\", de: \"Vereinigtes Königreich: Auslandssätze der Steuerverwaltung\"}", "name: {de: \"United Kingdom: scale rates for travel abroad\", en: \"Vereinigtes Königreich: Auslandssätze der Steuerverwaltung\"}")
	if _, list, _ := Tables(files, tables.Options{}, today); !strings.Contains(list.Error(), "[swapped-languages]") {
		t.Errorf("the name of a regime: %s", list.Error())
	}
}
