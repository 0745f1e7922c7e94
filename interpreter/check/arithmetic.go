package check

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/expr-lang/expr/ast"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
)

func (c *checker) arithmetic(s *scope, n *ast.BinaryNode) *Expr {
	x, y := c.node(s, n.Left), c.node(s, n.Right)
	if !c.numberOf(s, n.Left, x) || !c.numberOf(s, n.Right, y) {
		return nil
	}
	if x.Kind != types.Number || y.Kind != types.Number {
		return c.calendar(s, n, x, y)
	}
	e := s.of(n, OpMultiply, Type{}, x, y)
	switch n.Operator {
	case "+", "-":
		unit, ok := c.oneUnit(s, n, x, y, n.Left, n.Right)
		if !ok {
			return nil
		}
		e.Op, e.Type = OpAdd, sum(&x.Type, &y.Type, unit, n.Operator == "-")
		if n.Operator == "-" {
			e.Op = OpSubtract
		}
	case "*":
		e.Type = product(&x.Type, &y.Type)
	default:
		if y.Known != nil && y.Known.Sign() == 0 && len(syntax.Names(n.Right)) == 0 {
			return c.failAt(s, n.Right, "zero-division", "this divides by 0", "Correct the divisor, or remove the division.")
		}
		e.Op, e.Type = OpDivide, quotient(&x.Type, &y.Type)
	}
	if e.Known != nil && max(e.Known.Num().BitLen(), e.Known.Denom().BitLen()) > maxKnownBits {
		return c.failAt(s, n, "digits-grow", "this number has more than 1,200 digits", "Multiply less before rounding.")
	}
	if e.Scale.BitLen() > 4*maxPlaces {
		return c.failAt(s, n, "digits-grow", "this has more than 60 decimals", "Round its operands.")
	}
	return e
}

// maxKnownBits bounds constants.
const maxKnownBits = 4096

// sum is the type of a sum or difference.
func sum(x, y *Type, unit types.Unit, less bool) Type {
	t := Type{Kind: types.Number, Unit: unit, Scale: number.LCM(x.Scale, y.Scale), Fraction: x.Fraction || y.Fraction, Quotient: x.Quotient || y.Quotient}
	if x.Known != nil && y.Known != nil {
		t.Known = new(big.Rat)
		if less {
			t.Known.Sub(x.Known, y.Known)
		} else {
			t.Known.Add(x.Known, y.Known)
		}
	}
	return t
}

// times is the type of a number times a constant.
func (t *Type) times(by *big.Rat) Type {
	y := *t
	num, den := new(big.Int).Set(by.Num()), new(big.Int).Mul(t.Scale, by.Denom())
	if num.Sign() == 0 {
		y.Scale, y.Fraction, y.Quotient, y.Known = one, false, false, new(big.Rat)
		return y
	}
	y.Scale = den.Quo(den, new(big.Int).GCD(nil, nil, num.Abs(num), den))
	if t.Known != nil {
		y.Known = new(big.Rat).Mul(t.Known, by)
	}
	return y
}

func product(x, y *Type) Type {
	unit := x.Unit.Times(y.Unit)
	t := Type{Kind: types.Number, Scale: new(big.Int).Mul(x.Scale, y.Scale), Fraction: x.Fraction || y.Fraction, Quotient: x.Quotient || y.Quotient}
	switch {
	case y.Known != nil:
		t = x.times(y.Known)
	case x.Known != nil:
		t = y.times(x.Known)
	}
	t.Unit = unit
	return t
}

// quotient is the type of a quotient. By a figure that is 0 it is a fraction, which fails where
// a run comes to it.
func quotient(x, y *Type) Type {
	unit := x.Unit.Per(y.Unit)
	if y.Known == nil || y.Known.Sign() == 0 {
		t := x.times(new(big.Rat).SetInt(y.Scale))
		t.Fraction, t.Quotient, t.Known, t.Unit = true, true, nil, unit
		return t
	}
	if percent, is := unit.WithoutPercent(); is && y.Unit.Free && y.Known.Cmp(big.NewRat(100, 1)) == 0 {
		unit = percent
	}
	t := x.times(new(big.Rat).Inv(y.Known))
	t.Unit = unit
	return t
}

// noun is what a message calls a number.
type noun string

func (n noun) String() string { return string(n) }

// whereUnits says where the units of the parameters in an expression are, which may be wrong,
// unless a rate was not divided.
func (c *checker) whereUnits(n ast.Node, x, y types.Unit) (text string) {
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
func (c *checker) oneUnit(s *scope, n ast.Node, x, y *Expr, first, second fmt.Stringer) (types.Unit, bool) {
	unit, ok := types.Unify(x.Unit, y.Unit)
	if !ok && !s.unchecked {
		c.failAt(s, n, "mixed-units", first.String()+" is "+x.Unit.Phrase()+", "+second.String()+" is "+y.Unit.Phrase(), types.Remedy(x.Unit, y.Unit)+c.whereUnits(n, x.Unit, y.Unit))
		return unit, false
	}
	return unit, true
}

// calendar types arithmetic of dates, times and durations.
func (c *checker) calendar(s *scope, n *ast.BinaryNode, x, y *Expr) *Expr {
	plus, minus := n.Operator == "+", n.Operator == "-"
	op := map[string]Op{"+": OpAdd, "-": OpSubtract, "*": OpMultiply, "/": OpDivide}[n.Operator]
	result := func(k types.Kind) *Expr { return s.of(n, op, Type{Kind: k}, x, y) }
	switch {
	case x.Kind == types.Date && y.integer() && !s.unchecked && !y.Unit.Free && !y.Unit.Pure() && !y.Unit.Is(types.Days):
		return c.failAt(s, n, "mixed-units", n.Right.String()+" is in "+y.Unit.String()+", and only days can be added to a date", "Convert it: as(…, \"days\").")
	case x.Kind == types.Date && y.integer() && (plus || minus):
		return result(types.Date)
	case x.Kind == types.Date && y.Kind == types.Date && minus:
		e := result(types.Number)
		e.Scale, e.Unit = one, types.Days
		return e
	case x.Kind == types.Date && y.Kind == types.Duration && plus:
		return result(types.Time)
	case x.Kind == types.Time && y.Kind == types.Time && minus:
		return result(types.Duration)
	case (x.Kind == types.Time || x.Kind == types.Duration) && y.Kind == types.Duration && (plus || minus):
		return result(x.Kind)
	case x.Kind == types.Duration && y.integer() && n.Operator == "*":
		return result(types.Duration)
	}
	return c.failAt(s, n, "mixed-types", n.Left.String()+" is "+x.Describe()+", "+n.Right.String()+" is "+y.Describe(), "Days are added to dates, durations to times; a date and a duration make a time.")
}
