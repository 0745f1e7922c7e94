package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync"

	"github.com/payslate/payslate/conformance"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/server/folders"
	"github.com/payslate/payslate/tables"
)

// sources are the rules, tables and labelled cases as they were at one moment.
type sources struct{ rules, tables, cases *folders.Snapshot }

// snapshots copies the folders as they are now. Without a folder it uses the embedded
// files, and without --cases no cases.
func (c *config) snapshots() (now sources, err error) {
	now = sources{&folders.Snapshot{FS: rules.Embedded()}, &folders.Snapshot{FS: tables.Embedded()}, &folders.Snapshot{}}
	for i, folder := range c.folders() {
		if folder != "" {
			taken, err := folders.Take(os.DirFS(folder))
			if err != nil {
				return now, err
			}
			*now.all()[i] = *taken
		}
	}
	return now, nil
}

// folders are those of rules, tables and cases; empty for those that are embedded.
func (c *config) folders() []string { return []string{c.rules, c.tables, c.cases} }

func (r *sources) all() []*folders.Snapshot { return []*folders.Snapshot{r.rules, r.tables, r.cases} }

// changed reports whether a file differs from an older moment.
func (r *sources) changed(before *sources) bool {
	return r.rules.Digest != before.rules.Digest || r.tables.Digest != before.tables.Digest || r.cases.Digest != before.cases.Digest
}

// whole refuses a file that is only the beginning of its earlier content.
func (r *sources) whole(before *sources) error {
	return cmp.Or(r.rules.Whole(before.rules), r.tables.Whole(before.tables), r.cases.Whole(before.cases))
}

// open opens the rules and the travel tables, both at the same time. It writes
// the findings of both to stderr, those of the rules first.
func (c *config) open(from sources, stderr io.Writer) (*conformance.Subject, error) {
	var travel *tables.Book
	var tablesError error
	var findings bytes.Buffer
	var opening sync.WaitGroup
	opening.Go(func() {
		opened := embeddedTables
		if c.tables != "" {
			opened = func() openedTables {
				return openTables(from.tables.FS, tables.Options{AllowUnchecked: c.allowUnchecked})
			}
		}
		taken := opened()
		travel = taken.book
		tablesError = shown(&findings, taken.findings, taken.source, "tables", c.tables)
	})
	book, list, source := rules.Validate(from.rules.FS, rules.Options{AllowUnchecked: c.allowUnchecked, WithoutArchive: !c.archive})
	err := shown(stderr, list, source, "rules", c.rules)
	opening.Wait()
	_, writeError := findings.WriteTo(stderr)
	if err = errors.Join(err, tablesError, writeError); err != nil {
		return nil, err
	}
	subject := conformance.NewSubject(from.rules.FS, book, travel)
	return &subject, nil
}

// openedTables are travel tables, and what was found in them.
type openedTables struct {
	book     *tables.Book
	findings diagnostic.List
	source   rules.Sources
}

func openTables(files fs.FS, options tables.Options) (opened openedTables) {
	opened.book, opened.findings, opened.source = tables.Open(files, options)
	if len(opened.findings) == 0 {
		opened.source = nil // it holds the texts of all files
	}
	return opened
}

// embeddedTables opens the tables of the program once: reloads do not change them.
var embeddedTables = sync.OnceValue(func() openedTables { return openTables(tables.Embedded(), tables.Options{}) })

// shown writes findings and returns an error if there are errors among them.
func shown(to io.Writer, list diagnostic.List, source rules.Sources, what, folder string) error {
	if err := diagnostic.Write(to, list, source); err != nil {
		return err
	}
	if !list.HasErrors() {
		return nil
	}
	if folder == "" {
		folder = "the embedded " + what
	}
	return fmt.Errorf("%s have errors: fix them", folder)
}
