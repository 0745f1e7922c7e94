package operations

import (
	"testing"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/rules"
)

// TestJSONSchemaOfEachKind writes each kind of schema.
func TestJSONSchemaOfEachKind(t *testing.T) {
	one, half := number.New(1, 0), number.New(5, 1)
	inner := &Schema{Kind: Object, Name: "Inner", Properties: []Property{{Name: "a", Schema: &Schema{Kind: Boolean, MaxPlaces: Unbounded}}}}
	nullable := *inner
	nullable.Nullable = true
	tests := []struct {
		name   string
		schema Schema
		render Rendering
		want   string
	}{
		{"boolean", Schema{Kind: Boolean, Default: &rules.Value{Kind: rules.Boolean, Bool: true}}, Rendering{}, `{"type":"boolean","default":true}`},
		{"integer", Schema{Kind: Integer, Min: &one, Max: &one, MaxPlaces: 0}, Rendering{}, `{"type":"integer","minimum":1,"maximum":1}`},
		{"open range", Schema{Kind: Number, Min: &half, AboveMin: true, Max: &one, BelowMax: true, MaxPlaces: 3}, Rendering{}, `{"type":"number","exclusiveMinimum":0.5,"exclusiveMaximum":1,"multipleOf":0.001}`},
		{"step", Schema{Kind: Number, MultipleOf: &half, MaxPlaces: Unbounded, Nullable: true}, Rendering{}, `{"type":["number","null"],"multipleOf":0.5}`},
		{"choice", Schema{Kind: Choice, Choices: []string{"a", "b"}, Nullable: true}, Rendering{}, `{"type":["string","null"],"enum":["a","b",null]}`},
		{"string", Schema{Kind: String, MinLength: 2, MaxLength: 3, Choices: []string{"ab"}}, Rendering{}, `{"type":"string","minLength":2,"maxLength":3,"examples":["ab"]}`},
		{"example before choices", Schema{Kind: String, MinLength: Unbounded, MaxLength: Unbounded, Choices: []string{"ab"}, Example: &rules.Value{Kind: rules.String, Text: "cd"}}, Rendering{}, `{"type":"string","examples":["cd"]}`},
		{"format", Schema{Kind: String, Format: "uri", Pattern: "^h"}, Rendering{}, `{"type":"string","format":"uri","pattern":"^h"}`},
		{"date", Schema{Kind: Date}, Rendering{}, `{"type":"string","format":"date"}`},
		{"local time", Schema{Kind: LocalTime}, Rendering{}, `{"type":"string","pattern":"^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])T([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d|Z|[+-](0\\d|1[0-3]):[0-5]\\d|[+-]14:00)?$"}`},
		{"words", Schema{Kind: Boolean, About: inBoth("A.", "B."), DefaultText: inBoth("x.", "y.")}, Rendering{Language: german}, `{"type":"boolean","description":"B. Standard: y."}`},
		{"free form", Schema{Kind: Object, FreeForm: true}, Rendering{}, `{"type":"object","additionalProperties":{"type":["string","number","boolean","array","null"],"items":{"type":"string"}}}`},
		{"list in place", Schema{Kind: Array, Items: inner, MinItems: 1, MaxItems: 8}, Rendering{}, `{"type":"array","items":{"type":"object","properties":{"a":{"type":"boolean"}},"additionalProperties":false},"minItems":1,"maxItems":8}`},
		{"answer", *inner, Rendering{Answer: true}, `{"type":"object","properties":{"a":{"type":"boolean"}},"required":["a"],"additionalProperties":false}`},
		{"list by reference", Schema{Kind: Array, Items: inner, MaxItems: Unbounded}, Rendering{Reference: func(s *Schema) string { return "#/" + s.Name }}, `{"type":"array","items":{"$ref":"#/Inner"}}`},
		{"nullable reference", Schema{Kind: Object, Properties: []Property{{Name: "in", Required: true, Schema: &nullable}}}, Rendering{Reference: func(s *Schema) string { return "#/" + s.Name }}, `{"type":"object","properties":{"in":{"anyOf":[{"$ref":"#/Inner"},{"type":"null"}]}},"required":["in"],"additionalProperties":false}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := string(test.schema.AppendJSONSchema(nil, test.render)); got != test.want {
				t.Errorf("\n got %s\nwant %s", got, test.want)
			}
		})
	}
}
