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

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/rules"
)

const (
	// maxNesting bounds the depth of a request's arrays and objects.
	maxNesting = 100
	// maxScratch bounds the room that is kept for another request, in bytes.
	maxScratch = 4 << 10
)

// nullText represents a missing value.
var nullText = []byte("null")

// keepDuplicates leaves duplicate keys to the decoder, which reports each of them.
var keepDuplicates = jsontext.AllowDuplicateNames(true)

// errNesting aborts a text that is nested too deep.
var errNesting = errors.New("nested too deep")

// errEnough ends the reading of a request with as many failures as are reported.
var errEnough = errors.New("enough failures")

// decoder decodes a request. It reports the failures of the request, up to a number; only
// a text that is not JSON ends it earlier.
type decoder struct {
	body    []byte
	root    *Schema // of the request
	reader  bytes.Buffer
	tokens  *jsontext.Decoder
	path    []Step
	details []Detail
	most    int // failures to report
	arena   []Value
	scratch []byte
	apart   [][]byte // items that are separate requests

	input  Value  // the request, decoded
	answer writer // here so that an answer needs no room of its own
}

var decoders = sync.Pool{New: func() any {
	return &decoder{tokens: jsontext.NewDecoder(new(bytes.Buffer), keepDuplicates)}
}}

// borrowDecoder takes a decoder whose locations start with root. The values it
// makes are good until it is given back.
func borrowDecoder(root string) *decoder {
	d := decoders.Get().(*decoder)
	d.path = append(d.path[:0], Step{Name: root})
	d.most = maxDetails
	return d
}

