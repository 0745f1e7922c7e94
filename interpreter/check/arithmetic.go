package check

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/expr-lang/expr/ast"

	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
)

func (c *compiler) arithmetic(s *scope, n *ast.BinaryNode) *value {
	x, y := c.node(s, n.Left), c.node(s, n.Right)
	if !c.numberOf(s, n.Left, x) || !c.numberOf(s, n.Right, y) {
		return nil
	}
	if x.kind != types.Number || y.kind != types.Number {
		return c.calendar(s, n, x, y)
	}
	var v *value
	switch n.Operator {
	case "+", "-":
		v = c.sum(s, n, x, y)
	case "*":
		v = c.product(x, y)
	default:
		v = c.quotient(s, n, x, y)
	}
	if v != nil && numberTooLarge(v) {
		return c.failAt(s, n, "digits-grow", "this number has more than 1,200 digits", "Multiply less before rounding.")
	}
	if v != nil && scaleTooLarge(v.scale) {
		return c.failAt(s, n, "digits-grow", "this has more than 60 decimals", "Round its operands.")
	}
	return v
}

// numberTooLarge bounds constants.
func numberTooLarge(x *value) bool {
	k, known := x.v.Constant()
	return known && k.BitLen() > maxKnownBits
}

const maxKnownBits = 4096

// noun is what a message calls a number.
type noun string

func (n noun) String() string { return string(n) }

// whereUnits says where the units of the parameters in an expression are, which may be wrong,
// unless a rate was not divided.
func (c *compiler) whereUnits(n ast.Node, x, y types.Unit) (text string) {
	if types.PerHundred(x)+types.PerHundred(y) != "" {
		return ""
	}
	for _, name := range syntax.Fields(n, syntax.Parameters) {
		if p := c.module.Figures[name]; p != nil && p.UnitRange.File != "" && !strings.Contains(text, " "+name+" ") {
			text += " The unit of " + name + " is declared at " + p.UnitRange.String() + "."
		}
	}
	return text
}

// oneUnit returns the common unit of two numbers and reports incompatible ones.
func (c *compiler) oneUnit(s *scope, n ast.Node, x, y *value, first, second fmt.Stringer) (types.Unit, bool) {
	unit, ok := types.Unify(x.unit, y.unit)
	if !ok && !s.unchecked {
		c.failAt(s, n, "mixed-units", first.String()+" is "+x.unit.Phrase()+", "+second.String()+" is "+y.unit.Phrase(), types.Remedy(x.unit, y.unit)+c.whereUnits(n, x.unit, y.unit))
		return unit, false
	}
	return unit, true
}

func (c *compiler) sum(s *scope, n *ast.BinaryNode, x, y *value) *value {
	unit, ok := c.oneUnit(s, n, x, y, n.Left, n.Right)
	if !ok {
		return nil
	}
	a, b, scale, divisor := c.over(x, y)
	v := &value{kind: types.Number, scale: scale, divisor: divisor, unit: unit}
	if n.Operator == "+" {
		v.v, v.positive = c.b.Add(a, b), x.positive && y.positive
	} else {
		v.v = c.b.Sub(a, b)
	}
	return v
}

func (c *compiler) product(x, y *value) *value {
	unit := x.unit.Times(y.unit)
	if k, ok := y.constant(); ok {
		v := c.times(x, k)
		v.unit = unit
		return v
	}
	if k, ok := x.constant(); ok {
		v := c.times(y, k)
		v.unit = unit
		return v
	}
	v := &value{kind: types.Number, v: c.b.Mul(x.v, y.v), scale: new(big.Int).Mul(x.scale, y.scale), divisor: x.divisor, unit: unit, positive: x.positive && y.positive}
	switch {
	case v.divisor == nil:
		v.divisor = y.divisor
	case y.divisor != nil:
		v.divisor = c.b.Mul(x.divisor, y.divisor)
	}
	return v
}

