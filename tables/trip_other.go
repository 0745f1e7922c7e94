package tables

import (
	"path"

	"github.com/payslate/payslate/interpreter/diagnostic"
)

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
