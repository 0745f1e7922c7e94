package operations_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"os"
	"strings"
	"testing"

	"github.com/payslate/payslate/operations"
	"github.com/payslate/payslate/rules"
)

// AnswerJSON returns the same JSON as the service. Its errors are *Failure,
// which also have a JSON form. The package comment shows this example too: go doc prints none.
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
	answer, err := net.AnswerJSON(nil, []byte(`{"country": "NO", "gross": 50000, "no": {"pension_employee_rate": 2}}`), rules.English)
	if err != nil {
		log.Fatal(err)
	}
	var payslip struct{ Net, Gross json.Number }
	if err := json.Unmarshal(answer, &payslip); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%+v\n", payslip)
	_, err = net.AnswerJSON(nil, []byte(`{"country": "NO", "year": 2020, "gross": 50000}`), rules.English)
	var failure *operations.Failure
	if errors.As(err, &failure) {
		fmt.Println(failure.Code)
	}
	// Output:
	// {Net:35204 Gross:50000}
	// unsupported_year
}

// TestPackageCommentHasTheExample: go doc prints the example that is run here, with its output.
func TestPackageCommentHasTheExample(t *testing.T) {
	source, err := os.ReadFile("example_json_test.go")
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
