package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"

	"github.com/payslate/payslate/internal/seal"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/operations"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/tables"
)

// source is a folder of rules or tables as it was at one moment, with its seal; or the embedded
// files, which have no folder and no seal.
type source struct {
	*seal.Snapshot
	flag, folder string
	seal         *seal.Seal // nil if unsealed
}

// sources are the rules and the tables.
type sources struct{ rules, tables source }

// snapshots copies the folders as they are now. The error is that a folder differs from its seal,
// and what to do.
func (c *config) snapshots() (now sources, err error) {
	now.rules = source{Snapshot: &seal.Snapshot{FS: rules.Embedded()}, flag: "--rules", folder: c.rules}
	now.tables = source{Snapshot: &seal.Snapshot{FS: tables.Embedded()}, flag: "--tables", folder: c.tables}
	return now, errors.Join(now.rules.take(c.unsealed), now.tables.take(c.unsealed))
}

func (s *source) take(unsealed bool) (err error) {
	if s.folder == "" {
		return nil
	}
	files := os.DirFS(s.folder)
	if !unsealed {
		if s.seal, err = seal.Read(files); err != nil {
			return s.unfit(err)
		}
	}
	if s.Snapshot, err = seal.Take(files); err != nil {
		return fmt.Errorf("%s %s: %w", s.flag, s.folder, err)
	}
	if s.seal != nil {
		return s.unfit(s.seal.Fits(s.Snapshot))
	}
	return nil
}

// unfit says which command seals a folder.
func (s *source) unfit(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s %s is not as rulecheck check passed it: %w; run: rulecheck check %[1]s %[2]s", s.flag, s.folder, err)
}

// covers refuses files that were read and are not sealed.
func (s *source) covers(read []string) error {
	if s.seal == nil {
		return nil
	}
	return s.unfit(s.seal.Covers(read))
}

// state identifies what was taken.
func (r *sources) state() string { return r.rules.state() + r.tables.state() }

func (s *source) state() string {
	if s.folder == "" {
		return ""
	}
	if s.seal == nil {
		return s.Digest + " "
	}
	return fmt.Sprintln(s.Digest, s.seal.Years)
}

// years are what rulecheck check found of the rules: in the folder's seal, or of the embedded ones.
func (r *sources) years() []seal.Year {
	switch {
	case r.rules.folder == "":
		return embeddedYears()
	case r.rules.seal == nil:
		return nil
	}
	return r.rules.seal.Years
}

// embeddedYears are the years of the embedded rules and tables.
var embeddedYears = sync.OnceValue(func() []seal.Year { return seal.Years(rules.Checked()) })

// books are opened rules and tables.
type books struct {
	rules  *rules.Book
	tables *tables.Book
}

// open opens the rules and the travel tables, both at the same time. It writes
// the findings of both to stderr, those of the rules first.
func (c *config) open(from sources, stderr io.Writer) (*books, error) {
	travel := make(chan error, 1)
	var opened books
	var findings bytes.Buffer
	go func() {
		if c.tables == "" {
			opened.tables = embeddedTables()
			travel <- nil
			return
		}
		book, list, source := tables.Open(from.tables.FS, tables.Options{AllowUnchecked: c.unsealed})
		opened.tables = book
		travel <- shown(&findings, list, source, c.tables)
	}()
	book, list, source := rules.Validate(from.rules.FS, rules.Options{AllowUnchecked: c.unsealed, WithoutArchive: !c.archive})
	opened.rules = book
	err := errors.Join(shown(stderr, list, source, c.rules), <-travel)
	if _, writeError := findings.WriteTo(stderr); err != nil || writeError != nil {
		return nil, errors.Join(err, writeError)
	}
	return &opened, errors.Join(from.rules.covers(book.Files()), from.tables.covers(opened.tables.Files()))
}

// embeddedTables opens the tables of the program once: reloads do not change them, and tests
// of theirs know that nothing is to be found in them.
var embeddedTables = sync.OnceValue(func() *tables.Book {
	book, _, _ := tables.Open(tables.Embedded(), tables.Options{})
	return book
})

// shown writes findings and returns an error if there are errors among them.
func shown(to io.Writer, list diagnostic.List, source rules.Sources, folder string) error {
	if err := diagnostic.Write(to, list, source); err != nil {
		return err
	}
	if !list.HasErrors() {
		return nil
	}
	return fmt.Errorf("%s have errors: fix them", cmp.Or(folder, "the embedded rules"))
}

// judged says what rulecheck check found, for those who ask about the rules.
func judged(years []seal.Year) operations.Judged {
	found := operations.Judged{Cases: map[string]operations.CaseCount{}, Unproved: map[string][]string{}}
	for _, year := range years {
		count := found.Cases[year.Of]
		found.Cases[year.Of] = operations.CaseCount{Official: count.Official + year.Official, All: count.All + year.Cases}
		if year.Cases == 0 {
			found.WithoutCases = append(found.WithoutCases, year.Of+"/"+year.Year)
		}
		for _, figure := range year.Unproved {
			found.Unproved[year.Of] = append(found.Unproved[year.Of], year.Year+": "+figure)
		}
	}
	return found
}
