package tables

import (
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/wording"
)

// countryIndex finds the areas of a country, or of a state, by the keys of their names.
type countryIndex struct {
	rest     *Area // for places without their own area
	areas    []*Area
	cities   map[string][]named
	towns    map[string][]named
	counties map[string][]named
}

// named is an area under one of its names, in the state that the name is in.
type named struct {
	area  *Area
	state string
	name  string
	// inCounty reports whether the name is that of a place within the area.
	inCounty bool
	by       foundBy
	// county is the county that a town or a postal code lies in.
	county string
}

// foundBy is what an area was found by: a name of its own, another name of the place in the
// world, or a town that takes its row.
type foundBy uint8

const (
	byOwnName foundBy = iota
	byOtherName
	byTown
)

// index makes the areas of an edition findable.
func (l *loader) index(e *Edition, r *Regime) {
	e.countries = map[string]*countryIndex{}
	e.splitCountries(r)
	for _, area := range e.areas {
		if area.Kind == ElsewhereArea {
			e.elsewhere = area
			continue
		}
		key := r.indexKey(area.Country, area.State)
		index := e.countries[key]
		if index == nil {
			index = &countryIndex{cities: map[string][]named{}, towns: map[string][]named{}, counties: map[string][]named{}}
			e.countries[key] = index
		}
		if area.Kind != CityArea {
			if index.rest != nil {
				l.Fail(e.ValidAt, "duplicate-row", area.Country+" has two rows for all other places", "Remove one of them, or name its city.")
			}
			index.rest = area
		}
		if area.ID == "" || area.ID != r.lookup.Rest {
			e.inOrder = append(e.inOrder, area)
		}
		index.areas = append(index.areas, area)
		for _, name := range area.names(r) {
			add(index.cities, r.gazetteer, named{area: area, state: area.State, name: name}, name)
		}
		for _, of := range area.components {
			index.addComponent(r, area, of)
		}
	}
	for _, key := range sortedKeys(e.countries) {
		e.countries[key].addDerived(r)
	}
	for _, entry := range r.gazetteer.cities {
		if index := e.countries[r.indexKey(entry.Country, entry.State)]; index != nil {
			index.alias(r.gazetteer, entry)
		}
	}
	l.complete(e, r)
}

// splitCountries turns country areas into cities where a country has several with
// names, such as islands.
func (e *Edition) splitCountries(r *Regime) {
	whole := map[string][]*Area{}
	for _, area := range e.areas {
		if area.Kind == CountryArea && area.Name.English != "" {
			key := r.indexKey(area.Country, area.State)
			whole[key] = append(whole[key], area)
		}
	}
	for _, areas := range whole {
		if len(areas) > 1 {
			for _, area := range areas {
				area.Kind = CityArea
			}
		}
	}
}

// addDerived makes areas findable by the parts of their names before and in brackets,
// and without a last word such as Island or City, unless another row there has that
// name.
func (c *countryIndex) addDerived(r *Regime) {
	derived := map[zone][]named{}
	derive := func(a *Area, name string) {
		for _, key := range r.gazetteer.keys(name) {
			at := zone{a.State, key}
			derived[at] = appendNamed(derived[at], named{area: a, state: a.State, name: name})
		}
	}
	for _, area := range c.areas {
		for _, name := range area.names(r) {
			before, rest, bracketed := strings.Cut(name, "(")
			if inside, _, closed := strings.Cut(rest, ")"); bracketed && closed {
				derive(area, strings.TrimSpace(before))
				derive(area, strings.TrimSpace(inside))
			}
		}
		for _, word := range r.gazetteer.optional {
			before, found := strings.CutSuffix(area.Name.English, " "+word)
			if found && r.lookup.states.find(before) == nil {
				derive(area, before)
			}
		}
	}
	for at, entries := range derived {
		if len(entries) == 1 {
			c.addFree(at.key, entries[0])
		}
	}
}

// addFree makes an area findable by a key unless another area of its state has it.
func (c *countryIndex) addFree(key string, entry named) {
	for _, other := range c.cities[key] {
		if other.state == entry.state && other.area != entry.area {
			return
		}
	}
	if key != "" {
		c.cities[key] = appendNamed(c.cities[key], entry)
	}
}

