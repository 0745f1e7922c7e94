package tables

import (
	"cmp"
	"slices"

	"github.com/payslate/payslate/interpreter/wording"
)

func (f *finder) byName() *Refusal {
	r, q := f.regime, &f.query
	if q.PostalCode != "" {
		f.unused(fieldPostalCode)
	}
	f.unusedCounty()
	if q.City == "" && q.County == "" {
		return f.byCountry()
	}
	cities := f.rows(q.City)
	if known, refusal := f.settleTown(cities); known {
		return refusal
	}
	counties := f.counties(q.County)
	found := cities
	switch {
	case q.County == "":
	case len(cities) == 0:
		found = counties
	default:
		if found = f.confirmed(cities, counties); len(found) == 0 {
			return f.refuse(fieldCounty, unknownLocation, "contradiction", "first", q.City, "second", q.County)
		}
	}
	part, outside := f.outsideCities()
	switch areas := distinctAreas(append(slices.Clone(found), outside...)); {
	case len(areas) > 1:
		return f.ambiguous("ambiguous_place", f.placeName(), areas)
	case len(areas) == 1:
		if len(outside) > 0 {
			found, f.regime, f.edition = outside, part, areas[0].Edition
		}
		f.take(found[0])
		if f.state == nil && q.City == "" && r.lookup.states != nil {
			f.note("one_state", "place", q.County, "state", f.inState)
		}
		f.noteOtherStates()
		f.explainRow()
		return nil
	}
	return f.unlisted()
}

// take takes the area that the query means.
func (f *finder) take(found named) {
	f.area, f.inState, f.by = found.area, found.state, found.by
}

func (f *finder) placeName() string { return cmp.Or(f.query.City, f.query.County) }

// rows returns the areas with a name, or with another name of that place of the world, or
// else those of a town.
func (f *finder) rows(name string) []named {
	if f.index == nil || name == "" {
		return nil
	}
	if found := f.named(f.index.cities, name); len(found) > 0 {
		return found
	}
	found, by := slices.Clone(f.alias(name)), byOtherName
	if len(found) == 0 {
		found, by = slices.Clone(f.named(f.index.towns, name)), byTown
	}
	for i := range found {
		found[i].by = by
	}
	return found
}

func (f *finder) stateOf(name string) *Country { return f.regime.lookup.states.find(name) }

// named returns the areas with a name, in the query's state if it has one.
func (f *finder) named(places map[string][]named, name string) []named {
	g := f.regime.gazetteer
	var entries []named
	for _, key := range append(g.keys(name), shortened(g.key(name))) {
		if entries = places[key]; len(entries) > 0 {
			break
		}
	}
	if f.state == nil {
		return entries
	}
	return keep(entries, func(e named) bool { return e.state == f.state.Code })
}

// counties returns the areas that a county may mean.
func (f *finder) counties(name string) []named {
	if name == "" {
		return nil
	}
	if found := f.named(f.index.counties, name); len(found) > 0 {
		return found
	}
	return f.named(f.index.counties, f.regime.bareCounty(name))
}

// bareCounty returns the name of a county without words such as "County of".
func (r *Regime) bareCounty(name string) string {
	words := &r.lookup.Counties
	for i, word := range slices.Concat(words.Suffixes, words.Prefixes) {
		if bare, is := withoutWord(name, word, i >= len(words.Suffixes)); is {
			return bare
		}
	}
	return name
}

// byCountry finds the area of a country or state alone.
func (f *finder) byCountry() *Refusal {
	r := f.regime
	if f.state != nil {
		return f.byState()
	}
	switch r.lookup.CountryAlone {
	case toRest, toRestIf:
		return f.takeRest("ambiguous_country", "country_alone")
	case toOnlyCity:
		if len(f.index.areas) > 1 {
			return f.ambiguous("ambiguous_country", f.country.Name.English, f.index.areas)
		}
		f.area = f.index.areas[0]
		f.fallback("only_city", "country", f.country.shown, "city", f.area.Name)
		return nil
	}
	return f.refuse(fieldCity, unknownLocation, "place_missing", "country", f.country.shown)
}

// byState finds the area of a state alone: the city of the same name, or the rest if no
// area is in the state.
func (f *finder) byState() *Refusal {
	if f.regime.covers == coversOutside {
		return f.takeRest("ambiguous_place", "unlisted_state")
	}
	if same := f.named(f.index.cities, f.state.Name.English); len(same) == 1 {
		f.area, f.inState = same[0].area, same[0].state
		return nil
	}
	areas := keep(f.index.areas, func(area *Area) bool { return area.State == f.state.Code })
	if len(areas) > 0 {
		return f.ambiguous("ambiguous_place", f.state.Name.English, append(areas, f.index.rest))
	}
	return f.takeRest("ambiguous_place", "unlisted_state")
}

