package tables

import (
	"path"

	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/wording"
	"github.com/payslate/payslate/tables/format"
)

// redirect gives a country without a row another's row.
type redirect struct {
	country string // whose row
	place   string // with the row; empty: the rest of the country
	// fallback and note are added to the rate; either may be empty.
	fallback, note Text
	warning        string // the code of a note that warns
}

// redirects reads the countries that use another's row.
func (l *loader) redirects(dir string, r *Regime) {
	if r.lookup.Redirects == "" {
		return
	}
	var file struct {
		Treatments map[string]struct {
			Fallback *syntax.Node `key:"fallback"`
			Note     *syntax.Node `key:"note"`
			Warning  string       `key:"warning"`
		} `key:"treatments"`
		Destinations *syntax.Node `key:"destinations"`
	}
	l.Decode(l.Map(path.Join(dir, r.lookup.Redirects), format.Of("destinations")), &file)
	treatments := map[string]redirect{}
	for name, t := range file.Treatments {
		treatments[name] = redirect{fallback: l.redirectText(t.Fallback), note: l.redirectText(t.Note), warning: t.Warning}
	}
	r.lookup.redirects = map[string]*redirect{}
	type destination struct {
		Country   string `column:"country"`
		Treatment string `column:"treatment"`
		Target    string `column:"target,optional"`
		Place     string `column:"place,optional"`
		Basis     string `column:"basis,optional"`
		Remark    string `column:"remark,optional"`
	}
	eachRow(l, file.Destinations, func(row *record, d *destination) {
		treatment, ok := treatments[d.Treatment]
		if !ok {
			l.Unknown(row.cellPosition("treatment"), "unknown-treatment", "treatment", d.Treatment, sortedKeys(treatments))
		}
		if !l.known(row, columnCountry, r.gazetteer.register, d.Country) || d.Target != "" && !l.known(row, "target", r.gazetteer.register, d.Target) {
			return
		}
		if r.lookup.redirects[d.Country] != nil {
			l.Fail(row.cellPosition(columnCountry), "duplicate-row", "the country "+d.Country+" is in the table twice", "Remove one of its rows.")
		}
		values := []any{"basis", d.Basis, "remark", d.Remark, "place", d.Place}
		to := &redirect{
			country: d.Target, place: d.Place, warning: treatment.warning,
			fallback: wording.Fill(treatment.fallback, values...), note: wording.Fill(treatment.note, values...),
		}
		if e := r.without(func(e *Edition) bool { return to.area(e, r.gazetteer) != nil }); e != nil {
			l.Fail(row.position(), "unknown-target", "the edition "+e.Name+" has no row "+d.Target+" "+d.Place, "Correct the target and its place, or add the row to the edition.")
		}
		r.lookup.redirects[d.Country] = to
	})
}

func (l *loader) redirectText(n *syntax.Node) Text {
	return l.filledText(n, []string{"country", "target", "basis", "remark", "place"})
}

// area returns the row of a redirect in an edition, or nil.
func (to *redirect) area(edition *Edition, g *gazetteer) *Area {
	if to.country == "" {
		return edition.elsewhere
	}
	index := edition.countries[to.country]
	if index == nil {
		return nil
	}
	if to.place == "" {
		return index.rest
	}
	if entries := index.cities[g.key(to.place)]; len(entries) > 0 {
		return entries[0].area
	}
	return nil
}
