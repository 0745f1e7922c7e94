package review

import (
	"errors"
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/rules"
)

// The number of pays that a review samples for a profile, and of attempts to find a
// profile that the rules accept.
const (
	sampledPays    = 500
	supportedTries = 32
)

// falls checks on a sample of neighbouring pays that net pay and deductions fall no
// further than net_to_gross declares. It is a quick test: rulecheck prove proves the
// bounds for all pays.
func (r *review) falls(y rules.Stretch, s *rules.Scenario, trials [][]rules.Value, random *rand.Rand) {
	found, err := sampleFalls(r.book, random, s, trials)
	if err != nil {
		return // an error of the rules that their cases show
	}
	fall, declared, what := found.net, found.NetFall, "net pay"
	if fall <= declared {
		fall, declared, what = found.deductions, found.DeductionsFall, "deductions"
	}
	if fall > declared {
		p, _ := y.Program(rules.ReverseProgram)
		r.fail(p.Declaration.Range, "contradiction", "in year "+y.Label+" a fall of "+what+" in a "+s.Period+" is "+number.New(fall, 2).String()+", and net_to_gross declares "+number.New(declared, 2).String(),
			"Declare the largest fall that the rules can give.")
	}
}

// trialsOf returns the values to try for each field of a country.
func trialsOf(c *rules.Country) [][]rules.Value {
	list := make([][]rules.Value, len(c.Fields))
	for i := range list {
		list[i] = c.Fields[i].Trials()
	}
	return list
}

// fallen is the largest fall of net pay and of deductions between any two of the sampled
// pays, in cents, with the declared bounds.
type fallen struct {
	net, deductions int64
	rules.Bounds
}

// sampleFalls samples some pays of a random profile that the rules accept. Without one it
// returns the zero fallen.
func sampleFalls(book *rules.Book, random *rand.Rand, s *rules.Scenario, trials [][]rules.Value) (fallen, error) {
	s.Values = randomProfile(random, trials)
	for range supportedTries {
		found, err := fallsSomewhere(book, random, s)
		refused := new(rules.Refusal)
		if !errors.As(err, &refused) {
			return found, err
		}
		if !repair(random, s, trials, refused) {
			s.Values = randomProfile(random, trials)
		}
	}
	return fallen{}, nil
}

func fallsSomewhere(book *rules.Book, random *rand.Rand, s *rules.Scenario) (fallen, error) {
	t, err := book.TakeHome(s)
	if err != nil {
		return fallen{}, err
	}
	defer t.Release()
	if !t.Searched { // the refusal names the field that is in the way
		_, err := book.Gross(s)
		return fallen{}, err
	}
	from := t.Smallest + upTo(random, t.Largest-t.Smallest-sampledPays)
	return fallsBetween(book, s, t, from, from+sampledPays)
}

// fallsBetween computes every pay of a range; to is not included.
func fallsBetween(book *rules.Book, s *rules.Scenario, t *rules.TakeHome, from, to int64) (fallen, error) {
	found := fallen{Bounds: t.Bounds}
	var highest, most int64
	for gross := from; gross < to; gross++ {
		net, accepted, err := t.Net(gross)
		if err == nil && !accepted { // the whole program has the message
			s.Amount = number.New(gross, 2)
			if _, err = book.Net(s); err == nil {
				return fallen{}, nil
			}
		}
		if err != nil {
			return fallen{}, err
		}
		if gross == from {
			highest, most = net, gross-net
		}
		highest, most = max(highest, net), max(most, gross-net)
		found.net, found.deductions = max(found.net, highest-net), max(found.deductions, most-(gross-net))
	}
	return found, nil
}

// repair removes the field that a refusal names from a profile, or adds it if it is
// missing; false if the refusal names no field.
func repair(random *rand.Rand, s *rules.Scenario, trials [][]rules.Value, refused *rules.Refusal) bool {
	if len(refused.Loc) < 2 {
		return false
	}
	at := slices.IndexFunc(s.Country.Fields, func(f rules.Field) bool { return f.Name == refused.Loc[1] })
	switch {
	case at < 0:
		return false
	case s.Values[at].Given():
		s.Values[at] = rules.Value{}
	default:
		s.Values[at] = randomValue(random, trials[at])
	}
	return true
}

// randomProfile gives about half of the fields a random trial value.
func randomProfile(random *rand.Rand, trials [][]rules.Value) []rules.Value {
	profile := make([]rules.Value, len(trials))
	for i := range trials {
		if random.IntN(2) == 0 {
			profile[i] = randomValue(random, trials[i])
		}
	}
	return profile
}

// randomValue returns one of the trial values; not given if there are none.
func randomValue(random *rand.Rand, trials []rules.Value) rules.Value {
	if len(trials) == 0 {
		return rules.Value{}
	}
	return trials[random.IntN(len(trials))]
}

// upTo returns a random number from 0 to a bound. Each order of magnitude is equally
// likely, since most steps of the rules are at low amounts.
func upTo(r *rand.Rand, bound int64) int64 {
	if bound <= 0 {
		return 0
	}
	return r.Int64N(bound>>r.IntN(bits.Len64(uint64(bound))) + 1)
}
