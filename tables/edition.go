package tables

import (
	"slices"
	"strings"
	"sync"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/tables/format"
)

// Edition is a table for a period.
type Edition struct {
	// Name is its year, or the day on which it takes effect.
	Name  string `key:"edition"`
	Valid Span   `key:"valid"`
	// AsOf is the date of the publication.
	AsOf   string `key:"data_as_of"`
	Source Source `key:"source"`
	// ValidAt and AsOfAt are where the file states Valid and AsOf.
	ValidAt, AsOfAt diagnostic.Range

	regime    *Regime
	file      string
	adds      string // what the table adds to all editions
	areas     []*Area
	inOrder   []*Area // without the rest, in the order of the table
	byID      map[string]*Area
	elsewhere *Area // for countries without a row
	countries map[string]*countryIndex
	// search returns what searches go through. It is made with the first search rather than
	// when a server starts.
	search func() []searchItem
}

// Source is the publication of a table.
type Source = syntax.Publication

// Area is a place with its own rate: a city, a country, or the rest of one.
type Area struct {
	// ID is the number of the rate area; empty where the table has no numbers.
	ID             string
	Country, State string
	// Name is the city; empty for a country.
	Name Text
	Kind AreaKind
	// Defined describes the area as the table does.
	Defined string
	Edition *Edition
	Rows    []Row

	also       []string // further names
	components []component
}

// AreaKind is the kind of an area.
type AreaKind uint8

// The kinds of areas.
const (
	CityArea AreaKind = iota + 1
	// CountryArea is a country without separate cities, RestArea the rest of a country
	// with cities.
	CountryArea
	RestArea
	// ElsewhereArea covers all countries without a row.
	ElsewhereArea
)

// Row holds the amounts of an area in a season.
type Row struct {
	Season Span
	// Currency is the ISO 4217 code of the amounts except lodging, which has its own.
	Currency, LodgingCurrency string
	Notes                     []Text
	// Line is the line of the row in the edition's file.
	Line int

	values []Value
}

// Value is an amount, a flag, or a list of words.
type Value struct {
	Amount number.Decimal
	Words  []string
	Flag   bool
	Given  bool
}

// Values returns the row's cells in the order of the regime's columns. They must not be changed.
func (row *Row) Values() []Value { return row.values }

// File returns the name of the edition's file.
func (e *Edition) File() string { return e.file }

// Row returns the row for a day, or nil if the edition does not cover it.
func (a *Area) Row(day string) *Row {
	for i := range a.Rows {
		if a.Rows[i].Season.Has(day) {
			return &a.Rows[i]
		}
	}
	return nil
}

// Key identifies a place across editions.
func (a *Area) Key() string {
	if a.ID != "" {
		return a.ID
	}
	return a.Country + separator + a.State + separator + a.Name.English
}

// editions reads all editions of a regime and checks that they follow one another.
func (l *loader) editions(dir string, r *Regime) {
	var additions []*Edition
	for _, file := range l.editionFiles(dir, r) {
		e := l.edition(file, r)
		switch {
		case e == nil:
		case e.adds != "":
			additions = append(additions, e)
		default:
			r.Editions = append(r.Editions, e)
		}
	}
	slices.SortFunc(r.Editions, func(a, b *Edition) int { return strings.Compare(a.Valid.From, b.Valid.From) })
	for i := 1; i < len(r.Editions); i++ {
		before, after := r.Editions[i-1], r.Editions[i]
		if r.monthly {
			before.Valid.To = dayBefore(after.Valid.From)
		} else if nextDay(before.Valid.To) != after.Valid.From {
			code := "gap"
			if before.Valid.Has(after.Valid.From) {
				code = "overlap"
			}
			l.Fail(after.ValidAt, code, "the edition "+after.Name+" does not begin on the day after "+before.Name+" ends", "Editions neither overlap nor leave days out.")
		}
	}
	if len(r.Editions) == 0 && !l.Findings.HasErrors() {
		l.Fail(diagnostic.Range{File: r.file}, "missing-edition", "the regime "+r.ID+" has no edition", "Add a table, or set the regime's status to planned.")
	}
	for _, e := range r.Editions {
		l.join(e, additions)
		l.index(e, r)
	}
}

// join adds the rows of additions to an edition. Of those with one name exactly one file
// must cover the edition.
func (l *loader) join(e *Edition, additions []*Edition) {
	for _, addition := range additions {
		covering := keep(additions, func(other *Edition) bool { return other.adds == addition.adds && other.Valid.covers(e.Valid) })
		switch len(covering) {
		case 0:
			l.Fail(addition.ValidAt, "missing-part", "the part "+addition.adds+" does not cover the edition "+e.Name, "Extend its validity, or add a table of this part for the edition.")
		case 1:
			if addition == covering[0] {
				e.areas = append(e.areas, addition.areas...)
			}
		default:
			l.Fail(addition.ValidAt, "overlap", "the part "+addition.adds+" covers the edition "+e.Name+" twice", "Shorten the validity of one of the two tables.")
		}
	}
}

// edition reads one table. It returns nil after an error.
func (l *loader) edition(name string, r *Regime) *Edition {
	n := l.Map(name, format.Of("edition"))
	if n == nil {
		return nil
	}
	e := &Edition{regime: r, file: name, ValidAt: n.Range, byID: map[string]*Area{}}
	e.search = sync.OnceValue(e.searchItems)
	var file struct {
		Adds  string           `key:"part"`
		At    diagnostic.Range `key:"valid,at"`
		AsOf  diagnostic.Range `key:"data_as_of,at"`
		Rates *syntax.Node     `key:"rates"`
		Tiers *syntax.Node     `key:"tiers"`
		Areas *syntax.Node     `key:"areas"`
	}
	l.Decode(n, e)
	l.Decode(n, &file)
	e.adds, e.ValidAt, e.AsOfAt = file.Adds, file.At, file.AsOf
	if e.Valid.To != "" && e.Valid.To < e.Valid.From {
		l.Fail(e.ValidAt, "bad-span", "the edition ends before it begins", "Write its first day after from and its last day after to.")
	}
	l.marked(n, e.Name)
	rates := &rateReader{loader: l, regime: r, edition: e}
	rates.tiered = rates.tiers(file.Tiers)
	rates.read(file.Rates)
	rates.definitions(file.Areas)
	return e
}

// Columns that findings name.
const (
	columnCountry = "country"
	columnState   = "state"
	columnKind    = "kind"
	columnFrom    = "from"
	columnTo      = "to"
)

// kinds are the kinds of areas by their names in tables.
var kinds = map[string]AreaKind{"city": CityArea, "country": CountryArea, "rest": RestArea, elsewhereKind: ElsewhereArea}

const elsewhereKind = "elsewhere"
