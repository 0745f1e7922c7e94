package documents

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/operations"
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

// fields describes an object and those within it, each once in a page.
func (d *description) fields(schema *operations.Schema, answer bool) []table {
	name := schema.Name
	if name == "" || d.described[name] || len(schema.Properties) == 0 {
		return nil
	}
	d.described[name] = true
	shown := table{ID: identifier(name), Name: name, About: schema.About.In(d.Language), Defaults: !answer}
	var within []table
	for i := range schema.Properties {
		property := &schema.Properties[i]
		shown.Fields = append(shown.Fields, d.field(property, answer))
		if object := objectOf(property.Schema); object != nil {
			within = append(within, d.fields(object, answer)...)
		}
	}
	return append([]table{shown}, within...)
}

func (d *description) field(property *operations.Property, answer bool) field {
	schema := property.Schema
	shown := field{Name: property.Name, Type: d.typeOf(schema), About: schema.About.In(d.Language), Required: property.Required && !answer}
	if object := objectOf(schema); object != nil {
		shown.Link = identifier(object.Name)
	}
	switch preset := schema.Default; {
	case preset == nil && schema.DefaultText.English != "":
		shown.About += " " + d.words.Word("default") + ": " + schema.DefaultText.In(d.Language)
	case preset != nil:
		shown.Default = preset.String()
	}
	return shown
}

// objectOf is the object with a name that a field holds or lists, nil if none.
func objectOf(schema *operations.Schema) *operations.Schema {
	if schema.Kind == types.ListKind {
		schema = schema.Items
	}
	if schema.Kind != types.RecordKind || schema.Name == "" {
		return nil
	}
	return schema
}

// kindWord is the word for the kind of a single value.
func kindWord(schema *operations.Schema) string {
	switch schema.Kind {
	case types.Number:
		if schema.Integer() {
			return "integer"
		}
		return "number"
	case types.Boolean:
		return "boolean"
	}
	if form := schema.Kind.Notation(); form != nil {
		return cmp.Or(form.Name, "string")
	}
	return "string"
}

// typeOf is a type with its bounds, in words.
func (d *description) typeOf(schema *operations.Schema) string {
	word := d.words.Word
	var text string
	switch schema.Kind {
	case types.RecordKind:
		switch text = schema.Name; {
		case schema.Failure:
			text = word("failure")
		case schema.FreeForm:
			text = word("free_form")
		}
	case types.ListKind:
		text = word("list_of") + " " + d.typeOf(schema.Items)
		if schema.MaxLength > 0 {
			text += ", " + strconv.Itoa(schema.MinLength) + " " + word("to") + " " + strconv.Itoa(schema.MaxLength) + " " + word("items")
		}
	case types.Enumeration:
		text = word("one_of") + " " + strings.Join(schema.Cases, ", ")
	default:
		text = strings.Join(append([]string{word(kindWord(schema))}, d.bounds(schema)...), ", ")
	}
	if schema.Nullable {
		text += ", " + word("or_null")
	}
	return text
}

// bounds are the bounds of a number or a text, in words.
func (d *description) bounds(schema *operations.Schema) (parts []string) {
	say := func(key, value string) { parts = append(parts, d.words.Word(key)+" "+value) }
	above := schema.AboveMin && !schema.Zero
	switch least, most := plain(schema.Min), plain(schema.Max); {
	case least != "" && most != "" && !above && !schema.BelowMax:
		parts = append(parts, least+" "+d.words.Word("to")+" "+most)
	default:
		if least != "" {
			say(map[bool]string{true: "above", false: "at_least"}[above], least)
		}
		if most != "" {
			say(map[bool]string{true: "below", false: "at_most"}[schema.BelowMax], most)
		}
	}
	switch length := strconv.Itoa(schema.MaxLength) + " " + d.words.Word("characters"); {
	case schema.MultipleOf != nil:
		say("steps", plain(schema.MultipleOf))
	case schema.MaxPlaces() > 0:
		say("at_most", strconv.Itoa(schema.MaxPlaces())+" "+d.words.Word("decimals"))
	case schema.Kind != types.Text || schema.MaxLength <= 0:
	case schema.MinLength < schema.MaxLength:
		say("at_most", length)
	default:
		parts = append(parts, length)
	}
	return parts
}

// plain is a number as JSON has it, empty without one.
func plain(value *number.Decimal) string {
	if value == nil {
		return ""
	}
	return string(value.AppendJSON(nil))
}

// identifier is a name as part of an address.
func identifier(name string) string { return strings.ReplaceAll(name, " ", "-") }
