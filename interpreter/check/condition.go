package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/expr-lang/expr/ast"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/machine"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
)

// cond compiles a condition; nil after an error.
func (c *compiler) cond(s *scope, n ast.Node) *machine.Cond {
	if b, ok := n.(*ast.BinaryNode); ok {
		switch {
		case b.Operator == "and" || b.Operator == "or":
			return c.logical(s, b)
		case b.Operator == "in":
			return c.member(s, b)
		case syntax.IsComparison(b.Operator):
			return c.comparison(s, b)
		}
	}
	if u, ok := n.(*ast.UnaryNode); ok && u.Operator == "not" {
		cond := c.cond(s, u.Node)
		if cond == nil {
			return nil
		}
		return machine.Not(cond)
	}
	v := c.node(s, n)
	if v == nil || !c.require(s, n, v) {
		return nil
	}
	if v.kind != types.Boolean {
		c.failAt(s, n, "wrong-type", n.String()+" is "+v.describe()+", not a condition", "Compare it with a value.")
		return nil
	}
	if v.cond != nil {
		return v.cond
	}
	return c.b.Other(v.v, c.b.Int(0))
}

func (c *compiler) logical(s *scope, n *ast.BinaryNode) *machine.Cond {
	left := c.cond(s, n.Left)
	if left == nil {
		c.cond(s, n.Right)
		return nil
	}
	var failed bool
	right := func() *machine.Cond {
		var r *machine.Cond
		if r = c.cond(s, n.Right); r == nil {
			failed = true
			return machine.False()
		}
		return r
	}
	left, _, _ = c.known(left)
	combine := c.b.And
	if n.Operator == "or" {
		combine = c.b.Or
	}
	cond := combine(left, right)
	if failed {
		return nil
	}
	return cond
}

// member compiles x in ["A", "B"], or x in a list of cases.
func (c *compiler) member(s *scope, n *ast.BinaryNode) *machine.Cond {
	list, ok := n.Right.(*ast.ArrayNode)
	if !ok {
		return c.within(s, n)
	}
	cond := machine.False()
	for _, item := range list.Nodes {
		is := &ast.BinaryNode{Operator: "==", Left: n.Left, Right: item}
		is.SetLocation(n.Location())
		same := c.comparison(s, is)
		if same == nil {
			return nil
		}
		cond = c.b.Or(cond, func() *machine.Cond { return same })
	}
	return cond
}

// within compiles x in a list of cases.
func (c *compiler) within(s *scope, n *ast.BinaryNode) *machine.Cond {
	x, list := c.node(s, n.Left), c.node(s, n.Right)
	if x == nil || list == nil || !c.require(s, n.Left, x) {
		return nil
	}
	if list.kind != types.ListKind || list.step > 0 || list.typ.Enumerated() == nil {
		c.failAt(s, n.Right, "wrong-type", "a list of cases must follow `in`, and this is "+list.describe(), `Write x in ["A", "B"].`)
		return nil
	}
	is := &ast.BinaryNode{Operator: "==", Left: n.Left, Right: n.Right}
	is.SetLocation(n.Location())
	known := true
	found := c.b.Loop(list.address, list.end, list.stride(), []machine.Value{c.b.Int(0)}, func(address machine.Value, found []machine.Value) []machine.Value {
		same := c.sameCase(s, is, x, c.element(list, address), true)
		if known = same != nil; !known {
			return found
		}
		return []machine.Value{c.b.Select(same, c.b.Int(1), found[0])}
	})
	if !known {
		return nil
	}
	return c.b.Other(found[0], c.b.Int(0))
}

