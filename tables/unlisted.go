package tables

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/wording"
)

// maxCandidates bounds the places that a name without a row may mean.
const maxCandidates = 5

// judge looks at a city without a row before the rest of its country answers for
// it: whether it is known there, lies elsewhere, or is misspelt. It refuses what a
// traveller would be paid wrongly for, and notes what it took the name for.
func (f *finder) judge() *Refusal {
	if f.quiet || f.known(f.query.City) {
		return nil
	}
	if begun := f.begun(); len(begun) > 0 {
		return f.severalBegin(begun)
	}
	near, there := f.near(), f.there(f.query.City)
	switch {
	case len(there) > 0 && f.state != nil:
		// Small American namesakes are many.
		f.candidates = append(f.candidates, bounded(there)...)
		f.note("namesake_elsewhere", "city", f.query.City, "state", f.state.Name, "there", f.sayThere(there))
	case len(there) > 0:
		return f.meant("place_elsewhere", append(near, there...), "city", f.query.City, "country", f.country.Name,
			"there", f.sayThere(there), "nearest", f.sayNear(near), "way_out", f.wayOut())
	case len(near) > 0:
		return f.meant("place_misspelt", near, "city", f.query.City, "country", f.placeOfSearch(), "nearest", f.sayNear(near), "way_out", f.wayOut())
	default:
		f.noteSmall()
	}
	return nil
}

// countryMissing refuses a query without a country, and says in which one its city
// lies.
func (f *finder) countryMissing() *Refusal {
	f.country = &Country{}
	var lies Text
	there := f.there(f.query.City)
	if len(there) > 0 {
		lies = f.regime.text("lies_there", "there", f.sayThere(there))
	}
	refusal := f.refuse(fieldCountry, unknownLocation, "country_missing", "regime", f.regime.ID, "there", lies)
	refusal.Candidates = bounded(there)
	return refusal
}

