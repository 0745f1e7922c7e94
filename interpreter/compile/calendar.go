package compile

import (
	"math/big"

	"github.com/payslate/payslate/interpreter/check"
	"github.com/payslate/payslate/interpreter/machine"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/types"
)

// dayOf compiles date(t): the day of a time.
func (c *compiler) dayOf(s *scope, e *check.Expr) *value {
	return &value{t: &e.Type, v: c.day(c.expression(s, e.Of[0]))}
}

// day returns the day of a date or a time.
func (c *compiler) day(x *value) machine.Operand {
	if x.t.Kind == types.Time {
		return c.quo(x.v, check.MinutesOfDay, number.Floor)
	}
	return x.v
}

// periods compiles periods(from, to, hours(24)): a list whose addresses are the times.
func (c *compiler) periods(s *scope, e *check.Expr) *value {
	return &value{t: &e.Type, address: c.expression(s, e.Of[0]).v, end: c.expression(s, e.Of[1]).v}
}

func (c *compiler) hours(s *scope, e *check.Expr) *value {
	return &value{t: &e.Type, v: c.times(c.expression(s, e.Of[0]), big.NewRat(check.MinutesOfHour, 1)).v}
}

func (c *compiler) datePart(s *scope, e *check.Expr) *value {
	year, month, day := c.civil(c.day(c.expression(s, e.Of[0])))
	part := map[string]machine.Operand{"year": year, "month": month, "day": day}[e.Function.Name]
	return &value{t: &e.Type, v: part, scale: one}
}

// addMonths compiles add_months(d, n): the same day n months later, or the last day of a
// shorter month.
func (c *compiler) addMonths(s *scope, e *check.Expr) *value {
	b := c.b
	year, month, day := c.civil(c.expression(s, e.Of[0]).v)
	months := b.Add(b.Add(b.Mul(year, b.Int(monthsOfYear)), b.Sub(month, b.Int(1))), c.expression(s, e.Of[1]).v)
	first, next := c.monthBegin(months), c.monthBegin(b.Add(months, b.Int(1)))
	return &value{t: &e.Type, v: b.Min(b.Sub(b.Add(first, day), b.Int(1)), b.Sub(next, b.Int(1)))}
}

// The calendar repeats every 400 years. Years that begin on 1 March end with the leap
// day.
const (
	daysOfCycle   = 146097
	beforeEpoch   = 719468 // days from 1 March of year 0 to 1970-01-01
	monthsOfYear  = 12
	yearsOfCycle  = 400
	monthsToMarch = 2
)

// civil returns the year, month and day of a date.
func (c *compiler) civil(date machine.Operand) (year, month, day machine.Operand) {
	b := c.b
	k := func(n int64) machine.Operand { return b.Int(n) }
	shifted := b.Add(date, k(beforeEpoch))
	era := c.quo(shifted, daysOfCycle, number.Floor)
	dayOfEra := b.Sub(shifted, b.Mul(era, k(daysOfCycle)))
	yearOfEra := c.quo(b.Sub(b.Add(b.Sub(dayOfEra, c.quo(dayOfEra, 1460, number.Down)), c.quo(dayOfEra, 36524, number.Down)), c.quo(dayOfEra, 146096, number.Down)), 365, number.Down)
	dayOfYear := b.Sub(dayOfEra, b.Sub(b.Add(b.Mul(k(365), yearOfEra), c.quo(yearOfEra, 4, number.Down)), c.quo(yearOfEra, 100, number.Down)))
	shiftedMonth := c.quo(b.Add(b.Mul(k(5), dayOfYear), k(2)), 153, number.Down)
	day = b.Add(b.Sub(dayOfYear, c.quo(b.Add(b.Mul(k(153), shiftedMonth), k(2)), 5, number.Down)), k(1))
	early := b.Less(shiftedMonth, k(10))
	month = b.Select(early, b.Add(shiftedMonth, k(3)), b.Sub(shiftedMonth, k(9)))
	year = b.Add(yearOfEra, b.Mul(era, k(yearsOfCycle)))
	return b.Add(year, b.Bool(b.LessOrSame(month, k(monthsToMarch)))), month, day
}

// monthBegin returns the first day of a month, which is counted from January of year 0.
func (c *compiler) monthBegin(months machine.Operand) machine.Operand {
	b := c.b
	k := func(n int64) machine.Operand { return b.Int(n) }
	shifted := b.Sub(months, k(monthsToMarch))
	year := c.quo(shifted, monthsOfYear, number.Floor)
	month := b.Sub(shifted, b.Mul(year, k(monthsOfYear)))
	leapDays := b.Add(b.Sub(c.quo(year, 4, number.Floor), c.quo(year, 100, number.Floor)), c.quo(year, yearsOfCycle, number.Floor))
	daysBefore := c.quo(b.Add(b.Mul(k(153), month), k(2)), 5, number.Down)
	return b.Sub(b.Add(b.Add(b.Mul(k(365), year), leapDays), daysBefore), k(beforeEpoch))
}

func (c *compiler) quo(x machine.Operand, by int64, mode number.Rounding) machine.Operand {
	return c.b.Quo(x, c.b.Int(by), mode)
}
