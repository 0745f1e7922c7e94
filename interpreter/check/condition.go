package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/expr-lang/expr/ast"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
)

// boolean types a condition; nil after an error.
func (c *checker) boolean(s *scope, n ast.Node) *Expr {
	if b, ok := n.(*ast.BinaryNode); ok {
		switch {
		case b.Operator == "and" || b.Operator == "or":
			return c.logical(s, b)
		case b.Operator == "in":
			return c.member(s, b)
		case syntax.IsComparison(b.Operator):
			return c.comparison(s, b, b.Left, b.Right)
		}
	}
	e := c.node(s, n)
	if !c.require(s, n, e) {
		return nil
	}
	if e.Kind != types.Boolean {
		return c.isNot(s, n, e, "a condition", "Compare it with a value.")
	}
	return e
}

func (c *checker) logical(s *scope, n *ast.BinaryNode) *Expr {
	left, right := c.boolean(s, n.Left), c.boolean(s, n.Right)
	if left == nil || right == nil {
		return nil
	}
	op := OpAnd
	if n.Operator == "or" {
		op = OpOr
	}
	return s.of(n, op, Type{Kind: types.Boolean}, left, right)
}

// member types x in ["A", "B"], or x in a list of cases.
func (c *checker) member(s *scope, n *ast.BinaryNode) *Expr {
	list, ok := n.Right.(*ast.ArrayNode)
	if !ok {
		return c.within(s, n)
	}
	any := s.of(n, OpBoolean, Type{Kind: types.Boolean}) // false
	for i, item := range list.Nodes {
		is := &ast.BinaryNode{Operator: "==", Left: n.Left, Right: item}
		is.SetLocation(n.Location())
		same := c.comparison(s, is, n.Left, item)
		switch {
		case same == nil:
			return nil
		case i == 0:
			any = same
		default:
			any = s.of(n, OpOr, Type{Kind: types.Boolean}, any, same)
		}
	}
	return any
}

// within types x in a list of cases.
func (c *checker) within(s *scope, n *ast.BinaryNode) *Expr {
	x, list := c.node(s, n.Left), c.node(s, n.Right)
	if x == nil || list == nil || !c.require(s, n.Left, x) {
		return nil
	}
	if list.Kind != types.ListKind || list.Period > 0 || list.Declared.Enumerated() == nil {
		return c.failAt(s, n.Right, "wrong-type", "a list of cases must follow `in`, and this is "+list.Describe(), `Write x in ["A", "B"].`)
	}
	element := &Expr{Op: OpVariable, Type: *typeOf(list.Declared.Element), source: s.source, node: n.Right}
	a, _ := c.sameCase(s, n, n.Left, n.Right, x, element, true)
	if a == nil {
		return nil
	}
	return s.of(n, OpAmong, Type{Kind: types.Boolean}, a, list)
}

func (c *checker) comparison(s *scope, n *ast.BinaryNode, left, right ast.Node) *Expr {
	x, y := c.node(s, left), c.node(s, right)
	if x == nil || y == nil {
		return nil
	}
	if x.Kind == types.NullKind || y.Kind == types.NullKind {
		return c.failAt(s, n, "null-value", "null cannot be compared", "Write given(…) or not given(…).")
	}
	if !c.require(s, left, x) || !c.require(s, right, y) {
		return nil
	}
	equality := n.Operator == "==" || n.Operator == "!="
	compared := func(x, y *Expr) *Expr {
		e := s.of(n, OpCompare, Type{Kind: types.Boolean}, x, y)
		e.Name = n.Operator
		return e
	}
	if x.Kind == types.Enumeration || y.Kind == types.Enumeration || x.Kind == types.Text && y.Kind == types.Text && x.Word != nil && y.Word != nil {
		if x, y = c.sameCase(s, n, left, right, x, y, equality); x == nil {
			return nil
		}
		return compared(x, y)
	}
	if x.Kind != y.Kind {
		return c.failAt(s, n, "mixed-types", fmt.Sprintf("%s is %s, %s is %s", left.String(), x.Describe(), right.String(), y.Describe()), "Only values of one type can be compared.")
	}
	switch x.Kind {
	case types.Boolean:
		if equality {
			return compared(x, y)
		}
	case types.Number:
		if _, ok := c.oneUnit(s, n, x, y, left, right); !ok {
			return nil
		}
		return compared(x, y)
	case types.Text:
		return c.failAt(s, n, "wrong-type", "free texts cannot be compared", "Declare the text as an enumeration (types:), or read it by a grammar.")
	case types.Handle:
		if equality && x.Declared.Name == y.Declared.Name {
			return compared(x, y)
		}
	default:
		if x.Kind.Notation() != nil {
			return compared(x, y)
		}
	}
	return c.failAt(s, n, "wrong-type", "values such as "+left.String()+" cannot be compared with this operator", "Compare numbers, dates, times and durations; cases and booleans with == and != only, lists and records by their fields.")
}

