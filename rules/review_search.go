package rules

import (
	"errors"
	"math/rand/v2"
	"slices"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/types"
)

// runs checks by running programs what the search for a gross or a threshold relies on.
func (r *review) runs(b *Book) {
	for _, c := range b.countries {
		trials := c.trials()
		for _, y := range c.stretches() {
			random := rand.New(rand.NewPCG(uint64(y.since), sampledPays)) // the sample of a year does not depend on other years
			parts := []func(){func() { r.thresholdSteps(c, y) }}
			if r.focus != nil {
				parts = append(parts, func() { r.list.Extend(y.compileAll()) })
			}
			for _, period := range c.periods {
				s := Scenario{Country: c, Year: y.number, PayDate: y.changedOn(), Period: period, Language: English}
				parts = append(parts, func() { r.bounds(b, y, s) }, func() { r.falls(b, y, s, trials, random) })
			}
			for _, part := range parts {
				if !r.skips(y) {
					part()
				}
			}
		}
	}
}

// thresholdSteps reports thresholds of steps that a year's calculation does not have.
func (r *review) thresholdSteps(c *Country, y *year) {
	if len(c.stepThresholds) == 0 {
		return
	}
	traced, err := y.traced()
	if err != nil {
		return // reported when the year is compiled
	}
	for _, t := range c.stepThresholds {
		for _, step := range t.steps() {
			if len(traced.StepSites(step.program, step.procedure, step.name)) > 0 {
				continue
			}
			answered := step.name == periodInput || slices.ContainsFunc(traced.Program.Outputs, func(out *types.Output) bool { return out.Name == step.name })
			if step.program != NetProgram || !answered {
				r.fail(t.At.Range, "unknown-name", "year "+y.label+" has no step "+step.name+" in program "+step.program,
					"Name a step that computes something: a step that only copies a value is not kept.")
			}
		}
	}
}

// bounds checks the bounds of net_to_gross against the net program for the default
// profile.
func (r *review) bounds(b *Book, y *year, scenario Scenario) {
	s := &scenario
	p, _ := y.module.Program(reverseProgram)
	at := p.Declaration.Range
	declared, err := b.bounds(y, s)
	if err != nil {
		return // the rules refuse this period
	}
	if declared.Smallest < 1 || declared.Smallest > declared.Largest {
		r.fail(at, "contradiction", "in year "+y.label+" no gross of a "+s.Period+" lies between smallest_gross, "+number.New(declared.Smallest, 2).String()+", and the largest, "+number.New(declared.Largest, 2).String(), "Correct one of them.")
		return
	}
	s.Amount = number.New(declared.Smallest, 2)
	_, err = b.Net(s)
	if refusal := new(Refusal); errors.As(err, &refusal) && len(refusal.Loc) > 0 && refusal.Loc[0] == AmountField {
		r.fail(at, "contradiction", "in year "+y.label+" smallest_gross of a "+s.Period+" is "+s.Amount.String()+", and program net refuses it: "+refusal.Error(), "Answer the smallest gross that net accepts.")
	}
}
