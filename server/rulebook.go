package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
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
	book, findings := rules.Open(files, rules.Options{})
	source := func(file string) ([]byte, bool) {
		text, err := fs.ReadFile(files, file)
		return text, err == nil
	}
	if err := diagnostic.Write(stderr, findings, source, diagnostic.Options{}); err != nil {
		return nil, err
	}
	if findings.HasErrors() {
		return nil, fmt.Errorf("%s have errors: mend them and start again", name)
	}
	if book == nil {
		return nil, errors.New("no rule book in " + name)
	}
	return book, nil
}
