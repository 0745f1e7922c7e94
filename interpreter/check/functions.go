package check

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/expr-lang/expr/ast"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/syntax"
)

// Function is a function of the language.
type Function struct {
	Name, Usage, About string

	compile func(c *compiler, s *scope, n *ast.CallNode) *value
}

// Functions are the functions of the language, without those of the host. They are set
// by init because compiling a call looks for its function here.
var Functions []Function

func init() {
	rounds := func(mode number.Rounding) func(*compiler, *scope, *ast.CallNode) *value {
		return func(c *compiler, s *scope, n *ast.CallNode) *value { return c.rounding(s, n, mode) }
	}
	steps := func(mode number.Rounding) func(*compiler, *scope, *ast.CallNode) *value {
		return func(c *compiler, s *scope, n *ast.CallNode) *value { return c.roundTo(s, n, mode) }
	}
	Functions = []Function{
		{"down", "down(x, places)", "Rounds toward zero.", rounds(number.Down)},
		{"up", "up(x, places)", "Rounds away from zero.", rounds(number.Up)},
		{"half_up", "half_up(x, places)", "Rounds to the nearest, and a half away from zero.", rounds(number.HalfUp)},
		{"half_down", "half_down(x, places)", "Rounds to the nearest, and a half toward zero.", rounds(number.HalfDown)},
		{"third_decimal", "third_decimal(x, 2)", "Cuts after one more digit, and rounds up if it is 6 or more.", rounds(number.ThirdDecimal)},
		{"floor", "floor(x, places)", "Rounds toward negative infinity.", rounds(number.Floor)},
		{"ceiling", "ceiling(x, places)", "Rounds toward positive infinity.", rounds(number.Ceiling)},
		{"down_to", "down_to(x, step)", "The largest multiple of a step up to x.", steps(number.Down)},
		{"up_to", "up_to(x, step)", "The smallest multiple of a step from x on.", steps(number.Up)},
		{"min", "min(a, b, …)", "The smallest.", (*compiler).extreme},
		{"max", "max(a, b, …)", "The largest.", (*compiler).extreme},
		{"abs", "abs(x)", "The number without its sign.", (*compiler).abs},
		{"choose", "choose(condition, then, else)", "One of two values.", (*compiler).choose},
		{"given", "given(x)", "Whether an optional value is present.", (*compiler).given},
		{"otherwise", "otherwise(x, y)", "An optional value, or a fallback if it is absent.", (*compiler).otherwise},
		{"as", "as(x, \"unit\")", "The number with another unit.", (*compiler).as},
		{"select", "select(bands, condition)", "The first band for which a condition holds.", (*compiler).selectBand},
		{"tax_on", "tax_on(bands, x[, places])", "A progressive tax: the sum over all bands of the rate in percent of the part of x in the band. With places, the tax of each band is cut to so many decimals.", (*compiler).taxOn},
		{"date", "date(\"2026-01-31\")", "A day of the calendar.", (*compiler).date},
		{"hours", "hours(n)", "A duration.", (*compiler).hours},
		{"year", "year(day)", "The year of a day.", (*compiler).datePart},
		{"month", "month(day)", "The month of a day, 1 to 12.", (*compiler).datePart},
		{"day", "day(day)", "The day of the month.", (*compiler).datePart},
		{"add_months", "add_months(day, n)", "The same day of a later month, or the last day of a shorter one.", (*compiler).addMonths},
		{"periods", "periods(from, to, hours(24))", "The periods between two times.", (*compiler).periods},
		{"count", "count(list)", "The number of items in a list.", (*compiler).count},
		{"div", "div(a, b)", "The quotient of whole numbers, without its fraction.", (*compiler).whole},
		{"mod", "mod(a, b)", "The remainder of div.", (*compiler).whole},
		{"read", "read(text, \"grammar\")", "The parts of a text by a grammar of the year.", (*compiler).read},
	}
}

// builtin returns the function with a name; nil if there is none.
func builtin(name string) *Function {
	for i := range Functions {
		if Functions[i].Name == name {
			return &Functions[i]
		}
	}
	return nil
}

// function compiles a call.
func (c *compiler) function(s *scope, n *ast.CallNode) *value {
	f := builtin(syntax.Callee(n))
	if f == nil {
		return c.hosted(s, n)
	}
	least := strings.Count(f.Usage, ",") + 1
	most := least
	least -= strings.Count(f.Usage, "[")
	if strings.Contains(f.Usage, "…") {
		least, most = least-1, len(n.Arguments)
	}
	if !c.args(s, n, f.Usage, least, max(least, most)) {
		return nil
	}
	return f.compile(c, s, n)
}

// args reports a wrong number of arguments.
func (c *compiler) args(s *scope, n *ast.CallNode, usage string, least, most int) bool {
	if len(n.Arguments) >= least && len(n.Arguments) <= most {
		return true
	}
	want := fmt.Sprint(least)
	if most > least {
		want += " or " + fmt.Sprint(most)
	}
	if strings.Contains(usage, "…") {
		want += " or more"
	}
	c.failAt(s, n, "wrong-arguments", fmt.Sprintf("%s takes %s arguments, not %d", syntax.Callee(n), want, len(n.Arguments)), "Write "+usage+".")
	return false
}

// hosted compiles a call of a function of the host.
func (c *compiler) hosted(s *scope, n *ast.CallNode) *value {
	if f := c.module.HostFunctions[syntax.Callee(n)]; f != nil {
		return c.host(s, n, f)
	}
	known := slices.Sorted(maps.Keys(c.module.HostFunctions))
	known = append(known, diagnostic.Names(Functions, func(f Function) string { return f.Name })...)
	return c.suggest(s.source.At(n.Callee), "unknown-function", fmt.Sprintf("unknown function %q", syntax.Callee(n)), "The functions are "+strings.Join(known, ", ")+".", diagnostic.Nearest(syntax.Callee(n), known))
}
