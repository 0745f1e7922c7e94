package main

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/rules"
)

// slips are what happens to people who edit rules: a text of a file, and what
// stands there instead.
var slips = []struct{ name, file, text, slip string }{
	{"wrong indent", "de/2026/parameters.yaml", "    value: 12348\n    unit: EUR/year", "    value: 12348\n   unit: EUR/year"},
	{"indented too far", "de/2026/parameters.yaml", "    value: 12348\n    unit: EUR/year", "    value: 12348\n      unit: EUR/year"},
	{"comma for point", "de/2026/parameters.yaml", "value: 914.51", "value: 914,51"},
	{"grouped digits", "de/2026/parameters.yaml", "value: 101400", "value: 101.400,00"},
	{"number in quotes", "de/2026/parameters.yaml", "value: 101400", "value: \"101400\""},
	{"typing error in a key", "de/2026/parameters.yaml", "    value: 12348\n    unit:", "    value: 12348\n    unti:"},
	{"typing error in a section", "de/2026/parameters.yaml", "\nparameters:", "\nparametres:"},
	{"typing error in a parameter", "de/social_insurance.yaml", "p.pv_rate / 2 + saxony_extra", "p.pv_rat / 2 + saxony_extra"},
	{"typing error in a name", "uk/income_tax.yaml", "p.overriding_limit / 100", "p.overiding_limit / 100"},
	{"typing error in a function", "de/social_insurance.yaml", "half_up(base * general_rate", "halfup(base * general_rate"},
	{"typing error in a source", "de/2026/parameters.yaml", "    source: health_insurance_act\n    cite: \"§ 241 SGB V\"", "    source: health_insurence_act\n    cite: \"§ 241 SGB V\""},
	{"typing error in a unit", "de/2026/parameters.yaml", "    value: 12348\n    unit: EUR/year", "    value: 12348\n    unit: EUR/yaer"},
	{"percent for fraction", "de/2026/parameters.yaml", "value: 14.6\n", "value: 0.146\n"},
	{"point left out", "de/2026/parameters.yaml", "value: 14.6\n", "value: 146\n"},
	{"digit left out", "de/2026/parameters.yaml", "value: 69750", "value: 6975"},
	{"missing source", "de/2026/parameters.yaml", "    source: health_insurance_act\n    cite: \"§ 241 SGB V\"", "    cite: \"§ 241 SGB V\""},
	{"missing citation", "de/2026/parameters.yaml", "    cite: \"§ 241 SGB V\"\n", ""},
	{"missing unit", "de/2026/parameters.yaml", "    value: 14.6\n    unit: percent\n", "    value: 14.6\n"},
	{"missing value", "de/2026/parameters.yaml", "    value: 14.6\n", "    value:\n"},
	{"overlapping dates", "de/2026/parameters.yaml", "from: 2026-01-01", "from: 2025-12-01"},
	{"gap in dates", "uk/2026/parameters.yaml", "from: 2026-04-06", "from: 2026-05-06"},
	{"date of another country", "de/2026/parameters.yaml", "from: 2026-01-01", "from: 01.01.2026"},
	{"dates turned round", "de/2026/parameters.yaml", "{from: 2026-01-01, to: 2026-12-31}", "{from: 2026-12-31, to: 2026-01-01}"},
	{"band order", "uk/2026/parameters.yaml", "      - {name: starter, to: 3967, rate: 19}\n      - {name: basic, to: 16956, rate: 20}", "      - {name: basic, to: 16956, rate: 20}\n      - {name: starter, to: 3967, rate: 19}"},
	{"band without an end", "uk/2026/parameters.yaml", "{name: basic, to: 16956, rate: 20}", "{name: basic, rate: 20}"},
	{"rate beside the wrong band", "uk/2026/parameters.yaml", "{name: basic, to: 16956, rate: 20}", "{name: basic, to: 16956, rate: 12}"},
	{"tab", "de/2026/parameters.yaml", "    value: 12348\n", "\tvalue: 12348\n"},
	{"duplicated key", "de/2026/parameters.yaml", "    value: 12348\n", "    value: 12348\n    value: 12400\n"},
	{"duplicated parameter", "de/2026/parameters.yaml", "  rv_rate:\n", "  av_rate:\n"},
	{"last year's value", "de/2026/parameters.yaml", "value: 12348\n", "value: 12096\n"},
	{"last year's folder", "de/2026/parameters.yaml", "\nyear: 2026\n", "\nyear: 2025\n"},
	{"file left out", "de/2026/parameters.yaml", "  - ../church_tax.yaml\n", ""},
	{"colon in a text", "de/2026/parameters.yaml", "name: Einkommensteuergesetz (income", "name: EStG: Einkommensteuergesetz (income"},
	{"closing quote left out", "de/2026/parameters.yaml", "de: \"Grundfreibetrag\"}", "de: \"Grundfreibetrag}"},
	{"closing bracket left out", "de/social_insurance.yaml", "half_up(base * general_rate / 2 / 100, 2)", "half_up(base * general_rate / 2 / 100, 2"},
	{"rounding left out", "de/contributions.yaml", "half_up(base_health * care_full_rate / 100, 2)", "base_health * care_full_rate / 100"},
	{"case left out", "uk/2026/parameters.yaml", "{BR: 20, D0: 40, D1: 45}", "{BR: 20, D0: 40}"},
	{"wrong unit", "de/2026/parameters.yaml", "    value: 101400\n    unit: EUR/year", "    value: 101400\n    unit: EUR"},
	{"unit in other words", "uk/2026/parameters.yaml", "    value: 15\n    unit: percent", "    value: 15\n    unit: pct"},
	{"function of a spreadsheet", "uk/income_tax.yaml", "down(pay * p.overriding_limit / 100, 2)", "rounddown(pay * p.overriding_limit / 100, 2)"},
	{"hundred left out", "uk/national_insurance.yaml", "third_decimal(employer_to_upper_limit * p.ni_employer_rate / 100, 2)", "third_decimal(employer_to_upper_limit * p.ni_employer_rate, 2)"},
	{"program left out", "uk/2026/parameters.yaml", "  - ../net_to_gross.yaml\n", ""},
	{"day that no month has", "uk/2026/parameters.yaml", "from: 2026-04-06", "from: 2026-02-31"},
	{"typographic quotes", "uk/2026/parameters.yaml", "label: \"2026-27\"", "label: “2026-27: new”"},
	{"typographic quotes in a text", "uk/2026/parameters.yaml", "label: {en: National Insurance upper earnings limit,", "label: {en: “National Insurance upper earnings limit”,"},
	{"blank that does not break", "uk/2026/parameters.yaml", "  ni_upper_earnings_limit:\n    by:", "  ni_upper_earnings_limit:\n\u00a0   by:"},
	{"colon left out", "uk/2026/parameters.yaml", "  ni_upper_earnings_limit:\n    by: pay_period", "  ni_upper_earnings_limit:\n    by pay_period"},
	{"blank left out", "uk/2026/parameters.yaml", "  ni_upper_earnings_limit:\n    by: pay_period", "  ni_upper_earnings_limit:\n    by:pay_period"},
	{"part twice", "uk/2026/parameters.yaml", "  - ../net.yaml\n", "  - ../net.yaml\n  - ../net.yaml\n"},
	{"part that is not there", "uk/2026/parameters.yaml", "  - ../income_tax.yaml\n", "  - ../income_taxes.yaml\n"},
	{"part that is the year", "uk/2026/parameters.yaml", "  - ../net.yaml\n", "  - ../net.yaml\n  - parameters.yaml\n"},
	{"part that is another year", "uk/2026/parameters.yaml", "  - ../net.yaml\n", "  - ../net.yaml\n  - ../2025/parameters.yaml\n"},
	{"part of another country", "uk/2026/parameters.yaml", "  - ../net.yaml\n", "  - ../net.yaml\n  - ../../de/figures.yaml\n"},
	{"another country", "uk/country.yaml", "\ncountry: UK", "\ncountry: FR"},
	{"thresholds swapped", "uk/2026/parameters.yaml", "values: {week: 242, fortnight: 484, four_weeks: 967, month: 1048, year: 12570}", "values: {week: 967, fortnight: 1934, four_weeks: 3867, month: 4189, year: 50270}"},
	{"periods swapped", "uk/2026/parameters.yaml", "week: 242, fortnight: 484, four_weeks: 967, month: 1048,", "week: 242, fortnight: 484, four_weeks: 1048, month: 967,"},
	{"fraction in a new figure", "uk/2026/parameters.yaml", "\nparameters:\n", "\nparameters:\n  new_rate: {value: 0.095, unit: percent, label: New rate, source: ni_regulations, cite: regulation 1, listed: false}\n"},
	{"rate in a new figure too high", "uk/2026/parameters.yaml", "\nparameters:\n", "\nparameters:\n  new_rate: {value: 146, unit: percent, label: New rate, source: ni_regulations, cite: regulation 1, listed: false}\n"},
	{"negative allowance", "uk/2026/parameters.yaml", "year: 12570}", "year: -12570}"},
	{"point between thousands", "uk/2026/parameters.yaml", "  personal_allowance:\n    value: 12570", "  personal_allowance:\n    value: 12.570"},
	{"figure that nothing reads", "uk/2026/parameters.yaml", "\nparameters:\n", "\nparameters:\n  new_limit: {value: 95, unit: GBP, label: New limit, source: ni_regulations, cite: regulation 1}\n"},
	{"case that a match does not have", "uk/national_insurance.yaml", "E: site, D: site, K: site}", "E: site, D: site, K: site, Y: site}"},
	{"division by what may be zero", "uk/national_insurance.yaml", "- above_upper_limit: max(0, pay - upper_limit)", "- above_upper_limit: max(0, pay - upper_limit) * pay / pay"},
	{"condition decided before", "uk/net.yaml", "when: otherwise(period_number, 1) * step > tables", "when: otherwise(period_number, 1) * step > tables and 1 > year"},
	{"currency of another country", "uk/national_insurance.yaml", "max(0, pay - upper_limit)", "max(0, as(as(pay, \"penny\"), \"EUR\") - upper_limit)"},
	{"currency that does not exist", "uk/country.yaml", "\ncurrency: GBP", "\ncurrency: GBB"},
	{"tax code of another allowance", "uk/2026/parameters.yaml", "text: 1257L", "text: 1275L"},
	{"threshold on a step that is not there", "uk/country.yaml", "step: income_tax.above_free_pay", "step: income_tax.above_free_pays"},
	{"figure that differs from the plan", "de/2026/parameters.yaml", "    value: 20350", "    value: 20530"},
	{"case of another enumeration in with", "uk/national_insurance.yaml", "          letter: letter\n", "          letter: period\n"},
	{"payment input left out", "uk/country.yaml", "    period: {type: pay_period, about: {en: Pay period., de: Lohnzahlungszeitraum.}}\n", ""},
	{"mark left", "de/2026/parameters.yaml", "    value: 12348\n", "    to_check: true\n    value: 12348\n"},
}

