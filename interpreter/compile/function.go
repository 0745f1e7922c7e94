package compile

import (
	"math/big"
	"slices"

	"github.com/payslate/payslate/interpreter/check"
	"github.com/payslate/payslate/interpreter/machine"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/types"
)

// functions compile the calls of the functions of the language, by name. They are set by init
// because arguments may call others.
var functions map[string]func(c *compiler, s *scope, e *check.Expr) *value

func init() {
	functions = map[string]func(*compiler, *scope, *check.Expr) *value{
		"down_to": (*compiler).roundTo, "half_up_to": (*compiler).roundTo, "up_to": (*compiler).roundTo, "min": (*compiler).extreme, "max": (*compiler).extreme, "abs": (*compiler).abs, "as": (*compiler).unit,
		"select": (*compiler).selectBand, "every": (*compiler).every, "tax_on": (*compiler).taxOn, "date": (*compiler).dayOf, "hours": (*compiler).hours, "year": (*compiler).datePart, "month": (*compiler).datePart,
		"day": (*compiler).datePart, "add_months": (*compiler).addMonths, "periods": (*compiler).periods, "count": (*compiler).count, "div": (*compiler).integerQuotient, "mod": (*compiler).integerQuotient,
	}
	for _, f := range check.Functions {
		if functions[f.Name] == nil && f.Mode != 0 {
			functions[f.Name] = (*compiler).rounding
		}
	}
}

func (c *compiler) rounding(s *scope, e *check.Expr) *value {
	return c.cut(c.expression(s, e.Of[0]), &e.Type, e.Places, e.Mode)
}

// cut rounds a number to a scale that is a power of ten.
func (c *compiler) cut(x *value, t *check.Type, scale *big.Int, mode number.Rounding) *value {
	return &value{t: t, v: c.round(x, new(big.Rat).SetInt(scale), mode), scale: scale}
}

func (c *compiler) round(x *value, by *big.Rat, mode number.Rounding) machine.Operand {
	y := c.times(x, by)
	divisor := c.b.Big(y.scale)
	if y.divisor != nil {
		divisor = c.b.Mul(divisor, y.divisor)
	}
	return c.b.Quo(y.v, divisor, mode)
}

func (c *compiler) roundTo(s *scope, e *check.Expr) *value {
	x, step := c.expression(s, e.Of[0]), e.Of[1].Known
	return c.times(&value{t: &e.Type, v: c.round(x, new(big.Rat).Inv(step), e.Mode), scale: one}, step)
}

func (c *compiler) extreme(s *scope, e *check.Expr) *value {
	operate := c.b.Max
	if e.Function.Name == "min" {
		operate = c.b.Min
	}
	best := c.expression(s, e.Of[0]).as(&e.Type)
	for _, operand := range e.Of[1:] {
		x := c.expression(s, operand)
		if e.Kind != types.Number {
			best.v = operate(best.v, x.v)
			continue
		}
		best = c.total(c.comparable(best), c.comparable(x), operate)
	}
	return best
}

func (c *compiler) abs(s *scope, e *check.Expr) *value {
	x := c.comparable(c.expression(s, e.Of[0])).as(&e.Type)
	x.v = c.b.Abs(x.v)
	return x
}

// unit compiles a conversion of units.
func (c *compiler) unit(s *scope, e *check.Expr) *value {
	times, per, _ := types.Conversion(e.Of[0].Unit, e.Unit)
	return c.times(c.expression(s, e.Of[0]), big.NewRat(times, per)).as(&e.Type)
}

// integerQuotient compiles div(a, b) and mod(a, b) of integers.
func (c *compiler) integerQuotient(s *scope, e *check.Expr) *value {
	x, y := c.expression(s, e.Of[0]), c.expression(s, e.Of[1])
	c.divisor(e.Of[1])
	q := c.b.Quo(x.v, y.v, number.Down)
	if e.Function.Name == "mod" {
		q = c.b.Sub(x.v, c.b.Mul(q, y.v))
	}
	return &value{t: &e.Type, v: q, scale: one}
}

func (c *compiler) count(s *scope, e *check.Expr) *value {
	x := c.expression(s, e.Of[0])
	size := c.quo(c.b.Max(c.b.Sub(x.end, x.address), c.b.Int(0)), int64(stride(x.t)), number.Up)
	return &value{t: &e.Type, v: size, scale: one}
}

// selectBand compiles select: the first row for which a condition holds, else the last.
func (c *compiler) selectBand(s *scope, e *check.Expr) *value {
	x := c.expression(s, e.Of[0])
	index := c.selectGroup(x, 0, func(at int) *machine.Cond { return c.ofRow(s, x.bands, at, e.Of[1]) })
	return &value{t: &e.Type, bands: x.bands, v: index, from: x.from}
}

