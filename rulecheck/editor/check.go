package editor

import (
	"context"
	"path"
	"slices"
	"strconv"
	"time"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/rules/names"
	"github.com/payslate/payslate/tables"
)

// edit is the state of a book after a change.
type edit struct {
	of   *book
	now  book   // a copy
	name string // of the changed file; empty when the book was opened
}

// country is the state of checking a folder of rules or tables. The year of the changed file
// is checked first, then the files by themselves, then the other years one by one.
type country struct {
	edit
	folder string
	found  map[int]result // by year; 0 is for the files by themselves
	fresh  bool           // found[0] belongs to the current texts
	years  []int          // still to be checked
	// runs runs the programs of years[0]. It is nil until the year's files are checked.
	runs func(context.Context) diagnostic.List
	// waits is set if the remaining checks may wait until the author pauses.
	waits bool
}

// result is the findings in some texts.
type result struct {
	in   names.Book
	list diagnostic.List
}

// Delays between the last edit and the checks.
const (
	burst  = 10 * time.Millisecond  // for urgent checks: a renaming edits many files at once
	settle = 300 * time.Millisecond // for checks that may wait
)

// checks checks the books until ctx is done. The folder changed last comes first, and an
// edit interrupts checks that may wait.
func (s *server) checks(ctx context.Context) {
	var countries []*country // the one changed last is the first
	for ctx.Err() == nil {
		edits, stirred, quiet := s.edits(ctx)
		for _, e := range edits {
			countries = e.mark(countries)
		}
		i := slices.IndexFunc(countries, func(c *country) bool { return c.pending() && !c.waits })
		wait := burst
		if i < 0 {
			i, wait = slices.IndexFunc(countries, (*country).pending), settle
		}
		var still <-chan time.Time // never ready if nothing is pending
		if i >= 0 {
			still = time.After(wait - time.Since(stirred))
		}
		select {
		case <-quiet.Done():
			continue
		case <-still:
		}
		yearFirst := countries[i].yearFirst()
		countries[i].now.await(func(name string) bool { return !yearFirst || countries[i].inYear(name) })
		if countries[i].next(quiet, s, yearFirst) {
			s.publish(countries[i], countries)
		}
	}
}

// edits returns the pending edits, the time of the last one, and a context that ends at the
// next one.
func (s *server) edits(ctx context.Context) (list []edit, stirred time.Time, quiet context.Context) {
	s.guard.Lock()
	defer s.guard.Unlock()
	list, s.pending = s.pending, nil
	s.stir() // releases the previous context
	quiet, s.stir = context.WithCancel(ctx)
	return list, s.stirred, quiet
}

// requestCheck requests a check after an edit.
func (s *server) requestCheck(of *book, name string) {
	s.guard.Lock()
	defer s.guard.Unlock()
	s.pending = append(s.pending, edit{of, *of, name})
	s.stirred = time.Now()
	s.stir()
}

// mark marks the folders to be checked after an edit.
func (e edit) mark(countries []*country) []*country {
	folders := []string{names.FolderOf(e.name)}
	switch {
	case e.now.whole:
		folders[0] = "."
	case folders[0] == ".": // a file that all countries share
		folders = e.now.folders()
	}
	for _, folder := range folders {
		i := slices.IndexFunc(countries, func(c *country) bool { return c.of == e.of && c.folder == folder })
		if i < 0 {
			i = len(countries)
			countries = append(countries, &country{folder: folder, found: map[int]result{}})
		}
		c := countries[i]
		copy(countries[1:], countries[:i])
		countries[0] = c
		c.edit, c.fresh, c.runs, c.waits = e, false, nil, e.name == ""
		c.mark()
	}
	return countries
}

// mark puts the years first that the changed file affects: its own year and the next, which is
// compared with it, or all years.
func (c *country) mark() {
	all := c.now.years(c.folder)
	affected := all
	if year, err := strconv.Atoi(names.YearOf(c.name)); err == nil {
		affected = slices.DeleteFunc([]int{year, year + 1}, func(y int) bool { return !slices.Contains(all, y) })
	}
	waiting := slices.DeleteFunc(c.years, func(y int) bool { return slices.Contains(affected, y) || !slices.Contains(all, y) })
	c.years = slices.Concat(affected, waiting)
	for year := range c.found {
		if year != 0 && !slices.Contains(all, year) {
			delete(c.found, year)
		}
	}
}

// pending reports whether something remains to be checked.
func (c *country) pending() bool { return !c.fresh || len(c.years) > 0 }

