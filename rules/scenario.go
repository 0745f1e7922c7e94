package rules

import "github.com/payslate/payslate/interpreter/number"

// Scenario is a question about one pay period, already checked against the
// schema (types, ranges, lengths).
type Scenario struct {
	Country *Country
	Year    int
	// PayDate is the day of payment, such as 2026-03-15. It chooses the law of that day;
	// empty if none was sent.
	PayDate string
	// Period is a period of the service (year, month, …), which the country need not use.
	Period string
	// Amount is the gross (or, for net to gross, the target net) of the period
	// as sent, with any number of decimals.
	Amount number.Decimal
	// Profile holds the values sent, by name; nil if none were sent.
	Profile Profile
	// Values replaces Profile for callers that have already checked a request against
	// Country.Fields(): the values sent, in that order.
	Values []Value
	// Language is the language of the answer's texts.
	Language Language
	// WithLabel requests the Label of the answer, which takes time to write.
	WithLabel bool
	// OtherProfile is the code of another country whose profile was sent, empty if none
	// was.
	OtherProfile string
}
