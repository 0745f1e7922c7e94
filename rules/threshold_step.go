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

// thresholds reads the thresholds of a country.
func (l *loader) thresholds(f *syntax.File, c *Country) {
	n := f.Root.Get("thresholds")
	if n == nil {
		return
	}
	for _, item := range n.Items {
		t := stepThreshold{at: item, figure: l.Scalar(item, "figure"), step: stepNameOf(l.Scalar(item, "step"))}
		if passes := item.Get("passes"); passes != nil {
			if d, err := number.Parse(passes.Text); err == nil {
				t.passes = &d
			} else {
				t.passStep = stepNameOf(passes.Text)
			}
		}
		t.column = item.Get("reaches").Plain()
		if chosen := item.Get("case"); chosen != nil {
			t.caseStep = stepNameOf(chosen.Text)
		}
		if only := item.Get("only"); only != nil {
			for _, e := range only.Entries {
				condition := stepCondition{step: stepNameOf(e.Key.Text), values: []string{e.Value.Text}}
				for _, word := range e.Value.Items {
					condition.values = append(condition.values, word.Text)
				}
				t.only = append(t.only, condition)
			}
		}
		t.label = syntax.ReadText(item.Get("label"), &l.Findings)
		c.stepThresholds = append(c.stepThresholds, t)
	}
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
