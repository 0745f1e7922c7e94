package operations

import (
	"strconv"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/tables"
)

// span writes the ends of a stretch of days; an open end is null.
func (w *writer) span(from, to string, span tables.Span) {
	w.text(from, span.From)
	w.orNull(to, span.To)
}

// rate writes the rate of a place.
func (w *writer) rate(r *tables.Rate) {
	regime, row := r.Regime, r.Row
	w.text(`{"regime":`, regime.Root().ID)
	w.text(`,"date":`, r.Date)
	location := &r.Location
	w.text(`,"location":{"country":`, location.Country.Code)
	w.countryNames(location.Country)
	w.orNull(`,"city":`, location.City)
	w.orNull(`,"state":`, location.State)
	w.orNull(`,"county":`, location.County)
	w.orNull(`,"postal_code":`, location.PostalCode)
	w.orNull(`,"destination_id":`, r.Area.ID)
	w.words(`,"matched":`, location.Matched)
	w.text(`},"currency":`, row.Currency)
	w.number(`,"lodging":`, regime.Lodging(row))
	w.text(`,"lodging_currency":`, row.LodgingCurrency)
	w.number(`,"meals":`, regime.Meals(row))
	w.raw(`,"breakdown":{`)
	for i := range regime.Breakdown {
		if i > 0 {
			w.raw(",")
		}
		w.breakdown(r, &regime.Breakdown[i])
	}
	w.raw("}")
	w.allWords(`,"fallbacks":`, r.Fallbacks)
	list(w, `,"candidates":`, r.Candidates, w.candidate)
	edition := r.Area.Edition
	w.words(`,"source":{"name":`, edition.Source.Name)
	w.text(`,"url":`, edition.Source.URL)
	w.span(`,"valid_from":`, `,"valid_to":`, edition.Valid)
	w.text(`,"data_as_of":`, edition.AsOf)
	w.text(`,"license":`, edition.Source.License)
	w.text(`},"data_as_of":`, edition.AsOf)
	w.allWords(`,"notes":`, r.Notes)
	w.warnings(r.Warnings)
	w.words(`,"disclaimer":`, regime.Disclaimer)
	w.raw("}")
}

func (w *writer) allWords(name string, texts []tables.Text) {
	list(w, name, texts, func(text *tables.Text) { w.words("", *text) })
}

func (w *writer) warnings(warnings []tables.Warning) {
	list(w, `,"warnings":`, warnings, func(warning *tables.Warning) {
		w.warning(warning.Code, []byte(warning.Message.In(w.language)), []byte(warning.Field))
	})
}

func (w *writer) countryNames(country *tables.Country) {
	w.text(`,"country_name":`, country.Name.English)
	for _, own := range w.names {
		w.text(own.country, country.Name.In(own.language))
	}
}

// breakdown writes a field of the breakdown with its name.
func (w *writer) breakdown(r *tables.Rate, field *tables.Field) {
	w.text("", field.Name)
	w.raw(":")
	switch field.Kind {
	case tables.AmountField:
		value := r.FieldValue(field)
		w.optional("", value.Amount, value.Given)
	case tables.FlagField:
		w.dst = strconv.AppendBool(w.dst, r.FieldValue(field).Flag)
	case tables.EditionField:
		w.raw(r.Area.Edition.Name)
	case tables.SeasonField:
		w.span(`{"from":`, `,"to":`, r.Season())
		w.raw("}")
	case tables.WordsField:
		w.texts("", r.FieldValue(field).Words)
	case tables.EmptyField:
		w.raw("null")
	case tables.SeasonsField:
		w.raw("[")
		between := ""
		r.Seasons(field, func(season tables.Span, amount number.Decimal) {
			w.span(between+`{"from":`, `,"to":`, season)
			w.text(",", r.Regime.ColumnName(field))
			w.number(":", amount)
			w.raw("}")
			between = ","
		})
		w.raw("]")
	case tables.MonthsField:
		separator := "["
		r.Months(field, func(amount number.Decimal) {
			w.number(separator, amount)
			separator = ","
		})
		w.raw("]")
	}
}

// candidate writes a place that a query may mean, with its amounts.
func (w *writer) candidate(c *tables.Candidate) {
	w.where(&c.Place)
	if c.Area == nil {
		w.raw(`,"currency":null,"lodging":null,"lodging_currency":null,"meals":null}`)
		return
	}
	w.text(`,"currency":`, c.Row.Currency)
	w.number(`,"lodging":`, c.Regime.Lodging(c.Row))
	w.text(`,"lodging_currency":`, c.Row.LodgingCurrency)
	w.number(`,"meals":`, c.Regime.Meals(c.Row))
	w.raw("}")
}

// place writes a place of the search.
func (w *writer) place(p *tables.Place) {
	w.where(p)
	w.raw("}")
}

// where writes the fields of a place.
func (w *writer) where(p *tables.Place) {
	w.text(`{"country":`, p.Country.Code)
	w.countryNames(p.Country)
	w.orNull(`,"city":`, p.City.English)
	for _, own := range w.names {
		w.orNull(own.city, p.City.In(own.language))
	}
	w.orNull(`,"state":`, p.State)
	w.orNull(`,"county":`, p.County)
	id := ""
	if p.Area != nil {
		id = p.Area.ID
	}
	w.orNull(`,"destination_id":`, id)
}

// regime writes a regime with what it covers.
func (w *writer) regime(r *tables.Regime, day string) {
	w.text(`{"id":`, r.ID)
	w.words(`,"name":`, r.Name)
	w.text(`,"country":`, r.Country)
	w.text(`,"status":`, string(r.Status))
	w.orNull(`,"currency":`, r.Currency)
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
	w.orNull(`,"valid_from":`, covered.From)
	w.orNull(`,"valid_to":`, covered.To)
	w.orNull(`,"data_as_of":`, asOf)
	list(w, `,"editions":`, r.AllEditions(), func(entry **tables.Edition) {
		w.text(`{"edition":`, (*entry).Name)
		w.orNull(`,"series":`, (*entry).Series())
		w.span(`,"valid_from":`, `,"valid_to":`, (*entry).Valid)
		w.text(`,"data_as_of":`, (*entry).AsOf)
		w.raw("}")
	})
	list(w, `,"sources":`, r.Sources(), func(entry **tables.Edition) {
		w.words(`{"name":`, rules.Text((*entry).Source.Name))
		w.text(`,"url":`, (*entry).Source.URL)
		w.orNull(`,"series":`, (*entry).Series())
		w.span(`,"valid_from":`, `,"valid_to":`, (*entry).Valid)
		w.text(`,"data_as_of":`, (*entry).AsOf)
		w.text(`,"license":`, (*entry).Source.License)
		w.raw("}")
	})
	w.allWords(`,"rules":`, r.Rules)
	w.integer(`,"places":`, r.Places(day))
	w.raw("}")
}
