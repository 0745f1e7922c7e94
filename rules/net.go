package rules

import (
	"github.com/payslate/payslate/interpreter/number"
)

// Net answers a question from gross to net. The error is a *Refusal where the
// question has no answer.
func (b *Book) Net(scenario *Scenario) (*Result, error) {
	scenario, y, period, gross, err := b.asked(scenario)
	if err != nil {
		return nil, err
	}
	run, err := b.run(y.net, y, scenario, gross)
	defer run.Release()
	if err != nil {
		return nil, err
	}
	return b.answer(run.Outcome(), y, scenario, period, gross), nil
}

// asked is like find and returns the scenario's amount in cents, which must not be 0.
func (b *Book) asked(scenario *Scenario) (s *Scenario, y *year, period int, amount number.Decimal, err error) {
	s, y, period, err = b.find(scenario)
	if err != nil {
		return nil, nil, 0, amount, err
	}
	if amount = cents(s.Amount); amount.Sign() <= 0 {
		err = &Refusal{Code: "invalid_input", Loc: []any{AmountField}, Message: b.service.text("amount_rounds_to_zero", "sent", s.Amount.String())}
	}
	return s, y, period, amount, err
}

// cents rounds an amount half up to two decimals.
func cents(amount number.Decimal) number.Decimal { return amount.Round(2, number.HalfUp) }
