package check

import (
	"math/big"

	"github.com/expr-lang/expr/ast"

	"github.com/payslate/payslate/interpreter/machine"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
)

// date compiles date("2026-01-31"), or the day of a time.
func (c *compiler) date(s *scope, n *ast.CallNode) *value {
	text, ok := syntax.Literal[string](n.Arguments[0])
	if !ok {
		return c.dayOf(s, n)
	}
	days, ok := number.ParseDate(text)
	if !ok {
		return c.failAt(s, n.Arguments[0], "bad-date", text+" is not a date", `Write date("2026-01-31"): year, month, day.`)
	}
	return &value{kind: types.Date, v: c.b.Int(days)}
}

const (
	minutesOfHour = 60
	minutesOfDay  = 24 * minutesOfHour
)

func (c *compiler) dayOf(s *scope, n *ast.CallNode) *value {
	t := c.node(s, n.Arguments[0])
	if t == nil || !c.require(s, n.Arguments[0], t) {
		return nil
	}
	if t.kind != types.Time {
		return c.failAt(s, n.Arguments[0], "wrong-arguments", "a date must be a text, or the day of a time", `Write date("2026-01-31").`)
	}
	return &value{kind: types.Date, v: c.quo(t.v, minutesOfDay, number.Floor)}
}

// periods compiles periods(from, to, hours(24)): the list of the times at which periods
// of one length begin, up to before the end.
func (c *compiler) periods(s *scope, n *ast.CallNode) *value {
	var ends [3]*value
	for i, kind := range []types.Kind{types.Time, types.Time, types.Duration} {
		x := c.node(s, n.Arguments[i])
		if x == nil || !c.require(s, n.Arguments[i], x) {
			return nil
		}
		if x.kind != kind {
			return c.failAt(s, n.Arguments[i], "wrong-type", n.Arguments[i].String()+" is "+x.describe()+", not "+kind.String(), "Write periods(from, to, hours(24)).")
		}
		ends[i] = x
	}
	length, known := ends[2].v.Constant()
	if !known || !length.IsInt64() || length.Int64() < shortestPeriod || length.Int64() > longestPeriod {
		return c.failAt(s, n.Arguments[2], "wrong-arguments", "the length of a period must be a constant from one hour to one year", "Write periods(from, to, hours(24)).")
	}
	return &value{kind: types.ListKind, typ: &types.Type{Kind: types.ListKind, Element: &types.Type{Kind: types.Time}}, address: ends[0].v, end: ends[1].v, step: int(length.Int64())}
}

// Bounds of a period's length, in minutes. They bound the length of loops.
const (
	shortestPeriod = 60
	longestPeriod  = 366 * minutesOfDay
)

func (c *compiler) hours(s *scope, n *ast.CallNode) *value {
	x := c.number(s, n.Arguments[0])
	if x == nil {
		return nil
	}
	y := c.times(x, big.NewRat(minutesOfHour, 1))
	if y.divisor != nil || y.scale.Cmp(one) != 0 {
		return c.failAt(s, n, "wrong-type", "a duration is a whole number of minutes", "Round the number first.")
	}
	return &value{kind: types.Duration, v: y.v}
}

func (c *compiler) datePart(s *scope, n *ast.CallNode) *value {
	d := c.node(s, n.Arguments[0])
	if d == nil || !c.require(s, n.Arguments[0], d) {
		return nil
	}
	if d.kind == types.Time {
		d = &value{kind: types.Date, v: c.quo(d.v, minutesOfDay, number.Floor)}
	}
	if d.kind != types.Date {
		return c.failAt(s, n.Arguments[0], "wrong-type", n.Arguments[0].String()+" is "+d.describe()+", not a date", "Give a date, such as pay_date or date(\"2026-01-31\").")
	}
	year, month, day := c.civil(d.v)
	part := map[string]machine.Value{"year": year, "month": month, "day": day}[syntax.Callee(n)]
	return &value{kind: types.Number, v: part, scale: one, positive: true}
}

// addMonths compiles add_months(d, n): the same day n months later, or the last day of a
// shorter month.
func (c *compiler) addMonths(s *scope, n *ast.CallNode) *value {
	d, count := c.node(s, n.Arguments[0]), c.number(s, n.Arguments[1])
	if d == nil || count == nil || !c.require(s, n.Arguments[0], d) {
		return nil
	}
	if d.kind != types.Date || count.divisor != nil || count.scale.Cmp(one) != 0 {
		return c.failAt(s, n, "wrong-type", "add_months takes a date and a whole number", "Write add_months(begins, 3).")
	}
	if _, ok := types.Unify(count.unit, types.Months); !ok && !s.unchecked {
		return c.failAt(s, n.Arguments[1], "mixed-units", n.Arguments[1].String()+" is "+count.unit.Phrase()+", not a number of months", "Give a number without unit or in months.")
	}
	b := c.b
	year, month, day := c.civil(d.v)
	months := b.Add(b.Add(b.Mul(year, b.Int(monthsOfYear)), b.Sub(month, b.Int(1))), count.v)
	first, next := c.monthBegin(months), c.monthBegin(b.Add(months, b.Int(1)))
	return &value{kind: types.Date, v: b.Min(b.Sub(b.Add(first, day), b.Int(1)), b.Sub(next, b.Int(1)))}
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
func (c *compiler) civil(date machine.Value) (year, month, day machine.Value) {
	b := c.b
	k := func(n int64) machine.Value { return b.Int(n) }
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
func (c *compiler) monthBegin(months machine.Value) machine.Value {
	b := c.b
	k := func(n int64) machine.Value { return b.Int(n) }
	shifted := b.Sub(months, k(monthsToMarch))
	year := c.quo(shifted, monthsOfYear, number.Floor)
	month := b.Sub(shifted, b.Mul(year, k(monthsOfYear)))
	leapDays := b.Add(b.Sub(c.quo(year, 4, number.Floor), c.quo(year, 100, number.Floor)), c.quo(year, yearsOfCycle, number.Floor))
	daysBefore := c.quo(b.Add(b.Mul(k(153), month), k(2)), 5, number.Down)
	return b.Sub(b.Add(b.Add(b.Mul(k(365), year), leapDays), daysBefore), k(beforeEpoch))
}

func (c *compiler) quo(x machine.Value, by int64, mode number.Rounding) machine.Value {
	return c.b.Quo(x, c.b.Int(by), mode)
}
