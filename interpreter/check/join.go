package check

import (
	"math/big"
	"slices"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/machine"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/types"
)

// alike returns functions that convert two values to the same form, to be called on
// their sides of a branch, or the reason why that is impossible.
func (c *compiler) alike(x, y *value) (a, b func() *value, problem string) {
	if x.kind == types.NullKind && y.kind == types.NullKind {
		return func() *value { return x }, func() *value { return y }, ""
	}
	if x.kind == types.NullKind {
		n := c.absent(y)
		return func() *value { return n }, func() *value { return c.present(y) }, c.problemOf(y)
	}
	if y.kind == types.NullKind {
		n := c.absent(x)
		return func() *value { return c.present(x) }, func() *value { return n }, c.problemOf(x)
	}
	if x.kind == types.Handle && y.kind == types.Handle && x.typ.Name != y.typ.Name {
		return nil, nil, "they are " + x.typ.Name + " and " + y.typ.Name
	}
	// A constant text may be a case of an enumeration.
	if x.kind == types.Text && y.kind == types.Enumeration && !y.adhoc {
		x = c.caseOf(x, y.cases)
	}
	if y.kind == types.Text && x.kind == types.Enumeration && !x.adhoc {
		y = c.caseOf(y, x.cases)
	}
	if x == nil || y == nil {
		return nil, nil, "the text is not one of the cases"
	}
	optional := x.given != nil || y.given != nil
	switch {
	case x.adhoc && y.kind == types.Enumeration && !y.adhoc && types.Within(x.cases, y.cases):
		return c.among(x, y.cases, optional, false), func() *value { return c.presentIf(optional, y) }, ""
	case y.adhoc && x.kind == types.Enumeration && !x.adhoc && types.Within(y.cases, x.cases):
		return func() *value { return c.presentIf(optional, x) }, c.among(y, x.cases, optional, false), ""
	case x.adhoc && y.kind == types.Text && !y.isText:
		return func() *value { return c.presentIf(optional, c.textOf(x)) }, func() *value { return c.presentIf(optional, y) }, ""
	case y.adhoc && x.kind == types.Text && !x.isText:
		return func() *value { return c.presentIf(optional, x) }, func() *value { return c.presentIf(optional, c.textOf(y)) }, ""
	}
	if x.textual() && y.textual() && (x.kind != y.kind || x.text != y.text || x.adhoc) {
		cases := union(x.texts(), y.texts())
		return c.among(x, cases, optional, true), c.among(y, cases, optional, true), ""
	}
	if x.kind != y.kind {
		return nil, nil, "they are of different types"
	}
	if x.given != nil || y.given != nil {
		x, y = c.present(x), c.present(y)
	}
	switch x.kind {
	case types.Enumeration:
		if !slices.Equal(x.cases, y.cases) {
			return nil, nil, "they are different enumerations"
		}
	case types.Number:
		unit, ok := types.Unify(x.unit, y.unit)
		if !ok {
			return nil, nil, "the units are " + x.unit.String() + " and " + y.unit.String()
		}
		if x.unit.Free != y.unit.Free && !zero(x) && !zero(y) {
			unit.Assumed = true
		}
		return c.numbersAlike(x, y, unit)
	case types.BandsKind, types.RowKind, types.RecordKind, types.ListKind, types.GrammarKind, types.TableKind:
		return nil, nil, "only single values can be chosen, not " + x.kind.String()
	}
	return func() *value { return c.settled(x) }, func() *value { return c.settled(y) }, ""
}

// zero reports whether a number is the constant 0, which needs no unit.
func zero(x *value) bool {
	k, known := x.constant()
	return known && k.Sign() == 0
}

func (x *value) textual() bool {
	return x.kind == types.Text && x.isText || x.kind == types.Enumeration && x.adhoc
}

// among returns a function that converts a constant text to a case of an enumeration, or
// of an ad hoc list of texts.
func (c *compiler) among(x *value, cases []string, optional, adhoc bool) func() *value {
	return func() *value {
		v := c.amongTexts(x, cases)
		v.adhoc = adhoc
		return c.presentIf(optional, v)
	}
}

// presentIf makes a value optional if the other one is.
func (c *compiler) presentIf(optional bool, x *value) *value {
	if optional {
		return c.present(x)
	}
	return x
}

