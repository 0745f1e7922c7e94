package conformance

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/payslate/payslate/interpreter/number"
)

// valueKind is what a JSON value is. The zero kind is invalid.
type valueKind byte

const (
	nullValue valueKind = iota + 1
	booleanValue
	numberValue
	textValue
	arrayValue
	objectValue
)

// value is a JSON value whose numbers are exact.
type value struct {
	kind    valueKind
	boolean bool
	number  number.Decimal
	text    string
	items   []value
	members []member
	// from and to are the offsets of an object in the text.
	from, to int64
}

type member struct {
	name  string
	value value
}

// member returns a member of an object, nil if the object lacks it.
func (v *value) member(name string) *value {
	if v == nil {
		return nil
	}
	for i := range v.members {
		if v.members[i].name == name {
			return &v.members[i].value
		}
	}
	return nil
}

// add appends a member to an object.
func (v *value) add(name string, of value) { v.members = append(v.members, member{name, of}) }

// String returns the value as shown in a table.
func (v *value) String() string {
	switch v.kind {
	case nullValue:
		return "null"
	case booleanValue:
		return strconv.FormatBool(v.boolean)
	case numberValue:
		return string(v.number.AppendJSON(nil))
	case textValue:
		return v.text
	case arrayValue:
		return fmt.Sprintf("%d items", len(v.items))
	}
	return fmt.Sprintf("%d members", len(v.members))
}

// long returns the value as shown in a table, an object with the values of its members.
func (v *value) long() string {
	if v.kind != objectValue {
		return wanted(v)
	}
	var texts []string
	for i := range v.members {
		texts = append(texts, wanted(&v.members[i].value))
	}
	return strings.Join(texts, " ")
}

// equal reports whether two values are the same. Numbers are compared exactly: 1.50 equals
// 1.5.
func (v *value) equal(w *value) bool {
	if v.kind != w.kind || len(v.items) != len(w.items) || len(v.members) != len(w.members) {
		return false
	}
	for i := range v.items {
		if !v.items[i].equal(&w.items[i]) {
			return false
		}
	}
	for i := range v.members {
		other := w.member(v.members[i].name)
		if other == nil || !v.members[i].value.equal(other) {
			return false
		}
	}
	return v.boolean == w.boolean && v.text == w.text && v.number.Cmp(w.number) == 0
}

// parseValue parses a single JSON value.
func parseValue(data []byte) (*value, error) {
	decoder := jsontext.NewDecoder(bytes.NewReader(data))
	v, err := readValue(decoder)
	if err != nil {
		return nil, err
	}
	if _, err := decoder.ReadToken(); !errors.Is(err, io.EOF) {
		return nil, errors.New("something follows the value")
	}
	return v, nil
}

func readValue(decoder *jsontext.Decoder) (*value, error) {
	token, err := decoder.ReadToken()
	if err != nil {
		return nil, err
	}
	switch token.Kind() {
	case 'n':
		return &value{kind: nullValue}, nil
	case 't', 'f':
		return &value{kind: booleanValue, boolean: token.Bool()}, nil
	case '"':
		return &value{kind: textValue, text: token.String()}, nil
	case '0':
		d, err := number.ParseJSON([]byte(token.String()))
		return &value{kind: numberValue, number: d}, err
	case '[':
		v := &value{kind: arrayValue}
		for decoder.PeekKind() != ']' {
			item, err := readValue(decoder)
			if err != nil {
				return nil, err
			}
			v.items = append(v.items, *item)
		}
		_, err = decoder.ReadToken()
		return v, err
	case '{':
		v := &value{kind: objectValue, from: decoder.InputOffset() - 1}
		for decoder.PeekKind() != '}' {
			name, err := decoder.ReadToken()
			if err != nil {
				return nil, err
			}
			text := name.String()
			item, err := readValue(decoder)
			if err != nil {
				return nil, err
			}
			v.add(text, *item)
		}
		_, err = decoder.ReadToken()
		v.to = decoder.InputOffset()
		return v, err
	}
	return nil, fmt.Errorf("a value cannot begin with %s", token)
}
