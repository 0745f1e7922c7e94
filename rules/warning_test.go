package rules

import (
	"slices"
	"strings"
	"testing"

	"github.com/payslate/payslate/interpreter/types"
)

// TestWarnings requires the warnings of answers: their codes, fields and a part of their
// messages, and that each message begins with a note.
func TestWarnings(t *testing.T) {
	book := openEmbedded(t)
	tests := []struct {
		country string
		year    int
		period  string
		gross   string
		profile map[string]Value
		want    string
		says    string
	}{
		{"UK", 2026, "year", "100000", nil, "", ""},
		{"UK", 2026, "year", "100001", nil, "tax_code_assumed uk.tax_code", " 1257L "},
		{"UK", 2026, "year", "110000", nil, "tax_code_assumed uk.tax_code", " 757L "},
		{"UK", 2025, "month", "10000", nil, "tax_code_assumed uk.tax_code", " 257L "},
		{"UK", 2025, "week", "2115.39", words("region", "scotland"), "tax_code_assumed uk.tax_code", " S757L "},
		{"UK", 2024, "fortnight", "4500", words("region", "wales"), "tax_code_assumed uk.tax_code", " C407L "},
		{"UK", 2026, "year", "125120", nil, "tax_code_assumed uk.tax_code", " 1L "},
		{"UK", 2026, "year", "125121", nil, "tax_code_assumed uk.tax_code", " 1L "},
		{"UK", 2026, "year", "125122", nil, "tax_code_assumed uk.tax_code", " 0T "},
		{"UK", 2026, "year", "200000", words("region", "scotland"), "tax_code_assumed uk.tax_code", " S0T "},
		{"UK", 2026, "year", "120000", words("tax_code", "1257L"), "", ""},
		{"UK", 2026, "year", "110000", words("pension_scheme", "salary_sacrifice", "pension_basis", "all_pay"), "tax_code_assumed uk.tax_code", " 1032L "},
		{"UK", 2026, "year", "105000", words("pension_scheme", "net_pay", "pension_basis", "all_pay"), "", ""},
		{"UK", 2026, "year", "105000", words("pension_scheme", "relief_at_source", "pension_basis", "all_pay"), "tax_code_assumed uk.tax_code", " 1007L "},
		{"UK", 2023, "month", "3000", nil, "ni_rates_assumed pay_date", "5 January 2024"},
		{"UK", 2026, "month", "3000", words("director", "annual"), "first_payment_assumed uk.previous_ni_pay", "its first"},
		{"UK", 2026, "month", "3000", words("director", "alternative"), "not_last_payment_assumed uk.period_number", "not taken as the last"},
		{"DE", 2026, "month", "4000", nil, "average_addon_rate de.health_insurance_addon_rate", "2.9 %"},
		{"DE", 2026, "month", "9000", map[string]Value{"children": whole(3), "church": yes()}, "average_addon_rate de.health_insurance_addon_rate, child_allowances_assumed de.child_allowances", "0.5 a child"},
		{"DE", 2026, "month", "9000", map[string]Value{"children": whole(3), "child_allowances": cent(300)}, "average_addon_rate de.health_insurance_addon_rate", ""},
		{"DE", 2024, "month", "4000", nil, "law_changes pay_date, average_addon_rate de.health_insurance_addon_rate", ""},
		{"NL", 2026, "month", "4000", nil, "average_whk_rate nl.whk_rate, low_awf_rate nl.awf_rate, employer_size_assumed nl.employer_size", ""},
	}
	for _, test := range tests {
		result, err := book.Net(question(t, book, test.country, test.year, test.period, test.gross, test.profile))
		if err != nil {
			t.Errorf("%v: %v", test, err)
			continue
		}
		var got []string
		said := ""
		for _, w := range result.Warnings {
			got = append(got, strings.TrimSpace(w.Code+" "+w.Field))
			said += w.Message.English + " "
			if !slices.ContainsFunc(result.Notes, func(note string) bool { return strings.HasPrefix(w.Message.English, note) }) {
				t.Errorf("%v: the warning %s is not among the notes", test, w.Code)
			}
		}
		if list := strings.Join(got, ", "); list != test.want || !strings.Contains(said, test.says) {
			t.Errorf("%v: warnings %q: %s", test, list, said)
		}
	}
}

// words makes a profile of names and values.
func words(pairs ...string) map[string]Value {
	profile := map[string]Value{}
	for i := 0; i < len(pairs); i += 2 {
		profile[pairs[i]] = Value{Value: types.Value{Kind: types.Enumeration, Text: pairs[i+1]}}
	}
	return profile
}

// TestWarningsOfTheService requires that the declared warnings of service.yaml name a
// text and a field.
func TestWarningsOfTheService(t *testing.T) {
	for change, want := range map[string]string{
		"law_changes: {code: law_changes, field: pay_day}":   "unknown-field",
		"law_change: {code: law_changes, field: pay_date}":   "unknown-text",
		"law_changes: {code: \"law changes\"}":               "bad-code",
		"law_changes: {code: law_changes, fields: pay_date}": "unknown-key",
	} {
		files := madeUp(t, [3]string{serviceFile, "law_changes: {code: law_changes, field: pay_date}", change})
		if _, list := Open(files, Options{}); !strings.Contains(list.Error(), want) {
			t.Errorf("%s: %v", change, list.Error())
		}
	}
}
