package rules

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/payslate/payslate/interpreter/number"
)

// TestPayDateDecidesTheRate requires the employee's rate of National Insurance of the day
// of payment in 2023-24, which changed on 6 January 2024 (NIM01625). The annual earnings
// period of a director has one rate, and a note says that the date does not decide it.
func TestPayDateDecidesTheRate(t *testing.T) {
	book := openEmbedded(t)
	for _, test := range []struct {
		period, date string
		profile      map[string]Value
		gross, want  string // the employee's contribution
		note         string
	}{
		{"year", "2024-01-05", nil, "48000", "4251.60", ""},
		{"year", "2024-01-06", nil, "48000", "3543.00", ""},
		{"year", "", nil, "48000", "4074.45", "lie between"},
		{"year", "2024-02-10", words("ni_category", "B"), "48000", "1364.05", ""},
		{"month", "2023-11-10", nil, "4000", "354.24", ""},
		{"month", "2024-02-10", nil, "4000", "295.20", ""},
		{"month", "2024-02-10", words("director", "annual"), "48000", "4074.45", "pay_date does not decide it"},
	} {
		s := question(t, book, "UK", 2023, test.period, test.gross, test.profile)
		s.PayDate = test.date
		result, err := book.Net(s)
		if err != nil {
			t.Errorf("%v: %v", test, err)
			continue
		}
		at := slices.IndexFunc(result.Lines, func(line Line) bool { return line.Key == "national_insurance" })
		if want, _ := number.Parse(test.want); result.Lines[at].Amount.Cmp(want) != 0 {
			t.Errorf("%v: %s", test, result.Lines[at].Amount)
		}
		if !slices.ContainsFunc(result.Notes, func(note string) bool { return strings.Contains(note, test.note) }) {
			t.Errorf("%v: no note", test)
		}
	}
}

// TestLettersOfSites requires the letters of Freeports and Investment Zones, by year; the
// employer pays nothing up to the upper secondary threshold of the site.
func TestLettersOfSites(t *testing.T) {
	book := openEmbedded(t)
	all := []string{"D", "E", "F", "I", "K", "L", "N", "S"}
	years := map[int][]string{2023: {"F", "I", "L", "S"}, 2024: all, 2025: all, 2026: all}
	for year, letters := range years {
		for _, letter := range all {
			result, err := book.Net(question(t, book, "UK", year, "month", "2083", words("ni_category", letter)))
			if !slices.Contains(letters, letter) {
				var refusal *Refusal
				if !errors.As(err, &refusal) || refusal.Code != "invalid_input" || len(refusal.Loc) != 2 || refusal.Loc[1] != "ni_category" || !strings.Contains(refusal.Error(), "2024") {
					t.Errorf("%d, %s: %v", year, letter, err)
				}
				continue
			}
			if err != nil {
				t.Errorf("%d, %s: %v", year, letter, err)
				continue
			}
			if result.EmployerContributions.Sign() != 0 {
				t.Errorf("%d, %s: the employer pays %s", year, letter, result.EmployerContributions)
			}
		}
	}
}
