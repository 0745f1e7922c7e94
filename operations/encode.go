package operations

import (
	"iter"
	"reflect"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/payslate/payslate/interpreter/types"
)

// Optional is a text that is null in JSON where it is empty.
type Optional string

// MarshalJSONTo writes the text as JSON, or null.
func (o Optional) MarshalJSONTo(to *jsontext.Encoder) error {
	if o == "" {
		return to.WriteToken(jsontext.Null)
	}
	return to.WriteToken(jsontext.String(string(o)))
}

// MarshalJSON returns what MarshalJSONTo writes, for encoding/json.
func (o Optional) MarshalJSON() ([]byte, error) {
	if o == "" {
		return []byte("null"), nil
	}
	return types.AppendString(nil, string(o)), nil
}

// UnmarshalJSON reads a text or null.
func (o *Optional) UnmarshalJSON(text []byte) error {
	var read *string
	err := json.Unmarshal(text, &read)
	if *o = ""; read != nil {
		*o = Optional(*read)
	}
	return err
}

// answer writes an answer, a struct, with the fields that are wanted.
func (w *writer) answer(out any) error {
	if w.fields == nil {
		return w.encode(out)
	}
	w.raw("{")
	for name, value := range Members(reflect.ValueOf(out).Elem()) {
		if !w.wants(name) {
			continue
		}
		w.begin(name)
		if err := w.encode(value.Addr().Interface()); err != nil {
			return err
		}
	}
	w.raw("}")
	return nil
}

// encode writes what an answer consists of. Characters that are not valid Unicode are replaced.
func (w *writer) encode(value any) error {
	options := json.JoinOptions(jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true)) // there are none
	if w.bare {
		options = json.JoinOptions(options, json.WithMarshalers(withoutTexts))
	}
	text, err := json.Marshal(value, options)
	w.dst = append(w.dst, text...)
	return err
}

// Members are the members that a struct of this package has in JSON, by their names and in their
// order. Those of embedded structs are its own.
func Members(of reflect.Value) iter.Seq2[string, reflect.Value] {
	return func(yield func(string, reflect.Value) bool) { eachMember(of, yield) }
}

func eachMember(of reflect.Value, yield func(string, reflect.Value) bool) bool {
	for i := range of.NumField() {
		field, value := of.Type().Field(i), of.Field(i)
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		switch {
		case field.Anonymous && field.Type.Kind() == reflect.Pointer && value.IsNil():
		case field.Anonymous:
			if !eachMember(reflect.Indirect(value), yield) {
				return false
			}
		case name == "-" || options == omitted && value.IsZero():
		case !yield(name, value):
			return false
		}
	}
	return true
}

// omitted is the option of a member that an answer lacks where its value is zero.
const omitted = "omitzero"

// marshaler is what values implement that write themselves.
var marshaler = reflect.TypeFor[json.Marshaler]()
