package rules

import (
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter"
	"github.com/payslate/payslate/interpreter/declaration"
	"github.com/payslate/payslate/interpreter/document"
	"github.com/payslate/payslate/interpreter/number"
)

// stepThreshold is a threshold that shows in a step of the calculation: at the
// smallest pay at which the step passes, or reaches, a value.
type stepThreshold struct {
	at     *document.Node
	figure string // the parameter that sets it
	step   stepName
	// One of these is what the step must get above: passes, a number or another
	// step, or the figure itself. With column the figure is bands, each row sets a
	// threshold, and the step must reach its value in the column.
	passes   *number.Decimal
	passStep stepName
	column   string
	only     []stepCondition
	label    Text // empty: the figure's; {value} is the figure
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

// stepCondition says which values of a step let a threshold be.
type stepCondition struct {
	step   stepName
	values []string
}

// thresholds reads those that a country declares.
func (l *loader) thresholds(f *declaration.File, c *Country) {
	n := f.Root.Get("thresholds")
	if n == nil {
		return
	}
	for _, item := range n.Items {
		t := stepThreshold{at: item, figure: l.scalar(item, "figure"), step: stepNameOf(l.scalar(item, "step"))}
		l.known(item, "figure", "step", "passes", "reaches", "only", "label")
		if passes := item.Get("passes"); passes != nil {
			if d, err := number.Parse(passes.Text); err == nil {
				t.passes = &d
			} else {
				t.passStep = stepNameOf(passes.Text)
			}
		}
		if reaches := item.Get("reaches"); reaches != nil {
			t.column = reaches.Text
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
		if label := item.Get("label"); label != nil {
			t.label = l.text(label)
		}
		c.stepThresholds = append(c.stepThresholds, t)
	}
}

// knownThresholds refuses thresholds of figures and programs that a year has
// not.
func (l *loader) knownThresholds(c *Country, y *year) {
	for _, t := range c.stepThresholds {
		if y.parameter(t.figure) == nil {
			l.fail(t.at.Range, "unknown-name", "year "+y.label+" has no parameter "+t.figure, "figure names the parameter that sets the threshold.")
		}
		for _, step := range t.steps() {
			if _, ok := y.module.Program(step.program); !ok {
				l.fail(t.at.Range, "unknown-name", "year "+y.label+" has no program "+step.program, "Name a step as program.step, or program.procedure.step.")
			}
		}
	}
}

// steps lists the steps that a threshold looks at.
func (t *stepThreshold) steps() []stepName {
	list := []stepName{t.step}
	if t.passStep.name != "" {
		list = append(list, t.passStep)
	}
	for _, condition := range t.only {
		list = append(list, condition.step)
	}
	return list
}

// probe runs the traced calculation at one pay after another.
type probe struct {
	book     *Book
	year     *year
	scenario *Scenario
	traced   *interpreter.Executable
	run      *interpreter.Run
	sites    map[stepName][]int
	at       number.Decimal // the pay of the last run
	refused  bool
}

// execute runs at a pay, unless the last run was at that.
func (p *probe) execute(gross number.Decimal) error {
	if p.run != nil && p.at.Cmp(gross) == 0 {
		return nil
	}
	p.release()
	p.run, p.at = p.traced.Run(), gross
	if err := p.book.set(p.run, p.year, p.scenario, gross); err != nil {
		return err
	}
	if err := p.run.Execute(); err != nil {
		return err
	}
	_, p.refused = p.run.Refusal()
	return nil
}

func (p *probe) release() {
	if p.run != nil {
		p.run.Release()
		p.run = nil
	}
}

func (p *probe) step(name stepName) (interpreter.StepValue, bool) {
	sites, known := p.sites[name]
	if !known {
		sites = p.traced.StepSites(name.program, name.procedure, name.name)
		p.sites[name] = sites
	}
	return p.run.FirstStep(sites)
}

// passed reports whether the step is beyond the limit at a pay that is not
// refused. A step that the run does not take is beyond nothing.
func (p *probe) passed(t *stepThreshold, limit number.Decimal, gross number.Decimal) (bool, error) {
	if err := p.execute(gross); err != nil || p.refused {
		return false, err
	}
	for _, condition := range t.only {
		value, taken := p.step(condition.step)
		if !taken || !slices.Contains(condition.values, value.Text(interpreter.English)) {
			return false, nil
		}
	}
	step, taken := p.step(t.step)
	if !taken {
		return false, nil
	}
	value, ok := step.Number()
	if !ok {
		return false, nil
	}
	switch {
	case t.column != "":
		return value.Cmp(limit) >= 0, nil
	case t.passStep.name != "":
		other, taken := p.step(t.passStep)
		if !taken {
			return false, nil
		}
		limit, ok = other.Number()
		return ok && value.Cmp(limit) > 0, nil
	}
	return value.Cmp(limit) > 0, nil
}

// smallestPay is the step from one pay to the next.
var smallestPay = number.New(1, 2)

// search finds the smallest pay of a span at which the step has passed the
// limit; false if there is none, or if it has passed before the span or before
// any pay that can be computed.
func (p *probe) search(t *stepThreshold, limit, from, to number.Decimal) (number.Decimal, bool, error) {
	if above, err := p.passed(t, limit, to); err != nil || !above {
		return number.Decimal{}, false, err
	}
	low, high := from.Sub(smallestPay), to
	for high.Sub(low).Cmp(smallestPay) > 0 {
		middle, err := high.Add(low).Quo(number.New(2, 0), 2, number.Down)
		if err != nil {
			return number.Decimal{}, false, err
		}
		above, err := p.passed(t, limit, middle)
		if err != nil {
			return number.Decimal{}, false, err
		}
		if above {
			high = middle
		} else {
			low = middle
		}
	}
	if low.Sign() <= 0 {
		return number.Decimal{}, false, nil
	}
	// The law begins nothing where pay below is refused.
	above, err := p.passed(t, limit, low)
	return high, err == nil && !above && !p.refused, err
}

// stepThresholds finds the thresholds of a span that show in the calculation.
func (b *Book) stepThresholds(y *year, s *Scenario, from, to number.Decimal) ([]Threshold, error) {
	if len(y.country.stepThresholds) == 0 {
		return nil, nil
	}
	traced, err := y.traced()
	if err != nil {
		return nil, err
	}
	p := &probe{book: b, year: y, scenario: s, traced: traced, sites: map[stepName][]int{}}
	defer p.release()
	var list []Threshold
	for i := range y.country.stepThresholds {
		t := &y.country.stepThresholds[i]
		parameter := y.parameter(t.figure)
		for _, figure := range parameter.Flat() {
			if t.column != "" && !strings.HasSuffix(figure.Part, " "+t.column) {
				continue
			}
			limit := figure.Value
			if t.passes != nil {
				limit = *t.passes
			}
			amount, found, err := p.search(t, limit, from, to)
			if err != nil {
				return nil, err
			}
			if found {
				list = append(list, Threshold{Key: figure.Key, Label: t.labelOf(parameter, figure), Source: y.citation(parameter), Amount: amount})
			}
		}
	}
	return list, nil
}

func (t *stepThreshold) labelOf(p *interpreter.Parameter, figure interpreter.Figure) Text {
	label := t.label
	if label.English == "" {
		label = textOf(p.Label)
	}
	value := figure.Value.String()
	return Text{
		English: strings.ReplaceAll(label.English, "{value}", value),
		German:  strings.ReplaceAll(label.German, "{value}", strings.ReplaceAll(value, ".", ",")),
	}
}

// citation is the place of a parameter in the law, and its publication.
func (y *year) citation(p *interpreter.Parameter) string {
	return p.Cite + " – " + y.sources[p.Source].Name
}
