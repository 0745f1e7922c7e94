package tables

import (
	"reflect"
	"slices"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/types"
)

// Values that rules know by their numbers in a run, and times.
type (
	handle   int64 // a place, a name or a currency
	words    int64 // a text
	date     int64 // days since 1970-01-01
	instant  int64 // minutes since 1970-01-01
	duration int64 // minutes
	word     int64 // a case of an enumeration
	// dayMeals are the addresses of the meals of a day.
	dayMeals [2]int64
)

// ruleKinds are the kinds of Go types in the rule language. Slices are lists, pointers
// optional values, functions values that are made only where the rules declare them.
var ruleKinds = map[reflect.Type]types.Kind{
	reflect.TypeFor[bool](): types.Boolean, reflect.TypeFor[int](): types.Number, reflect.TypeFor[number.Decimal](): types.Number,
	reflect.TypeFor[handle](): types.Handle, reflect.TypeFor[words](): types.Text, reflect.TypeFor[word](): types.Enumeration,
	reflect.TypeFor[date](): types.Date, reflect.TypeFor[instant](): types.Time, reflect.TypeFor[duration](): types.Duration,
	reflect.TypeFor[dayMeals](): types.ListKind,
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
		switch field.kind = ruleKinds[t]; {
		case t.Kind() == reflect.Slice:
			field.kind, field.element = types.ListKind, t.Elem()
		case t == reflect.TypeFor[dayMeals]():
			field.element = reflect.TypeFor[mealRecord]()
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
	sent    bool   // a field of the request
}

// sentRecord is a record with fields of the request, at a path in it.
type sentRecord interface {
	request() (fields Sent, loc []any)
}

// lay appends the fields of a record, the lists in it laid out first.
func (x *tripRun) lay(to []int64, record reflect.Value, l layout) ([]int64, *Refusal) {
	var refusal *Refusal
	for i := range l {
		f := &l[i]
		if f.sent {
			fields, loc := record.Interface().(sentRecord).request()
			var wrong *Refusal
			if to, wrong = x.laySent(f, fields, to); wrong != nil {
				refusal = wrong.at(append(slices.Clone(loc), f.Name)...)
			}
			continue
		}
		v := record.Field(f.index)
		if v.Kind() == reflect.Func {
			v = v.Call(nil)[0]
		}
		if f.Type.Optional {
			given := !v.IsNil()
			if !given {
				v = reflect.New(v.Type().Elem())
			}
			to = append(x.layValue(to, v.Elem(), f), bit(given))
			continue
		}
		to = x.layValue(to, v, f)
	}
	return to, refusal
}

func (x *tripRun) layValue(to []int64, v reflect.Value, f *layoutField) []int64 {
	switch v.Kind() {
	case reflect.Bool:
		return append(to, bit(v.Bool()))
	case reflect.Slice:
		list, _ := x.layList(v, f.element)
		return append(to, list[0], list[1])
	case reflect.Array:
		return append(to, v.Index(0).Int(), v.Index(1).Int())
	case reflect.Struct:
		amount := v.Interface().(number.Decimal)
		units, _ := amount.Round(f.Type.Decimals, number.HalfUp).Units(f.Type.Decimals)
		return append(to, units)
	}
	return append(to, v.Int())
}

// layList lays out a list of records and returns its two addresses.
func (x *tripRun) layList(list reflect.Value, l layout) (at [2]int64, refusal *Refusal) {
	var laid []int64
	for i := range list.Len() {
		var wrong *Refusal
		if laid, wrong = x.lay(laid, list.Index(i), l); wrong != nil {
			refusal = wrong
		}
	}
	from := x.run.Append(laid...)
	return [2]int64{from, from + int64(len(laid))}, refusal
}

func bit(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
