package rules

import (
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/run"
	"github.com/payslate/payslate/interpreter/syntax"
)

// Explanation is an answer with its reasons: for each line the steps of the
// rules that led to it, down to parameters and inputs.
type Explanation struct {
	*Result
	// Amounts, Bases and Rates explain the amount, base and rate of each line, by index of
	// Result.Lines; nil if a line lacks one.
	Amounts, Bases, Rates []*run.Node
	// Nodes are all nodes: the node with ID n is at index n-1.
	Nodes []*run.Node
	year  *year
}

// ParameterReason is the origin of a parameter's figure.
type ParameterReason struct {
	Label Text
	// Cite is the place in the law, Source the publication.
	Cite   string
	Source Source
	// At is the parameter's place in the rule files.
	At diagnostic.Range
}

// Parameter returns the origin of the parameter of a node.
func (x *Explanation) Parameter(name string) (ParameterReason, bool) {
	p := x.year.parameter(name)
	if p == nil {
		return ParameterReason{}, false
	}
	return ParameterReason{Label: textOf(p.Label), Cite: p.Cite, Source: x.year.sources[p.Source], At: p.Range}, true
}

// Label returns the label of a node: of a parameter, an input, or a variable that a step
// sets; empty if the rules have none.
func (x *Explanation) Label(n *run.Node) Text {
	switch n.Kind {
	case run.ParameterNode:
		p, _ := x.Parameter(n.Name)
		return p.Label
	case run.StepNode:
		p, known := x.year.module.Program(n.Program)
		if !known {
			return Text{}
		}
		d := p.Declaration
		for _, variables := range [][]*syntax.Variable{d.State, d.Inputs, d.Outputs} {
			for _, v := range variables {
				if v.Name == n.Name && v.About != nil {
					return textOf(v.About)
				}
			}
		}
	case run.InputNode:
		for _, in := range x.year.program.Inputs {
			if in.Name == n.Name && in.Declaration.Label != nil {
				return textOf(in.Declaration.Label)
			}
			if in.Name == n.Name {
				return textOf(in.Declaration.About)
			}
		}
	}
	return Text{}
}

// Explain returns the answer of Net with its reasons. The error is a *Refusal if the
// question has no answer.
func (b *Book) Explain(scenario *Scenario) (*Explanation, error) {
	scenario, y, period, gross, err := b.paid(scenario)
	if err != nil {
		return nil, err
	}
	traced, err := y.traced()
	if err != nil {
		return nil, err
	}
	run, err := b.run(traced, y, scenario, gross)
	defer run.Release()
	if err != nil {
		return nil, err
	}
	x := &Explanation{year: y}
	trace := run.Outcome().Explain(scenario.Language)
	for line := range run.Outcome().Lines {
		x.Amounts = append(x.Amounts, trace.LineNode(line, lineAmount))
		x.Bases = append(x.Bases, trace.LineNode(line, lineBase))
		x.Rates = append(x.Rates, trace.LineNode(line, lineRate))
	}
	x.Nodes = trace.Nodes
	// The answer comes from a plain run: y.sites has the lines of that program.
	silent, err := b.run(y.net, y, scenario, gross)
	defer silent.Release()
	if err != nil {
		return nil, err
	}
	x.Result = b.reply(silent.Outcome(), y, scenario, period, gross)
	return x, nil
}
