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
	"github.com/payslate/payslate/interpreter/types"
)

// Function is a function of the language, declared by its signature.
type Function struct {
	Name       string
	Parameters []Parameter
	About      string
	// Mode is that of a function that rounds.
	Mode number.Rounding

	rows bool // its condition reads the columns of a row
	// result types a call. The arguments of parameters with a kind are typed; others are nil.
	result func(c *checker, s *scope, n *ast.CallNode, args []*Expr) *Expr
}

// Parameter is a parameter of a function.
type Parameter struct {
	Name string
	Kind ParameterKind
	// Optional parameters come last, and so does one that is Repeated.
	Optional, Repeated bool
}

// ParameterKind is what a parameter accepts.
type ParameterKind uint8

// The kinds of parameters. Free arguments are left to the function: literals, conditions,
// alternatives.
const (
	Free    ParameterKind = iota
	Numeric               // a number that is present
	Ordered               // a number, date, time or duration that is present
	Present               // any value that is present
	Banded                // bands whose cases are chosen
	Any                   // any value
)

// Usage returns a call of the function for people: half_up(x, places).
func (f *Function) Usage() string {
	text := f.Name + "("
	for i, p := range f.Parameters {
		separator := ", "
		switch {
		case p.Optional:
			separator = "[, "
		case i == 0:
			separator = ""
		}
		text += separator + p.Name
		if p.Optional {
			text += "]"
		}
		if p.Repeated {
			text += ", …"
		}
	}
	return text + ")"
}

// least returns the number of arguments that a call has at least, and whether it may have more
// than there are parameters.
func (f *Function) least() (n int, more bool) {
	for _, p := range f.Parameters {
		if !p.Optional {
			n++
		}
		more = more || p.Repeated
	}
	return n, more
}

// Functions are the functions of the language, without those of the host. They are set by init
// because typing a call looks for its function here.
var Functions []Function

