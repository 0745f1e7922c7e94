package rules

import (
	"cmp"
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/number"
)

// Threshold is a pay at which the law changes course.
type Threshold struct {
	// Key is the parameter's.
	Key    string
	Label  Text
	Source string
	// Amount is for the period of the question, rounded half up to the cent.
	Amount number.Decimal
}

// Thresholds lists the thresholds of a scenario's year and profile between two gross pays
// of its period, the lowest first: figures that are an amount of pay, and pays at which a
// step of the calculation exceeds a figure. A figure of another period is converted by
// the days that the country's law counts in a period, or else by the periods per year.
// The error is a *Refusal if the year or the period is not available.
func (b *Book) Thresholds(s *Scenario, from, to number.Decimal) ([]Threshold, error) {
	s, y, period, err := b.find(s)
	if err != nil {
		return nil, err
	}
	list, err := b.stepThresholds(y, s, from, to)
	if err != nil {
		return nil, err
	}
	for _, p := range y.module.Parameters {
		if !p.Threshold {
			continue
		}
		for _, figure := range Flat(p) {
			amount, ok := s.Country.convert(figure.Value, figure.Unit, figure.Cases, period)
			if !ok || amount.Cmp(from) < 0 || amount.Cmp(to) > 0 {
				continue
			}
			list = append(list, Threshold{Key: figure.Key, Label: textOf(p.Label), Source: y.citation(p), Amount: amount})
		}
	}
	slices.SortStableFunc(list, func(a, b Threshold) int {
		return cmp.Or(a.Amount.Cmp(b.Amount), cmp.Compare(a.Key, b.Key))
	})
	return list, nil
}

// convert converts an amount of a unit such as EUR/year to a period. A figure by period
// is only used for its own.
func (c *Country) convert(value number.Decimal, unit string, cases []string, period int) (number.Decimal, bool) {
	_, of, periodic := strings.Cut(unit, "/")
	if !periodic {
		return value, slices.Equal(cases, c.Periods[period:period+1])
	}
	from := slices.Index(c.Periods, of)
	if from < 0 {
		return number.Decimal{}, false
	}
	numerator, denominator := c.perYear[from], c.perYear[period]
	if days, ok := c.days[of]; ok && c.days[c.Periods[period]] > 0 {
		numerator, denominator = c.days[c.Periods[period]], days
	}
	amount, err := value.Mul(number.New(numerator, 0)).Quo(number.New(denominator, 0), 2, number.HalfUp)
	return amount, err == nil
}
