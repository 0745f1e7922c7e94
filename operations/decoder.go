package operations

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/rules"
)

const (
	// MaxNesting bounds the depth of a request's arrays and objects.
	MaxNesting = 100
	// maxScratch bounds the room that is kept for another request, in bytes.
	maxScratch = 4 << 10
)

// nullText represents a missing value.
var nullText = []byte("null")

// keepDuplicates leaves duplicate keys to the decoder, which reports each of them.
var keepDuplicates = jsontext.AllowDuplicateNames(true)

// errEnough ends the reading of a request with as many failures as are reported.
var errEnough = errors.New("enough failures")

// decoder decodes a request. It reports the failures of the request, up to a number; only
// a text that is not JSON ends it earlier.
type decoder struct {
	body    []byte
	inQuery bool    // body is what a query string stands for
	root    *Schema // of the request
	reader  bytes.Buffer
	tokens  *jsontext.Decoder
	path    []step
	details []Detail
	most    int // failures to report
	arena   []Value
	scratch []byte
	apart   [][]byte // items that are separate requests
	country *string  // that was sent, in capitals; nil until a hint asks for it

	input     Value  // the request, decoded
	answer    writer // here so that an answer needs no room of its own
	answering answering
}

// step is one step of a path: a name, or the index of an array's item. A struct avoids the
// allocation that storing a name in an any would cost.
type step struct {
	Name    string
	Index   int
	IsIndex bool
}

func (s *step) value() any {
	if s.IsIndex {
		return s.Index
	}
	return shortened(s.Name)
}

var decoders = sync.Pool{New: func() any {
	return &decoder{tokens: jsontext.NewDecoder(new(bytes.Buffer), keepDuplicates)}
}}

// borrowDecoder takes a decoder whose locations start with root. The values it
// makes are good until it is given back.
func borrowDecoder(root string) *decoder {
	d := decoders.Get().(*decoder)
	d.path = append(d.path[:0], step{Name: root})
	d.most, d.inQuery = maxDetails, false
	return d
}

func (d *decoder) giveBack() {
	clear(d.arena)
	d.arena = d.arena[:0]
	if cap(d.scratch) > maxScratch {
		d.scratch = nil
	}
	d.body, d.root, d.details, d.apart, d.country = nil, nil, nil, nil, nil
	d.input, d.answer = Value{}, writer{}
	d.reader = bytes.Buffer{}
	d.tokens.Reset(&d.reader, keepDuplicates)
	decoders.Put(d)
}

// members takes room for the members of a value.
func (d *decoder) members(count int) []Value {
	if len(d.arena)+count > cap(d.arena) {
		// Members that were handed out keep the old array.
		d.arena = make([]Value, 0, max(64, 2*cap(d.arena), count))
	}
	start := len(d.arena)
	d.arena = d.arena[:start+count]
	return d.arena[start : start+count : start+count]
}

// decodeJSON decodes a body by a schema into d.input. The error is a *Failure.
func (d *decoder) decodeJSON(schema *Schema, body []byte) error {
	if len(body) == 0 {
		d.fail(detail("missing", hinted("object_meant", "example", schema.sample())...), nullText)
		return invalid(d.details...)
	}
	d.body, d.root = body, schema
	d.reader = *bytes.NewBuffer(body)
	d.tokens.Reset(&d.reader, keepDuplicates)
	err := d.value(schema, true, &d.input)
	if err == nil {
		// Only blanks may follow.
		end := d.tokens.InputOffset()
		if rest := bytes.TrimLeft(body[end:], " \t\r\n"); len(rest) > 0 {
			err = &jsontext.SyntacticError{ByteOffset: int64(len(body) - len(rest)), Err: errTrailingData}
		}
	}
	if err != nil && err != errEnough {
		return d.syntaxFailure(err)
	}
	if len(d.details) > 0 {
		return invalid(d.details...)
	}
	return nil
}

var (
	errTrailingData = errors.New("trailing data")
	errNesting      = errors.New("nested too deep")
)

// syntaxFailure is the failure of a text that is not JSON. It replaces all others,
// because what came before it may be misread.
func (d *decoder) syntaxFailure(err error) error {
	offset, text := d.tokens.InputOffset(), say("no_value")
	var hint []any
	var syntax *jsontext.SyntacticError
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		text, offset = say("text_ends"), int64(len(d.body))
	case errors.Is(err, errNesting) && errors.As(err, &syntax):
		offset, text = syntax.ByteOffset, say("nested_too_deep")
	case errors.As(err, &syntax):
		offset, text = syntax.ByteOffset, say("trailing_data")
		hint = hinted("plain_json", "example", d.root.sample())
		if syntax.Err != errTrailingData {
			text = say("syntax", "error", strings.TrimPrefix(syntax.Err.Error(), "jsontext: "), "offset", strconv.FormatInt(offset, 10))
		}
	}
	found := detail("json_invalid", append([]any{"error", text}, hint...)...)
	found.Location, found.Input = []any{d.path[0].Name, int(offset)}, []byte("{}")
	return invalid(found)
}

