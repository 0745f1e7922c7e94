package rules

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/run"
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
			return nil, b.refuseField(c, "field_unknown", name, "fields", strings.Join(diagnostic.Names(c.fields, func(f Field) string { return f.Name }), ", "))
		}
		if sent == nil {
			continue
		}
		v, ok := valueOf(sent, &c.fields[at])
		if !ok {
			return nil, b.refuseField(c, "value_type", name, "value", fmt.Sprint(sent), "type", fmt.Sprintf("%T", sent), "types", c.fields[at].GoTypes())
		}
		if !c.fields[at].accepts(&v) {
			wrong, item := c.fields[at].misfit(&v)
			return nil, b.refuseField(c, "value_unknown", name, "value", wrong).at(item)
		}
		values[at] = v
	}
	return values, nil
}

// valueOf converts a Go value to a Value of a field.
func valueOf(sent any, f *Field) (v Value, ok bool) {
	if f.Kinds == nil {
		v.Value, ok = f.Of(sent)
		return v, ok
	}
	items, ok := sent.([]map[string]any)
	for _, sent := range items {
		item, is := f.itemOf(sent)
		v.Items, ok = append(v.Items, item), ok && is
	}
	if len(v.Items) > 0 { // without items it is as not given
		v.Kind = types.ListKind
	}
	return v, ok
}

// ofDay refuses fields and values that only another stretch of the year has.
func (b *Book) ofDay(y *year, values []Value) error {
	if len(y.stretches) == 1 {
		return nil
	}
	for i := range values {
		v := &values[i]
		if !v.Given() || y.has(i, v) || !y.ever(i, v) {
			continue
		}
		var days []string
		for _, s := range y.stretches {
			if s.has(i, v) {
				days = append(days, dayText(s.since)+"/"+dayText(s.until))
			}
		}
		return b.refuseField(y.country, "field_of_other_day", y.country.fields[i].Name, "from", dayText(y.since), "days", strings.Join(days, ", "))
	}
	return nil
}

// ofYear refuses fields and values that only other years have.
func (b *Book) ofYear(y *year, values []Value) error {
	c := y.country
	if len(values) > len(c.fields) {
		return fmt.Errorf("%d values for the %d fields of %s", len(values), len(c.fields), c.code)
	}
	for i := range values {
		v := &values[i]
		if !v.Given() || y.ever(i, v) {
			continue
		}
		text, wrong, item := "field_of_other_year", v.String(), -1
		if y.has(i, nil) {
			text = "value_of_other_year"
			if wrong, item = y.own[i].misfit(v); item >= 0 {
				v = &Value{Value: types.Value{Kind: v.Kind, Words: v.Words[item : item+1]}}
			}
		} else {
			v = nil
		}
		var years []string
		for _, closed := range c.closedFields[c.fields[i].Name] {
			years = append(years, strconv.Itoa(closed))
		}
		for _, other := range c.years {
			if other.ever(i, v) {
				years = append(years, strconv.Itoa(other.number))
			}
		}
		if len(years) == 0 {
			continue // left to the rules: no year accepts it
		}
		return b.refuseField(c, text, c.fields[i].Name, "value", wrong, "year", strconv.Itoa(y.number), "years", strings.Join(years, ", ")).at(item)
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

// binding lists for each input of a program where its value comes from: the index of
// a field of the country, or one of those below.
type binding []int

// The origins of inputs that are not fields.
const (
	fromGross = -1 - iota
	fromPeriod
	fromYear
	fromTaxYear
	fromPayDate
	unbound // a field of another year
)

var ofPayment = map[string]int{
	grossInput: fromGross, periodInput: fromPeriod, yearInput: fromYear, taxYearInput: fromTaxYear, payDateInput: fromPayDate,
}

func isPayment(in *types.Input) bool {
	_, is := ofPayment[in.Name]
	return is
}

// bindingOf finds where the inputs of a program come from.
func bindingOf(p *types.Program, fields []Field) binding {
	from := make(binding, len(p.Inputs))
	for i, in := range p.Inputs {
		if isPayment(in) {
			from[i] = ofPayment[in.Name]
		} else if from[i] = slices.IndexFunc(fields, func(f Field) bool { return f.Name == in.Name }); from[i] < 0 {
			from[i] = unbound
		}
	}
	return from
}

// split separates the inputs that move from the others.
func (from binding) split(moves func(from int) bool) (fixed, moving binding) {
	fixed, moving = slices.Clone(from), slices.Clone(from)
	for i := range from {
		if moves(from[i]) {
			fixed[i] = unbound
		} else {
			moving[i] = unbound
		}
	}
	return fixed, moving
}

// bind gives a run its inputs.
func (y *year) bind(run *run.Run, inputs binding, s *Scenario, gross number.Decimal) (err error) {
	for at, from := range inputs {
		if from >= 0 && (from >= len(s.Values) || !s.Values[from].Given()) {
			continue
		}
		switch from {
		case fromGross:
			err = run.SetNumber(at, gross)
		case fromPeriod:
			err = run.SetText(at, s.Period)
		case fromYear:
			run.SetInt(at, int64(y.number))
		case fromTaxYear:
			err = run.SetText(at, y.label)
		case fromPayDate:
			if s.PayDate != "" {
				err = run.Set(at, s.PayDate)
			}
		case unbound:
		default:
			err = y.setValue(run, at, &s.Values[from])
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (y *year) setValue(into *run.Run, at int, v *Value) error {
	if len(v.Items) > 0 {
		return y.setItems(into, at, v)
	}
	err := error(nil)
	if v.Kind == types.Number && into.Executable.Program.Inputs[at].Type.Unit.Money() {
		err = into.SetNumber(at, cents(v.Number))
	} else {
		err = into.Put(at, &v.Value)
	}
	if err == nil {
		return nil // errors.As would cost an allocation
	}
	var mismatch *run.Mismatch
	if errors.As(err, &mismatch) {
		return &Refusal{Code: mismatch.Code(), Loc: y.country.locOf(mismatch.Input), Message: mismatch.Message()}
	}
	return err
}

// refuseField refuses a field of the profile.
func (b *Book) refuseField(c *Country, text, field string, values ...any) *Refusal {
	return b.refuseAt("invalid_input", text, []any{c.profileKey, field}, append(values, "field", c.profileKey+"."+field, "country", c.name)...)
}

// at adds the index of an item of a list to the location, unless it is -1: remedies that leave
// out the field leave out the item.
func (r *Refusal) at(item int) *Refusal {
	if item < 0 {
		return r
	}
	for _, one := range r.Remedies {
		for i := range one.Set {
			if slices.Equal(one.Set[i].Loc, r.Loc) {
				one.Set[i].Loc = slices.Concat(r.Loc, []any{item})
			}
		}
	}
	r.Loc = slices.Concat(r.Loc, []any{item})
	return r
}
