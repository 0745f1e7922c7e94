package operations_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"log"

	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/server/operations"
)

// AnswerJSON returns the same JSON as the service. its errors are *Failure,
// which also have a JSON form.
func Example() {
	book, findings := rules.OpenEmbedded()
	if findings.HasErrors() {
		log.Fatal(findings)
	}
	service, err := operations.New(book)
	if err != nil {
		log.Fatal(err)
	}
	net := service.Operation("salary-net/net")
	answer, err := net.AnswerJSON(nil, []byte(`{"country": "DE", "gross": 5000, "de": {"tax_class": 3, "church": true}}`), rules.English)
	if err != nil {
		log.Fatal(err)
	}
	var payslip struct{ Net, Gross json.Number }
	if err := json.Unmarshal(answer, &payslip); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%+v\n", payslip)
	_, err = net.AnswerJSON(nil, []byte(`{"country": "DE", "gross": 1500}`), rules.English)
	var failure *operations.Failure
	if errors.As(err, &failure) {
		fmt.Println(failure.Code)
	}
	// Output:
	// {Net:3474.51 Gross:5000}
	// unsupported_profile
}