// full reports whether no more failures are wanted.
func (d *decoder) full() bool { return len(d.details) >= d.most }

// fail records a failure at the current path, if it is wanted.
func (d *decoder) fail(found Detail, raw []byte) {
	if d.full() {
		return
	}
	found.Location, found.Input = nil, echo(raw)
	for i := range d.path {
		found.Location = append(found.Location, d.path[i].value())
	}
	found.patches = d.answers(&found, raw)
	d.details = append(d.details, found)
}

// value decodes the next value. Its error is one of the text's syntax.
func (d *decoder) value(schema *Schema, required bool, out *Value) error {
	kind := d.tokens.PeekKind()
	if kind == 'n' && !required {
		_, err := d.tokens.ReadToken()
		return err
	}
	switch {
	case schema.Kind == types.RecordKind && kind == '{':
		return d.object(schema, out)
	case schema.Kind == types.ListKind && kind == '[':
		return d.array(schema, out)
	case schema.Kind == types.RecordKind || schema.Kind == types.ListKind || kind == '{' || kind == '[':
		raw, err := d.skip()
		if err == nil {
			found := schema.failed(types.WrongKind)
			schema.slip(&found, raw)
			d.fail(found, raw)
		}
		return err
	}
	raw, err := d.raw()
	if err != nil {
		return err
	}
	d.scalar(schema, raw, out)
	return nil
}

// raw reads a value and returns its text, which stays good with the body.
func (d *decoder) raw() ([]byte, error) {
	text, err := d.tokens.ReadValue()
	if err != nil {
		return nil, err
	}
	end := d.tokens.InputOffset()
	return d.body[end-int64(len(text)) : end], nil
}

// skip is raw for a value that no schema describes.
func (d *decoder) skip() ([]byte, error) {
	text, err := d.raw()
	if err != nil {
		return nil, err
	}
	if at := nesting(text, MaxNesting-d.tokens.StackDepth()); at >= 0 {
		start := d.tokens.InputOffset() - int64(len(text))
		return nil, &jsontext.SyntacticError{ByteOffset: start + int64(at) + 1, Err: errNesting}
	}
	return text, nil
}

// TooDeep reports whether a JSON text nests deeper than requests may.
func TooDeep(text []byte) bool { return nesting(text, MaxNesting) >= 0 }

// nesting is where a JSON text nests deeper than a number of arrays and objects, or -1.
func nesting(text []byte, most int) int {
	depth, inText := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			inText = !inText
		case inText && c == '\\':
			i++
		case inText:
		case c == '[' || c == '{':
			if depth++; depth > most {
				return i
			}
		case c == ']' || c == '}':
			depth--
		}
	}
	return -1
}

// mismatch reads the next value and reports it as of the wrong type or in the wrong place.
func (d *decoder) mismatch(found Detail) error {
	raw, err := d.skip()
	if err == nil {
		d.fail(found, raw)
	}
	return err
}

