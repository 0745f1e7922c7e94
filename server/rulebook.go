package main

import (
	"fmt"
	"io"
	"os"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/server/operations"
	"github.com/payslate/payslate/tables"
)

// openRules opens the rules of a folder, or the embedded ones without one.
// Findings go to stderr.
func openRules(folder string, stderr io.Writer) (operations.Rules, error) {
	files, name := rules.Embedded(), "the embedded rules"
	if folder != "" {
		files, name = os.DirFS(folder), folder
	}
	book, findings, sources := rules.Validate(files, rules.Options{})
	if err := diagnostic.Write(stderr, findings, sources, diagnostic.Options{}); err != nil {
		return nil, err
	}
	if findings.HasErrors() {
		return nil, fmt.Errorf("%s have errors: mend them and start again", name)
	}
	return book, nil
}

// openTables opens the travel tables of a folder, or the embedded ones without
// one. Findings go to stderr.
func openTables(folder string, stderr io.Writer) (*tables.Book, error) {
	files, name := tables.Embedded(), "the embedded tables"
	if folder != "" {
		files, name = os.DirFS(folder), folder
	}
	book, findings, source := tables.Open(files)
	if err := diagnostic.Write(stderr, findings, source, diagnostic.Options{}); err != nil {
		return nil, err
	}
	if book == nil {
		return nil, fmt.Errorf("%s have errors: mend them and start again", name)
	}
	return book, nil
}
