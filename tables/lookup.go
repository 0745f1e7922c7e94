package tables

import (
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/syntax"
)

// lookup configures how a regime finds the rate of a place: further names, and the rules
// for places without a row.
type lookup struct {
	// country is the regime's only country; empty if it has several.
	country string
	// rest is the id of the row for all other places, where rows have ids.
	rest string
	// unlistedCity and countryAlone are the rules for a city without a row, and for a
	// country without a city.
	unlistedCity, countryAlone string
	// combined separates the names of a combined destination.
	combined string
	states   *states
	counties countyWords
	// standardCounties do not have a row, unlike a city of the same name.
	standardCounties map[zone]bool
	countyNames      []countyNames
	postal           postalRule
	// redirectsFile lists countries that use another's row; elsewhere is for all others.
	redirectsFile string
	redirects     map[string]*redirect
	elsewhere     *redirect
	townsFile     string
	// refusesCounties reports whether a county without a row is refused.
	refusesCounties bool
}

// Rules for a place without a row.
const (
	toRest     = "rest"        // the row for the rest
	toRestIf   = "rest_if_any" // the same, if there is one
	toOnlyCity = "only_city"   // the only city of the country
	toRefusal  = "refuse"
)

// zone is the key of a name within a state.
type zone struct{ state, key string }

// countyWords are words before and after the names of counties.
type countyWords struct {
	suffixes, countyPrefixes []string
	// cityPrefix and citySuffix mark a city that is not part of a county.
	cityPrefix, citySuffix string
	// words are the words after the names of counties by state, whole the states that are
	// one county.
	words map[string]string
	whole []string
}

// countyNames are other names of a county.
type countyNames struct {
	State string   `column:"state"`
	Name  string   `column:"county"`
	Also  []string `column:"also"`
}

// postalRule is how a regime reads postal codes.
type postalRule struct {
	country string   // the only country whose codes are used; empty: the regime's
	shapes  []string // 0 stands for a digit
	digits  int      // characters that are used
	table   string   // file of codes
	areas   []postalPrefix
}

// postalPrefix gives codes with a prefix the row of a city.
type postalPrefix struct {
	city     string
	prefixes []string
}

func (l *loader) lookup(n *syntax.Node, r *Regime) {
	if n == nil {
		return
	}
	r.lookup = lookup{
		country: n.Get("country").Plain(), rest: n.Get("rest").Plain(), combined: n.Get("combined_names").Plain(), redirectsFile: n.Get("redirects").Plain(),
		states: r.lookup.states, townsFile: n.Get("towns").Plain(),
	}
	r.lookup.unlistedCity, r.lookup.countryAlone = n.Get("unlisted_city").Plain(), n.Get("country_alone").Plain()
	r.lookup.refusesCounties = n.Get("unlisted_county").Plain() == toRefusal
	if r.lookup.country != "" && r.gazetteer.byCode(r.lookup.country) == nil {
		l.Fail(n.Get("country").Range, "unknown-country", "no country has the code "+r.lookup.country, "")
	}
	if states := n.Get("states"); states != nil {
		r.lookup.states = l.states(states, r)
	}
	l.counties(n.Get("counties"), r)
	l.postalRule(n.Get("postal_codes"), r)
	if elsewhere := n.Get("elsewhere"); elsewhere != nil {
		r.lookup.elsewhere = &redirect{country: elsewhere.Get("country").Plain(), fallback: l.redirectText(l.Need(elsewhere, "fallback"))}
	}
}

func (l *loader) counties(n *syntax.Node, r *Regime) {
	if n == nil {
		return
	}
	r.lookup.standardCounties = map[zone]bool{}
	words := &r.lookup.counties
	for _, word := range l.Words(n.Get("suffixes")) {
		words.suffixes = append(words.suffixes, " "+strings.ToLower(word))
	}
	for _, word := range l.Words(n.Get("prefixes")) {
		words.countyPrefixes = append(words.countyPrefixes, strings.ToLower(word)+" ")
	}
	words.cityPrefix, words.citySuffix = n.Get("city_prefix").Plain()+" ", " "+n.Get("city_suffix").Plain()
	words.whole = l.Words(n.Get("whole"))
	if called := n.Get("called"); called != nil {
		words.words = map[string]string{}
		for _, entry := range called.Entries {
			words.words[entry.Key.Text] = entry.Value.Text
		}
	}
	eachRow(l, n.Get("standard"), func(row *record, county *struct {
		State string `column:"state"`
		Name  string `column:"county"`
	}) {
		l.knownState(row, county.State, r)
		r.lookup.standardCounties[zone{county.State, r.gazetteer.key(county.Name)}] = true
	})
	eachRow(l, n.Get("names"), func(row *record, county *countyNames) {
		l.knownState(row, county.State, r)
		r.lookup.countyNames = append(r.lookup.countyNames, *county)
	})
}

func (l *loader) postalRule(n *syntax.Node, r *Regime) {
	if n == nil {
		return
	}
	rule := &r.lookup.postal
	rule.country, rule.shapes, rule.table = n.Get("country").Plain(), l.Words(l.Need(n, "shapes")), n.Get("table").Plain()
	if len(rule.shapes) == 0 {
		l.Fail(n.Range, "missing-key", "a shape of postal codes is needed", "Write one such as \"00000\", with 0 for a digit.")
		return
	}
	rule.digits = len(slices.MinFunc(rule.shapes, func(a, b string) int { return len(a) - len(b) }))
	if prefixes := n.Get("prefixes"); prefixes != nil {
		for _, item := range prefixes.Items {
			rule.areas = append(rule.areas, postalPrefix{l.Scalar(item, "city"), l.Words(l.Need(item, "of"))})
		}
	}
}

// normal returns a postal code as tables write it. It reports whether the code has one
// of the shapes.
func (p *postalRule) normal(code string) (string, bool) {
	code = strings.ReplaceAll(strings.TrimSpace(code), " ", "")
	for _, shape := range p.shapes {
		if hasShape(code, shape) {
			return code[:p.digits], true
		}
	}
	return "", false
}

// hasShape reports whether a text equals a shape in which 0 stands for any digit.
func hasShape(text, shape string) bool {
	if len(text) != len(shape) {
		return false
	}
	for i := range len(text) {
		digit := '0' <= text[i] && text[i] <= '9'
		if shape[i] == '0' && !digit || shape[i] != '0' && shape[i] != text[i] {
			return false
		}
	}
	return true
}
