package conformance

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/payslate/payslate/interpreter/number"
)

// object is a JSON object. Other values are as in encoding/json, with exact numbers.
type object = map[string]any

// nothing is the value of a member that an object lacks.
type nothing struct{}

// parseValue parses a single JSON value. It refuses a key that occurs twice.
func parseValue(data []byte) (v any, err error) {
	if err := json.Unmarshal(data, new(json.RawMessage)); err != nil {
		return nil, err
	}
	if !jsontext.Value(data).IsValid() {
		return nil, errors.New("the text is not UTF-8, or an object has a duplicate key")
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	err = decoder.Decode(&v)
	return v, err
}

// member returns a member of an object, and nothing if v lacks it.
func member(v any, name string) any {
	if of, is := v.(object); is {
		if found, has := of[name]; has {
			return found
		}
	}
	return nothing{}
}

// has reports whether v has a member.
func has(v any, name string) bool { return member(v, name) != nothing{} }

// words returns a text; empty for other values.
func words(v any) string {
	text, _ := v.(string)
	return text
}

// exact returns a number, and whether v is one.
func exact(v any) (number.Decimal, bool) {
	text, is := v.(json.Number)
	if !is {
		return number.Decimal{}, false
	}
	d, err := number.ParseJSON([]byte(text))
	return d, err == nil
}

func jsonNumber(d number.Decimal) json.Number { return json.Number(d.AppendJSON(nil)) }

// shown returns a value as a table shows it.
func shown(v any) string {
	switch v := v.(type) {
	case nothing:
		return "nothing"
	case nil:
		return "null"
	case bool:
		return strconv.FormatBool(v)
	case string:
		return v
	case []any:
		return fmt.Sprintf("%d items", len(v))
	case object:
		return fmt.Sprintf("%d members", len(v))
	}
	d, _ := exact(v)
	return string(d.AppendJSON(nil))
}

// long returns a value as a table shows it, an object with the values of its members.
func long(v any) string {
	of, is := v.(object)
	if !is {
		return wanted(v)
	}
	var texts []string
	for _, name := range slices.Sorted(maps.Keys(of)) {
		texts = append(texts, wanted(of[name]))
	}
	return strings.Join(texts, " ")
}

// equal reports whether two values are the same. Numbers are compared exactly: 1.50 equals
// 1.5.
func equal(v, w any) bool {
	switch v := v.(type) {
	case []any:
		other, is := w.([]any)
		return is && slices.EqualFunc(v, other, equal)
	case object:
		other, is := w.(object)
		return is && maps.EqualFunc(v, other, equal)
	case json.Number:
		x, _ := exact(v)
		y, is := exact(w)
		return is && x.Cmp(y) == 0
	}
	switch w.(type) {
	case []any, object:
		return false
	}
	return v == w
}
