package tables

import (
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/wording"
)

// Bounds of the places of the world that a text finds by its beginning, and with typing
// errors.
const (
	mostBegun   = 20
	mostSimilar = 10
)

// world adds the places of the world that the text names as a whole, or begins to name.
// A name that is right leaves out what is only similar. Without any match it allows typing
// errors.
func (s *searcher) world() {
	for _, reading := range s.readings() {
		namesakes := reading.namesakes(reading.query.City)
		if len(namesakes) > 0 {
			s.matches = slices.DeleteFunc(s.matches, func(m match) bool { return m.rank >= rankFuzzy })
		}
		s.addPriced(reading, rankExact, namesakes)
	}
	atlas := s.f.regime.gazetteer.atlas
	if len(s.key) >= shortest {
		begun := keep(atlas.beginning(s.key), s.f.admits)
		s.addPriced(s.f, rankPrefix, begun[:min(len(begun), mostBegun)])
	}
	if len(s.matches) == 0 {
		similar := keep(slices.Concat(atlas.similar(atlas.keys, s.key)...), s.f.admits)
		s.addPriced(s.f, rankFuzzy, similar[:min(len(similar), mostSimilar)])
	}
}

// readings returns how the text may be meant: as a name, or as a name with its state or
// country behind it.
func (s *searcher) readings() []*finder {
	whole := *s.f
	whole.query.City = s.text
	readings := []*finder{&whole}
	g := s.f.regime.gazetteer
	for i, c := range s.text {
		if c != ' ' && c != ',' {
			continue
		}
		reading := *s.f
		reading.query.City = strings.TrimSpace(s.text[:i])
		if state := s.f.stateOf(s.text[i:]); state != nil {
			reading.state, reading.country = state, g.byCode(s.f.regime.lookup.Country)
		} else {
			reading.country = g.find(s.text[i:])
		}
		differs := s.f.country != nil && s.f.country != reading.country || s.f.state != nil && s.f.state != reading.state
		if reading.country != nil && reading.query.City != "" && !differs {
			readings = append(readings, &reading)
		}
	}
	return readings
}

// namesakes returns the places with a name in the country and state, each of which may be
// open: those of the world, largest first, then towns that only their county makes known.
func (f *finder) namesakes(name string) []*atlasPlace {
	found := keep(f.places(name), f.admits)
	r := f.regime.Root()
	if r.countyTowns == nil || f.country != nil && f.country.Code != r.lookup.Country {
		return found
	}
	for _, state := range r.lookup.states.list {
		known := slices.ContainsFunc(found, func(p *atlasPlace) bool { return p.state == state.Code })
		if known || f.state != nil && f.state != state {
			continue
		}
		if towns := r.countyTowns.find(r.gazetteer, state.Code, name); len(towns) > 0 {
			found = append(found, &atlasPlace{country: r.lookup.Country, state: state.Code, name: wording.Everywhere(towns[0].name)})
		}
	}
	return found
}

// admits reports whether a place of the world is in the country and state.
func (f *finder) admits(p *atlasPlace) bool {
	switch {
	case f.country == nil:
		return true
	case f.state != nil:
		return f.has(p)
	}
	territory := f.stateOf(p.country)
	return p.country == f.country.Code || territory != nil && territory.outside && f.country.Code == f.regime.lookup.Country
}

// addPriced adds places of the world with the areas that apply to them. A place with its own
// area is that area; one that the regime refuses is left out.
func (s *searcher) addPriced(f *finder, rank int, places []*atlasPlace) {
	for _, p := range places {
		asked, refusal := f.askNear(p)
		switch {
		case refusal != nil && refusal.Code == ambiguousLocation:
			for _, c := range refusal.Candidates {
				if c.Area.Kind == CityArea || c.County != "" {
					s.add(rank, c.Place)
				}
			}
		case refusal != nil:
		case asked.area.Kind == CityArea && asked.county == "" && !asked.isTown:
			items := asked.area.Edition.search()
			at := slices.IndexFunc(items, func(item searchItem) bool { return item.place.Area == asked.area })
			s.add(rank, items[at].place)
		default:
			s.add(rank, Place{asked.area, asked.country, p.name, asked.stateCode(), asked.county})
		}
	}
}

// add adds a match unless a match of the same place is as good.
func (s *searcher) add(rank int, place Place) {
	for i := range s.matches {
		known := &s.matches[i]
		if known.place.Country == place.Country && known.place.State == place.State && known.place.County == place.County && known.place.City.English == place.City.English {
			known.rank = min(known.rank, rank)
			return
		}
	}
	s.matches = append(s.matches, match{place, rank})
}

// askNear is ask on the nearest day with a table.
func (f *finder) askNear(p *atlasPlace) (*finder, *Refusal) {
	asked, refusal := f.ask(p, f.query.Date)
	if refusal != nil && refusal.Covered != nil {
		day := max(f.query.Date, refusal.Covered.From)
		if to := refusal.Covered.To; to != "" {
			day = min(day, to)
		}
		return f.ask(p, day)
	}
	return asked, refusal
}

// ask looks up a place of the world on a day.
func (f *finder) ask(p *atlasPlace, day string) (*finder, *Refusal) {
	asked := &finder{regime: f.regime.Root(), quiet: true, rate: &Rate{}, query: Query{Country: p.country, State: p.state, City: p.name.English, Date: day}}
	return asked, asked.find()
}
