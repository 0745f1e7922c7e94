package operations

import (
	"encoding/json"
	"strings"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/rules"
)

// Form is what a schema is written for.
type Form uint8

const (
	// ForForms is a JSON Schema (2020-12) with what forms show: a title, under x-choices
	// what values mean, and under x-regimes which travel regimes want the field.
	ForForms Form = iota
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
	// Names adds, for forms, what fields and values are also called, which tables are read by.
	Names bool
	// Answer is set for the schema of an answer, in which every property is
	// always present.
	Answer bool
	// Reference, if set, is called for each object that has a name. What it returns
	// stands for the object: a $ref, or for tools the name of the one that describes it;
	// where it is empty the object is written in place.
	Reference func(*Schema) string

	referred string // what Reference returned last
}

// The components of OpenAPI that describe an error in an answer.
const (
	errorSchema   = "ErrorDetail"
	invalidSchema = "ValidationError"
	// SchemaPath leads to the components.
	SchemaPath = "#/components/schemas/"
)

// JSONSchema is the JSON Schema of the values that are accepted or, of an answer, given.
// The decoder accepts everything that the schema accepts, except amounts that round to zero
// and times on days that their month does not have. Beyond that, it takes null for any field
// that may be left out.
func (s *Schema) JSONSchema(rendering Rendering) json.RawMessage {
	schema := rendering.whole(s)
	if rendering.Form == ForTools && rendering.referred != "" {
		schema.Description = strings.TrimSuffix(schema.Description, ".") + ". " + say("as_in_tool", "tool", rendering.referred).In(rendering.Language)
	}
	return marshal(schema)
}

func marshal(schema *jsonSchema) json.RawMessage {
	text, err := json.Marshal(schema)
	if err != nil {
		panic(err) // its values are texts, numbers and finished JSON
	}
	return text
}

// jsonSchema is a JSON Schema.
type jsonSchema struct {
	Type                 any                   `json:"type,omitempty"` // a name, or a list of them
	Ref                  string                `json:"$ref,omitempty"`
	AllOf                []*jsonSchema         `json:"allOf,omitempty"`
	AnyOf                []*jsonSchema         `json:"anyOf,omitempty"`
	OneOf                []*jsonSchema         `json:"oneOf,omitempty"`
	Discriminator        *discriminator        `json:"discriminator,omitempty"`
	Nullable             bool                  `json:"nullable,omitempty"`
	Title                string                `json:"title,omitempty"`
	Description          string                `json:"description,omitempty"`
	ChoiceLabels         map[string]string     `json:"x-choices,omitempty"`
	AskedWith            []map[string][]string `json:"x-asked-with,omitempty"`
	ValuesCalled         map[string][]string   `json:"x-values-called,omitempty"`
	Spouses              map[string][]string   `json:"x-spouses,omitempty"`
	AlsoCalled           []string              `json:"x-also-called,omitempty"`
	FilledIn             bool                  `json:"x-filled-in-by-year,omitempty"`
	DoubtfulAbove        any                   `json:"x-doubtful-above,omitempty"`
	Regimes              []string              `json:"x-regimes,omitempty"`
	Format               string                `json:"format,omitempty"`
	Pattern              string                `json:"pattern,omitempty"`
	Enum                 []any                 `json:"enum,omitempty"`
	MinLength            int                   `json:"minLength,omitempty"`
	MaxLength            int                   `json:"maxLength,omitempty"`
	Minimum              any                   `json:"minimum,omitempty"`
	ExclusiveMinimum     any                   `json:"exclusiveMinimum,omitempty"`
	Maximum              any                   `json:"maximum,omitempty"`
	ExclusiveMaximum     any                   `json:"exclusiveMaximum,omitempty"`
	MultipleOf           any                   `json:"multipleOf,omitempty"`
	Items                *jsonSchema           `json:"items,omitempty"`
	MinItems             int                   `json:"minItems,omitempty"`
	MaxItems             int                   `json:"maxItems,omitempty"`
	Properties           json.RawMessage       `json:"properties,omitempty"`
	Required             []string              `json:"required,omitempty"`
	AdditionalProperties any                   `json:"additionalProperties,omitempty"`
	Default              any                   `json:"default,omitempty"`
	Example              any                   `json:"example,omitempty"`
	Examples             []any                 `json:"examples,omitempty"`
}

// discriminator says by which member the schemas of a oneOf differ.
type discriminator struct {
	PropertyName string            `json:"propertyName"`
	Mapping      map[string]string `json:"mapping"`
}

// typeName is the type of a schema in JSON Schema.
func typeName(s *Schema) string {
	switch s.Kind {
	case types.RecordKind:
		return "object"
	case types.ListKind:
		return "array"
	case types.Number:
		if s.Integer() {
			return "integer"
		}
		return "number"
	case types.Boolean:
		return "boolean"
	}
	return "string"
}

