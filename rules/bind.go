package rules

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/payslate/payslate/interpreter/check"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/host"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/run"
	"github.com/payslate/payslate/interpreter/types"
)

// Profile holds the values sent by the names of Country.Fields. A value is a bool, an
// int, a string, a []string, a number.Decimal or another type whose String method writes
// a number, or nil for "not given".
type Profile map[string]any

// profileValues returns the values of a profile in the order of Country.Fields.
func (b *Book) profileValues(c *Country, profile Profile) ([]Value, error) {
	values := make([]Value, len(c.Fields))
	for name, sent := range profile {
		at := slices.IndexFunc(c.Fields, func(f Field) bool { return f.Name == name })
		if at < 0 {
			return nil, b.refuseField(c, "field_unknown", name, "fields", strings.Join(diagnostic.Names(c.Fields, func(f Field) string { return f.Name }), ", "))
		}
		if sent == nil {
			continue
		}
		v, ok := valueOf(sent, &c.Fields[at])
		if !ok {
			return nil, b.refuseField(c, "value_type", name, "value", fmt.Sprint(sent), "type", fmt.Sprintf("%T", sent), "types", c.Fields[at].GoTypes())
		}
		if !c.Fields[at].accepts(&v) {
			wrong, item := c.Fields[at].misfit(&v)
			return nil, b.refuseField(c, "value_unknown", name, "value", wrong).Item(item)
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
		return b.refuseField(y.country, "field_of_other_day", y.country.Fields[i].Name, "from", dayText(y.since), "days", strings.Join(days, ", "))
	}
	return nil
}

// ofYear refuses fields and values that only other years have.
func (b *Book) ofYear(y *year, values []Value) error {
	c := y.country
	if len(values) > len(c.Fields) {
		return fmt.Errorf("%d values for the %d fields of %s", len(values), len(c.Fields), c.Code)
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
		for _, closed := range c.closedFields[c.Fields[i].Name] {
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
		return b.refuseField(c, text, c.Fields[i].Name, "value", wrong, "year", strconv.Itoa(y.number), "years", strings.Join(years, ", ")).Item(item)
	}
	return nil
}

// repeated refuses a repeated item in a list of unique items.
func (b *Book) repeated(c *Country, values []Value) error {
	for i := range values {
		if !c.Fields[i].Unique {
			continue
		}
		items := values[i].Words
		for k, item := range items {
			if slices.Contains(items[:k], item) {
				return b.refuseField(c, "item_repeated", c.Fields[i].Name, "value", item).Item(k)
			}
		}
	}
	return nil
}

// request is what the inputs of a year's programs are filled from.
type request struct {
	*year
	s     *Scenario
	gross number.Decimal
	// The rest is for the program payday.
	plan   *planRun
	payday int
	terms  *terms
}

// payment is what a request has beside its profile.
var payment = map[string]host.Field[request]{
	grossInput:   host.Input(types.Number, func(r *run.Run, at int, q request) error { return r.SetNumber(at, q.gross) }),
	periodInput:  host.Input(0, func(r *run.Run, at int, q request) error { return r.SetText(at, q.s.Period) }),
	yearInput:    host.Integer(types.Number, func(q request) int { return q.number }),
	taxYearInput: host.Input(0, func(r *run.Run, at int, q request) error { return r.SetText(at, q.label) }),
	payDateInput: host.Maybe(types.Date, func(q request) (int64, bool) { return number.ParseDate(q.s.PayDate) }),
}

func isPayment(in *types.Input) bool {
	_, is := payment[in.Name]
	return is
}

// bindTo binds the inputs of a program to what is given for their names, or else to fields of the
// country.
func (y *year) bindTo(l *loader, p *check.Program, given map[string]host.Field[request]) host.Inputs[request] {
	record := host.Record[request]{Fields: given, Other: func(declared *types.Field) (f host.Field[request], known bool) {
		at := y.country.fieldIndex(declared.Name)
		switch {
		case at < 0: // a field of another year
			return f, true
		case y.country.Fields[at].Kinds != nil:
			return host.List(&itemRecord, func(q request) []itemOf { return itemsOf(q.s.Values[at].Items) }).If(func(q request) bool { return q.s.gives(at) }), true
		}
		return host.Input(0, func(r *run.Run, input int, q request) error {
			if !q.s.gives(at) {
				return nil
			}
			return q.setValue(r, input, &q.s.Values[at])
		}), true
	}}
	return record.BindInputs(&host.Check{Reader: &l.Reader}, p.Inputs)
}

func (s *Scenario) gives(field int) bool { return field < len(s.Values) && s.Values[field].Given() }

// bind gives a run its inputs.
func (y *year) bind(run *run.Run, inputs host.Inputs[request], s *Scenario, gross number.Decimal) error {
	return inputs.Set(run, request{year: y, s: s, gross: gross})
}

func (y *year) setValue(into *run.Run, at int, v *Value) error {
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
	return b.refuseAt("invalid_input", text, []any{c.ProfileKey, field}, append(values, "field", c.ProfileKey+"."+field, "country", c.Name)...)
}
