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
	Code string
	Name Text

	others []string // further names
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

// citySizes are the populations from which a city abroad may be meant by its own name
// (large), or by a similar one (great).
type citySizes struct{ large, great int }

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
	country, state string
	names          []string
	own            Text // in languages with their own name for it
}

const (
	countriesFile = "countries.yaml"
	citiesFile    = "cities.yaml"
)

// gazetteer reads the names of countries and cities.
func (l *loader) gazetteer() *gazetteer {
	g := &gazetteer{keyer: keyer{map[string]string{}}, byKey: map[string]*Country{}}
	if n := l.Map(countriesFile, format.Of("countries")); n != nil {
		if forms := n.Get("words"); forms != nil {
			for _, entry := range forms.Entries {
				g.words[entry.Key.Text] = entry.Value.Text
			}
		}
		l.countries(g, l.Need(n, "countries"))
	}
	if n := l.Map(citiesFile, format.Of("cities")); n != nil {
		g.optional = l.Words(n.Get("optional_words"))
		if b := l.block(l.Need(n, "cities"), []string{"country", "names"}, []string{"state", anyLanguage}); b != nil {
			l.each(b, func(row *record) {
				entry := cityNames{country: row.cell(columnCountry), state: row.cell(columnState), names: names(row.cell("names")), own: row.text("", "")}
				if g.byCode(entry.country) == nil {
					l.unknownCountry(row, columnCountry, entry.country)
				}
				g.cities = append(g.cities, entry)
			})
		}
	}
	return g
}

// unknownCountry reports a cell that is not the code of a country.
func (l *loader) unknownCountry(row *record, column, code string) {
	l.Fail(row.cellPosition(column), "unknown-country", "no country has the code "+code, "Add it to "+countriesFile+".")
}

func (l *loader) countries(g *gazetteer, n *syntax.Node) {
	b := l.block(n, []string{"code", english}, []string{"also", anyLanguage})
	if b == nil {
		return
	}
	l.each(b, func(row *record) {
		country := &Country{Code: row.cell("code"), Name: row.text(english, ""), others: names(row.cell(columnAlso))}
		g.countries = append(g.countries, country)
		for _, name := range append(append([]string{country.Code}, wording.All(country.Name)...), country.others...) {
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
	Code string
	Name Text

	outside  bool     // not covered by the regime's own tables
	prefixes []string // of its postal codes, if outside
}

// states are the states of a country.
type states struct {
	list  []*State
	byKey map[string]*State
}

func (l *loader) states(n *syntax.Node, r *Regime) *states {
	s := &states{byKey: map[string]*State{}}
	for _, part := range []string{"covered", "outside"} {
		b := l.block(l.Need(n, part), []string{"code", english}, []string{"also", "postal_codes", anyLanguage})
		if b == nil {
			continue
		}
		l.each(b, func(row *record) {
			state := &State{Code: row.cell("code"), Name: row.text(english, ""), outside: part == "outside", prefixes: strings.Fields(row.cell("postal_codes"))}
			s.list = append(s.list, state)
			for _, name := range slices.Concat([]string{state.Code}, wording.All(state.Name), names(row.cell(columnAlso))) {
				for _, key := range r.gazetteer.keys(name) {
					if other := s.byKey[key]; other != nil && other != state {
						l.Fail(row.position(), "duplicate-name", name+" names "+other.Code+" as well as "+state.Code, "")
					}
					s.byKey[key] = state
				}
			}
		})
	}
	return s
}

// outsideOf returns the outside state with the longest prefix of a postal code, or nil.
func (s *states) outsideOf(code string) *State {
	var found *State
	longest := 0
	if s == nil {
		return nil
	}
	for _, state := range s.list {
		for _, prefix := range state.prefixes {
			if len(prefix) > longest && strings.HasPrefix(code, prefix) {
				found, longest = state, len(prefix)
			}
		}
	}
	return found
}

// knownState reports a cell that is not the code of a state.
func (l *loader) knownState(row *record, column string, r *Regime) {
	if r.lookup.states == nil {
		return
	}
	code := row.cell(column)
	if state := r.lookup.states.byKey[r.gazetteer.key(code)]; state == nil || state.Code != code {
		l.Fail(row.cellPosition(column), "unknown-state", "no state has the code "+code, "")
	}
}
