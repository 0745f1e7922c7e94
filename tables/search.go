package tables

import (
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/wording"
)

// Filter selects the places that Search lists.
type Filter struct {
	// Text is similar to a name; Country and State restrict the list. Each may be empty.
	Text, Country, State string
	// Date selects the edition, or the nearest one if the date is not covered.
	Date          string
	Limit, Offset int
}

// Bounds of the places of the world that a text finds by its beginning, and with typing
// errors.
const (
	mostBegun   = 20
	mostSimilar = 10
)

// Search returns the places with their own rate that match a filter, and with a text also
// the places of the world that it names, best match first, and the number of all matches.
// The error is a *Refusal.
func (b *Book) Search(regime string, filter *Filter) ([]Place, int, error) {
	r, err := b.supported(regime)
	if err != nil {
		return nil, 0, err
	}
	f := finder{regime: r, query: Query{Country: filter.Country, State: filter.State, Date: filter.Date}, rate: &Rate{}}
	if refusal := f.fields(); refusal != nil {
		return nil, 0, refusal
	}
	if f.query.Country != "" || f.query.State != "" && r.lookup.Country != "" {
		if refusal := f.findCountry(); refusal != nil {
			return nil, 0, refusal
		}
	}
	if refusal := f.findState(); refusal != nil {
		return nil, 0, refusal
	}
	f.regime = r
	s := searcher{finder: &f}
	s.search(strings.TrimSpace(filter.Text))
	slices.SortStableFunc(s.matches, func(a, b match) int { return a.rank - b.rank })
	total := len(s.matches)
	matches := s.matches[min(max(filter.Offset, 0), total):]
	matches = matches[:min(filter.Limit, len(matches))]
	places := make([]Place, len(matches))
	for i := range matches {
		places[i] = matches[i].Place
	}
	return places, total, nil
}

// searcher collects the places that a text names in the country and state of a finder.
type searcher struct {
	*finder
	matches []match
}

type match struct {
	Place
	rank int
}

func (s *searcher) search(text string) {
	seen := keep(s.seek(text, shortest), func(one sighting) bool { return one.here })
	for _, one := range seen {
		if one.item != nil && !one.item.town && one.rank < noMatch {
			s.matches = append(s.matches, match{one.item.place, one.rank})
		}
	}
	if text == "" {
		return
	}
	for _, reading := range s.readings(text) {
		namesakes := reading.namesakes(reading.query.City)
		if len(namesakes) > 0 { // a name that is right leaves out what is only similar
			s.matches = slices.DeleteFunc(s.matches, func(m match) bool { return m.rank >= rankFuzzy })
		}
		s.addPriced(reading, rankExact, namesakes)
	}
	var begun []*atlasPlace
	for _, one := range seen {
		if one.place != nil && one.rank == rankPrefix {
			begun = append(begun, one.place)
		}
	}
	s.addPriced(s.finder, rankPrefix, begun[:min(len(begun), mostBegun)])
	if len(s.matches) == 0 {
		similar := keep(s.misspelt(text), s.covers)
		s.addPriced(s.finder, rankFuzzy, similar[:min(len(similar), mostSimilar)])
	}
}

// readings returns how the text may be meant: as a name, or as a name with its state or
// country behind it.
func (s *searcher) readings(text string) []*finder {
	whole := *s.finder
	whole.query.City = text
	readings := []*finder{&whole}
	g := s.regime.gazetteer
	for i, c := range text {
		if c != ' ' && c != ',' {
			continue
		}
		reading := *s.finder
		reading.query.City = strings.TrimSpace(text[:i])
		if state := s.stateOf(text[i:]); state != nil {
			reading.state, reading.country = state, g.byCode(s.regime.lookup.Country)
		} else {
			reading.country = g.find(text[i:])
		}
		differs := s.country != nil && s.country != reading.country || s.state != nil && s.state != reading.state
		if reading.country != nil && reading.query.City != "" && !differs {
			readings = append(readings, &reading)
		}
	}
	return readings
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
		case asked.area.Kind == CityArea && asked.county == "" && asked.by != byTown:
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
		if known.Country == place.Country && known.State == place.State && known.County == place.County && known.City.English == place.City.English {
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

// namesakes returns the places with a name in the country and state, each of which may be
// open: those of the world, largest first, then towns that only their county makes known.
func (f *finder) namesakes(name string) []*atlasPlace {
	found := keep(f.places(name), f.covers)
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
