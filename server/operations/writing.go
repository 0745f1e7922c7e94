package operations

import (
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

// orNull writes a text, or null if it is empty.
func (w *writer) orNull(name, value string) {
	if value == "" {
		w.raw(name)
		w.raw("null")
		return
	}
	w.text(name, value)
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
