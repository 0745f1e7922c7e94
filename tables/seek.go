package tables

import (
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/wording"
)

// Ranks of a name that a text is like, best first. A match of the state or country counts
// less than a match of the place.
const (
	rankExact = iota * 2
	rankPrefix
	rankInside
	rankFuzzy
	noMatch = 100
	// shortest is the minimum length of a text that may match inside names or with typing
	// errors.
	shortest = 3
)

// sighting is a place with a name that is like a text: an area with its own row, or a place
// of the world.
type sighting struct {
	item  *searchItem
	place *atlasPlace
	rank  int
	// misspelt is the number of typing errors in a name of the place itself, or -1.
	misspelt int
	here     bool // in the country and state where the text is sought
}

// seek returns the places with a name that is like a text: places of the world with the name,
// areas with their own row, and places of the world whose names begin with it. Areas
// elsewhere have the name itself. A text with fewer letters than least begins no name.
func (f *finder) seek(text string, least int) (seen []sighting) {
	g := f.regime.gazetteer
	whole := spell(g.key(text))
	if text != "" && whole.key == "" {
		return nil
	}
	var words []*spelling
	for _, word := range strings.FieldsFunc(text, func(c rune) bool { return c == ' ' || c == ',' || c == '/' }) {
		if key := g.key(word); key != "" {
			words = append(words, spell(key))
		}
	}
	for _, p := range f.places(text) {
		seen = append(seen, sighting{place: p, here: f.covers(p)})
	}
	for _, part := range f.regime.Root().WithParts() {
		items := part.Current(f.query.Date).search()
		for i := range items {
			item := &items[i]
			if !f.inQuery(item.place.Area) {
				if slices.Contains(item.keys, searchKey{whole.key, ownName}) {
					seen = append(seen, sighting{item: item})
				}
			} else if one := item.like(whole, words); one.rank < noMatch || one.misspelt >= 0 {
				seen = append(seen, one)
			}
		}
	}
	if len(whole.key) >= least {
		for _, p := range g.atlas.beginning(whole.key) {
			seen = append(seen, sighting{place: p, rank: rankPrefix, misspelt: -1, here: f.covers(p)})
		}
	}
	return seen
}

// misspelt returns the places of the world that a text may misspell, most similar first.
func (f *finder) misspelt(text string) []*atlasPlace {
	world := f.regime.gazetteer.atlas
	return world.misspelt(world.keys, spell(f.regime.gazetteer.key(text)))
}

// inQuery reports whether an area is in the country and state, each of which may be open.
func (f *finder) inQuery(a *Area) bool {
	return (f.country == nil || f.country.Code == a.Country) && (f.state == nil || a.inState(f.state.Code))
}

// inState reports whether any component of an area is in a state.
func (a *Area) inState(code string) bool {
	return a.State == code || slices.ContainsFunc(a.components, func(d component) bool { return d.State == code })
}

// covers reports whether a place of the world is in the country and state, each of which may
// be open. A territory with its own code is a state of its country too.
func (f *finder) covers(p *atlasPlace) bool {
	switch {
	case f.country == nil:
		return true
	case f.state == nil:
		territory := f.stateOf(p.country)
		return p.country == f.country.Code || territory != nil && territory.outside && f.country.Code == f.regime.lookup.Country
	}
	country, state := f.within()
	return p.country == country && (state == "" || p.state == state)
}

// searchItem is an area with the keys that it is searched by.
type searchItem struct {
	place Place
	order string      // sort key
	keys  []searchKey // of the area and its counties
	wider []searchKey // of its country and state
	town  bool        // a town that takes the row of a region; it is not listed
}

type searchKey struct {
	key string
	of  searchName
}

// searchName is what a key is made of.
type searchName uint8

const (
	ownName   searchName = iota
	otherName            // of the place in the world: for typing errors
	widerName            // of the country, the state or a county
	laterWord            // a wider name from a later word on
)

// afterOthers sorts towns behind the areas, whose own names come first.
const afterOthers = "\xff"

