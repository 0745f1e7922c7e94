package tables

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/wording"
)

// maxCandidates bounds the places that a name without a row may mean.
const maxCandidates = 5

// judge checks a city without a row before the rest of its country is used: the city may
// be in another country, or misspelt. It refuses names that could lead to a wrong rate,
// and notes how it understood others.
func (f *finder) judge() *Refusal {
	if f.quiet || f.known(f.query.City) {
		return nil
	}
	if begun := f.begun(); len(begun) > 0 {
		begun = begun[:min(len(begun), maxBegun)]
		return f.leftOpen("name_begun", begun, "city", f.query.City, "country", f.placeOfSearch(), "names", namesOf(begun), "way_out", f.wayOut())
	}
	near, there := f.near(), f.there(f.query.City)
	switch {
	case len(there) > 0 && f.state != nil:
		// American towns often have the names of cities abroad.
		f.perhaps("namesake_elsewhere", there)
	case len(there) > 0:
		return f.meant("place_elsewhere", append(near, there...), "there", f.describeThere(there), "nearest", f.describeNear(near))
	case len(near) > 0:
		return f.meant("place_misspelt", near, "nearest", f.describeNear(near))
	default:
		f.noteSmall()
	}
	return nil
}

// perhaps notes that the city may be one elsewhere.
func (f *finder) perhaps(text string, there []Candidate) {
	f.candidates = append(f.candidates, bounded(there)...)
	f.note(text, "city", f.query.City, "country", f.placeOfSearch(), "state", f.placeOfSearch(), "there", f.describeThere(there))
}

// countryMissing refuses a query without a country, and names the country of the city,
// which may be misspelt.
func (f *finder) countryMissing() *Refusal {
	f.country = &Country{}
	var where Text
	there := f.there(f.query.City)
	if len(there) == 0 && !f.quiet {
		for _, p := range slices.Concat(f.regime.gazetteer.atlas.similar(f.regime.gazetteer.atlas.keys, f.regime.gazetteer.key(f.query.City))...) {
			if len(there) < maxCandidates {
				there = appendPlace(there, f.candidateOf(p))
			}
		}
	}
	there, where = f.describeElsewhere(there)
	refusal := f.refuse(fieldCountry, unknownLocation, "country_missing", "regime", f.regime.ID, "there", where)
	refusal.Candidates = bounded(there)
	return refusal
}

// describeElsewhere names the first place that a city may be, and returns those that a query
// may send: not those at home, where the regime has no rates.
func (f *finder) describeElsewhere(there []Candidate) ([]Candidate, Text) {
	abroad := slices.DeleteFunc(slices.Clone(there), func(c Candidate) bool { return f.ratelessHome(c.Country) })
	switch {
	case len(there) == 0:
		return nil, Text{}
	case len(abroad) == 0:
		return nil, f.regime.text("lies_home", "place", there[0].label(), "country", there[0].Country.Name)
	}
	return abroad, f.regime.text("lies_there", "there", f.describeThere(abroad))
}

// ratelessHome reports whether a country is the regime's own and has no rates, as under rules
// for travel abroad alone.
func (f *finder) ratelessHome(c *Country) bool {
	r := f.regime.Root()
	return c.Code == r.Country && r.lookup.elsewhere == nil && r.lookup.redirects[c.Code] == nil && r.Current(f.query.Date).countries[r.indexKey(c.Code, "")] == nil
}

// noteSmall notes that the city was taken to be a small place, and names a great city
// abroad with a similar name.
func (f *finder) noteSmall() {
	if great := f.great(); len(great) > 0 {
		f.perhaps("perhaps", great)
		return
	}
	country, _ := f.within()
	all := f.regime.gazetteer.atlas.least
	least, own := all[country]
	if !own {
		least = all[""]
	}
	f.note("small_place", "city", f.query.City, "country", f.placeOfSearch(), "least", wording.Amount(least, 0))
}

// placeOfSearch returns the name of the query's state, or else of its country.
func (f *finder) placeOfSearch() Text {
	if f.state != nil {
		return f.state.Name
	}
	return f.country.Name
}

// wayOut suggests what to send for a small place.
func (f *finder) wayOut() Text {
	return f.regime.text("way_out", "country", f.country.Name)
}

// meant refuses a city with the places that it may mean.
func (f *finder) meant(text string, candidates []Candidate, pairs ...any) *Refusal {
	pairs = append(pairs, "city", f.query.City, "country", f.placeOfSearch(), "way_out", f.wayOut())
	refusal := f.refuse(fieldCity, unknownLocation, text, pairs...)
	refusal.Candidates = bounded(candidates)
	return refusal
}

