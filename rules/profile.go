package rules

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/types"
)

// Profile holds the values sent by the names of Country.Fields(). A value is a bool, an
// int, a string, a []string, a number.Decimal or another type whose String method writes
// a number, or nil for "not given".
type Profile map[string]any

// profileValues returns the values of a profile in the order of Country.Fields.
func (b *Book) profileValues(c *Country, profile Profile) ([]Value, error) {
	values := make([]Value, len(c.fields))
	for name, sent := range profile {
		at := slices.IndexFunc(c.fields, func(f Field) bool { return f.Name == name })
		if at < 0 {
			return nil, b.refuseField(c, "field_unknown", name, "fields", strings.Join(c.fieldNames(), ", "))
		}
		if sent == nil {
			continue
		}
		v, ok := valueOf(sent, c.fields[at].Kind)
		if !ok {
			return nil, b.refuseField(c, "value_unknown", name, "value", fmt.Sprint(sent))
		}
		if !c.fields[at].accepts(v) {
			wrong, item := c.fields[at].misfit(v)
			return nil, b.refuseField(c, "value_unknown", name, "value", wrong.String()).at(item)
		}
		values[at] = v
	}
	return values, nil
}

func (c *Country) fieldNames() []string {
	var names []string
	for i := range c.fields {
		names = append(names, c.fields[i].Name)
	}
	return names
}

// valueOf converts a Go value to a Value of a kind.
func valueOf(sent any, kind Kind) (v Value, ok bool) {
	v.Kind = kind
	switch kind {
	case Boolean:
		v.Bool, ok = sent.(bool)
	case Integer, Number:
		switch n := sent.(type) {
		case int:
			v.Number, ok = number.New(int64(n), 0), true
		case fmt.Stringer:
			d, err := number.Parse(n.String())
			v.Number, ok = d, err == nil
		}
	case List:
		v.Words, ok = sent.([]string)
	default:
		v.Text, ok = sent.(string)
	}
	return v, ok
}

// accepts reports whether a value of the field's kind is within its bounds.
func (f *Field) accepts(v Value) bool {
	switch f.Kind {
	case Integer, Number:
		return f.Breaks(v.Number) == 0
	case Choice:
		return slices.Contains(f.Choices, v.Text)
	case String:
		return f.acceptsLength(utf8.RuneCountInString(v.Text))
	case List:
		return f.acceptsLength(len(v.Words)) && !slices.ContainsFunc(v.Words, f.lacks)
	}
	return true
}

func (f *Field) acceptsLength(length int) bool {
	return (f.MinLength < 0 || length >= f.MinLength) && (f.MaxLength < 0 || length <= f.MaxLength)
}

func (f *Field) lacks(word string) bool { return !slices.Contains(f.Choices, word) }

// misfit returns the part of a value that the field does not accept: for a list the
// first unknown item with its index, otherwise the whole value with -1.
func (f *Field) misfit(v Value) (wrong Value, item int) {
	if item = slices.IndexFunc(v.Words, f.lacks); item < 0 {
		return v, -1
	}
	return Value{Kind: List, Words: v.Words[item : item+1]}, item
}

// Limit is a limit of a field that a number can exceed.
type Limit uint8

// The limits; 0 is no limit.
const (
	WholeNumber Limit = iota + 1
	DecimalPlaces
	Step
	LowerBound
	UpperBound
)

// Breaks returns the first limit of the field that a number exceeds, 0 if none.
func (f *Field) Breaks(n number.Decimal) Limit {
	switch {
	case f.Kind == Integer && !n.IsInteger():
		return WholeNumber
	case f.Kind == Number && f.MaxPlaces >= 0 && n.Places() > f.MaxPlaces && n.Trim().Places() > f.MaxPlaces:
		return DecimalPlaces
	case f.Kind == Number && f.MultipleOf != nil && !multiple(n, *f.MultipleOf):
		return Step
	}
	return f.BreaksBound(n)
}

// BreaksBound is like Breaks, but checks only the bounds.
func (f *Field) BreaksBound(n number.Decimal) Limit {
	if f.Max != nil {
		if order := n.Cmp(*f.Max); order > 0 || f.BelowMax && order == 0 {
			return UpperBound
		}
	}
	if f.Min != nil {
		if order := n.Cmp(*f.Min); order < 0 || f.AboveMin && order == 0 {
			return LowerBound
		}
	}
	return 0
}

func multiple(n, of number.Decimal) bool {
	steps, err := n.Quo(of, 0, number.Down)
	return err == nil && steps.Mul(of).Cmp(n) == 0
}

// bindFields merges the fields of all years, those of the newest year first, and binds
// each year to them.
func (l *loader) bindFields(c *Country) {
	for _, y := range slices.Backward(c.years) {
		for _, own := range y.fields() {
			at := slices.IndexFunc(c.fields, func(f Field) bool { return f.Name == own.field.Name })
			switch {
			case at < 0:
				c.fields = append(c.fields, own.field)
			case c.fields[at].Kind != own.field.Kind:
				l.Fail(own.at, "field-differs", "field "+own.field.Name+" has another type in a later year", "A field has the same type in all years: change the type, or choose another name.")
			default:
				c.fields[at].widen(&own.field)
			}
		}
	}
	l.archivedFields(c)
	for _, y := range c.years {
		for _, s := range y.stretches {
			s.bind(c.fields)
		}
	}
}

