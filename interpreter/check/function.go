package check

import (
	"cmp"
	"fmt"
	"math/big"
	"strings"

	"github.com/expr-lang/expr/ast"

	"github.com/payslate/payslate/interpreter/machine"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
)

func (c *compiler) number(s *scope, n ast.Node) *value {
	x := c.node(s, n)
	if !c.numberOf(s, n, x) {
		return nil
	}
	if x.kind != types.Number {
		return c.failAt(s, n, "wrong-type", n.String()+" is "+x.describe()+", not a number", "Give a number, or a field of it that is one.")
	}
	return x
}

func (c *compiler) rounding(s *scope, n *ast.CallNode, mode number.Rounding) *value {
	x := c.number(s, n.Arguments[0])
	scale := c.scaleOf(s, n, 1)
	if x == nil || scale == nil {
		return nil
	}
	return c.cut(x, scale, mode)
}

// scaleOf returns 10^n for an argument that is a number of decimals n; nil after an error.
func (c *compiler) scaleOf(s *scope, n *ast.CallNode, argument int) *big.Int {
	written, ok := syntax.Literal[syntax.Number](n.Arguments[argument])
	if !ok || len(written) > 2 || written[0] == '.' {
		f := builtin(syntax.Callee(n))
		c.failAt(s, n.Arguments[argument], "wrong-arguments", "the place to round to must be a written number of decimals", "Write "+strings.NewReplacer("places", "2", "[", "", "]", "").Replace(f.Usage)+".")
		return nil
	}
	p := 0
	if _, err := fmt.Sscan(string(written), &p); err != nil || p > maxPlaces/2 {
		c.failAt(s, n.Arguments[argument], "wrong-arguments", "rounding to "+string(written)+" decimals", "The place is a whole number from 0 to 30.")
		return nil
	}
	return number.PowerOfTen(p)
}

// cut rounds a number to a scale that is a power of ten.
func (c *compiler) cut(x *value, scale *big.Int, mode number.Rounding) *value {
	away := mode == number.Up || mode == number.Ceiling
	return &value{kind: types.Number, v: c.round(x, new(big.Rat).SetInt(scale), mode), scale: scale, unit: x.unit, positive: x.positive && away}
}

func (c *compiler) round(x *value, by *big.Rat, mode number.Rounding) machine.Value {
	y := c.times(x, by)
	divisor := c.b.Big(y.scale)
	if y.divisor != nil {
		divisor = c.b.Mul(divisor, y.divisor)
	}
	return c.b.Quo(y.v, divisor, mode)
}

func (c *compiler) roundTo(s *scope, n *ast.CallNode, mode number.Rounding) *value {
	x, step := c.number(s, n.Arguments[0]), c.number(s, n.Arguments[1])
	if x == nil || step == nil {
		return nil
	}
	k, ok := step.constant()
	if !ok || k.Sign() <= 0 {
		return c.failAt(s, n.Arguments[1], "wrong-arguments", "the step must be a constant above 0", "Write "+syntax.Callee(n)+"(x, 0.05).")
	}
	v := &value{kind: types.Number, scale: one, unit: x.unit, positive: x.positive && mode == number.Up}
	v.v = c.round(x, new(big.Rat).Inv(k), mode)
	unit := v.unit
	v = c.times(v, k)
	v.unit = unit
	return v
}

func (c *compiler) extreme(s *scope, n *ast.CallNode) *value {
	best := c.node(s, n.Arguments[0])
	if !c.numberOf(s, n.Arguments[0], best) {
		return nil
	}
	for _, arg := range n.Arguments[1:] {
		x := c.node(s, arg)
		if !c.numberOf(s, arg, x) {
			return nil
		}
		if x.kind != best.kind {
			return c.failAt(s, n, "mixed-types", "the arguments are "+best.describe()+" and "+x.describe(), "Give arguments of one kind: numbers, dates, times or durations.")
		}
		if best = c.extremeOf(s, n, best, x); best == nil {
			return nil
		}
	}
	return best
}

func (c *compiler) extremeOf(s *scope, n *ast.CallNode, x, y *value) *value {
	if x.kind != types.Number {
		v := *x
		v.v = c.minOrMax(syntax.Callee(n), x.v, y.v)
		return &v
	}
	unit, ok := c.oneUnit(s, n, x, y, noun("one of these"), noun("another"))
	if !ok {
		return nil
	}
	a, b, scale, divisor := c.over(c.comparable(x), c.comparable(y))
	v := &value{kind: types.Number, v: c.minOrMax(syntax.Callee(n), a, b), scale: scale, divisor: divisor, unit: unit}
	v.positive = x.positive && y.positive || syntax.Callee(n) == "max" && (x.positive || y.positive)
	return v
}

