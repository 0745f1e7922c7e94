// Command build writes what the npm package is made of into a folder: the engine, and the
// OpenAPI description from which the types are generated.
package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	npm "github.com/payslate/payslate/clients/npm"
	"github.com/payslate/payslate/interpreter/wording"
	"github.com/payslate/payslate/operations"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/server/documents"
	"github.com/payslate/payslate/tables"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: build FOLDER")
		os.Exit(2)
	}
	if err := build(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "build:", err)
		os.Exit(1)
	}
}

func build(folder string) error {
	book, list := rules.Open(rules.Embedded(), rules.Options{WithoutArchive: true})
	if list.HasErrors() {
		return list
	}
	travel, list, _ := tables.Open(tables.Embedded(), tables.Options{})
	if list.HasErrors() {
		return list
	}
	catalogue, err := operations.New(book, operations.WithTables(travel))
	if err != nil {
		return err
	}
	described := documents.Write(catalogue, documents.Options{Open: true, Language: wording.English})
	if err := os.WriteFile(filepath.Join(folder, "openapi.json"), described[documents.OpenAPI].Text, 0o644); err != nil {
		return err
	}
	return npm.Build(context.Background(), folder, book.Version())
}
