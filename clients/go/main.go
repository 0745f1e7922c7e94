// Command try asks a server through the client that oapi-codegen makes of its
// description: go run . ADDRESS KEY
package main

import (
	"context"
	"fmt"
	"log"
	"math"
	"net/http"
	"os"

	"payslate.example/try/payslate"
)

func main() {
	ctx := context.Background()
	key := payslate.WithRequestEditorFn(func(_ context.Context, r *http.Request) error {
		r.Header.Set("X-API-Key", os.Args[2])
		return nil
	})
	client, err := payslate.NewClientWithResponses(os.Args[1], key)
	check(err)

	class, state := payslate.DEProfileTaxClass(3), payslate.DEProfileState("BY")
	answer, err := client.CalculateNetSalaryWithResponse(ctx, nil, payslate.Scenario{
		Country: payslate.ScenarioCountryDE, Gross: 5000, De: &payslate.DEProfile{TaxClass: &class, State: &state},
	})
	check(err)
	payslip := answer.JSON200
	if payslip == nil {
		log.Fatalf("%s: %s", answer.Status(), answer.Body)
	}
	// Health insurance is a line of the employee and one of the employer: payer tells them
	// apart. Sums are of whole cents.
	var cents int64
	for _, line := range payslip.Lines {
		if line.Payer == payslate.LinePayerEmployee {
			cents += int64(math.Round(line.Amount * 100))
		}
	}
	if cents != int64(math.Round(payslip.Gross*100))-int64(math.Round(payslip.Net*100)) {
		log.Fatalf("deductions of %d cents for gross %.2f and net %.2f", cents, payslip.Gross, payslip.Net)
	}

	refused, err := client.CalculateNetSalaryWithResponse(ctx, nil, payslate.Scenario{Country: payslate.ScenarioCountryDE, Gross: 1500})
	check(err)
	if refused.JSON400 == nil || refused.JSON400.Detail.Error != "unsupported_profile" {
		log.Fatalf("a refusal answers %s: %s", refused.Status(), refused.Body)
	}
	fmt.Printf("Go: net %.2f %s; refused: %s\n", payslip.Net, payslip.Currency, refused.JSON400.Detail.Error)
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
