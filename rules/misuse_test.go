package rules

import (
	"testing"

	"github.com/payslate/payslate/interpreter/number"
)

// TestMisuseIsAnError: a program that leaves out what a question needs, or asks for a year
// that does not exist, gets an error and no panic.
func TestMisuseIsAnError(t *testing.T) {
	book := openEmbedded(t)
	country, _ := book.Country("DE")
	planned := &Country{Code: "YY", Status: Planned}
	amount := number.New(5000, 0)
	for name, s := range map[string]*Scenario{
		"nil": nil, "empty": {}, "no country": {Year: 2026, Period: "month", Amount: amount},
		"no year": {Country: country, Period: "month", Amount: amount}, "year": {Country: country, Year: 1 << 40, Period: "month", Amount: amount},
		"no period": {Country: country, Year: 2026, Amount: amount}, "no amount": {Country: country, Year: 2026, Period: "month"},
		"amount": {Country: country, Year: 2026, Period: "month", Amount: number.New(-1, 0)}, "planned": {Country: planned, Year: 2026, Period: "month", Amount: amount},
		"field": {Country: country, Year: 2026, Period: "month", Amount: amount, Profile: Profile{"x": 1}},
		"day":   {Country: country, Year: 2026, Period: "month", Amount: amount, PayDate: "x"},
	} {
		t.Run(name, func(t *testing.T) {
			_, net := book.Net(s)
			_, gross := book.Gross(s)
			_, why := book.Explain(s)
			plan := &Plan{}
			if s != nil {
				plan.Scenario = *s
			}
			_, year := book.Paydays(plan)
			if net == nil || gross == nil || why == nil || year == nil {
				t.Errorf("no error: %v, %v, %v, %v", net, gross, why, year)
			}
			_, _ = book.Thresholds(s, amount, number.New(6000, 0))
			book.AcceptsZero(s)
		})
	}
	if _, err := book.Net(&Scenario{Country: country, Year: 2026, Period: "month", Amount: amount}); err != nil {
		t.Errorf("a scenario without a profile: %v", err)
	}
	if _, err := book.Paydays(nil); err == nil {
		t.Error("a nil plan is answered")
	}
	if _, _, err := book.Parameters(nil, 2026, ""); err == nil {
		t.Error("the parameters of no country are answered")
	}
}
