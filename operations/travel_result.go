package operations

import (
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/wording"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/tables"
)

// RateRequest asks for the rate of a place under a regime, such as de-federal.
type RateRequest struct {
	Regime   string
	Place    tables.Query
	Language rules.Language
}

// RateOut is the rate of a place.
type RateOut struct {
	Regime   string       `json:"regime"`
	Date     string       `json:"date"` // the day, such as 2026-03-10
	Location RateLocation `json:"location"`
	RateAmounts
	// Breakdown is the figures of the regime's table.
	Breakdown Breakdown `json:"breakdown"`
	// Fallbacks say why the rate is not that of the place itself, Candidates are other rate areas
	// that the request may mean.
	Fallbacks  []string        `json:"fallbacks"`
	Candidates []RateCandidate `json:"candidates"`
	Source     RateSource      `json:"source"`
	// DataAsOf is the day of the publication.
	DataAsOf string    `json:"data_as_of"`
	Notes    []string  `json:"notes"`
	Warnings []Warning `json:"warnings"`
	// Disclaimer says what the answer does not cover.
	Disclaimer string `json:"disclaimer"`
}

// RateAmounts are the amounts of a rate: Lodging for a night, in LodgingCurrency, and Meals for a
// full day, in Currency.
type RateAmounts struct {
	Currency        string         `json:"currency"`
	Lodging         number.Decimal `json:"lodging"`
	LodgingCurrency string         `json:"lodging_currency"`
	Meals           number.Decimal `json:"meals"`
}

// RateCountry is a country: its ISO 3166-1 alpha-2 code and its English and German name.
type RateCountry struct {
	Country       string `json:"country"`
	CountryName   string `json:"country_name"`
	CountryNameDE string `json:"country_name_de"`
}

// RateLocation is the place of a rate.
type RateLocation struct {
	RateCountry
	// City is that of the rate area, or as asked; null for a country as a whole.
	City       Optional `json:"city"`
	State      Optional `json:"state"`
	County     Optional `json:"county"`
	PostalCode Optional `json:"postal_code"`
	// DestinationID is the number of the rate area, Matched the row of the table in words.
	DestinationID Optional `json:"destination_id"`
	Matched       string   `json:"matched"`
}

// Location is a place with its own rate. City is null for a country as a whole.
type Location struct {
	RateCountry
	City          Optional `json:"city"`
	CityDE        Optional `json:"city_de"`
	State         Optional `json:"state"`
	County        Optional `json:"county"`
	DestinationID Optional `json:"destination_id"`
}

// RateCandidate is a rate area that a request may mean, with its amounts: null where the regime
// has no rate for it.
type RateCandidate struct {
	Location
	Currency        Optional        `json:"currency"`
	Lodging         *number.Decimal `json:"lodging"`
	LodgingCurrency Optional        `json:"lodging_currency"`
	Meals           *number.Decimal `json:"meals"`
}

// CoveredSpan is the days for which tables are valid, from the first to the last, such as
// 2026-12-31: null if open.
type CoveredSpan struct {
	ValidFrom string   `json:"valid_from"`
	ValidTo   Optional `json:"valid_to"`
}

// RateSource is a publication of tables.
type RateSource struct {
	Name string `json:"name"`
	URL  string `json:"url"`
	CoveredSpan
	DataAsOf string `json:"data_as_of"` // the day of the publication
	License  string `json:"license"`
}

// RegimeSource is a publication of a regime's tables, with what it covers where the regime has
// tables of several kinds.
type RegimeSource struct {
	Name   string   `json:"name"`
	URL    string   `json:"url"`
	Series Optional `json:"series"`
	CoveredSpan
	DataAsOf string `json:"data_as_of"`
	License  string `json:"license"`
}

// RegimesOut is the regimes, those supported first.
type RegimesOut struct {
	Regimes []Regime `json:"regimes"`
}

// Regime is a body of rules for travel allowances.
type Regime struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Country string `json:"country"`
	// Status is supported or planned.
	Status string `json:"status"`
	// Currency is the ISO 4217 code of its amounts; null where each place has its own.
	Currency Optional `json:"currency"`
	// ValidFrom and ValidTo are the first and last day with a table, DataAsOf is the day of the
	// latest publication; null where there is none or the last day is open.
	ValidFrom Optional        `json:"valid_from"`
	ValidTo   Optional        `json:"valid_to"`
	DataAsOf  Optional        `json:"data_as_of"`
	Editions  []RegimeEdition `json:"editions"`
	Sources   []RegimeSource  `json:"sources"`
	// Rules are those for trips, in words. Places counts the places with a rate of their own.
	Rules  []string `json:"rules"`
	Places int      `json:"places"`
}

// RegimeEdition is a table for a time: Edition is its year, month or first day.
type RegimeEdition struct {
	Edition string   `json:"edition"`
	Series  Optional `json:"series"`
	CoveredSpan
	DataAsOf string `json:"data_as_of"`
}

// LocationsRequest searches the places of a regime with rates of their own.
type LocationsRequest struct {
	Regime string
	Filter tables.Filter
}

// LocationsOut is the places that match, the best first; Total counts all of them.
type LocationsOut struct {
	Regime string     `json:"regime"`
	Total  int        `json:"total"`
	Items  []Location `json:"items"`
}

// Breakdown is the figures of a regime's table in their order. In JSON it is an object.
type Breakdown []Figure