// searchItems returns the areas of an edition with their keys.
func (e *Edition) searchItems() (items []searchItem) {
	r := e.regime
	g := r.gazetteer
	keysOf := map[*Area][]searchKey{}
	for _, code := range sortedKeys(e.countries) {
		index := e.countries[code]
		for key, entries := range index.cities {
			for _, entry := range entries {
				keysOf[entry.area] = append(keysOf[entry.area], searchKey{key, ownName})
			}
		}
		for _, key := range sortedKeys(index.towns) {
			for _, entry := range index.towns[key] {
				place := Place{Area: entry.area, Country: g.byCode(entry.area.Country), City: wording.Everywhere(entry.name), State: entry.state}
				items = append(items, searchItem{place: place, order: afterOthers, keys: []searchKey{{key, ownName}}, town: true})
			}
		}
	}
	wider := map[[2]string][]searchKey{} // by country and state
	for _, area := range e.inOrder {
		country := g.byCode(area.Country)
		item := searchItem{place: Place{Area: area, Country: country, State: area.State}, order: g.key(country.Name.English)}
		if area.Kind == CityArea { // a country is found by the country's names
			item.place.City, item.keys = area.Name, append(keysOf[area], area.worldKeys(g)...)
			item.order += " " + g.key(area.Name.English) + " " + area.State
		}
		var counties []string
		for _, of := range area.components {
			if of.Kind == componentCounty {
				counties = append(counties, of.Name)
			}
		}
		item.place.County = strings.Join(counties, ", ")
		item.keys = append(item.keys, widerKeys(g, counties)...)
		in := [2]string{area.Country, area.State}
		if wider[in] == nil {
			names := country.names()
			if state := r.lookup.states.find(area.State); state != nil {
				names = append(names, state.names()...)
			}
			wider[in] = widerKeys(g, names)
		}
		item.wider = wider[in]
		items = append(items, item)
	}
	slices.SortStableFunc(items, func(a, b searchItem) int { return strings.Compare(a.order, b.order) })
	return items
}

// widerKeys returns the keys of names from each of their words on.
func widerKeys(g *gazetteer, names []string) (keys []searchKey) {
	for _, name := range names {
		for of, tail, more := widerName, name, true; more; of = laterWord {
			for _, key := range g.keys(tail) {
				keys = append(keys, searchKey{key, of})
			}
			_, tail, more = strings.Cut(tail, " ")
		}
	}
	return keys
}

// worldKeys returns the keys of the names of the places of the world that have an area's name.
func (a *Area) worldKeys(g *gazetteer) (keys []searchKey) {
	for _, p := range g.atlas.find(g.key(a.Name.English)) {
		if p.country == a.Country && (a.State == "" || a.inState(p.state)) {
			for _, name := range p.names() {
				keys = append(keys, searchKey{g.key(name), otherName})
			}
		}
	}
	return keys
}

// like compares an area with a text as a whole, or else with each of its words, such as
// "Boston Massachusetts": then the worst of them counts.
func (i *searchItem) like(text *spelling, words []*spelling) sighting {
	one := sighting{item: i, misspelt: -1, here: true}
	if text.key == "" {
		return one
	}
	if one.rank, one.misspelt = i.rank(text); one.rank < noMatch || len(words) < 2 {
		return one
	}
	one.rank = rankExact
	for _, word := range words {
		rank, _ := i.rank(word)
		one.rank = max(one.rank, rank)
	}
	return one
}

// each calls yield with the area's keys while it returns true.
func (i *searchItem) each(yield func(*searchKey) bool) {
	for _, keys := range [][]searchKey{i.keys, i.wider} {
		for at := range keys {
			if !yield(&keys[at]) {
				return
			}
		}
	}
}

// rank returns the best rank of a text among an area's keys, and the fewest typing errors in
// one of its own names. A text matches anywhere in a place's own names, and where a word of a
// wider name begins: Wien does not match Moldawien.
func (i *searchItem) rank(text *spelling) (best, misspelt int) {
	best, misspelt = noMatch, -1
	for known := range i.each {
		rank, errors := noMatch, -1
		if known.of != laterWord {
			errors = text.errors(known.key)
		}
		switch {
		case known.of == otherName:
		case known.of == laterWord:
			if len(text.key) >= shortest && strings.HasPrefix(known.key, text.key) {
				rank = rankInside
			}
		case known.key == text.key:
			rank = rankExact
		case strings.HasPrefix(known.key, text.key):
			rank = rankPrefix
		case known.of == ownName && len(text.key) >= shortest && strings.Contains(known.key, text.key):
			rank = rankInside
		case errors >= 0:
			rank = rankFuzzy
		}
		if known.of <= otherName && errors >= 0 && (misspelt < 0 || errors < misspelt) {
			misspelt = errors
		}
		if known.of != ownName && i.place.Area.Kind == CityArea {
			rank++
		}
		best = min(best, rank)
	}
	return best, misspelt
}
