package rules

import (
	"github.com/payslate/payslate/interpreter"
	"github.com/payslate/payslate/interpreter/number"
)

// Gross answers a question from net to gross: the smallest gross in whole
// cents whose net is at least the scenario's amount. The error is a *Refusal
// where there is none.
//
// Net pay is not monotonic in gross: where taxes step, it falls. The rules
// declare by how much it can fall at most between any two pays. A gross whose
// net is further below the target than that cannot have the answer below
// itself; bisection finds the last such gross, and every cent above it is tried.
func (b *Book) Gross(scenario *Scenario) (*Result, error) {
	y, period, err := b.locate(scenario)
	if err != nil {
		return nil, err
	}
	target := cents(scenario.Amount)
	if target.Sign() <= 0 {
		return nil, b.refuse("invalid_input", "amount_rounds_to_zero", "sent", scenario.Amount.String())
	}
	smallest, fall, err := b.reverse(y, scenario)
	if err != nil {
		return nil, err
	}
	run := y.net.Run()
	defer run.Release()
	if err := b.set(run, y, scenario, b.service.GrossMax); err != nil {
		return nil, err
	}
	search := &search{run: run, y: y, target: units(target), fall: fall, low: smallest, high: units(b.service.GrossMax)}
	found, err := search.smallest()
	if err != nil {
		return nil, err
	}
	if found < 0 {
		return nil, b.refuse("invalid_input", "net_unreachable", "net", target.String(), "currency", y.country.currency, "gross", b.service.GrossMax.String())
	}
	if found == smallest && smallest > 1 && search.net > search.target {
		return nil, b.belowDomain(run, y, target, smallest)
	}
	return b.answerGross(run, y, scenario, period, target, found)
}

// belowDomain refuses a target that pay below the supported range would
// reach, with the code by which the rules refuse that pay.
func (b *Book) belowDomain(run *interpreter.Run, y *year, target number.Decimal, smallest int64) error {
	refusal := b.refuse("unsupported_profile", "net_below_domain", "net", target.String(), "currency", y.country.currency, "gross", number.New(smallest, 2).String())
	if err := run.SetNumber(y.inputs.gross, number.New(smallest-1, 2)); err != nil {
		return err
	}
	if err := run.Execute(); err != nil {
		return err
	}
	if f, is := run.Refusal(); is {
		refusal.Code, refusal.Citation = f.Code(), f.Citation()
	}
	return refusal
}

func (b *Book) answerGross(run *interpreter.Run, y *year, s *Scenario, period int, target number.Decimal, found int64) (*Result, error) {
	gross := number.New(found, 2)
	if err := run.SetNumber(y.inputs.gross, gross); err != nil {
		return nil, err
	}
	if err := run.Execute(); err != nil {
		return nil, err
	}
	asked := *s
	asked.Reverse = true
	r := b.result(run, y, &asked, period, gross)
	r.TargetNet, r.Difference = target, r.Net.Sub(target)
	if s.Amount.Cmp(target) != 0 {
		note := b.service.text("amount_rounded", "sent", s.Amount.String(), "used", target.String())
		r.Notes = append([]Text{note}, r.Notes...)
	}
	return r, nil
}

// reverse asks the rules for the smallest gross that is supported and for how
// far net pay can fall, both in cents.
func (b *Book) reverse(y *year, s *Scenario) (smallest, fall int64, err error) {
	run := y.reverse.Run()
	defer run.Release()
	inputs := y.reverse.Program().Inputs()
	for i, in := range inputs {
		switch in.Name {
		case periodInput:
			err = run.SetText(i, s.Period)
		default:
			for j, f := range y.country.fields {
				if f.Name == in.Name && j < len(s.Profile) && s.Profile[j].Given() {
					err = setValue(run, in, i, s.Profile[j])
				}
			}
		}
		if err != nil {
			return 0, 0, err
		}
	}
	if err := run.Execute(); err != nil {
		return 0, 0, err
	}
	return units(run.Number(y.smallest)), units(run.Number(y.fall)), nil
}

func units(amount number.Decimal) int64 {
	n, _ := amount.Units(2)
	return n
}

// search is one search for a gross; amounts are cents.
type search struct {
	run       *interpreter.Run
	y         *year
	target    int64
	fall      int64
	low, high int64
	net       int64 // of the gross tried last
	room      [24]interpreter.Line
}

// try computes the net of a gross.
func (s *search) try(gross int64) error {
	s.run.SetInt(s.y.inputs.gross, gross)
	if err := s.run.Execute(); err != nil {
		return err
	}
	if f, is := s.run.Refusal(); is {
		return refusalOf(f)
	}
	s.net = gross
	for _, line := range s.run.Lines(s.room[:0]) {
		if s.y.sites[line.Site()].payer != employee {
			continue
		}
		amount, _ := line.Number(lineAmount)
		s.net -= units(amount)
	}
	return nil
}

// smallest returns the smallest gross that reaches the target, -1 if none does.
func (s *search) smallest() (int64, error) {
	if err := s.try(s.low); err != nil {
		return 0, err
	}
	if s.net >= s.target {
		return s.low, nil
	}
	// Nothing up to below reaches the target; at above, something near may.
	below, above := s.low, s.high+1
	for above-below > 1 {
		middle := below + (above-below)/2
		if err := s.try(middle); err != nil {
			return 0, err
		}
		if s.net < s.target-s.fall {
			below = middle
		} else {
			above = middle
		}
	}
	for gross := below + 1; gross <= s.high; gross++ {
		if err := s.try(gross); err != nil {
			return 0, err
		}
		if s.net >= s.target {
			return gross, nil
		}
	}
	return -1, nil
}
