package tables

import (
	"path"
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/syntax"
)

// lookup configures how a regime finds the rate of a place: further names, and the rules
// for places without a row.
type lookup struct {
	// Country is the regime's only country; empty if it has several.
	Country string `key:"country"`
	// Rest is the id of the row for all other places, where rows have ids.
	Rest string `key:"rest"`
	// UnlistedCity, UnlistedCounty and CountryAlone are the rules for a city or county without
	// a row, and for a country without a city.
	UnlistedCity   string `key:"unlisted_city"`
	UnlistedCounty string `key:"unlisted_county"`
	CountryAlone   string `key:"country_alone"`
	// Combined separates the names of a combined destination.
	Combined string      `key:"combined_names"`
	Counties countyWords `key:"counties"`
	Postal   postalRule  `key:"postal_codes"`
	// Redirects is the file of countries that use another's row, Towns that of towns.
	Redirects string `key:"redirects"`
	Towns     string `key:"towns"`

	states *register
	// standardCounties do not have a row, unlike a city of the same name.
	standardCounties map[zone]bool
	// redirects are by country; elsewhere is for all others.
	redirects map[string]*redirect
	elsewhere *redirect
}

// Rules for a place without a row.
const (
	toRest     = "rest"        // the row for the rest
	toRestIf   = "rest_if_any" // the same, if there is one
	toOnlyCity = "only_city"   // the only city of the country
	toRefusal  = "refuse"
)

// zone is the key of a name within a state or country.
type zone struct{ state, key string }

// countyWords are words before and after the names of counties.
type countyWords struct {
	Prefixes []string `key:"prefixes"`
	Suffixes []string `key:"suffixes"`
	// CityPrefix and CitySuffix mark a city that is not part of a county.
	CityPrefix string `key:"city_prefix"`
	CitySuffix string `key:"city_suffix"`
	// Called are the words after the names of counties by state, Whole the states that are
	// one county.
	Called map[string]string `key:"called"`
	Whole  []string          `key:"whole"`
}

// postalRule is how a regime reads postal codes.
type postalRule struct {
	Country string   `key:"country"` // the only country whose codes are used; empty: the regime's
	Shapes  []string `key:"shapes"`  // 0 stands for a digit
	Table   string   `key:"table"`   // file of codes
	// Prefixes give codes the row of a city.
	Prefixes []struct {
		City string   `key:"city"`
		Of   []string `key:"of"`
	} `key:"prefixes"`
}

// lookup reads how the regime finds places.
func (l *loader) lookup(n *syntax.Node, r *Regime) {
	var file struct {
		Covered   *syntax.Node `key:"states.covered"`
		Outside   *syntax.Node `key:"states.outside"`
		Standard  *syntax.Node `key:"counties.standard"`
		Elsewhere *struct {
			Country  string       `key:"country"`
			Fallback *syntax.Node `key:"fallback"`
		} `key:"elsewhere"`
	}
	l.Decode(n, &file)
	l.Decode(n, &r.lookup)
	to := &r.lookup
	if to.Country != "" && r.gazetteer.byCode(to.Country) == nil {
		l.Fail(n.Get("country").Range, "unknown-country", "no country has the code "+to.Country, "Write a code of countries.yaml, such as DE.")
	}
	if file.Covered != nil {
		to.states = &register{r.gazetteer.keyer, nil, map[string]*Country{}}
		l.register(to.states, file.Covered, false)
		l.register(to.states, file.Outside, true)
	}
	to.standardCounties = map[zone]bool{}
	eachRow(l, file.Standard, func(row *record, county *struct {
		State string `column:"state"`
		Name  string `column:"county"`
	}) {
		l.known(row, columnState, to.states, county.State)
		to.standardCounties[zone{county.State, r.gazetteer.key(county.Name)}] = true
	})
	if file.Elsewhere != nil {
		to.elsewhere = &redirect{country: file.Elsewhere.Country, fallback: l.redirectText(file.Elsewhere.Fallback)}
	}
}

// digits returns how many characters of a postal code are used.
func (p *postalRule) digits() int {
	return len(slices.MinFunc(p.Shapes, func(a, b string) int { return len(a) - len(b) }))
}

// normal returns a postal code as tables write it. It reports whether the code has one
// of the shapes.
func (p *postalRule) normal(code string) (string, bool) {
	code = strings.ReplaceAll(strings.TrimSpace(code), " ", "")
	for _, shape := range p.Shapes {
		if is, _ := path.Match(strings.ReplaceAll(shape, "0", "[0-9]"), code); is {
			return code[:p.digits()], true
		}
	}
	return "", false
}
