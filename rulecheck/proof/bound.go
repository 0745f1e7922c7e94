package proof

import (
	"encoding/json"
	"errors"
	"math/big"

	"github.com/payslate/payslate/rules"
)

// Fall is a fall of net pay from one gross to a higher one; amounts are cents.
type Fall struct{ From, To, Size int64 }

// String is the fall in words.
func (f Fall) String() string {
	return "by " + money(f.Size) + " from " + money(f.From) + " to " + money(f.To)
}

// MarshalJSON writes the three amounts as a list.
func (f Fall) MarshalJSON() ([]byte, error) { return json.Marshal([]int64{f.From, f.To, f.Size}) }

// UnmarshalJSON reads what MarshalJSON writes.
func (f *Fall) UnmarshalJSON(data []byte) error {
	amounts := [...]*int64{&f.From, &f.To, &f.Size}
	return json.Unmarshal(data, &amounts)
}

// Bounds is what the second method finds: no pay is tried but those beside a change.
type Bounds struct {
	// Steps is the largest fall that is possible while no rule changes.
	Steps int64
	// Changes are the pays from which on another rule holds, Falls the falls there.
	Changes []int64
	Falls   []Fall
	// Over are the stretches over which more than all of a raise may be deducted.
	Over []Fall
}

// errTooMany says that the rules change at too many pays to list them.
var errTooMany = errors.New("the rules change at more pays than can be followed")

const (
	// mostAsked bounds the spans that one profile takes, and a quarter of them those
	// that the first fiftieth of its pays does.
	mostAsked = 1_500
	// shortest is the stretch that is not divided any more to show that less than all
	// of a raise is deducted.
	shortest = 100
)

// bounds divides a range of pay into stretches in which no rule changes and bounds the
// falls of each by interval arithmetic on the rules.
func bounds(t *rules.TakeHome, from, to int64) (*Bounds, error) {
	b := &bounder{take: t, to: to, Bounds: &Bounds{}}
	if err := b.divide(from, to); err != nil {
		return nil, err
	}
	return b.Bounds, nil
}

type bounder struct {
	*Bounds
	take  *rules.TakeHome
	asked int
	to    int64
	last  int64 // the end of the stretch before, 0 before the first
}

func (b *bounder) divide(from, to int64) error {
	if b.asked++; b.asked > mostAsked || b.asked > mostAsked/4 && b.last < b.to/50 {
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
		return errTooMany // a number that may not fit 64 bits
	}
	if err := b.change(from); err != nil {
		return err
	}
	b.last = to
	if refused || from == to {
		return nil
	}
	// from one cent to a later one; net pay is whole cents
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

// change looks at the pay from which a stretch begins: whether a rule changes there,
// and how net pay falls.
func (b *bounder) change(from int64) error {
	if b.last == 0 {
		return nil
	}
	// Where one value passes another both may hold at the cent between.
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