// takeRest uses the row for the rest of a country or state without a place.
func (f *finder) takeRest(ambiguous, fallback string) *Refusal {
	if f.area = f.index.rest; f.area == nil {
		return f.ambiguous(ambiguous, f.placeOfSearch().Plain.English, f.index.areas)
	}
	if f.area.Kind == RestArea {
		f.fallback(fallback, "country", f.country.shown, "state", f.placeOfSearch().Plain)
	}
	return nil
}

// explainRow adds a fallback where the row is that of a town's island or region, or the
// rest under a name.
func (f *finder) explainRow() {
	values := []any{"city", f.query.City, "row", f.area.Name, "country", f.country.shown, "state", f.placeOfSearch().Plain}
	if f.by == byTown {
		f.fallback("town_row", values...)
	}
	if f.area.Kind == RestArea {
		f.fallback("rest_named", values...)
	}
}

// unlisted finds the row for a city or county without an area.
func (f *finder) unlisted() *Refusal {
	r, q := f.regime, &f.query
	switch {
	case q.City == "" && r.lookup.UnlistedCounty == toRefusal:
		return f.refuse(fieldCity, unknownLocation, "place_missing", "country", f.country.shown)
	case r.lookup.UnlistedCity == toRefusal || r.lookup.UnlistedCity == toRestIf && f.index.rest == nil:
		var cities []Text
		for _, area := range f.index.areas {
			cities = append(cities, area.Name)
		}
		return f.unanswered("city_unknown", "cities", wording.Join(cities, ", "))
	case r.lookup.states != nil && f.state == nil:
		return f.unanswered("state_missing", "place", f.placeName())
	case q.County == "":
		if refusal := f.judge(); refusal != nil {
			return refusal
		}
	}
	if f.inWholeState() {
		return nil
	}
	f.area = f.index.rest
	values := []any{"city", q.City, "county", f.sentCounty(f.stateCode()), "country", f.country.shown, "state", f.placeOfSearch().Plain}
	switch {
	case f.area.Kind == CountryArea && q.City != "":
		f.fallback("whole_country", values...)
	case f.area.Kind == CountryArea:
	case q.City != "" && (q.County == "" || r.countyTowns == nil):
		f.fallback("unlisted_city", values...)
		f.noteCounty()
	default:
		f.fallback("unlisted_county", values...)
	}
	f.noteNamesake()
	return nil
}

// unanswered refuses a city that no row covers, with the places that it may mean.
func (f *finder) unanswered(text string, pairs ...any) *Refusal {
	var near, there []Candidate
	var elsewhere, nearest Text
	if f.query.City != "" && !f.quiet {
		if f.state == nil && f.regime.lookup.states != nil {
			for _, p := range f.namesakes(f.query.City) {
				near = appendPlace(near, f.candidateOf(p))
			}
		}
		if len(near) > 0 {
			nearest = f.regime.text("of_that_name", "names", namesOf(bounded(near)))
		} else {
			seen := f.seek(f.query.City, 1)
			if near = f.near(seen); !f.known(f.query.City) {
				there, elsewhere = f.describeElsewhere(f.there(seen))
			}
			nearest = f.describeNear(near)
		}
	}
	all := append(slices.Clone(near), there...)
	if f.query.Country == "" { // a place with the name is meant rather than one with a similar name
		all = append(there, near...)
	}
	return f.meant(text, all, append(pairs, "there", elsewhere, "nearest", nearest)...)
}

// noteOtherStates notes the large places with the city's name in other states, if the query
// does not say which state is meant.
func (f *finder) noteOtherStates() {
	if f.state != nil || f.inState == "" || f.query.County != "" || f.quiet {
		return
	}
	var others []Candidate
	for _, p := range f.places(f.query.City) {
		if p.inhabitants >= f.regime.gazetteer.sizes.Large && f.covers(p) && p.state != f.inState {
			others = appendPlace(others, f.candidateOf(p))
		}
	}
	if len(others) > 0 {
		f.candidates = append(f.candidates, bounded(others)...)
		f.note("other_states", "city", f.query.City, "state", f.stateOf(f.inState).Name, "names", namesOf(bounded(others)))
	}
}

// noteNamesake notes that a city has the name of the county, which has no row.
func (f *finder) noteNamesake() {
	if f.query.County == "" || f.state == nil {
		return
	}
	key := f.regime.gazetteer.key(f.regime.bareCounty(f.query.County))
	if !f.regime.lookup.standardCounties[zone{f.state.Code, key}] {
		return
	}
	for _, entry := range f.named(f.index.cities, f.regime.bareCounty(f.query.County)) {
		f.candidates = append(f.candidates, f.candidate(entry.area, "", ""))
		f.note("namesake", "county", f.query.County, "area", entry.area.Name)
	}
}

// noteCounty notes that a county with a row has the name of the city.
func (f *finder) noteCounty() {
	if f.state == nil || f.query.County != "" {
		return
	}
	for _, area := range distinctAreas(f.counties(f.query.City)) {
		f.candidates = append(f.candidates, f.candidate(area, f.state.Code, f.query.City))
		f.note("namesake_county", "city", f.query.City, "state", f.state.Name, "area", area.Name)
	}
}
