package operations_test

import (
	"runtime/debug"
	"testing"

	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/server/operations"
)

// TestMain lets garbage accumulate: collecting it takes a third of the time.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	m.Run()
}

// The operations take a *rules.Book.
var _ operations.Rules = (*rules.Book)(nil)

func embedded(t *testing.T) (*rules.Book, *operations.Catalogue) {
	t.Helper()
	book, findings := rules.Open(rules.Embedded(), rules.Options{WithoutArchive: true})
	if findings.HasErrors() {
		t.Fatal(findings.Error())
	}
	catalogue, err := operations.New(book)
	if err != nil {
		t.Fatal(err)
	}
	return book, catalogue
}

func ask(catalogue *operations.Catalogue, id, request string) (answer string, status int) {
	operation := catalogue.Operation(id)
	var body []byte
	var err error
	if operation.Method == "GET" {
		body, err = operation.AnswerQuery(nil, request, rules.English)
	} else {
		body, err = operation.AnswerJSON(nil, []byte(request), rules.English)
	}
	if err != nil {
		body, status = operations.AppendError(nil, err, rules.English)
		return string(body), status
	}
	return string(body), 200
}
