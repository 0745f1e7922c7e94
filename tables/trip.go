package tables

import (
	"fmt"
	"strings"

	"github.com/payslate/payslate/interpreter/number"
)

// Journey is a journey from leaving home to coming back. Times are local,
// YYYY-MM-DDTHH:MM, either all with or all without an offset from UTC.
type Journey struct {
	Legs []Leg
	// LeaveHome and ReturnHome default to the arrival at the first place and the
	// departure from the last one.
	LeaveHome, ReturnHome string
	// NoOvernight reports that there was no overnight stay, even if the journey includes
	// midnight.
	NoOvernight bool
	// OvernightSent reports that the request says whether there was one.
	OvernightSent bool
	Meals         []ProvidedMeals
	// Lodging lists the days on which nights with lodging provided begin.
	Lodging []string
	// Fields and Lists are the regime's RequestFields that were sent.
	Fields Sent
	Lists  map[string][]Sent
}

// Leg is a stay at a place.
type Leg struct {
	// Place is the place; its date is not used.
	Place          Query
	Arrive, Depart string
	// Home reports that the traveller is at home, or at the first place of work, between
	// two trips.
	Home bool
	// Fields are the RequestFields of legs that were sent.
	Fields Sent
}

// ProvidedMeals are meals of a day paid by others.
type ProvidedMeals struct {
	Date  string // YYYY-MM-DD
	Meals []string
	// Paid is the traveller's share for the meal in the allowance's currency, if HasPaid.
	Paid    number.Decimal
	HasPaid bool
}

// Allowances is the answer for a journey.
type Allowances struct {
	Regime *Regime
	Lines  []AllowanceLine
	// Totals has one entry for each currency, in the order of the lines, and at least one.
	Totals []Totals
	// Limits are the periods after which an allowance ends, by their first day; nil if
	// the request does not apply limits.
	Limits []Limit
	// Sources are the tables that were used, by date.
	Sources []TripSource
	// Fallbacks name the places for which another's rate applies, and why.
	Fallbacks []Text
	Notes     []Text
	// Warnings are the fallbacks and notes about assumptions.
	Warnings []Warning
}

// AllowanceLine is an allowance, a deduction from one, or a night.
type AllowanceLine struct {
	Date string
	Kind LineKind
	// Location is the place whose rate applies, Meal the meal of a deduction.
	Location Text
	Meal     string
	// Amount is below 0 for a deduction. Currency is an ISO 4217 code.
	Amount   number.Decimal
	Currency string
	// Rule describes the rule, Source names the table.
	Rule, Source Text
}

// Limit is a period after which an allowance ends.
type Limit struct {
	// Rule is the key of the rule, Workplace the place of work.
	Rule      string
	Workplace Text
	// Begins and Ends are the first and the last day.
	Begins, Ends string
}

// LineKind is the kind of a line.
type LineKind string

// The kinds of lines, in their order within a day.
const (
	MealsLine     LineKind = "meals"
	DeductionLine LineKind = "deduction"
	LodgingLine   LineKind = "lodging"
)

// limitLine is the kind of a line of the rules that declares a limit.
const limitLine = "limit"

// TripSource is a table that was used.
type TripSource struct {
	Source Source
	// Valid is its period within the edition that it is part of.
	Valid Span
	AsOf  string
}

// Totals are sums in one currency.
type Totals struct {
	Currency string
	// All is the sum of the others; Deductions is 0 or below.
	All, Meals, Deductions, Lodging number.Decimal
}

// Trip computes the allowances for a journey under a regime. The error is a *Refusal if
// there is no answer.
func (b *Book) Trip(regime string, journey *Journey) (*Allowances, error) {
	r, err := b.supported(regime)
	if err != nil {
		return nil, err
	}
	return r.Trip(journey)
}

// Trip computes the allowances for a journey. The error is a *Refusal if there is no
// answer.
func (r *Regime) Trip(journey *Journey) (*Allowances, error) {
	if r.trip == nil {
		return nil, r.refuse(unknownRegime, "no_trip_rules", "regime", r.ID)
	}
	if unasked := r.Unasked(journey); len(unasked) > 0 {
		field := strings.Trim(fmt.Sprint(unasked[0]), "[]")
		return nil, r.refuse(invalidInput, "unasked_field", "field", field, "regime", r.ID).at(unasked[0]...)
	}
	c, refusal := newItinerary(r, journey)
	if refusal != nil {
		return nil, refusal
	}
	return r.trip.answer(c)
}

// invalidInput is the code for an impossible journey.
const invalidInput = "invalid_input"
