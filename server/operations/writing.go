package operations

import (
	"encoding/binary"
	"strconv"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/rules"
)

// writer appends the members of an object. Its methods take the name with its
// quotes and colon, so that nothing is escaped twice.
type writer struct {
	dst      []byte
	language rules.Language
	names    []ownName // of places
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
		list(w, "", value.Words, func(word *string) { w.text("", *word) })
	default:
		w.dst = append(w.dst, "null"...)
	}
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
	start := len(dst)
	dst = append(append(dst, '"'), text...)
	escape, ascii := needs(dst[start+1:])
	if escape || !ascii && !utf8.Valid(dst[start+1:]) {
		quoted, _ := jsontext.AppendQuote(dst[:start], text)
		return quoted
	}
	return append(dst, '"')
}

// A byte repeated in a word, and the highest bit of each of its bytes.
const (
	everyByte   = 0x0101_0101_0101_0101
	highestBits = 0x80 * everyByte
)

// needs says of a text whether JSON escapes one of its characters, and whether
// all are ASCII. It looks at eight bytes at once: most of an answer is text.
func needs(text []byte) (escape, ascii bool) {
	var escaped, high uint64
	for ; len(text) >= 8; text = text[8:] {
		word := binary.LittleEndian.Uint64(text)
		// A byte below n borrows from the highest bit in word - n.
		quote, slash := word^('"'*everyByte), word^('\\'*everyByte)
		escaped |= (word-' '*everyByte)&^word | (quote-everyByte)&^quote | (slash-everyByte)&^slash
		high |= word
	}
	for _, c := range text {
		if c < ' ' || c == '"' || c == '\\' {
			return true, false
		}
		high |= uint64(c)
	}
	return escaped&highestBits != 0, high&highestBits == 0
}
