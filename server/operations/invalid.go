package operations

import (
	"bytes"
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
	Input []byte
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

func (d *Detail) appendJSON(dst []byte, language rules.Language) []byte {
	dst = append(dst, `{"type":`...)
	dst = appendString(dst, d.Type)
	dst = append(dst, `,"loc":`...)
	dst = appendLocation(dst, d.Location)
	dst = append(dst, `,"msg":`...)
	dst = appendString(dst, d.Message(language))
	if d.Input != nil {
		dst = append(dst, `,"input":`...)
		dst = append(dst, d.Input...)
	}
	if len(d.Context) > 0 {
		dst = append(dst, `,"ctx":{`...)
		for i, context := range d.Context {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = appendString(dst, context.Name)
			dst = append(dst, ':')
			if context.IsText {
				dst = appendString(dst, context.Text.English)
			} else {
				dst = append(dst, context.Text.English...)
			}
		}
		dst = append(dst, '}')
	}
	return append(dst, '}')
}

func appendLocation(dst []byte, location []Step) []byte {
	dst = append(dst, '[')
	for i, step := range location {
		if i > 0 {
			dst = append(dst, ',')
		}
		if step.IsIndex {
			dst = strconv.AppendInt(dst, int64(step.Index), 10)
		} else {
			dst = appendString(dst, step.Name)
		}
	}
	return append(dst, ']')
}

func integerContext(name string, value int) Context {
	return Context{Name: name, Text: rules.Text{English: strconv.Itoa(value)}}
}

func textContext(name string, text rules.Text) Context {
	return Context{Name: name, Text: text, IsText: true}
}

// echo returns the part of a value's JSON text that an answer repeats: all of it if it
// is short, the beginning of a long string, nothing of another long value.
func echo(raw []byte) []byte {
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
