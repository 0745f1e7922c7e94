package tables

import (
	"slices"
	"strings"
	"unicode"

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
	seen := f.seek(f.query.City, 1)
	if begun := f.candidatesOf(seen, func(one *sighting) bool { return one.here && f.goesOn(one) }); len(begun) > 0 {
		begun = begun[:min(len(begun), maxBegun)]
		return f.leftOpen("name_begun", begun, "city", f.query.City, "country", f.placeOfSearch(), "names", namesOf(begun), "way_out", f.wayOut())
	}
	near, there := f.near(seen), f.there(seen)
	switch {
	case len(there) > 0 && f.state != nil:
		// American towns often have the names of cities abroad.
		f.perhaps("namesake_elsewhere", there)
	case len(there) > 0:
		return f.meant("place_elsewhere", append(near, there...), "there", f.describeThere(there), "nearest", f.describeNear(near))
	case len(near) > 0:
		return f.meant("place_misspelt", near, "nearest", f.describeNear(near))
	case f.choosesRow() && strings.ContainsFunc(f.query.City, otherScript):
		return f.meant("place_in_other_script", nil)
	default:
		f.noteSmall()
	}
	return nil
}

// choosesRow reports whether cities of the country have rows of their own.
func (f *finder) choosesRow() bool {
	return f.index != nil && slices.ContainsFunc(f.index.areas, func(a *Area) bool { return a.Kind == CityArea })
}

// otherScript reports whether a letter is of another script than the names in tables.
func otherScript(r rune) bool {
	return unicode.IsLetter(r) && !unicode.In(r, unicode.Latin, unicode.Common)
}

// perhaps notes that the city may be one elsewhere.
func (f *finder) perhaps(text string, there []Candidate) {
	f.candidates = append(f.candidates, bounded(there)...)
	f.note(text, "city", f.query.City, "country", f.placeOfSearch(), "state", f.placeOfSearch().Plain, "there", f.describeThere(there))
}

// countryMissing refuses a query without a country, and names the country of the city,
// which may be misspelt.
func (f *finder) countryMissing() *Refusal {
	f.country = &Country{}
	var where Text
	var there []Candidate
	if f.query.City != "" && !f.quiet {
		there = f.anywhere()
	}
	there, where = f.describeElsewhere(there)
	refusal := f.refuse(fieldCountry, unknownLocation, "country_missing", "regime", f.regime.ID, "there", where)
	refusal.Candidates = bounded(there)
	return refusal
}

// anywhere returns the places of the query's city in all countries: those with the name, or
// else those whose names go on, and those that it may misspell. A larger place comes first.
func (f *finder) anywhere() []Candidate {
	seen := f.seek(f.query.City, 1)
	there := f.there(seen)
	if len(there) > 0 {
		return there
	}
	var begun []*atlasPlace
	for i := range seen {
		if one := &seen[i]; one.place != nil && f.goesOn(one) {
			begun = append(begun, one.place)
		}
	}
	places := f.misspelt(f.query.City)
	if len(begun) > 0 && len(places) > 0 && begun[0].inhabitants < places[0].inhabitants {
		places, begun = begun, places
	}
	places = append(begun, places...)
	for _, p := range places {
		if len(there) < maxCandidates {
			there = appendPlace(there, f.candidateOf(p))
		}
	}
	return there
}

