package compile

import (
	"fmt"
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/expression"
	"github.com/payslate/payslate/interpreter/machine"
	"github.com/payslate/payslate/interpreter/types"
)

// cond compiles a condition; nil after an error.
func (c *compiler) cond(s *scope, n expression.Node) *machine.Cond {
	if b, ok := n.(*expression.Binary); ok {
		switch {
		case b.Op == expression.And || b.Op == expression.Or:
			return c.logical(s, b)
		case b.Op == expression.In:
			return c.member(s, b)
		case b.Op.IsComparison():
			return c.comparison(s, b)
		}
	}
	if u, ok := n.(*expression.Unary); ok && u.Op == expression.Not {
		cond := c.cond(s, u.X)
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
		c.failAt(s, n, "wrong-type", expression.Format(n)+" is "+v.describe()+", not a condition", "Compare it with a value.")
		return nil
	}
	if v.cond != nil {
		return v.cond
	}
	return c.b.Other(v.v, c.b.Int(0))
}

func (c *compiler) logical(s *scope, n *expression.Binary) *machine.Cond {
	left := c.cond(s, n.L)
	if left == nil {
		c.cond(s, n.R)
		return nil
	}
	var failed bool
	right := func() *machine.Cond {
		var r *machine.Cond
		c.where(s, n.L, n.Op == expression.And, func() { r = c.cond(s, n.R) })
		if r == nil {
			failed = true
			return machine.False()
		}
		return r
	}
	left, _, _ = c.known(left)
	combine := c.b.And
	if n.Op == expression.Or {
		combine = c.b.Or
	}
	cond := combine(left, right)
	if failed {
		return nil
	}
	return cond
}

// member compiles x in ["A", "B"], or x in a list of cases.
func (c *compiler) member(s *scope, n *expression.Binary) *machine.Cond {
	list, ok := n.R.(*expression.List)
	if !ok {
		return c.within(s, n)
	}
	cond := machine.False()
	for _, item := range list.Items {
		same := c.comparison(s, &expression.Binary{Op: expression.Equal, L: n.L, R: item, Extent: n.Extent})
		if same == nil {
			return nil
		}
		cond = c.b.Or(cond, func() *machine.Cond { return same })
	}
	return cond
}

// within compiles x in a list of cases.
func (c *compiler) within(s *scope, n *expression.Binary) *machine.Cond {
	x, list := c.node(s, n.L), c.node(s, n.R)
	if x == nil || list == nil || !c.require(s, n.L, x) {
		return nil
	}
	if list.kind != types.ListKind || list.step > 0 || list.typ.Enumerated() == nil {
		c.failAt(s, n.R, "wrong-type", "a list of cases must follow `in`, and this is "+list.describe(), `Write x in ["A", "B"].`)
		return nil
	}
	is := &expression.Binary{Op: expression.Equal, L: n.L, R: n.R, Extent: n.Extent}
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

func (c *compiler) comparison(s *scope, n *expression.Binary) *machine.Cond {
	x, y := c.node(s, n.L), c.node(s, n.R)
	if x == nil || y == nil {
		return nil
	}
	if x.kind == types.NullKind || y.kind == types.NullKind {
		c.failAt(s, n, "null-value", "null cannot be compared", "Write given(…) or not given(…).")
		return nil
	}
	if !c.require(s, n.L, x) || !c.require(s, n.R, y) {
		return nil
	}
	equality := n.Op == expression.Equal || n.Op == expression.NotEqual
	if x.kind == types.Enumeration || y.kind == types.Enumeration {
		return c.sameCase(s, n, x, y, equality)
	}
	if x.kind != y.kind {
		c.failAt(s, n, "mixed-types", fmt.Sprintf("%s is %s, %s is %s", expression.Format(n.L), x.describe(), expression.Format(n.R), y.describe()), "Only values of one type can be compared.")
		return nil
	}
	switch x.kind {
	case types.Boolean:
		if !equality {
			break
		}
		return c.compare(n.Op, c.settled(x).v, c.settled(y).v)
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
			return c.compare(n.Op, x.v, y.v)
		}
	case types.Date, types.Time, types.Duration:
		return c.compare(n.Op, x.v, y.v)
	}
	c.failAt(s, n, "wrong-type", "values such as "+expression.Format(n.L)+" cannot be compared with this operator", "")
	return nil
}

func (c *compiler) compareNumbers(s *scope, n *expression.Binary, x, y *value) *machine.Cond {
	if _, ok := c.oneUnit(s, n, x, y, expression.Format(n.L), expression.Format(n.R)); !ok {
		return nil
	}
	a, b, _, _ := c.over(c.positive(x), c.positive(y))
	return c.compare(n.Op, a, b)
}

func (c *compiler) compare(op expression.Operator, x, y machine.Value) *machine.Cond {
	switch op {
	case expression.Equal:
		return c.b.Same(x, y)
	case expression.NotEqual:
		return c.b.Other(x, y)
	case expression.Less:
		return c.b.Less(x, y)
	case expression.LessOrEqual:
		return c.b.LessOrSame(x, y)
	case expression.Greater:
		return c.b.Less(y, x)
	}
	return c.b.LessOrSame(y, x)
}

func (c *compiler) sameCase(s *scope, n *expression.Binary, x, y *value, equality bool) *machine.Cond {
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
		wrong := n.R
		if a == nil {
			wrong = n.L
		}
		text := ""
		if t, ok := wrong.(*expression.Text); ok {
			text = diagnostic.Nearest(t.Value, cases)
		}
		c.suggest(s.source.At(wrong), "unknown-case", expression.Format(wrong)+" is not one of the cases", "They are "+strings.Join(cases, ", ")+".", text)
		return nil
	}
	if !equality {
		c.failAt(s, n, "wrong-type", "cases have no order", "Compare with == or !=, or use in.")
		return nil
	}
	return c.compare(n.Op, a.v, b.v)
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
