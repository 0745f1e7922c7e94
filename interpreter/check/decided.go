package check

import (
	"math/big"

	"github.com/expr-lang/expr/ast"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/syntax"
)

// checkDecided reports a condition that is decided by the conditions around it, or by
// the bounds of its input. Programs with procedures are skipped: the conditions around
// the calls of a procedure may differ.
func (c *compiler) checkDecided(s *scope, cond ast.Node) {
	if !c.check || s.unchecked || s.source == nil || len(s.program.Declaration.Procedures) > 0 {
		return
	}
	if holds, known := c.decided(s, cond); known {
		never := "never"
		if holds {
			never = "always"
		}
		c.warn(s.source.At(cond), "unreachable", syntax.Format(cond)+" "+never+" holds here",
			"An earlier condition or the bounds of the input decide it: correct one of them, or remove this one.")
	}
}

func (c *compiler) decided(s *scope, cond ast.Node) (holds, known bool) {
	for _, h := range c.held {
		if h.scope != s || !h.unchanged() {
			continue
		}
		if holds, known = settles(h.tree, h.holds, cond); known {
			return holds, true
		}
	}
	switch n := cond.(type) {
	case *ast.UnaryNode:
		if n.Operator == "not" {
			holds, known = c.decided(s, n.Node)
			return !holds, known
		}
	case *ast.BinaryNode:
		if n.Operator == "and" || n.Operator == "or" {
			for _, part := range []ast.Node{n.Left, n.Right} {
				if holds, known = c.decided(s, part); known && holds == (n.Operator == "or") {
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
func settles(cond ast.Node, holds bool, of ast.Node) (value, known bool) {
	for fact, holds := range facts(cond, holds) {
		if syntax.Same(fact, of) {
			return holds, true
		}
		n, is := fact.(*ast.BinaryNode)
		other, areBoth := of.(*ast.BinaryNode)
		if !is || !areBoth || !syntax.IsComparison(n.Operator) || !syntax.IsComparison(other.Operator) || !syntax.Same(n.Left, other.Left) {
			continue
		}
		if syntax.Same(n.Right, other.Right) && syntax.Opposite(n.Operator) == other.Operator {
			return !holds, true
		}
		one, isText := syntax.Literal[string](n.Right)
		another, areTexts := syntax.Literal[string](other.Right)
		if isText && areTexts && holds && n.Operator == "==" && one != another && other.Operator == "==" {
			return false, true
		}
	}
	return false, false
}

// outOfBounds decides a comparison of an input with a constant by the bounds of the
// input.
func outOfBounds(s *scope, n *ast.BinaryNode) (holds, known bool) {
	name, is := n.Left.(*ast.IdentifierNode)
	k, op := written(n.Right), n.Operator
	if !is || k == nil {
		name, is = n.Right.(*ast.IdentifierNode)
		k, op = written(n.Left), syntax.Mirrored(n.Operator)
	}
	if !is || k == nil || s.changes[name.Value] > 1 {
		return false, false
	}
	for _, in := range s.program.Inputs {
		if in.Name != name.Value || in.Type.Optional {
			continue
		}
		b := in.Type.Bounds
		low, high := boundOrder(b.Min, k), boundOrder(b.Max, k)
		over := low == 1 || low == 0 && b.AboveMin     // all values are above k
		under := high == -1 || high == 0 && b.BelowMax // all values are below k
		atLeast := over || low == 0
		atMost := under || high == 0
		switch op {
		case "<":
			return under, under || atLeast
		case "<=":
			return atMost, atMost || over
		case ">":
			return over, over || atMost
		case ">=":
			return atLeast, atLeast || under
		case "==":
			return false, over || under
		case "!=":
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
