package operations

import (
	"slices"

	"github.com/payslate/payslate/tables"
)

// journeyOf makes a journey of a decoded request.
func journeyOf(sent *Value) *tables.Journey {
	overnight := sent.field("overnight")
	j := &tables.Journey{
		LeaveHome: sent.text("leave_home"), ReturnHome: sent.text("return_home"),
		NoOvernight: overnight.Given() && !overnight.Bool, OvernightSent: overnight.Given(), Lodging: sent.texts("lodging_provided"),
	}
	j.Fields, j.Lists = sent.further()
	legs, meals := sent.field("legs").Members, sent.field("meals_provided").Members
	for i := range legs {
		leg := tables.Leg{Place: legs[i].place(), Arrive: legs[i].text("arrive"), Depart: legs[i].text("depart"), Home: legs[i].field("home").Bool}
		leg.Fields, _ = legs[i].further()
		j.Legs = append(j.Legs, leg)
	}
	for i := range meals {
		paid := meals[i].field("paid")
		j.Meals = append(j.Meals, tables.ProvidedMeals{Date: meals[i].text("date"), Paid: paid.Number, HasPaid: paid.Given(), Meals: meals[i].texts("meals")})
	}
	return j
}

// texts returns the texts of a member that is a list.
func (v *Value) texts(name string) (all []string) {
	for _, item := range v.field(name).Members {
		all = append(all, item.Text)
	}
	return all
}

func (t *travel) trip(w *writer, input *Value) error {
	journey, regime := journeyOf(input), input.text("regime")
	if of := t.tables.Regime(regime); of != nil {
		if err := unasked(of, journey); err != nil {
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

// allowances writes the allowances of a trip.
func (w *writer) allowances(a *tables.Allowances) {
	one := len(a.Totals) == 1
	first := &a.Totals[0]
	totals := object{}
	for i := range a.Totals {
		totals = append(totals, a.Totals[i].Currency, sums(&a.Totals[i], true))
	}
	answer := slices.Concat(object{"regime", a.Regime.ID, "currency", maybe(map[bool]string{true: first.Currency}[one])}, sums(first, one),
		object{"totals", totals, "lines", each(w, a.Lines, func(l *tables.AllowanceLine) {
			w.object("date", l.Date, "kind", string(l.Kind), "location", l.Location, "meal", maybe(l.Meal), "amount", l.Amount,
				"currency", l.Currency, "rule", l.Rule, "source", l.Source)
		})})
	if a.Limits != nil {
		answer = append(answer, "limits", each(w, a.Limits, func(limit *tables.Limit) {
			w.object("rule", limit.Rule, "workplace", limit.Workplace, "begins", limit.Begins, "ends", limit.Ends)
		}))
	}
	w.value(append(answer, "fallbacks", a.Fallbacks, "notes", a.Notes, "warnings", w.travelWarnings(a.Warnings),
		"sources", each(w, a.Sources, func(s *tables.TripSource) { w.value(published(&s.Source, s.Valid, s.AsOf)) }),
		"disclaimer", a.Regime.Disclaimer))
}

// sums is the totals in one currency, or null in their places, as members of an object.
func sums(t *tables.Totals, is bool) object {
	return object{"total", given(t.All, is), "meals_total", given(t.Meals, is), "deductions_total", given(t.Deductions, is), "lodging_total", given(t.Lodging, is)}
}
