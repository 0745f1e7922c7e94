package rules

import "github.com/payslate/payslate/interpreter/execution"

// Refusal says why a question has no answer. It is the error type of every
// question to the rule book whose cause lies in the question.
type Refusal struct {
	// Code is one of the service's error codes, such as unsupported_year.
	Code string
	// Message is for people: what is wrong and what would be accepted.
	Message Text
	// Loc leads to the field at fault, as a request has it: names, and the place
	// in a list as an int. The scenario's amount is "gross" (AmountField) in both
	// directions. It is empty where no single field is at fault.
	Loc []any
	// Citation is the legal reference of the refusal, where it has one.
	Citation string
}

// AmountField is what Refusal.Loc calls the amount of a scenario.
const AmountField = "gross"

// Error returns the English message.
func (r *Refusal) Error() string { return r.Message.English }

// refusalOf is the refusal of a run.
func (y *year) refusalOf(f execution.Refusal) *Refusal {
	refusal := &Refusal{Code: f.Code(), Citation: f.Citation(), Message: f.Message()}
	if input, index, _ := f.Field(); input != "" {
		refusal.Loc = y.locOf(input)
		if index >= 0 {
			refusal.Loc = append(refusal.Loc, index)
		}
	}
	return refusal
}

// locOf leads to an input of the net program in a request.
func (y *year) locOf(input string) []any {
	switch input {
	case grossInput, periodInput, yearInput, payDateInput:
		return []any{input}
	case taxYearInput:
		return []any{yearInput}
	}
	return []any{y.country.profileKey, input}
}
