package tables

import (
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
}

func (t *rateReader) failCell(name, code, summary, detail string) {
	t.Fail(t.record.cellPosition(name), code, summary, detail)
}

func (t *rateReader) read(n *syntax.Node) {
	required := []string{}
	for i, c := range t.regime.columns {
		if t.tiered == nil || !slices.Contains(t.tiered.columns, i) {
			required = append(required, c.name)
		}
	}
	if t.regime.lookup.country == "" {
		required = append(required, columnCountry)
	}
	b := t.loader.block(n, required, placeColumns)
	if b == nil {
		return
	}
	byKey := map[string]*Area{}
	var last *Area
	t.each(b, func(row *record) {
		t.record = row
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
		case known != last:
			t.Fail(row.position(), "duplicate-row", "the place is in the table twice", "Write the seasons of a place in consecutive rows.")
			return
		default:
			area = known
		}
		last = area
		values := t.row(area)
		values.Season, values.Line = t.season(area), row.line()
		area.Rows = append(area.Rows, values)
	})
	for _, area := range t.edition.areas {
		if area.Rows[0].Season.yearly() {
			t.wholeYear(b, area)
			continue
		}
		if end := area.Rows[len(area.Rows)-1].Season.To; end != t.edition.Valid.To {
			t.Fail(b.at, "gap", "the seasons of "+area.label().English+" end on "+end+", not with the edition", "")
		}
	}
}

// area reads the place of a row. It returns nil after an error.
func (t *rateReader) area() *Area {
	a := &Area{
		ID: t.record.cell(columnID), Country: t.record.cell(columnCountry), State: t.record.cell(columnState), Defined: t.record.cell(columnDefined),
		Name: t.record.text(columnCity, columnCityIn), Edition: t.edition, Kind: CityArea, also: names(t.record.cell(columnAlso)),
	}
	if printed := t.record.cell(columnPrinted); printed != "" {
		a.also = append(a.also, printed)
	}
	if a.Country == "" {
		a.Country = t.regime.lookup.country
	}
	if t.record.cell(columnKind) != elsewhereKind && t.regime.gazetteer.byCode(a.Country) == nil {
		t.unknownCountry(t.record, columnCountry, a.Country)
		return nil
	}
	if a.State != "" {
		t.knownState(t.record, columnState, t.regime)
	}
	if kind := t.record.cell(columnKind); kind != "" {
		a.Kind = kinds[kind]
		if a.Kind == 0 {
			t.Unknown(t.record.cellPosition(columnKind), "unknown-kind", "kind", kind, sortedKeys(kinds))
			return nil
		}
	}
	if a.ID != "" && a.ID == t.regime.lookup.rest {
		a.Kind = RestArea
	}
	a.Name.English = t.regime.gazetteer.withoutCountry(a.Name.English, a.Country)
	if a.Kind == CityArea && a.Name.English == "" {
		t.failCell(columnCity, "missing-cell", "the name of the city is missing", "")
		return nil
	}
	return a
}

