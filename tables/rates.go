package tables

import (
	"cmp"
	"reflect"
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/wording"
)

// rateReader reads the rows of one edition.
type rateReader struct {
	*loader
	regime  *Regime
	edition *Edition
	tiered  *tiers
	record  *record // current
	cells   rateCells
}

// rateCells are the cells of a row of rates that are not values.
type rateCells struct {
	ID              string   `column:"id,optional"`
	Country         string   `column:"country,optional"`
	State           string   `column:"state,optional"`
	Kind            string   `column:"kind,optional"`
	City            Text     `column:"city,optional" languages:"city_*"`
	Also            []string `column:"also,optional"`
	Printed         string   `column:"printed,optional"` // another name of the city
	Defined         string   `column:"defined,optional"`
	From            string   `column:"from,optional"`
	To              string   `column:"to,optional"`
	Currency        string   `column:"currency,optional"`
	LodgingCurrency string   `column:"lodging_currency,optional"`
	Notes           []string `column:"notes,optional"`
}

func (t *rateReader) failCell(name, code, summary, detail string) {
	t.Fail(t.record.cellPosition(name), code, summary, detail)
}

func (t *rateReader) read(n *syntax.Node) {
	required := []string{}
	for i, c := range t.regime.columns {
		if t.tiered == nil || !slices.Contains(t.tiered.columns, i) {
			required = append(required, c.Name)
		}
	}
	if t.regime.lookup.Country == "" {
		required = append(required, columnCountry)
	}
	fields, _, allowed := rowFields(reflect.TypeFor[rateCells]())
	b := t.loader.block(n, required, allowed)
	if b == nil {
		return
	}
	b.bind(fields)
	byKey := map[string]*Area{}
	var last *Area
	t.each(b, func(row *record) {
		t.record, t.cells = row, rateCells{}
		row.into(fields, reflect.ValueOf(&t.cells).Elem())
		area := t.area()
		if area == nil {
			return
		}
		key := area.Key()
		switch known := byKey[key]; {
		case known == nil:
			byKey[key] = area
			t.edition.areas = append(t.edition.areas, area)
			if area.ID != "" {
				t.edition.byID[area.ID] = area
			}
		case known != last || row.column(columnFrom) < 0:
			t.Fail(row.position(), "duplicate-row", "the place is in the table twice", "Write the seasons of a place in consecutive rows.")
			return
		default:
			area = known
		}
		last = area
		values := t.row(area)
		values.Season, values.Line = t.season(), row.line()
		area.Rows = append(area.Rows, values)
	})
	for _, area := range t.edition.areas {
		t.covers(area)
	}
}

// area reads the place of a row. It returns nil after an error.
func (t *rateReader) area() *Area {
	c := &t.cells
	a := &Area{ID: c.ID, Country: cmp.Or(c.Country, t.regime.lookup.Country), State: c.State, Defined: c.Defined, Name: c.City, Edition: t.edition, Kind: CityArea, also: c.Also}
	if c.Printed != "" {
		a.also = append(a.also, c.Printed)
	}
	if c.Kind != elsewhereKind && !t.known(t.record, columnCountry, t.regime.gazetteer.register, a.Country) {
		return nil
	}
	if a.State != "" {
		t.known(t.record, columnState, t.regime.lookup.states, a.State)
	}
	if c.Kind != "" {
		if a.Kind = kinds[c.Kind]; a.Kind == 0 {
			t.Unknown(t.record.cellPosition(columnKind), "unknown-kind", "kind", c.Kind, sortedKeys(kinds))
			return nil
		}
	}
	if a.ID != "" && a.ID == t.regime.lookup.Rest {
		a.Kind = RestArea
	}
	a.Name.English = t.regime.gazetteer.withoutCountry(a.Name.English, a.Country)
	if a.Kind == CityArea && a.Name.English == "" {
		t.failCell("city", "missing-cell", "the name of the city is missing", "Write it, or another kind of row.")
		return nil
	}
	return a
}

func (t *rateReader) row(a *Area) Row {
	row := Row{Currency: cmp.Or(t.cells.Currency, t.regime.Currency), values: make([]Value, len(t.regime.columns))}
	row.LodgingCurrency = cmp.Or(t.cells.LodgingCurrency, row.Currency)
	if row.Currency == "" {
		t.failCell("currency", "missing-cell", "the currency is missing", "Write its code, such as EUR, or currency: above the rows.")
	}
	for _, note := range t.cells.Notes {
		row.Notes = append(row.Notes, wording.Everywhere(note))
	}
	for i, c := range t.regime.columns {
		if t.tiered == nil || !slices.Contains(t.tiered.columns, i) {
			row.values[i] = t.value(c)
		}
	}
	if key := t.regime.tierKey; t.tiered != nil && !t.tiered.of(t.record.cell(key), row.values) {
		t.failCell(key, "unknown-tier", "no tier of "+key+" is "+t.record.cell(key), "Tiers: "+strings.Join(sortedKeys(t.tiered.rows), ", ")+".")
	}
	return row
}

