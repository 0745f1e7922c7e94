package operations

import (
	"slices"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/tables"
)

// rate writes the rate of a place.
func (w *writer) rate(r *tables.Rate) {
	location, edition := &r.Location, r.Area.Edition
	breakdown := object{}
	for i := range r.Regime.Breakdown {
		breakdown = append(breakdown, r.Regime.Breakdown[i].Name, w.breakdown(r, &r.Regime.Breakdown[i]))
	}
	w.value(slices.Concat(object{"regime", r.Regime.Root().ID, "date", r.Date, "location", slices.Concat(w.country(location.Country), object{
		"city", maybe(location.City), "state", maybe(location.State), "county", maybe(location.County),
		"postal_code", maybe(location.PostalCode), "destination_id", maybe(r.Area.ID), "matched", location.Matched,
	})}, amountsOf(r.Regime, r.Row), object{
		"breakdown", breakdown, "fallbacks", r.Fallbacks, "candidates", each(w, r.Candidates, w.candidate),
		"source", published(&edition.Source, edition.Valid, edition.AsOf), "data_as_of", edition.AsOf, "notes", r.Notes,
		"warnings", w.travelWarnings(r.Warnings), "disclaimer", r.Regime.Disclaimer,
	}))
}

// published is a publication of tables that are valid for a time; further members come
// after its address.
func published(source *tables.Source, valid tables.Span, asOf string, further ...any) object {
	return slices.Concat(object{"name", source.Name, "url", source.URL}, further, validity(valid),
		object{"data_as_of", asOf, "license", source.License})
}

// validity is the time for which tables are valid, as members of an object.
func validity(valid tables.Span) object {
	return object{"valid_from", maybe(valid.From), "valid_to", maybe(valid.To)}
}

// travelWarnings writes the warnings of an answer, with that about unsealed tables.
func (w *writer) travelWarnings(list []tables.Warning) any {
	if w.unsealed {
		list = append(slices.Clip(list), tables.Warning{Code: UnsealedRules, Message: say(UnsealedRules)})
	}
	return each(w, list, w.travelWarning)
}

func (w *writer) travelWarning(warning *tables.Warning) {
	w.object("code", warning.Code, "message", warning.Message, "field", maybe(warning.Field))
}

// amountsOf is the amounts of a row, as members of an object.
func amountsOf(regime *tables.Regime, row *tables.Row) object {
	return object{"currency", row.Currency, "lodging", regime.Lodging(row), "lodging_currency", row.LodgingCurrency, "meals", regime.Meals(row)}
}

// country is a country with its names, as members of an object.
func (w *writer) country(country *tables.Country) object {
	all := object{"country", country.Code, "country_name", country.Name.English}
	for _, own := range w.names {
		all = append(all, countryNamePrefix+own.tag, country.Name.In(own.language))
	}
	return all
}

// breakdown is the value of a field of the breakdown.
func (w *writer) breakdown(r *tables.Rate, field *tables.Field) any {
	value := field.Of(r)
	switch shown := value.(type) {
	case tables.Span:
		return object{"from", shown.From, "to", maybe(shown.To)}
	case []tables.SeasonAmount:
		return each(w, shown, func(s *tables.SeasonAmount) {
			w.object("from", s.Season.From, "to", maybe(s.Season.To), s.Column, s.Amount)
		})
	case []number.Decimal:
		return each(w, shown, func(amount *number.Decimal) { w.number(*amount) })
	}
	return value
}

// candidate writes a place that a query may mean, with its amounts.
func (w *writer) candidate(c *tables.Candidate) {
	amounts := object{"currency", nil, "lodging", nil, "lodging_currency", nil, "meals", nil}
	if c.Area != nil {
		amounts = amountsOf(c.Regime, c.Row)
	}
	w.value(append(w.where(&c.Place), amounts...))
}

// place writes a place of the search.
func (w *writer) place(p *tables.Place) { w.value(w.where(p)) }

// where is the fields of a place, as members of an object.
func (w *writer) where(p *tables.Place) object {
	all := append(w.country(p.Country), "city", maybe(p.City.English))
	for _, own := range w.names {
		all = append(all, "city_"+own.tag, maybe(p.City.In(own.language)))
	}
	id := ""
	if p.Area != nil {
		id = p.Area.ID
	}
	return append(all, "state", maybe(p.State), "county", maybe(p.County), "destination_id", maybe(id))
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
	w.value(slices.Concat(object{"id", r.ID, "name", r.Name, "country", r.Country, "status", string(r.Status), "currency", maybe(r.Currency)},
		validity(covered), object{"data_as_of", maybe(asOf), "editions", each(w, r.AllEditions(), func(entry **tables.Edition) {
			e := *entry
			w.value(slices.Concat(object{"edition", e.Name, "series", maybe(e.Series())}, validity(e.Valid), object{"data_as_of", e.AsOf}))
		}), "sources", each(w, r.Sources(), func(entry **tables.Edition) {
			e := *entry
			w.value(published(&e.Source, e.Valid, e.AsOf, "series", maybe(e.Series())))
		}), "rules", r.Rules, "places", r.Places(day)}))
}
