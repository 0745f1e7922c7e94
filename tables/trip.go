package tables

import (
	"fmt"
	"io/fs"
	"strings"

	"github.com/payslate/payslate/format"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/wording"
)

// Journey is what a traveller did between leaving home and coming back, in local
// wall-clock times YYYY-MM-DDTHH:MM, all with their offset from UTC after them or
// none.
type Journey struct {
	Legs []Leg
	// LeaveHome and ReturnHome are the arrival at the first place and the
	// departure from the last one if empty.
	LeaveHome, ReturnHome string
	// NoOvernight says that no night was spent anywhere, though the journey may
	// go on over midnight.
	NoOvernight bool
	Meals       []ProvidedMeals
	// Lodging are the days on which the nights with lodging provided begin.
	Lodging []string
	// Fields and Lists are what the regime's RequestFields name, as far as it was
	// sent.
	Fields Sent
	Lists  map[string][]Sent
}

// Leg is a stay at a place.
type Leg struct {
	// Place is where; its date is not looked at.
	Place          Query
	Arrive, Depart string
	// Home says that the traveller is at home, or at the first place of work,
	// between two trips.
	Home bool
	// Fields are those of RequestFields that belong to a leg.
	Fields Sent
}

// ProvidedMeals are meals of a day that somebody else pays for.
type ProvidedMeals struct {
	Date  string // YYYY-MM-DD
	Meals []string
	// Paid is what the traveller pays for the meal, in the currency of the
	// allowance, if HasPaid.
	Paid    number.Decimal
	HasPaid bool
}

// Allowances is what a journey gives.
type Allowances struct {
	Regime *Regime
	Lines  []AllowanceLine
	// Totals are by currency, in the order of the lines; there is at least one.
	Totals []Totals
	// Limits are the periods after which an allowance ends, by their begin; nil where
	// none was asked for.
	Limits []Limit
	// Sources are the tables that apply, by date.
	Sources []TripSource
	// Fallbacks say for which places another's rate applies, and why.
	Fallbacks []Text
	Notes     []Text
}

// AllowanceLine is an allowance, a deduction from one, or a night.
type AllowanceLine struct {
	Date string
	Kind LineKind
	// Location is the place whose rate applies; Meal the meal of a deduction.
	Location Text
	Meal     string
	// Amount is below 0 for a deduction. Currency is an ISO 4217 code.
	Amount   number.Decimal
	Currency string
	// Rule is the rule in words, Source the table.
	Rule, Source Text
}

// Limit is a period after which an allowance ends.
type Limit struct {
	// Rule is the key of the rule, Workplace what the period belongs to.
	Rule      string
	Workplace Text
	// Begins and Ends are its first and its last day.
	Begins, Ends string
}

func (l Limit) same(other Limit) bool {
	return l.Rule == other.Rule && wording.Equal(l.Workplace, other.Workplace) && l.Begins == other.Begins && l.Ends == other.Ends
}

// LineKind is what a line is for.
type LineKind string

// The kinds of lines in the order within a day.
const (
	MealsLine     LineKind = "meals"
	DeductionLine LineKind = "deduction"
	LodgingLine   LineKind = "lodging"
)

var lineKinds = []LineKind{MealsLine, DeductionLine, LodgingLine}

// limitLine is the kind of a line of the rules that says a limit.
const limitLine = "limit"

// TripSource is a table and the days for which it was asked.
type TripSource struct {
	Source Source
	// Valid are its days within the edition that it belongs to.
	Valid Span
	AsOf  string
}

func (s TripSource) same(other TripSource) bool {
	return wording.Equal(s.Source.Name, other.Source.Name) && s.Source.URL == other.Source.URL && s.Valid == other.Valid && s.AsOf == other.AsOf
}

// Totals are sums in one currency.
type Totals struct {
	Currency string
	// All is the sum of the others; Deductions is 0 or below.
	All, Meals, Deductions, Lodging number.Decimal
}

// Trip computes what a journey gives under a regime. The error is a *Refusal where
// the question has no answer.
func (b *Book) Trip(regime string, journey *Journey) (*Allowances, error) {
	r, err := b.supported(regime)
	if err != nil {
		return nil, err
	}
	return r.Trip(journey)
}

// Trip computes what a journey gives. The error is a *Refusal where the question
// has no answer.
func (r *Regime) Trip(journey *Journey) (*Allowances, error) {
	if r.trip == nil {
		return nil, r.refuse(unknownRegime, "no_trip_rules", "regime", r.ID)
	}
	if unasked := r.Unasked(journey); len(unasked) > 0 {
		field := strings.Trim(fmt.Sprint(unasked[0]), "[]")
		return nil, r.trip.words.refuse("unasked_field", "field", field, "regime", r.ID).at(unasked[0]...)
	}
	c, refusal := newItinerary(r.trip.words, journey)
	if refusal != nil {
		return nil, refusal
	}
	return r.trip.answer(r, c)
}

// tripFile holds what is said of journeys under every regime.
const tripFile = "trip.yaml"

// tripWords are the texts about journeys, and their bounds.
type tripWords struct {
	texts map[string]Text
	// days is how long a journey may be.
	days int64
}

// tripWords reads the texts about journeys; nil without the file.
func (l *loader) tripWords() *tripWords {
	if _, err := fs.Stat(l.Files, tripFile); err != nil {
		return nil
	}
	n := l.Map(tripFile, format.Of("trips"))
	if n == nil {
		return nil
	}
	w := &tripWords{texts: map[string]Text{}}
	if limits := l.Need(n, "limits"); limits != nil {
		if w.days = int64(l.Count(limits, "days")); w.days == 0 {
			l.Fail(limits.Range, "bad-number", "days must be a whole number above 0", "")
		}
	}
	if texts := l.Need(n, "texts"); texts != nil {
		l.namedTexts(texts, w.texts, format.Of("trips"), true)
	}
	return w
}

// invalidInput is the code of a journey that cannot have been.
const invalidInput = "invalid_input"

// refuse makes a refusal of a text.
func (w *tripWords) refuse(text string, pairs ...any) *Refusal {
	return &Refusal{Code: invalidInput, Message: wording.Fill(w.texts[text], pairs...)}
}
