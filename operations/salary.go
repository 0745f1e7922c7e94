package operations

import (
	"context"

	"github.com/payslate/payslate/rules"
)

// register names the runner of each operation by its id.
func (c *Catalogue) register(runners map[string]runner) {
	runners["salary-net/net"] = scenario("gross", func(a *answering, of *rules.Scenario, _ *Value) (any, error) { return a.net(of) })
	runners["salary-net/explain"] = scenario("gross", func(a *answering, of *rules.Scenario, _ *Value) (any, error) { return a.explain(of) })
	runners["salary-net/gross"] = scenario("net", func(a *answering, of *rules.Scenario, _ *Value) (any, error) { return a.gross(of) })
	runners["salary-net/year"] = scenario("gross", func(a *answering, of *rules.Scenario, input *Value) (any, error) {
		plan := plan(input, *of)
		plan.FullLines = a.full
		return a.year(plan)
	})
	runners["salary-net/compare"] = func(a *answering, input *Value) (any, error) {
		scenarios := make([]*rules.Scenario, len(input.field("scenarios").Members))
		for i := range scenarios {
			q := questions.Get().(*question)
			defer q.giveBack()
			q.read(a.rules, &input.field("scenarios").Members[i], "gross", a.language)
			scenarios[i] = &q.scenario
		}
		return a.compare(scenarios)
	}
	runners["salary-net/curve"] = scenario(curveAmount, func(a *answering, of *rules.Scenario, input *Value) (any, error) {
		return a.curve(&CurveRequest{*of, input.number("to"), input.whole("points")})
	})
	runners["salary-net/parameters"] = func(a *answering, input *Value) (any, error) {
		country, year := country(a.rules, input)
		return a.parameters(&ParametersRequest{country, year, input.text("date"), a.language})
	}
	runners["salary-net/countries"] = func(a *answering, _ *Value) (any, error) { return a.countries(), nil }
}

// scenario returns a runner that reads the scenario of a request, whose amount has a name of its
// own.
func scenario(amount string, answer func(*answering, *rules.Scenario, *Value) (any, error)) runner {
	return func(a *answering, input *Value) (any, error) {
		q := questions.Get().(*question)
		defer q.giveBack()
		q.read(a.rules, input, amount, a.language)
		out, err := answer(a, &q.scenario, input)
		return out, asked(amount, err)
	}
}

// called answers a request that is not JSON: a failure names its fields by where they lie there.
func called[T any](ctx context.Context, c *Catalogue, id string, language rules.Language, answer func(*answering) (T, error)) (out T, err error) {
	if err := ctx.Err(); err != nil {
		return out, err
	}
	a := &answering{Catalogue: c, request: request{nil, c.Operation(id).Input, c.fixed}, language: language}
	out, err = answer(a)
	return out, a.failed(err)
}

// Net answers from gross to net. An error of the request is a *Failure.
func (c *Catalogue) Net(ctx context.Context, of *rules.Scenario) (*NetOut, error) {
	return called(ctx, c, "salary-net/net", of.Language, func(a *answering) (*NetOut, error) { return a.net(of) })
}

// Gross finds the smallest gross pay that reaches the net pay which the scenario has as its
// amount.
func (c *Catalogue) Gross(ctx context.Context, of *rules.Scenario) (*GrossOut, error) {
	return called(ctx, c, "salary-net/gross", of.Language, func(a *answering) (*GrossOut, error) { return a.gross(of) })
}

// Explain answers as Net does, with reasons.
func (c *Catalogue) Explain(ctx context.Context, of *rules.Scenario) (*ExplainOut, error) {
	return called(ctx, c, "salary-net/explain", of.Language, func(a *answering) (*ExplainOut, error) { return a.explain(of) })
}

// Year answers the paydays of a year.
func (c *Catalogue) Year(ctx context.Context, of *rules.Plan) (*YearOut, error) {
	return called(ctx, c, "salary-net/year", of.Language, func(a *answering) (*YearOut, error) { return a.year(of) })
}

// Compare answers several scenarios, in the language of the first.
func (c *Catalogue) Compare(ctx context.Context, of []*rules.Scenario) (*CompareOut, error) {
	language := rules.English
	if len(of) > 0 {
		language = of[0].Language
	}
	return called(ctx, c, "salary-net/compare", language, func(a *answering) (*CompareOut, error) { return a.compare(of) })
}

// Curve answers over a span of gross pay.
func (c *Catalogue) Curve(ctx context.Context, of *CurveRequest) (*CurveOut, error) {
	return called(ctx, c, "salary-net/curve", of.Language, func(a *answering) (*CurveOut, error) { return a.curve(of) })
}

// Parameters lists the values in force of a country and year.
func (c *Catalogue) Parameters(ctx context.Context, of *ParametersRequest) (*ParametersOut, error) {
	return called(ctx, c, "salary-net/parameters", of.Language, func(a *answering) (*ParametersOut, error) { return a.parameters(of) })
}

// ListCountries lists the countries, those that can be calculated first.
func (c *Catalogue) ListCountries(language rules.Language) *CountriesOut {
	return (&answering{Catalogue: c, language: language}).countries()
}

func (a *answering) net(of *rules.Scenario) (*NetOut, error) {
	of.Without |= a.without
	result, err := a.rules.Net(of)
	if err != nil {
		return nil, err
	}
	out := a.spare
	if a.spare = nil; out == nil {
		out = new(NetOut)
	}
	a.fill(&out.Payslip, result)
	out.Signature = a.signature()
	return out, nil
}

func (a *answering) gross(of *rules.Scenario) (*GrossOut, error) {
	of.Without |= a.without
	result, err := a.rules.Gross(of)
	if err != nil {
		return nil, err
	}
	out := &GrossOut{TargetNet: result.TargetNet, Difference: result.Difference, Signature: a.signature()}
	a.fill(&out.Payslip, result)
	return out, nil
}
