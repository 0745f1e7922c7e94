package tables

import (
	"path"
	"slices"
	"strings"

	"github.com/payslate/payslate/format"
)

// postalCodes is the table of postal codes: the rows of the file as they stand,
// ordered by code, with the place of each. No row is read before it is asked for.
type postalCodes struct {
	always postalTable
	only   map[string]*postalTable // by edition: codes that differ between editions
}

type postalTable struct {
	rows []string
	// columns of a row
	code, area, state, county int
	width                     int
}

// postalRow is an area that a postal code lies in.
type postalRow struct {
	area          *Area
	state, county string
}

// postalCodes reads the table of postal codes.
func (l *loader) postalCodes(dir string, r *Regime) {
	if r.lookup.postal.table == "" {
		return
	}
	n := l.Map(path.Join(dir, r.lookup.postal.table), format.Of("postal_codes"))
	if n == nil {
		return
	}
	r.postal = &postalCodes{only: map[string]*postalTable{}}
	if b := l.block(l.Need(n, "postal_codes"), []string{"code", "area", "state"}, []string{"county"}); b != nil {
		r.postal.always = l.postalTable(b, r, r.Editions)
	}
	only := n.Get("only")
	if only == nil {
		return
	}
	for _, entry := range only.Entries {
		var edition *Edition
		for _, candidate := range r.Editions {
			if candidate.Name == entry.Key.Text {
				edition = candidate
			}
		}
		if edition == nil {
			l.Fail(entry.Key.Range, "unknown-edition", "unknown edition "+entry.Key.Text, "")
			continue
		}
		if b := l.block(entry.Value, []string{"code", "area", "state"}, []string{"county"}); b != nil {
			table := l.postalTable(b, r, []*Edition{edition})
			r.postal.only[edition.Name] = &table
			l.bothTables(b, r)
		}
	}
}

// bothTables reports codes that hold in all editions and differ in one.
func (l *loader) bothTables(b *block, r *Regime) {
	l.each(b, func(row *record) {
		code := row.cell("code")
		if len(r.postal.always.find(code)) > 0 {
			l.Fail(row.place(), "duplicate-row", "the code "+code+" is in the table of all editions too", "")
		}
	})
}

// postalTable reads the rows of a table and holds them to the editions.
func (l *loader) postalTable(b *block, r *Regime, editions []*Edition) postalTable {
	table := postalTable{code: b.column("code"), area: b.column("area"), state: b.column("state"), county: b.column("county"), width: len(b.columns)}
	table.rows = make([]string, 0, strings.Count(b.node.Text, "\n"))
	if table.code != 0 {
		l.Fail(b.at, "column-order", "the column code must be the first", "Rows are found by how they begin.")
	}
	known := map[string]bool{}
	lastCode, lastAreas := "", []string(nil)
	l.each(b, func(row *record) {
		code, area := row.cells[table.code], row.cells[table.area]
		if len(code) != r.lookup.postal.digits {
			l.Fail(row.cellPlace("code"), "bad-code", code+" is not a postal code of the regime", "")
		}
		if pair := area + separator + row.cells[table.state]; !known[pair] {
			known[pair] = true
			l.knownState(row, columnState, r)
			for _, edition := range editions {
				if edition.byID[area] == nil {
					l.Fail(row.cellPlace("area"), "unknown-area", "the edition "+edition.Name+" has no area "+area, "")
				}
			}
		}
		if code < lastCode {
			l.Fail(row.place(), "order", "the code "+code+" comes after "+lastCode, "Codes are ordered.")
		}
		if code != lastCode {
			lastCode, lastAreas = code, lastAreas[:0]
		}
		if slices.Contains(lastAreas, area) {
			l.Fail(row.place(), "duplicate-row", "the code "+code+" has the area "+area+" twice", "")
		}
		lastAreas = append(lastAreas, area)
		table.rows = append(table.rows, b.node.Text[row.start:row.end])
	})
	return table
}

// find lists the rows of a code.
func (t *postalTable) find(code string) []string {
	first, _ := slices.BinarySearch(t.rows, code)
	last := first
	for last < len(t.rows) && strings.HasPrefix(t.rows[last], code) {
		last++
	}
	return t.rows[first:last]
}

// find lists the areas of a code in an edition, in the order of the table.
func (p *postalCodes) find(edition *Edition, code string) []postalRow {
	table := &p.always
	rows := table.find(code)
	if len(rows) == 0 {
		table = p.only[edition.Name]
		if table == nil {
			return nil
		}
		rows = table.find(code)
	}
	var found []postalRow
	cells := make([]string, table.width)
	for _, row := range rows {
		if cut(row, cells) && cells[table.code] == code {
			place := postalRow{area: edition.byID[cells[table.area]], state: cells[table.state]}
			if table.county >= 0 {
				place.county = cells[table.county]
			}
			found = append(found, place)
		}
	}
	return found
}

// neighbours are the codes before and after one that does not exist.
func (p *postalCodes) neighbours(code string) []string {
	rows := p.always.rows
	at, _ := slices.BinarySearch(rows, code)
	var near []string
	for _, i := range []int{at - 1, at} {
		if i >= 0 && i < len(rows) {
			found, _, _ := strings.Cut(rows[i], separator)
			near = append(near, strings.TrimSpace(found))
		}
	}
	return near
}
