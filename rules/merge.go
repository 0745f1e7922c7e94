package rules

import (
	"slices"

	"github.com/payslate/payslate/interpreter/host"
	"github.com/payslate/payslate/interpreter/number"
)

// bindFields merges the fields of all years and stretches, the newest first, and binds
// each year to them.
func (l *loader) bindFields(c *Country) {
	for _, y := range slices.Backward(c.stretches()) {
		for _, own := range y.fields() {
			at := slices.IndexFunc(c.Fields, func(f Field) bool { return f.Name == own.field.Name })
			switch {
			case at < 0:
				c.Fields = append(c.Fields, own.field)
			case c.Fields[at].Kind != own.field.Kind || c.Fields[at].Integer() != own.field.Integer():
				l.Fail(own.at, "field-differs", "field "+own.field.Name+" has another type in a later year", "A field has the same type in all years: change the type, or choose another name.")
			default:
				c.Fields[at].widen(&own.field)
			}
		}
	}
	l.archivedFields(c)
	c.oneOffAt = c.fieldIndex(c.paydays.OneOff)
	for _, y := range c.years {
		for _, s := range y.stretches {
			s.ownFields(l, c.Fields)
		}
	}
}

// archivedFields adds the fields that an open year declares for closed years only: the
// refusal of such a field names the years that have it.
func (l *loader) archivedFields(c *Country) {
	c.closedFields = map[string][]int{}
	for _, y := range slices.Backward(c.years) {
		for _, in := range y.program.Inputs {
			if isPayment(in) || slices.ContainsFunc(c.Fields, func(f Field) bool { return f.Name == in.Name }) {
				continue
			}
			for _, closed := range c.Archive {
				if in.Declaration.In(closed) {
					c.closedFields[in.Name] = append(c.closedFields[in.Name], closed)
				}
			}
			if len(c.closedFields[in.Name]) > 0 {
				c.Fields = append(c.Fields, FieldOf(in))
			}
		}
	}
}

// ownFields finds the year's own form of each field of its country.
func (y *year) ownFields(l *loader, fields []Field) {
	y.binding = y.bindTo(l, y.program, payment)
	y.bindPayday(l)
	y.asked = map[string]host.Inputs[request]{}
	for _, name := range []string{ReverseProgram, lawDateProgram} {
		if p, has := y.module.Program(name); has {
			y.asked[name] = y.bindTo(l, p, payment)
		}
	}
	y.own = make([]*Field, len(fields))
	for _, own := range y.fields() {
		if at := slices.IndexFunc(fields, func(f Field) bool { return f.Name == own.field.Name }); at >= 0 {
			y.own[at] = &own.field
		}
	}
}

// has reports whether the year has a field of the country and, unless v is nil, accepts v.
func (y *year) has(field int, v *Value) bool {
	own := y.own[field]
	return own != nil && (v == nil || own.accepts(v))
}

// ever reports whether some day of the year has a field and, unless v is nil, accepts v.
func (y *year) ever(field int, v *Value) bool {
	return slices.ContainsFunc(y.stretches, func(s *year) bool { return s.has(field, v) })
}

// widen extends a field to the values that another year's accepts.
func (f *Field) widen(other *Field) {
	f.Min, f.AboveMin = wider(f.Min, f.AboveMin, other.Min, other.AboveMin, -1)
	f.Max, f.BelowMax = wider(f.Max, f.BelowMax, other.Max, other.BelowMax, 1)
	if f.MultipleOf != nil && (other.MultipleOf == nil || f.MultipleOf.Cmp(*other.MultipleOf) != 0) {
		f.MultipleOf = nil
	}
	if f.Decimals = max(f.Decimals, other.Decimals); other.Decimals < 0 {
		f.Decimals = -1
	}
	if f.MaxLength = max(f.MaxLength, other.MaxLength); other.MaxLength == 0 {
		f.MaxLength = 0
	}
	f.MinLength = min(f.MinLength, other.MinLength)
	f.setChoices(union(f.Choices(), other.Choices()))
	for _, label := range other.ChoiceLabels {
		if !slices.ContainsFunc(f.ChoiceLabels, func(l ChoiceLabel) bool { return l.Value == label.Value }) {
			f.ChoiceLabels = append(slices.Clip(f.ChoiceLabels), label)
		}
	}
}

// wider returns the less strict of two bounds: the lower of two lower bounds (side -1),
// the higher of two upper bounds (side 1).
func wider(a *number.Decimal, aOpen bool, b *number.Decimal, bOpen bool, side int) (*number.Decimal, bool) {
	switch {
	case a == nil || b == nil:
		return nil, false
	case a.Cmp(*b) == side:
		return a, aOpen
	case a.Cmp(*b) == -side:
		return b, bOpen
	}
	return a, aOpen && bOpen
}

// union returns the texts of both lists.
func union(a, b []string) []string {
	for _, word := range b {
		if !slices.Contains(a, word) {
			a = append(slices.Clip(a), word)
		}
	}
	return a
}
