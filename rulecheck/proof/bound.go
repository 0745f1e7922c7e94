package proof

import (
	"encoding/json"
	"errors"
	"math/big"

	"github.com/payslate/payslate/rules"
)

// Fall is a fall of net pay from one gross to a higher one; amounts are cents.
type Fall struct{ From, To, Size int64 }

// String returns the fall as text.
func (f Fall) String() string {
	return "by " + money(f.Size) + " from " + money(f.From) + " to " + money(f.To)
}

// MarshalJSON writes the three amounts as a list.
func (f Fall) MarshalJSON() ([]byte, error) { return json.Marshal([]int64{f.From, f.To, f.Size}) }

// UnmarshalJSON reads the list that MarshalJSON writes.
func (f *Fall) UnmarshalJSON(data []byte) error {
	amounts := [...]*int64{&f.From, &f.To, &f.Size}
	return json.Unmarshal(data, &amounts)
}

// Bounds is the result of the second method. It computes only the pays next to a change.
type Bounds struct {
	// Steps is the largest fall that is possible while no rule changes.
	Steps int64
	// Changes are the pays from which another rule applies, Falls the falls there.
	Changes []int64
	Falls   []Fall
	// Over are the ranges in which more than all of a raise may be deducted.
	Over []Fall
}

// errTooMany is returned if the rules change at too many pays to list them.
var errTooMany = errors.New("the rules change at more pays than can be followed")

const (
	// mostRanges limits the ranges tried for a profile. The first fiftieth of its pays may
	// take a quarter of them.
	mostRanges = 1_500
	// shortest is the length from which a range is no longer divided to show that less
	// than all of a raise is deducted.
	shortest = 100
)

// bounds divides a range of pay into ranges in which no rule changes, and bounds the falls in
// each by interval arithmetic on the rules.
func bounds(t *rules.TakeHome, from, to int64) (*Bounds, error) {
	b := &bounder{take: t, to: to, Bounds: &Bounds{}}
	if err := b.divide(from, to); err != nil {
		return nil, err
	}
	return b.Bounds, nil
}

type bounder struct {
	*Bounds
	take   *rules.TakeHome
	ranges int
	to     int64
	last   int64 // the end of the previous range, 0 before the first
}

func (b *bounder) divide(from, to int64) error {
	if b.ranges++; b.ranges > mostRanges || b.ranges > mostRanges/4 && b.last < b.to/50 {
		return errTooMany
	}
	moves, refused, decided := b.take.Grow(from, to)
	over := decided && !refused && to > from && moves.Most.Cmp(one) > 0
	if !decided && from < to || over && to-from > shortest {
		middle := (from + to) / 2
		if err := b.divide(from, middle); err != nil {
			return err
		}
		return b.divide(middle+1, to)
	}
	if !decided {
		return errTooMany // a number may exceed 64 bits
	}
	if err := b.change(from); err != nil {
		return err
	}
	b.last = to
	if refused || from == to {
		return nil
	}
	// The fall from any cent to a later one. Net pay is in whole cents.
	fall := new(big.Rat).Add(moves.Rises, new(big.Rat).Sub(moves.Most, one))
	if over {
		fall.Set(moves.Rises)
		if n := len(b.Over); n > 0 && b.Over[n-1].To+1 == from {
			b.Over[n-1].To = to
		} else {
			b.Over = append(b.Over, Fall{From: from, To: to})
		}
	}
	if fall.Sign() > 0 {
		b.Steps = max(b.Steps, new(big.Int).Quo(fall.Num(), fall.Denom()).Int64())
	}
	return nil
}

var one = big.NewRat(1, 1)

// change records a rule change at the start of a range, and a fall of net pay there.
func (b *bounder) change(from int64) error {
	if b.last == 0 {
		return nil
	}
	// Where one value overtakes another, both rules may apply at the cent in between.
	_, _, below := b.take.Grow(max(b.last-1, b.take.Smallest), from)
	_, _, above := b.take.Grow(b.last, min(from+1, b.take.Largest))
	if below && above {
		return nil
	}
	b.Changes = append(b.Changes, from)
	before, accepted, err := b.take.Net(b.last)
	if err != nil || !accepted {
		return err
	}
	after, accepted, err := b.take.Net(from)
	if err == nil && accepted && after < before {
		b.Falls = append(b.Falls, Fall{b.last, from, before - after})
	}
	return err
}