// schema is a reference to a schema where there is one, or all of it.
func (r *Rendering) schema(s *Schema) *jsonSchema {
	reference := ""
	if r.Reference != nil && s.Kind == types.RecordKind && s.Name != "" && s.Variants == nil {
		reference = r.Reference(s)
	}
	j := &jsonSchema{}
	switch referred := []*jsonSchema{{Ref: reference}}; {
	case reference == "":
		return r.whole(s)
	case r.Form == ForTools:
		r.referred = reference
		return &jsonSchema{Type: "object"}
	case r.Form == OpenAPI:
		// Version 3.0 ignores what stands beside a $ref. In requests null is the same as
		// leaving the field out.
		if j.AllOf = referred; s.Nullable && r.Answer {
			j.Type, j.Nullable = "object", true
		}
	case s.Nullable:
		j.AnyOf = append(referred, &jsonSchema{Type: "null"})
	default:
		j.Ref = reference
	}
	r.describe(j, s)
	return j
}

func (r *Rendering) whole(s *Schema) *jsonSchema {
	j := &jsonSchema{Type: typeName(s)}
	switch {
	case s.countries != nil && r.Form == ForTools:
		return r.profile(s)
	case s.Failure && r.Form == OpenAPI:
		j = &jsonSchema{OneOf: []*jsonSchema{{Ref: SchemaPath + errorSchema}, {Type: "array", Items: &jsonSchema{Ref: SchemaPath + invalidSchema}}}}
	case s.Failure:
		j = &jsonSchema{Type: []string{"object", "array"}, AdditionalProperties: true, Items: &jsonSchema{Type: "object", AdditionalProperties: true}}
	case s.Variants != nil && r.Form == ForTools:
		kind := writer{}
		kind.object(rules.ItemType, marshal(&jsonSchema{Type: "string", Description: r.kinds(s)}))
		j.Properties, j.Required = kind.dst, []string{rules.ItemType}
		return j
	case s.Variants != nil:
		j = &jsonSchema{}
		for _, variant := range s.Variants {
			if r.Form == ForForms || r.Reference == nil {
				j.OneOf = append(j.OneOf, r.whole(variant))
				continue
			}
			// Generators need a name for each kind, and the member that tells them apart.
			reference := r.Reference(variant)
			j.OneOf = append(j.OneOf, &jsonSchema{Ref: reference})
			if j.Discriminator == nil {
				j.Discriminator = &discriminator{rules.ItemType, map[string]string{}}
			}
			j.Discriminator.Mapping[variant.Properties[0].Schema.Choices()[0]] = reference
		}
		return j
	case s.Nullable && r.Form == ForForms:
		j.Type = []string{typeName(s), "null"}
	case s.Nullable:
		j.Nullable = r.Form == OpenAPI
	}
	r.describe(j, s)
	if !s.Failure {
		r.contents(j, s)
	}
	switch r.Form {
	case ForForms: // clients made of OpenAPI would send defaults, also where the rules refuse the field
		if s.Default != nil {
			j.Default = s.Default
		}
		if s.Example != nil {
			j.Examples = []any{s.Example}
		}
	case OpenAPI:
		if s.Example != nil {
			j.Example = s.Example
		}
	case ForTools: // agents take 60,000 without a period for the pay of a year
		if s.Kind == types.Enumeration && s.Default != nil {
			j.Default = s.Default
		}
	}
	return j
}

// contents describes what a value consists of.
func (r *Rendering) contents(j *jsonSchema, s *Schema) {
	short := r.Form == ForTools
	switch s.Kind {
	case types.RecordKind:
		r.object(j, s)
	case types.ListKind:
		j.Items = r.schema(s.Items)
		switch {
		case !short:
			j.MinItems, j.MaxItems = s.MinLength, s.MaxLength
		case j.Items.Description == j.Description:
			j.Items.Description = ""
		}
	case types.Number:
		r.bounds(j, s)
	case types.Enumeration:
		if short && len(s.Cases) > mostListed {
			break
		}
		if j.Enum = anyOf(s.Cases); s.Nullable && r.Form == ForForms {
			j.Enum = append(j.Enum, nil)
		}
	case types.Text:
		if len(s.Cases) > 0 && r.Form != ForForms {
			j.Enum = anyOf(s.Cases)
			break
		}
		if j.Format, j.Pattern = s.Format, s.Pattern; !short {
			j.MinLength, j.MaxLength = s.MinLength, s.MaxLength
		}
		if s.Example == nil {
			j.Examples = anyOf(s.Cases)
		}
	default:
		if form := s.Kind.Notation(); form != nil {
			if j.Format = form.Format; !short {
				j.Pattern = form.Pattern
			}
		}
	}
}

// mostListed is how many choices a tool lists.
const mostListed = 40