// flags are the values of a flag's cell.
var flags = map[string]bool{"yes": true, "no": false}

// value reads a cell, which may be empty.
func (t *rateReader) value(c column) Value {
	text := t.record.cell(c.Name)
	if text == "" {
		index := t.regime.columnIndex(c.Name)
		if c.Type == flagColumn || index == t.regime.lodging || index == t.regime.meals {
			t.failCell(c.Name, "missing-cell", "the column "+c.Name+" is empty", "Write the amount of the publication.")
		}
		return Value{}
	}
	switch c.Type {
	case wordsColumn:
		return Value{Words: names(text), Given: true}
	case flagColumn:
		flag, ok := flags[text]
		if !ok {
			t.failCell(c.Name, "bad-flag", text+" is neither yes nor no", "Write yes or no.")
		}
		return Value{Flag: flag, Given: true}
	}
	amount, err := number.Parse(text)
	if err != nil || amount.Sign() < 0 {
		t.failCell(c.Name, "bad-number", text+" is not an amount", "Write a number such as 14.50.")
	}
	return Value{Amount: amount, Given: true}
}

// columnIndex returns the index of a value column, or -1.
func (r *Regime) columnIndex(name string) int {
	return slices.IndexFunc(r.columns, func(c column) bool { return c.Name == name })
}

// season reads the season of a row; without one the edition's validity applies.
func (t *rateReader) season() Span {
	season := Span{t.cells.From, t.cells.To}
	if t.record.column(columnFrom) < 0 {
		return t.edition.Valid
	}
	if !season.yearly() || !isYearly(season.From) || !isYearly(season.To) {
		if !isDay(season.From) {
			t.failCell(columnFrom, "bad-date", season.From+" is not a calendar day", "Write a day as YYYY-MM-DD.")
		}
		if !isDay(season.To) || season.To < season.From {
			t.failCell(columnTo, "bad-date", season.To+" is not a calendar day after the first", "Write a day as YYYY-MM-DD.")
		}
	}
	return season
}

// covers reports seasons of an area that do not follow one another through the edition, or
// through each year.
func (t *rateReader) covers(a *Area) {
	yearly := a.Rows[0].Season.yearly()
	if yearly {
		slices.SortStableFunc(a.Rows, func(x, y Row) int { return strings.Compare(x.Season.From, y.Season.From) })
	}
	last := len(a.Rows) - 1
	next := t.edition.Valid.From
	if yearly {
		next = dayAfter(a.Rows[last].Season.To)
	}
	for i := range a.Rows {
		row := &a.Rows[i]
		if next != "" && row.Season.From != next {
			t.Fail(row.Position(a), "gap", "a season of "+a.Label().English+" begins on "+row.Season.From+" and not on "+next, "A season begins on the day after another ends, the first with the edition.")
		}
		next = dayAfter(row.Season.To)
	}
	if end := a.Rows[last].Season.To; !yearly && end != t.edition.Valid.To {
		t.Fail(a.Rows[last].Position(a), "gap", "the seasons of "+a.Label().English+" end on "+end+", not with the edition", "Let the last season end with the edition, or add the one that follows.")
	}
}

// Label is the name of an area in messages.
func (a *Area) Label() Text {
	if a.Name.English == "" {
		return wording.Everywhere(a.Country)
	}
	return joined(a.Name, wording.Everywhere(a.State))
}

// component is one of the places that an area consists of.
type component struct {
	Area  string `column:"id"`
	Kind  string `column:"kind"`
	State string `column:"state"`
	Name  string `column:"name"`
}

// Kinds of components. Counties and independent cities are found as counties, places and
// installations as cities. An excluded place belongs to another area.
const (
	componentCounty       = "county"
	componentCity         = "independent_city"
	componentPlace        = "place"
	componentInstallation = "installation"
	componentExcluded     = "exclude_place"
)

var componentKinds = []string{componentCounty, componentCity, componentPlace, componentInstallation, componentExcluded}

func (t *rateReader) definitions(n *syntax.Node) {
	seen := map[component]bool{}
	eachRow(t.loader, n, func(row *record, d *component) {
		area := t.edition.byID[d.Area]
		if area == nil {
			t.Fail(row.cellPosition("id"), "unknown-area", "the table has no area "+d.Area, "Write the id of a row of areas, or add that row.")
			return
		}
		if !slices.Contains(componentKinds, d.Kind) {
			t.Unknown(row.cellPosition(columnKind), "unknown-kind", "kind", d.Kind, componentKinds)
		}
		t.known(row, columnState, t.regime.lookup.states, d.State)
		place := component{Kind: d.Kind, State: d.State, Name: t.regime.gazetteer.key(d.Name)}
		if seen[place] {
			t.Fail(row.position(), "duplicate-row", d.Name+", "+d.State+" belongs to two areas", "Remove one of the rows.")
		}
		seen[place] = true
		area.components = append(area.components, *d)
	})
}