func (c *compiler) quotient(s *scope, n *ast.BinaryNode, x, y *value) *value {
	unit := x.unit.Per(y.unit)
	if k, ok := y.constant(); ok {
		if k.Sign() == 0 {
			return c.divideByZero(s, n, x, unit)
		}
		if percent, is := unit.WithoutPercent(); is && y.unit.Free && k.Cmp(big.NewRat(100, 1)) == 0 {
			unit = percent
		}
		v := c.times(x, new(big.Rat).Inv(k))
		v.unit = unit
		return v
	}
	c.divisor(s, n.Right, y)
	// x / (vy / (qy·dy)) = x·qy·dy / vy
	v := c.times(x, new(big.Rat).SetInt(y.scale))
	v.unit, v.positive = unit, x.positive && y.positive
	if y.divisor != nil {
		v.v = c.b.Mul(v.v, y.divisor)
	}
	if v.divisor == nil {
		v.divisor = y.v
	} else {
		v.divisor = c.b.Mul(v.divisor, y.v)
	}
	return v
}

// divideByZero reports a literal 0. If an argument or a figure is 0, a run fails when it
// comes here.
func (c *compiler) divideByZero(s *scope, n *ast.BinaryNode, x *value, unit types.Unit) *value {
	if len(syntax.Names(n.Right)) == 0 {
		return c.failAt(s, n.Right, "zero-division", "this divides by 0", "Correct the divisor, or remove the division.")
	}
	c.divisor(s, n.Right, c.rational(new(big.Rat), types.FreeUnit))
	v := *x
	v.unit = unit
	if v.divisor == nil {
		v.divisor = c.b.Int(0)
	} else {
		v.divisor = c.b.Mul(v.divisor, c.b.Int(0))
	}
	return &v
}

// calendar compiles arithmetic of dates, times and durations.
func (c *compiler) calendar(s *scope, n *ast.BinaryNode, x, y *value) *value {
	plus, minus := n.Operator == "+", n.Operator == "-"
	whole := func(v *value) bool { return v.kind == types.Number && v.divisor == nil && v.scale.Cmp(one) == 0 }
	switch {
	case x.kind == types.Date && whole(y) && !s.unchecked && !y.unit.Free && !y.unit.Pure() && !y.unit.Is(types.Days):
		return c.failAt(s, n, "mixed-units", n.Right.String()+" is in "+y.unit.String()+", and only days can be added to a date", "Convert it: as(…, \"days\").")
	case x.kind == types.Date && whole(y) && plus:
		return &value{kind: types.Date, v: c.b.Add(x.v, y.v)}
	case x.kind == types.Date && whole(y) && minus:
		return &value{kind: types.Date, v: c.b.Sub(x.v, y.v)}
	case x.kind == types.Date && y.kind == types.Date && minus:
		return &value{kind: types.Number, v: c.b.Sub(x.v, y.v), scale: one, unit: types.Days}
	case x.kind == types.Date && y.kind == types.Duration && plus:
		return &value{kind: types.Time, v: c.b.Add(c.b.Mul(x.v, c.b.Int(minutesOfDay)), y.v)}
	case x.kind == types.Time && y.kind == types.Time && minus:
		return &value{kind: types.Duration, v: c.b.Sub(x.v, y.v)}
	case (x.kind == types.Time || x.kind == types.Duration) && y.kind == types.Duration && plus:
		return &value{kind: x.kind, v: c.b.Add(x.v, y.v)}
	case (x.kind == types.Time || x.kind == types.Duration) && y.kind == types.Duration && minus:
		return &value{kind: x.kind, v: c.b.Sub(x.v, y.v)}
	case x.kind == types.Duration && whole(y) && n.Operator == "*":
		return &value{kind: types.Duration, v: c.b.Mul(x.v, y.v)}
	}
	return c.failAt(s, n, "mixed-types", n.Left.String()+" is "+x.describe()+", "+n.Right.String()+" is "+y.describe(), "Days are added to dates, durations to times; a date and a duration make a time.")
}
