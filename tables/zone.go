package tables

import (
	"strings"

	"github.com/payslate/payslate/interpreter/wording"
)

// readsPostalCodes reports whether the regime looks at the query's postal code.
func (f *finder) readsPostalCodes() bool {
	rule := &f.regime.lookup.postal
	return len(rule.shapes) > 0 && (rule.country == "" || rule.country == f.country.Code)
}

// outsidePostalCode looks at a postal code in a state whose tables have none: the
// code alone finds nothing there.
func (f *finder) outsidePostalCode() *Refusal {
	q, root := &f.query, f.regime.Root()
	if f.regime.covers != coversOutside || q.PostalCode == "" {
		return nil
	}
	code, ok := root.lookup.postal.normal(q.PostalCode)
	switch {
	case !ok:
		return f.refuse(fieldPostalCode, unknownLocation, "postal_code_malformed", "postal_code", q.PostalCode, "shapes", strings.Join(root.lookup.postal.shapes, ", "))
	case root.lookup.states.outsideOf(code) != f.state:
		return f.refuse(fieldPostalCode, unknownLocation, "contradiction", "first", q.PostalCode, "second", f.state.Name)
	case q.City == "" && q.County == "":
		return f.refuse(fieldCity, unknownLocation, "place_missing", "country", f.country.Name)
	}
	return nil
}

// byPostalCode finds the area of a postal code.
func (f *finder) byPostalCode() *Refusal {
	r, q := f.regime, &f.query
	code, ok := r.lookup.postal.normal(q.PostalCode)
	if !ok {
		return f.refuse(fieldPostalCode, unknownLocation, "postal_code_malformed", "postal_code", q.PostalCode, "shapes", strings.Join(r.lookup.postal.shapes, ", "))
	}
	q.PostalCode = code
	if r.postal == nil {
		return f.byPrefix()
	}
	rows := r.postal.find(f.edition, code)
	if len(rows) == 0 {
		if state := r.lookup.states.outsideOf(code); state != nil {
			return f.refuse(fieldPostalCode, unknownLocation, "state_outside", "state", state.Name)
		}
		near := strings.Join(r.postal.neighbours(code), ", ")
		return f.refuse(fieldPostalCode, unknownLocation, "postal_code_unknown", "postal_code", code, "nearest", wording.Fill(r.texts["nearest"], "names", near))
	}
	rows, refusal := f.narrow(rows)
	if refusal != nil {
		return refusal
	}
	f.area, f.inState = rows[0].area, rows[0].state
	if q.County == "" {
		f.county = countyOf(rows[0].county)
	}
	for _, row := range rows[1:] {
		f.candidates = append(f.candidates, f.candidate(row.area, row.state, countyOf(row.county)))
	}
	switch {
	case f.area.Kind != RestArea || len(rows) > 1:
	case q.County != "":
		f.fallback(wording.Fill(r.texts["unlisted_county"], "county", q.County, "state", f.stateOf(f.inState).Name))
	default:
		f.fallback(wording.Fill(r.texts["unlisted_postal_code"], "postal_code", code, "country", f.country.Name))
	}
	if len(rows) > 1 {
		f.note(wording.Fill(r.texts["several_areas"], "postal_code", code))
	}
	return nil
}

// narrow keeps the rows of a postal code that state, county and city confirm.
func (f *finder) narrow(rows []postalRow) ([]postalRow, *Refusal) {
	q := &f.query
	if f.state != nil {
		kept := keep(rows, func(row postalRow) bool { return row.state == f.state.Code || row.area.State == f.state.Code })
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
		kept := keep(rows, func(row postalRow) bool { return hasArea(cities, row.area) })
		if len(kept) == 0 {
			f.note(wording.Fill(f.regime.texts["city_elsewhere"], "city", q.City, "postal_code", q.PostalCode, "area", cities[0].area.Name))
			return rows, nil
		}
		rows = kept
	} else if q.City != "" {
		f.note(wording.Fill(f.regime.texts["city_unused"], "city", q.City, "postal_code", q.PostalCode))
	}
	return rows, nil
}

// inCounty keeps the rows whose county is the query's: by the table of postal
// codes, then by what the areas consist of, and last the rest, for a county
// without an area.
func (f *finder) inCounty(rows []postalRow) []postalRow {
	r := f.regime
	asked, bare := r.gazetteer.key(f.query.County), r.gazetteer.key(r.bareCounty(f.query.County))
	kept := keep(rows, func(row postalRow) bool {
		if row.county == "" {
			return false
		}
		label := countyOf(row.county)
		key := r.gazetteer.key(label)
		return key == asked || key == bare || r.gazetteer.key(r.bareCounty(label)) == bare
	})
	if len(kept) > 0 {
		return kept
	}
	listed := false
	kept = keep(rows, func(row postalRow) bool {
		for _, county := range f.counties(f.query.County) {
			if county.state == row.state {
				listed = true
				if county.area == row.area {
					return true
				}
			}
		}
		return false
	})
	if len(kept) > 0 || listed {
		return kept
	}
	return keep(rows, func(row postalRow) bool { return row.area.Kind == RestArea })
}

func keep(rows []postalRow, wanted func(postalRow) bool) []postalRow {
	var kept []postalRow
	for _, row := range rows {
		if wanted(row) {
			kept = append(kept, row)
		}
	}
	return kept
}

// hasArea reports whether an area is among the entries.
func hasArea(entries []named, area *Area) bool {
	for _, entry := range entries {
		if entry.area == area {
			return true
		}
	}
	return false
}

// countyOf is a county without the state after it.
func countyOf(label string) string {
	county, _, _ := strings.Cut(label, ",")
	return strings.TrimSpace(county)
}

// byPrefix finds the area of a postal code by how it begins.
func (f *finder) byPrefix() *Refusal {
	r, q := f.regime, &f.query
	for _, rule := range r.lookup.postal.areas {
		for _, prefix := range rule.prefixes {
			if strings.HasPrefix(q.PostalCode, prefix) {
				f.area = f.named(f.index.cities, rule.city)[0].area
			}
		}
	}
	var cities []named
	if q.City != "" {
		var refusal *Refusal
		if cities, refusal = f.cities(); refusal != nil {
			return refusal
		}
	}
	if len(cities) > 0 && cities[0].area != f.area {
		return f.refuse(fieldPostalCode, unknownLocation, "contradiction", "first", q.City, "second", q.PostalCode)
	}
	if f.area == nil {
		f.area = f.index.rest
		f.fallback(wording.Fill(r.texts["unlisted_postal_code"], "postal_code", q.PostalCode, "country", f.country.Name))
	}
	return nil
}
