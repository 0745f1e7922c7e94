package syntax

import (
	"reflect"
	"strings"

	"github.com/payslate/payslate/interpreter/diagnostic"
)

// decode reads the values of a map into the fields of a struct by their tags: `key:"max"` is
// the value of a key, `key:"max,at"` its position; other options are below. The fields of
// keys that are absent keep their values.
func (r *reader) decode(f map[string]*Node, into any) {
	documented := false
	r.decodeStruct(f, reflect.ValueOf(into).Elem(), &documented)
	if !documented {
		r.text(f["about"], "about") // it is checked, but for people who read the file
	}
}

func (r *reader) decodeStruct(f map[string]*Node, v reflect.Value, documented *bool) {
	for i := range v.NumField() {
		declared := v.Type().Field(i)
		if declared.Anonymous && declared.Type.Kind() == reflect.Struct {
			r.decodeStruct(f, v.Field(i), documented)
			continue
		}
		key, option, _ := strings.Cut(declared.Tag.Get("key"), ",")
		*documented = *documented || key == "about"
		if n := f[key]; n != nil {
			r.decodeValue(n, key, option, v.Field(i).Addr().Interface())
		}
	}
}

// decodeValue reads a value by the type of its field. Options are day for a date, mark for
// true or a text, and the noun for the names of variables.
func (r *reader) decodeValue(n *Node, key, option string, to any) {
	switch to := to.(type) {
	case *string:
		read := r.Word
		if option == "day" {
			read = func(n *Node, _ string) string { return r.Day(n) }
		}
		*to = read(n, key)
	case *bool:
		if option == "mark" {
			*to = r.marked(n)
		} else {
			*to = r.flag(n, key)
		}
	case *int:
		*to = r.Whole(n, key, *to)
	case *[]string:
		*to = r.words(n, key)
	case *diagnostic.Range:
		*to = n.Range
	case **Node:
		*to = n
	case **Expression:
		*to = r.expression(n, key)
	case **Text:
		*to = r.text(n, key)
	case *[]*Variable:
		*to = r.variables(n, option)
	case *[]Step:
		*to = r.steps(n)
	}
}
