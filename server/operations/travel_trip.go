package operations

import (
	"github.com/payslate/payslate/tables"
)

// journeyReader makes journeys of decoded requests.
type journeyReader struct {
	legs, leave, back, overnight, meals, lodging             int
	country, city, state, postalCode, county, arrive, depart int // of a leg
	home                                                     int
	date, names, paid                                        int // of provided meals
	further, furtherOfLeg                                    furtherFields
}

func newJourneyReader(schema *Schema) *journeyReader {
	r := &journeyReader{
		legs: schema.Index("legs"), leave: schema.Index("leave_home"), back: schema.Index("return_home"), overnight: schema.Index("overnight"),
		meals: schema.Index("meals_provided"), lodging: schema.Index("lodging_provided"),
	}
	leg, meals := schema.Properties[r.legs].Schema.Items, schema.Properties[r.meals].Schema.Items
	r.country, r.city, r.state, r.postalCode, r.county = leg.Index("country"), leg.Index("city"), leg.Index("state"), leg.Index("postal_code"), leg.Index("county")
	r.arrive, r.depart, r.home = leg.Index("arrive"), leg.Index("depart"), leg.Index("home")
	r.further = furtherFields{r.lodging + 1, schema}
	r.furtherOfLeg = furtherFields{r.home + 1, leg}
	r.date, r.names, r.paid = meals.Index("date"), meals.Index("meals"), meals.Index("paid")
	return r
}

// read makes a journey of a decoded request.
func (r *journeyReader) read(input *Value) *tables.Journey {
	m := input.Members
	j := &tables.Journey{
		LeaveHome: m[r.leave].Text, ReturnHome: m[r.back].Text,
		NoOvernight: m[r.overnight].Given() && !m[r.overnight].Bool,
		Legs:        make([]tables.Leg, len(m[r.legs].Members)),
	}
	j.Fields, j.Lists = r.further.read(m)
	for i := range j.Legs {
		leg := m[r.legs].Members[i].Members
		j.Legs[i] = tables.Leg{
			Place: tables.Query{
				Country: leg[r.country].Text, City: leg[r.city].Text, State: leg[r.state].Text,
				PostalCode: leg[r.postalCode].Text, County: leg[r.county].Text,
			},
			Arrive: leg[r.arrive].Text, Depart: leg[r.depart].Text, Home: leg[r.home].Bool,
		}
		j.Legs[i].Fields, _ = r.furtherOfLeg.read(leg)
	}
	for i := range m[r.meals].Members {
		entry := m[r.meals].Members[i].Members
		provided := tables.ProvidedMeals{Date: entry[r.date].Text, Paid: entry[r.paid].Number, HasPaid: entry[r.paid].Given()}
		for _, meal := range entry[r.names].Members {
			provided.Meals = append(provided.Meals, meal.Text)
		}
		j.Meals = append(j.Meals, provided)
	}
	for _, night := range m[r.lodging].Members {
		j.Lodging = append(j.Lodging, night.Text)
	}
	return j
}

func (t *travel) trip(operation *Operation) runner {
	regime, reader := operation.Input.Index("regime"), newJourneyReader(operation.Input)
	operation.journeys = reader
	return func(w *writer, input *Value) error {
		journey := reader.read(input)
		if of := t.tables.Regime(input.Members[regime].Text); of != nil {
			if err := unasked(operation.root, of, journey); err != nil {
				return err
			}
		}
		allowances, err := t.tables.Trip(input.Members[regime].Text, journey)
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
