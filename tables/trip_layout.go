package tables

import (
	"reflect"
	"slices"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/types"
)

// Values that rules know by their numbers in a run, and times.
type (
	handle   int64  // a place, a name or a currency
	words    int64  // a text
	date     int64  // days since 1970-01-01
	instant  int64  // minutes since 1970-01-01
	duration int64  // minutes
	word     string // a case of an enumeration
)

// ruleKinds are the kinds of Go types in the rule language. Slices are lists, pointers
// optional values, functions values that are made only where the rules declare them.
var ruleKinds = map[reflect.Type]types.Kind{
	reflect.TypeFor[bool](): types.Boolean, reflect.TypeFor[int](): types.Number, reflect.TypeFor[number.Decimal](): types.Number,
	reflect.TypeFor[handle](): types.Handle, reflect.TypeFor[words](): types.Text, reflect.TypeFor[word](): types.Enumeration,
	reflect.TypeFor[date](): types.Date, reflect.TypeFor[instant](): types.Time, reflect.TypeFor[duration](): types.Duration,
}

// ruleTag holds the name of a field in the rules.
const ruleTag = "rules"

// ruleField is what a field of a Go struct is in the rules.
type ruleField struct {
	index    int
	kind     types.Kind
	optional bool
	element  reflect.Type // of a list
}

// ruleFields returns the fields of a struct by their names in the rules.
func ruleFields(of reflect.Type) map[string]ruleField {
	fields := map[string]ruleField{}
	for i := range of.NumField() {
		name, tagged := of.Field(i).Tag.Lookup(ruleTag)
		if !tagged {
			continue
		}
		field := ruleField{index: i}
		t := of.Field(i).Type
		if t.Kind() == reflect.Func {
			t = t.Out(0)
		}
		if field.optional = t.Kind() == reflect.Pointer; field.optional {
			t = t.Elem()
		}
		if field.kind = ruleKinds[t]; t.Kind() == reflect.Slice {
			field.kind, field.element = types.ListKind, t.Elem()
		}
		fields[name] = field
	}
	return fields
}

// layout is the layout of a record and of the lists in it.
type layout []layoutField

type layoutField struct {
	types.Field
	index   int    // in the Go struct
	element layout // of a list
	// further marks a field that the Go struct does not have; sent is one of the request.
	further, sent bool
}

// openRecord is a record that lays out further fields itself.
type openRecord interface {
	lay(x *tripRun, f *layoutField, to []int64) ([]int64, error)
}

// lay appends the fields of a record, the lists in it laid out first.
func (x *tripRun) lay(to []int64, record reflect.Value, l layout) (_ []int64, err error) {
	for i := range l {
		f := &l[i]
		if f.further {
			if to, err = record.Interface().(openRecord).lay(x, f, to); err != nil {
				return to, err
			}
			continue
		}
		v := record.Field(f.index)
		if v.Kind() == reflect.Func {
			v = v.Call(nil)[0]
		}
		given := true
		if f.Type.Optional {
			if given = !v.IsNil(); !given {
				v = reflect.New(v.Type().Elem())
			}
			v = v.Elem()
		}
		if to, err = x.layValue(to, v, f); err != nil {
			return to, err
		}
		if f.Type.Optional {
			to = append(to, bit(given))
		}
	}
	return to, nil
}

func (x *tripRun) layValue(to []int64, v reflect.Value, f *layoutField) ([]int64, error) {
	switch v.Kind() {
	case reflect.Bool:
		return append(to, bit(v.Bool())), nil
	case reflect.Slice:
		from, until, err := x.layList(v, f.element)
		return append(to, from, until), err
	case reflect.String:
		return append(to, int64(slices.Index(f.Type.Cases, v.String()))), nil
	case reflect.Struct:
		amount := v.Interface().(number.Decimal)
		units, _ := amount.Round(f.Type.Decimals, number.HalfUp).Units(f.Type.Decimals)
		return append(to, units), nil
	}
	return append(to, v.Int()), nil
}

// layList lays out a list of records and returns its two addresses.
func (x *tripRun) layList(list reflect.Value, l layout) (from, until int64, err error) {
	var laid []int64
	for i := range list.Len() {
		if laid, err = x.lay(laid, list.Index(i), l); err != nil {
			return 0, 0, err
		}
	}
	from = x.run.Append(laid...)
	return from, from + int64(len(laid)), nil
}

func bit(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
