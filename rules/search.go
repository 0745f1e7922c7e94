package rules

import (
	"errors"
	"math/bits"

	"github.com/payslate/payslate/interpreter/run"
)

// search looks for the smallest gross of a scenario whose net reaches a
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
type search struct {
	Bounds
	run   *run.Run
	input int // the gross among the inputs of the run
}

// search prepares a search.
func (b *Book) search(y *year, s *Scenario) (*search, error) {
	declared, err := b.bounds(y, s)
	if err != nil {
		return nil, err
	}
	takeHome, err := y.takeHome()
	if err != nil {
		return nil, err
	}
	run, err := y.bound(takeHome, y.binding, s, b.service.GrossMax)
	if err != nil {
		return nil, err
	}
	found := &search{Bounds: declared, run: run, input: y.gross}
	if err := found.raise(); err != nil {
		run.Release()
		return nil, err
	}
	return found, nil
}

func (s *search) release() { s.run.Release() }

// raise raises the smallest gross to the smallest that the rules accept. Below it they refuse
// every gross: what is given up of the pay is more than the pay.
func (s *search) raise() error {
	refused := func(gross int64) (bool, error) {
		_, err := s.net(gross)
		if errors.Is(err, errRefused) {
			return true, nil
		}
		return false, err
	}
	low, high := s.Smallest, s.Largest
	for _, gross := range []int64{low, high} {
		is, err := refused(gross)
		if err != nil || is != (gross == low) {
			return err // the smallest is accepted, or none
		}
	}
	for low+1 < high {
		middle := low + (high-low)/2
		is, err := refused(middle)
		if err != nil {
			return err
		}
		if is {
			low = middle
		} else {
			high = middle
		}
	}
	s.Smallest = high
	return nil
}

// errRefused is the error of a gross that the rules refuse.
var errRefused = errors.New("the rules refuse this gross")

// net computes the net of a gross.
func (s *search) net(gross int64) (int64, error) {
	s.run.SetInt(s.input, gross)
	if err := s.run.Execute(); err != nil {
		return 0, err
	}
	out := s.run.Outcome()
	if out.Refused() {
		return 0, errRefused
	}
	return gross - units(out.Sum(lineAmount)), nil
}

// find returns the smallest gross whose net reaches the target; if none does, the largest
// supported gross and false. With errRefused it returns the refused gross.
func (s *search) find(target int64) (gross int64, reached bool, err error) {
	gross = s.Smallest
	net, err := s.net(gross)
	if err != nil || net >= target {
		return gross, err == nil, err
	}
	ceiling := s.Largest + 1 // from here on no net is short by more than it can fall
	slope := slope{1, 1}
	for {
		// No gross up to this one reaches the target.
		safe := s.step(gross, target-net)
		if bold := slope.over(target - net - 2*s.NetFall); bold > safe && gross+bold < ceiling {
			next := gross + bold
			nextNet, err := s.net(next)
			if err != nil {
				return next, false, err
			}
			if nextNet < target-s.NetFall {
				slope.through(next-gross, nextNet-net)
				gross, net = next, nextNet
				continue
			}
			ceiling = next
			slope.through(next-gross, nextNet-net)
		}
		if gross+safe > s.Largest {
			return s.Largest, false, nil
		}
		next := gross + safe
		nextNet, err := s.net(next)
		if err != nil || nextNet >= target {
			return next, err == nil, err
		}
		if safe > s.NetFall {
			slope.through(safe, nextNet-net)
		}
		gross, net = next, nextNet
	}
}

// step returns the distance to the next gross that may reach a target of which a gross is
// short.
func (s *search) step(gross, short int64) int64 {
	switch {
	case gross >= s.FallsTo || gross+short < s.FallsFrom:
		return short
	case gross+1 < s.FallsFrom:
		return s.FallsFrom - gross
	}
	return max(1, short-s.DeductionsFall)
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
