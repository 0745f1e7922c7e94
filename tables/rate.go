package tables

import (
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/remedy"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/wording"
)

// Query is a place as people name it, and a day. Fields that are not sent are empty.
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
	// Area and Row are those that apply; the area's edition is the source.
	Area     *Area
	Row      *Row
	Location Location
	// Fallbacks explain why another place's area applies, if it does.
	Fallbacks []Text
	Notes     []Text
	// Warnings are the fallbacks and notes about assumptions.
	Warnings []Warning
	// Candidates are the other areas that the query may mean.
	Candidates []Candidate

	edition *Edition
}

// Warning is a fallback or note about an assumption, with a field such as legs[0].city.
type Warning = remedy.Warning

// Location is the place of a rate.
type Location struct {
	Country *Country
	// City and State are those of the area, or as sent if the place does not have one.
	City, State, County, PostalCode string
	// Matched names the row that applies.
	Matched Text
}

// Place is an area, or a place of the world with the area that applies to it.
type Place struct {
	Area    *Area // nil if none applies
	Country *Country
	// City is the name of the place, or of the area; empty for a country.
	City  Text
	State string
	// County is the one that decides for the city, or lists those of an area.
	County string
}

// Candidate is a place that a query may mean, with the row that applies to it; nil if none
// does.
type Candidate struct {
	Place
	Regime *Regime
	Row    *Row
}

// Lodging returns the amount for a night, in the row's LodgingCurrency.
func (r *Regime) Lodging(row *Row) number.Decimal { return row.values[r.lodging].Amount }

// Meals returns the amount for meals on a full day, in the row's Currency.
func (r *Regime) Meals(row *Row) number.Decimal { return row.values[r.meals].Amount }

// Season returns the period around the rate's day in which its row applies.
func (r *Rate) Season() Span { return r.Row.Season.Around(r.Date) }

// Value returns the value in a column; it is not Given if the cell is empty or the column
// does not exist.
func (r *Regime) Value(row *Row, column string) Value {
	if i := r.columnIndex(column); i >= 0 {
		return row.values[i]
	}
	return Value{}
}

// Column returns the rate's value in a column such as full_day.
func (r *Rate) Column(name string) Value { return r.Regime.Value(r.Row, name) }

// matched is the name of the area's row.
func (a *Area) matched(country *Country) Text {
	if a.ID != "" && a.Kind == RestArea {
		return a.Name
	}
	return joined(a.Name, wording.Everywhere(a.State), country.Name)
}

// joined joins the parts of a place's name, without empty and repeated ones.
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

// IsFlag reports whether a column holds flags.
func (r *Regime) IsFlag(column string) bool {
	i := r.columnIndex(column)
	return i >= 0 && r.columns[i].Type == flagColumn
}

// footnotes are the marks of rows: texts for the known ones, and one text for all others.
type footnotes struct {
	column  int
	known   map[string]Text
	unknown Text
	warning string // the code of the warning about unknown ones
}

func (l *loader) footnotes(n *syntax.Node, r *Regime) {
	if n == nil {
		return
	}
	var file struct {
		Column  *syntax.Node    `key:"column"`
		Known   map[string]Text `key:"known"`
		Unknown *syntax.Node    `key:"unknown"`
		Warning string          `key:"warning"`
	}
	l.Decode(n, &file)
	r.footnotes = &footnotes{l.column(r, file.Column), file.Known, l.filledText(file.Unknown, []string{"place", "marks"}), file.Warning}
}

// noteRow notes the row's footnotes, and that lodging is provided.
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
			f.add(&f.rate.Notes, text, Warning{})
		} else {
			unknown = append(unknown, mark)
		}
	}
	if slices.Sort(unknown); len(unknown) > 0 {
		text := wording.Fill(r.footnotes.unknown, "place", f.rate.Location.Matched, "marks", strings.Join(unknown, ", "))
		f.add(&f.rate.Notes, text, Warning{Code: r.footnotes.warning})
	}
}

// Field is an entry of the breakdown, which shows more of a rate than its two sums.
type Field struct {
	Name string
	of   func(*Rate) any
}

// Of returns what the field shows of a rate: an amount, an amount for each month of the
// edition ([]number.Decimal) or for each season of the place ([]SeasonAmount), the season of
// the row (Span), a flag, words, or nil where the row has no amount.
func (f *Field) Of(r *Rate) any { return f.of(r) }

// SeasonAmount is an amount of a column in a season, as it lies around the rate's day.
type SeasonAmount struct {
	Season Span
	Column string
	Amount number.Decimal
}

// shownField declares a field.
type shownField struct {
	At      *syntax.Node `key:"="`
	Name    string       `key:"name"`
	Column  *syntax.Node `key:"column"`
	Months  *syntax.Node `key:"months"`
	Seasons *syntax.Node `key:"seasons"`
	Is      string       `key:"is"`
}

// shown returns what a field shows.
func (l *loader) shown(r *Regime, field *shownField) func(*Rate) any {
	_, months := field.At.Entry("months")
	switch {
	case field.Column != nil:
		i := l.column(r, field.Column)
		return func(rate *Rate) any { return rate.Row.values[i].of(r.columns[i].Type) }
	case field.Months != nil:
		i := l.column(r, field.Months)
		return func(rate *Rate) any { return rate.months(i) }
	case months:
		return func(*Rate) any { return nil }
	case field.Seasons != nil:
		i := l.column(r, field.Seasons)
		return func(rate *Rate) any { return rate.seasons(i) }
	case field.Is == "season":
		return func(rate *Rate) any { return rate.Season() }
	}
	return func(rate *Rate) any { // is: edition
		if edition, err := number.Parse(rate.Area.Edition.Name); err == nil {
			return edition
		}
		return rate.Area.Edition.Name
	}
}

// of returns a value as the type of its column says.
func (v *Value) of(columnType string) any {
	switch {
	case columnType == flagColumn:
		return v.Flag
	case columnType == wordsColumn:
		return v.Words
	case v.Given:
		return v.Amount
	}
	return nil
}

// months returns the amounts of a column in each month of the edition, from its first.
func (r *Rate) months(column int) (amounts []number.Decimal) {
	first := r.Area.Edition.Valid.From[:len("2006-01")] + "-01"
	for range 12 {
		if row := r.Area.Row(first); row != nil {
			amounts = append(amounts, row.values[column].Amount)
		}
		first = moved(first, 0, 31)[:len("2006-01")] + "-01"
	}
	return amounts
}

// seasons returns the amounts of a column in each season of the rate's place.
func (r *Rate) seasons(column int) (amounts []SeasonAmount) {
	for i := range r.Area.Rows {
		row := &r.Area.Rows[i]
		amounts = append(amounts, SeasonAmount{row.Season.Around(r.Date), r.Regime.columns[column].Name, row.values[column].Amount})
	}
	return amounts
}