func (t *rateReader) row(a *Area) Row {
	row := Row{Currency: t.record.cell(columnCurrency), LodgingCurrency: t.record.cell(columnLodgingCurrency), values: make([]Value, len(t.regime.columns))}
	if row.Currency == "" {
		row.Currency = t.regime.Currency
	}
	if row.LodgingCurrency == "" {
		row.LodgingCurrency = row.Currency
	}
	if row.Currency == "" {
		t.failCell(columnCurrency, "missing-cell", "the currency is missing", "")
	}
	for _, note := range names(t.record.cell(columnNotes)) {
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
	row.values = t.shared(row.values)
	return row
}

// shared returns the values of an earlier row with the same cells, which saves memory: a
// monthly table repeats most of the one before.
func (t *rateReader) shared(values []Value) []Value {
	var cells strings.Builder
	for _, c := range t.regime.columns {
		cells.WriteString(t.record.cell(c.name) + separator)
	}
	of := sharedValues{t.regime, t.tiered, cells.String()}
	if known, is := t.values[of]; is {
		return known
	}
	t.values[of] = values
	return values
}

// sharedValues are the cells of a row, and the tiers that complete them.
type sharedValues struct {
	regime *Regime
	tiered *tiers
	cells  string
}

// flags are the values of a flag's cell.
var flags = map[string]bool{"yes": true, "no": false}

// value reads a cell, which may be empty.
func (t *rateReader) value(c column) Value {
	text := t.record.cell(c.name)
	if text == "" {
		index := t.regime.columnIndex(c.name)
		if c.kind == FlagField || index == t.regime.lodging || index == t.regime.meals {
			t.failCell(c.name, "missing-cell", "the column "+c.name+" is empty", "")
		}
		return Value{}
	}
	switch c.kind {
	case WordsField:
		return Value{Words: names(text), Given: true}
	case FlagField:
		flag, ok := flags[text]
		if !ok {
			t.failCell(c.name, "bad-flag", text+" is neither yes nor no", "")
		}
		return Value{Flag: flag, Given: true}
	}
	amount, err := number.Parse(text)
	if err != nil || amount.Sign() < 0 {
		t.failCell(c.name, "bad-number", text+" is not an amount", "Write a number such as 14.50.")
	}
	return Value{Amount: amount, Given: true}
}

// columnIndex returns the index of a value column, or -1.
func (r *Regime) columnIndex(name string) int {
	return slices.IndexFunc(r.columns, func(c column) bool { return c.name == name })
}

// season reads the season of a row, which begins with the edition or after the area's
// previous row.
func (t *rateReader) season(a *Area) Span {
	if t.record.column(columnFrom) < 0 {
		if len(a.Rows) > 0 {
			t.Fail(t.record.position(), "duplicate-row", "the place is in the table twice", "")
		}
		return t.edition.Valid
	}
	season := Span{t.record.cell(columnFrom), t.record.cell(columnTo)}
	if isYearly(season.From) && isYearly(season.To) {
		return season
	}
	if !isDay(season.From) {
		t.failCell(columnFrom, "bad-date", season.From+" is not a calendar day", "Write a day as YYYY-MM-DD.")
	}
	if !isDay(season.To) || season.To < season.From {
		t.failCell(columnTo, "bad-date", season.To+" is not a calendar day after the first", "Write a day as YYYY-MM-DD.")
	}
	if len(a.Rows) == 0 {
		if season.From != t.edition.Valid.From {
			t.failCell(columnFrom, "gap", "the first season of "+a.label().English+" does not begin with the edition", "The edition begins on "+t.edition.Valid.From+".")
		}
		return season
	}
	switch before := a.Rows[len(a.Rows)-1].Season.To; {
	case season.From <= before:
		t.failCell(columnFrom, "overlap", "the season of "+a.label().English+" overlaps with the one before", "It ends on "+before+".")
	case season.From != nextDay(before):
		t.failCell(columnFrom, "gap", "no season of "+a.label().English+" covers the days after "+before, "")
	}
	return season
}

// wholeYear reports yearly seasons with gaps or overlaps.
func (t *rateReader) wholeYear(b *block, a *Area) {
	slices.SortStableFunc(a.Rows, func(x, y Row) int { return strings.Compare(x.Season.From, y.Season.From) })
	for i := range a.Rows {
		before, season := a.Rows[(i+len(a.Rows)-1)%len(a.Rows)].Season, a.Rows[i].Season
		if !season.yearly() || !before.yearly() || !season.followsYearly(before) {
			t.Fail(b.at, "gap", "the seasons of "+a.label().English+" do not cover each year once: "+season.From+" does not follow "+before.To, "A yearly season begins on the day after another ends.")
		}
	}
}

// label is the name of an area in messages.
func (a *Area) label() Text {
	if a.Name.English == "" {
		return wording.Everywhere(a.Country)
	}
	return joined(a.Name, wording.Everywhere(a.State))
}

// definition is one of the places that an area consists of.
type definition struct {
	kind, state, name string
}

// Kinds of parts. Counties and independent cities are found as counties, places and
// installations as cities. An excluded place belongs to another area.
const (
	partCounty       = "county"
	partCity         = "independent_city"
	partPlace        = "place"
	partInstallation = "installation"
	partExcluded     = "exclude_place"
)

var partKinds = []string{partCounty, partCity, partPlace, partInstallation, partExcluded}

func (t *rateReader) definitions(n *syntax.Node) {
	b := t.loader.block(n, []string{columnID, columnKind, columnState, "name"}, nil)
	if b == nil {
		return
	}
	type part struct{ kind, state, key string }
	seen := map[part]bool{}
	t.each(b, func(row *record) {
		t.record = row
		area := t.edition.byID[t.record.cell(columnID)]
		if area == nil {
			t.failCell(columnID, "unknown-area", "the table has no area "+t.record.cell(columnID), "")
			return
		}
		d := definition{t.record.cell(columnKind), t.record.cell(columnState), t.record.cell("name")}
		if !slices.Contains(partKinds, d.kind) {
			t.Unknown(row.cellPosition(columnKind), "unknown-kind", "kind", d.kind, partKinds)
		}
		t.knownState(row, columnState, t.regime)
		p := part{d.kind, d.state, t.regime.gazetteer.key(d.name)}
		if seen[p] {
			t.Fail(row.position(), "duplicate-row", d.name+", "+d.state+" belongs to two areas", "")
		}
		seen[p] = true
		area.parts = append(area.parts, d)
	})
}
