package rules

import (
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
)

// Book is a loaded rule book: immutable, and safe for use by any number of
// goroutines at once.
type Book struct {
	version   string
	countries []*Country
	service   Service
	texts     map[string][]byte // by file; nil for tables and the built-in files, which are read again
	files     fs.FS
	moved     string // Options.Moved
}

// Options controls how a rule book is opened.
type Options struct {
	// AllowUnchecked accepts years with marks "to be checked".
	AllowUnchecked bool
	// Lazy checks a program when it is first used, and unused ones never.
	Lazy bool
	// Held is a parameter whose checks are evaluated even if the book is lazy.
	Held string
	// AllSteps reads the programs of embedded files at once, which saves time if they are used
	// soon. Otherwise their steps are read at the first use of each file, which saves memory.
	AllSteps bool
	// WithoutArchive closes archived years: a question about one is refused with a
	// hint at the archive.
	WithoutArchive bool
	// Counts, if set, counts the branches that answers take.
	Counts types.Counter
	// Moved is a field that the program payday fills in, in which every value it gives is moved by
	// one unit or turned around, to find out whether a labelled year notices that.
	Moved string
	// Review opens a book to be reviewed: built-in files are checked like others, marks and broken
	// relations are findings of a book that opens all the same, and Stretch.Compile compiles.
	Review bool
	// Only, if set, is the year whose programs are checked; those of others are at their first use.
	Only int
}

// Open loads, checks and compiles a rule book. With errors in the list the
// Book is nil.
func Open(files fs.FS, options Options) (*Book, diagnostic.List) {
	book, list, _ := Validate(files, options)
	return book, list
}

// Sources returns the text of a file by its name, to show findings in it.
type Sources func(name string) ([]byte, bool)

// Validate loads and checks a rule book. It returns the findings and the texts of the
// files. With errors in the list the Book is nil; see
// [Options.Review].
func Validate(files fs.FS, options Options) (*Book, diagnostic.List, Sources) {
	book, l := open(files, options)
	if l.unfit.HasErrors() && !options.Review {
		book = nil
	}
	return book, append(l.Findings, l.unfit...), l.Source
}

// open loads a rule book even if it has marks or broken relations, which are in unfit.
func open(files fs.FS, options Options) (*Book, *loader) {
	l := newLoader(files)
	l.allSteps = options.AllSteps || options.Review || options.Lazy || options.Counts != nil
	if _, cached := files.(Declared); !cached && !l.allSteps {
		l.parseAhead(options)
	}
	b := &Book{moved: options.Moved}
	l.service(&b.service)
	for _, dir := range l.dirs("*/country.yaml") {
		if c := l.country(dir, options); c != nil {
			b.countries = append(b.countries, c)
		}
	}
	if len(b.countries) == 0 && !l.Findings.HasErrors() {
		l.Fail(diagnostic.Range{File: "."}, "missing-file", "this folder has no country", "A rule book has a folder with a country.yaml for each country.")
	}
	slices.SortFunc(b.countries, func(x, y *Country) int {
		if x.Status != y.Status {
			return strings.Compare(string(x.Status), string(y.Status))
		}
		switch b.service.CountryFirst {
		case x.Code:
			return -1
		case y.Code:
			return 1
		}
		return strings.Compare(x.Code, y.Code)
	})
	l.uniqueCodes(b.countries)
	if l.Findings.HasErrors() {
		return nil, l
	}
	l.ahead = nil
	b.files, b.version, b.texts = files, l.version(), map[string][]byte{}
	for name, text := range l.Texts {
		if b.texts[name] = text; l.Own {
			b.texts[name] = nil
		}
	}
	for name := range l.tables {
		b.texts[name] = nil
	}
	return b, l
}

func (l *loader) uniqueCodes(countries []*Country) {
	seen := map[string]bool{}
	for _, c := range countries {
		for _, code := range append([]string{c.Code}, c.Aliases...) {
			if seen[code] {
				l.Fail(diagnostic.Range{File: c.file}, "duplicate-name", "country code "+code+" is used twice", "Give each country codes and aliases of its own.")
			}
			seen[code] = true
		}
	}
}

// Version identifies the loaded rules: the date of the newest publication that they cite
// and a digest of their files, such as 2025-11-12.5f3c09d1a2b4e6f7.
func (b *Book) Version() string { return b.version }

// Files lists the names of the files of the book.
func (b *Book) Files() []string { return slices.Sorted(maps.Keys(b.texts)) }

// Text returns the contents of one of the Files, of a packed table as it is. They must not be
// changed.
func (b *Book) Text(file string) ([]byte, bool) {
	text, known := b.texts[file]
	if !known || text != nil {
		return text, known
	}
	data, err := syntax.ReadFile(b.files, file)
	return data, err == nil
}

// Countries lists the countries, the available ones first, and of these that of CountryFirst.
func (b *Book) Countries() []*Country { return b.countries }

// Country returns the available or planned country with a code or alias.
func (b *Book) Country(code string) (*Country, bool) {
	for _, country := range b.countries {
		if country.Code == code || slices.Contains(country.Aliases, code) {
			return country, true
		}
	}
	return nil, false
}

// Service returns the limits and texts that all countries share.
func (b *Book) Service() *Service { return &b.service }
