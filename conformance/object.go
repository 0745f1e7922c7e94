package conformance

import (
	"encoding/json"
	"reflect"
	"strconv"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/operations"
	"github.com/payslate/payslate/rules"
)

// objectOf returns an answer of the service as the object that it is in JSON.
func objectOf(answer any) object {
	of, _ := valueOf(reflect.ValueOf(answer)).(object)
	return of
}

// valueOf returns a part of an answer as parseValue reads it from JSON.
func valueOf(of reflect.Value) any {
	if !of.IsValid() {
		return nil
	}
	switch v := of.Interface().(type) {
	case number.Decimal:
		return jsonNumber(v)
	case json.RawMessage:
		return string(v)
	case operations.Optional:
		if v == "" {
			return nil
		}
	case operations.Profile:
		profile := object{}
		for i := range v {
			profile[v[i].Name] = inputOf(v[i].Value)
		}
		return profile
	case operations.TripTotals:
		totals := object{}
		for i := range v {
			totals[v[i].Currency] = objectOf(v[i].Sums)
		}
		return totals
	}
	switch of.Kind() {
	case reflect.String:
		return of.String()
	case reflect.Bool:
		return of.Bool()
	case reflect.Int, reflect.Int64:
		return json.Number(strconv.FormatInt(of.Int(), 10))
	case reflect.Pointer, reflect.Interface:
		return valueOf(of.Elem())
	case reflect.Slice:
		list := make([]any, of.Len())
		for i := range list {
			list[i] = valueOf(of.Index(i))
		}
		return list
	case reflect.Struct:
		members := object{}
		for name, member := range operations.Members(of) {
			members[name] = valueOf(member)
		}
		return members
	}
	panic("no answer has a " + of.Type().String())
}

// inputOf returns the value of a profile.
func inputOf(value rules.Value) any {
	switch {
	case value.Kind == types.Number:
		return jsonNumber(value.Number)
	case value.Items == nil && value.Kind == types.ListKind:
		return valueOf(reflect.ValueOf(value.Words))
	case value.Items != nil:
		items := make([]any, len(value.Items))
		for i, item := range value.Items {
			members := object{rules.ItemType: item.Kind.Name}
			for k, field := range item.Values {
				if field.Given() {
					members[item.Kind.Shown[k]] = inputOf(field)
				}
			}
			items[i] = members
		}
		return items
	}
	return value.Go()
}
