package check

import (
	"math/big"
	"slices"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/types"
)

// join returns the common type of two values, of which a condition chooses one, or the reason
// why there is none.
func (c *checker) join(x, y *Type) (t *Type, problem string) {
	switch {
	case x.Kind == types.NullKind && y.Kind == types.NullKind:
		return x, ""
	case x.Kind == types.NullKind:
		return y.maybe(), y.single("cannot be absent")
	case y.Kind == types.NullKind:
		return x.maybe(), x.single("cannot be absent")
	case x.Kind == types.Handle && y.Kind == types.Handle && x.Declared.Name != y.Declared.Name:
		return nil, "they are " + x.Declared.Name + " and " + y.Declared.Name
	}
	t = &Type{Kind: x.Kind, Optional: x.Optional || y.Optional, Declared: x.Declared}
	xText, yText := x.textual() || x.Kind == types.Text, y.textual() || y.Kind == types.Text
	switch {
	case x.Kind == types.Enumeration && !x.Adhoc && y.Kind == types.Enumeration && !y.Adhoc:
		if !slices.Equal(x.Cases, y.Cases) {
			return nil, "they are different enumerations"
		}
		t.Cases = x.Cases
		if x.Declared != nil && y.Declared != nil && x.Declared.Name != y.Declared.Name {
			t.Declared = nil // two types may label a case differently
		}
		return t, ""
	case x.Kind == types.Enumeration && !x.Adhoc && yText:
		return t.casesFor(x, y)
	case y.Kind == types.Enumeration && !y.Adhoc && xText:
		return t.casesFor(y, x)
	case x.textual() && y.textual():
		if x.Kind == types.Text && y.Kind == types.Text && *x.Word == *y.Word {
			t.Word = x.Word
			return t, ""
		}
		t.Kind, t.Adhoc, t.Cases = types.Enumeration, true, Union(x.texts(), y.texts())
		return t, ""
	case xText && yText:
		t.Kind = types.Text
		return t, ""
	case x.Kind != y.Kind:
		return nil, "they are of different types"
	case x.Kind == types.Number:
		return t.number(x, y)
	}
	return t, x.single("")
}

// casesFor makes t the enumeration of e if a text is among its cases.
func (t *Type) casesFor(e, text *Type) (*Type, string) {
	if !text.textual() || !types.Within(text.texts(), e.Cases) {
		if text.Kind == types.Text {
			return nil, "the text is not one of the cases"
		}
		return nil, "they are different enumerations"
	}
	t.Kind, t.Cases, t.Declared = types.Enumeration, e.Cases, e.Declared
	return t, ""
}

// number makes t the common type of two numbers.
func (t *Type) number(x, y *Type) (*Type, string) {
	unit, ok := types.Unify(x.Unit, y.Unit)
	if !ok {
		return nil, "the units are " + x.Unit.String() + " and " + y.Unit.String()
	}
	if x.Unit.Free != y.Unit.Free && !x.zero() && !y.zero() {
		unit.Assumed = true
	}
	t.Unit, t.Scale, t.Fraction = unit, number.LCM(x.Scale, y.Scale), x.Fraction || y.Fraction
	t.Quotient = x.Quotient || y.Quotient
	return t, ""
}

// zero reports whether a number is the constant 0, which needs no unit.
func (t *Type) zero() bool { return t.Known != nil && t.Known.Sign() == 0 && !t.Optional }

// maybe returns the type for values that may be absent.
func (t *Type) maybe() *Type {
	m := *t
	m.Optional, m.Known = true, nil
	return &m
}

// given returns the type for values that are present.
func (t *Type) given() *Type {
	g := *t
	g.Optional = false
	return &g
}

// single returns why a value can be neither absent, carried nor chosen; empty if it can.
func (t *Type) single(cannot string) string {
	switch {
	case t.Kind.Single():
		return ""
	case cannot == "":
		return "only single values can be chosen, not " + t.Kind.String()
	}
	return t.Describe() + " " + cannot
}

// Union returns the distinct items of two lists, in their order.
func Union[T comparable](x, y []T) []T {
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

// converted returns an expression as a value of a type to which it can be converted.
func converted(e *Expr, t *Type) *Expr {
	return &Expr{Op: OpConvert, Type: *t, Of: []*Expr{e}, source: e.source, node: e.node, at: e.at}
}

// constantNumber is the type of a constant number.
func constantNumber(r *big.Rat, unit types.Unit) Type {
	return Type{Kind: types.Number, Known: r, Scale: r.Denom(), Unit: unit}
}