// TestSlips: each slip gives a finding that names place and remedy.
func TestSlips(t *testing.T) {
	if raced {
		t.Skip("one goroutine: it runs without the race detector")
	}
	if len(slips) < 30 {
		t.Errorf("%d slips", len(slips))
	}
	parts := map[string]fstest.MapFS{"de": partOf(t, rules.Embedded(), "de"), "uk": partOf(t, rules.Embedded(), "uk")}
	for _, slip := range slips {
		t.Run(slip.name, func(t *testing.T) {
			t.Parallel()
			country, _, _ := strings.Cut(slip.file, "/")
			files := maps.Clone(parts[country])
			right := string(files[slip.file].Data)
			if strings.Count(right, slip.text) != 1 {
				t.Fatalf("%s holds the text %d times", slip.file, strings.Count(right, slip.text))
			}
			files[slip.file] = &fstest.MapFile{Data: []byte(strings.Replace(right, slip.text, slip.slip, 1))}
			_, list, source := rules.Review(files, rules.Options{WithoutArchive: true}, today)
			if !slices.ContainsFunc(list, func(d diagnostic.Diagnostic) bool { return !d.Subject.Start.IsZero() && d.Subject.File != "" }) {
				t.Error("no finding names a line")
			}
			var shown strings.Builder
			if err := diagnostic.Write(&shown, list, source, diagnostic.Options{}); err != nil {
				t.Fatal(err)
			}
			if !remedy.MatchString(shown.String()) {
				t.Errorf("no finding says what may be done:\n%s", shown.String())
			}
			name := filepath.Join("testdata", "slips", strings.NewReplacer(" ", "_", "'", "").Replace(slip.name)+".golden")
			if *update {
				if err := os.WriteFile(name, []byte(shown.String()), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := os.ReadFile(name)
			if err != nil || string(want) != shown.String() {
				t.Errorf("%v\n%s\nwant\n%s", err, shown.String(), want)
			}
		})
	}
}

var remedy = regexp.MustCompile(`(?m)^  = `)
