package operations

import (
	"bytes"
	"encoding/json"
	"strconv"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/payslate/payslate/rules"
)

// invalid is the failure of a request that does not fit its schema: all failures at once.
func invalid(details ...Detail) *Failure {
	return &Failure{Status: statusInvalid, Code: "invalid_request", Details: details}
}

// Detail is one failure of a request.
type Detail struct {
	// Type is one of the service's failure types, such as greater_than.
	Type string
	// Location leads to the failing value, from body or query on.
	Location []Step
	// Input is the JSON text of the failing value, of the enclosing object where a
	// field is missing; nil where it is left out.
	Input json.RawMessage
	// Context holds the values of the message.
	Context []Context
}

// Step is one step of a location: a name, or the index of an array's item.
type Step struct {
	Name    string
	Index   int
	IsIndex bool
}

// Context is a figure or text of a message that programs may read too: for them
// it is the same in every language.
type Context struct {
	Name string
	// Text is a number's JSON text, or a text if IsText.
	Text   rules.Text
	IsText bool
}

const (
	// maxDetails bounds the failures of one answer: reading stops there.
	maxDetails = 100
	// maxEcho bounds the characters of a request's value that an answer repeats.
	maxEcho = 200
)

func (w *writer) detail(d *Detail) {
	w.raw("{")
	w.members("type", d.Type, "loc", each(w, d.Location, w.step), "msg", d.Message(w.language))
	if d.Input != nil {
		w.members("input", d.Input)
	}
	if len(d.Context) > 0 {
		var pairs []any
		for _, context := range d.Context {
			pairs = append(pairs, context.Name, context.value())
		}
		w.members("ctx", func() { w.object(pairs...) })
	}
	w.raw("}")
}

func (w *writer) step(step *Step) {
	if step.IsIndex {
		w.integer(step.Index)
	} else {
		w.text(step.Name)
	}
}

// value is the value of a member.
func (c *Context) value() any {
	if c.IsText {
		return c.Text.English
	}
	return json.RawMessage(c.Text.English)
}

func integerContext(name string, value int) Context {
	return Context{Name: name, Text: rules.Text{English: strconv.Itoa(value)}}
}

func textContext(name string, text rules.Text) Context {
	return Context{Name: name, Text: text, IsText: true}
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
