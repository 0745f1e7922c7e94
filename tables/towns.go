package tables

import (
	"cmp"
	"path"
	"slices"

	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/tables/format"
)

// townRow gives a town, or a county, the row of an area.
type townRow struct {
	Row     string   `column:"row"`
	Country string   `column:"country,optional"`
	State   string   `column:"state,optional"`
	Town    string   `column:"town,optional"`
	County  string   `column:"county,optional"` // of the town, or the county itself
	Also    []string `column:"also,optional"`
}

// names returns the names that take the row.
func (t *townRow) names() []string { return append([]string{cmp.Or(t.Town, t.County)}, t.Also...) }

// townRows reads the file that gives towns, and the counties of some states, the rows of
// their islands and regions.
func (l *loader) townRows(dir string, r *Regime) {
	if r.lookup.Towns == "" {
		return
	}
	n := l.Map(path.Join(dir, r.lookup.Towns), format.Of("towns"))
	if n == nil {
		return
	}
	r.towns, r.townCounties = l.townBlock(n.Get("towns"), r), l.townBlock(n.Get("counties"), r)
}

// townBlock reads the rows of towns or of counties.
func (l *loader) townBlock(n *syntax.Node, r *Regime) (rows []townRow) {
	eachRow(l, n, func(row *record, town *townRow) {
		town.Country = cmp.Or(town.Country, r.lookup.Country)
		if town.State != "" {
			l.known(row, columnState, r.lookup.states, town.State)
		}
		key := r.gazetteer.key(town.Row)
		if e := r.without(func(e *Edition) bool {
			index := e.countries[r.indexKey(town.Country, town.State)]
			return index != nil && len(index.cities[key]) > 0
		}); e != nil {
			l.Fail(row.position(), "unknown-target", "the edition "+e.Name+" has no row "+town.Row, "The town uses it.")
		}
		rows = append(rows, *town)
	})
	return rows
}

// addTowns makes the regime's towns and their counties findable.
func (e *Edition) addTowns(r *Regime) {
	g := r.gazetteer
	for i, row := range slices.Concat(r.towns, r.townCounties) {
		index := e.countries[r.indexKey(row.Country, row.State)]
		if index == nil {
			continue
		}
		for _, found := range index.cities[g.key(row.Row)] {
			if found.state != row.State {
				continue
			}
			for _, name := range row.names() {
				entry := named{area: found.area, state: row.State, name: name, county: row.County}
				if i >= len(r.towns) {
					add(index.counties, g, entry, name)
					continue
				}
				for _, key := range g.keys(name) { // of several counties
					index.towns[key] = append(index.towns[key], entry)
				}
			}
		}
	}
}

// confirmed returns the areas of a city that lie in a county. If the county of the city
// is unknown, the query's county is not used.
func (f *finder) confirmed(cities, counties []named) []named {
	both := keep(cities, func(city named) bool { return city.inCounty || hasArea(counties, city.area) })
	if len(both) > 0 || f.regime.towns == nil {
		return both
	}
	county := f.regime.gazetteer.key(f.regime.bareCounty(f.query.County))
	towns := f.named(f.index.towns, f.query.City)
	if slices.ContainsFunc(towns, func(town named) bool { return f.regime.gazetteer.key(town.county) == county }) {
		return cities
	}
	if len(towns) > 0 && towns[0].county != "" {
		return nil
	}
	f.unused(fieldCounty)
	return cities
}
