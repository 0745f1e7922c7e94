package check

import (
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

// selectBand compiles select: the first row for which a condition holds, else the last.
func (c *compiler) selectBand(s *scope, n *ast.CallNode) *value {
	x := c.bandsOf(s, n.Arguments[0])
	if x == nil {
		return nil
	}
	index := c.selectGroup(x, 0, func(at int) *machine.Cond { // the condition reads the columns
		outer := s.columns
		s.columns = c.columnsOf(x.bands, at, n.Arguments[1])
		cond := c.cond(s, n.Arguments[1])
		s.columns = outer
		return cond
	})
	if index == nil {
		return nil
	}
	return &value{kind: types.RowKind, row: &row{bands: x.bands, index: index}, from: x.from}
}

// bandsOf compiles an argument that must be bands; nil after an error.
func (c *compiler) bandsOf(s *scope, n ast.Node) *value {
	x := c.node(s, n)
	if x == nil {
		return nil
	}
	if x.kind != types.BandsKind {
		return c.failAt(s, n, "wrong-type", n.String()+" is "+x.describe()+", not bands", "Name a parameter that has bands, such as p.tax_bands.")
	}
	if !c.chosen(s.source.At(n), x) {
		return nil
	}
	return x
}

// rateColumn is the column with the percent of each band.
const rateColumn = "rate"

// taxOn compiles tax_on: for the part of a number in each band, the rate of the band. With
// a number of decimals, the tax of each band is cut to them.
func (c *compiler) taxOn(s *scope, n *ast.CallNode) *value {
	of, x := c.bandsOf(s, n.Arguments[0]), c.number(s, n.Arguments[1])
	var places *big.Int
	if len(n.Arguments) > 2 {
		if places = c.scaleOf(s, n, 2); places == nil {
			return nil
		}
	}
	if of == nil || x == nil {
		return nil
	}
	x = c.comparable(x)
	x.v = c.b.Max(x.v, c.b.Int(0))
	if of.bands.Unknown {
		x.unit = types.WildUnit
		return c.portion(x, c.unknownCell(), places)
	}
	rate, to := of.bands.Column(rateColumn), of.bands.Column(types.BandEnd)
	if rate < 0 {
		return c.failAt(s, n.Arguments[0], "wrong-type", n.Arguments[0].String()+" has no column "+rateColumn, "tax_on takes bands with the columns "+types.BandEnd+" and "+rateColumn+".")
	}
	if _, percent := of.bands.Units[rate].WithoutPercent(); !percent {
		return c.failAt(s, n.Arguments[0], "mixed-units", "the rates of "+n.Arguments[0].String()+" are "+of.bands.Units[rate].Phrase(), "tax_on takes rates in percent.")
	}
	if to >= 0 {
		ends := &value{unit: of.bands.Units[to]}
		if _, ok := c.oneUnit(s, n, x, ends, n.Arguments[1], noun("the end of a band")); !ok {
			return nil
		}
	}
	starts, below := bandStarts(of.bands, rate, to, places)
	index := c.selectGroup(of, 0, func(at int) *machine.Cond {
		a, b, _, _ := c.over(x, c.rational(of.bands.Cells[to][at], x.unit))
		return c.b.LessOrSame(a, b)
	})
	rest := c.total(x, c.entry(starts, index, x.unit), c.b.Sub)
	tax := c.portion(rest, c.entry(of.bands.Cells[rate], index, of.bands.Units[rate]), places)
	return c.total(tax, c.entry(below, index, tax.unit), c.b.Add)
}

// portion returns the tax on a part at a rate.
func (c *compiler) portion(part, rate *value, places *big.Int) *value {
	tax := c.product(part, rate)
	unit, _ := tax.unit.WithoutPercent()
	tax = c.times(tax, big.NewRat(1, 100))
	tax.unit = unit
	if places != nil {
		tax = c.cut(tax, places, number.Down)
	}
	return tax
}

// total returns the sum or difference of two numbers with the unit of the first.
func (c *compiler) total(x, y *value, operate func(a, b machine.Value) machine.Value) *value {
	a, b, scale, divisor := c.over(x, y)
	return &value{kind: types.Number, v: operate(a, b), scale: scale, divisor: divisor, unit: x.unit}
}

// entry returns the number of a row.
func (c *compiler) entry(cells []*big.Rat, row machine.Value, unit types.Unit) *value {
	v := tableValue(cells)
	return &value{kind: types.Number, v: c.b.Table(v.entries, row), scale: v.scale, unit: unit}
}

// bandStarts returns where each band begins, and the tax of the bands below it.
func bandStarts(b *types.Bands, rate, to int, places *big.Int) (starts, below []*big.Rat) {
	start, sum := new(big.Rat), new(big.Rat)
	for at := range b.Names {
		starts, below = append(starts, start), append(below, sum)
		if b.IsLast(at) {
			start, sum = new(big.Rat), new(big.Rat)
			continue
		}
		end := b.Cells[to][at]
		tax := new(big.Rat).Sub(end, start)
		tax.Mul(tax, b.Cells[rate][at]).Quo(tax, big.NewRat(100, 1))
		if places != nil {
			tax.Mul(tax, new(big.Rat).SetInt(places))
			tax.SetFrac(new(big.Int).Quo(tax.Num(), tax.Denom()), places)
		}
		start, sum = end, new(big.Rat).Add(sum, tax)
	}
	return starts, below
}

// chosen reports bands that still depend on a case.
func (c *compiler) chosen(at diagnostic.Range, x *value) bool {
	if x.kind == types.BandsKind && x.cases != nil {
		c.fail(at, "wrong-type", "these bands depend on a case: "+strings.Join(x.cases, ", "), "Choose the bands of one case: p.name[…].")
		return false
	}
	return true
}

// selectGroup selects a row of the group that the cases have chosen: the first that holds,
// else the last; nil after an error.
func (c *compiler) selectGroup(x *value, group int, holds func(row int) *machine.Cond) machine.Value {
	from, to := x.bands.Group(group)
	if group == len(x.bands.Ends)-1 {
		return c.selectRow(from, to, holds)
	}
	return c.selectEither(c.b.Same(x.v, c.b.Int(int64(group))),
		func() machine.Value { return c.selectRow(from, to, holds) },
		func() machine.Value { return c.selectGroup(x, group+1, holds) })
}

func (c *compiler) selectRow(at, to int, holds func(row int) *machine.Cond) machine.Value {
	if at == to-1 {
		return c.b.Int(int64(at))
	}
	cond := holds(at)
	if cond == nil {
		return nil
	}
	return c.selectEither(cond,
		func() machine.Value { return c.b.Int(int64(at)) },
		func() machine.Value { return c.selectRow(at+1, to, holds) })
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
			if c.module.Figures[name] == nil && name != "p" {
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
	table := tableValue(r.bands.Cells[column])
	if r.previous {
		table.entries = r.bands.Before(table.entries)
	}
	v := &value{kind: types.Number, v: c.b.Table(table.entries, r.index), scale: table.scale, unit: r.bands.Units[column], from: from}
	if open { // the last row of a group is open
		v.given = c.b.Table(r.bands.Closed(), r.index)
	}
	return v
}
