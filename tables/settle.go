package tables

import (
	"cmp"
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/wording"
)

// townCounty is a county in which a town lies, with the area to which it belongs there.
type townCounty struct {
	town   *countyTown
	county string
	area   *Area
	people number.Decimal
}

// settleTown finds the area of a city in a state by the counties that places of that name
// lie in. It reports whether the name is known. cities are the areas found by other names
// of the city.
func (f *finder) settleTown(cities []named) (known bool, refusal *Refusal) {
	t := f.regime.countyTowns
	if t == nil || f.state == nil || f.query.City == "" || f.query.County != "" || f.inOneCounty() || f.ownName(cities) {
		return false, nil
	}
	all, ask := f.townCounties()
	areas := distinct(all, func(c townCounty) *Area { return c.area })
	switch {
	case len(all) == 0 || len(cities) > 0 && (len(areas) > 1 || len(cities) > 1 || areas[0] != cities[0].area):
		return false, nil
	case len(cities) > 0:
		f.by = cities[0].by
	case ask:
		return true, f.askTown(townPost, all)
	case len(areas) > 1:
		if area := t.mainArea(all); area != nil {
			within := func(c townCounty) bool { return c.area == area }
			f.takeTown(keep(all, within), slices.DeleteFunc(slices.Clone(all), within))
			return true, nil
		}
		text := "town_split"
		if severalPlaces(all) {
			text = "town_several"
		}
		return true, f.askTown(text, all)
	}
	f.takeTown(all, nil)
	return true, nil
}

// ownName reports whether an area is called as the query's city in its table.
func (f *finder) ownName(cities []named) bool {
	g := f.regime.gazetteer
	key := g.key(f.query.City)
	return slices.ContainsFunc(cities, func(city named) bool { return g.key(city.name) == key })
}

// townCounties returns the counties of the places with the name of the query's city, each
// once, and whether their post offices leave the area open.
func (f *finder) townCounties() (all []townCounty, ask bool) {
	towns := f.townsNamed()
	for i := range towns {
		town := &towns[i]
		ask = ask || town.postOffice == postOfficeDiffers || town.postOffice == postOfficeCrosses && town.people == nil
		for j, county := range town.counties {
			c := townCounty{town: town, county: county, area: f.areaOf(town, county)}
			if town.people != nil {
				c.people = town.people[j]
			}
			same := slices.IndexFunc(all, func(other townCounty) bool { return other.county == county && other.area == c.area })
			if same < 0 {
				all = append(all, c)
			} else if c.people.Cmp(all[same].people) > 0 {
				all[same] = c
			}
		}
	}
	return all, ask
}

// townsNamed returns the towns of the query's state with the name of its city, which may
// have the kind of town before or after it.
func (f *finder) townsNamed() []countyTown {
	t, g := f.regime.countyTowns, f.regime.gazetteer
	if found := t.find(g, f.state.Code, f.query.City); len(found) > 0 || f.known(f.query.City) {
		return found
	}
	for _, name := range sortedKeys(t.kinds) {
		kind := t.kinds[name]
		for i, word := range slices.Concat(kind.Before, kind.After) {
			before := i < len(kind.Before)
			bare, is := withoutWord(f.query.City, word, before)
			if !is {
				continue
			}
			// Lake City is not Lake, a township.
			found := t.find(g, f.state.Code, bare)
			if len(found) > 0 && (before || f.known(bare) || slices.ContainsFunc(found, func(town countyTown) bool { return town.kind == name })) {
				return found
			}
		}
	}
	return nil
}

// withoutWord removes a word before or after a name, in whatever case.
func withoutWord(name, word string, before bool) (bare string, is bool) {
	at := len(name) - len(word) - 1
	switch {
	case at <= 0:
	case before && strings.EqualFold(name[:len(word)+1], word+" "):
		return strings.TrimSpace(name[len(word)+1:]), true
	case !before && strings.EqualFold(name[at:], " "+word):
		return strings.TrimSpace(name[:at]), true
	}
	return name, false
}

// areaOf returns the area to which a town belongs in a county.
func (f *finder) areaOf(town *countyTown, county string) *Area {
	if town.within != "" {
		if parts := f.named(f.index.cities, town.within); len(parts) > 0 {
			return parts[0].area
		}
	}
	if name, is := f.regime.independentCity(county); is {
		county = f.regime.lookup.Counties.CityPrefix + " " + name
	}
	if found := f.named(f.index.counties, county); len(found) > 0 {
		return found[0].area
	}
	return f.index.rest
}

// independentCity returns the name of a city that is not part of a county, which is marked
// by the word for it in brackets.
func (r *Regime) independentCity(county string) (name string, is bool) {
	return strings.CutSuffix(county, " ("+r.lookup.Counties.CitySuffix+")")
}

// mainArea returns the area with the main share of the inhabitants, or nil.
func (t *countyTowns) mainArea(all []townCounty) *Area {
	byArea := map[*Area]number.Decimal{}
	var total number.Decimal
	for _, c := range all {
		if c.town.people == nil {
			return nil
		}
		byArea[c.area] = byArea[c.area].Add(c.people)
		total = total.Add(c.people)
	}
	least := total.Mul(t.mainShare).Mul(percent)
	for area, people := range byArea {
		if people.Sign() > 0 && people.Cmp(least) >= 0 {
			return area
		}
	}
	return nil
}

// severalPlaces reports whether there are two places without a common county.
func severalPlaces(all []townCounty) bool {
	return slices.ContainsFunc(all, func(a townCounty) bool {
		return slices.ContainsFunc(all, func(b townCounty) bool {
			return !slices.ContainsFunc(a.town.counties, func(county string) bool { return slices.Contains(b.town.counties, county) })
		})
	})
}

