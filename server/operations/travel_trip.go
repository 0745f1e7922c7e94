package operations

import (
	"github.com/payslate/payslate/tables"
)

// journeyOf makes a journey of a decoded request.
func journeyOf(schema *Schema, input *Value) *tables.Journey {
	sent := sentFields{schema, input.Members}
	legs, meals := sent.value("legs").Members, sent.value("meals_provided").Members
	overnight := sent.value("overnight")
	j := &tables.Journey{
		LeaveHome: sent.text("leave_home"), ReturnHome: sent.text("return_home"),
		NoOvernight: overnight.Given() && !overnight.Bool,
		Legs:        make([]tables.Leg, len(legs)),
	}
	j.Fields, j.Lists = sent.further(schema.Index("lodging_provided") + 1)
	legSchema := schema.Properties[schema.Index("legs")].Schema.Items
	for i := range j.Legs {
		leg := sentFields{legSchema, legs[i].Members}
		j.Legs[i] = tables.Leg{Place: leg.place(), Arrive: leg.text("arrive"), Depart: leg.text("depart"), Home: leg.value("home").Bool}
		j.Legs[i].Fields, _ = leg.further(legSchema.Index("home") + 1)
	}
	mealSchema := schema.Properties[schema.Index("meals_provided")].Schema.Items
	for i := range meals {
		entry := sentFields{mealSchema, meals[i].Members}
		paid := entry.value("paid")
		provided := tables.ProvidedMeals{Date: entry.text("date"), Paid: paid.Number, HasPaid: paid.Given()}
		for _, meal := range entry.value("meals").Members {
			provided.Meals = append(provided.Meals, meal.Text)
		}
		j.Meals = append(j.Meals, provided)
	}
	for _, night := range sent.value("lodging_provided").Members {
		j.Lodging = append(j.Lodging, night.Text)
	}
	return j
}

func (t *travel) trip(operation *Operation) runner {
	return func(w *writer, input *Value) error {
		journey, regime := journeyOf(operation.Input, input), sentFields{operation.Input, input.Members}.text("regime")
		if of := t.tables.Regime(regime); of != nil {
			if err := unasked(operation.root, of, journey); err != nil {
				return err
			}
		}
		allowances, err := t.tables.Trip(regime, journey)
		if err != nil {
			return t.failure(err)
		}
		w.allowances(allowances)
		return nil
	}
}

// allowances writes the allowances of a trip.
func (w *writer) allowances(a *tables.Allowances) {
	one := len(a.Totals) == 1
	first := &a.Totals[0]
	w.raw("{")
	w.members("regime", a.Regime.ID, "currency", maybe(map[bool]string{true: first.Currency}[one]))
	w.sums(first, one)
	w.members("totals", func() {
		w.raw("{")
		for i := range a.Totals {
			w.members(a.Totals[i].Currency, func() {
				w.raw("{")
				w.sums(&a.Totals[i], true)
				w.raw("}")
			})
		}
		w.raw("}")
	}, "lines", each(w, a.Lines, func(l *tables.AllowanceLine) {
		w.object("date", l.Date, "kind", string(l.Kind), "location", l.Location, "meal", maybe(l.Meal), "amount", l.Amount,
			"currency", l.Currency, "rule", l.Rule, "source", l.Source)
	}))
	if a.Limits != nil {
		w.members("limits", each(w, a.Limits, func(limit *tables.Limit) {
			w.object("rule", limit.Rule, "workplace", limit.Workplace, "begins", limit.Begins, "ends", limit.Ends)
		}))
	}
	w.members("fallbacks", a.Fallbacks, "notes", a.Notes)
	w.warnings(a.Warnings)
	w.members("sources", each(w, a.Sources, func(s *tables.TripSource) {
		w.object("name", s.Source.Name, "url", s.Source.URL, "valid_from", s.Valid.From, "valid_to", maybe(s.Valid.To),
			"data_as_of", s.AsOf, "license", s.Source.License)
	}), "disclaimer", a.Regime.Disclaimer)
	w.raw("}")
}

// sums writes the totals in one currency, or null in their places.
func (w *writer) sums(t *tables.Totals, is bool) {
	w.members("total", given(t.All, is), "meals_total", given(t.Meals, is), "deductions_total", given(t.Deductions, is), "lodging_total", given(t.Lodging, is))
}
