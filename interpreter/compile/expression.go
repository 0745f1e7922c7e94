package compile

import (
	"math/big"
	"slices"

	"github.com/payslate/payslate/interpreter/check"
	"github.com/payslate/payslate/interpreter/machine"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/run"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
)

// expression compiles an expression.
func (c *compiler) expression(s *scope, e *check.Expr) *value {
	c.spend(1)
	switch e.Op {
	case check.OpNumber:
		return c.rational(e.Known, &e.Type)
	case check.OpWord:
		return &value{t: &e.Type, v: c.b.Int(c.textCode(*e.Word))}
	case check.OpDate:
		return &value{t: &e.Type, v: c.b.Int(e.Int)}
	case check.OpNull:
		return &value{t: &e.Type, v: c.b.Int(0), given: c.b.Int(0)}
	case check.OpEmpty:
		return c.zero(&e.Type)
	case check.OpVariable:
		return s.vars[e.Var]
	case check.OpTable:
		if c.tables[e.Table] == nil {
			c.tables[e.Table] = tableValue(&e.Type, e.Table.Numbers)
		}
		return c.tables[e.Table]
	case check.OpColumn:
		if v := s.columns[e.Name]; v != nil {
			return v
		}
		return c.anyCell(e)
	case check.OpFigure:
		return c.figure(e)
	case check.OpField:
		return c.field(s, e)
	case check.OpPart:
		return c.partOf(c.expression(s, e.Of[0]), e.Name)
	case check.OpCell:
		return c.cell(e, c.expression(s, e.Of[0]), e.Of[0].Previous)
	case check.OpPrevious:
		return c.expression(s, e.Of[0]).as(&e.Type)
	case check.OpIndex:
		return c.indexed(e, c.expression(s, e.Of[0]), c.expression(s, e.Of[1]))
	case check.OpNegate:
		x := c.expression(s, e.Of[0])
		y := x.as(&e.Type)
		y.v = c.b.Neg(x.v)
		return y
	case check.OpAdd, check.OpSubtract, check.OpMultiply, check.OpDivide:
		return c.arithmetic(e, c.expression(s, e.Of[0]), c.expression(s, e.Of[1]))
	case check.OpOtherwise:
		return c.otherwise(s, e)
	case check.OpChoose:
		return c.pick(c.cond(s, e.Of[0]), &e.Type,
			side(c, e.At(), syntax.Then, func() *value { return c.expression(s, e.Of[1]) }),
			side(c, e.At(), syntax.Otherwise, func() *value { return c.expression(s, e.Of[2]) }))
	case check.OpMatch:
		return c.matchValue(s, e)
	case check.OpConvert:
		v := c.convert(c.settled(c.expression(s, e.Of[0])), &e.Type)
		if e.Bool && v.t.Kind == types.Number {
			v.v, v.scale = c.rescaled(v, e.Scale), e.Scale
		}
		return v
	case check.OpCall:
		return functions[e.Function.Name](c, s, e)
	case check.OpHost:
		return c.host(s, e)
	case check.OpComposed:
		return c.composed(s, e)
	}
	return &value{t: &e.Type, cond: c.cond(s, e)}
}

// cond compiles a condition.
func (c *compiler) cond(s *scope, e *check.Expr) *machine.Cond {
	switch e.Op {
	case check.OpBoolean:
		if e.Bool {
			return machine.True()
		}
		return machine.False()
	case check.OpNot:
		return machine.Not(c.cond(s, e.Of[0]))
	case check.OpAnd:
		return c.b.And(c.cond(s, e.Of[0]), func() *machine.Cond { return c.cond(s, e.Of[1]) })
	case check.OpOr:
		return c.b.Or(c.cond(s, e.Of[0]), func() *machine.Cond { return c.cond(s, e.Of[1]) })
	case check.OpCompare:
		return c.comparison(e, c.settled(c.expression(s, e.Of[0])), c.settled(c.expression(s, e.Of[1])))
	case check.OpAmong:
		return c.among(s, e)
	case check.OpGiven:
		flag := s.flags[e.Name]
		if !e.Bool || flag == nil {
			flag = c.flagOf(c.expression(s, e.Of[0]))
		}
		return c.b.Other(flag, c.b.Int(0))
	}
	v := c.expression(s, e)
	if v.cond != nil {
		return v.cond
	}
	return c.b.Other(v.v, c.b.Int(0))
}

