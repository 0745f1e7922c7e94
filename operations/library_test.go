package operations_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"strings"
	"testing"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/operations"
	"github.com/payslate/payslate/rules"
)

// Each operation is a function from a typed request to a documented struct. The package comment
// shows this example too: go doc prints none.
func Example() {
	book, findings := rules.OpenEmbedded()
	if findings.HasErrors() {
		log.Fatal(findings)
	}
	service, err := operations.New(book)
	if err != nil {
		log.Fatal(err)
	}
	norway, _ := book.Country("NO")
	scenario := rules.Scenario{
		Country: norway, Year: 2026, Period: "month", Amount: number.New(50000, 0),
		Profile: rules.Profile{"pension_employee_rate": 2},
	}
	payslip, err := service.Net(context.Background(), &scenario)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("net", payslip.Net, "of", payslip.Gross)
	for _, line := range payslip.Lines {
		if line.Payer == "employee" {
			fmt.Println(line.Label, line.Amount)
		}
	}
	scenario.Year = 2020
	_, err = service.Net(context.Background(), &scenario)
	var failure *operations.Failure
	if errors.As(err, &failure) {
		fmt.Println(failure.Code, failure.Location)
	}
	// Output:
	// net 35204.00 of 50000.00
	// Forskuddstrekk (advance tax deduction) 13796.00
	// Pensjonstrekk (own pension contribution) 1000.00
	// unsupported_year [year]
}

// TestPackageCommentHasTheExample: go doc prints the example that is run here, with its output.
func TestPackageCommentHasTheExample(t *testing.T) {
	source, err := os.ReadFile("library_test.go")
	if err != nil {
		t.Fatal(err)
	}
	comment, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	_, body, _ := strings.Cut(string(source), "func Example() {\n")
	body, _, _ = strings.Cut(body, "\n}\n")
	for line := range strings.Lines(body) {
		line = strings.TrimPrefix(strings.TrimSpace(line), "// ")
		if line != "Output:" && !strings.Contains(string(comment), line+"\n") {
			t.Errorf("doc.go lacks %s", line)
		}
	}
}