// percentExample is a percentage that shows how it is sent: 30, or the maximum below that; empty
// for a field that is not a percentage, or that has choices.
func (s *Schema) percentExample() string {
	if !s.Percent() || len(s.Cases) > 0 {
		return ""
	}
	example := number.New(30, 0)
	if s.Max != nil && s.Max.Cmp(example) < 0 {
		example = *s.Max
	}
	return example.Trim().String()
}

// describe says what the value means, with its default where that is a rule.
func (r *Rendering) describe(j *jsonSchema, s *Schema) {
	about := s.About.In(r.Language)
	if example := s.percentExample(); example != "" {
		about += " " + say("in_percent", "n", example).In(r.Language) + "."
	}
	preset := s.DefaultText.In(r.Language)
	if s.Default != nil && preset == "" && r.Form == OpenAPI {
		preset = "`" + string(s.Default.AppendJSON(nil)) + "`."
	}
	switch {
	case r.Form == ForTools:
		if about, _, _ = strings.Cut(about, ". "); s.Items != nil && s.Items.Variants != nil { // they are listed
			about, _, _ = strings.Cut(about, ": ")
		}
	case preset != "":
		about = strings.TrimSpace(about + " " + say("default").In(r.Language) + " " + preset)
	}
	labels := map[string]string{}
	for i, choice := range s.ChoiceLabels {
		label := choice.Label.In(r.Language)
		if labels[choice.Value] = label; r.Form == OpenAPI {
			about += map[bool]string{true: "\n\n", false: ", "}[i == 0] + "`" + choice.Value + "` " + label
		}
	}
	if j.Description = about; r.Form != ForForms {
		return
	}
	j.Title, j.ChoiceLabels, j.FilledIn, j.Regimes = s.Label.In(r.Language), labels, s.FilledIn, s.Regimes
	if s.doubtfulAbove.Sign() > 0 {
		j.DoubtfulAbove = numberJSON(s.doubtfulAbove)
	}
	for _, group := range s.AskedWith {
		j.AskedWith = append(j.AskedWith, byName(group))
	}
	j.Spouses = byName(s.Spouses)
	if r.Names {
		j.AlsoCalled, j.ValuesCalled = s.AlsoCalled, byName(s.ValuesCalled)
	}
}

// byName is a declared map of lists, which may be empty, but not null.
func byName(list []syntax.Values) map[string][]string {
	m := map[string][]string{}
	for _, of := range list {
		m[of.Name] = append([]string{}, of.Values...)
	}
	return m
}

func (r *Rendering) object(j *jsonSchema, s *Schema) {
	switch {
	case s.FreeForm:
		j.AdditionalProperties = true
		return
	case r.Form != ForTools:
		j.AdditionalProperties = false
	}
	properties := writer{}
	properties.raw("{")
	for _, property := range s.Properties {
		properties.members(property.Name, marshal(r.schema(property.Schema)))
		if property.Required || r.Answer && !property.Sometimes {
			j.Required = append(j.Required, property.Name)
		}
	}
	properties.raw("}")
	j.Properties = properties.dst
}

func (r *Rendering) bounds(j *jsonSchema, s *Schema) {
	if whole := s.labelledIntegers(); whole != nil && r.Form != ForForms {
		j.Enum = whole
		return
	}
	if r.Form == ForTools {
		return
	}
	if r.Form == OpenAPI && s.Kind == types.Number && !s.Integer() {
		j.Format = "double" // or Go gets numbers of seven digits
	}
	r.bound(&j.Minimum, &j.ExclusiveMinimum, s.Min, s.AboveMin && !s.Zero)
	r.bound(&j.Maximum, &j.ExclusiveMaximum, s.Max, s.BelowMax)
	switch {
	case s.MultipleOf != nil:
		j.MultipleOf = numberJSON(*s.MultipleOf)
	case s.MaxPlaces() > 0:
		j.MultipleOf = numberJSON(number.New(1, s.MaxPlaces()))
	}
}

func (r *Rendering) bound(inclusive, exclusive *any, value *number.Decimal, outside bool) {
	switch {
	case value == nil:
	case !outside:
		*inclusive = numberJSON(*value)
	case r.Form == OpenAPI:
		*inclusive, *exclusive = numberJSON(*value), true
	default:
		*exclusive = numberJSON(*value)
	}
}

// labelledIntegers are the values of an integer whose values all have labels; nil for others.
func (s *Schema) labelledIntegers() (values []any) {
	for _, choice := range s.ChoiceLabels {
		if value, err := number.Parse(choice.Value); err == nil {
			values = append(values, numberJSON(value))
		}
	}
	if !s.Integer() || s.Min == nil || s.Max == nil || s.Max.Sub(*s.Min).Cmp(number.New(int64(len(values)-1), 0)) != 0 {
		return nil
	}
	return values
}

func numberJSON(value number.Decimal) json.RawMessage { return value.AppendJSON(nil) }

func anyOf(texts []string) (all []any) {
	for _, text := range texts {
		all = append(all, text)
	}
	return all
}
