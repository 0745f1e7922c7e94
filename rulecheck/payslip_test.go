package main

import (
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/payslate/payslate/interpreter/wording"
	"github.com/payslate/payslate/operations"
	"github.com/payslate/payslate/rules"
)

var german, _ = wording.Register("de")

// TestPagesAreEightyColumnsWide prints payslips of every country, year and period in both
// languages.
func TestPagesAreEightyColumnsWide(t *testing.T) {
	book, list := rules.OpenEmbedded()
	if list.HasErrors() {
		t.Fatal(list.Err())
	}
	catalogue, err := operations.New(book)
	if err != nil {
		t.Fatal(err)
	}
	for _, country := range book.Countries() {
		for _, year := range country.Years {
			for _, period := range country.Periods {
				for lang, language := range map[string]rules.Language{"en": rules.English, "de": german} {
					request, err := (&payslipOptions{country: country.Code, request: [...]requestMember{{"year", strconv.Itoa(year)}, {"gross", "9999999.99"}, {"net", ""}, {"period", period}, {"pay_date", ""}}}).newRequest(book, catalogue.Operation(netOperation).Input)
					if err != nil {
						t.Fatal(err)
					}
					page, err := (&payslipCall{call: &call{}, book: book, language: language}).text(catalogue.Operation("salary-net/net"), request)
					if err != nil && period == "year" && strings.HasPrefix(err.Error(), "invalid_input: ") {
						continue // the law changes within the year
					}
					if err != nil {
						t.Fatal(err)
					}
					for _, line := range strings.Split(string(page), "\n") {
						if utf8.RuneCountInString(line) > pageWidth && !strings.HasPrefix(strings.TrimSpace(line), "https://") {
							t.Errorf("%s %d %s %s: %d characters: %s", country.Code, year, period, lang, utf8.RuneCountInString(line), line)
						}
					}
				}
			}
		}
	}
}
