package tables

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/payslate/payslate/interpreter/wording"
)

// Resolve returns the rate of a place on a day under a regime. The error is a *Refusal.
func (b *Book) Resolve(regime string, query *Query) (*Rate, error) {
	r, err := b.supported(regime)
	if err != nil {
		return nil, err
	}
	return r.Resolve(query)
}

// Resolve returns the rate of a place on a day. The error is a *Refusal.
func (r *Regime) Resolve(query *Query) (*Rate, error) {
	f := finder{regime: r, query: *query, rate: &Rate{Date: query.Date}}
	if refusal := f.find(); refusal != nil {
		f.remedies(query, refusal)
		return nil, refusal
	}
	f.answer()
	return f.rate, nil
}

// finder is the state of a lookup.
type finder struct {
	regime  *Regime
	query   Query
	edition *Edition
	country *Country
	index   *countryIndex // of the country's areas
	state   *Country
	// county is the county of the answer, if the tables name it.
	county     string
	inState    string
	area       *Area
	candidates []Candidate
	rate       *Rate
	// quiet skips the checks of a city without a row.
	quiet bool
	by    foundBy
}

func (f *finder) find() *Refusal {
	for _, step := range []func() *Refusal{
		f.fields, f.findCountry, f.findState,
		func() *Refusal { return f.behind(&f.query.County, fieldCounty) },
		func() *Refusal { return f.behind(&f.query.City, fieldCity) },
		f.findEdition,
	} {
		if refusal := step(); refusal != nil {
			return refusal
		}
	}
	f.index = f.edition.countries[f.regime.indexKey(f.country.Code, f.stateCode())]
	if f.index == nil {
		return f.elsewhere()
	}
	if refusal := f.outsidePostalCode(); refusal != nil {
		return refusal
	}
	if f.query.PostalCode != "" && f.readsPostalCodes() {
		return f.byPostalCode()
	}
	return f.byName()
}

// findEdition finds the edition of the day.
func (f *finder) findEdition() *Refusal {
	r := f.regime
	f.edition = r.Edition(f.query.Date)
	if f.edition == nil {
		refusal := f.refuse(fieldDate, dateNotCovered, "date_not_covered", "date", f.query.Date, "covered", r.covered(), "regime", r.Root().ID)
		refusal.Covered = &Span{r.Editions[0].Valid.From, r.Editions[len(r.Editions)-1].Valid.To}
		return refusal
	}
	return nil
}

// stateCode returns the code of the query's state, or "".
func (f *finder) stateCode() string {
	if f.state == nil {
		return ""
	}
	return f.state.Code
}

// Fields of a query, as refusals name them.
const (
	fieldCountry    = "country"
	fieldState      = "state"
	fieldCounty     = "county"
	fieldCity       = "city"
	fieldPostalCode = "postal_code"
	fieldDate       = "date"
)

var queryFields = []string{fieldCountry, fieldState, fieldCounty, fieldCity, fieldPostalCode, fieldDate}

// refuse makes a refusal about a field of the query.
func (f *finder) refuse(field, code, text string, pairs ...any) *Refusal {
	refusal := f.regime.refuse(code, text, pairs...)
	refusal.Loc = []any{field}
	return refusal
}

// fields trims the query's names and refuses those without letters and digits.
func (f *finder) fields() *Refusal {
	q := &f.query
	for _, field := range []struct {
		name string
		text *string
	}{{fieldCountry, &q.Country}, {fieldState, &q.State}, {fieldCounty, &q.County}, {fieldCity, &q.City}, {fieldPostalCode, &q.PostalCode}} {
		*field.text = strings.TrimSpace(*field.text)
		if *field.text != "" && (strings.ContainsFunc(*field.text, unicode.IsControl) || !utf8.ValidString(*field.text) || f.regime.gazetteer.key(*field.text) == "") {
			return f.refuse(field.name, unknownLocation, "unreadable_name", "field", f.regime.text("fields_"+field.name))
		}
	}
	return nil
}

