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

// Profile holds the values sent, by the names of Country.Fields(): a bool, an
// int, a number (as a number.Decimal, or another type whose String method writes
// its digits), a string, a []string, or nil for "not given".
type Profile map[string]any

// profileValues brings a profile into the order of Country.Fields.
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

// valueOf is a value of a Go type as one of a kind.
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

// misfit is what the field does not accept of a value: of a list the first item
// that it lacks, with its place; otherwise all of it, at -1.
func (f *Field) misfit(v Value) (wrong Value, item int) {
	if item = slices.IndexFunc(v.Words, f.lacks); item < 0 {
		return v, -1
	}
	return Value{Kind: List, Words: v.Words[item : item+1]}, item
}

// Limit is what a number can break of a field.
type Limit uint8

// The limits; the zero Limit is none.
const (
	WholeNumber Limit = iota + 1
	DecimalPlaces
	Step
	LowerBound
	UpperBound
)

// Breaks is the limit of the field that a number breaks, 0 if it keeps all.
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

// BreaksBound is Breaks for the bounds alone.
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

// bindFields brings the fields of the years together, the newest year's first,
// and finds for each year which of its inputs a field is, by its name.
func (l *loader) bindFields(c *Country) {
	for _, y := range slices.Backward(c.years) {
		for _, own := range y.fields() {
			at := slices.IndexFunc(c.fields, func(f Field) bool { return f.Name == own.field.Name })
			switch {
			case at < 0:
				c.fields = append(c.fields, own.field)
			case c.fields[at].Kind != own.field.Kind:
				l.Fail(own.at, "field-differs", "field "+own.field.Name+" is of another type in a later year", "A request has one type for a field: give the field of this year the same, or another name.")
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

// archivedFields adds the fields that an open year declares for closed ones, so that
// a request which sends one is told the years that have it.
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

// bind finds which input of the year each field of its country is.
func (y *year) bind(fields []Field) {
	y.inputs = placesOf(y.program.Program, fields)
	y.bound = make([]*Field, len(fields))
	for _, own := range y.fields() {
		if at := slices.IndexFunc(fields, func(f Field) bool { return f.Name == own.field.Name }); at >= 0 {
			y.bound[at] = &own.field
		}
	}
}

// widen lets a field accept what another year's accepts too.
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

// wider is the bound that lets more through: the lower of two lower ones (side
// -1), the higher of two upper ones (side 1).
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

// longest is the larger of two limits, of which -1 is none.
func longest(a, b int) int {
	if a < 0 || b < 0 {
		return -1
	}
	return max(a, b)
}

// has reports whether the year has a field of the country, with a value.
func (y *year) has(field int, v *Value) bool {
	own := y.bound[field]
	return own != nil && (v == nil || own.accepts(*v))
}

// ofYear refuses what other years have and this one has not.
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
			continue // the rules judge what no year accepts
		}
		return b.refuseField(c, text, c.fields[i].Name, "value", wrong.String(), "year", strconv.Itoa(y.number), "years", strings.Join(years, ", ")).at(item)
	}
	return nil
}

// repeated refuses a list that has an item twice and must not.
func (b *Book) repeated(c *Country, values []Value) error {
	for i := range values {
		if !c.fields[i].Unique {
			continue
		}
		words := values[i].Words
		for k, word := range words {
			if slices.Contains(words[:k], word) {
				return b.refuseField(c, "item_repeated", c.fields[i].Name, "value", word).at(k)
			}
		}
	}
	return nil
}

// at is the refusal of an item of a list; of the whole field at -1.
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

// String is the value as a message shows it.
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
