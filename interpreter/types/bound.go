package types

import (
	"github.com/payslate/payslate/interpreter/declaration"
	"github.com/payslate/payslate/interpreter/expression"
	"github.com/payslate/payslate/interpreter/number"
)

// Bounds are the bounds of a number; nil if open. With AboveMin (BelowMax) the bound is
// exclusive.
type Bounds struct {
	Min, Max           *number.Decimal
	AboveMin, BelowMax bool
	// MultipleOf is the step of the values.
	MultipleOf *number.Decimal
}

// readBounds reads the bounds of a declaration, which must be constants and belong to a
// number.
func (m *Module) readBounds(d *declaration.Variable, t *Type) (b Bounds) {
	for _, bound := range []struct {
		written *declaration.Expression
		to      **number.Decimal
		outside *bool
		side    int // 1 for a lower one, -1 for an upper one
	}{
		{d.Min, &b.Min, &b.AboveMin, 1}, {d.Max, &b.Max, &b.BelowMax, -1}, {d.Above, &b.Min, &b.AboveMin, 1}, {d.Below, &b.Max, &b.BelowMax, -1},
		{d.MultipleOf, &b.MultipleOf, new(bool), 0},
	} {
		if bound.written == nil {
			continue
		}
		value, ok := WrittenNumber(bound.written.Tree)
		switch {
		case t.Kind != Number:
			m.list.Fail(bound.written.Range(), "wrong-type", d.Name+" is "+t.Describe()+", which cannot have this bound", "min_length and max_length bound a text.")
			return Bounds{}
		case !ok:
			m.list.Fail(bound.written.Range(), "wrong-type", "a bound must be a constant", "Write digits. For a bound that depends on a figure, use a step: refuse: ….")
			return Bounds{}
		}
		outside := bound.written == d.Above || bound.written == d.Below
		if before := *bound.to; before != nil { // the narrower bound applies
			if order := value.Cmp(*before) * bound.side; order < 0 || order == 0 && !outside {
				continue
			}
		}
		*bound.to, *bound.outside = &value, outside
	}
	if b.Min != nil && b.Max != nil && b.Min.Cmp(*b.Max) > 0 {
		upper := d.Max
		if upper == nil || d.Below != nil && b.BelowMax {
			upper = d.Below
		}
		m.list.Fail(upper.Range(), "contradiction", "no number lies within the bounds of "+d.Name, "")
	}
	if b.MultipleOf != nil && b.MultipleOf.Sign() <= 0 {
		m.list.Fail(d.MultipleOf.Range(), "contradiction", "multiple_of must be above 0", "")
	}
	return b
}

// WrittenNumber returns the value of an expression that is a literal number.
func WrittenNumber(n expression.Node) (number.Decimal, bool) {
	switch n := n.(type) {
	case *expression.Number:
		d, err := number.Parse(n.Text)
		return d, err == nil
	case *expression.Unary:
		d, ok := WrittenNumber(n.X)
		return d.Neg(), ok && n.Op == expression.Negate
	}
	return number.Decimal{}, false
}
