package tables

import (
	"path"
	"slices"
	"strings"

	"github.com/payslate/payslate/tables/format"
)

// postalCodes is a table of postal codes, ordered by code. It is kept as text and searched
// there. Its columns are postalColumns; a row with an edition counts in that alone.
type postalCodes string

var postalColumns = []string{"code", "area", "state", "county", "edition"}

// postalCodes reads the table and checks its rows against the editions.
func (l *loader) postalCodes(dir string, r *Regime) {
	if r.lookup.Postal.Table == "" {
		return
	}
	b := l.block(l.Map(path.Join(dir, r.lookup.Postal.Table), format.Of("postal_codes")).Get("postal_codes"), postalColumns[:3], postalColumns[3:])
	if b == nil {
		return
	}
	if !slices.Equal(b.columns, postalColumns[:len(b.columns)]) {
		l.Fail(b.at, "column-order", "the columns must be "+strings.Join(postalColumns, ", ")+", in this order", "Put the columns and the cells of each row into that order.")
		return
	}
	if r.postal = postalCodes(b.node.Text); l.Own && !l.reviewed {
		return
	}
	known := map[[3]string]bool{}
	last, areas := "", []string(nil) // the code before, and its areas with their editions
	l.each(b, func(row *record) {
		code, area, state, only := row.cells[0], row.cells[1], row.cells[2], row.cell("edition")
		if len(code) != r.lookup.Postal.digits() {
			l.Fail(row.cellPosition("code"), "bad-code", code+" is not a postal code of the regime", "Write it with all its digits.")
		}
		if place := [3]string{area, state, only}; !known[place] {
			known[place] = true
			l.known(row, columnState, r.lookup.states, state)
			editions := keep(r.Editions, func(e *Edition) bool { return only == "" || only == e.Name })
			if len(editions) == 0 {
				l.Fail(row.cellPosition("edition"), "unknown-edition", "unknown edition "+only, "Write the name of an edition of the regime: that of its file.")
			}
			for _, edition := range editions {
				if edition.byID[area] == nil {
					l.Fail(row.cellPosition("area"), "unknown-area", "the edition "+edition.Name+" has no area "+area, "Write the id of an area of the edition, and the edition behind it if others lack the area.")
				}
			}
		}
		if code < last {
			l.Fail(row.position(), "order", "the code "+code+" comes after "+last, "Sort the rows by code.")
		}
		if code != last {
			last, areas = code, areas[:0]
		}
		twice := func(before string) bool {
			return before == area+separator || before == area+separator+only || only == "" && strings.HasPrefix(before, area+separator)
		}
		if slices.ContainsFunc(areas, twice) {
			l.Fail(row.position(), "duplicate-row", "the code "+code+" has a row of the area "+area+" already", "Remove one of the rows.")
		}
		areas = append(areas, area+separator+only)
	})
}

// find returns the areas of a code in an edition, in the order of the table.
func (p postalCodes) find(edition *Edition, code string) (found []named) {
	keyOf := func(line string) string { return line[:min(len(line), len(code))] }
	for line := range linesFrom(string(p), code, keyOf) {
		cells := make([]string, len(postalColumns))
		cut(line, cells)
		if only := cells[4]; only == "" || only == edition.Name {
			county, _, _ := strings.Cut(cells[3], ",") // the state follows
			found = append(found, named{area: edition.byID[cells[1]], state: cells[2], county: strings.TrimSpace(county)})
		}
	}
	return found
}

// readsPostalCodes reports whether the regime uses the query's postal code.
func (f *finder) readsPostalCodes() bool {
	rule := &f.regime.lookup.Postal
	return len(rule.Shapes) > 0 && (rule.Country == "" || rule.Country == f.country.Code)
}

// outsidePostalCode checks a postal code in an outside state. It must fit the state, and
// does not find a place by itself.
func (f *finder) outsidePostalCode() *Refusal {
	q, root := &f.query, f.regime.Root()
	if f.regime.covers != coversOutside || q.PostalCode == "" {
		return nil
	}
	code, refusal := f.postalCode(&root.lookup.Postal)
	switch {
	case refusal != nil:
		return refusal
	case root.lookup.states.outsideOf(code) != f.state:
		return f.refuse(fieldPostalCode, unknownLocation, "contradiction", "first", q.PostalCode, "second", f.state.Name)
	case q.City == "" && q.County == "":
		return f.refuse(fieldCity, unknownLocation, "place_missing", "country", f.country.shown)
	}
	return nil
}

// postalCode returns the query's postal code as the tables write it.
func (f *finder) postalCode(rule *postalRule) (string, *Refusal) {
	code, ok := rule.normal(f.query.PostalCode)
	if !ok {
		return "", f.refuse(fieldPostalCode, unknownLocation, "postal_code_malformed", "postal_code", f.query.PostalCode, "shapes", strings.Join(rule.Shapes, ", "))
	}
	return code, nil
}

