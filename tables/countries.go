package tables

import (
	"errors"
	"io/fs"
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/wording"
	"github.com/payslate/payslate/tables/format"
)

// Country is a country or territory with its own code.
type Country struct {
	// Code is the ISO 3166-1 alpha-2 code.
	Code string   `column:"code"`
	Name Text     `column:"en" languages:"*"`
	Also []string `column:"also,optional"` // further names
}

// names returns what the country is found by.
func (c *Country) names() []string {
	return slices.Concat([]string{c.Code}, wording.All(c.Name), c.Also)
}

// gazetteer holds the names that all regimes share.
type gazetteer struct {
	keyer
	countries []*Country
	byKey     map[string]*Country
	cities    []cityNames
	atlas     *atlas
	sizes     citySizes
	optional  []string // last words of names that may be left out
}

// citySizes are the populations from which a city abroad may be meant by its own name,
// or by a similar one.
type citySizes struct {
	Large int `key:"large"`
	Great int `key:"great"`
}

// Keys returns the function that makes the keys of names under the tables in a folder.
func Keys(files fs.FS) (func(name string) []string, error) {
	l := newLoader(files)
	g := l.gazetteer()
	if l.Findings.HasErrors() {
		return nil, errors.New(l.Findings.Sorted()[0].Summary)
	}
	return g.keys, nil
}

// cityNames are names of one city.
type cityNames struct {
	Country string   `column:"country"`
	State   string   `column:"state,optional"`
	Names   []string `column:"names"`
	Own     Text     `languages:"*"` // in languages with their own name for it
}

const (
	countriesFile = "countries.yaml"
	citiesFile    = "cities.yaml"
)

// gazetteer reads the names of countries and cities.
func (l *loader) gazetteer() *gazetteer {
	g := &gazetteer{byKey: map[string]*Country{}}
	var file struct {
		Words     map[string]string `key:"words"`
		Countries *syntax.Node      `key:"countries"`
		Optional  []string          `key:"optional_words"`
		Cities    *syntax.Node      `key:"cities"`
	}
	l.Decode(l.Map(countriesFile, format.Of("countries")), &file)
	g.words = file.Words
	l.countries(g, file.Countries)
	l.Decode(l.Map(citiesFile, format.Of("cities")), &file)
	g.optional = file.Optional
	eachRow(l, file.Cities, func(row *record, city *cityNames) {
		if g.byCode(city.Country) == nil {
			l.unknownCountry(row, city.Country)
		}
		g.cities = append(g.cities, *city)
	})
	return g
}

// unknownCountry reports a row whose country is not a code.
func (l *loader) unknownCountry(row *record, code string) {
	l.Fail(row.cellPosition(columnCountry), "unknown-country", "no country has the code "+code, "Add it to "+countriesFile+".")
}

func (l *loader) countries(g *gazetteer, n *syntax.Node) {
	eachRow(l, n, func(row *record, country *Country) {
		g.countries = append(g.countries, country)
		for _, name := range country.names() {
			for _, key := range g.keys(name) {
				if key == "" {
					l.Fail(row.position(), "empty-name", "a country needs a code and an English name", "")
				} else if other := g.byKey[key]; other != nil && other != country {
					l.Fail(row.position(), "duplicate-name", name+" names "+other.Code+" as well as "+country.Code, "A name belongs to one country.")
				}
				g.byKey[key] = country
			}
		}
	})
}

// country returns the country with a code or name, or nil.
func (g *gazetteer) country(name string) *Country {
	key := g.key(name)
	if key == "" {
		return nil
	}
	if country := g.byKey[key]; country != nil {
		return country
	}
	return g.byKey[shortened(key)]
}

// withoutCountry removes ", COUNTRY" from the end of a name.
func (g *gazetteer) withoutCountry(name, code string) string {
	comma := strings.LastIndexByte(name, ',')
	if comma < 0 {
		return name
	}
	if country := g.country(name[comma+1:]); country == nil || country.Code != code {
		return name
	}
	return strings.TrimSpace(name[:comma])
}

// byCode returns the country with a code, or nil.
func (g *gazetteer) byCode(code string) *Country {
	country := g.byKey[g.key(code)]
	if country == nil || country.Code != code {
		return nil
	}
	return country
}

// CountryName returns the name of the country with a code; it is empty if the code is
// unknown.
func (r *Regime) CountryName(code string) Text {
	if country := r.gazetteer.byCode(code); country != nil {
		return country.Name
	}
	return Text{}
}

// State is a part of a regime's country.
type State struct {
	Code string   `column:"code"`
	Name Text     `column:"en" languages:"*"`
	Also []string `column:"also,optional"` // further names
	// Prefixes are those of the state's postal codes, if it is outside.
	Prefixes string `column:"postal_codes,optional"`

	outside bool // not covered by the regime's own tables
}

// names returns what the state is found by.
func (s *State) names() []string { return slices.Concat([]string{s.Code}, wording.All(s.Name), s.Also) }

// states are the states of a country.
type states struct {
	list  []*State
	byKey map[string]*State
}

// states reads the states that the regime's own tables cover, or those outside.
func (l *loader) states(n *syntax.Node, r *Regime, outside bool) {
	s := r.lookup.states
	eachRow(l, n, func(row *record, state *State) {
		state.outside = outside
		s.list = append(s.list, state)
		for _, name := range state.names() {
			for _, key := range r.gazetteer.keys(name) {
				if other := s.byKey[key]; other != nil && other != state {
					l.Fail(row.position(), "duplicate-name", name+" names "+other.Code+" as well as "+state.Code, "")
				}
				s.byKey[key] = state
			}
		}
	})
}

// outsideOf returns the outside state with the longest prefix of a postal code, or nil.
func (s *states) outsideOf(code string) *State {
	var found *State
	longest := 0
	if s == nil {
		return nil
	}
	for _, state := range s.list {
		for prefix := range strings.FieldsSeq(state.Prefixes) {
			if len(prefix) > longest && strings.HasPrefix(code, prefix) {
				found, longest = state, len(prefix)
			}
		}
	}
	return found
}

// knownState reports a row whose state is not a code.
func (l *loader) knownState(row *record, code string, r *Regime) {
	if r.lookup.states == nil {
		return
	}
	if state := r.lookup.states.byKey[r.gazetteer.key(code)]; state == nil || state.Code != code {
		l.Fail(row.cellPosition(columnState), "unknown-state", "no state has the code "+code, "")
	}
}
