package rules

import (
	"slices"

	"github.com/payslate/payslate/interpreter/remedy"
	"github.com/payslate/payslate/interpreter/run"
)

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
	// Remedies are changes of the request that answer it. Their places are those of Loc.
	Remedies []Remedy
}

// Remedy is a change of the request that answers a refusal or a warning.
type Remedy = remedy.Remedy

// AmountField is the amount of a scenario in Refusal.Loc.
const AmountField = "gross"

// Error returns the English message.
func (r *Refusal) Error() string { return r.Message.English }

// in returns the refusal of a request that has the fields within steps.
func (r *Refusal) in(steps ...any) *Refusal {
	inside := *r
	inside.Loc = slices.Concat(steps, r.Loc)
	inside.Remedies = nil
	for _, one := range r.Remedies {
		inside.Remedies = append(inside.Remedies, one.In(steps...))
	}
	return &inside
}

// refusalOf converts the refusal of a run.
func (y *year) refusalOf(f *run.Refusal) *Refusal {
	refusal := &Refusal{Code: f.Code, Citation: f.Cite, Message: f.Message, Remedies: y.country.remedies(f.Remedies)}
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

// remedies puts the changes of inputs of the net program where a request has them.
func (c *Country) remedies(list []Remedy) []Remedy {
	for i := range list {
		for k := range list[i].Set {
			set := &list[i].Set[k]
			set.Loc = append(c.locOf(set.Loc[0].(string)), set.Loc[1:]...)
		}
	}
	return list
}

// lacking returns the remedies without those that set a field which has is true for.
func lacking(list []Remedy, has func(loc []any) bool) []Remedy {
	return slices.DeleteFunc(list, func(r Remedy) bool {
		return slices.ContainsFunc(r.Set, func(s remedy.Setting) bool { return has(s.Loc) })
	})
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
