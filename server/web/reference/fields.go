package reference

import (
	"strconv"
	"strings"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/server/operations"
)

// table describes the fields of an object.
type table struct {
	ID, Name, About string
	Fields          []field
	// Defaults is set if the fields have defaults, as in a request.
	Defaults bool
}

// field is a field of an object.
type field struct {
	Name, Type, Default, About string
	Required                   bool
	// Link leads to the table of the field's object.
	Link string
}

// tabler makes tables, each once.
type tabler struct {
	words *syntax.Words
	shown map[string]bool
}

// tables describes an object and those within it that were not described yet.
func (t *tabler) tables(schema *operations.Schema, answer bool) []table {
	name := schema.Name
	if name == "" || t.shown[name] || len(schema.Properties) == 0 {
		return nil
	}
	t.shown[name] = true
	described := table{ID: identifier(name), Name: name, About: schema.About.In(t.words.Language), Defaults: !answer}
	var within []table
	for i := range schema.Properties {
		property := &schema.Properties[i]
		described.Fields = append(described.Fields, t.field(property, answer))
		if object := objectOf(property.Schema); object != nil {
			within = append(within, t.tables(object, answer)...)
		}
	}
	return append([]table{described}, within...)
}

func (t *tabler) field(property *operations.Property, answer bool) field {
	schema, language := property.Schema, t.words.Language
	described := field{
		Name: property.Name, Type: t.typeOf(schema), About: schema.About.In(language),
		Required: property.Required && !answer,
	}
	if object := objectOf(schema); object != nil {
		described.Link = identifier(object.Name)
	}
	switch {
	case schema.Default != nil:
		described.Default = constant(schema.Default)
	case schema.DefaultText.English != "":
		described.About += " " + t.words.Word("default") + ": " + schema.DefaultText.In(language)
	}
	return described
}

// objectOf is the object with a name that a field holds or lists, nil if none.
func objectOf(schema *operations.Schema) *operations.Schema {
	if schema.Kind == rules.Array {
		schema = schema.Items
	}
	if schema.Kind != rules.Object || schema.Name == "" {
		return nil
	}
	return schema
}

var kindWords = map[rules.Kind]string{
	rules.Integer: "integer", rules.Number: "number", rules.Boolean: "boolean", rules.String: "string",
	rules.Date: "date", rules.LocalTime: "local_time",
}

// typeOf is a type with its bounds, in words.
func (t *tabler) typeOf(schema *operations.Schema) string {
	var parts []string
	switch schema.Kind {
	case rules.Object:
		parts = append(parts, schema.Name)
		if schema.Failure {
			parts[0] = t.words.Word("failure")
		}
		if schema.FreeForm || schema.OpenForm {
			parts[0] = t.words.Word("free_form")
		}
	case rules.Array:
		parts = append(parts, t.words.Word("list_of")+" "+t.typeOf(schema.Items))
		if schema.MaxItems > 0 {
			parts = append(parts, strconv.Itoa(schema.MinItems)+" "+t.words.Word("to")+" "+strconv.Itoa(schema.MaxItems)+" "+t.words.Word("items"))
		}
	case rules.Choice:
		parts = append(parts, t.words.Word("one_of")+" "+strings.Join(schema.Choices, ", "))
	default:
		parts = append(parts, t.words.Word(kindWords[schema.Kind]))
		parts = append(parts, t.bounds(schema)...)
	}
	text := strings.Join(parts, ", ")
	if schema.Nullable {
		text += ", " + t.words.Word("or_null")
	}
	return text
}

// bounds are the bounds of a number or a text, in words.
func (t *tabler) bounds(schema *operations.Schema) []string {
	var parts []string
	word := t.words.Word
	switch {
	case schema.Min != nil && schema.Max != nil && (!schema.AboveMin || schema.Zero) && !schema.BelowMax:
		parts = append(parts, text(*schema.Min)+" "+word("to")+" "+text(*schema.Max))
	default:
		if schema.Min != nil {
			parts = append(parts, word(outside(schema.AboveMin && !schema.Zero, "above", "at_least"))+" "+text(*schema.Min))
		}
		if schema.Max != nil {
			parts = append(parts, word(outside(schema.BelowMax, "below", "at_most"))+" "+text(*schema.Max))
		}
	}
	if schema.MultipleOf != nil {
		parts = append(parts, word("steps")+" "+text(*schema.MultipleOf))
	}
	if schema.Kind == rules.Number && schema.MaxPlaces >= 0 && schema.MultipleOf == nil {
		parts = append(parts, word("at_most")+" "+strconv.Itoa(schema.MaxPlaces)+" "+word("decimals"))
	}
	if schema.Kind == rules.String && schema.MaxLength > 0 {
		length := strconv.Itoa(schema.MaxLength) + " " + word("characters")
		if schema.MinLength < schema.MaxLength {
			length = word("at_most") + " " + length
		}
		parts = append(parts, length)
	}
	return parts
}

func outside(is bool, open, closed string) string {
	if is {
		return open
	}
	return closed
}

func text(value number.Decimal) string { return string(value.AppendJSON(nil)) }

func constant(value *rules.Value) string {
	switch value.Kind {
	case rules.Integer, rules.Number:
		return text(value.Number)
	case rules.Boolean:
		return strconv.FormatBool(value.Bool)
	default:
		return value.Text
	}
}

// identifier is a name as part of an address.
func identifier(name string) string { return strings.ReplaceAll(name, " ", "-") }