// findCountry finds the country of the query.
func (f *finder) findCountry() *Refusal {
	r := f.regime
	only := r.lookup.Country
	if head, tail := cutTail(f.query.City); f.query.Country == "" && tail != "" && f.stateOf(tail) == nil && r.gazetteer.find(tail) != nil {
		f.query.City, f.query.Country = head, tail
	}
	if f.query.Country == "" {
		if only == "" {
			return f.countryMissing()
		}
		f.country = r.gazetteer.byCode(only)
		return nil
	}
	f.country = r.gazetteer.find(f.query.Country)
	switch {
	case f.country == nil:
		return f.refuse(fieldCountry, unknownLocation, "country_unknown", "country", f.query.Country, "nearest", r.nearest(f.query.Country, r.gazetteer.register))
	case only == "" || f.country.Code == only:
		return nil
	}
	if state := f.stateOf(f.country.Code); state != nil && state.outside {
		// The code of a territory, which is a state here.
		f.country = r.gazetteer.byCode(only)
		return f.setState(state, fieldCountry)
	}
	if part := r.partFor(coversAbroad); part != nil {
		f.regime = part
		return nil
	}
	return f.refuse(fieldCountry, unknownLocation, "country_outside", "country", f.country.shown, "only", r.gazetteer.byCode(only).shown)
}

// setState sets the state of the query, and the part of the regime that covers it.
func (f *finder) setState(state *Country, field string) *Refusal {
	if f.state != nil && f.state != state {
		return f.refuse(field, unknownLocation, "contradiction", "first", f.state.Name, "second", state.Name)
	}
	f.state = state
	if !state.outside || f.regime.covers == coversOutside {
		return nil
	}
	if part := f.regime.partFor(coversOutside); part != nil {
		f.regime = part
		return nil
	}
	return f.refuse(field, unknownLocation, "state_outside", "state", state.Name)
}

// findState finds the state of the query.
func (f *finder) findState() *Refusal {
	r := f.regime
	if f.query.State == "" {
		return nil
	}
	if r.lookup.states == nil {
		f.unused(fieldState)
		return nil
	}
	state := f.stateOf(f.query.State)
	if state == nil {
		return f.refuse(fieldState, unknownLocation, "state_unknown", "state", f.query.State, "nearest", r.nearest(f.query.State, r.lookup.states))
	}
	return f.setState(state, fieldState)
}

// behind moves the state and country behind a county or city, such as "Marion County, IN" or
// "Vienna, Austria", to the query. They must not contradict it.
func (f *finder) behind(name *string, field string) *Refusal {
	for {
		head, tail := cutTail(*name)
		if tail == "" {
			return nil
		}
		state, country := f.stateOf(tail), f.regime.gazetteer.find(tail)
		switch {
		case state != nil && field == fieldCity && f.state != nil && f.state != state:
			return f.otherCountry(head, f.country)
		case state != nil:
			if refusal := f.setState(state, field); refusal != nil {
				return refusal
			}
		case country == nil || field == fieldCounty:
			return nil
		case country != f.country:
			return f.otherCountry(head, country)
		}
		*name = head
	}
}

// cutTail cuts what follows the last comma of a name, or nothing.
func cutTail(name string) (head, tail string) {
	comma := strings.LastIndexByte(name, ',')
	if comma < 0 {
		return name, ""
	}
	return strings.TrimSpace(name[:comma]), name[comma+1:]
}

// otherCountry refuses a city with another country or state than the query's. Candidates
// are the places in both.
func (f *finder) otherCountry(head string, country *Country) *Refusal {
	candidates := f.candidatesOf(f.seek(head, noMatch), func(one *sighting) bool {
		if one.item == nil {
			return one.rank == rankExact && one.place.country == country.Code && country != f.country
		}
		return one.rank == rankExact && (one.here || one.item.place.Country == country && country != f.country)
	})
	return f.meant("contradiction", candidates, "first", f.query.City, "second", f.placeOfSearch())
}

// unused notes a field that the regime does not use.
func (f *finder) unused(field string) {
	f.note("unused_field", "field", f.regime.text("fields_"+field))
}

// unusedCounty notes and drops the county in a regime without counties.
func (f *finder) unusedCounty() {
	if f.query.County != "" && len(f.regime.lookup.Counties.Suffixes) == 0 {
		f.unused(fieldCounty)
		f.query.County = ""
	}
}

// text fills in one of the regime's texts. The result is empty if the regime does not
// have it.
func (r *Regime) text(name string, pairs ...any) Text { return wording.Fill(r.texts[name], pairs...) }

