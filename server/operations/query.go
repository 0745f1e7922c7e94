package operations

import (
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/payslate/payslate/rules"
)

// decodeQuery decodes a query string by the schema of an object whose
// properties are scalars into d.input. The error is an *Invalid.
func (d *decoder) decodeQuery(schema *Schema, query string) error {
	members := d.members(len(schema.Properties))
	d.input, d.root = Value{Value: rules.Value{Kind: rules.Object}, Members: members}, schema
	var seen uint64
	names := map[string]int{}
	for query != "" && !d.full() {
		var pair string
		pair, query, _ = strings.Cut(query, "&")
		if pair == "" {
			continue
		}
		name, text, _ := strings.Cut(pair, "=")
		name, _ = unescape(name)
		text, problem := unescape(text)
		d.path = append(d.path, Step{Name: name})
		index := schema.Index(name)
		before := len(d.details)
		names[name]++
		switch {
		case names[name] == 2:
			d.failText(failure{kind: typeDuplicateKey}, text)
		case names[name] > 2:
		case index < 0:
			d.failText(failure{typeExtraForbidden, d.meant()}, text)
		default:
			seen |= 1 << index
			property := schema.Properties[index].Schema
			if property.Kind == rules.Array {
				d.listParameter(property, text, &members[index])
				break
			}
			found := property.parameter(text, &members[index])
			if found.kind == "" && problem != "" {
				found = unreadable(problem)
			}
			if found.kind != "" {
				found.context = append(found.context, property.querySlip(text)...)
				d.failText(found, text)
			}
		}
		if index < 0 {
			index = len(schema.Properties)
		}
		d.order(before, index)
		d.path = d.path[:len(d.path)-1]
	}
	d.missing(schema, seen, nullText)
	if len(d.details) > 0 {
		sortDetails(d.details)
		return &Invalid{Details: d.details}
	}
	return nil
}

// listParameter decodes the items of a list, separated by commas.
func (d *decoder) listParameter(schema *Schema, text string, out *Value) {
	items := strings.Split(text, ",")
	*out = Value{Value: rules.Value{Kind: rules.Array}, Members: d.members(len(items))}
	for i, item := range items {
		d.path = append(d.path, Step{Index: i, IsIndex: true})
		if found := schema.Items.parameter(item, &out.Members[i]); found.kind != "" {
			d.failText(found, item)
		}
		d.path = d.path[:len(d.path)-1]
	}
}

// failText is fail for a value that is not JSON.
func (d *decoder) failText(found failure, text string) {
	before := len(d.details)
	d.fail(found.kind, nil, found.context...)
	if before < len(d.details) {
		d.details[before].Input = echoText([]byte(text))
	}
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

// parameter checks the text of a query parameter.
func (s *Schema) parameter(text string, out *Value) failure {
	switch s.Kind {
	case rules.Integer, rules.Number:
		return s.number([]byte(text), out)
	case rules.Boolean:
		if text != "true" && text != "false" {
			return failure{kind: typeBoolean}
		}
		*out = Value{Value: rules.Value{Kind: rules.Boolean, Bool: text == "true"}}
		return failure{}
	default:
		return s.text([]byte(text), out)
	}
}
