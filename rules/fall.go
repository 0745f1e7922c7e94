package rules

import (
	"errors"

	"github.com/payslate/payslate/interpreter/number"
)

// Fall is the largest fall of an amount between two pays, from a lower gross to
// a higher one. Where the amount never falls, Amount is 0.
type Fall struct {
	Amount, From, To number.Decimal
}

// Falls is what a scan of a range of pays has found, and what the rules
// declare: the search for a gross is right only while what is found does not
// exceed it. Amounts are in the country's currency for the scenario's period.
type Falls struct {
	// Net is the largest fall of net pay, Deductions that of the employee's
	// deductions, between any two pays of the range.
	Net, Deductions Fall
	// DeclaredNet and DeclaredDeductions are the bounds that the rules declare.
	DeclaredNet, DeclaredDeductions number.Decimal
	// Pays counts the pays of the range that were computed.
	Pays int
}

// Exceeded reports whether a fall is larger than declared.
func (f Falls) Exceeded() bool {
	return f.Net.Amount.Cmp(f.DeclaredNet) > 0 || f.Deductions.Amount.Cmp(f.DeclaredDeductions) > 0
}

// Falls computes every cent of gross in a range, from the smallest supported
// pay on and up to the largest, for the profile and period of the scenario,
// whose amount does not count. It takes about a second for a million cents. The
// error is a *Refusal where the rules refuse the scenario.
func (b *Book) Falls(scenario *Scenario, from, to number.Decimal) (Falls, error) {
	scenario, y, _, err := b.locate(scenario)
	if err != nil {
		return Falls{}, err
	}
	s, err := b.search(y, scenario)
	if err != nil {
		return Falls{}, err
	}
	defer s.release()
	var net, deductions peak
	first, last := max(units(from), s.smallest), min(units(to), s.largest)
	for gross := first; gross <= last; gross++ {
		n, err := s.net(gross)
		if errors.Is(err, errRefused) {
			return Falls{}, b.refusedAt(y, scenario, gross)
		}
		if err != nil {
			return Falls{}, err
		}
		net.add(gross, n, gross == first)
		deductions.add(gross, gross-n, gross == first)
	}
	return Falls{
		Net: net.fall(), Deductions: deductions.fall(), Pays: int(max(0, last-first+1)),
		DeclaredNet: number.New(s.netFall, 2), DeclaredDeductions: number.New(s.deductionsFall, 2),
	}, nil
}

// peak follows an amount from its highest value so far. All are cents.
type peak struct {
	highest, at   int64
	most          int64
	mostAt, below int64
}

func (p *peak) add(gross, amount int64, first bool) {
	if first || amount > p.highest {
		p.highest, p.at = amount, gross
	}
	if fall := p.highest - amount; fall > p.most {
		p.most, p.mostAt, p.below = fall, p.at, gross
	}
}

func (p *peak) fall() Fall {
	return Fall{number.New(p.most, 2), number.New(p.mostAt, 2), number.New(p.below, 2)}
}

// refusedAt is the refusal of a gross, with its message.
func (b *Book) refusedAt(y *year, s *Scenario, gross int64) error {
	run := y.net.Run()
	defer run.Release()
	if err := b.set(run, y, s, number.New(gross, 2)); err != nil {
		return err
	}
	if err := run.Execute(); err != nil {
		return err
	}
	if refused, is := run.Refusal(); is {
		return y.refusalOf(refused)
	}
	return errRefused
}
