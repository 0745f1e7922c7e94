package check

import (
	"iter"
	"math/big"
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

// signOf returns the sign of a value, as known from the value and from the conditions
// around its expression.
func (c *compiler) signOf(s *scope, n ast.Node, v *value) sign {
	known := c.signs[v] | constantSign(v)
	for i := range c.held {
		if h := &c.held[i]; h.scope == s && known != positive {
			if sign := implied(h.tree, h.holds, n); sign > 0 && h.unchanged() {
				known |= sign
			}
		}
	}
	return known
}

// held is a condition around the current steps, with how often its names had been set
// when it was tested.
type held struct {
	scope   *scope
	tree    ast.Node
	holds   bool
	changes []int
}

func (h *held) unchanged() bool { return slices.Equal(h.changes, h.scope.changesOf(h.tree)) }

func (s *scope) changesOf(n ast.Node) []int {
	var list []int
	for _, name := range syntax.Names(n) {
		list = append(list, s.changes[name])
	}
	return list
}

// side builds one side of a condition, with a counter.
func side[T any](c *compiler, s *scope, at diagnostic.Range, cond ast.Node, holds bool, build func() T) func() T {
	name := syntax.Then
	if !holds {
		name = syntax.Otherwise
	}
	return func() (built T) {
		c.countAt(at, name)
		c.where(s, cond, holds, func() { built = build() })
		return built
	}
}

func (c *compiler) where(s *scope, cond ast.Node, holds bool, build func()) {
	before := len(c.held)
	c.hold(s, cond, holds)
	build()
	c.held = c.held[:before]
}

// holdAfter records the condition under which the run goes on after a step.
func (c *compiler) holdAfter(s *scope, step syntax.Step) {
	switch step := step.(type) {
	case *syntax.Refuse:
		if step.When != nil {
			c.hold(s, step.When.Tree, false)
		}
	case *syntax.If:
		if len(step.Then) == 0 {
			return
		}
		if refuse, is := step.Then[len(step.Then)-1].(*syntax.Refuse); is && refuse.When == nil {
			c.hold(s, step.Cond.Tree, false)
		}
	}
}

func (c *compiler) hold(s *scope, cond ast.Node, holds bool) {
	c.held = append(c.held, held{s, cond, holds, s.changesOf(cond)})
}

// facts iterates over a condition that holds, or does not, and the conditions within it
// that follow from it, each with its value.
func facts(cond ast.Node, holds bool) iter.Seq2[ast.Node, bool] {
	return func(visit func(ast.Node, bool) bool) { eachFact(cond, holds, visit) }
}

func eachFact(cond ast.Node, holds bool, visit func(ast.Node, bool) bool) bool {
	if !visit(cond, holds) {
		return false
	}
	switch n := cond.(type) {
	case *ast.UnaryNode:
		return n.Operator != "not" || eachFact(n.Node, !holds, visit)
	case *ast.BinaryNode:
		if n.Operator == "and" && holds || n.Operator == "or" && !holds {
			return eachFact(n.Left, holds, visit) && eachFact(n.Right, holds, visit)
		}
	}
	return true
}

// implied returns the sign of an expression where a condition holds, or does not.
func implied(cond ast.Node, holds bool, of ast.Node) (known sign) {
	for fact, holds := range facts(cond, holds) {
		n, is := fact.(*ast.BinaryNode)
		if !is || !syntax.IsComparison(n.Operator) {
			continue
		}
		if k := written(n.Right); k != nil && syntax.Same(n.Left, of) {
			known |= compared(n.Operator, holds, k.Sign())
		} else if k := written(n.Left); k != nil && syntax.Same(n.Right, of) {
			known |= compared(syntax.Mirrored(n.Operator), holds, k.Sign())
		}
	}
	return known
}

// compared returns the sign of x if x op k holds, or does not, for a k with a sign.
func compared(op string, holds bool, k int) sign {
	if !holds {
		op = syntax.Opposite(op)
	}
	switch {
	case op == "==" && k > 0, op == ">" && k >= 0, op == ">=" && k > 0:
		return positive
	case op == ">=" && k == 0, op == "==" && k == 0:
		return notNegative
	case op == "!=" && k == 0, op == "<" && k <= 0, op == "<=" && k < 0, op == "==" && k < 0:
		return notZero
	}
	return 0
}

// written returns the value of a literal number, with or without as(); nil for others.
func written(n ast.Node) *big.Rat {
	switch n := n.(type) {
	case *ast.ConstantNode:
		if d, ok := types.WrittenNumber(n); ok {
			return d.Rat()
		}
	case *ast.CallNode:
		if syntax.Callee(n) == "as" && len(n.Arguments) > 0 {
			return written(n.Arguments[0])
		}
	}
	return nil
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
	if c.check && !s.unchecked && c.signOf(s, at, y)&notZero == 0 {
		c.fail(place, "zero-division", syntax.Format(at)+" may be 0 and cannot be a divisor",
			"Divide under if: "+syntax.Format(at)+" > 0, by max("+syntax.Format(at)+", 1), or give the input min: 1.")
	}
}
