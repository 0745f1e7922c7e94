package rules

import (
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/types"
)

// inputs reports a default that the field itself refuses, and a bound of gross pay that
// nothing reads, since the service bounds it for all countries.
func (r *review) inputs(b *Book, y *year) {
	for at, in := range y.program.Inputs {
		bounds := in.Type.Bounds
		if at == y.gross && bounds.Max != nil && bounds.Max.Cmp(b.service.GrossMax) != 0 {
			r.warn(in.Declaration.Range, "unread-bound", "gross has the maximum "+bounds.Max.String()+", which nothing reads", "The service accepts "+b.service.GrossMax.String()+" in every country: write this maximum, or refuse larger amounts in program "+NetProgram+".")
		}
		if d := in.Declaration.Default; d != nil && in.Type.Kind == types.Number {
			if value := constantOf(d.Tree, Number); value != nil && outside(bounds, value.Number) {
				r.fail(in.Declaration.Range, "default-outside-range", "the default of "+in.Name+" is "+value.Number.String()+", outside its own range", "Correct the default, min or max.")
			}
		}
	}
}

// outside reports whether a number is outside bounds.
func outside(b types.Bounds, d number.Decimal) bool {
	return b.Min != nil && (d.Cmp(*b.Min) < 0 || b.AboveMin && d.Cmp(*b.Min) == 0) ||
		b.Max != nil && (d.Cmp(*b.Max) > 0 || b.BelowMax && d.Cmp(*b.Max) == 0)
}
