package check

import (
	"maps"
	"math/big"
	"slices"
	"strconv"

	"github.com/expr-lang/expr/ast"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
)

// date types date("2026-01-31"), or the day of a time.
func (c *checker) date(s *scope, n *ast.CallNode, _ []*Expr) *Expr {
	text, ok := syntax.Literal[string](n.Arguments[0])
	if !ok {
		return c.dayOf(s, n)
	}
	days, ok := number.ParseDate(text)
	if !ok {
		return c.failAt(s, n.Arguments[0], "bad-date", text+" is not a date", `Write date("2026-01-31"): year, month, day.`)
	}
	e := s.of(n, OpDate, Type{Kind: types.Date})
	e.Int = days
	return e
}

func (c *checker) dayOf(s *scope, n *ast.CallNode) *Expr {
	t := c.node(s, n.Arguments[0])
	if !c.require(s, n.Arguments[0], t) {
		return nil
	}
	if t.Kind != types.Time {
		return c.failAt(s, n.Arguments[0], "wrong-arguments", "a date must be a text, or the day of a time", `Write date("2026-01-31").`)
	}
	return s.of(n, OpCall, Type{Kind: types.Date}, t)
}

// periods types periods(from, to, hours(24)): the list of the times at which periods of one
// length begin, up to before the end.
func (c *checker) periods(s *scope, n *ast.CallNode, args []*Expr) *Expr {
	for i, kind := range []types.Kind{types.Time, types.Time, types.Duration} {
		if args[i].Kind != kind {
			return c.isNot(s, n.Arguments[i], args[i], kind.String(), "Write periods(from, to, hours(24)).")
		}
	}
	length := args[2].Type.Period
	if length < shortestPeriod || length > longestPeriod {
		return c.failAt(s, n.Arguments[2], "wrong-arguments", "the length of a period must be a constant from one hour to one year", "Write periods(from, to, hours(24)).")
	}
	return s.of(n, OpCall, Type{Kind: types.ListKind, Period: length, Declared: &types.Type{Kind: types.ListKind, Element: &types.Type{Kind: types.Time}}}, args...)
}

// Bounds of a period's length, in minutes. They bound the length of loops.
const (
	MinutesOfHour  = 60
	MinutesOfDay   = 24 * MinutesOfHour
	shortestPeriod = MinutesOfHour
	longestPeriod  = 366 * MinutesOfDay
)

// hours types hours(n). The type of a constant duration has its minutes as Period.
func (c *checker) hours(s *scope, n *ast.CallNode, args []*Expr) *Expr {
	minutes := args[0].times(big.NewRat(MinutesOfHour, 1))
	if !minutes.integer() {
		return c.failAt(s, n, "wrong-type", "a duration is a whole number of minutes", "Round the number first.")
	}
	t := Type{Kind: types.Duration}
	if k := minutes.Known; k != nil && k.Num().IsInt64() {
		t.Period = k.Num().Int64()
	}
	return s.of(n, OpCall, t, args...)
}

func (c *checker) datePart(s *scope, n *ast.CallNode, args []*Expr) *Expr {
	if d := args[0]; d.Kind != types.Time && d.Kind != types.Date {
		return c.isNot(s, n.Arguments[0], d, "a date", "Give a date, such as pay_date or date(\"2026-01-31\").")
	}
	return s.of(n, OpCall, Type{Kind: types.Number, Scale: one}, args...)
}

// addMonths types add_months(d, n): the same day n months later, or the last day of a shorter
// month.
func (c *checker) addMonths(s *scope, n *ast.CallNode, args []*Expr) *Expr {
	d, count := args[0], args[1]
	if d.Kind != types.Date || !count.Type.integer() {
		return c.failAt(s, n, "wrong-type", "add_months takes a date and a whole number", "Write add_months(begins, 3).")
	}
	if _, ok := types.Unify(count.Unit, types.Months); !ok && !s.unchecked {
		return c.failAt(s, n.Arguments[1], "mixed-units", n.Arguments[1].String()+" is "+count.Unit.Phrase()+", not a number of months", "Give a number without unit or in months.")
	}
	return s.of(n, OpCall, Type{Kind: types.Date}, args...)
}

// PartTypes returns the types of the parts of a text with a grammar.
func PartTypes(g *types.Grammar) map[string]Type {
	parts := map[string]Type{"text": {Kind: types.Text}, "form": {Kind: types.Enumeration, Cases: g.Form.Cases}}
	for i, part := range g.Declaration.Parts {
		parts[part.Name] = Type{Kind: g.Parts[i].Kind, Cases: g.Parts[i].Cases, Scale: one, Optional: part.Optional}
	}
	return parts
}

func (c *checker) unknownGrammar(s *scope, n ast.Node, name string) *Expr {
	return c.suggest(s.source.At(n), "unknown-name", "unknown grammar "+strconv.Quote(name), "Declare it under grammars, or correct its name.", diagnostic.Nearest(name, slices.Sorted(maps.Keys(c.module.Grammars))))
}
