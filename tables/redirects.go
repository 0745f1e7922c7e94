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
	if r.lookup.redirectsFile == "" {
		return
	}
	file := path.Join(dir, r.lookup.redirectsFile)
	n := l.Map(file, format.Of("destinations"))
	if n == nil {
		return
	}
	treatments := map[string]redirect{}
	if declared := l.Need(n, "treatments"); declared != nil {
		for _, entry := range declared.Entries {
			treatments[entry.Key.Text] = redirect{fallback: l.redirectText(entry.Value.Get("fallback")), note: l.redirectText(entry.Value.Get("note")), warning: entry.Value.Get("warning").Plain()}
		}
	}
	r.lookup.redirects = map[string]*redirect{}
	b := l.block(l.Need(n, "destinations"), []string{"country", "treatment"}, []string{"target", "place", "basis", "remark"})
	if b == nil {
		return
	}
	l.each(b, func(row *record) {
		code, kind, target := row.cell(columnCountry), row.cell("treatment"), row.cell("target")
		treatment, ok := treatments[kind]
		if !ok {
			l.Unknown(row.cellPosition("treatment"), "unknown-treatment", "treatment", kind, sortedKeys(treatments))
		}
		country, targetCountry := r.gazetteer.byCode(code), r.gazetteer.byCode(target)
		if country == nil || targetCountry == nil && target != "" {
			l.Fail(row.position(), "unknown-country", "no country has the code "+code+" or "+target, "Add it to "+countriesFile+".")
			return
		}
		if r.lookup.redirects[code] != nil {
			l.Fail(row.cellPosition(columnCountry), "duplicate-row", "the country "+code+" is in the table twice", "")
		}
		values := []any{"basis", row.cell("basis"), "remark", row.cell("remark"), "place", row.cell("place")}
		to := &redirect{
			country: target, place: row.cell("place"), warning: treatment.warning,
			fallback: wording.Fill(treatment.fallback, values...), note: wording.Fill(treatment.note, values...),
		}
		if e := r.without(func(e *Edition) bool { return to.area(e, r.gazetteer) != nil }); e != nil {
			l.Fail(row.position(), "unknown-target", "the edition "+e.Name+" has no row "+target+" "+to.place, "")
		}
		r.lookup.redirects[code] = to
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