// takeTown takes the area of some counties. Others are those of smaller places with the
// same name, or of a small part of the town.
func (f *finder) takeTown(all, others []townCounty) {
	main := slices.MaxFunc(all, func(a, b townCounty) int {
		if a.people.Cmp(b.people) > 0 {
			return 1
		}
		return -1
	})
	f.area, f.inState, f.county = main.area, f.state.Code, f.countyField(main.county)
	several := severalPlaces(append(slices.Clone(all), others...))
	text, separator := "town", "list_and"
	switch {
	case len(others) > 0 && several:
		text, all = "town_taken", []townCounty{main}
	case len(all) > 1 && several:
		text, separator = "town_counties", "list_or"
	case len(all) > 1:
		text = "town_counties"
	}
	if main.area.Kind == RestArea {
		text += "_standard"
	}
	var counties []Text
	for _, c := range all {
		counties = append(counties, f.countyLabel(c.county))
	}
	city := f.query.City
	f.fallback(text, "city", city, "kind", f.regime.countyTowns.kinds[main.town.kind].Label, "county", f.list(counties, separator), "area", main.area.Name)
	if len(others) == 0 {
		return
	}
	note := "town_partly"
	if several {
		note = "town_namesakes"
	}
	f.note(note, "city", city, "state", f.state.Name, "places", f.placesOf(others, "list_and"))
	f.candidates = append(f.candidates, f.townCandidates(others)...)
}

// askTown refuses a town whose area its name leaves open.
func (f *finder) askTown(text string, all []townCounty) *Refusal {
	candidates := f.townCandidates(all)
	var posts []Text
	for _, c := range all {
		for _, id := range c.town.postAreas {
			area := f.edition.byID[id]
			if text == townPost && area != nil && !slices.ContainsFunc(candidates, func(c Candidate) bool { return c.Area == area }) {
				candidates = append(candidates, f.candidate(area, f.state.Code, ""))
				posts = append(posts, f.areaLabel(area))
			}
		}
	}
	return f.leftOpen(text, candidates, "city", f.query.City, "state", f.state.Name, "places", f.placesOf(all, "list_in"), "areas", f.list(posts, "list_and"))
}

// townPost is the text for a town with postal codes in other areas.
const townPost = "town_post"

// townCandidates returns a candidate for each county: the town there, or the part that it
// lies in.
func (f *finder) townCandidates(all []townCounty) []Candidate {
	var candidates []Candidate
	for _, c := range all {
		candidate := f.candidate(c.area, f.state.Code, f.countyField(c.county))
		if c.town.within == "" {
			candidate.State, candidate.City = f.state.Code, wording.Everywhere(f.query.City)
		}
		candidates = append(candidates, candidate)
	}
	return candidates
}

// placesOf lists counties with the areas to which they belong.
func (f *finder) placesOf(all []townCounty, separator string) Text {
	var places []Text
	for _, c := range all {
		places = append(places, f.regime.text("town_place", "county", f.countyLabel(c.county), "area", f.areaLabel(c.area)))
	}
	return f.list(places, separator)
}

// areaLabel is the name of an area in a list of several.
func (f *finder) areaLabel(area *Area) Text {
	if area.Kind == RestArea {
		return f.regime.text("standard_rate")
	}
	return area.Name
}

// list joins texts: all but the last two with commas.
func (f *finder) list(all []Text, last string) Text {
	if len(all) < 2 {
		return wording.Join(all, "")
	}
	head := wording.Join(all[:len(all)-1], ", ")
	return f.regime.text(last, "first", head, "last", all[len(all)-1])
}

// countyField is a county as requests name it.
func (f *finder) countyField(county string) string {
	words := &f.regime.lookup.Counties
	if name, is := f.regime.independentCity(county); is {
		return name + " " + words.CitySuffix
	}
	return words.called(county, f.stateCode())
}

// countyLabel is a county in a sentence.
func (f *finder) countyLabel(county string) Text {
	if name, is := f.regime.independentCity(county); is {
		return f.regime.text("independent_city", "city", name)
	}
	return wording.Everywhere(f.countyField(county))
}

// called returns a county with the word for a county of the state.
func (w *countyWords) called(county, state string) string {
	return strings.TrimSpace(county + " " + cmp.Or(w.Called[state], w.Called[otherStates]))
}

// otherStates is the key of the word for a county of all other states.
const otherStates = "other"

// sentCounty is the county of the query as sentences call it.
func (f *finder) sentCounty(state string) string {
	words, sent := &f.regime.lookup.Counties, f.query.County
	_, after := withoutWord(sent, words.CitySuffix, false)
	if _, before := withoutWord(sent, words.CityPrefix, true); len(words.Called) == 0 || before || after {
		return sent
	}
	return words.called(f.regime.bareCounty(sent), state)
}

// inOneCounty reports whether the query's state is one county.
func (f *finder) inOneCounty() bool {
	return slices.Contains(f.regime.lookup.Counties.Whole, f.stateCode())
}

// inWholeState finds the area of a city of a state that is one county.
func (f *finder) inWholeState() bool {
	if !f.inOneCounty() || f.query.County != "" {
		return false
	}
	found := f.named(f.index.counties, f.state.Name.English)
	if len(found) == 0 {
		return false
	}
	f.area, f.inState = found[0].area, f.state.Code
	f.fallback("whole_state", "city", f.query.City, "state", f.state.Name, "area", f.area.Name)
	return true
}
