package syntax

import (
	"github.com/expr-lang/expr/ast"

	"github.com/payslate/payslate/interpreter/diagnostic"
)

// Names of sides. Those of a match are its cases and Otherwise.
const (
	Then      = "then"
	Otherwise = "else"
	Reached   = "reached" // of a line, note or refusal without a condition
)

// Side is one branch of a condition, or the body of a loop.
type Side struct {
	// Of is the *If, *Match, *For, *Line, *Note, *Refuse, *IfValue, *MatchValue or
	// the choose of an expression, At its position.
	Of any
	At diagnostic.Range
	// Name is then, else, reached or the case; empty for a loop.
	Name string
	// Asks is the condition or the matched expression; nil if there is none.
	Asks ast.Node
	// Sets is the name or line field whose value depends on it; empty if there is none.
	Sets string
}

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
	// Node is called for each node of the expressions.
	Node func(ast.Node)
	// Side is called for a side and walks through it by calling walk. If it is nil, all
	// sides are walked through.
	Side func(s Side, walk func())
	// Shape returns the syntax of a line field. If it is nil, fields are values.
	Shape func(field string) FieldShape
}

// Program walks through a program: defaults, steps, procedures, outputs. It
// calls enter before each procedure, and with nil after the last.
func (v *Visitor) Program(p *Program, enter func(*Procedure)) {
	for _, in := range p.Inputs {
		v.expression(in.Default, false)
	}
	whole := p.Whole()
	v.Steps(whole.Do)
	for _, procedure := range whole.Procedures {
		enter(procedure)
		v.Steps(procedure.Do)
	}
	enter(nil)
	for _, out := range p.Outputs {
		v.expression(out.Value, false)
	}
}

// Steps walks through steps.
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
		v.emission(step, step.When, func() { v.text(step.Text); v.text(step.Message); v.expression(step.At, false) })
	case *Refuse:
		v.emission(step, step.When, func() { v.text(step.Message); v.expression(step.At, false) })
	}
}

// Value walks through the value of a name.
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

// emission walks through a line, note or refusal.
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

// node walks through an expression; choose has two sides.
func (v *Visitor) node(e *Expression, n ast.Node) {
	Walk(n, func(n ast.Node) bool {
		if v.Node != nil {
			v.Node(n)
		}
		choice, is := n.(*ast.CallNode)
		if !is || Callee(choice) != "choose" || len(choice.Arguments) != 3 {
			return true
		}
		side := Side{Of: choice, At: e.At(choice), Asks: choice.Arguments[0]}
		v.node(e, choice.Arguments[0])
		v.side(side, Then, func() { v.node(e, choice.Arguments[1]) })
		v.side(side, Otherwise, func() { v.node(e, choice.Arguments[2]) })
		return false
	})
}

// Blocks returns the nested blocks of a step.
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
