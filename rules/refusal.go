package rules

import (
	"slices"

	"github.com/payslate/payslate/interpreter/remedy"
	"github.com/payslate/payslate/interpreter/run"
)

// Refusal is the error of a question that has no answer because of its values. The scenario's
// amount is "gross" (AmountField) in both directions.
type Refusal = remedy.Refusal

// Remedy is a change of the request that answers a refusal or a warning.
type Remedy = remedy.Remedy

// AmountField is the amount of a scenario in Refusal.Loc.
const AmountField = "gross"

// placed puts the refusal of a run, and its remedies, where a request has the inputs of the net
// program.
func (c *Country) placed(f *Refusal) *Refusal {
	f.Loc, f.Remedies = c.inRequest(f.Loc), c.remedies(f.Remedies)
	return f
}

func (c *Country) inRequest(loc []any) []any {
	if len(loc) == 0 {
		return nil
	}
	return append(c.locOf(loc[0].(string)), loc[1:]...)
}

func (c *Country) remedies(list []Remedy) []Remedy {
	for i := range list {
		for k := range list[i].Set {
			set := &list[i].Set[k]
			set.Loc = c.inRequest(set.Loc)
		}
	}
	return list
}

// remediesOf returns the remedies of a warning, where a request has the inputs.
func (c *Country) remediesOf(note run.Note) []Remedy {
	site := note.Fixed()
	if site == nil {
		return c.remedies(note.Remedies())
	}
	known, is := c.fixed.Load(site)
	if !is {
		list := c.remedies(note.Remedies())
		for i := range list {
			list[i].Fixed = true
		}
		known, _ = c.fixed.LoadOrStore(site, list)
	}
	return known.([]Remedy)
}

// lacking returns the remedies without those that set a field which has is true for.
func lacking(list []Remedy, has func(loc []any) bool) []Remedy {
	sets := func(r Remedy) bool {
		return slices.ContainsFunc(r.Set, func(s remedy.Setting) bool { return has(s.Loc) })
	}
	if !slices.ContainsFunc(list, sets) {
		return list
	}
	return slices.DeleteFunc(slices.Clone(list), sets)
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
	return c.ProfileKey, input
}
