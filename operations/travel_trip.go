package operations

import (
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/tables"
)

// TripRequest asks for the allowances of a trip under a regime, such as de-federal.
type TripRequest struct {
	Regime   string
	Journey  tables.Journey
	Language rules.Language
}

// TripOut is the allowances of a trip.
type TripOut struct {
	Regime string `json:"regime"`
	// Currency is the ISO 4217 code of all lines, Sums are theirs; null with several currencies.
	Currency Optional `json:"currency"`
	Sums
	// Totals are the sums by currency.
	Totals TripTotals `json:"totals"`
	// Lines are each allowance, deduction and night, by date.
	Lines []TripLine `json:"lines"`
	// Limits are the periods after which allowances end, in order of their start; nil where the
	// regime has none, or was not asked for them.
	Limits []TripLimit `json:"limits,omitzero"`
	// Fallbacks say why a rate is not that of the place itself.
	Fallbacks []string     `json:"fallbacks"`
	Notes     []string     `json:"notes"`
	Warnings  []Warning    `json:"warnings"`
	Sources   []RateSource `json:"sources"`
	// Disclaimer says what the answer does not cover.
	Disclaimer string `json:"disclaimer"`
}

// Sums are the totals of a trip in one currency. Total is the sum of all lines; deductions are 0
// or below.
type Sums struct {
	Total           *number.Decimal `json:"total"`
	MealsTotal      *number.Decimal `json:"meals_total"`
	DeductionsTotal *number.Decimal `json:"deductions_total"`
	LodgingTotal    *number.Decimal `json:"lodging_total"`
}

// CurrencyTotal is the sums in one currency.
type CurrencyTotal struct {
	Currency string
	Sums     Sums
}

// TripTotals is the sums by currency. In JSON it is an object.
type TripTotals []CurrencyTotal

// MarshalJSON returns the totals as an object.
func (t TripTotals) MarshalJSON() ([]byte, error) { return written(&t) }

func (t *TripTotals) writeTo(w *writer) {
	w.raw("{")
	for _, total := range *t {
		w.members(total.Currency, &total.Sums)
	}
	w.raw("}")
}

// TripLine is an allowance, a deduction from one, or a night.
type TripLine struct {
	// Date is the day; for a period, a night or a meal, the day on which it begins.
	Date string `json:"date"`
	// Kind is meals, deduction or lodging. Location is the row of the table that applies.
	Kind     string `json:"kind"`
	Location string `json:"location"`
	// Meal is breakfast, lunch or dinner for a deduction; null for other lines.
	Meal Optional `json:"meal"`
	// Amount is below 0 for a deduction.
	Amount   number.Decimal `json:"amount"`
	Currency string         `json:"currency"`
	// Rule is the rule applied, with its citation, Source the table.
	Rule   string `json:"rule"`
	Source string `json:"source"`
}

// TripLimit is a period after which an allowance ends.
type TripLimit struct {
	Rule string `json:"rule"`
	// Workplace is the place of work, as first sent.
	Workplace string `json:"workplace"`
	// Begins is the first day, Ends the last day with an allowance.
	Begins string `json:"begins"`
	Ends   string `json:"ends"`
}

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

// tripOut is the answer about the allowances of a trip.
func (a *answering) tripOut(of *tables.Allowances) *TripOut {
	out := &TripOut{
		Regime: of.Regime.ID, Fallbacks: a.in(of.Fallbacks), Notes: a.in(of.Notes), Warnings: a.warnings(a.withUnsealed(of.Warnings)),
		Disclaimer: of.Regime.Disclaimer.In(a.language),
	}
	for i := range of.Totals {
		t := &of.Totals[i]
		out.Totals = append(out.Totals, CurrencyTotal{t.Currency, Sums{&t.All, &t.Meals, &t.Deductions, &t.Lodging}})
	}
	if len(out.Totals) == 1 {
		out.Currency, out.Sums = Optional(out.Totals[0].Currency), out.Totals[0].Sums
	}
	for i := range of.Lines {
		l := &of.Lines[i]
		out.Lines = append(out.Lines, TripLine{
			l.Date, string(l.Kind), l.Location.In(a.language), Optional(l.Meal), l.Amount, l.Currency, l.Rule.In(a.language), l.Source.In(a.language),
		})
	}
	if of.Limits != nil {
		out.Limits = []TripLimit{}
	}
	for i := range of.Limits {
		l := &of.Limits[i]
		out.Limits = append(out.Limits, TripLimit{l.Rule, l.Workplace.In(a.language), l.Begins, l.Ends})
	}
	for i := range of.Sources {
		s := &of.Sources[i]
		out.Sources = append(out.Sources, a.published(&s.Source, s.Valid, s.AsOf))
	}
	return out
}
