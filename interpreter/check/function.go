package check

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/expr-lang/expr/ast"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/machine"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/run"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
)

func (c *compiler) number(s *scope, n ast.Node) *value {
	x := c.node(s, n)
	if !c.numberOf(s, n, x) {
		return nil
	}
	if x.kind != types.Number {
		return c.failAt(s, n, "wrong-type", syntax.Format(n)+" is "+x.describe()+", not a number", "")
	}
	return x
}

func (c *compiler) rounding(s *scope, n *ast.CallNode, mode number.Rounding) *value {
	x := c.number(s, n.Arguments[0])
	places, ok := syntax.Literal[syntax.Number](n.Arguments[1])
	if !ok || len(places) > 2 || places[0] == '.' {
		return c.failAt(s, n.Arguments[1], "wrong-arguments", "the place to round to must be a written number of decimals", "Write "+syntax.Callee(n)+"(x, 2).")
	}
	if x == nil {
		return nil
	}
	p := 0
	if _, err := fmt.Sscan(string(places), &p); err != nil || p > maxPlaces/2 {
		return c.failAt(s, n.Arguments[1], "wrong-arguments", "rounding to "+string(places)+" decimals", "The place is a whole number from 0 to 30.")
	}
	scale := number.PowerOfTen(p)
	v := &value{kind: types.Number, scale: scale, unit: x.unit}
	v.v = c.round(x, new(big.Rat).SetInt(scale), mode)
	return v
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
	v := &value{kind: types.Number, scale: one, unit: x.unit}
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
			return c.failAt(s, n, "mixed-types", "the arguments are "+best.describe()+" and "+x.describe(), "")
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
	unit, ok := c.oneUnit(s, n, x, y, "one of these", "another")
	if !ok {
		return nil
	}
	a, b, scale, divisor := c.over(c.positive(x), c.positive(y))
	return &value{kind: types.Number, v: c.minOrMax(syntax.Callee(n), a, b), scale: scale, divisor: divisor, unit: unit}
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
	y := *c.positive(x)
	y.v, y.literal = c.b.Abs(y.v), ""
	return &y
}

