package review

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/rules"
)

// TestReview makes all mistakes in a country at once: none hides another.
func TestReview(t *testing.T) {
	files, wanted := map[string]fstest.MapFS{}, map[string][]string{}
	const de, uk = "de/2026/parameters.yaml", "uk/2026/parameters.yaml"
	for _, test := range []struct{ file, old, text, want string }{
		{de, "child_allowance: 9756\n", "child_allowance: 9600\n", ":20: warning: child_allowance is as in 2025, but changes every year [unchanged-value]"},
		{de, "basic_allowance: 12348\n", "basic_allowance: 1234.8\n", "basic_allowance was 12096 in 2025 and is 1234.8 now [unlikely-change]"},
		{de, "value: 69750,", "value: 89750,", "bbg_kv_pv was 66150 in 2025 and is 89750 now [unlikely-change]"},
		{"nl/2026/parameters.yaml", "label: \"2026\"", "label: \"2025\"", "the label of the year 2026 is 2025 [other-year]"},
		{"nl/2026/parameters.yaml", `"art. 42 Zvw; Stcrt. 2025, 38055"`, `"art. 42 Zvw; Stcrt. 2025, 38505"`, "the citation of health_levy_rate names Stcrt. 2025, 38505, but its source health_insurance_rates is Stcrt. 2025, 38055 [copied-entry]"},
		{"nl/2026/parameters.yaml", "stcrt-2025-38055.html", "stcrt-2025-42324.html", "the source health_insurance_rates has the address of premium_rates"},
		{"nl/2026/parameters.yaml", `en: "General tax credit ends"`, `en: "General tax credit falls from"`, `general_credit_end has the text of general_credit_start, "General tax credit falls from" [copied-entry]`},
		{de, "kept: the ordinance of 2025 holds on, ", "", "the citation of pv_rate names 2025, as in 2025: § 55 Abs. 1 SGB XI; PBAV 2025 [other-year]"},
		{"de/country.yaml", "      max: 10000000", "      max: 5000", "gross has the maximum 5000, which nothing reads [unread-bound]"},
		{uk, "{name: basic, to: 16956, rate: 20}", "{name: basic, to: 16956, rate: 0.20}", "income_tax_bands_scotland_basic_rate was 20 in 2025-26 and is 0.20 now [unlikely-change]"},
		{uk, "income_tax_bands_wales:\n    bands:\n      - {name: basic, to: 37700, rate: 20}\n      - {name: higher, to: 125140, rate: 40}", "income_tax_bands_wales:\n    bands:\n      - {name: basic, to: 37700, rate: 20}\n      - {name: higher, to: 125140, rate: 46}", "the rates of income_tax_bands_wales turn around here [falling-rates]"},
		{de, "special_expenses_allowance: 36", "special_expenses_allowance: {value: 36, unit: EUR/month}", "the unit of special_expenses_allowance was EUR/year in 2025 [changed-unit]"},
		{de, "kv_general_rate: 14.6", "kv_general_rate: {value: 14.6, until: 2025-12-31}", "the law sets kv_general_rate only until 2025-12-31, before this year begins [stale-value]"},
		{de, "Bundesanzeiger, November 2025\"", "Bundesanzeiger\"\n    date: 2024-11-12", "addon_announcement is of 2024-11-12, but its figures change every year [old-source]"},
		{de, "rechengrößen-Verordnung 2026 (social", "rechengrößen-Verordnung 2025 (social", "[old-source]"},
		{de, "until: 2025-12-31}", "until: 2025-12-31, listed: false}", "parameter kv_general_rate of 2025 is not listed in 2026 [dropped-parameter]"},
		{de, "  pension_income_allowance:", "  solidarity_rates:\n    value: 5.5\n    unit: percent\n    label: {en: \"Solidarity\", de: \"Solidarität\"}\n    source: solidarity_act\n    cite: \"§ 4\"\n  pension_income_allowance:", "parameter solidarity_rates is easily confused with solidarity_rate [similar-name]"},
		{"uk/net.yaml", "programs:\n", "programs:\n  spare:\n    in: {gross: GBP}\n    do:\n      - half: half_up(gross / 2, 2)\n    out: {half: GBP}\n", "no line of a payslip uses program spare [unused-program]"},
	} {
		country, _, _ := strings.Cut(test.file, "/")
		if files[country] == nil {
			files[country] = filesOf(t, test.file)
		}
		edit(t, files[country], test.file, test.old, test.text)
		wanted[country] = append(wanted[country], test.want)
	}
	for country, files := range files {
		_, list, _ := Rules(files, rules.Options{WithoutArchive: true}, today)
		for _, want := range wanted[country] {
			if !strings.Contains(list.Error(), want) {
				t.Errorf("no finding: %s\nfound:\n%s", want, list.Error())
			}
		}
	}
}