// sameCase converts two cases or texts to one enumeration; nil after an error.
func (c *checker) sameCase(s *scope, n *ast.BinaryNode, left, right ast.Node, x, y *Expr, equality bool) (a, b *Expr) {
	cases := x.Cases
	switch {
	case x.textual() && y.textual():
		cases = Union(x.texts(), y.texts())
		adhoc := &Type{Kind: types.Enumeration, Adhoc: true, Cases: cases}
		a, b = converted(x, adhoc), converted(y, adhoc)
	case x.Kind != types.Enumeration || x.Adhoc && y.Kind == types.Enumeration:
		cases = y.Cases
		fallthrough
	default:
		a, b = c.asCase(x, cases), c.asCase(y, cases)
	}
	if a == nil || b == nil {
		wrong := right
		if a == nil {
			wrong = left
		}
		text := ""
		if t, ok := syntax.Literal[string](wrong); ok {
			text = diagnostic.Nearest(t, cases)
		}
		c.suggest(s.source.At(wrong), "unknown-case", wrong.String()+" is not one of the cases", "They are "+strings.Join(cases, ", ")+".", text)
		return nil, nil
	}
	if !equality {
		c.failAt(s, n, "wrong-type", "cases have no order", "Compare with == or !=, or use in.")
		return nil, nil
	}
	return a, b
}

// given types given(x).
func (c *checker) given(s *scope, n *ast.CallNode, _ []*Expr) *Expr {
	e := s.of(n, OpGiven, Type{Kind: types.Boolean})
	if name, ok := n.Arguments[0].(*ast.IdentifierNode); ok {
		if in := s.program.Input(name.Value); in != nil && in.Flag >= 0 {
			s.read[name.Value] = true
			e.Bool, e.Name = true, name.Value
			e.Var = s.index[name.Value]
			if t, _ := s.lookup(name.Value); t != nil && t != unset && t != broken {
				e.Of = []*Expr{c.node(s, name)}
			}
			return e
		}
	}
	x := c.node(s, n.Arguments[0])
	switch {
	case x == nil:
		return nil
	case !x.Optional:
		return c.alwaysGiven(s, n)
	}
	e.Of = []*Expr{x}
	return e
}

// otherwise types otherwise(x, y).
func (c *checker) otherwise(s *scope, n *ast.CallNode, _ []*Expr) *Expr {
	x := c.node(s, n.Arguments[0])
	switch {
	case x == nil:
		return nil
	case x.Kind == types.NullKind:
		return c.node(s, n.Arguments[1])
	case !x.Optional:
		return c.alwaysGiven(s, n)
	}
	y := c.node(s, n.Arguments[1])
	present := &Expr{Op: OpConvert, Type: *x.given(), Of: []*Expr{x}, source: x.source, node: x.node}
	return c.chosen(s.source.At(n), s.of(n, OpOtherwise, Type{}, x), present, y)
}

// choose types choose(condition, x, y).
func (c *checker) choose(s *scope, n *ast.CallNode, _ []*Expr) *Expr {
	cond, x, y := c.boolean(s, n.Arguments[0]), c.node(s, n.Arguments[1]), c.node(s, n.Arguments[2])
	if cond == nil {
		return nil
	}
	e := s.of(n, OpChoose, Type{}, cond)
	e.at = s.source.At(n)
	return c.chosen(e.at, e, x, y)
}

// chosen adds two values to a choice, and gives it their common type.
func (c *checker) chosen(at diagnostic.Range, e, x, y *Expr) *Expr {
	if x == nil || y == nil {
		return nil
	}
	t, problem := c.join(&x.Type, &y.Type)
	if problem != "" {
		return c.differ(at, &x.Type, &y.Type, problem)
	}
	e.Type, e.Of = *t, append(slices.Clip(e.Of), x, y)
	return e
}
