package rules

import "testing"

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
		{"UK", "month", "personal_allowance", "1047.50"},
	}
	for _, test := range tests {
		country, _ := book.Country(test.country)
		list, err := book.Thresholds(&Scenario{Country: country, Year: 2026, Period: test.period})
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
	if _, err := book.Thresholds(&Scenario{Country: country, Year: 1999, Period: "month"}); err == nil {
		t.Error("thresholds of a year without rules")
	}
}
