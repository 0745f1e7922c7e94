package types

import "strings"

// Builtin is a function of the language with its documentation.
type Builtin struct{ Name, Usage, About string }

// Arguments returns the number of arguments according to the usage; most is -1 if there
// is no limit.
func (b Builtin) Arguments() (least, most int) {
	n := strings.Count(b.Usage, ",") + 1
	if strings.Contains(b.Usage, "…") {
		return n - 1, -1
	}
	return n, n
}

// Builtins are the functions of the language, without those of the host.
var Builtins = []Builtin{
	{"down", "down(x, places)", "Rounds toward zero."},
	{"up", "up(x, places)", "Rounds away from zero."},
	{"half_up", "half_up(x, places)", "Rounds to the nearest, a half away from zero."},
	{"half_down", "half_down(x, places)", "Rounds to the nearest, a half toward zero."},
	{"third_decimal", "third_decimal(x, 2)", "Cuts after one more digit, and rounds up if it is 6 or more."},
	{"floor", "floor(x, places)", "Rounds toward negative infinity."},
	{"ceiling", "ceiling(x, places)", "Rounds toward positive infinity."},
	{"down_to", "down_to(x, step)", "The largest multiple of a step up to x."},
	{"up_to", "up_to(x, step)", "The smallest multiple of a step from x on."},
	{"half_up_to", "half_up_to(x, step)", "The nearest multiple of a step."},
	{"min", "min(a, b, …)", "The smallest."},
	{"max", "max(a, b, …)", "The largest."},
	{"abs", "abs(x)", "The number without its sign."},
	{"choose", "choose(condition, then, else)", "One of two values."},
	{"given", "given(x)", "Whether an optional value is present."},
	{"otherwise", "otherwise(x, y)", "An optional value, or a fallback if it is absent."},
	{"as", "as(x, \"unit\")", "The number with another unit."},
	{"select", "select(bands, condition)", "The first band for which a condition holds."},
	{"date", "date(\"2026-01-31\")", "A day of the calendar."},
	{"hours", "hours(n)", "A duration."},
	{"minutes", "minutes(n)", "A duration."},
	{"days", "days(n)", "A duration."},
	{"year", "year(day)", "The year of a day."},
	{"month", "month(day)", "The month of a day, 1 to 12."},
	{"day", "day(day)", "The day of the month."},
	{"add_months", "add_months(day, n)", "The same day of a later month, or its last."},
	{"periods", "periods(from, to, hours(24))", "The periods between two times."},
	{"count", "count(list)", "How many items a list has."},
	{"div", "div(a, b)", "The quotient of whole numbers, without its fraction."},
	{"mod", "mod(a, b)", "The remainder of div."},
	{"read", "read(text, \"grammar\")", "The parts of a text by a grammar of the year."},
}

// FunctionNames are the names of Builtins.
var FunctionNames = func() (names []string) {
	for _, f := range Builtins {
		names = append(names, f.Name)
	}
	return names
}()
