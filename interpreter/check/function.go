package check

import (
	"cmp"
	"fmt"
	"math/big"
	"strings"

	"github.com/expr-lang/expr/ast"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
)

// quo rounds a constant to a whole number.
func quo(r *big.Rat, mode number.Rounding) *big.Int {
	q, _ := number.QuoBig(r.Num(), r.Denom(), mode) // the denominator is above 0
	return q
}

// rounded is the type of a number that is rounded to a power of ten.
func (t *Type) rounded(places *big.Int, mode number.Rounding) Type {
	r := Type{Kind: types.Number, Unit: t.Unit, Scale: places}
	if t.Known != nil {
		scaled := new(big.Rat).Mul(t.Known, new(big.Rat).SetInt(places))
		r.Known = new(big.Rat).SetFrac(quo(scaled, mode), places)
	}
	return r
}

func (c *checker) rounding(s *scope, n *ast.CallNode, args []*Expr) *Expr {
	places := c.placesOf(s, n, 1)
	if places == nil {
		return nil
	}
	e := s.of(n, OpCall, args[0].rounded(places, FunctionNamed(syntax.Callee(n)).Mode), args[0])
	e.Places = places
	return e
}

// placesOf returns 10^n for an argument that is a number of decimals n; nil after an error.
func (c *checker) placesOf(s *scope, n *ast.CallNode, argument int) *big.Int {
	written, ok := syntax.Literal[syntax.Number](n.Arguments[argument])
	if !ok || len(written) > 2 || written[0] == '.' {
		usage := FunctionNamed(syntax.Callee(n)).Usage()
		c.failAt(s, n.Arguments[argument], "wrong-arguments", "the place to round to must be a written number of decimals", "Write "+strings.NewReplacer("places", "2", "[", "", "]", "").Replace(usage)+".")
		return nil
	}
	p := 0
	if _, err := fmt.Sscan(string(written), &p); err != nil || p > maxPlaces/2 {
		c.failAt(s, n.Arguments[argument], "wrong-arguments", "rounding to "+string(written)+" decimals", "The place is a whole number from 0 to 30.")
		return nil
	}
	return number.PowerOfTen(p)
}

func (c *checker) roundTo(s *scope, n *ast.CallNode, args []*Expr) *Expr {
	x, step := args[0], args[1].Known
	if step == nil || step.Sign() <= 0 {
		return c.failAt(s, n.Arguments[1], "wrong-arguments", "the step must be a constant above 0", "Write "+syntax.Callee(n)+"(x, 0.05).")
	}
	t := Type{Kind: types.Number, Unit: x.Unit, Scale: one}
	t = t.times(step)
	if x.Known != nil {
		steps := new(big.Rat).Quo(x.Known, step)
		whole := quo(steps, FunctionNamed(syntax.Callee(n)).Mode)
		t.Known = new(big.Rat).Mul(new(big.Rat).SetInt(whole), step)
	}
	return s.of(n, OpCall, t, x, args[1])
}

func (c *checker) extreme(s *scope, n *ast.CallNode, args []*Expr) *Expr {
	t := args[0].Type
	t.Period = 0
	for _, x := range args[1:] {
		if x.Kind != t.Kind {
			return c.failAt(s, n, "mixed-types", "the arguments are "+t.Describe()+" and "+x.Describe(), "Give arguments of one kind: numbers, dates, times or durations.")
		}
		if x.Kind != types.Number {
			continue
		}
		unit, ok := c.oneUnit(s, n, &Expr{Type: t}, x, noun("one of these"), noun("another"))
		if !ok {
			return nil
		}
		known := t.Known
		t = sum(&t, &x.Type, unit, false)
		if t.Known != nil {
			t.Known = known
			if order := known.Cmp(x.Known); (order > 0) == (syntax.Callee(n) == "min") && order != 0 {
				t.Known = x.Known
			}
		}
	}
	return s.of(n, OpCall, t, args...)
}

func (c *checker) abs(s *scope, n *ast.CallNode, args []*Expr) *Expr {
	t := args[0].Type
	if t.Known != nil {
		t.Known = new(big.Rat).Abs(t.Known)
	}
	return s.of(n, OpCall, t, args...)
}

// as types a conversion of units: as(gross, "cent").
func (c *checker) as(s *scope, n *ast.CallNode, args []*Expr) *Expr {
	x := args[0]
	text, ok := syntax.Literal[string](n.Arguments[1])
	if !ok {
		return c.failAt(s, n.Arguments[1], "wrong-arguments", "the unit must be a text", `Write as(x, "cent").`)
	}
	unit, wrong := c.module.ReadUnit(s.source.At(n.Arguments[1]), text)
	if wrong != nil {
		c.report(*wrong)
		return nil
	}
	if x.Unit.Assumed && !s.unchecked {
		return c.failAt(s, n.Arguments[0], "mixed-units", n.Arguments[0].String()+" is in "+x.Unit.String()+" on one path and a number without a unit on another", "Give that number its unit: as(5, \"EUR\").")
	}
	times, per, ok := types.Conversion(x.Unit, unit)
	if !ok {
		return c.failAt(s, n, "mixed-units", x.Unit.String()+" cannot be converted to "+unit.String(), cmp.Or(types.PerHundred(x.Unit), "Multiply or divide it by a figure with both units."))
	}
	t := x.times(big.NewRat(times, per))
	t.Unit = unit
	return s.of(n, OpCall, t, x)
}

// integerQuotient types div(a, b) and mod(a, b) of integers.
func (c *checker) integerQuotient(s *scope, n *ast.CallNode, args []*Expr) *Expr {
	if !args[0].Type.integer() || !args[1].Type.integer() {
		return c.failAt(s, n, "wrong-type", syntax.Callee(n)+" takes whole numbers", "Round them first.")
	}
	return s.of(n, OpCall, Type{Kind: types.Number, Scale: one, Unit: args[0].Unit}, args...)
}

func (c *checker) count(s *scope, n *ast.CallNode, args []*Expr) *Expr {
	if args[0].Kind != types.ListKind {
		return c.isNot(s, n.Arguments[0], args[0], "a list", "Name an input or field that is a list.")
	}
	return s.of(n, OpCall, Type{Kind: types.Number, Scale: one}, args...)
}

// readText types read(p.standard_code, "tax_code") of a constant text.
func (c *checker) readText(s *scope, n *ast.CallNode, args []*Expr) *Expr {
	x := args[0]
	name, isText := syntax.Literal[string](n.Arguments[1])
	if x.Kind != types.Text || x.Word == nil || !isText {
		return c.failAt(s, n, "wrong-arguments", "read takes a text that is known when the rules are loaded, and the name of a grammar", `Write read(p.code, "grammar"). What a request sends is read by an input: grammar: NAME.`)
	}
	g := c.module.Grammars[name]
	if g == nil {
		return c.unknownGrammar(s, n.Arguments[1], name)
	}
	if _, ok := g.Read(*x.Word); !ok {
		return c.failAt(s, n.Arguments[0], "wrong-type", fmt.Sprintf("%q has none of the forms of %s", *x.Word, name), "Correct the text, or add its form to the grammar.")
	}
	return converted(x, &Type{Kind: types.GrammarKind, Declared: &types.Type{Kind: types.Text, Grammar: g}})
}
