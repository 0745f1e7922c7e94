package tables

// complete reports what lookups lead to and an edition lacks, so that none of them
// can come to nothing.
func (l *loader) complete(e *Edition, r *Regime) {
	rule := &r.lookup
	for _, code := range sortedKeys(e.countries) {
		needed := rule.unlistedCity == toRest || rule.countryAlone == toRest
		if needed && e.countries[code].rest == nil {
			l.Fail(e.at, "missing-rest", "the edition "+e.Name+" has no row for the rest of "+code, "Lookups of places without a row of their own lead to it.")
		}
	}
	if rule.country != "" && r.covers == "" && e.countries[rule.country] == nil {
		l.Fail(e.at, "missing-country", "the edition "+e.Name+" has no row of "+rule.country, "")
	}
	if to := rule.elsewhere; to != nil && to.area(e, r.gazetteer) == nil {
		l.Fail(e.at, "unknown-target", "the edition "+e.Name+" has no row of "+to.country, "Countries without a row lead to it.")
	}
	for _, prefix := range rule.postal.areas {
		index := e.countries[rule.postal.country]
		if index == nil || len(index.cities[r.gazetteer.key(prefix.city)]) == 0 {
			l.Fail(e.at, "unknown-target", "the edition "+e.Name+" has no row of "+prefix.city, "Postal codes lead to it.")
		}
	}
}