// note and fallback add one of the regime's texts to the rate.
func (f *finder) note(name string, pairs ...any) {
	f.add(&f.rate.Notes, f.regime.text(name, pairs...), f.regime.warnings[name])
}

func (f *finder) fallback(name string, pairs ...any) {
	f.add(&f.rate.Fallbacks, f.regime.text(name, pairs...), f.regime.warnings[name])
}

// add adds a text, unless it is empty, and its warning if it has one.
func (f *finder) add(to *[]Text, text Text, w Warning) {
	if wording.IsEmpty(text) {
		return
	}
	if *to = append(*to, text); w.Code != "" {
		w.Message = text
		f.rate.Warnings = append(f.rate.Warnings, w)
	}
}

// elsewhere finds the row for a country without its own.
func (f *finder) elsewhere() *Refusal {
	r := f.regime
	to := r.lookup.redirects[f.country.Code]
	if to == nil || to.area(f.edition, r.gazetteer) == nil { // a month without the row
		to = r.lookup.elsewhere
	}
	if to == nil {
		if f.state != nil {
			return f.refuse(fieldState, unknownLocation, "state_outside", "state", f.state.Name)
		}
		text := "country_unlisted"
		if f.ratelessHome(f.country) {
			text = "country_home"
		}
		return f.refuse(fieldCountry, unknownLocation, text, "country", f.country.shown)
	}
	if f.query.City != "" {
		if refusal := f.judge(); refusal != nil {
			return refusal
		}
	}
	if f.query.PostalCode != "" {
		f.unused(fieldPostalCode)
	}
	f.unusedCounty()
	values := []any{"country", f.country.shown}
	if to.country != "" {
		values = append(values, "target", r.gazetteer.byCode(to.country).shown)
	}
	f.add(&f.rate.Fallbacks, wording.Fill(to.fallback, values...), Warning{})
	f.add(&f.rate.Notes, wording.Fill(to.note, values...), Warning{Code: to.warning})
	f.area = to.area(f.edition, r.gazetteer)
	return nil
}

// answer completes the rate.
func (f *finder) answer() {
	rate, area := f.rate, f.area
	rate.Regime, rate.Area, rate.Row, rate.edition = f.regime, area, area.Row(f.query.Date), f.edition
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
	location.Matched = f.matched()
	f.noteMonth()
	f.noteRow()
	rate.Notes = append(append(rate.Notes, rate.Row.Notes...), f.regime.Notes...)
}

// matched is the name of the row that applies, with the city if it has another name.
func (f *finder) matched() Text {
	country := f.regime.gazetteer.byCode(f.area.Country)
	if country == nil {
		return f.area.Name // the row for other countries
	}
	row := f.area.matched(country)
	if f.by == byOwnName {
		return row
	}
	return f.regime.text("matched_as", "row", row, "city", f.query.City)
}

// candidate returns an area that the query may mean, with its row on the day.
func (f *finder) candidate(area *Area, state, county string) Candidate {
	r := area.Edition.regime
	c := Candidate{Place{Area: area, Country: r.gazetteer.byCode(area.Country), City: area.Name, State: area.State, County: county}, r, area.Row(f.query.Date)}
	if state != "" && area.Kind != CityArea {
		c.State = state
	}
	return c
}

// ambiguous refuses a name that several areas have.
func (f *finder) ambiguous(text, place string, areas []*Area) *Refusal {
	var names []Text
	var candidates []Candidate
	for _, area := range areas {
		candidates = append(candidates, f.candidate(area, "", ""))
		names = append(names, area.Label())
	}
	return f.leftOpen(text, candidates, "place", place, "country", f.country.shown, "areas", wording.Join(names, "; "))
}

// leftOpen refuses a city that may mean any of some places.
func (f *finder) leftOpen(text string, candidates []Candidate, pairs ...any) *Refusal {
	refusal := f.refuse(fieldCity, ambiguousLocation, text, pairs...)
	refusal.Candidates = candidates
	return refusal
}

// distinct returns the areas of items, each once, in order.
func distinct[T any](items []T, of func(T) *Area) (areas []*Area) {
	for _, item := range items {
		if area := of(item); !slices.Contains(areas, area) {
			areas = append(areas, area)
		}
	}
	return areas
}

func distinctAreas(entries []named) []*Area {
	return distinct(entries, func(entry named) *Area { return entry.area })
}
