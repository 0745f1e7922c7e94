package operations

import (
	"strconv"
	"strings"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/rules"
)

// Rendering is how to write a schema as JSON Schema (2020-12).
type Rendering struct {
	// Language is the language of the descriptions.
	Language rules.Language
	// Answer is set for the schema of an answer, in which every property is
	// always present.
	Answer bool
	// Labels adds what forms show: a title, under x-choices what values mean, and under
	// x-regimes which travel regimes want the field.
	Labels bool
	// References, if set, is called for each object that has a name; any $ref that it
	// returns may stand for it. Without it all is written in place.
	References func(*Schema) []string
}

// InputSchema is the JSON Schema of the operation's input, an object.
func (o *Operation) InputSchema(language rules.Language) []byte {
	return o.Input.AppendJSONSchema(nil, Rendering{Language: language})
}

// OutputSchema is the JSON Schema of the operation's answer, an object.
func (o *Operation) OutputSchema(language rules.Language) []byte {
	return o.Output.AppendJSONSchema(nil, Rendering{Language: language, Answer: true})
}

// AppendJSONSchema appends the JSON Schema of the values that are accepted or,
// of an answer, given. Everything that it accepts the decoder accepts, but for
// amounts that come to nothing by rounding and times on days that their month does
// not have; the decoder takes null beyond it, wherever leaving a field out is right.
func (s *Schema) AppendJSONSchema(dst []byte, rendering Rendering) []byte {
	r := schemaWriter{writer: writer{dst: dst, language: rendering.Language}, Rendering: rendering}
	r.whole(s)
	return r.dst
}

// schemaWriter writes JSON Schemas.
type schemaWriter struct {
	writer
	Rendering
}

// typeNames are the kinds in JSON Schema.
var typeNames = map[rules.Kind]string{
	rules.Object: "object", rules.Array: "array", rules.Integer: "integer", rules.Number: "number", rules.Boolean: "boolean",
	rules.Choice: "string", rules.String: "string", rules.Date: "string", rules.LocalTime: "string",
}

// localTimePattern is the form of a LocalTime. The decoder knows the length of each
// month beyond it.
const localTimePattern = `^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d|Z|[+-](0\d|1[0-3]):[0-5]\d|[+-]14:00)?$`

// schema writes a reference to a schema where there are any, or all of it.
func (r *schemaWriter) schema(s *Schema) {
	if r.References == nil || s.Kind != rules.Object || s.Name == "" || s.Variants != nil {
		r.whole(s)
		return
	}
	references := r.References(s)
	if len(references) == 1 && !s.Nullable {
		r.text(`{"$ref":`, references[0])
	} else {
		r.raw(`{"anyOf":[`)
		for i, reference := range references {
			if i > 0 {
				r.raw(",")
			}
			r.text(`{"$ref":`, reference)
			r.raw("}")
		}
		if s.Nullable {
			r.raw(`,{"type":"null"}`)
		}
		r.raw("]")
	}
	r.describe(s)
	r.raw("}")
}

func (r *schemaWriter) whole(s *Schema) {
	if s.Failure {
		r.raw(`{"type":["object","array"],"additionalProperties":true,"items":{"type":"object","additionalProperties":true}`)
		r.describe(s)
		r.raw("}")
		return
	}
	if s.Variants != nil {
		r.raw(`{"oneOf":`)
		list(&r.writer, "", s.Variants, func(variant **Schema) { r.whole(*variant) })
		r.raw("}")
		return
	}
	r.raw(`{"type":`)
	if s.Nullable {
		r.text("[", typeNames[s.Kind])
		r.raw(`,"null"]`)
	} else {
		r.text("", typeNames[s.Kind])
	}
	r.describe(s)
	switch s.Kind {
	case rules.Object:
		r.object(s)
	case rules.Array:
		r.raw(`,"items":`)
		r.schema(s.Items)
		r.size(`,"minItems":`, s.MinItems)
		r.size(`,"maxItems":`, s.MaxItems)
	case rules.Integer, rules.Number:
		r.bounds(s)
	case rules.Choice:
		r.choices(`,"enum":`, s.Choices, s.Nullable)
	case rules.Date:
		r.raw(`,"format":"date"`)
	case rules.LocalTime:
		r.text(`,"pattern":`, localTimePattern)
	case rules.String:
		r.string(s)
	}
	if s.Default != nil {
		r.raw(`,"default":`)
		r.value(*s.Default)
	}
	if s.Example != nil {
		r.raw(`,"examples":[`)
		r.value(*s.Example)
		r.raw("]")
	}
	r.raw("}")
}

