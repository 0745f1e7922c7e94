package operations

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"
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
	Values  []any
	patches []patch // changes of the request that remove the failure

	meant  string   // the JSON of the value that was meant
	places []string // where an unknown field belongs
}

// detail makes a failure of a type of messages.yaml.
func detail(kind string, values ...any) Detail { return Detail{Type: kind, Values: values} }

const (
	// maxDetails bounds the failures of one answer: reading stops there.
	maxDetails = 100
	// maxEcho bounds the bytes of a request's name or value that an answer repeats.
	maxEcho = 100
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
	w.remedies(inWords(d.patches, w.language))
	w.raw("}")
}

// echo returns the part of a value's JSON text that an answer repeats: all of it if it
// is short, the beginning of a long string, nothing of another long value.
func echo(raw []byte) json.RawMessage {
	if len(raw) <= maxEcho {
		return bytes.Clone(raw)
	}
	if raw[0] != '"' {
		return nil
	}
	// Cut before the quotes and the ellipsis, and not inside an escape.
	end := 1
	for end <= maxEcho-len(`…"`) {
		next := end + 1
		if raw[end] == '\\' {
			next++
			if raw[end+1] == 'u' {
				next += 4
			}
		}
		if next > maxEcho-len(`…"`) {
			break
		}
		end = next
	}
	for !utf8.RuneStart(raw[end]) {
		end--
	}
	return append(append([]byte(nil), raw[:end]...), `…"`...)
}

// shortened is a name that an answer repeats, or its beginning.
func shortened(name string) string {
	if len(name) <= maxEcho {
		return name
	}
	end := maxEcho - len("…")
	for !utf8.RuneStart(name[end]) {
		end--
	}
	return name[:end] + "…"
}