func (d *decoder) object(schema *Schema, out *Value) error {
	open := false // the kind, and with it the other fields, is not known
	if schema.Variants != nil {
		variant := schema.variant(memberText(bytes.TrimLeft(d.body[d.tokens.InputOffset():], ",: \t\r\n"), rules.ItemType))
		if open = variant == nil; !open {
			schema = variant
		}
	}
	if _, err := d.tokens.ReadToken(); err != nil {
		return err
	}
	start := d.tokens.InputOffset() - 1
	members := d.members(len(schema.Properties))
	*out = Value{Value: types.Value{Kind: types.RecordKind}, Members: members, schema: schema}
	var unknown map[string]int // how often each was sent, up to twice
	wrapper := -1              // the failure of an unknown field that holds an object
	for d.tokens.PeekKind() != '}' {
		name, err := d.name()
		if err != nil {
			return err
		}
		index := schema.Index(string(name))
		times := 0
		if index < 0 {
			var text string
			if times = unknown[string(name)] + 1; times <= 2 { // others are not reported
				text = string(name)
				if unknown == nil {
					unknown = map[string]int{}
				}
				unknown[text] = times
			}
			d.path = append(d.path, step{Name: text})
		} else {
			members[index].sent++
			times = members[index].sent
			d.path = append(d.path, step{Name: schema.Properties[index].Name})
		}
		switch {
		case times == 2:
			err = d.mismatch(detail("duplicate_key"))
		case times > 2 || index < 0 && open:
			_, err = d.skip()
		case index < 0:
			if d.tokens.PeekKind() == '{' && schema == d.root {
				wrapper = len(d.details)
			}
			found := detail("extra_forbidden")
			d.meant(&found)
			err = d.mismatch(found)
		default:
			property := &schema.Properties[index]
			err = d.value(property.Schema, property.Required, &members[index])
			members[index].sent = times
		}
		if err != nil {
			return err
		}
		d.path = d.path[:len(d.path)-1]
		if d.full() {
			return errEnough
		}
	}
	if _, err := d.tokens.ReadToken(); err != nil {
		return err
	}
	known := func(member Value) bool { return member.sent > 0 }
	if wrapper >= 0 && len(unknown) == 1 && !slices.ContainsFunc(members, known) {
		d.unwrap(&d.details[wrapper])
	}
	raw := d.body[start:d.tokens.InputOffset()]
	if d.inQuery {
		raw = nullText
	}
	for i := range schema.Properties {
		if property := &schema.Properties[i]; property.Required && members[i].sent == 0 {
			d.failMember(property, detail("missing"), raw)
		}
	}
	if i := schema.zero; schema.acceptsZero != nil && members[i].Given() && members[i].Number.IsZero() && !schema.acceptsZero(out) {
		sent := members[i].Number.AppendJSON(nil)
		members[i] = Value{}
		d.failMember(&schema.Properties[i], detail("greater_than", "gt", 0), sent)
	}
	return nil
}

// failMember records a failure of a property of the current object.
func (d *decoder) failMember(property *Property, found Detail, raw []byte) {
	d.path = append(d.path, step{Name: property.Name})
	d.fail(found, raw)
	d.path = d.path[:len(d.path)-1]
}

// name reads the name of a member; it is good until the next one.
func (d *decoder) name() ([]byte, error) {
	raw, err := d.raw()
	if err != nil {
		return nil, err
	}
	return d.unquote(raw)
}

// unquote is the content of a JSON text that was read without error.
func (d *decoder) unquote(raw []byte) ([]byte, error) {
	content := raw[1 : len(raw)-1]
	if bytes.IndexByte(content, '\\') < 0 {
		return content, nil
	}
	var err error
	d.scratch, err = jsontext.AppendUnquote(d.scratch[:0], raw)
	return d.scratch, err
}

// memberText is a text of an object by its name, without decoding the object; empty
// without one.
func memberText(object []byte, name string) string {
	if !bytes.Contains(object, []byte(name)) && !bytes.Contains(object, []byte(`\u`)) {
		return "" // without reading it
	}
	text, _ := jsontext.AppendUnquote(nil, partOf(object, name)) // which is none in another value
	return string(text)
}

func (d *decoder) array(schema *Schema, out *Value) error {
	if _, err := d.tokens.ReadToken(); err != nil {
		return err
	}
	start := d.tokens.InputOffset() - 1
	first := len(d.details)
	capacity := schema.MaxLength
	if schema.Apart {
		capacity = 0
	}
	// The members of the items come after these.
	members := d.members(capacity)
	count := 0
	for ; d.tokens.PeekKind() != ']'; count++ {
		var err error
		switch {
		case schema.Apart:
			var item []byte
			if item, err = d.raw(); count < schema.MaxLength {
				d.apart = append(d.apart, item)
			}
		case count >= schema.MaxLength:
			_, err = d.skip()
		default:
			d.path = append(d.path, step{Index: count, IsIndex: true})
			err = d.value(schema.Items, true, &members[count])
			d.path = d.path[:len(d.path)-1]
		}
		if err != nil {
			return err
		}
		if d.full() {
			return errEnough
		}
	}
	if _, err := d.tokens.ReadToken(); err != nil {
		return err
	}
	*out = Value{Value: types.Value{Kind: types.ListKind}, Members: members[:min(count, len(members))]}
	raw := d.body[start:d.tokens.InputOffset()]
	switch {
	case count < schema.MinLength:
		d.fail(detail("too_short", "field_type", say("list"), "min_length", schema.MinLength, "actual_length", count), raw)
	case count > schema.MaxLength:
		// The failures of the items of a list that is too long do not matter.
		d.details = d.details[:first]
		d.fail(detail("too_long", "field_type", say("list"), "max_length", schema.MaxLength, "actual_length", count), raw)
	}
	return nil
}
