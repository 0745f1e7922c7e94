package editor

import (
	"cmp"
	"context"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/payslate/payslate/conformance/review"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/rules/names"
)

// unit is what is checked at a time: a year of a country, or with year 0 the country's files by
// themselves. All travel tables are one unit.
type unit struct {
	of     *book
	folder string
	year   int
}

// result is the findings of a unit in some texts.
type result struct {
	in   names.Book
	list diagnostic.List
}

// burst is the time without an edit before a check: a renaming edits many files at once.
const burst = 10 * time.Millisecond

// requestCheck puts the units that a changed file affects before all others, and begins to
// check them. Without a name it checks the whole book.
func (s *server) requestCheck(of *book, name string) {
	affected := of.affected(name)
	s.guard.Lock()
	s.waiting = append(affected, slices.DeleteFunc(s.waiting, func(u unit) bool { return slices.Contains(affected, u) })...)
	s.guard.Unlock()
	now := map[*book]book{}
	for _, b := range s.books() {
		now[b] = *b
	}
	s.interrupt()
	quiet, interrupt := context.WithCancel(s)
	s.interrupt = interrupt
	go s.checks(quiet, now, name)
}

// affected lists the units that a file affects: first its own year, or the newest for a file
// that all years share.
func (b *book) affected(name string) (list []unit) {
	if b.whole {
		return []unit{{of: b, folder: "."}}
	}
	folders := []string{names.FolderOf(name)}
	if folders[0] == "." {
		folders = b.folders()
	}
	for _, folder := range folders {
		all := b.years(folder)
		if year, err := strconv.Atoi(names.YearOf(name)); err == nil { // the next is compared with it
			all = slices.DeleteFunc([]int{year, year + 1}, func(y int) bool { return !slices.Contains(all, y) })
		}
		for _, year := range slices.Insert(all, min(1, len(all)), 0) {
			list = append(list, unit{b, folder, year})
		}
	}
	return list
}

// checks checks the units that wait in copies of the books, until another change.
func (s *server) checks(quiet context.Context, now map[*book]book, edited string) {
	select {
	case <-quiet.Done():
	case <-time.After(burst):
	}
	s.checking.Lock() // the checks that were interrupted may still end
	defer s.checking.Unlock()
	for quiet.Err() == nil {
		s.guard.Lock()
		if len(s.waiting) == 0 {
			s.guard.Unlock()
			return
		}
		next := s.waiting[0]
		s.guard.Unlock()
		s.check(quiet, next, now[next.of], edited)
	}
}

// check checks a unit of a book and shows what it finds: first what needs no run of programs.
// An interrupted check begins again after the change.
func (s *server) check(quiet context.Context, u unit, now book, edited string) {
	show := func(list diagnostic.List) {
		if quiet.Err() != nil {
			return
		}
		list = slices.DeleteFunc(list, func(d diagnostic.Diagnostic) bool {
			year := names.YearOf(d.Subject.File)
			return u.year != 0 && year != "" && year != strconv.Itoa(u.year)
		})
		s.results[u] = result{now.names, list}
		s.publish(u, &now, edited)
	}
	if now.whole {
		_, list, _ := review.Tables(now.part(u.folder), s.options.TableOptions, time.Now().UTC())
		show(list)
	} else {
		list, runs := review.Year(now.part(u.folder), s.options.RuleOptions, u.year, time.Now().UTC())
		show(list)
		if u.year != 0 && quiet.Err() == nil {
			show(runs())
		}
	}
	s.guard.Lock()
	defer s.guard.Unlock()
	if quiet.Err() == nil {
		s.waiting = slices.DeleteFunc(s.waiting, func(other unit) bool { return other == u })
	}
}

// publish shows the findings in the files of a unit's folder and in those of all folders,
// without findings of files that have changed since, or of years that are gone.
func (s *server) publish(u unit, now *book, edited string) {
	byFile := map[string][]diagnosis{}
	var list diagnostic.List
	for other, of := range s.results {
		if other.of != u.of || other.year != 0 && !slices.Contains(now.years(other.folder), other.year) {
			continue
		}
		for _, d := range of.list {
			if file := d.Subject.File; now.files[file] != nil && of.in[file] == now.names[file] {
				list.Append(d)
			}
		}
	}
	for _, d := range list.Sorted() {
		byFile[d.Subject.File] = append(byFile[d.Subject.File], now.diagnosis(d))
	}
	var news []published
	s.guard.Lock()
	shown := maps.Clone(now.files)
	for uri := range s.found {
		if name, ok := now.name(uri); ok { // or the file was removed
			shown[name] = nil
		}
	}
	files := slices.Sorted(maps.Keys(shown))
	if at := slices.Index(files, edited); at > 0 { // comes first
		files = slices.Insert(slices.Delete(files, at, at+1), 0, edited)
	}
	for _, name := range files {
		folder := names.FolderOf(name)
		if folder != u.folder && folder != "." && !now.whole {
			continue
		}
		uri := now.uri(name)
		if name != edited && slices.EqualFunc(byFile[name], s.found[uri], diagnosis.equal) {
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
		shown.Data = &remedy{"Change to " + cmp.Or(strings.TrimSpace(d.Suggestion), "spaces"), textEdit{shown.Range, d.Suggestion}}
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