// Figure is what a table shows of a rate. Value is as tables.Field.Of returns it.
type Figure struct {
	Name  string
	Value any
}

// MarshalJSON returns the figures as an object.
func (b Breakdown) MarshalJSON() ([]byte, error) { return written(&b) }

func (b *Breakdown) writeTo(w *writer) {
	w.raw("{")
	for _, figure := range *b {
		w.members(figure.Name, w.figure(figure.Value))
	}
	w.raw("}")
}

// figure is the value of a figure as a member's.
func (w *writer) figure(value any) any {
	switch shown := value.(type) {
	case tables.Span:
		return object{"from", shown.From, "to", Optional(shown.To)}
	case []tables.SeasonAmount:
		return each(w, shown, func(s *tables.SeasonAmount) {
			w.object("from", s.Season.From, "to", Optional(s.Season.To), s.Column, s.Amount)
		})
	}
	return value
}

// rateOut is the answer about the rate of a place.
func (a *answering) rateOut(r *tables.Rate) *RateOut {
	place, edition := &r.Location, r.Area.Edition
	out := &RateOut{
		Regime: r.Regime.Root().ID, Date: r.Date, Location: RateLocation{
			countryOf(place.Country), Optional(place.City), Optional(place.State), Optional(place.County), Optional(place.PostalCode),
			Optional(r.Area.ID), place.Matched.In(a.language),
		},
		RateAmounts: RateAmounts{r.Row.Currency, r.Regime.Lodging(r.Row), r.Row.LodgingCurrency, r.Regime.Meals(r.Row)},
		Fallbacks:   a.in(r.Fallbacks), Source: a.published(&edition.Source, edition.Valid, edition.AsOf), DataAsOf: edition.AsOf,
		Notes: a.in(r.Notes), Warnings: a.warnings(a.withUnsealed(r.Warnings)), Disclaimer: r.Regime.Disclaimer.In(a.language),
	}
	for i := range r.Regime.Breakdown {
		out.Breakdown = append(out.Breakdown, Figure{r.Regime.Breakdown[i].Name, r.Regime.Breakdown[i].Of(r)})
	}
	for i := range r.Candidates {
		out.Candidates = append(out.Candidates, candidateOf(&r.Candidates[i]))
	}
	return out
}

// in is a list of texts in the language of the answer.
func (a *answering) in(list []rules.Text) (all []string) {
	for _, text := range list {
		all = append(all, text.In(a.language))
	}
	return all
}

func (a *answering) published(source *tables.Source, valid tables.Span, asOf string) RateSource {
	return RateSource{source.Name.In(a.language), source.URL, validity(valid), asOf, source.License}
}

func validity(valid tables.Span) CoveredSpan { return CoveredSpan{valid.From, Optional(valid.To)} }

// secondName is the language in which answers repeat the names of places, beside English.
const secondName = "de"

func nameIn(name rules.Text) string {
	language, _ := wording.Lookup(secondName)
	return name.In(language)
}

func countryOf(country *tables.Country) RateCountry {
	return RateCountry{country.Code, country.Name.English, nameIn(country.Name)}
}

func locationOf(p *tables.Place) Location {
	location := Location{
		RateCountry: countryOf(p.Country), City: Optional(p.City.English), CityDE: Optional(nameIn(p.City)), State: Optional(p.State), County: Optional(p.County),
	}
	if p.Area != nil {
		location.DestinationID = Optional(p.Area.ID)
	}
	return location
}

func candidateOf(c *tables.Candidate) RateCandidate {
	candidate := RateCandidate{Location: locationOf(&c.Place)}
	if c.Area != nil {
		candidate.Currency, candidate.LodgingCurrency = Optional(c.Row.Currency), Optional(c.Row.LodgingCurrency)
		lodging, meals := c.Regime.Lodging(c.Row), c.Regime.Meals(c.Row)
		candidate.Lodging, candidate.Meals = &lodging, &meals
	}
	return candidate
}

// regime describes a regime with what it covers on a day.
func (a *answering) regime(r *tables.Regime, day string) Regime {
	out := Regime{ID: r.ID, Name: r.Name.In(a.language), Country: r.Country, Status: string(r.Status), Currency: Optional(r.Currency), Rules: a.in(r.Rules), Places: r.Places(day)}
	covered, asOf := tables.Span{}, ""
	for _, part := range r.WithParts() {
		if count := len(part.Editions); count > 0 {
			first, last := part.Editions[0].Valid.From, part.Editions[count-1].Valid.To
			if covered.From == "" || first < covered.From {
				covered.From = first
			}
			if part == r || last == "" || covered.To != "" && last > covered.To {
				covered.To = last
			}
			asOf = max(asOf, part.Editions[count-1].AsOf)
		}
	}
	out.ValidFrom, out.ValidTo, out.DataAsOf = Optional(covered.From), Optional(covered.To), Optional(asOf)
	for _, e := range r.AllEditions() {
		out.Editions = append(out.Editions, RegimeEdition{e.Name, Optional(e.Series()), validity(e.Valid), e.AsOf})
	}
	for _, e := range r.Sources() {
		out.Sources = append(out.Sources, RegimeSource{e.Source.Name.In(a.language), e.Source.URL, Optional(e.Series()), validity(e.Valid), e.AsOf, e.Source.License})
	}
	return out
}
