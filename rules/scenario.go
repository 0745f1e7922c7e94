package rules

import "github.com/payslate/payslate/interpreter/number"

// Scenario is a question about one pay period, already checked against the
// schema (types, ranges, lengths).
type Scenario struct {
	Country *Country
	Year    int
	// PayDate is the day of payment, as 2026-03-15, by the law of which the question
	// is answered; empty where none was sent.
	PayDate string
	// Period is a period of the service (year, month, …); whether the country
	// uses it is for the rules to say.
	Period string
	// Amount is the gross (or, for net to gross, the target net) of the period
	// as sent, with any number of decimals.
	Amount number.Decimal
	// Profile holds the values sent, by name; nil where nothing was sent.
	Profile Profile
	// Values takes the place of Profile for hosts that have checked a request by
	// Country.Fields() already: the values sent, in the order of these.
	Values []Value
	// Language is the language of the answer's texts.
	Language Language
	// WithLabel asks for the Label of the answer, which takes time to write.
	WithLabel bool
	// OtherProfile is the code of another country whose profile was sent,
	// empty where none was.
	OtherProfile string
}
