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
	w.text(`{"regime":`, a.Regime.ID)
	if one {
		w.text(`,"currency":`, a.Totals[0].Currency)
	} else {
		w.raw(`,"currency":null`)
	}
	w.raw(",")
	w.sums(&a.Totals[0], one)
	w.raw(`,"totals":{`)
	for i := range a.Totals {
		if i > 0 {
			w.raw(",")
		}
		w.text("", a.Totals[i].Currency)
		w.raw(":{")
		w.sums(&a.Totals[i], true)
		w.raw("}")
	}
	list(w, `},"lines":`, a.Lines, w.allowanceLine)
	if a.Limits != nil {
		list(w, `,"limits":`, a.Limits, func(limit *tables.Limit) {
			w.text(`{"rule":`, limit.Rule)
			w.words(`,"workplace":`, limit.Workplace)
			w.text(`,"begins":`, limit.Begins)
			w.text(`,"ends":`, limit.Ends)
			w.raw("}")
		})
	}
	w.allWords(`,"fallbacks":`, a.Fallbacks)
	w.allWords(`,"notes":`, a.Notes)
	w.warnings(a.Warnings)
	list(w, `,"sources":`, a.Sources, func(source *tables.TripSource) {
		w.words(`{"name":`, source.Source.Name)
		w.text(`,"url":`, source.Source.URL)
		w.span(`,"valid_from":`, `,"valid_to":`, source.Valid)
		w.text(`,"data_as_of":`, source.AsOf)
		w.text(`,"license":`, source.Source.License)
		w.raw("}")
	})
	w.words(`,"disclaimer":`, a.Regime.Disclaimer)
	w.raw("}")
}

// sums writes the totals in one currency, or null in their places.
func (w *writer) sums(t *tables.Totals, given bool) {
	w.optional(`"total":`, t.All, given)
	w.optional(`,"meals_total":`, t.Meals, given)
	w.optional(`,"deductions_total":`, t.Deductions, given)
	w.optional(`,"lodging_total":`, t.Lodging, given)
}

func (w *writer) allowanceLine(line *tables.AllowanceLine) {
	w.text(`{"date":`, line.Date)
	w.text(`,"kind":`, string(line.Kind))
	w.words(`,"location":`, line.Location)
	w.orNull(`,"meal":`, line.Meal)
	w.number(`,"amount":`, line.Amount)
	w.text(`,"currency":`, line.Currency)
	w.words(`,"rule":`, line.Rule)
	w.words(`,"source":`, line.Source)
	w.raw("}")
}
