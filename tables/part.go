package tables

import (
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/syntax"
)

// A part of a regime has tables for places that the regime's own tables do not cover, in
// its own folder. Requests name the whole regime.

// A part covers other countries, or the states that the regime's tables leave out.
const (
	coversAbroad  = "abroad"
	coversOutside = "outside"
)

// monthly editions apply until the next one begins.
const monthly = "monthly"

// Root returns the regime that requests name: for a part, the whole.
func (r *Regime) Root() *Regime {
	if r.whole != nil {
		return r.whole
	}
	return r
}

// WithParts returns the regime and its parts.
func (r *Regime) WithParts() []*Regime { return append([]*Regime{r}, r.parts...) }

// partFor returns the part that covers places abroad or outside, or nil.
func (r *Regime) partFor(covers string) *Regime {
	for _, part := range r.Root().parts {
		if part.covers == covers {
			return part
		}
	}
	return nil
}

// indexKey returns the key of an edition's index: the country, or the state where each
// state has its own row for the rest.
func (r *Regime) indexKey(country, state string) string {
	if r.covers == coversOutside {
		return state
	}
	return country
}

// part reads what makes a regime part of one of the known ones, and copies what they share.
func (l *loader) part(n *syntax.Node, r *Regime, known []*Regime) {
	var file struct {
		Of       *syntax.Node `key:"part_of"`
		Series   string       `key:"series"`
		Covers   string       `key:"covers"`
		Editions string       `key:"editions"`
	}
	l.Decode(n, &file)
	r.series, r.covers, r.monthly = file.Series, file.Covers, file.Editions == monthly
	if file.Of == nil {
		return
	}
	at := slices.IndexFunc(known, func(other *Regime) bool { return other.ID == file.Of.Text })
	if at < 0 {
		l.Fail(file.Of.Range, "unknown-regime", "no regime "+file.Of.Text+" comes before this one", "Name the folder of a part so that it sorts after the folder of its whole.")
		return
	}
	whole := known[at]
	r.whole = whole
	r.Name, r.Status, r.Country, r.Currency, r.Disclaimer, r.Rules = whole.Name, whole.Status, whole.Country, whole.Currency, whole.Disclaimer, whole.Rules
	if r.covers == coversOutside {
		r.lookup.states = whole.lookup.states
	}
}

// without returns an edition that does not have a row, or nil. Places come and go in
// monthly tables, so there one edition with the row is enough.
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

// noteMonth notes which table applies on a day after the last monthly table.
func (f *finder) noteMonth() {
	edition := f.area.Edition
	if !f.regime.monthly || f.query.Date[:len("2006-01")] <= edition.Valid.From[:len("2006-01")] {
		return
	}
	year, rest, _ := strings.Cut(edition.Valid.From, "-")
	f.note("later_month", "month", f.regime.text("month_of", "month", f.regime.text("month_"+rest[:2]), "year", year))
}

// outsideCities returns the areas that a city without a state may mean in the states
// that the regime's own tables leave out, and the part that has them.
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