// byPostalCode finds the area of a postal code.
func (f *finder) byPostalCode() *Refusal {
	r, q := f.regime, &f.query
	code, refusal := f.postalCode(&r.lookup.Postal)
	if refusal != nil {
		return refusal
	}
	q.PostalCode = code
	if r.postal == "" {
		return f.byPrefix()
	}
	rows := r.postal.find(f.edition, code)
	if len(rows) == 0 {
		if state := r.lookup.states.outsideOf(code); state != nil {
			return f.refuse(fieldPostalCode, unknownLocation, "state_outside", "state", state.Name)
		}
		return f.refuse(fieldPostalCode, unknownLocation, "postal_code_unknown", "postal_code", code)
	}
	if rows, refusal = f.narrow(rows); refusal != nil {
		return refusal
	}
	f.area, f.inState = rows[0].area, rows[0].state
	if q.County == "" {
		f.county = rows[0].county
	}
	for _, row := range rows[1:] {
		f.candidates = append(f.candidates, f.candidate(row.area, row.state, row.county))
	}
	switch {
	case f.area.Kind != RestArea || len(rows) > 1:
	case q.County != "":
		f.fallback("unlisted_county", "county", f.sentCounty(f.inState), "state", f.stateOf(f.inState).Name)
	default:
		f.fallback("unlisted_postal_code", "postal_code", code, "country", f.country.shown)
	}
	if len(rows) > 1 {
		f.note("several_areas", "postal_code", code)
	}
	return nil
}

// narrow returns the rows of a postal code that fit the query's state, county and city.
func (f *finder) narrow(rows []named) ([]named, *Refusal) {
	q := &f.query
	if f.state != nil {
		kept := keep(rows, func(row named) bool { return row.state == f.state.Code || row.area.State == f.state.Code })
		if len(kept) == 0 {
			return nil, f.refuse(fieldPostalCode, unknownLocation, "contradiction", "first", q.PostalCode, "second", f.state.Name)
		}
		rows = kept
	}
	if q.County != "" {
		kept := f.inCounty(rows)
		if len(kept) == 0 {
			return nil, f.refuse(fieldCounty, unknownLocation, "contradiction", "first", q.PostalCode, "second", q.County)
		}
		rows = kept
	}
	if cities := f.named(f.index.cities, q.City); len(cities) > 0 {
		kept := keep(rows, func(row named) bool { return hasArea(cities, row.area) })
		if len(kept) == 0 {
			f.note("city_elsewhere", "city", q.City, "postal_code", q.PostalCode, "area", cities[0].area.Name)
			return rows, nil
		}
		rows = kept
	} else if q.City != "" {
		f.note("city_unused", "city", q.City, "postal_code", q.PostalCode)
	}
	return rows, nil
}

// inCounty returns the rows in the query's county: by the table of postal codes, then by
// the parts of the areas, and for a county without an area the rest.
func (f *finder) inCounty(rows []named) []named {
	r := f.regime
	asked, bare := r.gazetteer.key(f.query.County), r.gazetteer.key(r.bareCounty(f.query.County))
	kept := keep(rows, func(row named) bool {
		key := r.gazetteer.key(row.county)
		return key != "" && (key == asked || key == bare || r.gazetteer.key(r.bareCounty(row.county)) == bare)
	})
	if len(kept) > 0 {
		return kept
	}
	counties := f.counties(f.query.County)
	listed := slices.ContainsFunc(counties, func(county named) bool {
		return slices.ContainsFunc(rows, func(row named) bool { return row.state == county.state })
	})
	return keep(rows, func(row named) bool {
		if !listed {
			return row.area.Kind == RestArea
		}
		return slices.ContainsFunc(counties, func(county named) bool { return county.state == row.state && county.area == row.area })
	})
}

// keep returns the items that are wanted.
func keep[T any](items []T, wanted func(T) bool) []T {
	var kept []T
	for _, item := range items {
		if wanted(item) {
			kept = append(kept, item)
		}
	}
	return kept
}

func hasArea(entries []named, area *Area) bool {
	return slices.ContainsFunc(entries, func(entry named) bool { return entry.area == area })
}

// byPrefix finds the area of a postal code by its prefix.
func (f *finder) byPrefix() *Refusal {
	r, q := f.regime, &f.query
	for _, rule := range r.lookup.Postal.Prefixes {
		for _, prefix := range rule.Of {
			if strings.HasPrefix(q.PostalCode, prefix) {
				f.area = f.named(f.index.cities, rule.City)[0].area
			}
		}
	}
	f.unusedCounty()
	cities := f.rows(q.City)
	if q.City != "" && len(cities) == 0 {
		f.note("city_unused", "city", q.City, "postal_code", q.PostalCode)
	}
	if len(cities) > 0 && cities[0].area != f.area {
		return f.refuse(fieldPostalCode, unknownLocation, "contradiction", "first", q.City, "second", q.PostalCode)
	}
	if len(cities) > 0 && cities[0].by != byTown { // the code decides, not the town
		f.by = cities[0].by
	}
	if f.area == nil {
		f.area = f.index.rest
		f.fallback("unlisted_postal_code", "postal_code", q.PostalCode, "country", f.country.shown)
	}
	return nil
}
