package tables

import (
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/document"
)

// A part of a regime has tables for what the regime's own leave out, in a folder
// with a regime.yaml of its own. Questions name the whole.

// What a part covers: countries other than the regime's, or the states that its
// tables leave out.
const (
	coversAbroad  = "abroad"
	coversOutside = "outside"
)

// monthly says that an edition holds until the next one begins.
const monthly = "monthly"

// Root is the regime that questions name: the whole of a part.
func (r *Regime) Root() *Regime {
	if r.whole != nil {
		return r.whole
	}
	return r
}

// WithParts lists the regime and its parts.
func (r *Regime) WithParts() []*Regime { return append([]*Regime{r}, r.parts...) }

// partFor finds the part that covers what a regime's own tables leave out; nil if
// there is none.
func (r *Regime) partFor(covers string) *Regime {
	for _, part := range r.Root().parts {
		if part.covers == covers {
			return part
		}
	}
	return nil
}

// indexKey is what an edition's places are indexed by: their country, or state
// where each has its own row for the rest.
func (r *Regime) indexKey(country, state string) string {
	if r.covers == coversOutside {
		return state
	}
	return country
}

// part reads what makes a regime a part of another, and takes over from it what
// both share.
func (l *loader) part(n *document.Node, r *Regime, whole *Regime) {
	r.series, r.covers = n.Get("series").Plain(), n.Get("covers").Plain()
	r.monthly = n.Get("editions").Plain() != "" && l.choice(n, "editions", monthly) == monthly
	of := n.Get("part_of")
	if of == nil {
		return
	}
	l.choice(n, "covers", coversAbroad, coversOutside)
	if whole == nil {
		l.Fail(of.Range, "unknown-regime", "there is no regime "+of.Text+" before this one", "A part's folder comes after that of its whole in the order of names.")
		return
	}
	r.whole = whole
	r.Name, r.Status, r.Country, r.Currency, r.Disclaimer, r.Rules = whole.Name, whole.Status, whole.Country, whole.Currency, whole.Disclaimer, whole.Rules
	if r.covers == coversOutside {
		r.lookup.states = whole.lookup.states
	}
}

// until ends each monthly edition before the next one begins.
func (r *Regime) until() {
	if !r.monthly {
		return
	}
	for i := 1; i < len(r.Editions); i++ {
		r.Editions[i-1].Valid.To = dayBefore(r.Editions[i].Valid.From)
	}
}

// without is an edition that lacks a row to which a file beside the editions leads;
// nil if none does. Places come and go in monthly tables: one edition with the row
// will do there.
func (r *Regime) without(has func(e *Edition) bool) *Edition {
	var lacking *Edition
	for _, e := range r.Editions {
		switch {
		case !has(e):
			lacking = e
		case r.monthly:
			return nil
		}
	}
	return lacking
}

// noteMonth says which month's table a day takes that lies in a later one.
func (f *finder) noteMonth() {
	edition := f.area.Edition
	if !f.regime.monthly || f.query.Date[:len("2006-01")] <= edition.Valid.From[:len("2006-01")] {
		return
	}
	year, rest, _ := strings.Cut(edition.Valid.From, "-")
	f.note("later_month", "month", f.regime.text("month_of", "month", f.regime.text("month_"+rest[:2]), "year", year))
}

// outsideCities lists the areas in the states that the regime's own tables leave
// out which a city without a state may mean, with the part that has them.
func (f *finder) outsideCities() (*Regime, []named) {
	part := f.regime.partFor(coversOutside)
	if part == nil || f.state != nil || f.regime.whole != nil || f.query.City == "" {
		return nil, nil
	}
	edition := part.Edition(f.query.Date)
	if edition == nil {
		return nil, nil
	}
	var found []named
	for _, state := range sortedKeys(edition.countries) {
		if index := edition.countries[state]; index != nil {
			entries := f.named(index.cities, f.query.City)
			if len(entries) == 0 {
				entries = f.named(index.towns, f.query.City)
			}
			for _, entry := range entries {
				found = appendNamed(found, entry)
			}
		}
	}
	return part, slices.DeleteFunc(found, func(entry named) bool { return entry.area.Kind == RestArea })
}
