package operations

import (
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/tables"
)

// rate writes the rate of a place.
func (w *writer) rate(r *tables.Rate) {
	location, edition := &r.Location, r.Area.Edition
	w.raw("{")
	w.members("regime", r.Regime.Root().ID, "date", r.Date, "location", func() {
		w.raw("{")
		w.members("country", location.Country.Code)
		w.countryNames(location.Country)
		w.members("city", maybe(location.City), "state", maybe(location.State), "county", maybe(location.County),
			"postal_code", maybe(location.PostalCode), "destination_id", maybe(r.Area.ID), "matched", location.Matched)
		w.raw("}")
	})
	w.amountsOf(r.Regime, r.Row)
	w.members("breakdown", func() {
		w.raw("{")
		for i := range r.Regime.Breakdown {
			w.breakdown(r, &r.Regime.Breakdown[i])
		}
		w.raw("}")
	}, "fallbacks", r.Fallbacks, "candidates", each(w, r.Candidates, w.candidate), "source", func() { w.edition(edition) },
		"data_as_of", edition.AsOf, "notes", r.Notes)
	w.warnings(r.Warnings)
	w.members("disclaimer", r.Regime.Disclaimer)
	w.raw("}")
}

// edition writes an edition of tables as a source.
func (w *writer) edition(e *tables.Edition) {
	w.object("name", e.Source.Name, "url", e.Source.URL, "valid_from", e.Valid.From, "valid_to", maybe(e.Valid.To),
		"data_as_of", e.AsOf, "license", e.Source.License)
}

func (w *writer) warnings(warnings []tables.Warning) {
	w.members("warnings", each(w, warnings, func(warning *tables.Warning) {
		w.object("code", warning.Code, "message", warning.Message, "field", maybe(warning.Field))
	}))
}

// amountsOf writes the amounts of a row.
func (w *writer) amountsOf(regime *tables.Regime, row *tables.Row) {
	w.members("currency", row.Currency, "lodging", regime.Lodging(row), "lodging_currency", row.LodgingCurrency, "meals", regime.Meals(row))
}

func (w *writer) countryNames(country *tables.Country) {
	w.members("country_name", country.Name.English)
	for _, own := range w.names {
		w.members(countryNamePrefix+own.tag, country.Name.In(own.language))
	}
}

// breakdown writes a field of the breakdown with its name.
func (w *writer) breakdown(r *tables.Rate, field *tables.Field) {
	value := field.Of(r)
	switch shown := value.(type) {
	case tables.Span:
		value = func() { w.object("from", shown.From, "to", maybe(shown.To)) }
	case []tables.SeasonAmount:
		value = each(w, shown, func(s *tables.SeasonAmount) {
			w.object("from", s.Season.From, "to", maybe(s.Season.To), s.Column, s.Amount)
		})
	case []number.Decimal:
		value = each(w, shown, func(amount *number.Decimal) { w.number(*amount) })
	}
	w.members(field.Name, value)
}

// candidate writes a place that a query may mean, with its amounts.
func (w *writer) candidate(c *tables.Candidate) {
	w.where(&c.Place)
	if c.Area == nil {
		w.members("currency", nil, "lodging", nil, "lodging_currency", nil, "meals", nil)
	} else {
		w.amountsOf(c.Regime, c.Row)
	}
	w.raw("}")
}

// place writes a place of the search.
func (w *writer) place(p *tables.Place) {
	w.where(p)
	w.raw("}")
}

// where begins an object with the fields of a place.
func (w *writer) where(p *tables.Place) {
	w.raw("{")
	w.members("country", p.Country.Code)
	w.countryNames(p.Country)
	w.members("city", maybe(p.City.English))
	for _, own := range w.names {
		w.members("city_"+own.tag, maybe(p.City.In(own.language)))
	}
	id := ""
	if p.Area != nil {
		id = p.Area.ID
	}
	w.members("state", maybe(p.State), "county", maybe(p.County), "destination_id", maybe(id))
}

// regime writes a regime with what it covers.
func (w *writer) regime(r *tables.Regime, day string) {
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
	w.object("id", r.ID, "name", r.Name, "country", r.Country, "status", string(r.Status), "currency", maybe(r.Currency),
		"valid_from", maybe(covered.From), "valid_to", maybe(covered.To), "data_as_of", maybe(asOf),
		"editions", each(w, r.AllEditions(), func(entry **tables.Edition) {
			e := *entry
			w.object("edition", e.Name, "series", maybe(e.Series()), "valid_from", e.Valid.From, "valid_to", maybe(e.Valid.To), "data_as_of", e.AsOf)
		}), "sources", each(w, r.Sources(), func(entry **tables.Edition) {
			e := *entry
			w.object("name", e.Source.Name, "url", e.Source.URL, "series", maybe(e.Series()), "valid_from", e.Valid.From, "valid_to", maybe(e.Valid.To),
				"data_as_of", e.AsOf, "license", e.Source.License)
		}), "rules", r.Rules, "places", r.Places(day))
}
