package rules

import (
	"errors"
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/payslate/payslate/interpreter/number"
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
func (r *review) falls(b *Book, y *year, s Scenario, trials [][]Value, random *rand.Rand) {
	found, err := b.sampleFalls(random, &s, trials)
	if err != nil {
		return // an error of the rules that their cases show
	}
	fall, declared, what := found.net, found.NetFall, "net pay"
	if fall <= declared {
		fall, declared, what = found.deductions, found.DeductionsFall, "deductions"
	}
	if fall > declared {
		p, _ := y.module.Program(reverseProgram)
		r.fail(p.Declaration.Range, "contradiction", "in year "+y.label+" a fall of "+what+" in a "+s.Period+" is "+number.New(fall, 2).String()+", and net_to_gross declares "+number.New(declared, 2).String(),
			"Declare the largest fall that the rules can give.")
	}
}

// trials returns the values to try for each field.
func (c *Country) trials() [][]Value {
	list := make([][]Value, len(c.fields))
	for i := range c.fields {
		list[i] = c.fields[i].Trials()
	}
	return list
}

// fallen is the largest fall of net pay and of deductions between any two of the sampled
// pays, in cents, with the declared bounds.
type fallen struct {
	net, deductions int64
	Bounds
}

// sampleFalls samples some pays of a random profile that the rules accept. Without one it
// returns the zero fallen.
func (b *Book) sampleFalls(random *rand.Rand, s *Scenario, trials [][]Value) (fallen, error) {
	s.Values = randomProfile(random, trials)
	for range supportedTries {
		found, err := b.fallsSomewhere(random, s)
		refused := new(Refusal)
		if !errors.As(err, &refused) {
			return found, err
		}
		if !repair(random, s, trials, refused) {
			s.Values = randomProfile(random, trials)
		}
	}
	return fallen{}, nil
}

func (b *Book) fallsSomewhere(random *rand.Rand, scenario *Scenario) (fallen, error) {
	s, y, _, err := b.find(scenario)
	if err != nil {
		return fallen{}, err
	}
	search, err := b.search(y, s)
	if err != nil {
		return fallen{}, err
	}
	defer search.Release()
	from := search.Smallest + upTo(random, search.Largest-search.Smallest-sampledPays)
	return b.fallsBetween(s, search, from, from+sampledPays)
}

// fallsBetween computes every pay of a range; to is not included.
func (b *Book) fallsBetween(s *Scenario, search *TakeHome, from, to int64) (fallen, error) {
	found := fallen{Bounds: search.Bounds}
	var highest, most int64
	for gross := from; gross < to; gross++ {
		net, err := search.net(gross)
		if errors.Is(err, errRefused) { // the whole program has the message
			s.Amount = number.New(gross, 2)
			if _, refusal := b.Net(s); refusal != nil {
				err = refusal
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
func repair(random *rand.Rand, s *Scenario, trials [][]Value, refused *Refusal) bool {
	if len(refused.Loc) < 2 {
		return false
	}
	at := slices.IndexFunc(s.Country.fields, func(f Field) bool { return f.Name == refused.Loc[1] })
	switch {
	case at < 0:
		return false
	case s.Values[at].Given():
		s.Values[at] = Value{}
	default:
		s.Values[at] = randomValue(random, trials[at])
	}
	return true
}

// randomProfile gives about half of the fields a random trial value.
func randomProfile(random *rand.Rand, trials [][]Value) []Value {
	profile := make([]Value, len(trials))
	for i := range trials {
		if random.IntN(2) == 0 {
			profile[i] = randomValue(random, trials[i])
		}
	}
	return profile
}

// randomValue returns one of the trial values; not given if there are none.
func randomValue(random *rand.Rand, trials []Value) Value {
	if len(trials) == 0 {
		return Value{}
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
