package operations

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/rules"
)

// TestJSONSchemaOfEachKind: each kind of field has the expected JSON Schema.
func TestJSONSchemaOfEachKind(t *testing.T) {
	one, half := number.New(1, 0), number.New(5, 1)
	inner := &Schema{Field: rules.Field{Kind: rules.Object, Name: "Inner"}, Properties: []Property{{Name: "a", Schema: &Schema{Field: rules.Field{Kind: rules.Boolean, MaxPlaces: rules.Unbounded}}}}}
	nullable := *inner
	nullable.Nullable = true
	tests := []struct {
		name   string
		schema Schema
		render Rendering
		want   string
	}{
		{"boolean", Schema{Field: rules.Field{Kind: rules.Boolean, Default: &rules.Value{Kind: rules.Boolean, Bool: true}}}, Rendering{}, `{"type":"boolean","default":true}`},
		{"integer", Schema{Field: rules.Field{Kind: rules.Integer, Bounds: types.Bounds{Min: &one, Max: &one}, MaxPlaces: 0}}, Rendering{}, `{"type":"integer","minimum":1,"maximum":1}`},
		{"open range", Schema{Field: rules.Field{Kind: rules.Number, Bounds: types.Bounds{Min: &half, AboveMin: true, Max: &one, BelowMax: true}, MaxPlaces: 3}}, Rendering{}, `{"type":"number","exclusiveMinimum":0.5,"exclusiveMaximum":1,"multipleOf":0.001}`},
		{"step", Schema{Field: rules.Field{Kind: rules.Number, Bounds: types.Bounds{MultipleOf: &half}, MaxPlaces: rules.Unbounded, Nullable: true}}, Rendering{}, `{"type":["number","null"],"multipleOf":0.5}`},
		{"choice", Schema{Field: rules.Field{Kind: rules.Choice, Choices: []string{"a", "b"}, Nullable: true}}, Rendering{}, `{"type":["string","null"],"enum":["a","b",null]}`},
		{"string", Schema{Field: rules.Field{Kind: rules.String, MinLength: 2, MaxLength: 3, Choices: []string{"ab"}}}, Rendering{}, `{"type":"string","minLength":2,"maxLength":3,"examples":["ab"]}`},
		{"example before choices", Schema{Field: rules.Field{Kind: rules.String, MinLength: rules.Unbounded, MaxLength: rules.Unbounded, Choices: []string{"ab"}, Example: &rules.Value{Kind: rules.String, Text: "cd"}}}, Rendering{}, `{"type":"string","examples":["cd"]}`},
		{"format", Schema{Field: rules.Field{Kind: rules.String}, Format: "uri", Pattern: "^h"}, Rendering{}, `{"type":"string","format":"uri","pattern":"^h"}`},
		{"date", Schema{Field: rules.Field{Kind: rules.Date}}, Rendering{}, `{"type":"string","format":"date"}`},
		{"local time", Schema{Field: rules.Field{Kind: rules.LocalTime}}, Rendering{}, `{"type":"string","pattern":"^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])T([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d|Z|[+-](0\\d|1[0-3]):[0-5]\\d|[+-]14:00)?$"}`},
		{"texts", Schema{Field: rules.Field{Kind: rules.Boolean, About: inBoth("A.", "B."), DefaultText: inBoth("x.", "y.")}}, Rendering{Language: german}, `{"type":"boolean","description":"B. Standard: y."}`},
		{"free form", Schema{Field: rules.Field{Kind: rules.Object}, FreeForm: true}, Rendering{}, `{"type":"object","additionalProperties":true}`},
		{"list in place", Schema{Field: rules.Field{Kind: rules.Array}, Items: inner, MinItems: 1, MaxItems: 8}, Rendering{}, `{"type":"array","items":{"type":"object","properties":{"a":{"type":"boolean"}},"additionalProperties":false},"minItems":1,"maxItems":8}`},
		{"answer", *inner, Rendering{Answer: true}, `{"type":"object","properties":{"a":{"type":"boolean"}},"required":["a"],"additionalProperties":false}`},
		{"list by reference", Schema{Field: rules.Field{Kind: rules.Array}, Items: inner, MaxItems: rules.Unbounded}, Rendering{Reference: func(s *Schema) string { return "#/" + s.Name }}, `{"type":"array","items":{"$ref":"#/Inner"}}`},
		{"OpenAPI", Schema{Field: rules.Field{Kind: rules.Number, Bounds: types.Bounds{Min: &half, AboveMin: true}, MaxPlaces: rules.Unbounded, Nullable: true}}, Rendering{Form: OpenAPI}, `{"type":"number","nullable":true,"format":"double","minimum":0.5,"exclusiveMinimum":true}`},
		{"reference of OpenAPI", Schema{Field: rules.Field{Kind: rules.Object}, Properties: []Property{{Name: "in", Schema: &nullable}}}, Rendering{Form: OpenAPI, Reference: func(s *Schema) string { return "#/" + s.Name }}, `{"type":"object","properties":{"in":{"allOf":[{"$ref":"#/Inner"}]}},"additionalProperties":false}`},
		{"tool", Schema{Field: rules.Field{Kind: rules.String, About: inBoth("A. B.", "C."), Choices: []string{"ab"}, MaxLength: 3}}, Rendering{Form: ForTools}, `{"type":"string","description":"A","enum":["ab"]}`},
		{"nullable reference", Schema{Field: rules.Field{Kind: rules.Object}, Properties: []Property{{Name: "in", Required: true, Schema: &nullable}}}, Rendering{Reference: func(s *Schema) string { return "#/" + s.Name }}, `{"type":"object","properties":{"in":{"anyOf":[{"$ref":"#/Inner"},{"type":"null"}]}},"required":["in"],"additionalProperties":false}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var got, want any
			text := test.schema.JSONSchema(test.render)
			if json.Unmarshal(text, &got) != nil || json.Unmarshal([]byte(test.want), &want) != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("\n got %s\nwant %s", text, test.want)
			}
		})
	}
}