func TestReviewNoticesTheEndOfTheLastYear(t *testing.T) {
	_, list, _ := Rules(filesOf(t, "nl/country.yaml"), rules.Options{WithoutArchive: true}, time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC))
	for _, d := range list {
		if d.Code != "stale-year" {
			t.Error(d)
		}
	}
	if !slices.ContainsFunc(list, func(d diagnostic.Diagnostic) bool {
		return strings.Contains(d.Detail, "rulecheck new nl 2027 --from 2026")
	}) {
		t.Error(list.Error())
	}
	files := filesOf(t, "uk/country.yaml")
	for _, c := range [][3]string{{"default: 2026", "default: 2025", "the default year 2025 of UK has ended"}, {"default: 2025", "default: 2062", "no country has the default year 2062"}} {
		edit(t, files, "service.yaml", c[0], c[1])
		_, list, _ = Rules(files, rules.Options{WithoutArchive: true}, today)
		if len(list) == 0 || list[0].Subject.File != "service.yaml" || list[0].Summary != c[2] {
			t.Error(list.Error())
		}
	}
}

// TestDroppedCheck leaves out the relations of a file in a year.
func TestDroppedCheck(t *testing.T) {
	files := filesOf(t, "de/2026/parameters.yaml")
	left, _, _ := strings.Cut(string(files["de/minijob_limit.yaml"].Data), "checks:")
	files["de/minijob_limit.without.yaml"] = &fstest.MapFile{Data: []byte(left)}
	edit(t, files, "de/2026/parameters.yaml", "\nsources:", "\nmade_of: [../minijob_limit.without.yaml]\nsources:")
	_, list, _ := Rules(files, rules.Options{WithoutArchive: true}, today)
	if strings.Count(list.Error(), "[dropped-check]") != 2 {
		t.Error(list.Error())
	}
}

// TestUnusedVariables finds a description that no program of any year names.
func TestUnusedVariables(t *testing.T) {
	book, list := rules.Open(edited(t, "de/variables.yaml", "  # What it answers.", "  XYZ: cent"), rules.Options{})
	if book == nil {
		t.Fatal(list.Error())
	}
	if found := UnusedVariables(book); len(found) != 1 || found[0].Summary != "no program has variable XYZ" {
		t.Error(found.Error())
	}
}

// TestReviewLooksPastMarks checks that a year with marks is reviewed too.
func TestReviewLooksPastMarks(t *testing.T) {
	book, list, _ := Rules(edited(t, "de/2026/parameters.yaml", "basic_allowance: 12348\n", "basic_allowance: {value: 12096, to_check: true}\n"), rules.Options{WithoutArchive: true}, today)
	text := list.Error()
	if book != nil || !strings.Contains(text, ":3: error: year 2026 has 1 mark ") || !strings.Contains(text, "[figure-differs]") {
		t.Error(text)
	}
}

// TestReviewLooksAtEveryStretch checks that a mistake in a figure that applies to a part of
// a year is reported once.
func TestReviewLooksAtEveryStretch(t *testing.T) {
	for values, want := range map[string]string{
		"[{from: 2026-01-01, value: 6.10}, {from: 2026-07-01, value: 61.0}, {from: 2026-10-01, value: 6.10}]": "health_levy_rate was 6.10 in 2026 and is 61.0 now",
		"[{from: 2026-01-01, value: 0.1}, {from: 2026-07-01, value: 0.2}, {from: 2026-10-01, value: 0.3}]":    "health_levy_rate is 0.1 percent, and no year before confirms it",
	} {
		_, list, _ := Rules(edited(t, "nl/2026/parameters.yaml", "value: 6.10\n", "values: "+values+"\n"), rules.Options{}, today)
		if strings.Count(list.Error(), want) != 1 {
			t.Errorf("%s\nwant %s", list.Error(), want)
		}
	}
}

// TestReviewSamplesFalls lowers the declared bounds of a search.
func TestReviewSamplesFalls(t *testing.T) {
	_, list, _ := Rules(edited(t, "uk/net_to_gross.yaml", "2.60, 0.60)", "0.01, 0.01)"), rules.Options{WithoutArchive: true}, today)
	if !strings.Contains(list.Error(), "net_to_gross declares 0.01") {
		t.Errorf("findings: %v", list)
	}
}

// TestCausesComeFirst gives a figure a wrong unit, which shows in many shared files.
func TestCausesComeFirst(t *testing.T) {
	files := edited(t, "de/2026/parameters.yaml", "kv_reduced_rate: 14\n", "kv_reduced_rate: {value: 14, unit: EUR/year}\n")
	_, list, _ := Rules(files, rules.Options{WithoutArchive: true}, today)
	if len(list) < 2 || list[0].Code != "changed-unit" || !strings.HasSuffix(list[1].Summary, " (in 2026)") {
		t.Errorf("found:\n%s", list.Error())
	}
}
