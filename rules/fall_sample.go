package rules

import (
	"errors"
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/payslate/payslate/interpreter/number"
)

// FallFinding is a scenario for which net pay or deductions fall further than
// the rules declare: the bounds in the year's program net_to_gross are too
// small.
type FallFinding struct {
	Scenario *Scenario
	Falls    Falls
}

// SampleFalls scans stretches of pay for falls that exceed what the rules
// declare: for every country, year and period as many random profiles, each
// over as many neighbouring cents. It is a quick test of the bounds, not their
// proof; a new year asks for whole ranges, which Falls scans. The same rules
// and numbers give the same findings.
func (b *Book) SampleFalls(profiles, pays int) ([]FallFinding, error) {
	var findings []FallFinding
	for _, c := range b.countries {
		r := rand.New(rand.NewPCG(uint64(profiles), uint64(pays))) // what one country has does not move another's sample
		for _, y := range c.stretches() {
			for _, period := range c.periods {
				for range profiles {
					finding, err := b.sampleFalls(r, y, period, int64(pays))
					if err != nil {
						return nil, err
					}
					if finding.Falls.Exceeded() {
						findings = append(findings, finding)
					}
				}
			}
		}
	}
	return findings, nil
}

// supportedTries bounds the search for a profile that the rules do not refuse.
const supportedTries = 32

// sampleFalls scans a stretch at some height, at a random profile that the
// rules support.
func (b *Book) sampleFalls(r *rand.Rand, y *year, period string, pays int64) (FallFinding, error) {
	fields := y.country.fields
	s := &Scenario{Country: y.country, Year: y.number, PayDate: y.changedOn(), Period: period, Values: randomProfile(r, fields)}
	for range supportedTries {
		falls, err := b.fallsSomewhere(r, y, s, pays)
		refused := new(Refusal)
		if !errors.As(err, &refused) {
			return FallFinding{s, falls}, err
		}
		if !mend(r, s.Values, fields, refused) {
			s.Values = randomProfile(r, fields)
		}
	}
	return FallFinding{}, nil
}

// mend leaves out the field of a profile that a refusal names, or gives the one
// that it misses; false where it names none.
func mend(r *rand.Rand, profile []Value, fields []Field, refused *Refusal) bool {
	if len(refused.Loc) < 2 {
		return false
	}
	at := slices.IndexFunc(fields, func(f Field) bool { return f.Name == refused.Loc[1] })
	if at < 0 {
		return false
	}
	if profile[at].Given() {
		profile[at] = Value{}
	} else {
		profile[at] = randomValue(r, &fields[at])
	}
	return true
}

func (b *Book) fallsSomewhere(r *rand.Rand, y *year, s *Scenario, pays int64) (Falls, error) {
	declared, err := b.bounds(y, s)
	if err != nil {
		return Falls{}, err
	}
	from := declared.smallest + upTo(r, declared.largest-declared.smallest-pays)
	return b.Falls(s, number.New(from, 2), number.New(from+pays-1, 2))
}

// upTo is a random number from 0 to a bound. Small ones are as likely as large
// ones, since rules have most of their steps at low amounts.
func upTo(r *rand.Rand, bound int64) int64 {
	if bound <= 0 {
		return 0
	}
	return r.Int64N(bound>>r.IntN(bits.Len64(uint64(bound))) + 1)
}

// randomProfile gives some of the fields random values within their bounds.
func randomProfile(r *rand.Rand, fields []Field) []Value {
	profile := make([]Value, len(fields))
	for i := range fields {
		if r.IntN(2) == 0 {
			profile[i] = randomValue(r, &fields[i])
		}
	}
	return profile
}

// randomValue is not given where the field does not say what it may hold.
func randomValue(r *rand.Rand, f *Field) Value {
	switch f.Kind {
	case Boolean:
		return Value{Kind: Boolean, Bool: r.IntN(2) == 0}
	case Choice, String:
		if len(f.Choices) > 0 {
			return Value{Kind: f.Kind, Text: f.Choices[r.IntN(len(f.Choices))]}
		}
		if f.Example != nil {
			return *f.Example
		}
	case List:
		v := Value{Kind: List}
		for _, word := range f.Choices {
			if len(v.Words) < f.MaxLength && r.IntN(2) == 0 {
				v.Words = append(v.Words, word)
			}
		}
		return v
	case Integer, Number:
		if f.Min != nil && f.Max != nil {
			return Value{Kind: f.Kind, Number: randomNumber(r, f)}
		}
	}
	return Value{}
}

func randomNumber(r *rand.Rand, f *Field) number.Decimal {
	places, step := max(f.MaxPlaces, 0), int64(1)
	switch {
	case f.MultipleOf != nil:
		places = f.MultipleOf.Places()
		step, _ = f.MultipleOf.Units(places)
	case f.Kind == Number && f.MaxPlaces < 0:
		places = 2
	}
	low, _ := f.Min.Units(places)
	high, _ := f.Max.Units(places)
	if f.AboveMin {
		low += step
	}
	if f.BelowMax {
		high -= step
	}
	if high-low < 1<<16 {
		return number.New(low+r.Int64N((high-low)/step+1)*step, places)
	}
	return number.New(low+upTo(r, (high-low)/step)*step, places)
}
