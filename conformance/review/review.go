// Package review finds what is doubtful in rules and travel tables that load. What it finds,
// somebody has to answer before they may go live.
//
// It compares a year with the year before and an edition of travel tables with the one before,
// tries programs, and reads citations and texts as their readers would.
package review

import (
	"io/fs"
	"path"
	"slices"
	"time"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/tables"
)

// review collects findings.
type review struct {
	book  *rules.Book // nil for tables
	files fs.FS
	text  rules.Sources
	trees map[string]*syntax.Node // of the YAML files, by their names
	names []string                // of trees
	list  diagnostic.List
	// medians has the median change of the figures of a year, in percent.
	medians map[string]number.Decimal
}

// Rules opens rules and reviews them as of a day. With errors the book is nil.
func Rules(files fs.FS, options rules.Options, today time.Time) (*rules.Book, diagnostic.List, rules.Sources) {
	options.Review = true
	book, found, source := rules.Validate(files, options)
	if book == nil {
		return nil, found, source
	}
	r := newReview(source, book.Files())
	r.book, r.files = book, files
	for _, c := range book.Countries() {
		if c.Status == rules.Available {
			r.all(c, today.Format(time.DateOnly))
		}
	}
	r.defaultYear()
	r.swapped()
	r.copied()
	r.licences()
	for _, c := range book.Countries() {
		r.texts(c)
	}
	if found.Extend(r.list); found.HasErrors() {
		book = nil
	}
	return book, found, source
}

// all reviews a country with all its years.
func (r *review) all(c *rules.Country, today string) {
	var years [][]rules.Stretch
	for _, number := range c.Years {
		years = append(years, c.Stretches(number))
	}
	r.country(years, 0)
	r.ended(c, last(years[len(years)-1]), today)
	trials := trialsOf(c)
	for _, year := range years {
		for _, s := range year {
			r.runs(s, trials)
		}
	}
}

// Year reviews one year of a country for an editor, in two steps: it returns what it finds
// without running programs, and a function for all findings, which takes longer. With year 0 it
// reviews the files of the country without programs. The files are those of the country.
func Year(files fs.FS, options rules.Options, year int, today time.Time) (diagnostic.List, func() diagnostic.List) {
	options.Review, options.Only, options.Lazy = true, year, year == 0
	book, found, source := rules.Validate(files, options)
	all := func() diagnostic.List { return found }
	if book == nil {
		return found, all
	}
	r := newReview(source, book.Files())
	r.book, r.files = book, files
	for _, c := range book.Countries() {
		if c.Status != rules.Available {
			continue
		}
		var years [][]rules.Stretch
		for _, number := range c.Years {
			if year == 0 || number == year || number == year-1 {
				years = append(years, c.Stretches(number))
			}
		}
		if r.country(years, year); year == 0 {
			r.ended(c, last(years[len(years)-1]), today.Format(time.DateOnly))
			continue
		}
		all = func() diagnostic.List {
			for _, s := range c.Stretches(year) {
				r.runs(s, trialsOf(c))
			}
			return slices.Concat(found, r.list)
		}
	}
	return slices.Concat(found, r.list), all
}

// Tables opens travel tables and reviews them as of a day. With errors the book is nil.
func Tables(files fs.FS, options tables.Options, today time.Time) (*tables.Book, diagnostic.List, rules.Sources) {
	options.Review = true
	book, found, source := tables.Open(files, options)
	if book != nil {
		r := newReview(source, book.Files())
		for _, regime := range book.Regimes() {
			for _, part := range regime.WithParts() {
				r.editions(part, today.Format(time.DateOnly))
			}
		}
		r.lawPlaces("")
		r.swapped()
		r.copied()
		r.licences()
		found.Extend(r.list)
	}
	if found.HasErrors() {
		book = nil
	}
	return book, found, source
}

// newReview reads the trees of the YAML files among some files.
func newReview(text rules.Sources, names []string) *review {
	r := &review{text: text, trees: map[string]*syntax.Node{}, medians: map[string]number.Decimal{}}
	for _, name := range names {
		if data, ok := text(name); ok && path.Ext(name) == ".yaml" {
			if root, list := syntax.Parse(name, data); !list.HasErrors() {
				r.trees[name], r.names = root, append(r.names, name)
			}
		}
	}
	slices.Sort(r.names)
	return r
}

func (r *review) fail(at diagnostic.Range, code, summary, detail string) {
	r.add(diagnostic.Diagnostic{Severity: diagnostic.Error, Code: code, Summary: summary, Detail: detail, Subject: at})
}

func (r *review) warn(at diagnostic.Range, code, summary, detail string) {
	r.add(diagnostic.Diagnostic{Severity: diagnostic.Warning, Code: code, Summary: summary, Detail: detail, Subject: at})
}

// add adds a finding once, since the stretches of a year share most of their files.
func (r *review) add(d diagnostic.Diagnostic) {
	if !slices.ContainsFunc(r.list, func(known diagnostic.Diagnostic) bool {
		return known.Subject == d.Subject && known.Code == d.Code && known.Summary == d.Summary
	}) {
		r.list.Append(d)
	}
}
