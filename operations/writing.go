package operations

import (
	"encoding/json"
	"reflect"
	"strconv"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/rules"
)

// writer writes an answer.
type writer struct {
	dst      []byte
	language rules.Language
	plain    bool // texts need no escapes
	shape
}

func (w *writer) raw(text string) { w.dst = append(w.dst, text...) }

// object is an object as a value: pairs of a name and its value.
type object []any

// object writes an object of pairs of a name and its value, as members does.
func (w *writer) object(pairs ...any) {
	w.raw("{")
	w.members(pairs...)
	w.raw("}")
}

// members writes pairs of a name and its value, after those that the open object has.
func (w *writer) members(pairs ...any) {
	for i := 0; i < len(pairs); i += 2 {
		w.member(pairs[i].(string), pairs[i+1])
	}
}

// member writes one pair. Names are those of code and declarations: none needs escaping.
func (w *writer) member(name string, value any) {
	w.begin(name)
	w.value(value)
}

// begin writes the name of a member.
func (w *writer) begin(name string) {
	if w.dst[len(w.dst)-1] != '{' {
		w.raw(",")
	}
	w.dst = append(append(append(w.dst, '"'), name...), `":`...)
}

// value writes a text or texts, a number, true or false, JSON, what a function writes, a part of an
// answer, or nil as null.
func (w *writer) value(value any) {
	switch value := value.(type) {
	case string:
		w.text(value)
	case Optional:
		w.optional(value)
	case []byte:
		w.bytes(value)
	case rules.Text:
		w.text(value.In(w.language))
	case rules.Value:
		w.dst = value.AppendJSON(w.dst)
	case types.Value:
		w.dst = value.AppendJSON(w.dst)
	case number.Decimal:
		w.number(value)
	case int:
		w.integer(value)
	case int64:
		w.integer(int(value))
	case bool:
		w.dst = strconv.AppendBool(w.dst, value)
	case []rules.Text:
		list(w, value, func(text *rules.Text) { w.text(text.In(w.language)) })
	case []any:
		list(w, value, func(each *any) { w.value(*each) })
	case object:
		w.object(value...)
	case json.RawMessage:
		w.dst = append(w.dst, value...)
	case func():
		value()
	case nil:
		w.raw("null")
	default:
		w.encode(reflect.ValueOf(value))
	}
}

// each is a list as a member's value, each item written by a function.
func each[T any](w *writer, items []T, item func(*T)) func() {
	return func() { list(w, items, item) }
}

func (w *writer) text(value string) {
	if w.plain {
		w.dst = append(append(append(w.dst, '"'), value...), '"')
		return
	}
	w.dst = types.AppendString(w.dst, value)
}

func (w *writer) bytes(value []byte)          { w.dst = types.AppendString(w.dst, value) }
func (w *writer) integer(value int)           { w.dst = strconv.AppendInt(w.dst, int64(value), 10) }
func (w *writer) number(value number.Decimal) { w.dst = value.AppendJSON(w.dst) }

// list writes an array, each item by a function.
func list[T any](w *writer, items []T, item func(*T)) {
	w.raw("[")
	for i := range items {
		if i > 0 {
			w.raw(",")
		}
		item(&items[i])
	}
	w.raw("]")
}
