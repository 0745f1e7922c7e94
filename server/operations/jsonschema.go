package operations

import (
	"strconv"
	"strings"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/rules"
)

// Form is what a schema is written for.
type Form uint8

const (
	// JSONSchema is a JSON Schema (2020-12).
	JSONSchema Form = iota
	// ForForms adds what forms show: a title, under x-choices what values mean, and under
	// x-regimes which travel regimes want the field.
	ForForms
	// OpenAPI is a schema of OpenAPI 3.0, which every generator of clients takes.
	OpenAPI
	// ForTools is short, as agents pay for each word: types and choices, with the label or
	// the first sentence of a field.
	ForTools
)

// Rendering is how to write a schema as JSON Schema.
type Rendering struct {
	// Language is the language of the descriptions.
	Language rules.Language
	Form     Form
	// Answer is set for the schema of an answer, in which every property is
	// always present.
	Answer bool
	// Reference, if set, is called for each object that has a name. What it returns
	// stands for the object: a $ref, or for tools the name of the one that describes it;
	// where it is empty the object is written in place.
	Reference func(*Schema) string
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

// schema writes a reference to a schema where there is one, or all of it.
func (r *schemaWriter) schema(s *Schema) {
	reference := ""
	if r.Reference != nil && s.Kind == rules.Object && s.Name != "" && s.Variants == nil {
		reference = r.Reference(s)
	}
	switch {
	case reference == "":
		r.whole(s)
		return
	case r.Form == ForTools:
		r.words(`{"type":"object","description":`, say("as_in_tool", "tool", reference))
		r.raw("}")
		return
	case r.Form == OpenAPI:
		// Version 3.0 ignores what stands beside a $ref. In requests null is the same as
		// leaving the field out.
		r.text(`{"allOf":[{"$ref":`, reference)
		if r.raw("}]"); s.Nullable && r.Answer {
			r.raw(`,"type":"object"`)
			r.nullable(s)
		}
	case s.Nullable:
		r.text(`{"anyOf":[{"$ref":`, reference)
		r.raw(`},{"type":"null"}]`)
	default:
		r.text(`{"$ref":`, reference)
	}
	r.describe(s)
	r.raw("}")
}

// nullable marks a schema of OpenAPI 3.0 whose value may be null.
func (r *schemaWriter) nullable(s *Schema) {
	if s.Nullable && r.Form == OpenAPI {
		r.raw(`,"nullable":true`)
	}
}

// The components of OpenAPI that describe an error in an answer.
const (
	ErrorSchema   = "ErrorDetail"
	InvalidSchema = "ValidationError"
	// SchemaPath leads to the components.
	SchemaPath = "#/components/schemas/"
)

func (r *schemaWriter) whole(s *Schema) {
	switch {
	case s.Failure && r.Form == OpenAPI:
		r.text(`{"oneOf":[{"$ref":`, SchemaPath+ErrorSchema)
		r.text(`},{"type":"array","items":{"$ref":`, SchemaPath+InvalidSchema)
		r.raw("}}]")
	case s.Failure:
		r.raw(`{"type":["object","array"],"additionalProperties":true,"items":{"type":"object","additionalProperties":true}`)
	case s.Variants != nil && r.Form != ForTools:
		list(&r.writer, `{"oneOf":`, s.Variants, func(variant **Schema) { r.whole(*variant) })
		r.raw("}")
		return
	case s.Nullable && (r.Form == JSONSchema || r.Form == ForForms):
		r.text(`{"type":[`, typeNames[s.Kind])
		r.raw(`,"null"]`)
	default:
		r.text(`{"type":`, typeNames[s.Kind])
		r.nullable(s)
	}
	r.describe(s)
	if !s.Failure {
		r.contents(s)
	}
	// Clients made of OpenAPI send defaults, also where the rules refuse the field.
	if s.Default != nil && r.Form != ForTools && r.Form != OpenAPI {
		r.raw(`,"default":`)
		r.value(*s.Default)
	}
	switch {
	case s.Example == nil || r.Form == ForTools:
	case r.Form == OpenAPI:
		r.raw(`,"example":`)
		r.value(*s.Example)
	default:
		r.raw(`,"examples":[`)
		r.value(*s.Example)
		r.raw("]")
	}
	r.raw("}")
}

// contents writes what a value consists of.
func (r *schemaWriter) contents(s *Schema) {
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
		if r.Form == ForTools && len(s.Choices) > mostListed {
			break
		}
		r.choices(`,"enum":`, s.Choices, s.Nullable && r.Form != OpenAPI && r.Form != ForTools)
	case rules.Date:
		r.raw(`,"format":"date"`)
	case rules.LocalTime:
		if r.Form != ForTools {
			r.text(`,"pattern":`, localTimePattern)
		}
	case rules.String:
		r.string(s)
	}
}

