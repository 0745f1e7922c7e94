package schema

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/payslate/payslate/internal/hostfile"
	"github.com/payslate/payslate/internal/law"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/rules"
	rulesformat "github.com/payslate/payslate/rules/format"
	"github.com/payslate/payslate/tables"
	tablesformat "github.com/payslate/payslate/tables/format"
)

// dialect is the version of JSON Schema.
const dialect = "https://json-schema.org/draft/2020-12/schema"

// object is a JSON object.
type object = map[string]any

// JSON returns the schema of a kind, with sorted keys.
func (k FileKind) JSON() ([]byte, error) {
	content, err := k.build()
	if err != nil {
		return nil, err
	}
	return encoded(content)
}

// All returns one schema for all kinds, with each under $defs.
func All() ([]byte, error) {
	definitions, choices := object{}, []any{}
	for _, k := range Kinds {
		content, err := k.build()
		if err != nil {
			return nil, err
		}
		content["$id"] = k.File()
		definitions[k.File()] = content
		choices = append(choices, object{"$ref": k.File()})
	}
	return encoded(object{
		"$schema": dialect, "title": "Payslate rule and table files",
		"description": "Every kind of rule and table file.", "anyOf": choices, "$defs": definitions,
	})
}

func encoded(content object) ([]byte, error) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	err := encoder.Encode(content)
	return text.Bytes(), err
}

// build builds a schema from the declaration of its kind, from declarations of loaders,
// and from the shared definitions that it refers to.
func (k FileKind) build() (object, error) {
	content, err := read(k.Name+".yml", k.declaration())
	if err != nil {
		return nil, err
	}
	shared, err := read("common.yaml", hostfile.CommonSchema)
	if err != nil {
		return nil, err
	}
	for _, more := range [][]byte{syntax.RuleSchema, tablesformat.Text("shared")} {
		if err := yaml.Unmarshal(more, &shared); err != nil {
			return nil, fmt.Errorf("shared definitions: %w", err)
		}
	}
	content["$schema"] = dialect
	definitions, _ := content["$defs"].(object)
	if definitions == nil {
		definitions = object{}
	}
	if k.Name == "rules" || k.Name == "trip_rules" {
		maps.Copy(content["properties"].(object), shared["file"].(object)["properties"].(object))
	}
	switch k.Name {
	case "rules":
		definitions["line"] = line(rules.PayslipLine(), content["lines"])
	case "trip_rules":
		definitions["line"] = line(tables.TripLine(), content["lines"])
	}
	delete(content, "lines")
	share(content, definitions, shared)
	share(definitions, definitions, shared)
	content["$defs"] = definitions
	explain(content, definitions)
	return content, nil
}

// declaration returns the declaration of the kind.
func (k FileKind) declaration() []byte {
	switch {
	case k.Name == "law":
		return law.Format
	case k.Root == rulesRoot:
		return rulesformat.Text(k.Name)
	}
	return tablesformat.Text(k.Name)
}

func read(name string, declared []byte) (content object, err error) {
	if err = yaml.Unmarshal(declared, &content); err != nil {
		err = fmt.Errorf("%s: %w", name, err)
	}
	return content, err
}

// reference is the prefix of references to definitions.
const reference = "#/$defs/"

// share adds the shared definitions that a part of a schema refers to, recursively.
func share(part any, definitions, shared object) {
	switch part := part.(type) {
	case object:
		if to, is := part["$ref"].(string); is {
			name := strings.TrimPrefix(to, reference)
			if found, there := shared[name]; there && definitions[name] == nil {
				definitions[name] = found
				share(found, definitions, shared)
			}
		}
		for _, key := range slices.Collect(maps.Keys(part)) {
			share(part[key], definitions, shared)
		}
	case []any:
		for _, item := range part {
			share(item, definitions, shared)
		}
	}
}

// line returns the schema of a line step with the fields of a host.
func line(fields []types.LineField, abouts any) object {
	about, _ := abouts.(object)
	properties := object{"when": object{"$ref": reference + "expression", "description": "The condition; always without it."}}
	for _, f := range fields {
		property := object{"$ref": reference + "value"}
		switch {
		case f.Words != nil:
			property = object{"enum": f.Words}
		case f.Kind == types.WordField:
			property = object{"$ref": reference + "word"}
		case f.Kind == types.TextField:
			property = object{"$ref": reference + "text"}
		}
		if text, known := about[f.Name]; known {
			property["description"] = text
		}
		properties[f.Name] = property
	}
	variant := object{"type": "object", "additionalProperties": false, "properties": maps.Clone(properties)}
	properties["variants"] = object{"type": "array", "items": variant, "description": "Fields that differ by a condition: of the variants, the first one holds."}
	return object{
		"type": "object", "description": "A line of the answer.", "additionalProperties": false, "required": []any{"line"},
		"properties": object{"line": object{
			"type": "object", "description": "The fields of the line.", "additionalProperties": false, "properties": properties,
		}},
	}
}

// keywords are not part of JSON Schema; rules.yaml and common.yaml explain them.
var keywords = []string{"entries", "shows", "needs", "further", "called", "missing", "wrong", "first_key"}

// explain replaces our keywords by those of JSON Schema.
func explain(part any, definitions object) {
	switch part := part.(type) {
	case object:
		if shows, is := part["shows"].([]any); is {
			shown := strings.Trim(fmt.Sprint(shows), "[]")
			part["description"] = fmt.Sprintf("%v It may show {%s}.", part["description"], strings.ReplaceAll(shown, " ", "}, {"))
		}
		if part["needs"] == "all" {
			of := definitions[strings.TrimPrefix(part["$ref"].(string), reference)].(object)["properties"].(object)
			part["required"] = slices.DeleteFunc(slices.Sorted(maps.Keys(of)), func(name string) bool { return of[name].(object)["further"] == true })
		}
		for _, key := range slices.Backward(slices.Sorted(maps.Keys(part))) { // properties before $defs
			switch named, _ := part[key].(object); {
			case slices.Contains(keywords, key):
				delete(part, key)
			case key == "properties" || key == "$defs": // whose keys are names
				for _, declared := range named {
					explain(declared, definitions)
				}
			default:
				explain(part[key], definitions)
			}
		}
	case []any:
		for _, item := range part {
			explain(item, definitions)
		}
	}
}