func bounded(candidates []Candidate) []Candidate {
	return candidates[:min(len(candidates), maxCandidates)]
}

// within returns where to look for a city among the places of the world: a country, or a
// territory with its own code, and in the United States the state.
func (f *finder) within() (country, state string) {
	switch {
	case f.state == nil:
		return f.country.Code, ""
	case f.state.outside && f.regime.gazetteer.byCode(f.state.Code) != nil:
		return f.state.Code, ""
	}
	return f.country.Code, f.state.Code
}

// has reports whether a place of the world is where the query's city must be.
func (f *finder) has(p *atlasPlace) bool {
	country, state := f.within()
	return p.country == country && (state == "" || p.state == state)
}

// places returns the places of the world with a name.
func (f *finder) places(name string) []*atlasPlace {
	key := f.regime.gazetteer.key(name)
	found := f.regime.gazetteer.atlas.find(key)
	if short := shortened(key); len(found) == 0 && short != key {
		found = f.regime.gazetteer.atlas.find(short)
	}
	return found
}

// known reports whether a place with a name exists where it must be.
func (f *finder) known(name string) bool { return slices.ContainsFunc(f.places(name), f.has) }

// alias returns the areas of the largest place of the world with a name.
func (f *finder) alias(name string) []named {
	for _, p := range f.places(name) {
		if f.has(p) {
			return f.rowOf(p)
		}
	}
	return nil
}

// rowOf returns the areas of a place: those with one of its names, unless a larger place
// there has the same name.
func (f *finder) rowOf(p *atlasPlace) []named {
	if f.index == nil {
		return nil
	}
	g := f.regime.gazetteer
	for _, name := range wording.All(p.name) {
		var found []named
		for _, entry := range f.named(f.index.cities, name) {
			if entry.area.Kind == CityArea && (entry.state == "" || p.state == "" || entry.state == p.state) {
				found = append(found, entry)
			}
		}
		key := g.key(name)
		for _, q := range g.atlas.find(key) {
			same := q.country == p.country && q.state == p.state && slices.ContainsFunc(wording.All(q.name), func(name string) bool { return g.key(name) == key })
			if same && q.inhabitants > p.inhabitants {
				found = nil
			}
		}
		if len(found) > 0 {
			return found
		}
	}
	return nil
}

// begun returns the places with a name that continues the query's city after a blank:
// cities with rows, then places of the world, largest first.
func (f *finder) begun() []Candidate {
	if f.regime.lookup.states != nil && f.state == nil {
		return nil
	}
	g := f.regime.gazetteer
	key := g.key(f.query.City)
	begins := func(name string) bool {
		for i, c := range name {
			if c == ' ' && g.key(name[:i]) == key {
				return true
			}
		}
		return false
	}
	var found []Candidate
	if f.index != nil {
		for _, area := range f.index.areas {
			if area.Kind == CityArea && f.inQuery(area) && slices.ContainsFunc(area.names(f.regime), begins) {
				found = append(found, f.candidate(area, "", ""))
			}
		}
	}
	for _, p := range g.atlas.beginning(key) {
		if f.has(p) && slices.ContainsFunc(p.names(), begins) {
			found = appendPlace(found, f.candidateOf(p))
		}
	}
	return found
}

// inQuery reports whether an area is in the query's state.
func (f *finder) inQuery(a *Area) bool { return f.state == nil || a.inState(f.state.Code) }

// maxBegun bounds the places that a beginning of a name may mean.
const maxBegun = 20

// there returns the places with a name in other countries that are large enough to be
// meant, largest first, then those that only this regime's tables have.
func (f *finder) there(name string) []Candidate {
	g := f.regime.gazetteer
	home, _ := f.within()
	var found []Candidate
	for _, p := range f.places(name) {
		if p.country != home && (p.capital || p.inhabitants >= g.sizes.Large) {
			found = appendPlace(found, f.candidateOf(p))
		}
	}
	key := g.key(name)
	for _, part := range f.regime.Root().WithParts() {
		edition := part.Current(f.query.Date)
		for _, code := range sortedKeys(edition.countries) {
			for _, entry := range edition.countries[code].cities[key] {
				if entry.area.Country != f.country.Code && entry.area.Country != home && entry.area.Kind == CityArea {
					found = appendPlace(found, f.candidate(entry.area, "", ""))
				}
			}
		}
	}
	return found
}

