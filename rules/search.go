package rules

import (
	"errors"
	"math/bits"
)

// A search looks for the smallest gross of a scenario whose net reaches a
// target. Amounts are cents.
//
// Net pay is not monotonic in gross: it falls where taxes step up, and rises faster than
// gross where they step down. The rules declare by how much at most, between any two
// pays. Two conclusions follow from a computed net:
//
//   - A net that is short of the target by more than net can fall: no smaller
//     gross reaches the target either, since net would have to fall by more.
//   - If, in addition, no smaller gross reaches the target and the net is short by d,
//     none of the next d − DeductionsFall − 1 cents reaches it either: net rises by no
//     more than gross rises and deductions fall. Outside the pays from FallsFrom to
//     FallsTo deductions do not fall.
//
// The first approaches the answer from below, in steps as large as the last ones
// suggest; the second covers the rest.

// search prepares a search.
func (b *Book) search(y *year, s *Scenario) (*TakeHome, error) {
	bounds, err := b.bounds(y, s)
	if err != nil {
		return nil, err
	}
	t, err := b.takeHome(y, s, bounds)
	if err != nil {
		return nil, err
	}
	if err := t.raise(); err != nil {
		t.Release()
		return nil, err
	}
	return t, nil
}

// raise raises the smallest gross to the smallest that the rules accept. Below it they refuse
// every gross: what is given up of the pay is more than the pay.
func (t *TakeHome) raise() error {
	accepted := func(gross int64) (bool, error) {
		_, accepted, err := t.Net(gross)
		return accepted, err
	}
	for _, gross := range []int64{t.Smallest, t.Largest} {
		is, err := accepted(gross)
		if err != nil || is == (gross == t.Smallest) {
			return err // the smallest is accepted, or none
		}
	}
	smallest, err := first(t.Smallest, t.Largest, accepted)
	if err == nil {
		t.Smallest = smallest
	}
	return err
}

// first returns the smallest amount from which on something holds. It does not hold at low, and
// it does at high.
func first(low, high int64, holds func(int64) (bool, error)) (int64, error) {
	for low+1 < high {
		middle := low + (high-low)/2
		is, err := holds(middle)
		if err != nil {
			return 0, err
		}
		if is {
			high = middle
		} else {
			low = middle
		}
	}
	return high, nil
}

// errRefused is the error of a gross that the rules refuse.
var errRefused = errors.New("the rules refuse this gross")

// net computes the net of a gross.
func (t *TakeHome) net(gross int64) (int64, error) {
	t.run.SetInt(t.year.gross, gross)
	if err := t.run.Execute(); err != nil {
		return 0, err
	}
	out := t.run.Outcome()
	if out.Refused() {
		return 0, errRefused
	}
	return gross - units(out.Sum(lineAmount)), nil
}

// find returns the smallest gross whose net reaches the target; if none does, the largest
// supported gross and false. With errRefused it returns the refused gross.
func (t *TakeHome) find(target int64) (gross int64, reached bool, err error) {
	gross = t.Smallest
	net, err := t.net(gross)
	if err != nil || net >= target {
		return gross, err == nil, err
	}
	ceiling := t.Largest + 1 // from here on no net is short by more than it can fall
	slope := slope{1, 1}
	for {
		// No gross up to this one reaches the target.
		safe := t.step(gross, target-net)
		if bold := slope.over(target - net - 2*t.NetFall); bold > safe && gross+bold < ceiling {
			next := gross + bold
			nextNet, err := t.net(next)
			if err != nil {
				return next, false, err
			}
			if nextNet < target-t.NetFall {
				slope.through(next-gross, nextNet-net)
				gross, net = next, nextNet
				continue
			}
			ceiling = next
			slope.through(next-gross, nextNet-net)
		}
		if gross+safe > t.Largest {
			return t.Largest, false, nil
		}
		next := gross + safe
		nextNet, err := t.net(next)
		if err != nil || nextNet >= target {
			return next, err == nil, err
		}
		if safe > t.NetFall {
			slope.through(safe, nextNet-net)
		}
		gross, net = next, nextNet
	}
}

// step returns the distance to the next gross that may reach a target of which a gross is
// short.
func (t *TakeHome) step(gross, short int64) int64 {
	switch {
	case gross >= t.FallsTo || gross+short < t.FallsFrom:
		return short
	case gross+1 < t.FallsFrom:
		return t.FallsFrom - gross
	}
	return max(1, short-t.DeductionsFall)
}

// slope is the growth of gross per growth of net.
type slope struct{ gross, net int64 }

func (s *slope) through(gross, net int64) {
	if net > 0 {
		*s = slope{gross, net}
	}
}

// over returns the gross that a net needs along the slope.
func (s *slope) over(net int64) int64 {
	if net <= 0 {
		return 0
	}
	high, low := bits.Mul64(uint64(net), uint64(s.gross))
	if high >= uint64(s.net) {
		return 0 // beyond any pay
	}
	quotient, _ := bits.Div64(high, low, uint64(s.net))
	return int64(min(quotient, 1<<60))
}
