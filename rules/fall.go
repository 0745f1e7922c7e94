package rules

import (
	"errors"
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/payslate/payslate/interpreter/number"
)

// The pays of each profile that a review samples, and how often it looks for a profile
// that the rules do not refuse.
const (
	sampledPays    = 500
	supportedTries = 32
)

// falls samples whether net pay or deductions fall further than net_to_gross declares,
// over neighbouring cents of some profile. It is a quick test of the bounds; their
// proof is a certificate of all pays (rulecheck prove).
func (r *review) falls(b *Book, y *year, s Scenario, trials [][]Value, random *rand.Rand) {
	found, err := b.sampleFalls(random, &s, trials)
	if err != nil {
		return // a fault of the rules, which their cases show
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

// trials are the values that are tried of each field.
func (c *Country) trials() [][]Value {
	list := make([][]Value, len(c.fields))
	for i := range c.fields {
		list[i] = c.fields[i].Trials()
	}
	return list
}

// fallen is how far net pay and deductions fall at most between any two of some pays,
// beside what the rules declare. All are cents.
type fallen struct {
	net, deductions int64
	Bounds
}

// sampleFalls looks at some pays of a random profile that the rules support; nothing
// falls where none is found.
func (b *Book) sampleFalls(random *rand.Rand, s *Scenario, trials [][]Value) (fallen, error) {
	s.Values = randomProfile(random, trials)
	for range supportedTries {
		found, err := b.fallsSomewhere(random, s)
		refused := new(Refusal)
		if !errors.As(err, &refused) {
			return found, err
		}
		if !mend(random, s, trials, refused) {
			s.Values = randomProfile(random, trials)
		}
	}
	return fallen{}, nil
}

func (b *Book) fallsSomewhere(random *rand.Rand, scenario *Scenario) (fallen, error) {
	s, y, _, err := b.locate(scenario)
	if err != nil {
		return fallen{}, err
	}
	search, err := b.search(y, s)
	if err != nil {
		return fallen{}, err
	}
	defer search.release()
	from := search.Smallest + upTo(random, search.Largest-search.Smallest-sampledPays)
	return b.fallsBetween(s, search, from, from+sampledPays)
}

// fallsBetween computes every pay from one up to before another.
func (b *Book) fallsBetween(s *Scenario, search *search, from, to int64) (fallen, error) {
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

// mend leaves out the field of a profile that a refusal names, or gives the one that it
// misses; false where it names none.
func mend(random *rand.Rand, s *Scenario, trials [][]Value, refused *Refusal) bool {
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

// randomProfile gives some of the fields one of the values that are tried of them.
func randomProfile(random *rand.Rand, trials [][]Value) []Value {
	profile := make([]Value, len(trials))
	for i := range trials {
		if random.IntN(2) == 0 {
			profile[i] = randomValue(random, trials[i])
		}
	}
	return profile
}

// randomValue is not given where the field does not say what it may hold.
func randomValue(random *rand.Rand, trials []Value) Value {
	if len(trials) == 0 {
		return Value{}
	}
	return trials[random.IntN(len(trials))]
}

// upTo is a random number from 0 to a bound. Small ones are as likely as large
// ones, since rules have most of their steps at low amounts.
func upTo(r *rand.Rand, bound int64) int64 {
	if bound <= 0 {
		return 0
	}
	return r.Int64N(bound>>r.IntN(bits.Len64(uint64(bound))) + 1)
}
