package tables

import (
	"embed"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/payslate/payslate/internal/hostfile"
	"github.com/payslate/payslate/internal/law"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/remedy"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/interpreter/wording"
	"github.com/payslate/payslate/tables/format"
)

// embedded are the table files.
//
//go:embed */*.yaml *.yaml gazetteer.txt */*.txt
var embedded embed.FS

var (
	//go:embed gazetteer.txt
	embeddedGazetteer string
	//go:embed */towns.txt
	embeddedTowns string
)

// embeddedTexts are the lists among the table files by the last part of their names. They
// are searched in the program's own text, which takes no memory.
var embeddedTexts = map[string]string{"gazetteer.txt": embeddedGazetteer, "towns.txt": embeddedTowns}

// Embedded returns the table files that are part of the program.
func Embedded() fs.FS { return embedded }

// Book holds the tables of all regimes. It is immutable and safe for concurrent
// use.
type Book struct {
	regimes []*Regime
	service *service
	version string
	files   []string
}

// service is what all regimes share.
type service struct {
	texts    map[string]Text
	warnings map[string]Warning // by the name of the text
	sizes    citySizes
	days     int64 // the maximum length of a journey; 0 without rules for trips
}

// Files of texts that all regimes share: about lookups, and about journeys with their limits.
const (
	serviceFile = "service.yaml"
	tripFile    = "trip.yaml"
)

// Options configure how tables are opened.
type Options struct {
	// Review opens a book to be reviewed: with marks, which are findings.
	Review bool
	// AllowUnchecked accepts editions with sections marked "to be checked".
	AllowUnchecked bool
	// Counts, if set, counts the branches that trips take.
	Counts types.Counter
}

// Open reads all tables of a folder, which may have some of the regimes only, each with its
// parts, beside the files that all share. The book is nil if there are errors among the
// findings. source returns the text of a file, for printing findings.
func Open(files fs.FS, options Options) (book *Book, findings diagnostic.List, source func(file string) ([]byte, bool)) {
	book, l := open(files, options)
	return l.accepted(book, options), l.Findings, l.Source
}

// accepted returns a book, or nil if it has marks that are not allowed, which are findings.
func (l *loader) accepted(book *Book, options Options) *Book {
	if options.AllowUnchecked || len(l.unchecked) == 0 {
		return book
	}
	if l.Findings.Extend(l.unchecked); options.Review {
		return book
	}
	return nil
}

// open reads all tables, marked or not. The book is nil if there are errors.
func open(files fs.FS, options Options) (*Book, *loader) {
	l := newLoader(files)
	l.counts, l.reviewed = options.Counts, options.Review
	book := &Book{service: l.service()}
	g := l.gazetteer()
	g.atlas, g.sizes = l.atlas(book.service.sizes.Great), book.service.sizes
	law.Read(&l.Folder, law.File)
	l.sharedErrors = l.Findings.HasErrors()
	entries, err := fs.ReadDir(files, ".")
	if err != nil {
		l.Fail(diagnostic.Range{File: "."}, "missing-folder", "the folder cannot be read: "+err.Error(), "Name a folder of tables that the program may read.")
	}
	for _, entry := range entries {
		dir := entry.Name()
		if _, err := fs.Stat(files, dir+"/"+regimeFile); err != nil {
			continue
		}
		if r := l.regime(dir, g, book.service, book.regimes); r != nil {
			if r.whole != nil {
				continue
			}
			if r.Status == Supported && !l.Findings.HasErrors() {
				r.trip = l.tripRules(r)
			}
			book.regimes = append(book.regimes, r)
		}
	}
	if len(book.regimes) == 0 && !l.Findings.HasErrors() {
		l.Fail(diagnostic.Range{File: "."}, "missing-regime", "this folder has no regime", "A regime is a folder with a "+regimeFile+".")
	}
	slices.SortStableFunc(book.regimes, func(a, b *Regime) int {
		return slices.Index([]Status{Supported, Planned}, a.Status) - slices.Index([]Status{Supported, Planned}, b.Status)
	})
	if l.Findings.HasErrors() {
		return nil, l
	}
	book.version, book.files = hostfile.Digest(l.Texts), slices.Sorted(maps.Keys(l.Texts))
	return book, l
}

// service reads the texts of lookups, and of journeys if there are any, with their limits.
func (l *loader) service() *service {
	s := &service{texts: map[string]Text{}}
	var file struct {
		Cities   citySizes    `key:"cities"`
		Texts    *syntax.Node `key:"texts"`
		Warnings *syntax.Node `key:"warnings"`
		Days     int64        `key:"limits.days"`
	}
	l.Decode(l.Map(serviceFile, format.Of("lookups")), &file)
	s.sizes = file.Cities
	l.namedTexts(file.Texts, s.texts, format.Of("lookups"))
	s.warnings = hostfile.ReadWarnings(file.Warnings, s.texts, queryFields, &l.Findings)
	if _, err := fs.Stat(l.Files, tripFile); err != nil {
		return s
	}
	l.Decode(l.Map(tripFile, format.Of("trips")), &file)
	s.days = file.Days
	l.namedTexts(file.Texts, s.texts, format.Of("trips"))
	return s
}

// Version returns a digest of the table files, such as 5f3c09d1a2b4e6f7.
func (b *Book) Version() string { return b.version }

// Files lists the files that the tables were read from.
func (b *Book) Files() []string { return b.files }

// Regimes returns the regimes, supported ones first.
func (b *Book) Regimes() []*Regime { return b.regimes }

// Regime returns the regime, or part of one, with an id, or nil.
func (b *Book) Regime(id string) *Regime {
	for _, r := range b.regimes {
		for _, part := range r.WithParts() {
			if part.ID == id {
				return part
			}
		}
	}
	return nil
}

// supported returns a supported regime. The error is a *Refusal.
func (b *Book) supported(id string) (*Regime, error) {
	r := b.Regime(id)
	if r != nil && r.Status == Supported && r.whole == nil {
		return r, nil
	}
	text := "unknown_regime"
	if r != nil && r.Status == Planned {
		text = "planned_regime"
	}
	var known []string
	for _, r := range b.regimes {
		if r.Status == Supported {
			known = append(known, r.ID)
		}
	}
	return nil, &Refusal{Refusal: remedy.Refusal{Code: unknownRegime, Loc: []any{"regime"}, Message: wording.Fill(b.service.texts[text], "regime", id, "known", strings.Join(known, ", "))}}
}