// next does the next check and reports whether its findings are to be shown.
func (c *country) next(quiet context.Context, s *server, yearFirst bool) bool {
	switch {
	case c.of == s.tables:
		_, list, _ := tables.Review(c.now.part(c.folder), s.options.TableOptions, time.Now().UTC())
		c.found[0] = result{c.now.names, list}
		c.fresh = true
	case yearFirst:
		list, runs := c.glance(quiet, s, c.years[0])
		if quiet.Err() != nil {
			return false
		}
		c.found[c.years[0]] = result{c.now.names, c.own(list)}
		c.runs = runs
	case !c.fresh:
		list, _ := c.glance(quiet, s, 0)
		if quiet.Err() != nil {
			return false
		}
		c.found[0] = result{c.now.names, list}
		c.fresh = true
	default:
		list := c.runs(quiet)
		c.runs = nil // an interrupted run cannot be resumed
		if quiet.Err() != nil {
			return false
		}
		c.found[c.years[0]] = result{c.now.names, c.own(list)}
		c.years = c.years[1:]
	}
	c.waits = c.waits || c.fresh && c.runs != nil && path.Base(c.name) != "country.yaml" // only runs check its thresholds
	return true
}

// many is the number of files being read, as after a start or a renaming, from which the
// first year does not wait for all of them.
const many = 10

// yearFirst reports whether the next check is that of the files of years[0]. A year that was
// never checked takes longer than the files by themselves, once these are read.
func (c *country) yearFirst() bool {
	if c.runs != nil || len(c.years) == 0 {
		return false
	}
	_, known := c.found[c.years[0]]
	return known || c.fresh || len(c.now.reading) > many
}

// inYear reports whether the check of years[0] reads a file: one of that year, of the year
// before, or of all years.
func (c *country) inYear(name string) bool {
	year, err := strconv.Atoi(names.YearOf(name))
	return err != nil || year == c.years[0] || year == c.years[0]-1
}

// glance checks the folder and the programs of a year.
func (c *country) glance(quiet context.Context, s *server, year int) (diagnostic.List, func(context.Context) diagnostic.List) {
	return rules.Glance(quiet, c.now.part(c.folder), s.options.RuleOptions, year, c.name, time.Now().UTC())
}

// own returns the findings in the files of years[0] and of all years.
func (c *country) own(list diagnostic.List) diagnostic.List {
	return slices.DeleteFunc(list, func(d diagnostic.Diagnostic) bool {
		year := names.YearOf(d.Subject.File)
		return year != "" && year != strconv.Itoa(c.years[0])
	})
}

// publish shows the findings in the files of a folder and in those of all folders, without
// findings of files that have changed since.
func (s *server) publish(c *country, countries []*country) {
	byFile := map[string][]diagnosis{}
	var list diagnostic.List
	for _, other := range countries {
		if other.of != c.of {
			continue
		}
		for _, of := range other.found {
			for _, d := range of.list {
				if file := d.Subject.File; of.in[file] == c.now.names[file] {
					list.Append(d)
				}
			}
		}
	}
	for _, d := range list.Sorted() {
		byFile[d.Subject.File] = append(byFile[d.Subject.File], c.now.diagnosis(d))
	}
	var news []published
	s.guard.Lock()
	for uri, was := range s.found {
		if name, ok := c.now.name(uri); ok && len(was) > 0 && c.now.files[name] == nil { // the file was removed
			delete(s.found, uri)
			news = append(news, published{uri, []diagnosis{}})
		}
	}
	for name := range c.now.files {
		folder := names.FolderOf(name)
		if folder != c.folder && folder != "." && !c.now.whole {
			continue
		}
		uri := c.now.uri(name)
		if name != c.name && slices.EqualFunc(byFile[name], s.found[uri], diagnosis.equal) {
			continue
		}
		s.found[uri] = append([]diagnosis{}, byFile[name]...)
		news = append(news, published{uri, s.found[uri]})
	}
	s.guard.Unlock() // an editor that does not read must not block others
	for _, p := range news {
		_ = s.conn.Notify(context.Background(), "textDocument/publishDiagnostics", p)
	}
}

// severityOfWarnings is the protocol's number for warnings; errors are 1.
const severityOfWarnings = 2

// diagnosis converts a finding to the protocol's form.
func (b *book) diagnosis(d diagnostic.Diagnostic) diagnosis {
	shown := diagnosis{Range: b.span(d.Subject), Severity: 1, Code: d.Code, Source: "rulecheck", Message: d.Summary}
	if d.Severity == diagnostic.Warning {
		shown.Severity = severityOfWarnings
	}
	if d.Detail != "" {
		shown.Message += "\n" + d.Detail
	}
	if d.Suggestion != "" {
		shown.Message += "\nDid you mean " + d.Suggestion + "?"
		shown.Data = &remedy{"Change to " + d.Suggestion, textEdit{shown.Range, d.Suggestion}}
	}
	return shown
}

// equal reports whether two findings look the same in an editor.
func (d diagnosis) equal(other diagnosis) bool {
	return d.Range == other.Range && d.Severity == other.Severity && d.Code == other.Code && d.Message == other.Message
}

// years returns the years of a country, newest first.
func (b *book) years(folder string) []int {
	var list []int
	for name := range b.files {
		if year, err := strconv.Atoi(names.YearOf(name)); err == nil && names.FolderOf(name) == folder && path.Base(name) == "parameters.yaml" {
			list = append(list, year)
		}
	}
	slices.SortFunc(list, func(x, y int) int { return y - x })
	return list
}
