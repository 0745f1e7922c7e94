package tables

import (
	"errors"
	"path"

	"github.com/payslate/payslate/interpreter/check"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/run"
)

// TripCounter runs journeys through a regime's rules and counts the branches taken. It is
// not safe for concurrent use.
type TripCounter struct {
	regime     *Regime
	executable *run.Executable
}

// CountTrips returns a counter for the regime. The error is a *Refusal if the regime does
// not have rules for trips.
func (r *Regime) CountTrips() (*TripCounter, error) {
	if r.trip == nil {
		return nil, r.refuse(unknownRegime, "no_trip_rules", "regime", r.ID)
	}
	executable, err := r.trip.program.Compile(check.Counted)
	if err != nil {
		return nil, err
	}
	return &TripCounter{r, executable}, nil
}

// Count runs a journey and calls show with its counts; the run is reused for the next
// journey. A journey that is refused before the rules run is skipped.
func (c *TripCounter) Count(journey *Journey, show func(*run.Executable, *run.Run)) error {
	days, refusal := newItinerary(c.regime, journey)
	if refusal != nil {
		return nil
	}
	x, err := c.regime.trip.walk(c.executable, days)
	if err != nil {
		if refusal := (*Refusal)(nil); errors.As(err, &refusal) {
			return nil
		}
		return err
	}
	defer x.run.Release()
	show(c.executable, x.run)
	return nil
}

// WithTripRules returns the book with another rules.yaml for a regime. The book is nil if
// there are errors, or if the regime does not have rules for trips.
func (b *Book) WithTripRules(regime string, rules []byte) (*Book, diagnostic.List) {
	of := b.Regime(regime)
	if of == nil || of.trip == nil {
		return nil, nil
	}
	name := path.Join(regime, rulesFile)
	l := newLoader(nil)
	changed := *of
	changed.trip = l.readTripRules(name, rules, &changed)
	if l.Findings.HasErrors() || changed.trip == nil {
		return nil, l.Findings
	}
	other := &Book{service: b.service}
	for _, r := range b.regimes {
		if r == of {
			r = &changed
		}
		other.regimes = append(other.regimes, r)
	}
	return other, l.Findings
}