// describeElsewhere names the first place that a city may be, and returns those that a query
// may send: not those at home, where the regime has no rates.
func (f *finder) describeElsewhere(there []Candidate) ([]Candidate, Text) {
	abroad := slices.DeleteFunc(slices.Clone(there), func(c Candidate) bool { return f.ratelessHome(c.Country) })
	switch {
	case len(there) == 0:
		return nil, Text{}
	case len(abroad) == 0:
		return nil, f.regime.text("lies_home", "place", there[0].label(), "country", there[0].Country.shown)
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
	if similar := f.similarTowns(); len(similar) > 0 {
		f.candidates = append(f.candidates, similar...)
		f.note("similar_towns", "city", f.query.City, "state", f.state.Name, "names", namesOf(similar))
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

// similarTowns returns the towns of the query's state whose names its city may misspell, and
// whose county gives them a rate of their own.
func (f *finder) similarTowns() (similar []Candidate) {
	r := f.regime
	if r.countyTowns == nil || f.state == nil {
		return nil
	}
	text := spell(r.gazetteer.key(f.query.City))
	for _, town := range r.countyTowns.of(f.state.Code) {
		area := f.areaOf(&town, town.counties[0])
		if len(similar) < maxCandidates && area != f.index.rest && text.errors(r.gazetteer.key(town.name)) > 0 {
			c := f.candidate(area, f.state.Code, "")
			c.City, c.State = wording.Everywhere(town.name), f.state.Code
			similar = appendPlace(similar, c)
		}
	}
	return similar
}

// placeOfSearch returns the name of the query's state, or else of its country.
func (f *finder) placeOfSearch() wording.Name {
	if f.state != nil {
		return f.state.shown
	}
	return f.country.shown
}

// wayOut suggests what to send for a small place.
func (f *finder) wayOut() Text {
	return f.regime.text("way_out", "country", f.country.shown)
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

// places returns the places of the world with a name.
func (f *finder) places(name string) []*atlasPlace {
	key := f.regime.gazetteer.key(name)
	found := f.regime.gazetteer.atlas.find(key)
	if short := shortened(key); len(found) == 0 && short != key {
		found = f.regime.gazetteer.atlas.find(short)
	}
	return found
}

// known reports whether a place with a name, or with another name of that city, exists where
// it must be.
func (f *finder) known(name string) bool {
	g := f.regime.gazetteer
	there := func(name string) bool { return slices.ContainsFunc(f.places(name), f.covers) }
	return there(name) || slices.ContainsFunc(g.otherNames[zone{f.country.Code, g.key(name)}], there)
}

// alias returns the areas of the largest place of the world with a name.
func (f *finder) alias(name string) []named {
	places := f.places(name)
	if at := slices.IndexFunc(places, f.covers); at >= 0 {
		return f.rowOf(places[at])
	}
	return nil
}

// rowOf returns the areas of a place: those with one of its names, unless a larger place
// there has the same name.
func (f *finder) rowOf(p *atlasPlace) []named {
	g := f.regime.gazetteer
	for _, name := range wording.All(p.name) {
		found := keep(f.named(f.index.cities, name), func(entry named) bool {
			return entry.area.Kind == CityArea && (entry.state == "" || p.state == "" || entry.state == p.state)
		})
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

// candidatesOf returns the wanted ones of some places, each once.
func (f *finder) candidatesOf(seen []sighting, wanted func(*sighting) bool) (found []Candidate) {
	for i := range seen {
		one := &seen[i]
		switch {
		case !wanted(one):
		case one.item != nil:
			c := f.candidate(one.item.place.Area, "", "")
			c.City = one.item.place.City
			found = appendPlace(found, c)
		default:
			found = appendPlace(found, f.candidateOf(one.place))
		}
	}
	return found
}

// goesOn reports whether a place has a name that continues the query's city after a blank.
func (f *finder) goesOn(one *sighting) bool {
	if one.rank >= rankInside || one.item != nil && one.item.town {
		return false
	}
	var names []string
	if one.item == nil {
		names = one.place.names()
	} else if area := one.item.place.Area; area.Kind == CityArea {
		names = area.names(area.Edition.regime)
	}
	g := f.regime.gazetteer
	key := g.key(f.query.City)
	return slices.ContainsFunc(names, func(name string) bool {
		for i, c := range name {
			if c == ' ' && g.key(name[:i]) == key {
				return true
			}
		}
		return false
	})
}

// maxBegun bounds the places that a beginning of a name may mean.
const maxBegun = 20

// there returns the places with the query's name in other countries: those that are large
// enough to be meant, largest first, and those that only this regime's tables have.
func (f *finder) there(seen []sighting) []Candidate {
	home, _ := f.within()
	return f.candidatesOf(seen, func(one *sighting) bool {
		switch {
		case one.rank != rankExact:
			return false
		case one.item == nil:
			return one.place.country != home && (one.place.capital || one.place.inhabitants >= f.regime.gazetteer.sizes.Large)
		}
		area := one.item.place.Area
		return area.Kind == CityArea && area.Country != f.country.Code && area.Country != home
	})
}

// great returns the capitals and great cities of other countries whose names differ from
// the query's city in one letter.
func (f *finder) great() (found []Candidate) {
	g := f.regime.gazetteer
	text := spell(g.key(f.query.City))
	if text.slips = min(text.slips, 1); len(text.letters) < leastGreat {
		return nil
	}
	home, _ := f.within()
	for _, p := range g.atlas.misspelt(g.atlas.great(), text) {
		if p.country != home && (p.capital || p.inhabitants >= g.sizes.Great) {
			found = appendPlace(found, f.candidateOf(p))
		}
	}
	return found
}

// near returns the cities with rows and a name similar to the query's city, most similar
// first. A region may follow its name: "Paris, Île-de-France".
func (f *finder) near(seen []sighting) []Candidate {
	near := keep(seen, func(one sighting) bool {
		return one.here && one.item != nil && one.item.place.Area.Kind == CityArea && one.misspelt >= 0
	})
	slices.SortStableFunc(near, func(a, b sighting) int { return a.misspelt - b.misspelt })
	var found []Candidate
	if head, _, divided := strings.Cut(f.query.City, ","); divided {
		for _, entry := range f.rows(strings.TrimSpace(head)) {
			if entry.area.Kind == CityArea {
				found = appendPlace(found, f.candidate(entry.area, "", ""))
			}
		}
	}
	for _, c := range f.candidatesOf(near, func(*sighting) bool { return true }) {
		found = appendPlace(found, c)
	}
	return found
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
	return f.regime.text(text, "place", c.label(), "country", c.Country.shown, "code", c.Country.Code, "state", c.State)
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