func (c *compiler) comparison(s *scope, n *ast.BinaryNode) *machine.Cond {
	x, y := c.node(s, n.Left), c.node(s, n.Right)
	if x == nil || y == nil {
		return nil
	}
	if x.kind == types.NullKind || y.kind == types.NullKind {
		c.failAt(s, n, "null-value", "null cannot be compared", "Write given(…) or not given(…).")
		return nil
	}
	if !c.require(s, n.Left, x) || !c.require(s, n.Right, y) {
		return nil
	}
	equality := n.Operator == "==" || n.Operator == "!="
	if x.kind == types.Enumeration || y.kind == types.Enumeration {
		return c.sameCase(s, n, x, y, equality)
	}
	if x.kind != y.kind {
		c.failAt(s, n, "mixed-types", fmt.Sprintf("%s is %s, %s is %s", n.Left.String(), x.describe(), n.Right.String(), y.describe()), "Only values of one type can be compared.")
		return nil
	}
	switch x.kind {
	case types.Boolean:
		if !equality {
			break
		}
		return c.compare(n.Operator, c.settled(x).v, c.settled(y).v)
	case types.Number:
		return c.compareNumbers(s, n, x, y)
	case types.Text:
		if x.isText && y.isText {
			return c.sameCase(s, n, x, y, equality)
		}
		c.failAt(s, n, "wrong-type", "free texts cannot be compared", "Declare the text as an enumeration (types:), or read it by a grammar.")
		return nil
	case types.Handle:
		if equality && x.typ.Name == y.typ.Name {
			return c.compare(n.Operator, x.v, y.v)
		}
	case types.Date, types.Time, types.Duration:
		return c.compare(n.Operator, x.v, y.v)
	}
	c.failAt(s, n, "wrong-type", "values such as "+n.Left.String()+" cannot be compared with this operator", "Compare numbers, dates, times and durations; cases and booleans with == and != only, lists and records by their fields.")
	return nil
}

func (c *compiler) compareNumbers(s *scope, n *ast.BinaryNode, x, y *value) *machine.Cond {
	c.checkBounds(s, n)
	if _, ok := c.oneUnit(s, n, x, y, n.Left, n.Right); !ok {
		return nil
	}
	a, b, _, _ := c.over(c.comparable(x), c.comparable(y))
	return c.compare(n.Operator, a, b)
}

func (c *compiler) compare(op string, x, y machine.Value) *machine.Cond {
	switch op {
	case "==":
		return c.b.Same(x, y)
	case "!=":
		return c.b.Other(x, y)
	case "<":
		return c.b.Less(x, y)
	case "<=":
		return c.b.LessOrSame(x, y)
	case ">":
		return c.b.Less(y, x)
	}
	return c.b.LessOrSame(y, x)
}

func (c *compiler) sameCase(s *scope, n *ast.BinaryNode, x, y *value, equality bool) *machine.Cond {
	if x.textual() && y.textual() {
		cases := union(x.texts(), y.texts())
		x, y = c.amongTexts(x, cases), c.amongTexts(y, cases)
	}
	cases := x.cases
	if x.kind != types.Enumeration || x.adhoc && y.kind == types.Enumeration {
		cases = y.cases
	}
	a, b := c.caseOf(x, cases), c.caseOf(y, cases)
	if a == nil || b == nil || !slices.Equal(a.cases, b.cases) {
		wrong := n.Right
		if a == nil {
			wrong = n.Left
		}
		text := ""
		if t, ok := syntax.Literal[string](wrong); ok {
			text = diagnostic.Nearest(t, cases)
		}
		c.suggest(s.source.At(wrong), "unknown-case", wrong.String()+" is not one of the cases", "They are "+strings.Join(cases, ", ")+".", text)
		return nil
	}
	if !equality {
		c.failAt(s, n, "wrong-type", "cases have no order", "Compare with == or !=, or use in.")
		return nil
	}
	return c.compare(n.Operator, a.v, b.v)
}

// caseOf converts a constant text to a case; nil if it is not one.
func (c *compiler) caseOf(x *value, cases []string) *value {
	if x.kind == types.Enumeration && (!x.adhoc || slices.Equal(x.cases, cases)) {
		return x
	}
	if x.kind == types.Enumeration {
		for _, text := range x.cases {
			if !slices.Contains(cases, text) {
				return nil
			}
		}
		return &value{kind: types.Enumeration, cases: cases, given: x.given, v: c.b.Table(c.places(x.cases, cases), x.v)}
	}
	if x.kind != types.Text || !x.isText {
		return nil
	}
	at := slices.Index(cases, x.text)
	if at < 0 {
		return nil
	}
	return &value{kind: types.Enumeration, cases: cases, given: x.given, v: c.b.Int(int64(at))}
}
