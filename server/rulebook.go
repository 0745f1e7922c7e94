package main

import (
	"fmt"
	"io"
	"os"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/server/operations"
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