func init() {
	x, y := Parameter{Name: "x", Kind: Numeric}, Parameter{Name: "y"}
	places := Parameter{Name: "places"}
	day := Parameter{Name: "day", Kind: Present}
	rounds := func(name string, mode number.Rounding, about string) Function {
		return Function{Name: name, Parameters: []Parameter{x, places}, About: about, Mode: mode, result: (*checker).rounding}
	}
	steps := func(name string, mode number.Rounding, about string) Function {
		return Function{Name: name, Parameters: []Parameter{x, {Name: "step", Kind: Numeric}}, About: about, Mode: mode, result: (*checker).roundTo}
	}
	whole := []Parameter{{Name: "a", Kind: Numeric}, {Name: "b", Kind: Numeric}}
	ordered := []Parameter{{Name: "a", Kind: Ordered}, {Name: "b", Kind: Ordered, Repeated: true}}
	bands := Parameter{Name: "bands", Kind: Banded}
	Functions = []Function{
		rounds("down", number.Down, "Rounds toward zero."),
		rounds("up", number.Up, "Rounds away from zero."),
		rounds("half_up", number.HalfUp, "Rounds to the nearest, and a half away from zero."),
		rounds("half_down", number.HalfDown, "Rounds to the nearest, and a half toward zero."),
		{Name: "third_decimal", Parameters: []Parameter{x, {Name: "2"}}, About: "Cuts after one more digit, and rounds up if it is 6 or more.", Mode: number.ThirdDecimal, result: (*checker).rounding},
		rounds("floor", number.Floor, "Rounds toward negative infinity."),
		rounds("ceiling", number.Ceiling, "Rounds toward positive infinity."),
		steps("down_to", number.Down, "The largest multiple of a step up to x."),
		steps("half_up_to", number.HalfUp, "The nearest multiple of a step to x, and of two as near the one away from zero."),
		steps("up_to", number.Up, "The smallest multiple of a step from x on."),
		{Name: "min", Parameters: ordered, About: "The smallest.", result: (*checker).extreme},
		{Name: "max", Parameters: ordered, About: "The largest.", result: (*checker).extreme},
		{Name: "abs", Parameters: []Parameter{x}, About: "The number without its sign.", result: (*checker).abs},
		{Name: "choose", Parameters: []Parameter{{Name: "condition"}, {Name: "then"}, {Name: "else"}}, About: "One of two values.", result: (*checker).choose},
		{Name: "given", Parameters: []Parameter{{Name: "x"}}, About: "Whether an optional value is present.", result: (*checker).given},
		{Name: "otherwise", Parameters: []Parameter{{Name: "x"}, y}, About: "An optional value, or a fallback if it is absent.", result: (*checker).otherwise},
		{Name: "as", Parameters: []Parameter{x, {Name: `"unit"`}}, About: "The number with another unit.", result: (*checker).as},
		{Name: "select", Parameters: []Parameter{bands, {Name: "condition"}}, About: "The first band for which a condition holds.", rows: true, result: (*checker).selectBand},
		{Name: "every", Parameters: []Parameter{bands, {Name: "condition"}}, About: "Whether a condition holds in all bands. It can read the band before, as previous.rate, and leaves out bands without a column that it reads.", rows: true, result: (*checker).every},
		{Name: "tax_on", Parameters: []Parameter{bands, x, {Name: "places", Optional: true}}, About: "A progressive tax: the sum over all bands of the rate in percent of the part of x in the band. With places, the tax of each band is cut to so many decimals.", result: (*checker).taxOn},
		{Name: "lookup", Parameters: []Parameter{{Name: "table"}, {Name: "key", Repeated: true}}, About: "The row of a table for its keys and, last, for a number in the interval of the row. Its fields are absent if there is none.", result: (*checker).lookup},
		{Name: "date", Parameters: []Parameter{{Name: `"2026-01-31"`}}, About: "A day of the calendar.", result: (*checker).date},
		{Name: "hours", Parameters: []Parameter{{Name: "n", Kind: Numeric}}, About: "A duration.", result: (*checker).hours},
		{Name: "year", Parameters: []Parameter{day}, About: "The year of a day.", result: (*checker).datePart},
		{Name: "month", Parameters: []Parameter{day}, About: "The month of a day, 1 to 12.", result: (*checker).datePart},
		{Name: "day", Parameters: []Parameter{day}, About: "The day of the month.", result: (*checker).datePart},
		{Name: "add_months", Parameters: []Parameter{day, {Name: "n", Kind: Numeric}}, About: "The same day of a later month, or the last day of a shorter one.", result: (*checker).addMonths},
		{Name: "periods", Parameters: []Parameter{{Name: "from", Kind: Present}, {Name: "to", Kind: Present}, {Name: "hours(24)", Kind: Present}}, About: "The periods between two times.", result: (*checker).periods},
		{Name: "count", Parameters: []Parameter{{Name: "list", Kind: Any}}, About: "The number of items in a list.", result: (*checker).count},
		{Name: "div", Parameters: whole, About: "The quotient of whole numbers, without its fraction.", result: (*checker).integerQuotient},
		{Name: "mod", Parameters: whole, About: "The remainder of div.", result: (*checker).integerQuotient},
		{Name: "read", Parameters: []Parameter{{Name: "text", Kind: Any}, {Name: `"grammar"`}}, About: "The parts of a text by a grammar of the year.", result: (*checker).readText},
	}
}

// FunctionNamed returns the function with a name; nil if there is none.
func FunctionNamed(name string) *Function {
	for i := range Functions {
		if Functions[i].Name == name {
			return &Functions[i]
		}
	}
	return nil
}

// function types a call.
func (c *checker) function(s *scope, n *ast.CallNode) *Expr {
	f := FunctionNamed(syntax.Callee(n))
	if f == nil {
		return c.hosted(s, n)
	}
	least, more := f.least()
	most := len(f.Parameters)
	if more {
		most = max(least, len(n.Arguments))
	}
	if !c.arity(s, n, f.Usage(), least, most, more) {
		return nil
	}
	args := make([]*Expr, len(n.Arguments))
	for i := range args {
		if args[i] = c.argumentOf(s, n.Arguments[i], f.Parameters[min(i, len(f.Parameters)-1)].Kind); args[i] == nil && f.Parameters[min(i, len(f.Parameters)-1)].Kind != Free {
			return nil
		}
	}
	e := f.result(c, s, n, args)
	if e != nil && e.Op == OpCall {
		e.Function, e.Mode = f, f.Mode
	}
	return e
}