// archivedFields adds the fields that an open year declares for closed years only: the
// refusal of such a field names the years that have it.
func (l *loader) archivedFields(c *Country) {
	c.closedFields = map[string][]int{}
	for _, y := range slices.Backward(c.years) {
		for _, in := range y.program.Inputs {
			if isPayment(in) || slices.ContainsFunc(c.fields, func(f Field) bool { return f.Name == in.Name }) {
				continue
			}
			for _, closed := range c.archive {
				if in.Declaration.In(closed) {
					c.closedFields[in.Name] = append(c.closedFields[in.Name], closed)
				}
			}
			if len(c.closedFields[in.Name]) > 0 {
				c.fields = append(c.fields, FieldOf(in))
			}
		}
	}
}

// bind finds the year's own form of each field of its country.
func (y *year) bind(fields []Field) {
	y.inputs = placesOf(y.program.Program, fields)
	y.bound = make([]*Field, len(fields))
	for _, own := range y.fields() {
		if at := slices.IndexFunc(fields, func(f Field) bool { return f.Name == own.field.Name }); at >= 0 {
			y.bound[at] = &own.field
		}
	}
}

// widen extends a field to the values that another year's accepts.
func (f *Field) widen(other *Field) {
	f.Min, f.AboveMin = wider(f.Min, f.AboveMin, other.Min, other.AboveMin, -1)
	f.Max, f.BelowMax = wider(f.Max, f.BelowMax, other.Max, other.BelowMax, 1)
	if f.MultipleOf != nil && (other.MultipleOf == nil || f.MultipleOf.Cmp(*other.MultipleOf) != 0) {
		f.MultipleOf = nil
	}
	f.MaxPlaces = longest(f.MaxPlaces, other.MaxPlaces)
	f.MaxLength = longest(f.MaxLength, other.MaxLength)
	f.MinLength = min(f.MinLength, other.MinLength)
	for _, choice := range other.Choices {
		if !slices.Contains(f.Choices, choice) {
			f.Choices = append(slices.Clip(f.Choices), choice)
		}
	}
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

// longest returns the larger of two limits, where -1 means no limit.
func longest(a, b int) int {
	if a < 0 || b < 0 {
		return -1
	}
	return max(a, b)
}

// has reports whether the year has a field of the country and, unless v is nil, accepts v.
func (y *year) has(field int, v *Value) bool {
	own := y.bound[field]
	return own != nil && (v == nil || own.accepts(*v))
}

// ofYear refuses fields and values that only other years have.
func (b *Book) ofYear(y *year, values []Value) error {
	c := y.country
	if len(values) > len(c.fields) {
		return fmt.Errorf("%d values for the %d fields of %s", len(values), len(c.fields), c.code)
	}
	for i := range values {
		v := &values[i]
		if !v.Given() || y.has(i, v) {
			continue
		}
		text, wrong, item := "field_of_other_year", *v, -1
		if y.has(i, nil) {
			text = "value_of_other_year"
			wrong, item = y.bound[i].misfit(*v)
			v = &wrong
		} else {
			v = nil
		}
		var years []string
		for _, closed := range c.closedFields[c.fields[i].Name] {
			years = append(years, strconv.Itoa(closed))
		}
		for _, other := range c.years {
			if other.has(i, v) {
				years = append(years, strconv.Itoa(other.number))
			}
		}
		if len(years) == 0 {
			continue // left to the rules: no year accepts it
		}
		return b.refuseField(c, text, c.fields[i].Name, "value", wrong.String(), "year", strconv.Itoa(y.number), "years", strings.Join(years, ", ")).at(item)
	}
	return nil
}

// repeated refuses a repeated item in a list of unique items.
func (b *Book) repeated(c *Country, values []Value) error {
	for i := range values {
		if !c.fields[i].Unique {
			continue
		}
		items := values[i].Words
		for k, item := range items {
			if slices.Contains(items[:k], item) {
				return b.refuseField(c, "item_repeated", c.fields[i].Name, "value", item).at(k)
			}
		}
	}
	return nil
}

// at adds the index of an item of a list to the location, unless it is -1.
func (r *Refusal) at(item int) *Refusal {
	if item >= 0 {
		r.Loc = append(r.Loc, item)
	}
	return r
}

// refuseField refuses a field of the profile.
func (b *Book) refuseField(c *Country, text, field string, values ...any) *Refusal {
	refusal := b.refuseOf("invalid_input", text, c.name, c.profileKey, append(values, "field", c.profileKey+"."+field)...)
	refusal.Loc = append(refusal.Loc, field)
	return refusal
}

// String returns the value as messages show it.
func (v Value) String() string {
	switch v.Kind {
	case Boolean:
		return strconv.FormatBool(v.Bool)
	case Integer, Number:
		return v.Number.String()
	case List:
		return strings.Join(v.Words, types.ItemSeparator)
	}
	return v.Text
}