func (d *decoder) giveBack() {
	clear(d.arena)
	d.arena = d.arena[:0]
	if cap(d.scratch) > maxScratch {
		d.scratch = nil
	}
	d.body, d.root, d.details, d.apart = nil, nil, nil, nil
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

// decodeJSON decodes a body by a schema into d.input. The error is an *Invalid.
func (d *decoder) decodeJSON(schema *Schema, body []byte) error {
	if len(body) == 0 {
		d.fail(typeMissing, nullText, hintContext("object_meant", "example", schema.sample())...)
		return &Invalid{Details: d.details}
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
		return &Invalid{Details: d.details}
	}
	return nil
}

var errTrailingData = errors.New("trailing data")

// syntaxFailure is the failure of a text that is not JSON. It replaces all others,
// because what came before it may be misread.
func (d *decoder) syntaxFailure(err error) error {
	offset, text := d.tokens.InputOffset(), say("no_value")
	var syntax *jsontext.SyntacticError
	switch {
	case errors.Is(err, errNesting):
		text = say("nested_too_deep")
	case errors.Is(err, io.ErrUnexpectedEOF):
		text, offset = say("text_ends"), int64(len(d.body))
	case errors.As(err, &syntax):
		offset, text = syntax.ByteOffset, say("trailing_data")
		if syntax.Err != errTrailingData {
			text = say("syntax", "error", strings.TrimPrefix(syntax.Err.Error(), "jsontext: "), "offset", strconv.FormatInt(offset, 10))
		}
	}
	return &Invalid{Details: []Detail{{
		Type:     typeJSON,
		Location: []Step{d.path[0], {Index: int(offset), IsIndex: true}},
		Input:    []byte("{}"),
		Context:  append([]Context{textContext("error", text)}, d.syntaxHint(int(offset))...),
	}}}
}

// full reports whether no more failures are wanted.
func (d *decoder) full() bool { return len(d.details) >= d.most }

// fail records a failure at the current path, if it is wanted.
func (d *decoder) fail(failure string, raw []byte, context ...Context) {
	if d.full() {
		return
	}
	detail := Detail{Type: failure, Location: slices.Clone(d.path), Context: context}
	if raw != nil {
		detail.Input = echo(raw)
	}
	d.details = append(d.details, detail)
}

// value decodes the next value. Its error is one of the text's syntax.
func (d *decoder) value(schema *Schema, required bool, out *Value) error {
	kind := d.tokens.PeekKind()
	if kind == 'n' && !required {
		_, err := d.tokens.ReadToken()
		return err
	}
	switch {
	case schema.Kind == rules.Object && kind == '{':
		return d.object(schema, out)
	case schema.Kind == rules.Array && kind == '[':
		return d.array(schema, out)
	case schema.Kind == rules.Object || schema.Kind == rules.Array || kind == '{' || kind == '[':
		failure, context := schema.typeFailure()
		position := len(d.details)
		err := d.mismatch(failure, context...)
		if position < len(d.details) && d.details[position].Input != nil {
			d.details[position].Context = append(context, schema.slip(d.details[position].Input)...)
		}
		return err
	}
	raw, err := d.raw()
	if err != nil {
		return err
	}
	d.scalar(schema, kind, raw, out)
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

// mismatch reports the next value, of the wrong type or in the wrong place, and skips it.
func (d *decoder) mismatch(failure string, context ...Context) error {
	position := len(d.details)
	d.fail(failure, nil, context...)
	raw, err := d.skip()
	if err == nil && position < len(d.details) {
		d.details[position].Input = echo(raw)
	}
	return err
}

func (d *decoder) object(schema *Schema, out *Value) error {
	open := false // the kind, and with it the other fields, is not known
	if schema.Variants != nil {
		variant := schema.variant(d.kindAhead())
		if open = variant == nil; !open {
			schema = variant
		}
	}
	if _, err := d.tokens.ReadToken(); err != nil {
		return err
	}
	start := d.tokens.InputOffset() - 1
	members := d.members(len(schema.Properties))
	*out = Value{Value: rules.Value{Kind: rules.Object}, Members: members}
	var seen, twice uint64 // a bit per property
	unknown := map[string]int{}
	first := len(d.details)
	for position := len(schema.Properties); d.tokens.PeekKind() != '}'; position++ {
		name, err := d.name()
		if err != nil {
			return err
		}
		before := len(d.details)
		index := schema.Index(string(name))
		switch {
		case index < 0:
			text := string(name)
			d.path = append(d.path, Step{Name: text})
			unknown[text]++
			switch unknown[text] {
			case 1:
				if open {
					_, err = d.skip()
					break
				}
				err = d.mismatch(typeExtraForbidden, d.meant()...)
			case 2:
				err = d.mismatch(typeDuplicateKey)
			default:
				_, err = d.skip()
			}
		case twice&(1<<index) != 0:
			d.path = append(d.path, Step{Name: schema.Properties[index].Name})
			_, err = d.skip()
		case seen&(1<<index) != 0:
			twice |= 1 << index
			d.path = append(d.path, Step{Name: schema.Properties[index].Name})
			err = d.mismatch(typeDuplicateKey)
		default:
			seen |= 1 << index
			property := &schema.Properties[index]
			d.path = append(d.path, Step{Name: property.Name})
			err = d.value(property.Schema, property.Required, &members[index])
			members[index].Null = !members[index].Given() && len(d.details) == before
			position--
		}
		if err != nil {
			return err
		}
		d.path = d.path[:len(d.path)-1]
		if index < 0 {
			index = position
		}
		d.order(before, index)
		if d.full() {
			sortDetails(d.details[first:])
			return errEnough
		}
	}
	if _, err := d.tokens.ReadToken(); err != nil {
		return err
	}
	d.missing(schema, seen, d.body[start:d.tokens.InputOffset()])
	if schema.acceptsZero != nil {
		d.zero(schema, members, first)
	}
	sortDetails(d.details[first:])
	return nil
}

// kindAhead returns the kind that the next object names; empty if it names none.
func (d *decoder) kindAhead() string {
	at := d.tokens.InputOffset()
	ahead := jsontext.NewDecoder(bytes.NewReader(bytes.TrimLeft(d.body[at:], ",: \t\r\n")), keepDuplicates)
	if _, err := ahead.ReadToken(); err != nil {
		return ""
	}
	for ahead.PeekKind() == '"' {
		name, err := ahead.ReadToken()
		if err != nil {
			return ""
		}
		if name.String() != rules.ItemType {
			if err := ahead.SkipValue(); err != nil {
				return ""
			}
			continue
		}
		if kind, err := ahead.ReadToken(); err == nil && kind.Kind() == '"' {
			return kind.String()
		}
		return ""
	}
	return ""
}

// zero takes back the failure of an amount of 0, of those from first on, where the rules
// accept that amount.
func (d *decoder) zero(schema *Schema, members []Value, first int) {
	for i := first; i < len(d.details); i++ {
		detail := &d.details[i]
		if detail.Type != typeGreaterThan || len(detail.Location) != len(d.path)+1 || !schema.Properties[detail.order].Schema.Zero {
			continue
		}
		amount, err := number.ParseJSON(detail.Input)
		if err != nil || !amount.IsZero() || !schema.acceptsZero(members) {
			continue
		}
		members[detail.order].Value = rules.Value{Kind: rules.Number, Number: amount}
		d.details = slices.Delete(d.details, i, i+1)
		return
	}
}

// sortDetails sorts the failures of an object by the order of its schema, unknown keys
// last.
func sortDetails(details []Detail) {
	if len(details) > 1 {
		slices.SortStableFunc(details, func(a, b Detail) int { return a.order - b.order })
	}
}

// order sets the place of the failures from an index on among those of their object.
func (d *decoder) order(from, place int) {
	for i := range d.details[from:] {
		d.details[from+i].order = place
	}
}

// missing reports the required properties that were not seen.
func (d *decoder) missing(schema *Schema, seen uint64, raw []byte) {
	for i := range schema.Properties {
		property := &schema.Properties[i]
		if property.Required && seen&(1<<i) == 0 {
			d.path = append(d.path, Step{Name: property.Name})
			before := len(d.details)
			d.fail(typeMissing, raw)
			d.order(before, i)
			d.path = d.path[:len(d.path)-1]
		}
	}
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
	tokens := jsontext.NewDecoder(bytes.NewReader(object), keepDuplicates)
	if token, err := tokens.ReadToken(); err != nil || token.Kind() != '{' {
		return ""
	}
	for tokens.PeekKind() == '"' {
		key, err := tokens.ReadToken()
		if err != nil {
			return ""
		}
		if key.String() != name {
			err = tokens.SkipValue()
		} else if tokens.PeekKind() == '"' {
			if value, err := tokens.ReadToken(); err == nil {
				return value.String()
			}
		}
		if err != nil {
			return ""
		}
	}
	return ""
}

func (d *decoder) array(schema *Schema, out *Value) error {
	if _, err := d.tokens.ReadToken(); err != nil {
		return err
	}
	start := d.tokens.InputOffset() - 1
	first := len(d.details)
	room := schema.MaxItems
	if schema.Apart {
		room = 0
	}
	// The members of the items come after these.
	members := d.members(room)
	count := 0
	for ; d.tokens.PeekKind() != ']'; count++ {
		var err error
		switch {
		case schema.Apart:
			var item []byte
			item, err = d.raw()
			d.apart = append(d.apart, item)
		case count >= schema.MaxItems:
			_, err = d.skip()
		default:
			d.path = append(d.path, Step{Index: count, IsIndex: true})
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
	*out = Value{Value: rules.Value{Kind: rules.Array}, Members: members[:min(count, len(members))]}
	raw := d.body[start:d.tokens.InputOffset()]
	listType := textContext("field_type", say("list"))
	switch {
	case count < schema.MinItems:
		d.fail(typeListTooShort, raw, listType, integerContext("min_length", schema.MinItems), integerContext("actual_length", count))
	case count > schema.MaxItems:
		// The failures of the items of a list that is too long do not matter.
		d.details = d.details[:first]
		d.fail(typeListTooLong, raw, listType, integerContext("max_length", schema.MaxItems), integerContext("actual_length", count))
	}
	return nil
}

// skip reads a value without a schema and returns its text. It reports keys that occur
// twice.
func (d *decoder) skip() ([]byte, error) {
	kind := d.tokens.PeekKind()
	if kind != '{' && kind != '[' {
		return d.raw()
	}
	if _, err := d.tokens.ReadToken(); err != nil {
		return nil, err
	}
	if d.tokens.StackDepth() > maxNesting {
		return nil, errNesting
	}
	start, names := d.tokens.InputOffset()-1, map[string]int{}
	for i := 0; d.tokens.PeekKind() != '}' && d.tokens.PeekKind() != ']'; i++ {
		step := Step{Index: i, IsIndex: true}
		if kind == '{' {
			name, err := d.name()
			if err != nil {
				return nil, err
			}
			step = Step{Name: string(name)}
			names[step.Name]++
		}
		d.path = append(d.path, step)
		if names[step.Name] == 2 {
			d.fail(typeDuplicateKey, nil)
		}
		if _, err := d.skip(); err != nil {
			return nil, err
		}
		d.path = d.path[:len(d.path)-1]
	}
	if _, err := d.tokens.ReadToken(); err != nil {
		return nil, err
	}
	return d.body[start:d.tokens.InputOffset()], nil
}
