package tables

import (
	"strings"

	"github.com/payslate/payslate/interpreter/document"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/wording"
)

// rateReader reads the rows of one edition.
type rateReader struct {
	*loader
	regime  *Regime
	edition *Edition
	block   *block
	record  *record
	others  []languageColumn // names of cities

	tierRows   map[string][]Value // by the amount that finds them
	tierValues []int              // columns of values that the tiers give

}

// cell is the cell of a column; empty where the table has no such column.
func (t *rateReader) cell(name string) string {
	if i := t.block.column(name); i >= 0 {
		return t.record.cells[i]
	}
	return ""
}

func (t *rateReader) failCell(name, code, summary, detail string) {
	t.fail(t.block.cellPlace(t.record, t.block.column(name)), code, summary, detail)
}

// read reads the rows of the table.
func (t *rateReader) read(n *document.Node) {
	required := []string{}
	for i, c := range t.regime.columns {
		if !containsInt(t.tierValues, i) {
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
	t.block, t.others = b, b.languages(columnCityIn)
	byKey := map[string]*Area{}
	var last *Area
	t.each(b, func(row *record) {
		t.record = row
		area := t.area()
		if area == nil {
			return
		}
		key := area.Country + separator + area.State + separator + area.ID + separator + area.Name.English
		if area.ID != "" {
			key = area.ID
		}
		known := byKey[key]
		values := t.row(area)
		values.Line = b.line(row)
		switch {
		case known == nil:
			byKey[key], last = area, area
			t.edition.areas = append(t.edition.areas, area)
			if area.ID != "" {
				t.edition.byID[area.ID] = area
			}
			t.seasonStart(area, &values)
		case known != last:
			t.fail(b.place(row.start, row.end), "duplicate-row", "the place stands in the table twice", "The seasons of a place stand one below the other.")
			return
		default:
			area = known
			t.seasonFollows(area, &values)
		}
		area.Rows = append(area.Rows, values)
	})
	for _, area := range t.edition.areas {
		if end := area.Rows[len(area.Rows)-1].Season.To; end != t.edition.Valid.To {
			t.fail(b.at, "gap", "the seasons of "+area.label().English+" end on "+end+", not with the edition", "")
		}
	}
}

func containsInt(list []int, value int) bool {
	for _, item := range list {
		if item == value {
			return true
		}
	}
	return false
}

// area reads the place of a row; nil after an error.
func (t *rateReader) area() *Area {
	a := &Area{
		ID: t.cell(columnID), Country: t.cell(columnCountry), State: t.cell(columnState), Defined: t.cell(columnDefined),
		Name: t.block.text(t.record, columnCity, t.others), Edition: t.edition, Kind: CityArea, also: names(t.cell(columnAlso)),
	}
	if printed := t.cell(columnPrinted); printed != "" {
		a.also = append(a.also, printed)
	}
	if a.Country == "" {
		a.Country = t.regime.lookup.country
	}
	if t.regime.gazetteer.byCode(a.Country) == nil {
		t.failCell(columnCountry, "unknown-country", "no country has the code "+a.Country, "Add it to "+countriesFile+".")
		return nil
	}
	if a.State != "" {
		t.knownState(t.block, t.record, t.block.column(columnState), t.regime)
	}
	if kind := t.cell(columnKind); kind != "" {
		a.Kind = kinds[kind]
		if a.Kind == 0 {
			t.unknown(t.block.cellPlace(t.record, t.block.column(columnKind)), "unknown-kind", "kind", kind, sortedKeys(kinds))
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

// row reads the amounts of a row.
func (t *rateReader) row(a *Area) Row {
	row := Row{Currency: t.cell(columnCurrency), LodgingCurrency: t.cell(columnLodgingCurrency), values: make([]Value, len(t.regime.columns))}
	if row.Currency == "" {
		row.Currency = t.regime.Currency
	}
	if row.LodgingCurrency == "" {
		row.LodgingCurrency = row.Currency
	}
	if row.Currency == "" {
		t.failCell(columnCurrency, "missing-cell", "the currency is missing", "")
	}
	for _, note := range names(t.cell(columnNotes)) {
		row.Notes = append(row.Notes, languageNeutral(note))
	}
	for i, c := range t.regime.columns {
		if !containsInt(t.tierValues, i) {
			row.values[i] = t.value(c)
		}
	}
	if t.tierRows != nil {
		tier, ok := t.tierRows[t.cell(t.regime.tierKey)]
		if !ok {
			t.failCell(t.regime.tierKey, "unknown-tier", "no tier of "+t.regime.tierKey+" is "+t.cell(t.regime.tierKey), "Tiers: "+strings.Join(sortedKeys(t.tierRows), ", ")+".")
			return row
		}
		for _, i := range t.tierValues {
			row.values[i] = tier[i]
		}
	}
	return row
}

// flags are what the cells of a yes or no may hold.
var flags = map[string]bool{"yes": true, "no": false}

// value reads a cell. An empty one is no value.
func (t *rateReader) value(c column) Value {
	text := t.cell(c.name)
	if text == "" {
		index := t.regime.columnIndex(c.name)
		if c.flag || index == t.regime.lodging || index == t.regime.meals {
			t.failCell(c.name, "missing-cell", "the column "+c.name+" is empty", "")
		}
		return Value{}
	}
	if c.flag {
		flag, ok := flags[text]
		if !ok {
			t.failCell(c.name, "bad-flag", text+" is neither yes nor no", "")
		}
		return Value{Flag: flag, Given: true}
	}
	amount, err := number.Parse(text)
	if err != nil || amount.Sign() < 0 {
		t.failCell(c.name, "bad-number", text+" is no amount", "Write digits and a point, such as 14.50.")
	}
	return Value{Amount: amount, Given: true}
}

// columnIndex finds a column of values; -1 if there is none.
func (r *Regime) columnIndex(name string) int {
	for i := range r.columns {
		if r.columns[i].name == name {
			return i
		}
	}
	return -1
}

// seasonStart reads the first season of an area.
func (t *rateReader) seasonStart(a *Area, row *Row) {
	if t.block.column(columnFrom) < 0 {
		row.Season = t.edition.Valid
		return
	}
	row.Season = t.season()
	if row.Season.From != t.edition.Valid.From {
		t.failCell(columnFrom, "gap", "the first season of "+a.label().English+" does not begin with the edition", "The edition begins on "+t.edition.Valid.From+".")
	}
}

// seasonFollows reads a further season of an area.
func (t *rateReader) seasonFollows(a *Area, row *Row) {
	if t.block.column(columnFrom) < 0 {
		t.fail(t.block.place(t.record.start, t.record.end), "duplicate-row", "the place stands in the table twice", "")
		return
	}
	row.Season = t.season()
	before := a.Rows[len(a.Rows)-1].Season.To
	switch {
	case row.Season.From <= before:
		t.failCell(columnFrom, "overlap", "the season of "+a.label().English+" overlaps with the one before", "It ends on "+before+".")
	case row.Season.From != nextDay(before):
		t.failCell(columnFrom, "gap", "no season of "+a.label().English+" covers the days behind "+before, "")
	}
}

func (t *rateReader) season() Span {
	season := Span{t.cell(columnFrom), t.cell(columnTo)}
	if !isDay(season.From) {
		t.failCell(columnFrom, "bad-date", season.From+" is no calendar day", "Write a day as YYYY-MM-DD.")
	}
	if !isDay(season.To) || season.To < season.From {
		t.failCell(columnTo, "bad-date", season.To+" is no calendar day behind the first", "Write a day as YYYY-MM-DD.")
	}
	return season
}

// tiers reads the amounts that follow from another.
func (t *rateReader) tiers(n *document.Node) {
	if n == nil {
		return
	}
	b := t.loader.block(n, []string{t.regime.tierKey}, t.regime.columnNames())
	if b == nil {
		return
	}
	t.block, t.tierRows = b, map[string][]Value{}
	for i, c := range t.regime.columns {
		if c.name != t.regime.tierKey && b.column(c.name) >= 0 {
			t.tierValues = append(t.tierValues, i)
		}
	}
	t.each(b, func(row *record) {
		t.record = row
		values := make([]Value, len(t.regime.columns))
		for _, i := range t.tierValues {
			values[i] = t.value(t.regime.columns[i])
		}
		key := t.cell(t.regime.tierKey)
		if t.tierRows[key] != nil {
			t.failCell(t.regime.tierKey, "duplicate-row", "the tier "+key+" stands in the table twice", "")
		}
		t.tierRows[key] = values
	})
}

// label names an area in messages.
func (a *Area) label() Text {
	if a.Name.English == "" {
		return wording.Everywhere(a.Country)
	}
	return joined(a.Name, wording.Everywhere(a.State))
}