// describe writes what the value means, with its default where that is a rule.
func (r *schemaWriter) describe(s *Schema) {
	about := s.About.In(r.writer.language)
	if text := s.DefaultText.In(r.writer.language); text != "" {
		about = strings.TrimSpace(about + " " + say("default").In(r.writer.language) + " " + text)
	}
	if about != "" {
		r.text(`,"description":`, about)
	}
	if r.Labels {
		r.labels(s)
	}
}

func (r *schemaWriter) labels(s *Schema) {
	if label := s.Label.In(r.writer.language); label != "" {
		r.text(`,"title":`, label)
	}
	for i, choice := range s.ChoiceLabels {
		if i == 0 {
			r.raw(`,"x-choices":{`)
		} else {
			r.raw(",")
		}
		r.text("", choice.Value)
		r.text(":", choice.Label.In(r.writer.language))
	}
	if len(s.ChoiceLabels) > 0 {
		r.raw("}")
	}
	if len(s.AskedWith) > 0 {
		mark := `,"x-asked-with":{`
		for _, beside := range s.AskedWith {
			r.raw(mark)
			r.text("", beside.Name)
			r.choices(":", beside.Values, false)
			mark = ","
		}
		r.raw("}")
	}
	if len(s.AlsoCalled) > 0 {
		r.choices(`,"x-also-called":`, s.AlsoCalled, false)
	}
	if s.FilledIn {
		r.raw(`,"x-filled-in-by-year":true`)
	}
	if len(s.Regimes) > 0 {
		r.choices(`,"x-regimes":`, s.Regimes, false)
	}
}

func (r *schemaWriter) object(s *Schema) {
	if s.OpenForm {
		r.raw(`,"additionalProperties":true`)
		return
	}
	if s.FreeForm {
		r.raw(`,"additionalProperties":{"type":["string","number","boolean","array","null"],"items":{"type":"string"}}`)
		return
	}
	r.raw(`,"properties":{`)
	var required []string
	for i, property := range s.Properties {
		if i > 0 {
			r.raw(",")
		}
		r.text("", property.Name)
		r.raw(":")
		r.schema(property.Schema)
		if property.Required || r.Answer && !property.Sometimes {
			required = append(required, property.Name)
		}
	}
	r.raw("}")
	if len(required) > 0 {
		r.choices(`,"required":`, required, false)
	}
	r.raw(`,"additionalProperties":false`)
}

func (r *schemaWriter) bounds(s *Schema) {
	r.bound(`,"minimum":`, `,"exclusiveMinimum":`, s.Min, s.AboveMin && !s.Zero)
	r.bound(`,"maximum":`, `,"exclusiveMaximum":`, s.Max, s.BelowMax)
	switch {
	case s.MultipleOf != nil:
		r.number(`,"multipleOf":`, *s.MultipleOf)
	case s.MaxPlaces >= 0 && s.Kind == rules.Number:
		r.number(`,"multipleOf":`, number.New(1, s.MaxPlaces))
	}
}

func (r *schemaWriter) bound(inclusive, exclusive string, value *number.Decimal, outside bool) {
	switch {
	case value == nil:
	case outside:
		r.number(exclusive, *value)
	default:
		r.number(inclusive, *value)
	}
}

func (r *schemaWriter) string(s *Schema) {
	r.size(`,"minLength":`, s.MinLength)
	r.size(`,"maxLength":`, s.MaxLength)
	if s.Format != "" {
		r.text(`,"format":`, s.Format)
	}
	if s.Pattern != "" {
		r.text(`,"pattern":`, s.Pattern)
	}
	if len(s.Choices) > 0 && s.Example == nil {
		r.choices(`,"examples":`, s.Choices, false)
	}
}

// size writes a count that is bounded.
func (r *schemaWriter) size(name string, count int) {
	if count > 0 {
		r.dst = strconv.AppendInt(append(r.dst, name...), int64(count), 10)
	}
}

func (r *schemaWriter) choices(name string, choices []string, orNull bool) {
	r.texts(name, choices)
	if orNull {
		r.dst = append(r.dst[:len(r.dst)-1], ",null]"...)
	}
}