// argumentOf types an argument; nil after an error, and for a free one.
func (c *checker) argumentOf(s *scope, n ast.Node, kind ParameterKind) *Expr {
	var x *Expr
	switch kind {
	case Free:
		return nil
	case Numeric:
		return c.number(s, n)
	case Banded:
		return c.bandsOf(s, n)
	default:
		x = c.node(s, n)
	}
	if kind == Ordered && !c.numberOf(s, n, x) || kind == Present && !c.require(s, n, x) {
		return nil
	}
	return x
}

// arity reports a wrong number of arguments.
func (c *checker) arity(s *scope, n *ast.CallNode, usage string, least, most int, more bool) bool {
	if len(n.Arguments) >= least && len(n.Arguments) <= most {
		return true
	}
	want := fmt.Sprint(least)
	if most > least && !more {
		want += " or " + fmt.Sprint(most)
	}
	if more {
		want += " or more"
	}
	c.failAt(s, n, "wrong-arguments", fmt.Sprintf("%s takes %s arguments, not %d", syntax.Callee(n), want, len(n.Arguments)), "Write "+usage+".")
	return false
}

// hosted types a call of a function of the host.
func (c *checker) hosted(s *scope, n *ast.CallNode) *Expr {
	name := syntax.Callee(n)
	f := c.module.HostFunctions[name]
	if f == nil {
		known := slices.Sorted(maps.Keys(c.module.HostFunctions))
		known = append(known, diagnostic.Names(Functions, func(f Function) string { return f.Name })...)
		if c.module.Programs[name] != nil {
			return c.failAt(s, n.Callee, "unknown-function", name+" is a program, not a function", "Call it by a step of its own: call: "+name+".")
		}
		return c.suggest(s.source.At(n.Callee), "unknown-function", fmt.Sprintf("unknown function %q", name), "The functions are "+strings.Join(known, ", ")+".", diagnostic.Nearest(name, known))
	}
	if !c.arity(s, n, name+"("+strings.Join(f.Names, ", ")+")", len(f.In), len(f.In), false) {
		return nil
	}
	return c.calling(s, n, f, n.Arguments)
}

// calling types a call of a function with arguments.
func (c *checker) calling(s *scope, n *ast.CallNode, f *types.Function, arguments []ast.Node) *Expr {
	e := s.of(n, OpHost, *typeOf(f.Result))
	e.Host = f
	for i, typ := range f.In {
		x := c.node(s, arguments[i])
		if x != nil {
			x = c.fit(s.source.At(arguments[i]), s, f.Names[i], x, typ)
		}
		if x == nil {
			return nil
		}
		e.Of = append(e.Of, x)
	}
	return e
}

// lookup types a look-up in a table.
func (c *checker) lookup(s *scope, n *ast.CallNode, _ []*Expr) *Expr {
	of := c.node(s, n.Arguments[0])
	if of == nil {
		return nil
	}
	if of.Kind != types.FileKind {
		return c.isNot(s, n.Arguments[0], of, "a table of rows", "Name a parameter that has a table:, such as p.tariffs.")
	}
	f := of.Figure.Lookup
	if want := len(f.In) + 1; len(n.Arguments) != want {
		return c.failAt(s, n, "wrong-arguments", fmt.Sprintf("this look-up takes %d arguments, not %d", want, len(n.Arguments)), "Write lookup("+strings.Join(append([]string{n.Arguments[0].String()}, f.Names...), ", ")+").")
	}
	e := c.calling(s, n, f, n.Arguments[1:])
	if e != nil {
		e.Figure = of.Figure
	}
	return e
}