// great returns the capitals and great cities of other countries whose names differ from
// the query's city in one letter.
func (f *finder) great() []Candidate {
	g := f.regime.gazetteer
	key := g.key(f.query.City)
	if utf8.RuneCountInString(key) < leastGreat {
		return nil
	}
	home, _ := f.within()
	var found []Candidate
	for _, p := range g.atlas.similar(g.atlas.great(), key)[1] {
		if p.country != home && (p.capital || p.inhabitants >= g.sizes.Great) {
			found = appendPlace(found, f.candidateOf(p))
		}
	}
	return found
}

// near returns the cities with rows and a name similar to the query's city, most similar
// first.
func (f *finder) near() []Candidate {
	if f.index == nil {
		return nil
	}
	g := f.regime.gazetteer
	key := []rune(g.key(f.query.City))
	limit := slips(len(key))
	distances := map[*Area]int{}
	add := func(area *Area, name string) {
		other := []rune(name)
		distance := diagnostic.Edits(key, other, limit)
		if area.Kind != CityArea || !f.inQuery(area) || distance > limit || distance > 0 && len(other) < leastMisspelt {
			return
		}
		if known, found := distances[area]; !found || distance < known {
			distances[area] = distance
		}
	}
	for name, entries := range f.index.cities {
		for _, entry := range entries {
			add(entry.area, name)
		}
	}
	for _, area := range f.index.areas {
		for _, p := range g.atlas.find(g.key(area.Name.English)) {
			if f.has(p) {
				for _, name := range p.names() {
					add(area, g.key(name))
				}
			}
		}
	}
	// A region may follow: "Paris, Île-de-France".
	if head, _, divided := strings.Cut(f.query.City, ","); divided {
		for _, entry := range f.rows(strings.TrimSpace(head)) {
			add(entry.area, string(key))
		}
	}
	nearest := slices.SortedFunc(maps.Keys(distances), func(a, b *Area) int {
		return cmp.Or(distances[a]-distances[b], strings.Compare(a.Name.English, b.Name.English), strings.Compare(a.State, b.State))
	})
	var candidates []Candidate
	for _, area := range nearest {
		candidates = append(candidates, f.candidate(area, "", ""))
	}
	return candidates
}

// candidateOf returns a place of the world as a candidate, with the row that applies to
// it.
func (f *finder) candidateOf(p *atlasPlace) Candidate {
	asked, refusal := f.ask(p, f.query.Date)
	if refusal != nil || asked.area == nil {
		return Candidate{Place: Place{Country: f.regime.gazetteer.byCode(p.country), State: p.state, City: p.name}}
	}
	c := asked.candidate(asked.area, p.state, "")
	c.Country, c.City, c.State = asked.country, p.name, asked.stateCode()
	if c.State == "" {
		c.State = p.state
	}
	return c
}

// appendPlace appends a candidate unless the list has it.
func appendPlace(list []Candidate, c Candidate) []Candidate {
	for i := range list {
		sameRow := c.Area != nil && c.Area.Kind == CityArea && list[i].Area == c.Area
		if sameRow || list[i].Country == c.Country && list[i].State == c.State && list[i].City.English == c.City.English {
			return list
		}
	}
	if c.Country == nil {
		return list
	}
	return append(list, c)
}

// describeThere names the first candidate and the fields to send for it.
func (f *finder) describeThere(candidates []Candidate) Text {
	c := &candidates[0]
	text := "there"
	if c.State != "" {
		text = "there_state"
	}
	return f.regime.text(text, "place", c.label(), "country", c.Country.Name, "code", c.Country.Code, "state", c.State)
}

// describeNear names similar cities; it is empty without any.
func (f *finder) describeNear(candidates []Candidate) Text {
	if len(candidates) == 0 {
		return Text{}
	}
	return f.regime.text("nearest", "names", namesOf(bounded(candidates)))
}

// label is the name of a candidate, with its name in the other language if that differs.
func (c *Candidate) label() Text {
	return wording.Compose([]Text{c.City}, func(language wording.Language) string {
		own := c.City.In(language)
		for _, other := range wording.All(c.City) {
			if other != own {
				return own + " (" + other + ")"
			}
		}
		return own
	})
}

func namesOf(candidates []Candidate) Text {
	var names []Text
	for _, c := range candidates {
		names = append(names, joined(c.City, wording.Everywhere(c.State)))
	}
	return wording.Join(names, "; ")
}
