package operations

import (
	"net/url"
	"strings"
)

// decodeQuery decodes a query string by the schema of an object whose
// properties are scalars into d.input. The error is an *Invalid.
func (d *decoder) decodeQuery(schema *Schema, query string) error {
	members := d.members(len(schema.Properties))
	d.input = Value{Kind: Object, Members: members}
	var seen uint64
	var names nameSet
	for query != "" {
		var pair string
		pair, query, _ = strings.Cut(query, "&")
		if pair == "" {
			continue
		}
		name, text, _ := strings.Cut(pair, "=")
		name, text = unescape(name), unescape(text)
		d.path = append(d.path, Step{Name: name})
		index := schema.Index(name)
		before := len(d.details)
		times := names.add(name)
		switch {
		case times == 2:
			d.failText(failure{kind: typeDuplicateKey}, text)
		case times > 2:
		case index < 0:
			d.failText(failure{kind: typeExtraForbidden}, text)
		default:
			seen |= 1 << index
			property := schema.Properties[index].Schema
			if found := property.parameter(text, &members[index]); found.kind != "" {
				d.failText(found, text)
			}
		}
		for i := before; i < len(d.details); i++ {
			d.details[i].order = index
			if index < 0 {
				d.details[i].order = len(schema.Properties)
			}
		}
		d.path = d.path[:len(d.path)-1]
	}
	d.missing(schema, seen, nullText)
	if len(d.details) > 0 {
		sortDetails(d.details)
		return &Invalid{Details: d.details}
	}
	return nil
}

// failText is fail for a value that is no JSON.
func (d *decoder) failText(found failure, text string) {
	before := len(d.details)
	d.fail(found.kind, nil, found.context...)
	if before < len(d.details) {
		d.details[before].Input = echoText([]byte(text))
	}
}

// unescape decodes a part of a query string. What is not encoded rightly is
// taken as it stands, to be refused like any other unknown text.
func unescape(text string) string {
	if plain, err := url.QueryUnescape(text); err == nil {
		text = plain
	}
	return strings.ToValidUTF8(text, "\uFFFD")
}

// parameter judges the text of a query parameter.
func (s *Schema) parameter(text string, out *Value) failure {
	switch s.Kind {
	case Integer, Number:
		return s.number([]byte(text), out)
	case Boolean:
		if text != "true" && text != "false" {
			return failure{kind: typeBoolean}
		}
		*out = Value{Kind: Boolean, Bool: text == "true"}
		return failure{}
	default:
		return s.text([]byte(text), out)
	}
}
