package review

import (
	"runtime/debug"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/tables"
)

// TestMain collects garbage less often, which saves a third of the time.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	m.Run()
}

// TestSlipsInTexts makes slips that only a reader of the texts would see.
func TestSlipsInTexts(t *testing.T) {
	for _, slip := range []struct{ file, old, text, code string }{
		{"de/country.yaml", "1: {en: single, de: ledig}", "1: {de: single, en: ledig}", "swapped-languages"},
		{"no/country.yaml", "name: {en: Norway, de: Norwegen, nb: Norge}", "name: {en: Norge, de: Norwegen, nb: Norway}", "swapped-languages"},
		{"de/2026/parameters.yaml", "cite: \"SVBezGrV 2026; § 223", "cite: \"SVBezGrV 2025; § 223", "other-year"},
		{"de/tax_lines.yaml", "{p.solidarity_phase_in} % of the annual", "57 % of the annual", "figure-in-text"},
		{"no/country.yaml", "only: {net.tax_card: table}, label: {en: \"Bracket", "only: {net.tax_card: tabel}, label: {en: \"Bracket", "unknown-name"},
		{"de/country.yaml", "step: wage_tax.MSOLZ.SOLZMIN, passes: 0", "step: wage_tax.MSOLZ.SOLZMIM, passes: 0", "unknown-name"},
		{"us/2026/parameters.yaml", "es: Períodos de pago del año", "es: Pay periods of the year", "swapped-languages"},
		{"no/country.yaml", "label: {en: Days, de: Tage,", "label: {en: Tage, de: Tage,", "swapped-languages"},
		{"us/country.yaml", "label: {en: State, de: Staat, es: Estado}", "label: {en: State, de: Staat, es: Staat}", "swapped-languages"},
		{"de/country.yaml", "spouses: {3: [5], 4: [4]}", "spouses: {3: [4], 4: [4]}", "contradiction"},
		{"at/country.yaml", "label: {en: Month of birth, de: Geburtsmonat}", "label: {en: Month of birth, de: Geburtsjahr}", "copied-entry"},
		{"at/country.yaml", "en: Children from 18 on for whom family allowance is drawn.", "en: Children below 18 for whom family allowance is drawn.", "copied-entry"},
		{"se/2026/parameters.yaml", "sv: \"Allmän pensionsavgift, inkomst från\"", "sv: \"Allmän pensionsavgift, inkomst upp till\"", "copied-entry"},
		{"at/law.yaml", "where: wage_tax\n", "where: wage_taxes\n", "unknown-name"},
		{"uk/net.yaml", "remedy: {set: {extra_period: null}}", "remedy: {set: {previous_pay: null}}", "unrelated-field"},
		{"uk/net.yaml", "field: extra_period", "field: region", "unrelated-field"},
		{"uk/net.yaml", "field: extra_period\n          remedy: {set", "field: period\n          remedy: {set", "unrelated-field"},
		{"de/2026/parameters.yaml", "§ 242a Abs. 2 SGB V", "§ 241 SGB V", "copied-entry"},
		{"de/figures.yaml", "cite: \"§ 242a SGB V\"", "cite: \"§ 241 SGB V\"", "copied-entry"},
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
	edit(t, files, "law.yaml", "where: us-federal/rules", "where: us-federal/rule")
	if _, list, _ := Tables(files, tables.Options{}, today); !strings.Contains(list.Error(), "[swapped-languages]") || !strings.Contains(list.Error(), "[unknown-name]") {
		t.Errorf("the name of a regime, a place of the law: %s", list.Error())
	}
}
