package check

import (
	"slices"

	"github.com/expr-lang/expr/ast"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
)

// sign is what is known about the sign of a number: a divisor must be shown not to be
// zero.
type sign uint8

const (
	notNegative sign = 1 << iota
	notZero
	positive = notNegative | notZero
)

// signOf converts a sign of math/big.
func signOf(compared int) (s sign) {
	if compared >= 0 {
		s |= notNegative
	}
	if compared != 0 {
		s |= notZero
	}
	return s
}

func (c *compiler) know(v *value, s sign) *value {
	if v != nil && s > 0 {
		c.signs[v] |= s
	}
	return v
}

func constantSign(v *value) sign {
	if k, ok := v.numerator(); ok {
		return signOf(k.Sign())
	}
	return 0
}

// signOf returns what is known about the sign of a value.
func (c *compiler) signOf(v *value) sign { return c.signs[v] | constantSign(v) }

// side builds one side of a condition, with a counter.
func side[T any](c *compiler, at diagnostic.Range, name string, build func() T) func() T {
	return func() T {
		c.countAt(at, name)
		return build()
	}
}

// bounded returns the sign that the bounds of an input imply.
func bounded(b types.Bounds) sign {
	switch {
	case b.Min == nil || b.Min.Sign() < 0:
		return 0
	case b.AboveMin:
		return positive
	}
	return signOf(b.Min.Sign())
}

// ofArithmetic returns the sign of a result from those of its operands.
func ofArithmetic(op string, x, y sign) sign {
	switch op {
	case "+":
		if x&y&notNegative != 0 {
			return notNegative | (x|y)&notZero
		}
	case "*", "/":
		return x & y
	}
	return 0
}

// divisor reports a divisor that may be zero, except in an imported plan. It records the
// position for runs that divide by zero: called programs do not check bounds.
func (c *compiler) divisor(s *scope, at ast.Node, y *value) {
	if s.source == nil {
		return
	}
	place := s.source.At(at)
	if !slices.Contains(c.divisors, place) {
		c.divisors = append(c.divisors, place)
	}
	if c.check && !s.unchecked && c.signOf(y)&notZero == 0 {
		c.fail(place, "zero-division", syntax.Format(at)+" may be 0 and cannot be a divisor",
			"Divide by max("+syntax.Format(at)+", 1), or give the input min: 1.")
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
	if _, again := s.set[name.Value]; in == nil || in.Type.Optional || again {
		return
	}
	if b := in.Type.Bounds; b.Min != nil && k.Cmp(*b.Min) < 0 || b.Max != nil && k.Cmp(*b.Max) > 0 {
		c.warn(s.source.At(n), "unreachable", k.String()+" lies outside the bounds of "+name.Value+": the result is always the same", "Correct the comparison or the bounds, or remove the condition.")
	}
}