// noteSmall says that a name was taken for a small place, and which great city of
// another country is spelled nearly so.
func (f *finder) noteSmall() {
	if great := f.great(); len(great) > 0 {
		f.candidates = append(f.candidates, bounded(great)...)
		f.note("perhaps", "city", f.query.City, "country", f.placeOfSearch(), "there", f.sayThere(great))
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

// placeOfSearch is the state of the query, or else its country.
func (f *finder) placeOfSearch() Text {
	if f.state != nil {
		return f.state.Name
	}
	return f.country.Name
}

// wayOut says what can be sent where the place itself cannot be told.
func (f *finder) wayOut() Text {
	return f.regime.text("way_out", "country", f.country.Name)
}

// meant refuses a city with the places that it may mean.
func (f *finder) meant(text string, candidates []Candidate, pairs ...any) *Refusal {
	refusal := f.refuse(fieldCity, unknownLocation, text, pairs...)
	refusal.Candidates = bounded(candidates)
	return refusal
}

func bounded(candidates []Candidate) []Candidate {
	return candidates[:min(len(candidates), maxCandidates)]
}

// within is where a city is looked for among the places of the world: a country,
// or a territory with a code of its own, and in the United States the state.
func (f *finder) within() (country, state string) {
	switch {
	case f.state == nil:
		return f.country.Code, ""
	case f.state.outside && f.regime.gazetteer.byCode(f.state.Code) != nil:
		return f.state.Code, ""
	}
	return f.country.Code, f.state.Code
}

// has reports whether a place of the world lies where the query's city is looked for.
func (f *finder) has(p *atlasPlace) bool {
	country, state := f.within()
	return p.country == country && (state == "" || p.state == state)
}

// places lists the places of the world that have a name.
func (f *finder) places(name string) []*atlasPlace {
	key := f.regime.gazetteer.key(name)
	found := f.regime.gazetteer.atlas.find(key)
	if short := shortened(key); len(found) == 0 && short != key {
		found = f.regime.gazetteer.atlas.find(short)
	}
	return found
}

// known reports whether there is a place of a name where it is looked for.
func (f *finder) known(name string) bool { return slices.ContainsFunc(f.places(name), f.has) }

// alias lists the areas that a name finds by way of the places of the world: the
// largest place of that name, where it has a row.
func (f *finder) alias(name string) []named {
	for _, p := range f.places(name) {
		if f.has(p) {
			return f.rowOf(p)
		}
	}
	return nil
}

// rowOf lists the areas that bear a name of a place and are it:
// no larger place there has that name.
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

// begun lists what a name begins at the end of a word: cities with rows, then
// places of the world, the largest first.
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

// inQuery reports whether an area lies in the query's state.
func (f *finder) inQuery(a *Area) bool { return f.state == nil || a.inState(f.state.Code) }

// maxBegun bounds the places of which a name is the beginning.
const maxBegun = 20

// severalBegin refuses a name that only begins those of places.
func (f *finder) severalBegin(candidates []Candidate) *Refusal {
	candidates = candidates[:min(len(candidates), maxBegun)]
	refusal := f.refuse(fieldCity, ambiguousLocation, "name_begun", "city", f.query.City, "country", f.placeOfSearch(), "names", namesOf(candidates), "way_out", f.wayOut())
	refusal.Candidates = candidates
	return refusal
}

// there lists the places of a name in other countries that are large enough to be
// meant, the largest first, then those that only this regime's tables know.
func (f *finder) there(name string) []Candidate {
	g := f.regime.gazetteer
	home, _ := f.within()
	var found []Candidate
	for _, p := range f.places(name) {
		if p.country != home && (p.capital || p.inhabitants >= g.sizes.large) {
			found = appendPlace(found, f.candidateOf(p))
		}
	}
	key := g.key(name)
	for _, part := range f.regime.Root().WithParts() {
		edition := part.Current(f.query.Date)
		for _, code := range sortedKeys(edition.countries) {
			for _, entry := range edition.countries[code].cities[key] {
				if entry.area.Country != f.country.Code && entry.area.Country != home && entry.area.Kind == CityArea {
					found = appendPlace(found, entry.area.Edition.regime.candidate(entry.area, f.query.Date))
				}
			}
		}
	}
	return found
}

// great lists the capitals and great cities of other countries within one edit of
// the query's city.
func (f *finder) great() []Candidate {
	g := f.regime.gazetteer
	key := []rune(g.key(f.query.City))
	if len(key) < leastGreat {
		return nil
	}
	home, _ := f.within()
	g.atlas.prepare()
	var numbers []int
	for _, name := range g.atlas.great {
		if !slices.Contains(numbers, name.place) && edits(key, []rune(name.key), 1) == 1 {
			numbers = append(numbers, name.place)
		}
	}
	var found []Candidate
	for _, p := range g.atlas.list(numbers) {
		if p.country != home {
			found = appendPlace(found, f.candidateOf(p))
		}
	}
	return found
}

// near lists the cities with rows where the query's is looked for that are spelled
// nearly like it, the nearest first.
func (f *finder) near() []Candidate {
	if f.index == nil {
		return nil
	}
	g := f.regime.gazetteer
	distances := map[*Area]int{}
	add := func(area *Area, distance int) {
		if area.Kind == CityArea && f.inQuery(area) {
			if known, found := distances[area]; found {
				distance = min(distance, known)
			}
			distances[area] = distance
		}
	}
	key := []rune(g.key(f.query.City))
	limit := slips(len(key))
	compare := func(area *Area, candidate string) {
		other := []rune(candidate)
		if distance := edits(key, other, limit); distance <= limit && (distance == 0 || len(other) >= leastMisspelt) {
			add(area, distance)
		}
	}
	for candidate, entries := range f.index.cities {
		for _, entry := range entries {
			compare(entry.area, candidate)
		}
	}
	for _, area := range f.index.areas {
		for _, p := range g.atlas.find(g.key(area.Name.English)) {
			if f.has(p) {
				for _, name := range p.names() {
					compare(area, g.key(name))
				}
			}
		}
	}
	// "Paris, Île-de-France": the name before the comma is that of a row.
	if head, _, divided := strings.Cut(f.query.City, ","); divided {
		for _, entry := range f.rows(strings.TrimSpace(head)) {
			add(entry.area, 0)
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

// candidateOf is a place of the world as one that the query may mean, with the
// amounts that its country answers for it.
func (f *finder) candidateOf(p *atlasPlace) Candidate {
	g := f.regime.gazetteer
	asked := finder{regime: f.regime.Root(), quiet: true, query: Query{Country: p.country, State: p.state, City: p.name.English, Date: f.query.Date}, rate: &Rate{}}
	refusal := asked.find()
	if refusal != nil || asked.area == nil {
		return Candidate{Country: g.byCode(p.country), State: p.state, City: p.name}
	}
	c := asked.candidate(asked.area, p.state, "")
	c.Country, c.City, c.State = asked.country, p.name, asked.stateCode()
	if c.State == "" {
		c.State = p.state
	}
	return c
}

// appendPlace appends a candidate once.
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

// sayThere says in words where the largest place of a name lies and how it is asked
// for.
func (f *finder) sayThere(candidates []Candidate) Text {
	c := &candidates[0]
	text := "there"
	if c.State != "" {
		text = "there_state"
	}
	return f.regime.text(text, "place", c.label(), "country", c.Country.Name, "code", c.Country.Code, "state", c.State)
}

// sayNear names the cities that are spelled nearly so; empty without any.
func (f *finder) sayNear(candidates []Candidate) Text {
	if len(candidates) == 0 {
		return Text{}
	}
	return f.regime.text("nearest", "names", namesOf(bounded(candidates)))
}

// label is the name of a candidate, with the one in the other language where it
// differs.
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