func (c *compiler) choose(s *scope, n *ast.CallNode) *value {
	c.checkDecided(s, n.Arguments[0])
	cond := c.cond(s, n.Arguments[0])
	if cond == nil {
		c.node(s, n.Arguments[1])
		c.node(s, n.Arguments[2])
		return nil
	}
	at := s.source.At(n)
	return c.pick(s, n, cond,
		side(c, s, at, n.Arguments[0], true, func() *value { return c.node(s, n.Arguments[1]) }),
		side(c, s, at, n.Arguments[0], false, func() *value { return c.node(s, n.Arguments[2]) }))
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
		return c.failAt(s, n.Arguments[0], "always-given", syntax.Format(n.Arguments[0])+" is always there", "Remove given(…).")
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
		return c.failAt(s, n.Arguments[0], "always-given", syntax.Format(n.Arguments[0])+" is always there", "Remove otherwise(…).")
	}
	there := *x
	there.given = nil
	return c.pick(s, n, c.b.Other(x.given, c.b.Int(0)), func() *value { return &there }, func() *value { return c.node(s, n.Arguments[1]) })
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
		return c.failAt(s, n.Arguments[0], "mixed-units", syntax.Format(n.Arguments[0])+" is in "+x.unit.String()+" on one path and a number without a unit on another", "Give that number its unit: as(5, \"EUR\").")
	}
	times, per, ok := types.Conversion(x.unit, unit)
	if !ok {
		return c.failAt(s, n, "mixed-units", x.unit.String()+" cannot be converted to "+unit.String(), types.PerHundred(x.unit))
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

// selectBand compiles select: the first row for which a condition holds, else the last.
func (c *compiler) selectBand(s *scope, n *ast.CallNode) *value {
	x := c.node(s, n.Arguments[0])
	if x == nil {
		return nil
	}
	if x.kind != types.BandsKind {
		return c.failAt(s, n.Arguments[0], "wrong-type", syntax.Format(n.Arguments[0])+" is "+x.describe()+", not bands", "")
	}
	if !c.chosen(s.source.At(n.Arguments[0]), x) {
		return nil
	}
	index := c.selectGroup(s, n, x, 0)
	if index == nil {
		return nil
	}
	return &value{kind: types.RowKind, row: &row{bands: x.bands, index: index}, from: x.from}
}

// chosen reports bands that still depend on a case.
func (c *compiler) chosen(at diagnostic.Range, x *value) bool {
	if x.kind == types.BandsKind && x.cases != nil {
		c.fail(at, "wrong-type", "these bands depend on a case: "+strings.Join(x.cases, ", "), "Choose the bands of one case: p.name[…].")
		return false
	}
	return true
}

// selectGroup selects a row of the group that the cases have chosen.
func (c *compiler) selectGroup(s *scope, n *ast.CallNode, x *value, group int) machine.Value {
	from, to := x.bands.Group(group)
	if group == len(x.bands.Ends)-1 {
		return c.selectRow(s, n, x.bands, from, to)
	}
	return c.selectEither(c.b.Same(x.v, c.b.Int(int64(group))),
		func() machine.Value { return c.selectRow(s, n, x.bands, from, to) },
		func() machine.Value { return c.selectGroup(s, n, x, group+1) })
}

// selectRow selects one of a range of rows; the condition reads the columns.
func (c *compiler) selectRow(s *scope, n *ast.CallNode, b *types.Bands, at, to int) machine.Value {
	if at == to-1 {
		return c.b.Int(int64(at))
	}
	outer := s.columns
	s.columns = c.columnsOf(b, at, n.Arguments[1])
	cond := c.cond(s, n.Arguments[1])
	s.columns = outer
	if cond == nil {
		return nil
	}
	return c.selectEither(cond,
		func() machine.Value { return c.b.Int(int64(at)) },
		func() machine.Value { return c.selectRow(s, n, b, at+1, to) })
}

// selectEither selects one of two rows by a condition; nil after an error.
func (c *compiler) selectEither(cond *machine.Cond, then, els func() machine.Value) machine.Value {
	if holds, known := cond.Known(); known {
		if holds {
			return then()
		}
		return els()
	}
	var row, other machine.Value
	r := c.b.If(cond, func() bool { row = then(); return false }, func() bool { other = els(); return false })
	if row == nil || other == nil {
		return nil
	}
	return c.b.Join(r, row, other)
}

// columnsOf returns the cells of a row by column.
func (c *compiler) columnsOf(b *types.Bands, at int, reader ast.Node) map[string]*value {
	c.spend(len(b.Columns))
	columns := map[string]*value{}
	if b.Unknown {
		for _, name := range syntax.Names(reader) {
			if c.module.Figures[name] == nil && name != "previous" && name != "p" {
				columns[name] = c.unknownCell()
			}
		}
	}
	for i, name := range b.Columns {
		if cell := b.Cells[i][at]; cell != nil {
			columns[name] = c.rational(cell, b.Units[i])
		}
	}
	return columns
}

func (c *compiler) unknownCell() *value {
	return &value{kind: types.Number, v: c.b.Int(1), scale: one, unit: types.WildUnit}
}

// cell reads a column of a selected row, or of the previous row.
func (c *compiler) cell(s *scope, n *ast.MemberNode, name string, r *row, from []run.Origin) *value {
	if name == "previous" && !r.previous {
		return &value{kind: types.RowKind, row: &row{bands: r.bands, index: r.index, previous: true}, from: from}
	}
	column := r.bands.Column(name)
	open := column >= 0 && !r.previous && slices.Contains(r.bands.Cells[column], nil)
	if r.bands.Unknown {
		v := c.unknownCell()
		if open {
			v.given = c.b.Input(0)
		}
		return v
	}
	if column < 0 {
		return c.unknownField(s, n, name, append(slices.Clone(r.bands.Columns), "previous"))
	}
	c.spend(len(r.bands.Names))
	cells, scale := r.bands.Scaled(column)
	if r.previous {
		cells = r.bands.Before(cells)
	}
	v := &value{kind: types.Number, v: c.b.Table(cells, r.index), scale: scale, unit: r.bands.Units[column], from: from}
	if open { // the last row of a group is open
		v.given = c.b.Table(r.bands.Closed(), r.index)
	}
	return v
}
