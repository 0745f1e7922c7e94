package operations

import (
	"slices"

	"github.com/payslate/payslate/rules"
)

// Schema describes a value: it drives the decoder, and the documentation is
// made from it.
type Schema struct {
	// Field is what a value has in common with a field of a profile. The Name is that of
	// an object's schema, such as Scenario; Choices of a String are texts known to be
	// accepted.
	rules.Field
	// Regimes are the regimes whose rules use the field; empty for all.
	Regimes []string

	// Properties are the fields of an Object, in the order of the documentation.
	Properties []Property
	// FreeForm marks an Object of an answer whose fields depend on the country.
	FreeForm bool
	// OpenForm is a FreeForm whose fields may hold lists and objects too.
	OpenForm bool

	// Failure marks an error in an answer: an object, or the list of a request's
	// failures.
	Failure bool

	// Selectable is set for an answer whose properties a query may select.
	Selectable bool
	// Apart is set for an Array whose items are separate requests, which the decoder
	// leaves undecoded.
	Apart bool
	// Items describes the items of an Array, MinItems and MaxItems their count.
	Items              *Schema
	MinItems, MaxItems int

	// RoundedPlaces is the number of decimals that the value is rounded half up
	// to before use; a value that leaves the range by that fails.
	RoundedPlaces int

	// Zero is set for a number above 0 that may be 0 if acceptsZero of its object says so.
	Zero bool
	// acceptsZero judges the members of an Object without the one that is 0.
	acceptsZero func(members []Value) bool

	// Format and Pattern are a String's JSON Schema format and regular expression
	// in an answer; requests are not judged by them.
	Format, Pattern string

	// expected lists the choices for messages.
	expected rules.Text
}

// Property is a field of an object. Null counts as "not given" where it is not
// required.
type Property struct {
	Name     string
	Required bool
	// Sometimes is set if an answer may lack it.
	Sometimes bool
	Schema    *Schema
}

// Index finds a property by its name; -1 if there is none.
func (s *Schema) Index(name string) int {
	return slices.IndexFunc(s.Properties, func(p Property) bool { return p.Name == name })
}

// Value is a decoded value. The zero Value is "not given".
type Value struct {
	rules.Value // a Date or LocalTime is checked, as sent
	// Members are the values of an Object, by index of Schema.Properties, or the
	// items of an Array.
	Members []Value
	// Null reports that null was sent, which counts as "not given".
	Null bool
}

// profileSchema describes a country's profile as its rules declare it.
func profileSchema(country *rules.Country, about rules.Text) *Schema {
	schema := &Schema{Field: rules.Field{Kind: rules.Object, Name: country.Code() + " profile", About: about, Nullable: true}}
	for _, field := range country.Fields() {
		schema.Properties = append(schema.Properties, Property{Name: field.Name, Schema: fieldSchema(field)})
	}
	return schema
}

func fieldSchema(field rules.Field) *Schema {
	schema := &Schema{Field: field, RoundedPlaces: rules.Unbounded, expected: enumerate(field.Choices)}
	if field.Kind == rules.List {
		schema.Items = &Schema{Field: rules.Field{Kind: rules.Choice, Choices: field.Choices, ChoiceLabels: field.ChoiceLabels}, expected: schema.expected}
		schema.Kind, schema.MinItems, schema.MaxItems = rules.Array, max(field.MinLength, 0), field.MaxLength
		schema.Choices, schema.ChoiceLabels, schema.MinLength, schema.MaxLength = nil, nil, rules.Unbounded, rules.Unbounded
	}
	return schema
}

// enumerate lists texts as messages do: 'a', 'b' or 'c'.
func enumerate(choices []string) rules.Text {
	quoted := make([]string, len(choices))
	for i, choice := range choices {
		quoted[i] = "'" + choice + "'"
	}
	return eitherOf(quoted)
}
