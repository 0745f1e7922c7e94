package operations

import (
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/interpreter/wording"
	"github.com/payslate/payslate/rules"
)

// Schema describes a value: it drives the decoder, and the documentation is
// made from it.
type Schema struct {
	// Field is what a value has in common with a field of a profile. The Name is that of
	// an object's schema, such as Scenario.
	rules.Field
	// Regimes are the regimes whose rules use the field; empty for all.
	Regimes []string
	// FilledIn marks a field of a profile that a question about a year fills in.
	FilledIn bool

	// Properties are the fields of an Object, in the order of the documentation.
	Properties []Property
	// Variants are the schemas of an Object's kinds, whose first property names the kind.
	// Its own single property has the names of all kinds.
	Variants []*Schema
	// FreeForm marks an Object of an answer whose fields depend on the country or regime.
	FreeForm bool

	// Failure marks an error in an answer: an object, or the list of a request's
	// failures.
	Failure bool

	// Apart is set for an Array whose items are separate requests, which the decoder
	// leaves undecoded.
	Apart bool
	// Items describes the items of a list.
	Items *Schema

	// Zero is set for a number above 0 that may be 0 if acceptsZero of its object says so.
	Zero bool
	// acceptsZero reports whether an Object may have 0 in its property zero.
	acceptsZero func(*Value) bool
	zero        int

	// Format and Pattern are a String's JSON Schema format and regular expression
	// in an answer; requests are not judged by them.
	Format, Pattern string

	// called has other names of the choices; anyCase accepts a name in upper or lower case.
	called  []rules.ChoiceLabel
	anyCase bool
	// sentAs are names that people send in place of the field's, beside AlsoCalled.
	sentAs []string
	// doubtfulAbove is the pay of a year above which answers of the country whose profile an
	// Object is warn; 0 for none.
	doubtfulAbove number.Decimal
	// countries are the codes of the country whose profile an Object is.
	countries []string
	// elsewhere names the operations that have a field which this request lacks.
	elsewhere map[string]string
	// batch is the operation that takes many such requests; empty if there is none.
	batch string
}

// objectType is the type of an object of a request or answer.
var objectType = types.Type{Kind: types.RecordKind}

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
	types.Value
	// Members are the values of an Object, by index of Schema.Properties, or the
	// items of an Array.
	Members []Value
	schema  *Schema // of an Object
	// sent is how often an object had it. A value that was sent and is not given was null.
	sent int
}

// field is the member of an Object with a name.
func (v *Value) field(name string) *Value { return &v.Members[v.schema.Index(name)] }

// text is the text of a member, empty if it was not given.
func (v *Value) text(name string) string { return v.field(name).Text }

// number is the number of a member or else its default.
func (v *Value) number(name string) number.Decimal {
	member := v.field(name)
	if preset := v.schema.Properties[v.schema.Index(name)].Schema.Default; !member.Given() && preset != nil {
		return preset.Number
	}
	return member.Number
}

// whole is number for a whole one.
func (v *Value) whole(name string) int {
	n, _ := v.number(name).Int64()
	return int(n)
}

// profile describes a country's profile as its rules declare it. All requests share the
// schemas of its fields.
func (b *schemaBuilder) profile(country *rules.Country, about rules.Text) *Schema {
	if b.profiles[country] == nil {
		b.profiles[country] = profileFields(country)
	}
	return &Schema{
		Field:      rules.Field{Type: objectType, Name: country.Code + " profile", About: about, Nullable: true},
		Properties: b.profiles[country],
		countries:  append([]string{country.Code}, country.Aliases...), doubtfulAbove: country.DoubtfulAbove,
	}
}

func profileFields(country *rules.Country) (fields []Property) {
	for _, field := range country.Fields {
		own := fieldSchema(field)
		own.FilledIn = country.FilledIn(field.Name)
		for i, kind := range field.Kinds {
			own.Items.Variants[i].Name = country.Code + " component " + strings.ReplaceAll(kind.Name, "_", " ")
		}
		fields = append(fields, Property{Name: field.Name, Schema: own})
	}
	return fields
}

func fieldSchema(field rules.Field) *Schema {
	schema := &Schema{Field: field, called: slices.Clone(field.ChoiceLabels)}
	for _, value := range field.ValuesCalled {
		schema.called = append(schema.called, calledAs(value.Name, value.Values)...)
	}
	if field.Kinds != nil {
		schema.Items = itemSchema(field.Kinds)
	} else if element := field.Enumerated(); element != nil {
		schema.Items = &Schema{Field: rules.Field{Type: *element, ChoiceLabels: field.ChoiceLabels}, called: field.ChoiceLabels}
		schema.ChoiceLabels = nil
	}
	return schema
}

// itemSchema describes the items of an Array with kinds.
func itemSchema(kinds []rules.ItemKind) *Schema {
	schema := &Schema{Field: rules.Field{Type: objectType, Name: "component"}}
	var names []string
	var called []rules.ChoiceLabel
	for _, kind := range kinds {
		names = append(names, kind.Name)
		called = append(append(called, rules.ChoiceLabel{Value: kind.Name, Label: kind.Label}), calledAs(kind.Name, kind.AlsoCalled)...)
		variant := &Schema{Field: rules.Field{Type: objectType, Label: kind.Label, About: kind.About}, Properties: []Property{kindProperty(kind.Name)}}
		for _, field := range kind.Fields {
			variant.Properties = append(variant.Properties, Property{Name: field.Name, Required: field.Required, Schema: fieldSchema(field)})
		}
		schema.Variants = append(schema.Variants, variant)
	}
	schema.Properties = []Property{kindProperty(names...)}
	schema.Properties[0].Schema.called = called
	return schema
}

// calledAs are other names of a value.
func calledAs(value string, names []string) (list []rules.ChoiceLabel) {
	for _, name := range names {
		list = append(list, rules.ChoiceLabel{Value: value, Label: wording.Everywhere(name)})
	}
	return list
}

func kindProperty(names ...string) Property {
	return Property{Name: rules.ItemType, Required: true, Schema: &Schema{Field: rules.Field{Type: types.Type{Kind: types.Enumeration, Cases: names}, About: say("kind_about")}}}
}

// variant returns the schema of a kind; nil if there is none.
func (s *Schema) variant(kind string) *Schema {
	for _, variant := range s.Variants {
		if variant.Properties[0].Schema.Cases[0] == kind {
			return variant
		}
	}
	return nil
}

// enumerate lists texts as messages do: 'a', 'b' or 'c'.
func enumerate(choices []string) rules.Text {
	quoted := make([]string, len(choices))
	for i, choice := range choices {
		quoted[i] = "'" + choice + "'"
	}
	return eitherOf(quoted)
}
