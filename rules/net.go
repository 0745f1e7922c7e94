package rules

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/run"
	"github.com/payslate/payslate/interpreter/types"
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
	return b.result(run.Outcome(), y, scenario, period, gross), nil
}

// asked is like locate and returns the scenario's amount in cents, which must not be 0.
func (b *Book) asked(scenario *Scenario) (s *Scenario, y *year, period int, amount number.Decimal, err error) {
	s, y, period, err = b.locate(scenario)
	if err != nil {
		return nil, nil, 0, amount, err
	}
	if amount = cents(s.Amount); amount.Sign() <= 0 {
		err = &Refusal{Code: "invalid_input", Loc: []any{AmountField}, Message: b.service.text("amount_rounds_to_zero", "sent", s.Amount.String())}
	}
	return s, y, period, amount, err
}

// run runs a form of the net program at a gross; the error is a *Refusal if the rules
// refuse it. The caller releases the run even after an error.
func (b *Book) run(program *run.Executable, y *year, s *Scenario, gross number.Decimal) (*run.Run, error) {
	run := program.Run()
	if err := y.set(run, y.inputs, s, gross); err != nil {
		return run, err
	}
	return run, y.execute(run)
}

// execute executes a run that has its inputs; the error is a *Refusal if the rules
// refuse them.
func (y *year) execute(run *run.Run) error {
	if err := run.Execute(); err != nil {
		return err
	}
	if refused := run.Outcome().Refusal(); refused != nil {
		return y.refusalOf(refused)
	}
	return nil
}

// locate finds the year of a scenario and the index of its period, and puts its profile
// in order. The error is a *Refusal if the question has no answer.
func (b *Book) locate(s *Scenario) (*Scenario, *year, int, error) {
	c := s.Country
	name := c.name
	if c.status != Available {
		return nil, nil, 0, b.refuseOf("invalid_input", "planned_country", name, "country")
	}
	y := c.year(s.Year)
	if y == nil {
		return nil, nil, 0, b.noYear(c, s.Year)
	}
	period := slices.Index(c.periods, s.Period)
	if period < 0 {
		return nil, nil, 0, b.refuseOf("invalid_input", "period_not_used", name, periodInput, "period", s.Period, "periods", strings.Join(c.periods, ", "))
	}
	if s.OtherProfile != "" {
		return nil, nil, 0, b.refuseOf("invalid_input", "other_profile", name, strings.ToLower(s.OtherProfile), "other", s.OtherProfile)
	}
	if s.Profile != nil {
		values, err := b.profileValues(c, s.Profile)
		if err != nil {
			return nil, nil, 0, err
		}
		named := *s
		named.Values, s = values, &named
	}
	if err := b.ofYear(y, s.Values); err != nil {
		return nil, nil, 0, err
	}
	if err := b.repeated(c, s.Values); err != nil {
		return nil, nil, 0, err
	}
	y, err := b.onDay(y, s)
	if err == nil {
		err = y.ready()
	}
	return s, y, period, err
}

// noYear refuses a year that the book does not have or that is closed.
func (b *Book) noYear(c *Country, number int) *Refusal {
	year, years := strconv.Itoa(number), numberList(c.yearNumbers)
	if slices.Contains(c.archive, number) {
		return b.refuseOf("unsupported_year", "archived_year", c.name, yearInput, "year", year, "years", years, "archive", numberList(c.archive))
	}
	return b.refuseOf("unsupported_year", "unsupported_year", c.name, yearInput, "year", year, "years", years)
}

// refuseOf refuses a field with a text of the service that names the country.
func (b *Book) refuseOf(code, text string, country Text, field string, values ...any) *Refusal {
	return &Refusal{Code: code, Loc: []any{field}, Message: b.service.text(text, append(values, "country", country)...)}
}

// cents rounds an amount half up to two decimals.
func cents(amount number.Decimal) number.Decimal { return amount.Round(2, number.HalfUp) }

// inputPlaces lists for each input of a program where its value comes from: the index of
// a field of the country, or one of the places below.
type inputPlaces []int

// The places of inputs that are not fields.
const (
	grossPlace = -1 - iota
	periodPlace
	yearPlace
	taxYearPlace
	payDatePlace
	noPlace // a field of another year
)

var paymentPlaces = map[string]int{
	grossInput: grossPlace, periodInput: periodPlace, yearInput: yearPlace, taxYearInput: taxYearPlace, payDateInput: payDatePlace,
}

func isPayment(in *types.Input) bool {
	_, is := paymentPlaces[in.Name]
	return is
}

// placesOf finds where the inputs of a program come from.
func placesOf(p *types.Program, fields []Field) inputPlaces {
	places := make(inputPlaces, len(p.Inputs))
	for i, in := range p.Inputs {
		if isPayment(in) {
			places[i] = paymentPlaces[in.Name]
		} else if places[i] = slices.IndexFunc(fields, func(f Field) bool { return f.Name == in.Name }); places[i] < 0 {
			places[i] = noPlace
		}
	}
	return places
}

// set gives a run its inputs.
func (y *year) set(run *run.Run, places inputPlaces, s *Scenario, gross number.Decimal) (err error) {
	for at, place := range places {
		switch place {
		case grossPlace:
			err = run.SetNumber(at, gross)
		case periodPlace:
			err = run.SetText(at, s.Period)
		case yearPlace:
			run.SetInt(at, int64(y.number))
		case taxYearPlace:
			err = run.SetText(at, y.label)
		case payDatePlace:
			if s.PayDate != "" {
				err = run.Set(at, s.PayDate)
			}
		case noPlace:
		default:
			if place < len(s.Values) && s.Values[place].Given() {
				err = y.setValue(run, at, &s.Values[place])
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (y *year) setValue(into *run.Run, at int, v *Value) error {
	switch v.Kind {
	case Boolean:
		into.SetBool(at, v.Bool)
		return nil
	case Integer, Number:
		d := v.Number
		if into.Executable.Program.Inputs[at].Type.Unit.Money() {
			d = cents(d)
		}
		return into.SetNumber(at, d)
	case List:
		return into.SetCases(at, v.Words)
	}
	err := into.SetText(at, v.Text)
	if err == nil {
		return nil // errors.As would cost an allocation
	}
	var mismatch *run.Mismatch
	if errors.As(err, &mismatch) {
		return &Refusal{Code: mismatch.Code(), Loc: y.country.locOf(mismatch.Input), Message: mismatch.Message()}
	}
	return err
}
