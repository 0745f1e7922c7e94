package rules

import (
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/types"
)

// Book is a loaded rule book: immutable, and safe for use by any number of
// goroutines at once.
type Book struct {
	version   string
	countries []*Country
	service   Service
	texts     map[string][]byte // of the files that it was read from
	coverage  []byte            // empty where nobody has counted it
}

// Options says how a rule book is opened.
type Options struct {
	// AllowUnchecked accepts years that carry marks "to be checked".
	AllowUnchecked bool
	// Lazy checks a program when it is first asked for, and what nothing reads never.
	Lazy bool
	// Memory spares programs a check that can find nothing new; nil where none is kept.
	Memory *types.Memory
	// focus is what Glance looks at.
	focus *focus
	// WithoutArchive closes the years that are an archive: a question about one is
	// refused, and says that the archive has it.
	WithoutArchive bool
	// everything checks and compiles built-in files too.
	everything bool
}

// Open loads, checks and compiles a rule book. With errors in the list the
// Book is nil.
func Open(files fs.FS, options Options) (*Book, diagnostic.List) {
	book, list, _ := Validate(files, options)
	return book, list
}

// Sources returns the texts of files by name, to show findings with.
type Sources func(name string) ([]byte, bool)

// Validate loads and checks a rule book and returns what was found, with the
// texts of the files that it read.
func Validate(files fs.FS, options Options) (*Book, diagnostic.List, Sources) {
	book, l := open(files, options)
	if l.unfit.HasErrors() {
		book = nil
	}
	return book, append(l.Findings, l.unfit...), l.Source
}

// open loads a rule book; with marks and broken relations too, which are in unfit.
func open(files fs.FS, options Options) (*Book, *loader) {
	l := newLoader(files)
	l.focus = options.focus
	b := &Book{}
	l.service(&b.service)
	for _, dir := range l.dirs("*/country.yaml") {
		if c := l.country(dir, options); c != nil {
			b.countries = append(b.countries, c)
		}
	}
	if len(b.countries) == 0 && !l.Findings.HasErrors() {
		l.Fail(diagnostic.Range{File: "."}, "missing-file", "this folder has no country", "A rule book has folders with a country.yaml.")
	}
	slices.SortFunc(b.countries, func(x, y *Country) int {
		if x.status != y.status {
			return strings.Compare(string(x.status), string(y.status))
		}
		return strings.Compare(x.code, y.code)
	})
	l.uniqueCodes(b.countries)
	if l.Findings.HasErrors() {
		return nil, l
	}
	if b.texts = l.Texts; l.focus == nil {
		b.version = l.version()
	}
	b.coverage, _ = fs.ReadFile(files, coverageFile) // a folder need not have it
	return b, l
}

func (l *loader) uniqueCodes(countries []*Country) {
	seen := map[string]bool{}
	for _, c := range countries {
		for _, code := range append([]string{c.code}, c.aliases...) {
			if seen[code] {
				l.Fail(diagnostic.Range{File: c.file}, "duplicate-name", "country code "+code+" is used twice", "")
			}
			seen[code] = true
		}
	}
}

// Version identifies the loaded rules: the date of the newest publication that
// they name and a digest of their files, such as 2025-11-12.5f3c09d1a2b4e6f7.
func (b *Book) Version() string { return b.version }

// Files lists the files that the book was read from, by name.
func (b *Book) Files() []string { return slices.Sorted(maps.Keys(b.texts)) }

// coverageFile says how many labelled cases reach each place of the rules. It is
// made by rulecheck cover, no part of the rules, and may be missing.
const coverageFile = "coverage.json"

// Text is the text of one of the Files, or what coverage.json beside them says of
// the cases that reach each place. It must not be changed.
func (b *Book) Text(file string) ([]byte, bool) {
	if file == coverageFile {
		return b.coverage, len(b.coverage) > 0
	}
	text, ok := b.texts[file]
	return text, ok
}

// Countries lists the countries, the available ones first.
func (b *Book) Countries() []*Country { return b.countries }

// Country finds an available or planned country by its code or an alias.
func (b *Book) Country(code string) (*Country, bool) {
	for _, country := range b.countries {
		if country.code == code || slices.Contains(country.aliases, code) {
			return country, true
		}
	}
	return nil, false
}

// Service holds what holds for all countries.
func (b *Book) Service() *Service { return &b.service }
