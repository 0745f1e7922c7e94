package rules

import (
	"github.com/payslate/payslate/interpreter"
	"github.com/payslate/payslate/interpreter/number"
)

// Explanation is an answer with its reasons: for each line the steps of the
// rules that led to it, down to parameters and inputs.
type Explanation struct {
	*Result
	// Amounts explains the amount of each line, Bases and Rates what stands
	// beside it; nil where there is none. By index of Result.Lines.
	Amounts, Bases, Rates []*interpreter.Node
	parameters            map[string]Parameter
}

// Parameter is the parameter that a node of the explanation reads, with its
// label and source.
func (x *Explanation) Parameter(name string) (Parameter, bool) {
	p, ok := x.parameters[name]
	return p, ok
}

// Explain answers as Net does, and says why. The error is a *Refusal where the
// question has no answer.
func (b *Book) Explain(scenario *Scenario) (*Explanation, error) {
	y, period, err := b.locate(scenario)
	if err != nil {
		return nil, err
	}
	gross := cents(scenario.Amount)
	if gross.Sign() <= 0 {
		return nil, b.refuse("invalid_input", "amount_rounds_to_zero", "sent", scenario.Amount.String())
	}
	traced, err := y.traced()
	if err != nil {
		return nil, err
	}
	run := traced.Run()
	defer run.Release()
	if err := b.set(run, y, scenario, gross); err != nil {
		return nil, err
	}
	if err := run.Execute(); err != nil {
		return nil, err
	}
	if refused, is := run.Refusal(); is {
		return nil, refusalOf(refused)
	}
	x := &Explanation{parameters: y.allParameters()}
	trace := run.Explain()
	for _, line := range run.Lines(nil) {
		x.Amounts = append(x.Amounts, trace.LineNode(line, lineAmount))
		x.Bases = append(x.Bases, trace.LineNode(line, lineBase))
		x.Rates = append(x.Rates, trace.LineNode(line, lineRate))
	}
	// The answer itself is the silent one: the same bytes as Net gives.
	x.Result, err = b.answer(y, scenario, period, gross)
	return x, err
}

// answer runs the silent program.
func (b *Book) answer(y *year, scenario *Scenario, period int, gross number.Decimal) (*Result, error) {
	run := y.net.Run()
	defer run.Release()
	if err := b.set(run, y, scenario, gross); err != nil {
		return nil, err
	}
	if err := run.Execute(); err != nil {
		return nil, err
	}
	if refused, is := run.Refusal(); is {
		return nil, refusalOf(refused)
	}
	return b.result(run, y, scenario, period, gross), nil
}

// traced is the net program compiled with its trace, made when first asked for.
func (y *year) traced() (*interpreter.Executable, error) {
	y.tracedOnce.Do(func() {
		y.tracedNet, y.tracedErr = y.net.Program().Compile(interpreter.Traced)
	})
	return y.tracedNet, y.tracedErr
}

// allParameters lists the parameters of the year by name, the unlisted too.
func (y *year) allParameters() map[string]Parameter {
	all := map[string]Parameter{}
	for _, p := range y.module.Parameters() {
		source := y.sources[p.Source].Name
		if p.Cite != "" {
			source = p.Cite + " – " + source
		}
		row := Parameter{Key: p.Name, Label: textOf(p.Label), Unit: unitText(p.Parameter.Unit), Source: source}
		row.Value, _ = p.Number()
		all[p.Name] = row
	}
	return all
}
