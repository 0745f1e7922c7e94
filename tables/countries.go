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

// Country is a country, a territory with its own code, or a state of a country.
type Country struct {
	// Code is the ISO 3166-1 alpha-2 code, or that of the state.
	Code string   `column:"code"`
	Name Text     `column:"en" languages:"*"`
	Also []string `column:"also,optional"` // further names
	// Prefixes are those of the postal codes of a state outside.
	Prefixes string `column:"postal_codes,optional"`

	outside bool         // a state that the regime's own tables do not cover
	shown   wording.Name // in sentences
}

// names returns what the country is found by.
func (c *Country) names() []string {
	return slices.Concat([]string{c.Code}, wording.All(c.Name), c.Also)
}

// sentences has the forms that names take in sentences where their language wants an article.
type sentences struct {
	within Text // of other names
	forms  map[string]wording.Name
}

// readSentences reads the forms of names, and those of countries by their English names.
func (l *loader) readSentences(within, forms *syntax.Node, of *register) {
	l.sentences = sentences{l.filledText(within, []string{"name"}), map[string]wording.Name{}}
	if forms != nil {
		for _, entry := range forms.Entries {
			if country := of.find(entry.Key.Text); country == nil || country.Name.English != entry.Key.Text {
				l.Fail(entry.Key.Range, "unknown-country", "no country has the English name "+entry.Key.Text, "Write it as the list of countries does.")
			}
			l.sentences.forms[entry.Key.Text] = wording.Name{Within: l.text(entry.Value.Get("in")), Article: l.text(entry.Value.Get("the"))}
		}
	}
	for _, country := range of.list {
		country.shown = l.sentences.of(country.Name)
	}
}

func (s *sentences) of(name Text) wording.Name {
	shown := s.forms[name.English]
	if shown.Plain = name; wording.IsEmpty(shown.Within) {
		shown.Within = wording.Fill(s.within, "name", name)
	}
	if wording.IsEmpty(shown.Article) {
		shown.Article = name
	}
	return shown
}

// register finds countries, or the states of one, by the keys of their codes and names.
// Without states it is nil, and finds nothing.
type register struct {
	*keyer
	list  []*Country
	byKey map[string]*Country
}

// register adds the countries of a block.
func (l *loader) register(to *register, n *syntax.Node, outside bool) {
	eachRow(l, n, func(row *record, country *Country) {
		country.outside, country.shown = outside, l.sentences.of(country.Name)
		to.list = append(to.list, country)
		for _, name := range country.names() {
			for _, key := range to.keys(name) {
				if key == "" {
					l.Fail(row.position(), "empty-name", "a code and an English name are needed", "Write both into the row.")
				} else if other := to.byKey[key]; other != nil && other != country {
					l.Fail(row.position(), "duplicate-name", name+" names "+other.Code+" as well as "+country.Code, "A name belongs to one of them.")
				}
				to.byKey[key] = country
			}
		}
	})
}

// find returns the country with a code or name, or nil.
func (g *register) find(name string) *Country {
	if g == nil {
		return nil
	}
	key := g.key(name)
	if country := g.byKey[key]; country != nil {
		return country
	}
	return g.byKey[shortened(key)]
}

// byCode returns the country with a code, or nil.
func (g *register) byCode(code string) *Country {
	if country := g.find(code); country != nil && country.Code == code {
		return country
	}
	return nil
}

// known reports a cell that is not the code of a country or state.
func (l *loader) known(row *record, column string, g *register, code string) bool {
	if g == nil || g.byCode(code) != nil {
		return true
	}
	l.Fail(row.cellPosition(column), "unknown-"+column, "no "+column+" has the code "+code, "Correct it, or add it to the file that lists them: countries.yaml, or the regime's states.")
	return false
}

// outsideOf returns the state outside with the longest prefix of a postal code, or nil.
func (g *register) outsideOf(code string) *Country {
	var found *Country
	longest := 0
	if g == nil {
		return nil
	}
	for _, state := range g.list {
		for prefix := range strings.FieldsSeq(state.Prefixes) {
			if len(prefix) > longest && strings.HasPrefix(code, prefix) {
				found, longest = state, len(prefix)
			}
		}
	}
	return found
}

// gazetteer holds the names that all regimes share, those of countries first.
type gazetteer struct {
	*register
	cities []cityNames
	// otherNames are the names of a city, of no certain state, by its country and the key of each.
	otherNames map[zone][]string
	atlas      *atlas
	sizes      citySizes
	optional   []string // last words of names that may be left out
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

// gazetteer reads the names of countries and cities.
func (l *loader) gazetteer() *gazetteer {
	var file struct {
		Words     map[string]string `key:"words"`
		Countries *syntax.Node      `key:"countries"`
		Within    *syntax.Node      `key:"in"`
		Sentences *syntax.Node      `key:"sentences"`
		Optional  []string          `key:"optional_words"`
		Cities    *syntax.Node      `key:"cities"`
	}
	l.Decode(l.Map("countries.yaml", format.Of("countries")), &file)
	l.Decode(l.Map("cities.yaml", format.Of("cities")), &file)
	g := &gazetteer{register: &register{&keyer{file.Words}, nil, map[string]*Country{}}, optional: file.Optional, otherNames: map[zone][]string{}}
	l.register(g.register, file.Countries, false)
	l.readSentences(file.Within, file.Sentences, g.register)
	eachRow(l, file.Cities, func(row *record, city *cityNames) {
		l.known(row, columnCountry, g.register, city.Country)
		g.cities = append(g.cities, *city)
		for _, name := range city.Names {
			if city.State == "" {
				g.otherNames[zone{city.Country, g.key(name)}] = city.Names
			}
		}
	})
	return g
}

// withoutCountry removes ", COUNTRY" from the end of a name.
func (g *gazetteer) withoutCountry(name, code string) string {
	comma := strings.LastIndexByte(name, ',')
	if comma < 0 {
		return name
	}
	if country := g.find(name[comma+1:]); country == nil || country.Code != code {
		return name
	}
	return strings.TrimSpace(name[:comma])
}

// CountryName returns the name of the country with a code; it is empty if the code is
// unknown.
func (r *Regime) CountryName(code string) Text {
	if country := r.gazetteer.byCode(code); country != nil {
		return country.Name
	}
	return Text{}
}
