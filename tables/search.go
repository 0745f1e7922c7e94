package tables

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/payslate/payslate/interpreter/diagnostic"
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
	order string // sort key
	keys  []searchKey
}

type searchKey struct {
	key string
	of  searchName
}

// searchName is what a key is made of.
type searchName uint8

const (
	ownName   searchName = iota
	widerName            // of the country, the state or a county
	laterWord            // a wider name from a later word on
)

// searchItems returns the areas of an edition with their keys.
func (e *Edition) searchItems() (items []searchItem) {
	r := e.regime
	g := r.gazetteer
	keysOf := map[*Area][]searchKey{}
	for _, index := range e.countries {
		for key, entries := range index.cities {
			for _, entry := range entries {
				keysOf[entry.area] = append(keysOf[entry.area], searchKey{key, ownName})
			}
		}
	}
	for _, area := range e.listed {
		country := g.byCode(area.Country)
		item := searchItem{place: Place{Area: area, Country: country, State: area.State}, order: g.key(country.Name.English)}
		if area.Kind == CityArea { // a country is found by the country's names
			item.place.City, item.keys = area.Name, keysOf[area]
			item.order += " " + g.key(area.Name.English) + " " + area.State
		}
		var counties []string
		for _, of := range area.components {
			if of.Kind == componentCounty {
				counties = append(counties, of.Name)
			}
		}
		item.place.County = strings.Join(counties, ", ")
		wider := append(country.names(), counties...)
		if state := r.lookup.states.find(area.State); state != nil {
			wider = append(append(wider, state.Code), wording.All(state.Name)...)
		}
		for _, name := range wider {
			for of, tail, more := widerName, name, true; more; of = laterWord {
				for _, key := range g.keys(tail) {
					item.keys = append(item.keys, searchKey{key, of})
				}
				_, tail, more = strings.Cut(tail, " ")
			}
		}
		items = append(items, item)
	}
	slices.SortStableFunc(items, func(a, b searchItem) int { return strings.Compare(a.order, b.order) })
	return items
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
	s := &searcher{f: &f, text: strings.TrimSpace(filter.Text), key: r.gazetteer.key(filter.Text)}
	for _, word := range strings.FieldsFunc(s.text, func(c rune) bool { return c == ' ' || c == ',' || c == '/' }) {
		if key := r.gazetteer.key(word); key != "" {
			s.words = append(s.words, key)
		}
	}
	s.areas()
	if s.text != "" {
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
		items := part.Current(s.f.query.Date).search()
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
	key     string
	words   []string
	matches []match
}

type match struct {
	place Place
	rank  int
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

// rank returns the rank of an area: by the text as a whole, or else the worst of its words,
// such as "Boston Massachusetts".
func (s *searcher) rank(item *searchItem) int {
	if s.text == "" {
		return rankExact
	}
	if s.key == "" {
		return noMatch
	}
	best := item.rank(s.key)
	if best < noMatch || len(s.words) < 2 {
		return best
	}
	worst := rankExact
	for _, word := range s.words {
		worst = max(worst, item.rank(word))
	}
	return worst
}

// rank returns the best rank of a key among those of an area. A text matches anywhere in a
// place's own names, and where a word of a wider name begins: Wien does not match Moldawien.
func (i *searchItem) rank(key string) int {
	best := noMatch
	for _, known := range i.keys {
		rank := noMatch
		switch {
		case known.of == laterWord:
			if len(key) >= shortest && strings.HasPrefix(known.key, key) {
				rank = rankInside
			}
		case known.key == key:
			rank = rankExact
		case strings.HasPrefix(known.key, key):
			rank = rankPrefix
		case known.of == ownName && len(key) >= shortest && strings.Contains(known.key, key):
			rank = rankInside
		case len(key) > shortest && near(key, known.key):
			rank = rankFuzzy
		}
		if known.of != ownName && i.place.Area.Kind == CityArea {
			rank++
		}
		best = min(best, rank)
	}
	return best
}

// near reports whether two keys differ only in typing errors.
func near(key, candidate string) bool {
	letters := []rune(key)
	allowed := slips(len(letters))
	return abs(len(letters)-utf8.RuneCountInString(candidate)) <= allowed && len(candidate) >= shortest && diagnostic.Edits(letters, []rune(candidate), allowed) <= allowed
}
