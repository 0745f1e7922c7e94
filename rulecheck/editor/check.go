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

// checkOf asks for a look at a folder after a change of a file; without a name at
// all of it.
type checkOf struct {
	book  *book
	files ruletext.Files
	name  string
	keep  func(name string) bool // what the change breaks first
}

// checkOf asks for a look at what the change of a file breaks first: the country in
// the file's year, or in the newest where the file holds in several, and what all
// countries share.
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
	return checkOf{b, b.files, name, func(other string) bool {
		return names.FolderOf(other) == "." || names.FolderOf(other) == folder && (names.YearOf(other) == "" || names.YearOf(other) == year)
	}}
}

// all asks for a look at everything.
func (b *book) all(files ruletext.Files) checkOf {
	return checkOf{b, files, "", func(string) bool { return true }}
}

// checks looks for mistakes: at the country of a changed file in one year at once,
// and at the whole folder when the editor has been still for a while.
func (s *server) checks(ctx context.Context) {
	waiting := map[*book]ruletext.Files{}
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
				waiting[next.book] = next.files
			}
			still.Reset(settle)
		case <-still.C:
			for of, files := range waiting {
				s.check(of.all(files))
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
// the errors beside the warnings of the last look at everything.
func (s *server) check(c checkOf) {
	var list diagnostic.List
	files := c.files.Only(c.keep).FS()
	switch {
	case c.book == s.tables:
		_, list, _ = tables.Review(files, s.options.TableOptions, time.Now().UTC())
	case c.name != "":
		_, list, _ = rules.Validate(files, s.options.RuleOptions)
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
		list := append([]diagnosis{}, byFile[name]...)
		if c.name != "" && c.book == s.rules {
			for _, d := range s.found[uri] {
				if d.Severity == severityOfWarnings && !slices.ContainsFunc(list, d.same) {
					list = append(list, d)
				}
			}
		}
		s.found[uri] = list
		news = append(news, published{uri, list})
	}
	s.guard.Unlock() // an editor that does not read keeps nobody else waiting
	for _, p := range news {
		_ = s.conn.Notify(context.Background(), "textDocument/publishDiagnostics", p)
	}
}

// severityOfWarnings is how the protocol numbers them; errors are 1.
const severityOfWarnings = 2

func (d diagnosis) same(other diagnosis) bool {
	return d.Code == other.Code && d.Range == other.Range && d.Message == other.Message
}

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
