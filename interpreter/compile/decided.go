package compile

import (
	"math/big"

	"github.com/payslate/payslate/interpreter/expression"
	"github.com/payslate/payslate/interpreter/number"
)

// checkDecided reports a condition that is decided by the conditions around it, or by
// the bounds of its input. Programs with procedures are skipped: the conditions around
// the calls of a procedure may differ.
func (c *compiler) checkDecided(s *scope, cond expression.Node) {
	if !c.check || s.unchecked || s.source == nil || len(s.program.Declaration.Procedures) > 0 {
		return
	}
	if holds, known := c.decided(s, cond); known {
		never := "never"
		if holds {
			never = "always"
		}
		c.warn(s.source.At(cond), "unreachable", expression.Format(cond)+" "+never+" holds here",
			"An earlier condition or the bounds of the input decide it: correct one of them, or remove this one.")
	}
}

func (c *compiler) decided(s *scope, cond expression.Node) (holds, known bool) {
	for _, h := range c.held {
		if h.scope != s || !h.unchanged() {
			continue
		}
		if holds, known = settles(h.tree, h.holds, cond); known {
			return holds, true
		}
	}
	switch n := cond.(type) {
	case *expression.Unary:
		if n.Op == expression.Not {
			holds, known = c.decided(s, n.X)
			return !holds, known
		}
	case *expression.Binary:
		if n.Op == expression.And || n.Op == expression.Or {
			for _, part := range []expression.Node{n.L, n.R} {
				if holds, known = c.decided(s, part); known && holds == (n.Op == expression.Or) {
					return holds, true
				}
			}
			return false, false
		}
		return outOfBounds(s, n)
	}
	return false, false
}

// settles returns the value of a condition where another holds, or does not, if known.
func settles(cond expression.Node, holds bool, of expression.Node) (value, known bool) {
	for fact, holds := range facts(cond, holds) {
		if expression.Same(fact, of) {
			return holds, true
		}
		n, is := fact.(*expression.Binary)
		other, areBoth := of.(*expression.Binary)
		if !is || !areBoth || !n.Op.IsComparison() || !other.Op.IsComparison() || !expression.Same(n.L, other.L) {
			continue
		}
		if expression.Same(n.R, other.R) && n.Op.Opposite() == other.Op {
			return !holds, true
		}
		one, isText := n.R.(*expression.Text)
		another, areTexts := other.R.(*expression.Text)
		if isText && areTexts && holds && n.Op == expression.Equal && one.Value != another.Value && other.Op == expression.Equal {
			return false, true
		}
	}
	return false, false
}

// outOfBounds decides a comparison of an input with a constant by the bounds of the
// input.
func outOfBounds(s *scope, n *expression.Binary) (holds, known bool) {
	name, is := n.L.(*expression.Name)
	k, op := written(n.R), n.Op
	if !is || k == nil {
		name, is = n.R.(*expression.Name)
		k, op = written(n.L), n.Op.Mirrored()
	}
	if !is || k == nil || s.changes[name.Name] > 1 {
		return false, false
	}
	for _, in := range s.program.Inputs {
		if in.Name != name.Name || in.Type.Optional {
			continue
		}
		b := in.Type.Bounds
		low, high := boundOrder(b.Min, k), boundOrder(b.Max, k)
		over := low == 1 || low == 0 && b.AboveMin     // all values are above k
		under := high == -1 || high == 0 && b.BelowMax // all values are below k
		atLeast := over || low == 0
		atMost := under || high == 0
		switch op {
		case expression.Less:
			return under, under || atLeast
		case expression.LessOrEqual:
			return atMost, atMost || over
		case expression.Greater:
			return over, over || atMost
		case expression.GreaterOrEqual:
			return atLeast, atLeast || under
		case expression.Equal:
			return false, over || under
		case expression.NotEqual:
			return true, over || under
		}
	}
	return false, false
}

// boundOrder compares a bound with a number. The result for an open bound is none of
// -1, 0 and 1.
func boundOrder(bound *number.Decimal, k *big.Rat) int {
	const open = 2
	if bound == nil {
		return open
	}
	return bound.Rat().Cmp(k)
}
