package rules

import (
	"errors"
	"math/bits"

	"github.com/payslate/payslate/interpreter/execution"
)

// search looks for the smallest gross of a scenario whose net reaches a
// target. Amounts are cents.
//
// Net pay is not monotonic in gross: where taxes step, it falls, and where they
// step back it rises faster than gross. By how much at most, between any two
// pays, is declared in the rules. Two conclusions follow from one computed net:
//
//   - A net that is short of the target by more than net can fall: no smaller
//     gross reaches the target either, since net would have to fall by more.
//   - If moreover no smaller gross reaches the target, and the net is short by
//     d: as net rises by no more than gross does and deductions fall, none of
//     the next d − DeductionsFall − 1 cents reaches it either.
//
// The first one closes in on the answer from below, by steps as bold as the
// last ones suggest; the second one walks to it.
type search struct {
	Bounds
	run   *execution.Run
	input int // the gross among the inputs of the run
}

// search prepares the search for a gross.
func (b *Book) search(y *year, s *Scenario) (*search, error) {
	declared, err := b.bounds(y, s)
	if err != nil {
		return nil, err
	}
	takeHome, err := y.takeHome()
	if err != nil {
		return nil, err
	}
	run := takeHome.Run()
	if err := y.set(run, y.inputs, s, b.service.GrossMax); err != nil {
		run.Release()
		return nil, err
	}
	return &search{Bounds: declared, run: run, input: y.gross}, nil
}

func (s *search) release() { s.run.Release() }

// errRefused says that the rules refuse a gross.
var errRefused = errors.New("the rules refuse this gross")

// net computes the net of a gross.
func (s *search) net(gross int64) (int64, error) {
	s.run.SetInt(s.input, gross)
	if err := s.run.Execute(); err != nil {
		return 0, err
	}
	if _, is := s.run.Refusal(); is {
		return 0, errRefused
	}
	return gross - units(s.run.Sum(lineAmount)), nil
}

// find returns the smallest gross whose net reaches the target, or the largest
// one of all and false where none does. With errRefused it returns the gross
// that is refused.
func (s *search) find(target int64) (gross int64, reached bool, err error) {
	gross = s.Smallest
	net, err := s.net(gross)
	if err != nil || net >= target {
		return gross, err == nil, err
	}
	ceiling := s.Largest + 1 // from here on a net is not short by more than it can fall
	slope := slope{1, 1}
	for {
		// No gross up to this one reaches the target.
		safe := max(1, target-net-s.DeductionsFall)
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

// slope is how gross has grown with net.
type slope struct{ gross, net int64 }

func (s *slope) through(gross, net int64) {
	if net > 0 {
		*s = slope{gross, net}
	}
}

// over is the gross that a net needs along the slope.
func (s *slope) over(net int64) int64 {
	if net <= 0 {
		return 0
	}
	high, low := bits.Mul64(uint64(net), uint64(s.gross))
	if high >= uint64(s.net) {
		return 0 // beyond all pay: no guess
	}
	quotient, _ := bits.Div64(high, low, uint64(s.net))
	return int64(min(quotient, 1<<60))
}
