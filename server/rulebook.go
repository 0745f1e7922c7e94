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
	"github.com/payslate/payslate/tables"
)

// folders are the rules, tables and labelled cases as they were at one moment.
type folders struct{ rules, tables, cases *snapshot }

// snapshots copies the folders as they are now. Without a folder it uses the embedded
// files, and without --cases no cases.
func (c *config) snapshots() (now folders, err error) {
	take := func(folder string, embedded fs.FS) *snapshot {
		if err != nil {
			return nil
		}
		if folder == "" {
			return &snapshot{FS: embedded}
		}
		var taken *snapshot
		taken, err = takeSnapshot(os.DirFS(folder))
		return taken
	}
	now.rules, now.tables = take(c.rules, rules.Embedded()), take(c.tables, tables.Embedded())
	now.cases = take(c.cases, nil)
	return now, err
}

// changed lists the files that differ from those of an older moment.
func (f *folders) changed(before *folders) []string {
	changed := f.rules.changed(before.rules)
	changed = append(changed, f.tables.changed(before.tables)...)
	return append(changed, f.cases.changed(before.cases)...)
}

// whole refuses a file that is only the beginning of its earlier content.
func (f *folders) whole(before *folders) error {
	return cmp.Or(f.rules.whole(before.rules), f.tables.whole(before.tables), f.cases.whole(before.cases))
}

// open opens the rules and the travel tables, both at the same time. It writes
// the findings of both to stderr, those of the rules first.
func (c *config) open(from folders, stderr io.Writer) (*conformance.Subject, error) {
	var travel *tables.Book
	var tablesError error
	var findings bytes.Buffer
	var opening sync.WaitGroup
	opening.Go(func() {
		var list diagnostic.List
		var source rules.Sources
		travel, list, source = tables.Open(from.tables.FS, tables.Options{AllowUnchecked: c.allowUnchecked})
		tablesError = shown(&findings, list, source, "tables", c.tables)
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

// shown writes findings and returns an error if there are errors among them.
func shown(to io.Writer, list diagnostic.List, source rules.Sources, what, folder string) error {
	if err := diagnostic.Write(to, list, source, diagnostic.Options{}); err != nil {
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