// mostListed is how many choices a tool lists.
const mostListed = 40

// longestBrief is the longest sentence, in bytes, that a tool has for a field with a label.
const longestBrief = 40

// describe writes what the value means, with its default where that is a rule.
func (r *schemaWriter) describe(s *Schema) {
	about := s.About.In(r.writer.language)
	switch text := s.DefaultText.In(r.writer.language); {
	case r.Form == ForTools:
		about, _, _ = strings.Cut(about, ". ")
		if label := s.Label.In(r.writer.language); label != "" && len(about) > longestBrief {
			about = label
		}
	case text != "":
		about = strings.TrimSpace(about + " " + say("default").In(r.writer.language) + " " + text)
	}
	if r.Form == OpenAPI {
		if s.Default != nil && s.DefaultText.English == "" {
			preset := writer{}
			preset.value(*s.Default)
			about = strings.TrimSpace(about + " " + say("default").In(r.writer.language) + " `" + string(preset.dst) + "`.")
		}
		for i, choice := range s.ChoiceLabels {
			about += map[bool]string{true: "\n\n", false: ", "}[i == 0] + "`" + choice.Value + "` " + choice.Label.In(r.writer.language)
		}
	}
	if about != "" {
		r.text(`,"description":`, about)
	}
	if r.Form == ForForms {
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
	switch {
	case s.OpenForm, s.FreeForm && r.Form == OpenAPI:
		r.raw(`,"additionalProperties":true`)
		return
	case s.FreeForm:
		r.raw(`,"additionalProperties":{"type":["string","number","boolean","array","null"],"items":{"type":"string"}}`)
		return
	}
	var required []string
	r.raw(`,"properties":{`)
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
	if r.Form != ForTools {
		r.raw(`,"additionalProperties":false`)
	}
}

func (r *schemaWriter) bounds(s *Schema) {
	short := r.Form == OpenAPI || r.Form == ForTools
	switch whole := s.wholeChoices(); {
	case whole != nil && short:
		list(&r.writer, `,"enum":`, whole, func(value *number.Decimal) { r.number("", *value) })
		return
	case r.Form == ForTools:
		return
	}
	if r.Form == OpenAPI && s.Kind == rules.Number {
		r.raw(`,"format":"double"`) // or Go gets numbers of seven digits
	}
	r.bound(`,"minimum":`, `,"exclusiveMinimum":`, s.Min, s.AboveMin && !s.Zero)
	r.bound(`,"maximum":`, `,"exclusiveMaximum":`, s.Max, s.BelowMax)
	switch {
	case s.MultipleOf != nil:
		r.number(`,"multipleOf":`, *s.MultipleOf)
	case s.MaxPlaces >= 0 && s.Kind == rules.Number:
		r.number(`,"multipleOf":`, number.New(1, s.MaxPlaces))
	}
}

// wholeChoices are the values of an integer whose values all have labels; nil for others.
func (s *Schema) wholeChoices() []number.Decimal {
	var values []number.Decimal
	for _, choice := range s.ChoiceLabels {
		if value, err := number.Parse(choice.Value); err == nil {
			values = append(values, value)
		}
	}
	if s.Kind != rules.Integer || s.Min == nil || s.Max == nil || s.Max.Sub(*s.Min).Cmp(number.New(int64(len(values)-1), 0)) != 0 {
		return nil
	}
	return values
}

func (r *schemaWriter) bound(inclusive, exclusive string, value *number.Decimal, outside bool) {
	switch {
	case value == nil:
	case outside && r.Form == OpenAPI:
		r.number(inclusive, *value)
		r.raw(exclusive + "true")
	case outside:
		r.number(exclusive, *value)
	default:
		r.number(inclusive, *value)
	}
}

func (r *schemaWriter) string(s *Schema) {
	if (r.Form == OpenAPI || r.Form == ForTools) && len(s.Choices) > 0 {
		r.choices(`,"enum":`, s.Choices, false)
		return
	}
	if r.Form != ForTools {
		r.size(`,"minLength":`, s.MinLength)
		r.size(`,"maxLength":`, s.MaxLength)
	}
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
