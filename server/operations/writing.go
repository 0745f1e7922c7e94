package operations

import (
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/wording"
	"github.com/payslate/payslate/rules"
)

// writer appends the members of an object. Its methods take the name with its
// quotes and colon, so that nothing is escaped twice.
type writer struct {
	dst      []byte
	language rules.Language
	names    []ownName // of places
	fields   []string  // those wanted, nil for all
}

func (w *writer) raw(text string) { w.dst = append(w.dst, text...) }

func (w *writer) text(name, value string) {
	w.dst = append(w.dst, name...)
	w.dst = appendString(w.dst, value)
}

// maybe is a text that is null where it is empty.
type maybe string

// object writes an object of pairs of a name and its value, as members does.
func (w *writer) object(pairs ...any) {
	w.raw("{")
	w.members(pairs...)
	w.raw("}")
}

// members writes pairs of a name and its value, after those that the open object has: a
// text or texts, a number, true or false, JSON, a function that writes it, or nil for null.
func (w *writer) members(pairs ...any) {
	for i := 0; i < len(pairs); i += 2 {
		if w.dst[len(w.dst)-1] != '{' {
			w.raw(",")
		}
		w.text("", pairs[i].(string))
		w.raw(":")
		switch value := pairs[i+1].(type) {
		case string:
			w.text("", value)
		case maybe:
			if value == "" {
				w.raw("null")
				break
			}
			w.text("", string(value))
		case []byte:
			w.bytes("", value)
		case rules.Text:
			w.words("", value)
		case number.Decimal:
			w.number("", value)
		case int:
			w.integer("", value)
		case int64:
			w.integer("", int(value))
		case bool:
			w.dst = strconv.AppendBool(w.dst, value)
		case []string:
			w.texts("", value)
		case []rules.Text:
			list(w, "", value, func(text *rules.Text) { w.words("", *text) })
		case json.RawMessage:
			w.dst = append(w.dst, value...)
		case func():
			value()
		case nil:
			w.raw("null")
		default:
			panic(fmt.Sprintf("%s: no way to write a %T", pairs[i], value))
		}
	}
}

// wanted writes the pairs whose names are wanted, as members does.
func (w *writer) wanted(pairs ...any) {
	for i := 0; i < len(pairs); i += 2 {
		if w.wants(pairs[i].(string)) {
			w.members(pairs[i : i+2]...)
		}
	}
}

// given is a number as a member's value, nil without one.
func given(value number.Decimal, is bool) any {
	if is {
		return value
	}
	return nil
}

// each is a list as a member's value, each item written by a function.
func each[T any](w *writer, items []T, item func(*T)) func() {
	return func() { list(w, "", items, item) }
}

func (w *writer) bytes(name string, value []byte) {
	w.dst = append(w.dst, name...)
	w.dst = appendString(w.dst, value)
}

// known is text for a value that may be known to need no escaping, as most of an answer
// does.
func known[T string | []byte](w *writer, name string, value T, plain bool) {
	w.dst = append(w.dst, name...)
	if plain {
		w.dst = append(append(append(w.dst, '"'), value...), '"')
		return
	}
	w.dst = appendString(w.dst, value)
}

func (w *writer) words(name string, value rules.Text) { w.text(name, value.In(w.language)) }

func (w *writer) integer(name string, value int) {
	w.dst = append(w.dst, name...)
	w.dst = strconv.AppendInt(w.dst, int64(value), 10)
}

func (w *writer) number(name string, value number.Decimal) {
	w.dst = append(w.dst, name...)
	w.dst = value.AppendJSON(w.dst)
}

// optional writes a number, or null if there is none.
func (w *writer) optional(name string, value number.Decimal, given bool) {
	if !given {
		w.dst = append(w.dst, name...)
		w.dst = append(w.dst, "null"...)
		return
	}
	w.number(name, value)
}

func (w *writer) value(value rules.Value) {
	switch value.Kind {
	case rules.Integer, rules.Number:
		w.dst = value.Number.AppendJSON(w.dst)
	case rules.Boolean:
		w.dst = strconv.AppendBool(w.dst, value.Bool)
	case rules.Choice, rules.String:
		w.dst = appendString(w.dst, value.Text)
	case rules.List:
		w.texts("", value.Words)
	case rules.Array:
		list(w, "", value.Items, w.item)
	default:
		w.dst = append(w.dst, "null"...)
	}
}

// item writes an item with its kind, without the fields that are not given.
func (w *writer) item(item *rules.Item) {
	w.text(`{"`+rules.ItemType+`":`, item.Kind.Name)
	for i, field := range item.Kind.Fields {
		if item.Values[i].Given() {
			w.text(",", field.Name)
			w.raw(":")
			w.value(item.Values[i])
		}
	}
	w.raw("}")
}

// texts writes an array of texts under a name.
func (w *writer) texts(name string, texts []string) {
	list(w, name, texts, func(text *string) { w.text("", *text) })
}

// list writes an array under a name, each item by a function.
func list[T any](w *writer, name string, items []T, item func(*T)) {
	w.dst = append(w.dst, name...)
	w.dst = append(w.dst, '[')
	for i := range items {
		if i > 0 {
			w.dst = append(w.dst, ',')
		}
		item(&items[i])
	}
	w.dst = append(w.dst, ']')
}

// appendString appends a text as JSON. Characters that are not valid Unicode are
// replaced.
func appendString[T string | []byte](dst []byte, text T) []byte {
	if !wording.Plain(text) {
		quoted, _ := jsontext.AppendQuote(dst, text)
		return quoted
	}
	return append(append(append(dst, '"'), text...), '"')
}
