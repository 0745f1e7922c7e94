package operations

import (
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/wording"
	"github.com/payslate/payslate/rules"
	"strings"
)

// Kind is the JSON type of a value, with what is accepted beyond it.
type Kind uint8

// The kinds. The zero Kind is invalid.
const (
	// Object has named properties and refuses all others.
	Object Kind = iota + 1
	// Array is a list of equal items.
	Array
	// Integer is a whole number; 2026.0 is one too.
	Integer
	// Number is an exact decimal number.
	Number
	// Boolean is true or false.
	Boolean
	// Choice is one text of a list.
	Choice
	// String is a text with length bounds.
	String
	// Date is a calendar day, YYYY-MM-DD.
	Date
	// LocalTime is a wall-clock time, YYYY-MM-DDTHH:MM[:SS], or one with its offset
	// from UTC, YYYY-MM-DDTHH:MM(Z|±HH:MM).
	LocalTime
)

// Unbounded stands for a length, a size or a number of decimals without limit.
const Unbounded = -1

// Schema describes a value: it drives the decoder, and the documentation is
// made from it.
type Schema struct {
	Kind Kind
	// Name is the name of an object's schema, such as Scenario.
	Name  string
	About rules.Text
	// Label is a short name for forms, ChoiceLabels says what values mean; both
	// may be empty.
	Label        rules.Text
	ChoiceLabels []rules.ChoiceLabel
	// Regimes are those whose rules want the field; empty where all do.
	Regimes []string

	// Properties are the fields of an Object, in the order of the documentation.
	Properties []Property
	// FreeForm marks an Object of an answer whose fields depend on the country.
	FreeForm bool
	// OpenForm is a FreeForm whose fields may hold lists and objects too.
	OpenForm bool

	// Failure marks what stands for an error in an answer: an object, or the list
	// of a request's failures.
	Failure bool

	// Apart says of an Array that each item is a request of its own, which the
	// decoder leaves undecoded.
	Apart bool
	// Items describes the items of an Array, MinItems and MaxItems their count.
	Items              *Schema
	MinItems, MaxItems int

	// Min and Max bound numbers; nil where open. With AboveMin (BelowMax) the
	// bound itself is outside.
	Min, Max           *number.Decimal
	AboveMin, BelowMax bool
	// MultipleOf is the step of a number, nil where there is none.
	MultipleOf *number.Decimal
	// MaxPlaces is the largest number of decimals.
	MaxPlaces int
	// RoundedPlaces is the number of decimals that the value is rounded half up
	// to before use; a value that leaves the range by that fails.
	RoundedPlaces int

	// Choices lists the texts of a Choice, or those known to be accepted of a
	// String.
	Choices []string
	// MinLength and MaxLength bound a String in characters.
	MinLength, MaxLength int
	// Format and Pattern are a String's JSON Schema format and regular expression
	// in an answer; requests are not judged by them.
	Format, Pattern string

	// Default is used when the value is not given; DefaultText says in words
	// what is used where it is not a constant.
	Default     *rules.Value
	DefaultText rules.Text
	// Example is a value for the documentation.
	Example *rules.Value
	// Nullable says that null (or leaving the value out) is a state of its own.
	Nullable bool

	// expected lists the choices in words, for messages.
	expected rules.Text
}

// Property is a field of an object. Null counts as "not given" where it is not
// required.
type Property struct {
	Name     string
	Required bool
	// Sometimes says that an answer may lack it.
	Sometimes bool
	Schema    *Schema
}

// Index finds a property by its name; -1 if there is none.
func (s *Schema) Index(name string) int {
	for i := range s.Properties {
		if s.Properties[i].Name == name {
			return i
		}
	}
	return -1
}

// indexOf is Index for a name as the decoder meets it.
func (s *Schema) indexOf(name []byte) int {
	for i := range s.Properties {
		if s.Properties[i].Name == string(name) {
			return i
		}
	}
	return -1
}

// choice finds the text among the choices, so that nothing is copied.
func (s *Schema) choice(text []byte) (string, bool) {
	for _, choice := range s.Choices {
		if choice == string(text) {
			return choice, true
		}
	}
	return "", false
}

// Value is a decoded value. The zero Value is "not given".
type Value struct {
	Kind   Kind
	Number number.Decimal // Integer, Number
	Text   string         // Choice, String, Date, LocalTime (checked, as sent)
	Bool   bool
	// Members are the values of an Object, by index of Schema.Properties, or the
	// items of an Array.
	Members []Value
}

// Given says whether the value was given.
func (v *Value) Given() bool { return v.Kind != 0 }

// profileSchema describes a country's profile as its rules declare it.
func profileSchema(country *rules.Country, about rules.Text) *Schema {
	schema := &Schema{Kind: Object, Name: country.Code() + " profile", About: about, Nullable: true}
	for _, field := range country.Fields() {
		schema.Properties = append(schema.Properties, Property{Name: field.Name, Schema: fieldSchema(field)})
	}
	return schema
}

func fieldSchema(field rules.Field) *Schema {
	schema := &Schema{
		About: field.About, Label: field.Label, ChoiceLabels: field.ChoiceLabels, Min: field.Min, Max: field.Max, AboveMin: field.AboveMin, BelowMax: field.BelowMax,
		MultipleOf: field.MultipleOf, MaxPlaces: field.MaxPlaces, RoundedPlaces: Unbounded, Choices: field.Choices,
		MinLength: field.MinLength, MaxLength: field.MaxLength, Default: field.Default,
		DefaultText: field.DefaultText, Example: field.Example, Nullable: field.Nullable,
	}
	switch field.Kind {
	case rules.Integer:
		schema.Kind = Integer
	case rules.Number:
		schema.Kind = Number
	case rules.Boolean:
		schema.Kind = Boolean
	case rules.Choice:
		schema.Kind = Choice
		schema.expected = enumerate(field.Choices)
	case rules.String:
		schema.Kind = String
	case rules.List:
		schema.Kind, schema.MinItems, schema.MaxItems = Array, max(field.MinLength, 0), field.MaxLength
		schema.Items = &Schema{Kind: Choice, Choices: field.Choices, ChoiceLabels: field.ChoiceLabels, expected: enumerate(field.Choices)}
		schema.Choices, schema.ChoiceLabels, schema.MinLength, schema.MaxLength = nil, nil, Unbounded, Unbounded
	}
	return schema
}

// enumerate lists texts as messages do: 'a', 'b' or 'c'.
func enumerate(choices []string) rules.Text {
	quoted := make([]string, len(choices))
	for i, choice := range choices {
		quoted[i] = "'" + choice + "'"
	}
	last := len(quoted) - 1
	if last < 1 {
		return wording.Everywhere(strings.Join(quoted, ""))
	}
	return say("alternatives", "others", strings.Join(quoted[:last], ", "), "last", quoted[last])
}
