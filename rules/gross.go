package rules

import (
	"errors"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/run"
	"github.com/payslate/payslate/interpreter/wording"
)

// Gross answers a question from net to gross: the smallest gross in whole cents whose net
// is at least the scenario's amount. The error is a *Refusal if there is none.
func (b *Book) Gross(scenario *Scenario) (*Result, error) {
	scenario, y, period, err := b.find(scenario)
	if err != nil {
		return nil, err
	}
	target, err := b.amount(scenario)
	if err != nil {
		return nil, err
	}
	s, err := b.search(y, scenario)
	if err != nil {
		return nil, err
	}
	defer s.Release()
	found, reached, err := s.find(units(target))
	if err != nil && !errors.Is(err, errRefused) {
		return nil, err
	}
	// The whole program gives the refusal its message and the answer its lines.
	run, err := b.run(y.net, y, scenario, number.New(found, 2))
	defer run.Release()
	if err != nil {
		return nil, err
	}
	if !reached {
		beyond, err := outcomeAt(run, y, s.Largest+1)
		if err != nil {
			return nil, err
		}
		return nil, b.refuseNet("net_unreachable", target, s.Largest, y, &Refusal{Code: "invalid_input", Message: beyond.Message})
	}
	r := b.reply(run.Outcome(), y, scenario, period, number.New(found, 2))
	r.TargetNet, r.Difference = target, r.Net.Sub(target)
	if found == s.Smallest && found > 1 && r.Difference.Sign() > 0 {
		below, err := outcomeAt(run, y, found-1)
		if err != nil {
			return nil, err
		}
		if below.Code != "" {
			return nil, b.refuseNet("net_below_domain", target, found, y, below)
		}
	}
	if found == s.Smallest && r.Difference.Sign() > 0 {
		without, accepted, err := s.Net(0)
		if err != nil {
			return nil, err
		}
		if accepted && without >= units(target) {
			note := b.service.text("net_without_pay", "net", wording.Amount(number.New(without, 2), 2), "currency", y.country.Currency, "gross", wording.Amount(number.New(found, 2), 2))
			r.Notes = append(r.Notes, note.In(scenario.Language))
		}
	}
	return r, nil
}

// outcomeAt returns the refusal of a gross outside the supported range; an empty one if
// the rules accept it.
func outcomeAt(run *run.Run, y *year, gross int64) (*Refusal, error) {
	run.SetInt(y.gross, gross)
	refused := &Refusal{}
	if err := y.execute(run); err != nil && !errors.As(err, &refused) {
		return nil, err
	}
	return refused, nil
}

// refuseNet refuses a target with a text that names it and the nearest supported gross,
// followed by the message for a gross beyond that.
func (b *Book) refuseNet(text string, net number.Decimal, gross int64, y *year, beyond *Refusal) *Refusal {
	message := b.service.text(text, "net", wording.Amount(net, 2), "currency", y.country.Currency, "gross", wording.Amount(number.New(gross, 2), 2))
	if !wording.IsEmpty(beyond.Message) {
		message = wording.Join([]Text{message, beyond.Message}, " ")
	}
	return &Refusal{Code: beyond.Code, Loc: []any{AmountField}, Message: message, Citation: beyond.Citation, Remedies: beyond.Remedies}
}

// Bounds is what the rules declare for a search; amounts in cents.
type Bounds struct {
	// Smallest and Largest are the smallest and the largest gross that are supported.
	Smallest, Largest int64
	// NetFall is the most by which net pay can fall from any pay to any higher one,
	// DeductionsFall the same for the employee's deductions.
	NetFall, DeductionsFall int64
	// FallsFrom and FallsTo are the lowest and the highest pay at which deductions are
	// lower than at some smaller pay.
	FallsFrom, FallsTo int64
}

// bounds computes the bounds of a search.
func (b *Book) bounds(y *year, s *Scenario) (Bounds, error) {
	reverse, err := y.reverse()
	if err != nil {
		return Bounds{}, err
	}
	run := reverse.Run()
	defer run.Release()
	if err := y.ask(run, s); err != nil {
		return Bounds{}, err
	}
	given := func(output string, otherwise int64) int64 {
		if at, has := y.bounds[output]; has && run.Outcome().Output(at).Given() {
			return units(run.Outcome().Output(at).Number())
		}
		return otherwise
	}
	smallest, most := given(smallestOutput, 0), units(b.service.GrossMax)
	largest := min(most, given(largestOutput, most))
	return Bounds{smallest, largest, given(netFallOutput, 0), given(deductionsFallOutput, 0), given(fallsFromOutput, smallest), given(fallsToOutput, largest)}, nil
}

// units returns an amount in cents.
func units(amount number.Decimal) int64 {
	n, _ := amount.Units(2)
	return n
}
