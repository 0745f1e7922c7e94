package rules

import (
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/interpreter/wording"
)

// stepThreshold is a threshold of a country's file, found by a step of the calculation: the
// smallest pay at which the step exceeds, or reaches, a value.
type stepThreshold struct {
	At     diagnostic.Range `key:"=,at"`
	Figure string           `key:"figure"` // the parameter that sets it
	Step   string           `key:"step"`
	// The step must exceed Passes, a number or another step, or else the figure. With Reaches
	// the figure is a table of bands, each row sets a threshold, and the step must reach the
	// row's value in that column.
	Passes  string          `key:"passes"`
	Reaches string          `key:"reaches"`
	Only    []stepCondition `key:"only"`
	// Case is the step that chooses the case of a figure by cases.
	Case  string `key:"case"`
	Label Text   `key:"label"` // the figure's if empty; {value} is the figure
}

// stepCondition limits a threshold to some values of a step.
type stepCondition struct {
	Step   string   `key:"@"`
	Values []string `key:"="`
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

// knownThresholds reports thresholds of parameters and programs that a year lacks.
func (l *loader) knownThresholds(c *Country, y *year) {
	for _, t := range c.stepThresholds {
		if y.parameter(t.Figure) == nil {
			l.Fail(t.At, "unknown-name", "year "+y.label+" has no parameter "+t.Figure, "figure must be the parameter that sets the threshold.")
		}
		for _, step := range t.steps() {
			if _, ok := y.module.Program(step.program); !ok {
				l.Fail(t.At, "unknown-name", "year "+y.label+" has no program "+step.program, "Name a step as program.step, or program.procedure.step.")
			}
		}
	}
}

// ThresholdFindings reports thresholds of steps that the year's calculation does not have, and
// of values that its steps never have.
func (s Stretch) ThresholdFindings() (list diagnostic.List) {
	y := s.year
	if len(y.country.stepThresholds) == 0 {
		return nil
	}
	traced, err := y.traced()
	if err != nil {
		return nil // reported when the year is compiled
	}
	for _, t := range y.country.stepThresholds {
		for _, step := range t.steps() {
			if len(traced.StepSites(step.program, step.procedure, step.name)) > 0 {
				continue
			}
			answered := step.name == periodInput || slices.ContainsFunc(traced.Program.Outputs, func(out *types.Output) bool { return out.Name == step.name })
			if step.program != NetProgram || !answered {
				list.Fail(t.At, "unknown-name", "year "+y.label+" has no step "+step.name+" in program "+step.program,
					"Name a step that computes something: a step that only copies a value is not kept.")
			}
		}
		for _, condition := range t.Only {
			list.Extend(y.unknownCases(&t, condition))
		}
	}
	return list
}

// unknownCases reports values of a condition that its step, a field of the profile, never has.
func (y *year) unknownCases(t *stepThreshold, condition stepCondition) (list diagnostic.List) {
	name := stepNameOf(condition.Step)
	at := slices.IndexFunc(y.program.Inputs, func(in *types.Input) bool { return in.Name == name.name })
	if name.program != NetProgram || at < 0 || y.program.Inputs[at].Type.Kind != types.Enumeration {
		return nil
	}
	cases := y.program.Inputs[at].Type.Cases
	for _, value := range condition.Values {
		if !slices.Contains(cases, value) {
			list.Suggest(t.At, "unknown-name", condition.Step+" is never "+value, "Write one of "+strings.Join(cases, ", ")+".", diagnostic.Nearest(value, cases))
		}
	}
	return list
}

// passes returns the number that the step must exceed; false if it is another step or the
// figure.
func (t *stepThreshold) passes() (number.Decimal, bool) {
	d, err := number.Parse(t.Passes)
	return d, err == nil
}

// steps lists the steps that a threshold reads.
func (t *stepThreshold) steps() []stepName {
	list := []stepName{stepNameOf(t.Step)}
	if _, is := t.passes(); t.Passes != "" && !is {
		list = append(list, stepNameOf(t.Passes))
	}
	if t.Case != "" {
		list = append(list, stepNameOf(t.Case))
	}
	for _, condition := range t.Only {
		list = append(list, stepNameOf(condition.Step))
	}
	return list
}

// of returns the threshold of one figure, of a figure by cases limited to its case, and the
// number that the step must exceed or reach. Passes remains if it is another step.
func (t *stepThreshold) of(figure FlatFigure) (*stepThreshold, number.Decimal) {
	one, limit := *t, figure.Value
	if t.Case != "" {
		one.Only = append(slices.Clone(t.Only), stepCondition{t.Case, figure.Cases})
	}
	if passes, is := t.passes(); is {
		one.Passes, limit = "", passes
	}
	return &one, limit
}

func (t *stepThreshold) labelOf(p *types.Parameter, figure FlatFigure) Text {
	label := t.Label
	if label.English == "" {
		label = textOf(p.Label)
	}
	return wording.Fill(label, "value", wording.Number(figure.Value))
}

// citation returns the legal reference of a parameter and its publication.
func (y *year) citation(p *types.Parameter) string {
	return cited(p.Cite, y.sources[p.Source].Name.English)
}

// cited returns a place in a publication.
func cited(cite, publication string) string {
	if cite == "" {
		return publication
	}
	return cite + " – " + publication
}
