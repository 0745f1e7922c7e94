package declaration

import (
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/expression"
)

// The sides of a condition; those of a match are its cases, and Otherwise.
const (
	Then      = "then"
	Otherwise = "else"
	Reached   = "reached" // of a line, note or refusal without a condition
)

// Side is a part of a program that runs for one answer to a question, or in every
// round of a loop.
type Side struct {
	// Of is the *If, *Match, *For, *Line, *Note, *Refuse, *IfValue, *MatchValue or
	// the choose of an expression, At its place.
	Of any
	At diagnostic.Range
	// Name is then, else, reached or the case; empty for a loop.
	Name string
	// Asks is the condition, or what is matched; nil where nothing is asked.
	Asks expression.Node
	// Sets is the name or field of a line whose value depends on the answer.
	Sets string
}

// FieldShape is how a field of a line is read.
type FieldShape uint8

// The shapes of a field.
const (
	ValueShape FieldShape = iota
	TextShape
	WordShape // it stands for itself
)

// Visitor goes through programs and calls its functions for what they are made
// of, in the order of the text. Those that are nil are left out.
type Visitor struct {
	// Step comes before the parts of a step.
	Step func(Step)
	// Expression comes for a whole expression; decides says that it chooses a side.
	Expression func(e *Expression, decides bool)
	// Node comes for each node of the expressions.
	Node func(expression.Node)
	// Side comes for a side and goes through it by walk. All sides are gone through
	// where it is nil.
	Side func(s Side, walk func())
	// Shape says how a field of a line is read: as a value where it is nil.
	Shape func(field string) FieldShape
}

// Program goes through a program: defaults, tables, steps, procedures, outputs.
// enter comes before each procedure, and with nil after the last.
func (v *Visitor) Program(p *Program, enter func(*Procedure)) {
	for _, in := range p.Inputs {
		v.expression(in.Default, false)
	}
	for _, t := range p.Tables {
		v.expression(t.Of, false)
		for _, column := range t.Columns {
			v.expression(column.Value, false)
		}
	}
	v.Steps(p.Do)
	for _, procedure := range p.Procedures {
		enter(procedure)
		v.Steps(procedure.Do)
	}
	enter(nil)
	for _, out := range p.Outputs {
		v.expression(out.Value, false)
	}
}

// Steps goes through steps.
func (v *Visitor) Steps(steps []Step) {
	for _, step := range steps {
		if v.Step != nil {
			v.Step(step)
		}
		v.step(step)
	}
}

func (v *Visitor) step(step Step) {
	switch step := step.(type) {
	case *Assign:
		v.Value(step.Value, step.Name)
	case *If:
		v.expression(step.Cond, true)
		side := Side{Of: step, At: step.at, Asks: step.Cond.Tree}
		v.side(side, Then, func() { v.Steps(step.Then) })
		v.side(side, Otherwise, func() { v.Steps(step.Else) })
	case *Match:
		v.expression(step.On, false)
		side := Side{Of: step, At: step.at, Asks: step.On.Tree}
		for _, c := range step.Cases {
			v.side(side, c.Case, func() { v.Steps(c.Do) })
		}
		if step.HasElse {
			v.side(side, Otherwise, func() { v.Steps(step.Else) })
		}
	case *Call:
		for _, argument := range step.With {
			v.expression(argument.Value, false)
		}
	case *For:
		v.expression(step.List, false)
		v.side(Side{Of: step, At: step.at}, "", func() { v.Steps(step.Do) })
	case *Line:
		v.emission(step, step.When, func() { v.fields(step) })
	case *Note:
		v.emission(step, step.When, func() { v.text(step.Text) })
	case *Refuse:
		v.emission(step, step.When, func() { v.text(step.Message); v.expression(step.At, false) })
	}
}

// Value goes through what a name is set to.
func (v *Visitor) Value(value Value, sets string) {
	switch value := value.(type) {
	case *Expression:
		v.expression(value, false)
	case *IfValue:
		v.expression(value.If, true)
		side := Side{Of: value, At: value.at, Asks: value.If.Tree, Sets: sets}
		v.side(side, Then, func() { v.Value(value.Then, sets) })
		v.side(side, Otherwise, func() { v.Value(value.Else, sets) })
	case *MatchValue:
		v.expression(value.On, false)
		side := Side{Of: value, At: value.at, Asks: value.On.Tree, Sets: sets}
		for _, c := range value.Cases {
			v.side(side, c.Case, func() { v.Value(c.Do, sets) })
		}
		if value.Else != nil {
			v.side(side, Otherwise, func() { v.Value(value.Else, sets) })
		}
	case *TextValue:
		v.text(value.Text)
	}
}

func (v *Visitor) side(s Side, name string, walk func()) {
	if v.Side == nil {
		walk()
		return
	}
	s.Name = name
	v.Side(s, walk)
}

// emission goes through a line, note or refusal.
func (v *Visitor) emission(step Step, when *Expression, inside func()) {
	side := Side{Of: step, At: step.Range()}
	if when == nil {
		v.side(side, Reached, inside)
		return
	}
	v.expression(when, true)
	side.Asks = when.Tree
	v.side(side, Then, inside)
	v.side(side, Otherwise, func() {})
}

// fields goes through the fields of a line that can be read.
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
				v.Value(value, field.Name)
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
	if e == nil {
		return
	}
	if v.Expression != nil {
		v.Expression(e, decides)
	}
	v.node(e, e.Tree)
}

// node goes through an expression; choose has two sides.
func (v *Visitor) node(e *Expression, n expression.Node) {
	expression.Walk(n, func(n expression.Node) bool {
		if v.Node != nil {
			v.Node(n)
		}
		choice, is := n.(*expression.Call)
		if !is || choice.Func != "choose" || len(choice.Args) != 3 {
			return true
		}
		side := Side{Of: choice, At: e.At(choice), Asks: choice.Args[0]}
		v.node(e, choice.Args[0])
		v.side(side, Then, func() { v.node(e, choice.Args[1]) })
		v.side(side, Otherwise, func() { v.node(e, choice.Args[2]) })
		return false
	})
}

// Blocks lists the steps that are within a step, side by side.
func Blocks(step Step) [][]Step {
	switch step := step.(type) {
	case *If:
		return [][]Step{step.Then, step.Else}
	case *Match:
		blocks := [][]Step{step.Else}
		for _, c := range step.Cases {
			blocks = append(blocks, c.Do)
		}
		return blocks
	case *For:
		return [][]Step{step.Do}
	}
	return nil
}
