package operations_test

import (
	"runtime/debug"
	"sync"
	"testing"

	"github.com/payslate/payslate/operations"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/tables"
)

// TestMain lets garbage accumulate: collecting it takes a third of the time.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	m.Run()
}

// The operations take a *rules.Book.
var _ operations.Rules = (*rules.Book)(nil)

// embeddedRules are opened once.
var embeddedRules = sync.OnceValues(func() (*rules.Book, error) {
	book, findings := rules.Open(rules.Embedded(), rules.Options{WithoutArchive: true})
	return book, findings.Err()
})

// onRules are the operations on the embedded rules, onBoth those on rules and tables.
var onRules, onBoth = sync.OnceValues(func() (*operations.Catalogue, error) {
	book, err := embeddedRules()
	if err != nil {
		return nil, err
	}
	return operations.New(book)
}), sync.OnceValues(func() (*operations.Catalogue, error) {
	book, err := embeddedRules()
	if err != nil {
		return nil, err
	}
	travel, findings, _ := tables.Open(tables.Embedded(), tables.Options{})
	if err := findings.Err(); err != nil {
		return nil, err
	}
	return operations.New(book, operations.WithTables(travel))
})

// opened returns the operations that onRules or onBoth opens.
func opened(t testing.TB, open func() (*operations.Catalogue, error)) *operations.Catalogue {
	t.Helper()
	catalogue, err := open()
	if err != nil {
		t.Fatal(err)
	}
	return catalogue
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