func (c *compiler) comparison(e *check.Expr, x, y *value) *machine.Cond {
	a, b := x.v, y.v
	if x.t.Kind == types.Number {
		a, b, _, _ = c.over(c.comparable(x), c.comparable(y))
	}
	switch e.Name {
	case "==":
		return c.b.Same(a, b)
	case "!=":
		return c.b.Other(a, b)
	case "<":
		return c.b.Less(a, b)
	case "<=":
		return c.b.LessOrSame(a, b)
	case ">":
		return c.b.Less(b, a)
	}
	return c.b.LessOrSame(b, a)
}

// among compiles x in a list of cases.
func (c *compiler) among(s *scope, e *check.Expr) *machine.Cond {
	x, list := c.expression(s, e.Of[0]), c.expression(s, e.Of[1])
	found := c.b.Loop(list.address, list.end, stride(list.t), []machine.Operand{c.b.Int(0)}, func(address machine.Operand, found []machine.Operand) []machine.Operand {
		return []machine.Operand{c.b.Select(c.b.Same(x.v, c.b.Heap(address, 0)), c.b.Int(1), found[0])}
	})
	return c.b.Other(found[0], c.b.Int(0))
}

// otherwise compiles otherwise(x, y).
func (c *compiler) otherwise(s *scope, e *check.Expr) *value {
	x := c.settled(c.expression(s, e.Of[0]))
	given := x.given
	if given == nil { // as an argument it may be known to be present
		return c.convert(x.as(&e.Of[1].Type), &e.Type)
	}
	return c.pick(c.b.Other(given, c.b.Int(0)), &e.Type, func() *value {
		there := x.as(&e.Of[1].Type)
		there.given = nil
		return there
	}, func() *value { return c.expression(s, e.Of[2]) })
}

func (c *compiler) figure(e *check.Expr) *value {
	p := e.Figure
	if p != nil && c.module.Options.Counts != nil {
		c.countAt(p.Range, types.Read)
	}
	var v *value
	switch {
	case e.Known != nil:
		v = c.rational(e.Known, &e.Type)
	case p.Rows != nil:
		v = &value{t: &e.Type, bands: p.Rows}
	case p.Text != nil:
		v = &value{t: &e.Type, v: c.b.Int(c.textCode(p.Text.Text))}
	default:
		var numbers []*big.Rat
		for _, n := range p.Each {
			numbers = append(numbers, n.Rat())
		}
		v = tableValue(&e.Type, numbers)
	}
	if p != nil {
		v.from = []run.Origin{{Site: -1, Parameter: e.Name}}
	}
	return v
}

// tableValue returns a table of numbers with a common denominator. An open end of bands, nil,
// is 0, and is never compared.
func tableValue(t *check.Type, numbers []*big.Rat) *value {
	numbers = slices.Clone(numbers)
	v := &value{t: t, scale: one}
	for i, r := range numbers {
		if r == nil {
			numbers[i] = new(big.Rat)
		}
		v.scale = number.LCM(v.scale, numbers[i].Denom())
	}
	for _, r := range numbers {
		v.entries = append(v.entries, new(big.Int).Mul(r.Num(), new(big.Int).Quo(v.scale, r.Denom())))
	}
	return v
}

func (c *compiler) field(s *scope, e *check.Expr) *value {
	of, f := c.expression(s, e.Of[0]), e.Field
	if e.Kind == types.TableKind {
		return &value{t: &e.Type, address: of.address, offset: f.At, scale: number.PowerOfTen(max(f.Type.Decimals, 0))}
	}
	return c.stored(&e.Type, func(i int) machine.Operand { return c.b.Heap(of.address, f.At+i) })
}

// indexed reads an entry of a table, or chooses among bands or further tables.
func (c *compiler) indexed(e *check.Expr, of, at *value) *value {
	place := at.v
	if of.v != nil { // after the index of the previous cases
		place = c.b.Add(c.b.Mul(of.v, c.b.Int(int64(len(of.t.Cases)))), place)
	}
	switch {
	case e.Kind != types.Number:
		chosen := of.as(&e.Type)
		chosen.v = place
		return chosen
	case of.address != nil:
		return &value{t: &e.Type, v: c.b.Heap(c.b.Add(of.address, place), of.offset), scale: of.scale}
	}
	c.spend(len(of.entries) / 64)
	return &value{t: &e.Type, v: c.b.Table(of.entries, place), scale: of.scale, from: of.from}
}