// every compiles every: whether a condition holds in all rows of the group that have the
// columns it reads.
func (c *compiler) every(s *scope, e *check.Expr) *value {
	x, read := c.expression(s, e.Of[0]), e.Of[1].Columns()
	lacks := func(at int) bool {
		return slices.ContainsFunc(read, func(name string) bool {
			column := x.bands.Column(name)
			return column >= 0 && x.bands.Cells[column][at] == nil
		})
	}
	holds := machine.False()
	for group := range x.bands.Ends {
		holds = c.b.Or(holds, func() *machine.Cond {
			all := machine.True()
			if len(x.bands.Ends) > 1 {
				all = c.b.Same(x.v, c.b.Int(int64(group)))
			}
			for from, to := x.bands.Group(group); from < to; from++ {
				if !lacks(from) {
					all = c.b.And(all, func() *machine.Cond { return c.ofRow(s, x.bands, from, e.Of[1]) })
				}
			}
			return all
		})
	}
	return &value{t: &e.Type, cond: holds}
}

// ofRow compiles a condition that reads the columns of a row.
func (c *compiler) ofRow(s *scope, b *types.Bands, at int, cond *check.Expr) *machine.Cond {
	outer := s.columns
	s.columns = map[string]*value{check.PreviousRow: {t: &check.Type{Kind: types.RowKind}, bands: b, v: c.b.Int(int64(at))}}
	c.spend(len(b.Columns))
	for i, name := range b.Columns {
		if cell := b.Cells[i][at]; cell != nil {
			s.columns[name] = c.rational(cell, &check.Type{Kind: types.Number, Unit: b.Units[i], Scale: cell.Denom()})
		}
	}
	compiled := c.cond(s, cond)
	s.columns = outer
	return compiled
}

// taxOn compiles tax_on: for the part of a number in each band, the rate of the band. With
// a number of decimals, the tax of each band is cut to them.
func (c *compiler) taxOn(s *scope, e *check.Expr) *value {
	of := c.expression(s, e.Of[0])
	positive := *c.comparable(c.expression(s, e.Of[1]))
	positive.v = c.b.Max(positive.v, c.b.Int(0))
	x := &positive
	b := of.bands
	if b.Unknown {
		return x.as(&e.Type)
	}
	rate, to := b.Column(check.RateColumn), b.Column(types.BandEnd)
	starts, below := bandStarts(b, rate, to, e.Places)
	index := c.selectGroup(of, 0, func(at int) *machine.Cond {
		a, end, _, _ := c.over(x, c.rational(b.Cells[to][at], x.t))
		return c.b.LessOrSame(a, end)
	})
	rest := c.total(x, c.entry(starts, index), c.b.Sub)
	tax := c.times(c.product(rest, c.entry(b.Cells[rate], index)), big.NewRat(1, 100))
	if e.Places != nil {
		tax = c.cut(tax, &e.Type, e.Places, number.Down)
	}
	return c.total(tax, c.entry(below, index), c.b.Add).as(&e.Type)
}

// entry returns the number of a row.
func (c *compiler) entry(cells []*big.Rat, row machine.Operand) *value {
	v := tableValue(&check.Type{Kind: types.Number}, cells)
	v.v = c.b.Table(v.entries, row)
	return v
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

// selectGroup selects a row of the group that the cases have chosen: the first that holds,
// else the last.
func (c *compiler) selectGroup(x *value, group int, holds func(row int) *machine.Cond) machine.Operand {
	from, to := x.bands.Group(group)
	if group == len(x.bands.Ends)-1 {
		return c.selectRow(from, to, holds)
	}
	return c.selectEither(c.b.Same(x.v, c.b.Int(int64(group))),
		func() machine.Operand { return c.selectRow(from, to, holds) },
		func() machine.Operand { return c.selectGroup(x, group+1, holds) })
}

// selectRow selects the first row that holds, else the last.
func (c *compiler) selectRow(at, to int, holds func(row int) *machine.Cond) machine.Operand {
	if at == to-1 {
		return c.b.Int(int64(at))
	}
	return c.selectEither(holds(at),
		func() machine.Operand { return c.b.Int(int64(at)) },
		func() machine.Operand { return c.selectRow(at+1, to, holds) })
}

// selectEither selects one of two rows by a condition.
func (c *compiler) selectEither(cond *machine.Cond, then, els func() machine.Operand) machine.Operand {
	if holds, known := cond.Known(); known {
		if holds {
			return then()
		}
		return els()
	}
	var row, other machine.Operand
	r := c.b.If(cond, func() bool { row = then(); return false }, func() bool { other = els(); return false })
	return c.b.Join(r, row, other)
}

// anyCell stands for a cell of bands that only a call gives.
func (c *compiler) anyCell(e *check.Expr) *value {
	v := &value{t: &e.Type, v: c.b.Int(1), scale: one}
	if e.Optional {
		v.given = c.b.Input(0)
	}
	return v
}

// cell reads a column of a selected row, or of the previous row.
func (c *compiler) cell(e *check.Expr, row *value, previous bool) *value {
	b := row.bands
	if b.Unknown {
		return c.anyCell(e)
	}
	column := b.Column(e.Name)
	c.spend(len(b.Names))
	table := tableValue(&e.Type, b.Cells[column])
	if previous {
		table.entries = b.Before(table.entries)
	}
	v := &value{t: &e.Type, v: c.b.Table(table.entries, row.v), scale: table.scale, from: row.from}
	if e.Optional { // the last row of a group is open
		v.given = c.b.Table(b.Closed(), row.v)
	}
	return v
}
