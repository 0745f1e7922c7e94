package operations

import (
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/rules"
)

// decodeQuery decodes a query string into d.input as the JSON object that it stands for, by
// the schema of an object whose properties are scalars or lists of them, separated by
// commas. The error is a *Failure.
func (d *decoder) decodeQuery(schema *Schema, query string) error {
	object := []byte("{")
	for pair := range strings.SplitSeq(query, "&") {
		if pair == "" {
			continue
		}
		name, text, _ := strings.Cut(pair, "=")
		name, _ = unescape(name)
		text, problem := unescape(text)
		if problem != "" {
			d.path = append(d.path, step{Name: name})
			d.fail(detail("string_type", hinted(problem)...), appendString(nil, text))
			return invalid(d.details...)
		}
		if len(object) > 1 {
			object = append(object, ',')
		}
		object = append(appendString(object, name), ':')
		switch index := schema.Index(name); {
		case index < 0:
			object = appendString(object, text)
		case schema.Properties[index].Schema.Kind == rules.Array:
			object = append(object, '[')
			for i, item := range strings.Split(text, ",") {
				if i > 0 {
					object = append(object, ',')
				}
				object = AppendScalar(object, schema.Properties[index].Schema.Items.Kind, item)
			}
			object = append(object, ']')
		default:
			object = AppendScalar(object, schema.Properties[index].Schema.Kind, text)
		}
	}
	d.inQuery = true
	return d.decodeJSON(schema, append(object, '}'))
}

// AppendScalar appends the JSON of a value that is written as text: a string, unless it is a
// number or true or false and of such a kind.
func AppendScalar(dst []byte, kind rules.Kind, text string) []byte {
	switch kind {
	case rules.Integer, rules.Number:
		if _, err := number.ParseJSON([]byte(text)); err == nil {
			return append(dst, text...)
		}
	case rules.Boolean:
		if text == "true" || text == "false" {
			return append(dst, text...)
		}
	}
	return appendString(dst, text)
}

// unescape decodes a part of a query string. An invalid encoding is left as sent; problem
// names the message about it.
func unescape(text string) (decoded, problem string) {
	decoded, err := url.QueryUnescape(text)
	if err != nil {
		decoded, problem = text, "bad_escape"
	}
	if !utf8.ValidString(decoded) {
		decoded, problem = strings.ToValidUTF8(decoded, "\uFFFD"), "bad_utf8"
	}
	return decoded, problem
}