func (c *compiler) arithmetic(e *check.Expr, x, y *value) *value {
	if x.t.Kind != types.Number || y.t.Kind != types.Number {
		return c.calendar(e, x, y)
	}
	var v *value
	switch e.Op {
	case check.OpAdd:
		v = c.total(x, y, c.b.Add)
	case check.OpSubtract:
		v = c.total(x, y, c.b.Sub)
	case check.OpMultiply:
		v = c.product(x, y)
	default:
		v = c.quotient(e, x, y)
	}
	v.t = &e.Type
	return v
}

// total returns the sum or difference of two numbers with the type of the first.
func (c *compiler) total(x, y *value, operate func(a, b machine.Operand) machine.Operand) *value {
	a, b, scale, divisor := c.over(x, y)
	return &value{t: x.t, v: operate(a, b), scale: scale, divisor: divisor}
}

func (c *compiler) product(x, y *value) *value {
	if k, ok := y.constant(); ok {
		return c.times(x, k)
	}
	if k, ok := x.constant(); ok {
		return c.times(y, k)
	}
	v := &value{t: x.t, v: c.b.Mul(x.v, y.v), scale: new(big.Int).Mul(x.scale, y.scale), divisor: x.divisor}
	switch {
	case v.divisor == nil:
		v.divisor = y.divisor
	case y.divisor != nil:
		v.divisor = c.b.Mul(x.divisor, y.divisor)
	}
	return v
}

func (c *compiler) quotient(e *check.Expr, x, y *value) *value {
	if k, ok := y.constant(); ok && k.Sign() != 0 {
		return c.times(x, new(big.Rat).Inv(k))
	}
	c.divisor(e.Of[1])
	// x / (vy / (qy·dy)) = x·qy·dy / vy; by 0 a run fails when it comes here
	v := c.times(x, new(big.Rat).SetInt(y.scale))
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

// divisor records the position of a divisor for runs that divide by zero: called programs do
// not check bounds.
func (c *compiler) divisor(e *check.Expr) {
	if at := e.At(); !slices.Contains(c.divisors, at) {
		c.divisors = append(c.divisors, at)
	}
}

// calendar compiles arithmetic of dates, times and durations.
func (c *compiler) calendar(e *check.Expr, x, y *value) *value {
	v := &value{t: &e.Type, scale: one}
	switch {
	case e.Op == check.OpMultiply:
		v.v = c.b.Mul(x.v, y.v)
	case e.Op == check.OpSubtract:
		v.v = c.b.Sub(x.v, y.v)
	case x.t.Kind == types.Date && y.t.Kind == types.Duration:
		v.v = c.b.Add(c.b.Mul(x.v, c.b.Int(check.MinutesOfDay)), y.v)
	default:
		v.v = c.b.Add(x.v, y.v)
	}
	return v
}

func (c *compiler) host(s *scope, e *check.Expr) *value {
	var args []machine.Operand
	for i, operand := range e.Of {
		x, typ := c.settled(c.expression(s, operand)), e.Host.In[i]
		if typ.Kind == types.Number {
			x.v = c.rescaled(x, number.PowerOfTen(typ.Decimals))
		}
		args = append(args, x.v)
		if typ.Optional {
			args = append(args, c.flagOf(x))
		}
	}
	size := e.Host.Result.Record.Size
	if e.Host.Table == nil {
		return &value{t: &e.Type, address: c.b.Host(e.Host.Site, args, size)}
	}
	c.countAt(e.Figure.Range, types.Read)
	return &value{t: &e.Type, address: c.b.Lookup(e.Host.Table, 0, args, size)}
}

// stride returns the distance between elements of a list.
func stride(t *check.Type) int {
	if t.Period > 0 {
		return int(t.Period)
	}
	return t.Declared.Element.Size()
}

func (c *compiler) element(list *value, t *check.Type, address machine.Operand) *value {
	switch {
	case list.t.Period > 0:
		return &value{t: t, v: address}
	case t.Kind == types.RecordKind:
		return &value{t: t, address: address}
	}
	return c.stored(t, func(i int) machine.Operand { return c.b.Heap(address, i) })
}
