package rules

import (
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/interpreter/wording"
)

// stepThreshold is a threshold found by a step of the calculation: the smallest pay at
// which the step exceeds, or reaches, a value.
type stepThreshold struct {
	at     *syntax.Node
	figure string // the parameter that sets it
	step   stepName
	// The step must exceed passes, passStep or, without either, the figure. With column
	// the figure is a table of bands, each row sets a threshold, and the step must reach
	// the row's value in the column.
	passes   *number.Decimal
	passStep stepName
	column   string
	only     []stepCondition
	// caseStep is the step that chooses the case of a figure by cases.
	caseStep stepName
	label    Text // the figure's if empty; {value} is the figure
}

// stepName names a step: program.step, or program.procedure.step.
type stepName struct{ program, procedure, name string }

func stepNameOf(text string) stepName {
	parts := strings.Split(text, ".")
	switch len(parts) {
	case 2:
		return stepName{program: parts[0], name: parts[1]}
	case 3:
		return stepName{parts[0], parts[1], parts[2]}
	}
	return stepName{name: text}
}

// stepCondition limits a threshold to some values of a step.
type stepCondition struct {
	step   stepName
	values []string
}

// declaredThreshold is a threshold of a country's file.
type declaredThreshold struct {
	At      *syntax.Node `key:"="`
	Figure  string       `key:"figure"`
	Step    string       `key:"step"`
	Passes  string       `key:"passes"`
	Reaches string       `key:"reaches"`
	Case    string       `key:"case"`
	Only    []struct {
		Step   string   `key:"@"`
		Values []string `key:"="`
	} `key:"only"`
	Label Text `key:"label"`
}

func (d *declaredThreshold) threshold() stepThreshold {
	t := stepThreshold{at: d.At, figure: d.Figure, step: stepNameOf(d.Step), column: d.Reaches, caseStep: stepNameOf(d.Case), label: d.Label}
	if passes, err := number.Parse(d.Passes); err == nil {
		t.passes = &passes
	} else {
		t.passStep = stepNameOf(d.Passes)
	}
	for _, only := range d.Only {
		t.only = append(t.only, stepCondition{stepNameOf(only.Step), only.Values})
	}
	return t
}

// knownThresholds reports thresholds of parameters and programs that a year lacks.
func (l *loader) knownThresholds(c *Country, y *year) {
	for _, t := range c.stepThresholds {
		if y.parameter(t.figure) == nil {
			l.Fail(t.at.Range, "unknown-name", "year "+y.label+" has no parameter "+t.figure, "figure must be the parameter that sets the threshold.")
		}
		for _, step := range t.steps() {
			if _, ok := y.module.Program(step.program); !ok {
				l.Fail(t.at.Range, "unknown-name", "year "+y.label+" has no program "+step.program, "Name a step as program.step, or program.procedure.step.")
			}
		}
	}
}

// steps lists the steps that a threshold reads.
func (t *stepThreshold) steps() []stepName {
	list := []stepName{t.step}
	if t.passStep.name != "" {
		list = append(list, t.passStep)
	}
	if t.caseStep.name != "" {
		list = append(list, t.caseStep)
	}
	for _, condition := range t.only {
		list = append(list, condition.step)
	}
	return list
}

// of returns the threshold of one figure; of a figure by cases, limited to its case.
func (t *stepThreshold) of(figure types.Figure) *stepThreshold {
	if t.caseStep.name == "" {
		return t
	}
	one := *t
	one.only = append(slices.Clone(t.only), stepCondition{t.caseStep, figure.Cases})
	return &one
}

func (t *stepThreshold) labelOf(p *types.Parameter, figure types.Figure) Text {
	label := t.label
	if label.English == "" {
		label = textOf(p.Label)
	}
	return wording.Fill(label, "value", wording.Number(figure.Value))
}

// citation returns the legal reference of a parameter and its publication.
func (y *year) citation(p *types.Parameter) string {
	return p.Cite + " – " + y.sources[p.Source].Name
}
