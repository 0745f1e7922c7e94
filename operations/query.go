package operations

import (
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/payslate/payslate/interpreter/types"
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
			d.fail(detail("string_type", hinted(problem)...), types.AppendString(nil, text))
			return invalid(d.details...)
		}
		if len(object) > 1 {
			object = append(object, ',')
		}
		object = append(types.AppendString(object, name), ':')
		switch index := schema.Index(name); {
		case index < 0:
			object = types.AppendString(object, text)
		case schema.Properties[index].Schema.Kind == types.ListKind:
			object = append(object, '[')
			for i, item := range strings.Split(text, ",") {
				if i > 0 {
					object = append(object, ',')
				}
				object = schema.Properties[index].Schema.Items.AppendWritten(object, item)
			}
			object = append(object, ']')
		default:
			object = schema.Properties[index].Schema.AppendWritten(object, text)
		}
	}
	d.inQuery = true
	return d.decodeJSON(schema, append(object, '}'))
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
