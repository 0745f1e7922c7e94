package rules

import (
	"errors"

	"github.com/payslate/payslate/interpreter/number"
)

// Net answers a question from gross to net. The error is a *Refusal where the
// question has no answer.
func (b *Book) Net(scenario *Scenario) (*Result, error) {
	scenario, y, period, gross, err := b.paid(scenario)
	if err != nil {
		return nil, err
	}
	run, err := b.run(y.net, y, scenario, gross)
	defer run.Release()
	if err != nil {
		return nil, err
	}
	return b.reply(run.Outcome(), y, scenario, period, gross), nil
}

// AcceptsZero reports whether the rules compute a scenario with a gross of 0, or refuse it
// for another reason than its gross.
func (b *Book) AcceptsZero(scenario *Scenario) bool {
	if scenario == nil {
		return false
	}
	s := *scenario
	s.Amount = number.Decimal{}
	if _, _, _, err := b.find(&s); err != nil {
		return false
	}
	result, err := b.Net(&s)
	if refusal := new(Refusal); errors.As(err, &refusal) {
		return len(refusal.Loc) == 0 || refusal.Loc[0] != AmountField
	}
	if err != nil {
		return false
	}
	result.Release()
	return true
}

// paid is find with the gross of the scenario.
func (b *Book) paid(scenario *Scenario) (s *Scenario, y *year, period int, gross number.Decimal, err error) {
	if s, y, period, err = b.find(scenario); err == nil {
		gross, err = b.gross(y, s)
	}
	return s, y, period, gross, err
}

// gross returns the gross of a scenario in cents: it may be 0 where the country's rules accept
// that.
func (b *Book) gross(y *year, s *Scenario) (number.Decimal, error) {
	if s.Amount.IsZero() && y.acceptsZero() {
		return number.Decimal{}, nil
	}
	return b.amount(s)
}

// acceptsZero reports whether the gross of the net program may be 0.
func (y *year) acceptsZero() bool {
	bounds := y.program.Inputs[y.gross].Type.Bounds
	return bounds.Min != nil && bounds.Min.IsZero() && !bounds.AboveMin
}

// amount returns the amount of a scenario in cents, which must not be 0.
func (b *Book) amount(s *Scenario) (number.Decimal, error) {
	amount := cents(s.Amount)
	if amount.Sign() <= 0 {
		return amount, &Refusal{Code: "invalid_input", Loc: []any{AmountField}, Message: b.service.text("amount_rounds_to_zero", "sent", s.Amount.String())}
	}
	return amount, nil
}

// cents rounds an amount half up to two decimals.
func cents(amount number.Decimal) number.Decimal { return amount.Round(2, number.HalfUp) }