// names returns the names of an area in its table: each as a whole, and the parts of
// combined destinations.
func (a *Area) names(r *Regime) []string {
	var all []string
	for _, name := range append(wording.All(a.Name), a.also...) {
		parts := []string{name}
		if r.lookup.Combined != "" && strings.Contains(name, r.lookup.Combined) {
			parts = append(parts, strings.Split(name, r.lookup.Combined)...)
		}
		for _, part := range parts {
			if part = strings.TrimSpace(part); part != "" {
				all = append(all, part, r.gazetteer.withoutCountry(part, a.Country))
			}
		}
	}
	return all
}

// add makes an area findable by a name.
func add(places map[string][]named, g *gazetteer, entry named, name string) {
	for _, key := range g.keys(name) {
		places[key] = appendNamed(places[key], entry)
	}
}

func appendNamed(list []named, entry named) []named {
	for i := range list {
		if list[i].area == entry.area && list[i].state == entry.state {
			list[i].inCounty = list[i].inCounty || entry.inCounty
			return list
		}
	}
	return append(list, entry)
}

// addComponent makes a component of an area findable.
func (c *countryIndex) addComponent(r *Regime, area *Area, of component) {
	g, words := r.gazetteer, r.lookup.Counties
	entry := named{area: area, state: of.State, name: of.Name}
	switch of.Kind {
	case componentCounty:
		add(c.counties, g, entry, of.Name)
	case componentCity:
		add(c.counties, g, entry, words.CityPrefix+" "+of.Name)
		add(c.counties, g, entry, of.Name+" "+words.CitySuffix)
		if !r.lookup.standardCounties[zone{of.State, g.key(of.Name)}] {
			add(c.counties, g, entry, of.Name)
		}
		add(c.cities, g, entry, of.Name)
	case componentPlace, componentInstallation:
		entry.inCounty = true
		add(c.cities, g, entry, of.Name)
	}
}

// alias gives all names of a city to the areas that have one of them.
func (c *countryIndex) alias(g *gazetteer, entry cityNames) {
	var found []named
	for _, name := range entry.Names {
		for _, known := range c.cities[g.key(name)] {
			if entry.State == "" || known.state == "" || known.state == entry.State {
				found = appendNamed(found, known)
			}
		}
	}
	for _, known := range found {
		known.area.translate(g, entry)
		for _, name := range entry.Names {
			for _, key := range g.keys(name) {
				c.addFree(key, known)
			}
		}
	}
}

// translate adds names in other languages that the area's table does not have.
func (a *Area) translate(g *gazetteer, entry cityNames) {
	known := slices.ContainsFunc(entry.Names, func(name string) bool { return g.key(name) == g.key(a.Name.English) })
	for language, name := range entry.Own.Each() {
		if known && name != "" && a.Name.In(language) == a.Name.English {
			a.Name.Set(language, name)
		}
	}
}

// complete reports names shared by two areas of a state, or of a country without states,
// and rows that lookups lead to and an edition does not have.
func (l *loader) complete(e *Edition, r *Regime) {
	rule := &r.lookup
	for _, code := range sortedKeys(e.countries) {
		index := e.countries[code]
		l.distinct(e, index.cities)
		l.distinct(e, index.counties)
		if index.rest == nil && (rule.UnlistedCity == toRest || rule.CountryAlone == toRest) {
			l.Fail(e.ValidAt, "missing-rest", "the edition "+e.Name+" has no row for the rest of "+code, "Lookups of places without their own row use it.")
		}
	}
	if rule.Country != "" && r.covers == "" && e.countries[rule.Country] == nil {
		l.Fail(e.ValidAt, "missing-country", "the edition "+e.Name+" has no row of "+rule.Country, "Add a row of this country, or correct country: in regime.yaml.")
	}
	if to := rule.elsewhere; to != nil && to.area(e, r.gazetteer) == nil {
		l.Fail(e.ValidAt, "unknown-target", "the edition "+e.Name+" has no row of "+to.country, "Countries without a row use it.")
	}
	for _, prefix := range rule.Postal.Prefixes {
		if to := (&redirect{country: rule.Postal.Country, place: prefix.City}); to.area(e, r.gazetteer) == nil {
			l.Fail(e.ValidAt, "unknown-target", "the edition "+e.Name+" has no row of "+prefix.City, "Postal codes use it.")
		}
	}
}

func (l *loader) distinct(e *Edition, places map[string][]named) {
	for _, key := range sortedKeys(places) {
		for i, a := range places[key] {
			for _, b := range places[key][:i] {
				if a.state == b.state && a.area != b.area {
					l.Fail(e.ValidAt, "duplicate-name", "the name "+a.name+" belongs to "+a.area.Label().English+" and "+b.area.Label().English, "A name belongs to one area of a state.")
				}
			}
		}
	}
}
