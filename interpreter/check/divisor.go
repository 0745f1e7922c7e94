package check

import (
	"slices"

	"github.com/expr-lang/expr/ast"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/types"
)

// side builds one side of a condition, with a counter.
func side[T any](c *compiler, at diagnostic.Range, name string, build func() T) func() T {
	return func() T {
		c.countAt(at, name)
		return build()
	}
}

// divisor reports a divisor that may be zero, except in an imported plan. It records the
// position for runs that divide by zero: called programs do not check bounds.
func (c *compiler) divisor(s *scope, at ast.Node, y *value) {
	place := s.source.At(at)
	if !slices.Contains(c.divisors, place) {
		c.divisors = append(c.divisors, place)
	}
	if c.check && !s.unchecked && !y.positive {
		c.fail(place, "zero-division", at.String()+" may be 0 and cannot be a divisor",
			"Divide by max("+at.String()+", 1), or give the input min: 1.")
	}
}

// checkBounds reports a comparison of an input with a number that its bounds exclude.
func (c *compiler) checkBounds(s *scope, n *ast.BinaryNode) {
	name, is := n.Left.(*ast.IdentifierNode)
	k, written := types.WrittenNumber(n.Right)
	if !is || !written {
		name, is = n.Right.(*ast.IdentifierNode)
		k, written = types.WrittenNumber(n.Left)
	}
	if !c.check || s.unchecked || !is || !written {
		return
	}
	in := s.program.Input(name.Value)
	if v, _ := s.lookup(name.Value); in == nil || in.Type.Optional || v != s.asked[name.Value] {
		return
	}
	if b := in.Type.Bounds; b.Min != nil && k.Cmp(*b.Min) < 0 || b.Max != nil && k.Cmp(*b.Max) > 0 {
		c.warn(s.source.At(n), "unreachable", k.String()+" lies outside the bounds of "+name.Value+": the result is always the same", "Correct the comparison or the bounds, or remove the condition.")
	}
}
