package tables

import (
	"slices"
	"strings"
)

// Resolve finds the rate of a place on a day under a regime. The error is a
// *Refusal.
func (b *Book) Resolve(regime string, query *Query) (*Rate, error) {
	r, err := b.supported(regime)
	if err != nil {
		return nil, err
	}
	return r.Resolve(query)
}

// Resolve finds the rate of a place on a day. The error is a *Refusal.
func (r *Regime) Resolve(query *Query) (*Rate, error) {
	f := finder{regime: r, query: *query, rate: &Rate{Regime: r, Date: query.Date}}
	if refusal := f.find(); refusal != nil {
		return nil, refusal
	}
	f.answer()
	return f.rate, nil
}

// finder is one lookup under way.
type finder struct {
	regime  *Regime
	query   Query
	edition *Edition
	country *Country
	index   *countryIndex // of the country's areas
	state   *State
	// county is the county of the answer where the tables have a name for it.
	county     string
	inState    string
	area       *Area
	candidates []Candidate
	rate       *Rate
}

func (f *finder) find() *Refusal {
	r := f.regime
	if refusal := f.fields(); refusal != nil {
		return refusal
	}
	f.edition = r.Edition(f.query.Date)
	if f.edition == nil {
		refusal := r.refuse(dateNotCovered, "date_not_covered", "date", f.query.Date, "covered", r.covered(), "regime", r.ID)
		refusal.Covered = &Span{r.Editions[0].Valid.From, r.Editions[len(r.Editions)-1].Valid.To}
		return refusal
	}
	if refusal := f.findCountry(); refusal != nil {
		return refusal
	}
	if refusal := f.findState(); refusal != nil {
		return refusal
	}
	if refusal := f.countyState(); refusal != nil {
		return refusal
	}
	f.index = f.edition.countries[f.country.Code]
	if f.index == nil {
		return f.elsewhere()
	}
	if f.query.PostalCode != "" && f.readsPostalCodes() {
		return f.byPostalCode()
	}
	return f.byName()
}

// fields tidies the query's names and refuses what is none.
func (f *finder) fields() *Refusal {
	q := &f.query
	for _, field := range []struct {
		name string
		text *string
	}{{"country", &q.Country}, {"state", &q.State}, {"county", &q.County}, {"city", &q.City}, {"postal_code", &q.PostalCode}} {
		*field.text = strings.TrimSpace(*field.text)
		if *field.text != "" && (hasControl(*field.text) || f.regime.gazetteer.key(*field.text) == "") {
			return f.regime.refuse(unknownLocation, "unreadable_name", "field", f.regime.texts["fields_"+field.name])
		}
	}
	return nil
}

// findCountry finds the country of the query.
func (f *finder) findCountry() *Refusal {
	r := f.regime
	only := r.lookup.country
	if f.query.Country == "" {
		if only == "" {
			return r.refuse(unknownLocation, "country_missing", "regime", r.ID)
		}
		f.country = r.gazetteer.byCode(only)
		return nil
	}
	f.country = r.gazetteer.country(f.query.Country)
	switch {
	case f.country == nil:
		return r.refuse(unknownLocation, "country_unknown", "country", f.query.Country, "nearest", r.nearest(f.query.Country, r.gazetteer.countryNames()))
	case only == "" || f.country.Code == only:
		return nil
	}
	if r.lookup.states != nil {
		if state := r.lookup.states.byKey[r.gazetteer.key(f.country.Code)]; state != nil && state.outside {
			return r.refuse(unknownLocation, "state_outside", "state", state.Name)
		}
	}
	return r.refuse(unknownLocation, "country_outside", "country", f.country.Name, "only", r.gazetteer.byCode(only).Name)
}

// findState finds the state of the query.
func (f *finder) findState() *Refusal {
	r := f.regime
	if f.query.State == "" {
		return nil
	}
	if r.lookup.states == nil {
		f.unused("state")
		return nil
	}
	state := r.lookup.states.byKey[r.gazetteer.key(f.query.State)]
	switch {
	case state == nil:
		return r.refuse(unknownLocation, "state_unknown", "state", f.query.State, "nearest", r.nearest(f.query.State, r.lookup.states.stateNames()))
	case state.outside:
		return r.refuse(unknownLocation, "state_outside", "state", state.Name)
	}
	f.state = state
	return nil
}

