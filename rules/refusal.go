package rules

import "github.com/payslate/payslate/interpreter/run"

// Refusal is the error of a question that has no answer because of its values.
type Refusal struct {
	// Code is one of the service's error codes, such as unsupported_year.
	Code string
	// Message explains, for people, what is wrong and what would be accepted.
	Message Text
	// Loc is the path to the field at fault in a request: names, and an int for the index
	// in a list. The scenario's amount is "gross" (AmountField) in both directions. Loc is
	// empty if no single field is at fault.
	Loc []any
	// Citation is the legal reference of the refusal, where it has one.
	Citation string
}

// AmountField is the amount of a scenario in Refusal.Loc.
const AmountField = "gross"

// Error returns the English message.
func (r *Refusal) Error() string { return r.Message.English }

// refusalOf converts the refusal of a run.
func (y *year) refusalOf(f *run.Refusal) *Refusal {
	refusal := &Refusal{Code: f.Code, Citation: f.Cite, Message: f.Message}
	if f.Input != "" {
		refusal.Loc = y.country.locOf(f.Input)
		if f.Index >= 0 {
			refusal.Loc = append(refusal.Loc, f.Index)
		}
		if f.Member != "" {
			refusal.Loc = append(refusal.Loc, f.Member)
		}
	}
	return refusal
}

// locOf returns the path to an input of the net program in a request.
func (c *Country) locOf(input string) []any {
	profile, field := c.placeOf(input)
	if profile == "" {
		return []any{field}
	}
	return []any{profile, field}
}

// placeOf returns the field of a request that holds an input of the net program, and the
// profile that it is part of; profile is empty for a field of the payment.
func (c *Country) placeOf(input string) (profile, field string) {
	switch input {
	case grossInput, periodInput, yearInput, payDateInput:
		return "", input
	case taxYearInput:
		return "", yearInput
	}
	return c.profileKey, input
}