func (c *compiler) minOrMax(name string, x, y machine.Value) machine.Value {
	if name == "min" {
		return c.b.Min(x, y)
	}
	return c.b.Max(x, y)
}

func (c *compiler) abs(s *scope, n *ast.CallNode) *value {
	x := c.number(s, n.Arguments[0])
	if x == nil {
		return nil
	}
	y := *c.comparable(x)
	y.v = c.b.Abs(y.v)
	return &y
}

func (c *compiler) choose(s *scope, n *ast.CallNode) *value {
	cond := c.cond(s, n.Arguments[0])
	if cond == nil {
		c.node(s, n.Arguments[1])
		c.node(s, n.Arguments[2])
		return nil
	}
	at := s.source.At(n)
	return c.pick(at, cond,
		side(c, at, syntax.Then, func() *value { return c.node(s, n.Arguments[1]) }),
		side(c, at, syntax.Otherwise, func() *value { return c.node(s, n.Arguments[2]) }))
}

func (c *compiler) given(s *scope, n *ast.CallNode) *value {
	if name, ok := n.Arguments[0].(*ast.IdentifierNode); ok {
		if asked := s.flags[name.Value]; asked != nil {
			s.read[name.Value] = true
			return &value{kind: types.Boolean, cond: c.b.Other(asked, c.b.Int(0))}
		}
	}
	x := c.node(s, n.Arguments[0])
	if x == nil {
		return nil
	}
	if x.kind == types.NullKind {
		return &value{kind: types.Boolean, cond: machine.False()}
	}
	if x.given == nil {
		if !c.check { // an argument may be known to be present
			return &value{kind: types.Boolean, cond: machine.True()}
		}
		return c.failAt(s, n.Arguments[0], "always-given", n.Arguments[0].String()+" is always present", "Remove given(…).")
	}
	return &value{kind: types.Boolean, cond: c.b.Other(x.given, c.b.Int(0))}
}

func (c *compiler) otherwise(s *scope, n *ast.CallNode) *value {
	x := c.node(s, n.Arguments[0])
	if x == nil {
		return nil
	}
	if x.kind == types.NullKind {
		return c.node(s, n.Arguments[1])
	}
	if x.given == nil {
		if !c.check {
			return x
		}
		return c.failAt(s, n.Arguments[0], "always-given", n.Arguments[0].String()+" is always present", "Remove otherwise(…).")
	}
	there := *x
	there.given = nil
	return c.pick(s.source.At(n), c.b.Other(x.given, c.b.Int(0)), func() *value { return &there }, func() *value { return c.node(s, n.Arguments[1]) })
}

// as compiles a conversion of units: as(gross, "cent").
func (c *compiler) as(s *scope, n *ast.CallNode) *value {
	x := c.number(s, n.Arguments[0])
	text, ok := syntax.Literal[string](n.Arguments[1])
	if !ok {
		return c.failAt(s, n.Arguments[1], "wrong-arguments", "the unit must be a text", `Write as(x, "cent").`)
	}
	if x == nil {
		return nil
	}
	unit, wrong := c.module.ReadUnit(s.source.At(n.Arguments[1]), text)
	if wrong != nil {
		c.report(*wrong)
		return nil
	}
	if x.unit.Assumed && !s.unchecked {
		return c.failAt(s, n.Arguments[0], "mixed-units", n.Arguments[0].String()+" is in "+x.unit.String()+" on one path and a number without a unit on another", "Give that number its unit: as(5, \"EUR\").")
	}
	times, per, ok := types.Conversion(x.unit, unit)
	if !ok {
		return c.failAt(s, n, "mixed-units", x.unit.String()+" cannot be converted to "+unit.String(), cmp.Or(types.PerHundred(x.unit), "Multiply or divide it by a figure with both units."))
	}
	v := c.times(x, big.NewRat(times, per))
	v.unit = unit
	return v
}

// whole compiles div(a, b) and mod(a, b) of integers.
func (c *compiler) whole(s *scope, n *ast.CallNode) *value {
	x, y := c.number(s, n.Arguments[0]), c.number(s, n.Arguments[1])
	if x == nil || y == nil {
		return nil
	}
	if x.divisor != nil || y.divisor != nil || x.scale.Cmp(one) != 0 || y.scale.Cmp(one) != 0 {
		return c.failAt(s, n, "wrong-type", syntax.Callee(n)+" takes whole numbers", "Round them first.")
	}
	c.divisor(s, n.Arguments[1], y)
	q := c.b.Quo(x.v, y.v, number.Down)
	if syntax.Callee(n) == "mod" {
		q = c.b.Sub(x.v, c.b.Mul(q, y.v))
	}
	return &value{kind: types.Number, v: q, scale: one, unit: x.unit}
}
