package rules

import (
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/run"
	"github.com/payslate/payslate/interpreter/types"
)

// probe runs the traced calculation at one pay after another.
type probe struct {
	year    *year
	period  string
	run     *run.Run
	sites   map[string][]int // of each step
	at      int64            // the pay of the last run in cents; 0 before the first
	refused bool
}

// execute runs at a pay, unless the last run was at the same one.
func (p *probe) execute(gross int64) error {
	if p.at == gross {
		return nil
	}
	p.at = gross
	p.run.SetInt(p.year.gross, gross)
	if err := p.run.Execute(); err != nil {
		return err
	}
	p.refused = p.run.Outcome().Refused()
	return nil
}

func (p *probe) step(step string) (run.Value, bool) {
	sites, known := p.sites[step]
	if !known {
		name := stepNameOf(step)
		sites = p.run.Executable.StepSites(name.program, name.procedure, name.name)
		p.sites[step] = sites
	}
	return p.run.Outcome().Step(sites)
}

// shown returns the text of a step, an output of the net program, or the period.
func (p *probe) shown(step string) (string, bool) {
	if value, taken := p.step(step); taken {
		return value.Text(English), true
	}
	name, ofNet := strings.CutPrefix(step, NetProgram+".")
	if ofNet && name == periodInput {
		return p.period, true
	}
	at := slices.IndexFunc(p.year.program.Outputs, func(out *types.Output) bool { return out.Name == name })
	if !ofNet || at < 0 {
		return "", false
	}
	return p.run.Outcome().Output(at).String(), true
}

// passed reports whether the step is beyond the limit at a pay. It is not if the pay is
// refused or the run does not take the step.
func (p *probe) passed(t *stepThreshold, limit number.Decimal, gross int64) (bool, error) {
	if err := p.execute(gross); err != nil || p.refused {
		return false, err
	}
	for _, condition := range t.Only {
		if value, taken := p.shown(condition.Step); !taken || !slices.Contains(condition.Values, value) {
			return false, nil
		}
	}
	step, taken := p.step(t.Step)
	if !taken || !step.Given() || !step.Decimal() {
		return false, nil
	}
	value := step.Number()
	switch {
	case t.Reaches != "":
		return value.Cmp(limit) >= 0, nil
	case t.Passes != "":
		other, taken := p.step(t.Passes)
		return taken && other.Given() && other.Decimal() && value.Cmp(other.Number()) > 0, nil
	}
	return value.Cmp(limit) > 0, nil
}

// search finds the smallest pay of a span, in cents, at which the step has passed the limit. It
// returns false if there is none, or if the step has passed before the span or before
// any pay that can be computed.
func (p *probe) search(t *stepThreshold, limit number.Decimal, from, to int64) (int64, bool, error) {
	passed := func(gross int64) (bool, error) { return p.passed(t, limit, gross) }
	if is, err := passed(to); err != nil || !is || from > to {
		return 0, false, err
	}
	found, err := first(from-1, to, passed)
	if err != nil || found <= 1 {
		return 0, false, err
	}
	// No threshold if the pay below is refused.
	before, err := passed(found - 1)
	return found, err == nil && !before && !p.refused, err
}

// stepThresholds finds the thresholds of a span by steps of the calculation.
func (b *Book) stepThresholds(y *year, s *Scenario, from, to number.Decimal) ([]Threshold, error) {
	if len(y.country.stepThresholds) == 0 {
		return nil, nil
	}
	traced, err := y.traced()
	if err != nil {
		return nil, err
	}
	run, err := y.bound(traced, y.binding, s, to)
	if err != nil {
		return nil, err
	}
	defer run.Release()
	p := &probe{year: y, period: s.Period, run: run, sites: map[string][]int{}}
	// Pays above the largest supported one have no thresholds.
	most := units(to)
	if limits, err := b.bounds(y, s); err == nil {
		most = min(most, limits.Largest)
	}
	var list []Threshold
	for i := range y.country.stepThresholds {
		t := &y.country.stepThresholds[i]
		parameter := y.parameter(t.Figure)
		for _, figure := range Flat(parameter) {
			if t.Reaches != "" && figure.Column != t.Reaches {
				continue
			}
			one, limit := t.of(figure)
			amount, found, err := p.search(one, limit, units(from), most)
			if err != nil {
				return nil, err
			}
			if found {
				list = append(list, Threshold{Key: figure.Key, Label: t.labelOf(parameter, figure), Source: y.citation(parameter), Amount: number.New(amount, 2)})
			}
		}
	}
	return list, nil
}
