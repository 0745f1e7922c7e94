package operations

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// invalid is the failure of a request that does not fit its schema: all failures at once.
func invalid(details ...Detail) *Failure {
	return &Failure{Status: statusInvalid, Code: "invalid_request", Details: details}
}

// Detail is one failure of a request.
type Detail struct {
	// Type is one of the service's failure types, such as greater_than.
	Type string
	// Location leads to the failing value, from body or query on: names, and an int for the
	// index of an array's item.
	Location []any
	// Input is the JSON text of the failing value, of the enclosing object where a
	// field is missing; nil where it is left out.
	Input json.RawMessage
	// Values holds pairs of a name and its value, of the message and for programs, for which
	// texts are in English: texts, numbers, and the hint.
	Values []any
}

// detail makes a failure of a type of messages.yaml.
func detail(kind string, values ...any) Detail { return Detail{Type: kind, Values: values} }

const (
	// maxDetails bounds the failures of one answer: reading stops there.
	maxDetails = 100
	// maxEcho bounds the characters of a request's value that an answer repeats.
	maxEcho = 200
)

func (w *writer) detail(d *Detail) {
	w.raw("{")
	w.members("type", d.Type, "loc", d.Location, "msg", d.Message(w.language))
	if d.Input != nil {
		w.members("input", d.Input)
	}
	if len(d.Values) > 0 {
		english := writer{}
		english.object(d.Values...)
		w.members("ctx", json.RawMessage(english.dst))
	}
	w.raw("}")
}

// echo returns the part of a value's JSON text that an answer repeats: all of it if it
// is short, the beginning of a long string, nothing of another long value.
func echo(raw []byte) json.RawMessage {
	if utf8.RuneCount(raw) <= maxEcho {
		return bytes.Clone(raw)
	}
	if raw[0] != '"' {
		return nil
	}
	text, err := jsontext.AppendUnquote(nil, raw)
	if err != nil {
		return nil
	}
	end := 0
	for range maxEcho - 1 {
		_, size := utf8.DecodeRune(text[end:])
		end += size
	}
	return appendString(nil, string(text[:end])+"…")
}
