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

// edit is a book after a change of a file; without a name, when it was opened.
type edit struct {
	of   *book
	now  book // its texts, which stay
	name string
}

// country is what is found in a folder of rules or tables, and what is still to be
// looked at: the year of the changed file with its programs, what the files say by
// themselves, then one year after the other.
type country struct {
	edit
	folder string
	found  map[int]look // by year; 0 is what the files say by themselves
	fresh  bool         // that is so of the texts of now
	years  []int        // to be looked at
	// runs is the rest of the look at the first of years; nil before it has begun.
	runs func(context.Context) diagnostic.List
	// waits is for what an author need not be told at once.
	waits bool
}

// look is what was found in some texts.
type look struct {
	in   names.Book
	list diagnostic.List
}

// How long the editor must be still: before anything is looked at, as a renaming is
// an edit of many files, and before the rest is.
const (
	burst  = 10 * time.Millisecond
	settle = 300 * time.Millisecond
)

// checks looks for mistakes. What was changed last comes first, and an edit ends what
// need not be told at once.
func (s *server) checks(ctx context.Context) {
	var countries []*country // the one changed last is the first
	for ctx.Err() == nil {
		edits, stirred, quiet := s.edits(ctx)
		for _, e := range edits {
			countries = e.mark(countries)
		}
		i := slices.IndexFunc(countries, func(c *country) bool { return c.behind() && !c.waits })
		wait := burst
		if i < 0 {
			i, wait = slices.IndexFunc(countries, (*country).behind), settle
		}
		var still <-chan time.Time // never, where there is nothing to do
		if i >= 0 {
			still = time.After(wait - time.Since(stirred))
		}
		select {
		case <-quiet.Done():
			continue
		case <-still:
		}
		atYear := countries[i].atYear()
		countries[i].now.await(func(name string) bool { return !atYear || countries[i].reaches(name) })
		if countries[i].next(quiet, s, atYear) {
			s.publish(countries[i], countries)
		}
	}
}

// edits takes what was changed, with what ends at the next change.
func (s *server) edits(ctx context.Context) (list []edit, stirred time.Time, quiet context.Context) {
	s.guard.Lock()
	defer s.guard.Unlock()
	list, s.pending = s.pending, nil
	s.stir() // what has ended already
	quiet, s.stir = context.WithCancel(ctx)
	return list, s.stirred, quiet
}

// ask asks for a look after an edit.
func (s *server) ask(of *book, name string) {
	s.guard.Lock()
	defer s.guard.Unlock()
	s.pending = append(s.pending, edit{of, *of, name})
	s.stirred = time.Now()
	s.stir()
}

// mark says what is to be looked at after an edit.
func (e edit) mark(countries []*country) []*country {
	folders := []string{names.FolderOf(e.name)}
	switch {
	case e.now.whole:
		folders[0] = "."
	case folders[0] == ".": // what all countries share
		folders = e.now.folders()
	}
	for _, folder := range folders {
		i := slices.IndexFunc(countries, func(c *country) bool { return c.of == e.of && c.folder == folder })
		if i < 0 {
			i = len(countries)
			countries = append(countries, &country{folder: folder, found: map[int]look{}})
		}
		c := countries[i]
		copy(countries[1:], countries[:i])
		countries[0] = c
		c.edit, c.fresh, c.runs, c.waits = e, false, nil, e.name == ""
		c.mark()
	}
	return countries
}

// mark puts the years first that the change of the file concerns: its own and the one
// after it, which is compared with it, or all of them.
func (c *country) mark() {
	all := c.now.years(c.folder)
	concerned := all
	if year, err := strconv.Atoi(names.YearOf(c.name)); err == nil {
		concerned = slices.DeleteFunc([]int{year, year + 1}, func(y int) bool { return !slices.Contains(all, y) })
	}
	waiting := slices.DeleteFunc(c.years, func(y int) bool { return slices.Contains(concerned, y) || !slices.Contains(all, y) })
	c.years = slices.Concat(concerned, waiting)
	for year := range c.found {
		if year != 0 && !slices.Contains(all, year) {
			delete(c.found, year)
		}
	}
}

// behind reports whether something is to be looked at.
func (c *country) behind() bool { return !c.fresh || len(c.years) > 0 }

// next looks at the next part, and reports whether that is to be shown.
func (c *country) next(quiet context.Context, s *server, atYear bool) bool {
	switch {
	case c.of == s.tables:
		_, list, _ := tables.Review(c.now.part(c.folder), s.options.TableOptions, time.Now().UTC())
		c.found[0] = look{c.now.names, list}
		c.fresh = true
	case atYear:
		list, runs := c.glance(quiet, s, c.years[0])
		if quiet.Err() != nil {
			return false
		}
		c.found[c.years[0]] = look{c.now.names, c.own(list)}
		c.runs = runs
	case !c.fresh:
		list, _ := c.glance(quiet, s, 0)
		if quiet.Err() != nil {
			return false
		}
		c.found[0] = look{c.now.names, list}
		c.fresh = true
	default:
		list := c.runs(quiet)
		c.runs = nil // even if it was cut short: what it has compiled then is no good
		if quiet.Err() != nil {
			return false
		}
		c.found[c.years[0]] = look{c.now.names, c.own(list)}
		c.years = c.years[1:]
	}
	c.waits = c.waits || c.fresh && c.runs != nil && path.Base(c.name) != "country.yaml" // whose thresholds only runs show
	return true
}

// many files are read after a start or a renaming: not all are waited for.
const many = 10

// atYear says whether the next look is the first at a year. One that was never looked at
// takes longer than what the files say by themselves, once they are read.
func (c *country) atYear() bool {
	if c.runs != nil || len(c.years) == 0 {
		return false
	}
	_, known := c.found[c.years[0]]
	return known || c.fresh || len(c.now.reading) > many
}

// reaches says whether a look at the next year reads a file: one of that year, of the one
// before, or of all.
func (c *country) reaches(name string) bool {
	year, err := strconv.Atoi(names.YearOf(name))
	return err != nil || year == c.years[0] || year == c.years[0]-1
}

// glance looks at the folder and one year's programs.
func (c *country) glance(quiet context.Context, s *server, year int) (diagnostic.List, func(context.Context) diagnostic.List) {
	return rules.Glance(quiet, c.now.part(c.folder), s.options.RuleOptions, year, c.name, time.Now().UTC())
}

// own are the findings in the year that is looked at and in what years share.
func (c *country) own(list diagnostic.List) diagnostic.List {
	return slices.DeleteFunc(list, func(d diagnostic.Diagnostic) bool {
		year := names.YearOf(d.Subject.File)
		return year != "" && year != strconv.Itoa(c.years[0])
	})
}

// publish shows what is found in the files of a folder, and in those of all folders,
// as far as they are as they were when it was found.
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
		if name, ok := c.now.name(uri); ok && len(was) > 0 && c.now.files[name] == nil { // it was removed
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
	s.guard.Unlock() // an editor that does not read keeps nobody else waiting
	for _, p := range news {
		_ = s.conn.Notify(context.Background(), "textDocument/publishDiagnostics", p)
	}
}

// severityOfWarnings is how the protocol numbers them; errors are 1.
const severityOfWarnings = 2

// diagnosis is a finding as editors show it.
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

// equal reports whether an editor shows two findings alike.
func (d diagnosis) equal(other diagnosis) bool {
	return d.Range == other.Range && d.Severity == other.Severity && d.Code == other.Code && d.Message == other.Message
}

// years are those of a country, the newest first.
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
