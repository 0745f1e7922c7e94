package editor

import (
	"context"
	"slices"
	"strconv"
	"time"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/rulecheck/ruletext"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/rules/names"
	"github.com/payslate/payslate/tables"
)

// checkOf asks for a look at the files of a book that keep wants, after a change of
// the file of a name; without a name, for everything that a review finds.
type checkOf struct {
	book  *book
	files ruletext.Files
	name  string
	keep  func(name string) bool
}

// checkOf asks for a look at what the change of a file breaks first: the country in
// the file's year, or in the newest where the file holds in several, beside the year
// before, and what all countries share.
func (b *book) checkOf(name string) checkOf {
	folder, year := names.FolderOf(name), names.YearOf(name)
	newest := 0
	for other, symbols := range b.names {
		if year == "" && names.FolderOf(other) == folder {
			newest = max(newest, symbols.Year)
		}
	}
	if year == "" && newest > 0 {
		year = strconv.Itoa(newest)
	}
	before := ""
	if number, err := strconv.Atoi(year); err == nil {
		before = strconv.Itoa(number - 1)
	}
	return checkOf{b, b.files, name, func(other string) bool {
		return names.FolderOf(other) == "." || names.FolderOf(other) == folder && slices.Contains([]string{"", before, year}, names.YearOf(other))
	}}
}

// all asks for a review of a country, or of everything where a file of all
// countries has changed.
func (b *book) all(files ruletext.Files, folder string) checkOf {
	return checkOf{b, files, "", func(name string) bool {
		return folder == "." || names.FolderOf(name) == folder || names.FolderOf(name) == "."
	}}
}

// checks looks for mistakes: at the country of a changed file in one year at once,
// and at all its years when the editor has been still for a while.
func (s *server) checks(ctx context.Context) {
	type part struct {
		book   *book
		folder string
	}
	waiting := map[part]ruletext.Files{}
	still := time.NewTimer(settle)
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.wake:
			s.guard.Lock()
			pending := s.pending
			s.pending = nil
			s.guard.Unlock()
			for _, next := range pending {
				if next.name != "" {
					s.check(next)
				}
				waiting[part{next.book, names.FolderOf(next.name)}] = next.files
			}
			still.Reset(settle)
		case <-still.C:
			for of, files := range waiting {
				s.check(of.book.all(files, of.folder))
			}
			clear(waiting)
		}
	}
}

// ask asks for a look, in place of one at the same file that has not begun.
func (s *server) ask(c checkOf) {
	s.guard.Lock()
	s.pending = append(slices.DeleteFunc(s.pending, func(o checkOf) bool { return o.book == c.book && o.name == c.name }), c)
	s.guard.Unlock()
	select {
	case s.wake <- struct{}{}:
	default: // it is awake
	}
}

// check publishes what is wrong with the files that are looked at: after a change
// what is seen without running a program.
func (s *server) check(c checkOf) {
	var list diagnostic.List
	files := c.files.Only(c.keep).FS()
	switch {
	case c.book == s.tables:
		_, list, _ = tables.Review(files, s.options.TableOptions, time.Now().UTC())
	case c.name != "":
		_, list, _ = rules.Glance(files, s.options.RuleOptions, time.Now().UTC())
	default:
		_, list, _ = rules.Review(files, s.options.RuleOptions, time.Now().UTC())
	}
	byFile := map[string][]diagnosis{}
	for _, d := range list.Sorted() {
		byFile[d.Subject.File] = append(byFile[d.Subject.File], c.book.diagnosis(c.files, d))
	}
	var news []published
	s.guard.Lock()
	for name := range c.files {
		uri := c.book.uri(name)
		if !c.keep(name) || len(byFile[name]) == 0 && len(s.found[uri]) == 0 && name != c.name {
			continue
		}
		s.found[uri] = append([]diagnosis{}, byFile[name]...)
		news = append(news, published{uri, s.found[uri]})
	}
	s.guard.Unlock() // an editor that does not read keeps nobody else waiting
	for _, p := range news {
		_ = s.conn.Notify(context.Background(), "textDocument/publishDiagnostics", p)
	}
}

// severityOfWarnings is how the protocol numbers them; errors are 1.
const severityOfWarnings = 2

// diagnosis is a finding as editors show it.
func (b *book) diagnosis(files ruletext.Files, d diagnostic.Diagnostic) diagnosis {
	shown := diagnosis{
		Range: (&book{files: files}).span(d.Subject), Severity: 1, Code: d.Code, Source: "rulecheck", Message: d.Summary,
	}
	if d.Severity == diagnostic.Warning {
		shown.Severity = severityOfWarnings
	}
	if d.Detail != "" {
		shown.Message += "\n" + d.Detail
	}
	if d.Suggestion != "" {
		shown.Message += "\nDid you mean " + d.Suggestion + "?"
		shown.Data = &remedy{"Change to " + d.Suggestion, d.Suggestion}
	}
	return shown
}
