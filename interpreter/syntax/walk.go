package syntax

// Names of the sides of a condition.
const (
	Then      = "then"
	Otherwise = "else"
)

// FieldShape is the syntax of a line field.
type FieldShape uint8

// The shapes of a field.
const (
	ValueShape FieldShape = iota
	TextShape
	WordShape // a literal word
)

// Visitor walks through programs in the order of the text and calls its functions.
// Functions that are nil are not called.
type Visitor struct {
	// Step is called for a step before its parts.
	Step func(Step)
	// Expression is called for a whole expression; decides reports whether it is a condition.
	Expression func(e *Expression, decides bool)
	// Shape returns the syntax of a line field. If it is nil, fields are values.
	Shape func(field string) FieldShape
}

// Program walks through a program: defaults, steps, procedures, outputs.
func (v *Visitor) Program(p *Program) {
	for _, in := range p.Inputs {
		v.expression(in.Default, false)
	}
	whole := p.WithSteps()
	v.Steps(whole.Do)
	for _, procedure := range whole.Procedures {
		v.Steps(procedure.Do)
	}
	for _, out := range p.Outputs {
		v.expression(out.Value, false)
		v.expression(out.When, true)
	}
}

// Steps walks through steps.
func (v *Visitor) Steps(steps []Step) {
	for _, step := range steps {
		if v.Step != nil {
			v.Step(step)
		}
		v.parts(step)
		for _, block := range Blocks(step) {
			v.Steps(block)
		}
	}
}

// parts walks through a step without its blocks.
func (v *Visitor) parts(step Step) {
	switch step := step.(type) {
	case *Assign:
		v.value(step.Value)
	case *If[[]Step]:
		v.expression(step.Cond, true)
	case *Match[[]Step]:
		v.expression(step.On, false)
	case *Call:
		for _, argument := range step.With {
			v.expression(argument.Value, false)
		}
	case *For:
		v.expression(step.List, false)
	case *Line:
		v.expression(step.When, true)
		v.fields(step)
	case *Note:
		v.expression(step.When, true)
		v.text(step.Text)
		v.text(step.Message)
		v.blame(&step.Blame)
	case *Refuse:
		for _, presence := range step.Presence {
			v.expression(presence.Of, true)
		}
		v.expression(step.When, true)
		v.text(step.Message)
		v.blame(&step.Blame)
	}
}

// blame walks through what a refusal or warning names and sets.
func (v *Visitor) blame(b *Blame) {
	v.expression(b.At, false)
	for _, remedy := range b.Remedies {
		v.expression(remedy.When, true)
		v.text(remedy.Label)
		for _, setting := range remedy.Set {
			v.value(setting.Value)
		}
	}
}

// value walks through the value of a name.
func (v *Visitor) value(value Value) {
	switch value := value.(type) {
	case *Expression:
		v.expression(value, false)
	case *If[Value]:
		v.expression(value.Cond, true)
		v.value(value.Then)
		v.value(value.Else)
	case *Match[Value]:
		v.expression(value.On, false)
		for _, c := range value.Cases {
			v.value(c.Do)
		}
		v.value(value.Else)
	case *TextValue:
		v.text(value.Text)
	}
}

// fields walks through the valid fields of a line.
func (v *Visitor) fields(line *Line) {
	for _, field := range line.Fields {
		shape := ValueShape
		if v.Shape != nil {
			shape = v.Shape(field.Name)
		}
		switch shape {
		case TextShape:
			if text, list := field.Text(); !list.HasErrors() {
				v.text(text)
			}
		case ValueShape:
			if value, list := field.Value(); !list.HasErrors() {
				v.value(value)
			}
		}
	}
}

func (v *Visitor) text(t *Text) {
	if t == nil {
		return
	}
	for _, template := range t.Each() {
		for _, piece := range template.Pieces {
			v.expression(piece.Value, false)
		}
	}
}

func (v *Visitor) expression(e *Expression, decides bool) {
	if e != nil && v.Expression != nil {
		v.Expression(e, decides)
	}
}

// Blocks returns the nested blocks of a step, in the order of the text.
func Blocks(step Step) [][]Step {
	switch step := step.(type) {
	case *If[[]Step]:
		return [][]Step{step.Then, step.Else}
	case *Match[[]Step]:
		var blocks [][]Step
		for _, c := range step.Cases {
			blocks = append(blocks, c.Do)
		}
		return append(blocks, step.Else)
	case *For:
		return [][]Step{step.Do}
	}
	return nil
}
