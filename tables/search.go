package tables

import (
	"slices"
	"strings"
	"unicode/utf8"

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

// searchItem is an area with the keys that it is searched by.
type searchItem struct {
	place Place
	order string   // sort key
	names []string // keys of its own names
	wider []string // keys of its state and country
	tails []string // keys of their names from each later word on
}

// searchItems returns the areas of an edition with their keys. They are made with the
// first search rather than when a server starts.
func (e *Edition) searchItems(r *Regime) []searchItem {
	e.searched.Do(func() { e.prepareSearch(r) })
	return e.search
}

func (e *Edition) prepareSearch(r *Regime) {
	g := r.gazetteer
	keysOf := map[*Area][]string{}
	for _, index := range e.countries {
		for key, entries := range index.cities {
			for _, entry := range entries {
				keysOf[entry.area] = append(keysOf[entry.area], key)
			}
		}
	}
	for _, area := range e.listed {
		country := g.byCode(area.Country)
		item := searchItem{place: Place{Area: area, Country: country, State: area.State}}
		if area.Kind == CityArea {
			item.place.City = area.Name
		}
		var counties []string
		for _, of := range area.components {
			if of.Kind == componentCounty {
				counties = append(counties, of.Name)
			}
		}
		item.place.County = strings.Join(counties, ", ")
		wider := country.names()
		if state := r.lookup.states.find(area.State); state != nil {
			wider = append(append(wider, state.Code), wording.All(state.Name)...)
		}
		wider = append(wider, counties...)
		for _, name := range wider {
			item.wider = append(item.wider, g.keys(name)...)
			for _, tail, more := strings.Cut(name, " "); more; _, tail, more = strings.Cut(tail, " ") {
				item.tails = append(item.tails, g.keys(tail)...)
			}
		}
		if item.names = keysOf[area]; area.Kind != CityArea {
			// A country is found by the country's names.
			item.names = item.wider
		}
		slices.Sort(item.names)
		item.names = slices.Compact(slices.Clone(item.names))
		item.order = g.key(country.Name.English) + " " + g.key(area.Name.English) + " " + area.State
		if area.Kind != CityArea {
			item.order = g.key(country.Name.English)
		}
		e.search = append(e.search, item)
	}
	slices.SortStableFunc(e.search, func(a, b searchItem) int { return strings.Compare(a.order, b.order) })
}

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
	s := newSearcher(&f, filter.Text)
	s.areas()
	if !s.all {
		s.world()
	}
	slices.SortStableFunc(s.matches, func(a, b match) int { return a.rank - b.rank })
	total := len(s.matches)
	matches := s.matches[min(max(filter.Offset, 0), total):]
	matches = matches[:min(filter.Limit, len(matches))]
	places := make([]Place, len(matches))
	for i := range matches {
		places[i] = matches[i].place
	}
	return places, total, nil
}

// areas adds the areas that match.
func (s *searcher) areas() {
	for _, part := range s.f.regime.WithParts() {
		items := part.Current(s.f.query.Date).searchItems(part)
		for i := range items {
			item := &items[i]
			if s.f.country != nil && item.place.Country != s.f.country || s.f.state != nil && !item.place.Area.inState(s.f.state.Code) {
				continue
			}
			if rank := s.rank(item); rank < noMatch {
				s.matches = append(s.matches, match{item.place, rank})
			}
		}
	}
}

// inState reports whether any component of an area is in a state.
func (a *Area) inState(code string) bool {
	return a.State == code || slices.ContainsFunc(a.components, func(d component) bool { return d.State == code })
}

// searcher compares a text with the keys of places.
type searcher struct {
	f       *finder // with the country and state of the filter
	text    string
	all     bool // the text is empty
	key     string
	words   []string
	matches []match
}

type match struct {
	place Place
	rank  int
}

func newSearcher(f *finder, text string) *searcher {
	r := f.regime
	s := &searcher{f: f, text: text, all: strings.TrimSpace(text) == "", key: r.gazetteer.key(text)}
	for _, word := range strings.FieldsFunc(text, func(c rune) bool { return c == ' ' || c == ',' || c == '/' }) {
		if key := r.gazetteer.key(word); key != "" {
			s.words = append(s.words, key)
		}
	}
	return s
}

// Ranks of matches, best first. A match of the state or country counts less than a match
// of the place.
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

func (s *searcher) rank(item *searchItem) int {
	if s.all {
		return 0
	}
	if s.key == "" {
		return noMatch
	}
	best := min(item.rankOfName(s.key), item.rankOfWider(s.key)+1)
	if best < noMatch || len(s.words) < 2 {
		return best
	}
	// "Boston Massachusetts": each word must match the place, its state or its country.
	worst := 0
	for _, word := range s.words {
		if worst = max(worst, min(item.rankOfName(word), item.rankOfWider(word))); worst == noMatch {
			return noMatch
		}
	}
	return worst + 1
}

// rankOfName returns the best rank of a key among the place's names. The names of a
// country match as its cities' country does.
func (i *searchItem) rankOfName(key string) int {
	if i.place.Area.Kind != CityArea {
		return i.rankOfWider(key)
	}
	return rankOf(key, i.names, true)
}

// rankOfWider returns the best rank of a key among the names of the place's state and
// country. Inside them it must begin a word: Wien does not match Moldawien.
func (i *searchItem) rankOfWider(key string) int {
	best := rankOf(key, i.wider, false)
	if best <= rankInside || len(key) < shortest {
		return best
	}
	if slices.ContainsFunc(i.tails, func(tail string) bool { return strings.HasPrefix(tail, key) }) {
		return rankInside
	}
	return best
}

// rankOf returns the best rank of a key among candidates; inside allows it anywhere in
// one.
func rankOf(key string, candidates []string, inside bool) int {
	best := noMatch
	for _, candidate := range candidates {
		rank := noMatch
		switch {
		case candidate == key:
			return rankExact
		case strings.HasPrefix(candidate, key):
			rank = rankPrefix
		case inside && len(key) >= shortest && strings.Contains(candidate, key):
			rank = rankInside
		case len(key) > shortest && near(key, candidate):
			rank = rankFuzzy
		}
		best = min(best, rank)
	}
	return best
}

// near reports whether two keys differ only in typing errors.
func near(key, candidate string) bool {
	letters := []rune(key)
	allowed := slips(len(letters))
	return abs(len(letters)-utf8.RuneCountInString(candidate)) <= allowed && len(candidate) >= shortest && edits(letters, []rune(candidate), allowed) <= allowed
}
