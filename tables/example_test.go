package tables_test

import (
	"fmt"
	"log"

	"github.com/payslate/payslate/tables"
)

// The rate of a place on a day.
func Example() {
	book, findings, _ := tables.Open(tables.Embedded(), tables.Options{})
	if findings.HasErrors() {
		log.Fatal(findings)
	}
	rate, err := book.Resolve("de-federal", &tables.Query{Country: "US", City: "Boston", Date: "2026-05-04"})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(rate.Regime.Meals(rate.Row), "a day,", rate.Regime.Lodging(rate.Row), "a night")
	// Output:
	// 63 a day, 333 a night
}

// The allowances for a journey, line by line.
func ExampleBook_Trip() {
	book, findings, _ := tables.Open(tables.Embedded(), tables.Options{})
	if findings.HasErrors() {
		log.Fatal(findings)
	}
	allowances, err := book.Trip("de-federal", &tables.Journey{
		LeaveHome: "2026-05-04T07:00", ReturnHome: "2026-05-06T20:00",
		Legs:  []tables.Leg{{Place: tables.Query{Country: "DK", City: "Kopenhagen"}, Arrive: "2026-05-04T12:00", Depart: "2026-05-06T15:00"}},
		Meals: []tables.ProvidedMeals{{Date: "2026-05-05", Meals: []string{"lunch"}}},
	})
	if err != nil {
		log.Fatal(err)
	}
	for _, line := range allowances.Lines {
		fmt.Printf("%s  %-9s %8s %s\n", line.Date, line.Kind, line.Amount, line.Currency)
	}
	fmt.Println("total", allowances.Totals[0].All)
	// Output:
	// 2026-05-04  meals        50.00 EUR
	// 2026-05-04  lodging     183.00 EUR
	// 2026-05-05  meals        75.00 EUR
	// 2026-05-05  deduction   -30.00 EUR
	// 2026-05-05  lodging     183.00 EUR
	// 2026-05-06  meals        50.00 EUR
	// total 511.00
}
