package main

import (
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/server/operations"
	"github.com/payslate/payslate/tables"
)

// openRules opens the rules of a folder, or the embedded ones without one.
// Findings go to stderr.
func openRules(folder string, allowUnchecked bool, stderr io.Writer) (operations.Rules, error) {
	files, name := ruleFiles(folder)
	book, err := loadRules(files, name, rules.Options{AllowUnchecked: allowUnchecked}, stderr)
	if err != nil {
		return nil, startAgain(err)
	}
	return book, nil
}

// startAgain tells what else is to be done while nothing is served yet.
func startAgain(err error) error { return fmt.Errorf("%w and start again", err) }

// ruleFiles are the files of a folder, or the embedded ones, and what to call
// them.
func ruleFiles(folder string) (fs.FS, string) {
	if folder != "" {
		return os.DirFS(folder), folder
	}
	return rules.Embedded(), "the embedded rules"
}

// tableFiles is ruleFiles for travel tables.
func tableFiles(folder string) (fs.FS, string) {
	if folder != "" {
		return os.DirFS(folder), folder
	}
	return tables.Embedded(), "the embedded tables"
}

func loadRules(files fs.FS, name string, options rules.Options, stderr io.Writer) (*rules.Book, error) {
	book, findings, sources := rules.Validate(files, options)
	if err := diagnostic.Write(stderr, findings, sources, diagnostic.Options{}); err != nil {
		return nil, err
	}
	if findings.HasErrors() {
		return nil, fmt.Errorf("%s have errors: mend them", name)
	}
	return book, nil
}

// openTables opens the travel tables of a folder, or the embedded ones without
// one. Findings go to stderr.
func openTables(folder string, allowUnchecked bool, stderr io.Writer) (*tables.Book, error) {
	files, name := tableFiles(folder)
	book, err := loadTables(files, name, tables.Options{AllowUnchecked: allowUnchecked}, stderr)
	if err != nil {
		return nil, startAgain(err)
	}
	return book, nil
}

func loadTables(files fs.FS, name string, options tables.Options, stderr io.Writer) (*tables.Book, error) {
	book, findings, source := tables.Open(files, options)
	if err := diagnostic.Write(stderr, findings, source, diagnostic.Options{}); err != nil {
		return nil, err
	}
	if book == nil {
		return nil, fmt.Errorf("%s have errors: mend them", name)
	}
	return book, nil
}