// countyState takes the state off a county that names it, such as "Marion County,
// IN".
func (f *finder) countyState() *Refusal {
	name, tail, found := strings.Cut(f.query.County, ",")
	if !found {
		return nil
	}
	state := f.stateOf(tail)
	switch {
	case state == nil:
		return nil
	case f.state != nil && f.state != state:
		return f.regime.refuse(unknownLocation, "contradiction", "first", f.query.County, "second", f.state.Name)
	case state.outside:
		return f.regime.refuse(unknownLocation, "state_outside", "state", state.Name)
	}
	f.query.County, f.state = strings.TrimSpace(name), state
	return nil
}

// unused notes a field that the regime does not look at.
func (f *finder) unused(field string) {
	f.note(f.regime.texts["unused_field"].fill("field", f.regime.texts["fields_"+field]))
}

func (f *finder) note(text Text)     { f.rate.Notes = append(f.rate.Notes, text) }
func (f *finder) fallback(text Text) { f.rate.Fallbacks = append(f.rate.Fallbacks, text) }

// elsewhere finds the row of a country that has none of its own.
func (f *finder) elsewhere() *Refusal {
	r := f.regime
	to := r.lookup.redirects[f.country.Code]
	if to == nil {
		to = r.lookup.elsewhere
	}
	if to == nil {
		return r.refuse(unknownLocation, "country_unlisted", "country", f.country.Name)
	}
	values := []any{"country", f.country.Name, "target", r.gazetteer.byCode(to.country).Name}
	if !to.fallback.IsZero() {
		f.fallback(to.fallback.fill(values...))
	}
	if !to.note.IsZero() {
		f.note(to.note.fill(values...))
	}
	f.area = to.area(f.edition, r.gazetteer)
	return nil
}

// answer completes the rate of the area that was found.
func (f *finder) answer() {
	rate, area := f.rate, f.area
	rate.Area, rate.Row, rate.edition = area, area.Row(f.query.Date), f.edition
	rate.Candidates = f.candidates
	location := &rate.Location
	location.Country = f.country
	location.City, location.County, location.PostalCode = f.query.City, f.query.County, f.query.PostalCode
	location.State = f.inState
	if f.state != nil && location.State == "" {
		location.State = f.state.Code
	}
	if area.Kind == CityArea && area.Country == f.country.Code {
		location.City, location.State = area.Name.English, area.State
	}
	if f.county != "" {
		location.County = f.county
	}
	location.Matched = area.matched(f.regime.gazetteer.byCode(area.Country))
	rate.Notes = append(append(rate.Notes, rate.Row.Notes...), f.regime.Notes...)
}

// candidate is an area as one that the query may mean.
func (f *finder) candidate(area *Area, state, county string) Candidate {
	if state == "" || area.Kind == CityArea {
		state = area.State
	}
	return Candidate{Regime: f.regime, Area: area, Row: area.Row(f.query.Date), Country: f.regime.gazetteer.byCode(area.Country), State: state, County: county}
}

// ambiguous refuses a name that several areas have.
func (f *finder) ambiguous(text, place string, areas []*Area) *Refusal {
	var english, german []string
	var candidates []Candidate
	for _, area := range areas {
		candidates = append(candidates, f.candidate(area, "", ""))
		english, german = append(english, area.label()), append(german, joined(area.Name.German, area.State))
	}
	refusal := f.regime.refuse(ambiguousLocation, text, "place", place, "country", f.country.Name, "areas", Text{strings.Join(english, "; "), strings.Join(german, "; ")})
	refusal.Candidates = candidates
	return refusal
}

// distinctAreas lists each area once, in order.
func distinctAreas(entries []named) []*Area {
	var areas []*Area
	for _, entry := range entries {
		if !slices.Contains(areas, entry.area) {
			areas = append(areas, entry.area)
		}
	}
	return areas
}