// union returns the distinct items of two lists.
func union[T comparable](x, y []T) []T {
	if len(y) == 0 || slices.Equal(x, y) {
		return x
	}
	both := slices.Clone(x)
	for _, item := range y {
		if !slices.Contains(both, item) {
			both = append(both, item)
		}
	}
	return both
}

func (x *value) texts() []string {
	if x.kind == types.Text {
		return []string{x.text}
	}
	return x.cases
}

// amongTexts converts a constant text to its index in a list that contains it.
func (c *compiler) amongTexts(x *value, cases []string) *value {
	v := &value{kind: types.Enumeration, cases: cases, adhoc: true, given: x.given, from: x.from}
	if x.kind == types.Text {
		v.v = c.b.Int(int64(slices.Index(cases, x.text)))
		return v
	}
	v.v = c.b.Table(c.places(x.cases, cases), x.v)
	return v
}

// places returns the indexes of the cases of one list in another.
func (c *compiler) places(from, in []string) []*big.Int {
	var list []*big.Int
	for _, text := range from {
		list = append(list, big.NewInt(int64(slices.Index(in, text))))
	}
	return list
}

// problemOf returns why a value can be neither optional nor carried; empty if it can.
func (c *compiler) problemOf(x *value) string {
	switch x.kind {
	case types.Number, types.Boolean, types.Enumeration, types.Date, types.Time, types.Duration, types.Text, types.Handle:
		return ""
	}
	return x.describe() + " cannot be absent"
}

func (c *compiler) numbersAlike(x, y *value, unit types.Unit) (a, b func() *value, problem string) {
	quotient := x.divisor != y.divisor
	scale := number.LCM(x.scale, y.scale)
	to := func(x *value) func() *value {
		return func() *value {
			z := *x
			z.v, z.scale, z.unit = c.rescaled(x, scale), scale, unit
			if quotient && z.divisor == nil {
				z.divisor = c.b.Int(1)
			}
			return &z
		}
	}
	return to(x), to(y), ""
}

// absent returns an absent value of another value's type.
func (c *compiler) absent(like *value) *value {
	n := *like
	n.v, n.given, n.cond, n.positive = c.b.Int(0), c.b.Int(0), nil, false
	if n.divisor != nil { // which is computed on the other path
		n.divisor = c.b.Int(1)
	}
	return &n
}

func (c *compiler) present(x *value) *value {
	if x.given != nil {
		return x
	}
	p := *x
	p.given = c.b.Int(1)
	return &p
}

// settled converts a condition to a number.
func (c *compiler) settled(x *value) *value {
	if x == nil || x.kind != types.Boolean || x.cond == nil {
		return x
	}
	y := *x
	y.v, y.cond = c.b.Bool(x.cond), nil
	return &y
}

// join merges two values of the same form after a branch.
func (c *compiler) join(r machine.Branch, x, y *value) *value {
	z := *x
	z.v = c.b.Join(r, x.v, y.v)
	z.from = union(x.from, y.from)
	z.isText, z.text = x.isText && y.isText && x.text == y.text, x.text
	z.allowed = nil
	if x.allowed != nil && y.allowed != nil {
		z.allowed = union(x.allowed, y.allowed)
	}
	if x.given != nil {
		z.given = c.b.Join(r, x.given, y.given)
	}
	if x.divisor != y.divisor {
		z.divisor = c.b.Join(r, x.divisor, y.divisor)
	}
	z.positive = x.positive && y.positive
	return &z
}

// pick compiles one of two values, chosen by a condition.
func (c *compiler) pick(at diagnostic.Range, cond *machine.Cond, then, els func() *value) *value {
	cond, holds, known := c.known(cond)
	switch {
	case known && holds:
		return then()
	case known:
		return els()
	}
	var x, y *value
	r := c.b.If(cond, func() bool { x = c.settled(then()); return false }, func() bool { y = c.settled(els()); return false })
	if x == nil || y == nil || x == broken || y == broken {
		return nil
	}
	a, b, problem := c.alike(x, y)
	if problem != "" {
		return c.fail(at, "mixed-types", "the two values are "+x.describe()+" and "+y.describe()+": "+problem, "Give both branches a value of one kind.")
	}
	var left, right *value
	c.b.Extend(r, true, func() { left = a() })
	c.b.Extend(r, false, func() { right = b() })
	return c.join(r, left, right)
}
