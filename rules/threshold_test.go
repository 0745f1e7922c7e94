package rules

import (
	"maps"
	"testing"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/types"
)

// TestThresholds converts the figures of the law to pay periods as the
// contributions do: by thirty days a month where days count.
func TestThresholds(t *testing.T) {
	book := openEmbedded(t)
	tests := []struct {
		country, period, key, want string
	}{
		{"DE", "month", "bbg_kv_pv", "5812.50"},
		{"DE", "week", "bbg_kv_pv", "1356.25"},
		{"DE", "day", "bbg_rv_av", "281.67"},
		{"DE", "year", "midijob_upper_month", "24000.00"},
		{"UK", "month", "ni_primary_threshold_month", "1048"},
		{"UK", "four_weeks", "ni_upper_earnings_limit_four_weeks", "3867"},
	}
	for _, test := range tests {
		country, _ := book.Country(test.country)
		list, err := book.Thresholds(&Scenario{Country: country, Year: 2026, Period: test.period}, number.New(1, 0), number.New(200000, 0))
		if err != nil {
			t.Fatal(err)
		}
		found := ""
		for i, threshold := range list {
			if threshold.Key == test.key {
				found = threshold.Amount.String()
			}
			if i > 0 && list[i-1].Amount.Cmp(threshold.Amount) > 0 {
				t.Errorf("%s %s: %s is out of order", test.country, test.period, threshold.Key)
			}
			if threshold.Label.English == "" || threshold.Source == "" {
				t.Errorf("%s has no label or source", threshold.Key)
			}
		}
		if found != test.want {
			t.Errorf("%s %s %s: %q, want %s", test.country, test.period, test.key, found, test.want)
		}
	}
	country, _ := book.Country("DE")
	if _, err := book.Thresholds(&Scenario{Country: country, Year: 1999, Period: "month"}, number.New(1, 0), number.New(9, 0)); err == nil {
		t.Error("thresholds of a year without rules")
	}
}

// TestStepThresholds finds the pays at which the calculation changes course, for
// profiles whose thresholds differ. The figures of the United Kingdom are the
// free pay of the code's table and the bands of the period above it; those of
// Germany the pays whose taxable income is the first above a limit of the tariff:
// 7,232.00 is 86,784 a year, less 1,266 of allowances and 15,639 of provision
// 69,879, one more than the end of the zone.
func TestStepThresholds(t *testing.T) {
	book := openEmbedded(t)
	tests := []struct {
		country, period, field string
		value                  Value
		to                     int64
		want                   map[string]string
	}{
		{"UK", "month", "tax_code", Value{Value: types.Value{Kind: types.Text, Text: "1257L"}}, 12000, map[string]string{
			"personal_allowance": "1048.27", "income_tax_bands_higher_rate": "4190.27", "income_tax_bands_additional_rate": "11477.27"}},
		{"UK", "month", "tax_code", Value{Value: types.Value{Kind: types.Text, Text: "S1257L"}}, 7000, map[string]string{
			"personal_allowance": "1048.27", "income_tax_bands_scotland_basic_rate": "1379.27", "income_tax_bands_scotland_intermediate_rate": "2461.27",
			"income_tax_bands_scotland_higher_rate": "3639.27", "income_tax_bands_scotland_advanced_rate": "6251.27"}},
		{"UK", "month", "tax_code", Value{Value: types.Value{Kind: types.Text, Text: "BR"}}, 12000, map[string]string{}},
		{"DE", "month", "tax_class", Value{Value: types.Value{Kind: types.Number, Number: number.New(1, 0)}}, 12000, map[string]string{
			"tariff_zone_3_end": "7232.00", "solidarity_exemption": "7699.67", "solidarity_rate": "11239.34"}},
		{"DE", "month", "tax_class", Value{Value: types.Value{Kind: types.Number, Number: number.New(3, 0)}}, 4000, map[string]string{
			"basic_allowance": "2709.75", "tariff_zone_2_end": "3847.50"}},
		{"DE", "month", "tax_class", Value{Value: types.Value{Kind: types.Number, Number: number.New(5, 0)}}, 6000, map[string]string{
			"class_5_6_limit_2": "3778.59"}},
		{"DE", "month", "employment", text("apprentice"), 1000, map[string]string{"apprentice_low_pay_month": "325.01"}},
		{"DE", "month", "employment", text("minijob"), 603, map[string]string{"minijob_pension_minimum_month": "175.00"}},
		{"AT", "month", "employment", text("employee"), 1340, map[string]string{"marginal_limit": "551.11", "exemption_limit": "1307.51"}},
		{"DE", "month", "employment", text("midijob"), 1500, map[string]string{"basic_allowance": "1425.50"}},
	}
	for _, test := range tests {
		country, _ := book.Country(test.country)
		s := &Scenario{Country: country, Year: 2026, Period: test.period, Values: make([]Value, len(country.Fields))}
		for i, field := range country.Fields {
			if field.Name == test.field {
				s.Values[i] = test.value
			}
		}
		list, err := book.Thresholds(s, number.New(100, 0), number.New(test.to, 0))
		if err != nil {
			t.Fatal(err)
		}
		declared, found := map[string]bool{}, map[string]string{}
		for _, threshold := range country.stepThresholds {
			for _, figure := range Flat(country.year(2026).parameter(threshold.Figure)) {
				declared[figure.Key] = true
			}
		}
		for _, threshold := range list {
			if declared[threshold.Key] {
				found[threshold.Key] = string(threshold.Amount.AppendFixed(nil, 2))
			}
		}
		if !maps.Equal(found, test.want) {
			t.Errorf("%s %v: %v, want %v", test.country, test.value, found, test.want)
		}
	}
}
