package rules_test

import (
	"errors"
	"fmt"
	"log"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/rules"
)

// A payslip in a dozen lines.
func Example() {
	book, findings := rules.OpenEmbedded() // or rules.Open(os.DirFS("rules"), rules.Options{})
	if findings.HasErrors() {
		log.Fatal(findings)
	}
	country, _ := book.Country("DE")
	payslip, err := book.Net(&rules.Scenario{Country: country, Year: 2026, Period: "month", Amount: number.New(5000, 0)})
	if err != nil {
		log.Fatal(err)
	}
	for _, line := range payslip.Lines {
		if line.Payer == "employee" {
			fmt.Printf("%-52s %9s\n", line.Label, line.Amount)
		}
	}
	fmt.Printf("%-52s %9s\n", "Net", payslip.Net)
	// Output:
	// Lohnsteuer (wage tax)                                   782.41
	// Solidaritätszuschlag (solidarity surcharge)               0.00
	// Krankenversicherung (health insurance)                  437.50
	// Pflegeversicherung (care insurance)                     120.00
	// Rentenversicherung (pension insurance)                  465.00
	// Arbeitslosenversicherung (unemployment insurance)        65.00
	// Net                                                    3130.09
}

// The profile of an employee uses the names of the country's fields. Fields that are left
// out have their defaults.
func ExampleBook_Net() {
	book, findings := rules.OpenEmbedded()
	if findings.HasErrors() {
		log.Fatal(findings)
	}
	country, _ := book.Country("UK")
	profile := rules.Profile{"tax_code": "S1257L"}
	payslip, err := book.Net(&rules.Scenario{Country: country, Year: 2026, Period: "month", Amount: number.New(3000, 0), Profile: profile})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(payslip.Net, payslip.Currency, payslip.TaxYear)
	fmt.Println(string(payslip.Lines[0].Rule))
	fmt.Println(payslip.Lines[0].Source)
	// Output:
	// 2451.57 GBP 2026-27
	// Code S1257L, week1/month1 basis: tax bands up to 21 % on taxable pay of 1,951.00
	// Specification for PAYE Tax Table Routines, version 24 (2026-27), HMRC
}

// The smallest gross whose net is at least the target.
func ExampleBook_Gross() {
	book, findings := rules.OpenEmbedded()
	if findings.HasErrors() {
		log.Fatal(findings)
	}
	country, _ := book.Country("DE")
	payslip, err := book.Gross(&rules.Scenario{Country: country, Year: 2026, Period: "month", Amount: number.New(3000, 0)})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(payslip.Gross, "gives", payslip.Net)
	// Output:
	// 4747.15 gives 3000.00
}

// A question without an answer is refused with a code for programs and a message for
// people.
func ExampleRefusal() {
	book, findings := rules.OpenEmbedded()
	if findings.HasErrors() {
		log.Fatal(findings)
	}
	country, _ := book.Country("DE")
	_, err := book.Net(&rules.Scenario{Country: country, Year: 2026, Period: "month", Amount: number.New(1500, 0)})
	var refusal *rules.Refusal
	if errors.As(err, &refusal) {
		fmt.Println(refusal.Code)
		fmt.Println(refusal.Message.English)
	}
	// Output:
	// unsupported_profile
	// Minijob and Midijob pay is not supported without the kind of employment: 1,500.00 EUR is at or below 2,000 EUR a month or the equivalent. Send employment: midijob or minijob, or more than 2,000.00 EUR for this pay period. Where several jobs exceed the limit together, send transition_zone: false.
}
