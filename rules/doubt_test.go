package rules

import (
	"strings"
	"testing"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/types"
)

// TestDoubtfulAmounts requires a warning where the pay of a year may have been sent as that of
// a shorter period, and 0.3 for 30 %: with the field, and nowhere else.
func TestDoubtfulAmounts(t *testing.T) {
	book := openEmbedded(t)
	rate := func(name, value string) map[string]Value {
		return map[string]Value{name: {Value: types.Value{Kind: types.Number, Number: parsed(value)}}}
	}
	tests := []struct {
		country, period, gross string
		profile                map[string]Value
		want, says             string
	}{
		{"DE", "month", "25000", nil, "", ""},
		{"DE", "month", "25000.01", nil, "period_doubtful period", "300,000.12 EUR a year. If it is the pay of a year, send period: year."},
		{"DE", "day", "833.34", nil, "period_doubtful period", "day"},
		{"DE", "year", "4000000", nil, "", ""},
		{"DE", "month", "210000", map[string]Value{"one_off_pay": {Value: types.Value{Kind: types.Number, Number: number.New(200000, 0)}}, "pay_month": whole(11)}, "", ""},
		{"UK", "week", "48100", nil, "period_doubtful period", ""},
		{"UK", "week", "48100", map[string]Value{"period_number": whole(6)}, "period_doubtful period", "divide it by 52"},
		{"NL", "four_weeks", "23076.93", nil, "period_doubtful period", ""},
		{"SE", "month", "250000.01", nil, "period_doubtful period", "send period: year"},
		{"NO", "month", "600000", nil, "period_doubtful period", "divide it by 12"},
		{"NL", "month", "6000", rate("ruling_rate", "0.3"), "percent_doubtful nl.ruling_rate", "For 30 % send 30."},
		{"NL", "month", "6000", rate("ruling_rate", "1"), "", ""},
		{"NL", "month", "6000", rate("whk_rate", "0.34"), "", ""},
		{"DE", "month", "4000", rate("health_insurance_addon_rate", "0.03"), "percent_doubtful de.health_insurance_addon_rate", "send 3."},
		{"DE", "month", "4000", rate("health_insurance_addon_rate", "0"), "", ""},
	}
	for _, test := range tests {
		s := question(t, book, test.country, 2026, test.period, test.gross, test.profile)
		result, err := book.Net(s)
		if err != nil {
			t.Errorf("%v: %v", test, err)
			continue
		}
		explained, err := book.Explain(s)
		if err != nil || len(explained.Result.Warnings) != len(result.Warnings) {
			t.Errorf("%v: /explain warns otherwise: %v", test, err)
		}
		if got, said := doubts(result); got != test.want || !strings.Contains(said, test.says) {
			t.Errorf("%v: %q: %s", test, got, said)
		}
	}
}

// TestDoubtfulItem requires the path of a percentage in a component.
func TestDoubtfulItem(t *testing.T) {
	book := openEmbedded(t)
	country, _ := book.Country("NL")
	at := country.fieldIndex("components")
	kind := country.Fields[at].KindNamed("pension")
	item := Item{Kind: kind, Values: make([]Value, len(kind.Fields))}
	for i, field := range kind.Fields {
		if field.Name == "employee_rate" {
			item.Values[i] = Value{Value: types.Value{Kind: types.Number, Number: parsed("0.05")}}
		}
	}
	result, err := book.Net(question(t, book, "NL", 2026, "month", "4000", map[string]Value{"components": {Value: types.Value{Kind: types.ListKind}, Items: []Item{item}}}))
	if err != nil {
		t.Fatal(err)
	}
	if got, _ := doubts(result); got != "percent_doubtful nl.components[0].employee_rate" {
		t.Errorf("%q", got)
	}
}

// TestDoubtfulYear requires that a bonus makes no payday doubtful, that the pay of a year on
// every payday does, and that /year, which has no period year, gives other advice.
func TestDoubtfulYear(t *testing.T) {
	book := openEmbedded(t)
	for gross, want := range map[string]string{"5000": "", "60000": "period_doubtful period"} {
		in, bonus := 11, number.New(250000, 0)
		paydays, err := book.Paydays(&Plan{Scenario: *question(t, book, "UK", 2026, "month", gross, nil), Changes: []Change{{In: &in, OneOff: &bonus}}})
		if err != nil {
			t.Fatal(err)
		}
		for _, payday := range paydays {
			if got, said := doubts(payday.Result); got != want || strings.Contains(said, "send period") {
				t.Errorf("%s, payday %d: %q: %s", gross, payday.Number, got, said)
			}
		}
	}
}

// TestDoubtfulPercentOfANarrowField requires that no advice exceeds the maximum of its field.
func TestDoubtfulPercentOfANarrowField(t *testing.T) {
	book := openEmbedded(t)
	for value, want := range map[string]string{"0.05": "send 5.", "0.2": "10 % at most"} {
		result, err := book.Net(question(t, book, "NO", 2026, "month", "40000", map[string]Value{"pension_employee_rate": {Value: types.Value{Kind: types.Number, Number: parsed(value)}}}))
		if err != nil {
			t.Fatal(err)
		}
		if got, said := doubts(result); got != "percent_doubtful no.pension_employee_rate" || !strings.Contains(said, want) {
			t.Errorf("%s: %q: %s", value, got, said)
		}
	}
}

// doubts lists the warnings of doubtful amounts with their fields.
func doubts(r *Result) (list, said string) {
	var got []string
	for _, w := range r.Warnings {
		if strings.HasSuffix(w.Code, "_doubtful") {
			got = append(got, w.Code+" "+w.Field)
			said += w.Message.English
		}
	}
	return strings.Join(got, ", "), said
}

func parsed(text string) number.Decimal {
	d, err := number.Parse(text)
	if err != nil {
		panic(err)
	}
	return d
}
