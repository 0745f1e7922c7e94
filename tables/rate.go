package tables

import (
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/document"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/wording"
)

// Query is a place as people name it, and a day. Fields that are not given are
// empty.
type Query struct {
	Country    string // ISO 3166-1 alpha-2 code, or an English or German name
	State      string // code or name
	County     string
	City       string
	PostalCode string
	Date       string // YYYY-MM-DD, a valid day
}

// Rate is the answer to a query.
type Rate struct {
	Regime *Regime
	Date   string
	// Area and Row are what applies; the area's edition is its source.
	Area     *Area
	Row      *Row
	Location Location
	// Fallbacks say why the area is not that of the place itself, if so.
	Fallbacks []Text
	Notes     []Text
	// Candidates are the other areas that the query may mean.
	Candidates []Candidate

	edition *Edition
}

// Location is the place of a rate.
type Location struct {
	Country *Country
	// City and State are those of the area, or as asked where the place has no
	// area of its own.
	City, State, County, PostalCode string
	// Matched is the row that applies, in words.
	Matched Text
}

// Candidate is an area that a query may mean.
type Candidate struct {
	Regime *Regime
	Area   *Area
	Row    *Row
	// Country is that of the area; State and County are those of the postal code
	// where one was asked for. City is its name, or that of the place where its
	// country's rest answers for it; then Row and Area are nil if none does.
	Country       *Country
	State, County string
	City          Text
}

// Lodging is the amount for a night, in the row's LodgingCurrency.
func (r *Regime) Lodging(row *Row) number.Decimal { return row.values[r.lodging].Amount }

// Meals is the amount for meals on a full day, in the row's Currency.
func (r *Regime) Meals(row *Row) number.Decimal { return row.values[r.meals].Amount }

// Season is the stretch of days around the rate's for which its row holds.
func (r *Rate) Season() Span { return r.Row.Season.Around(r.Date) }

// Value is what a column of the table says; not given where the cell is empty or
// there is no such column.
func (r *Regime) Value(row *Row, column string) Value {
	if i := r.columnIndex(column); i >= 0 {
		return row.values[i]
	}
	return Value{}
}

// FieldValue is the value of a breakdown field that holds an amount or a flag.
func (r *Rate) FieldValue(field *Field) Value { return r.Row.values[field.column] }

// Column is Value of the rate's row: the amount of a column such as full_day.
func (r *Rate) Column(name string) Value { return r.Regime.Value(r.Row, name) }

// Months calls visit with a field's amount for each month of the edition.
func (r *Rate) Months(field *Field, visit func(number.Decimal)) {
	first := r.Area.Edition.Valid.From[:len("2006-01")] + "-01"
	for range 12 {
		if row := r.Area.Row(first); row != nil {
			visit(row.values[field.column].Amount)
		}
		first = moved(first, 0, 31)[:len("2006-01")] + "-01"
	}
}

// matched names the row that applies in words.
func (a *Area) matched(country *Country) Text {
	if a.ID != "" && a.Kind == RestArea {
		return a.Name
	}
	return joined(a.Name, wording.Everywhere(a.State), country.Name)
}

// joined puts the parts of a place's name together, without those that are empty
// or repeat the one before.
func joined(parts ...Text) Text {
	return wording.Compose(parts, func(language wording.Language) string {
		var all []string
		for _, part := range parts {
			if words := part.In(language); words != "" && (len(all) == 0 || all[len(all)-1] != words) {
				all = append(all, words)
			}
		}
		return strings.Join(all, ", ")
	})
}

// LodgingColumn is the column after Lodging.
func (r *Regime) LodgingColumn() string { return r.columns[r.lodging].name }

// MealsColumn is the column after Meals.
func (r *Regime) MealsColumn() string { return r.columns[r.meals].name }

// IsFlag reports whether a column of the table holds a yes or no.
func (r *Regime) IsFlag(column string) bool {
	i := r.columnIndex(column)
	return i >= 0 && r.columns[i].kind == FlagField
}

// footnotes are the marks of rows: those whose text is known, and what is said of
// the others.
type footnotes struct {
	column  int
	known   map[string]Text
	unknown Text
}

// footnotes reads the marks of a regime's rows.
func (l *loader) footnotes(n *document.Node, r *Regime) {
	if n == nil {
		return
	}
	r.footnotes = &footnotes{column: l.column(r, l.Need(n, "column")), known: map[string]Text{}, unknown: l.filledText(l.Need(n, "unknown"), []string{"place", "marks"})}
	if known := l.Need(n, "known"); known != nil {
		for _, entry := range known.Entries {
			r.footnotes.known[entry.Key.Text] = l.text(entry.Value)
		}
	}
}

// noteRow says what else the row tells: its footnotes, and that lodging is provided.
func (f *finder) noteRow() {
	r, row := f.regime, f.rate.Row
	if r.Lodging(row).IsZero() {
		f.note("no_lodging", "place", f.rate.Location.Matched)
	}
	if r.footnotes == nil {
		return
	}
	var unknown []string
	for _, mark := range row.values[r.footnotes.column].Words {
		if text, known := r.footnotes.known[mark]; known {
			f.addNote(text)
		} else {
			unknown = append(unknown, mark)
		}
	}
	if slices.Sort(unknown); len(unknown) > 0 {
		f.addNote(wording.Fill(r.footnotes.unknown, "place", f.rate.Location.Matched, "marks", strings.Join(unknown, ", ")))
	}
}
