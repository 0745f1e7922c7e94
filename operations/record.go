package operations

import (
	"reflect"
	"strings"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/rules"
)

// outputs are the structs of answers and of what errors may hold beside their message.
var outputs = []reflect.Type{
	reflect.TypeFor[NetOut](), reflect.TypeFor[BatchOut[NetOut]](), reflect.TypeFor[ExplainOut](), reflect.TypeFor[GrossOut](), reflect.TypeFor[YearOut](),
	reflect.TypeFor[BatchOut[YearOut]](), reflect.TypeFor[CompareOut](), reflect.TypeFor[CurveOut](), reflect.TypeFor[ParametersOut](),
	reflect.TypeFor[CountriesOut](),
}

// nameOf is the name of a struct of an answer in its description, such as BatchOut of
// BatchOut[NetOut] and YearBatchOut of BatchOut[YearOut].
func nameOf(of reflect.Type) string {
	name, item, _ := strings.Cut(of.Name(), "[")
	return strings.TrimPrefix(strings.TrimSuffix(item[strings.LastIndex(item, ".")+1:], "Out]"), "Net") + name
}

var travelOutputs = []reflect.Type{
	reflect.TypeFor[RateOut](), reflect.TypeFor[TripOut](), reflect.TypeFor[RegimesOut](), reflect.TypeFor[LocationsOut](), reflect.TypeFor[CoveredSpan](),
}

// record describes a struct of an answer: the types are those of its members, the texts those of
// the declaration. A struct or member without a text is a panic.
//
// It makes a Schema, as requests have: a library's schema keeps members in no order, but the
// documentation lists them in the order of answers.
func (b *schemaBuilder) record(of reflect.Type) *Schema {
	name := nameOf(of)
	if schema, ok := b.Schemas[name]; ok {
		return schema
	}
	declared, ok := b.records[name]
	if !ok {
		panic("operations.yaml: no text for the struct " + name)
	}
	schema := &Schema{Field: rules.Field{Type: objectType, Name: name, About: declared.About}}
	b.Schemas[name] = schema
	for _, m := range membersOf(of) {
		property := Property{Name: m.name, Sometimes: m.sometimes(), Schema: b.member(m.of, b.text(&m))}
		property.Schema.Nullable = property.Schema.Nullable && !m.omitted
		schema.Properties = append(schema.Properties, property)
	}
	return schema
}

// text is what is declared of a member: by the struct around the others before its own.
func (b *schemaBuilder) text(of *member) declaredField {
	for _, name := range of.within {
		for _, text := range b.records[name].Fields {
			if text.Name == of.name {
				return text
			}
		}
	}
	panic("operations.yaml: no text for " + of.within[0] + "." + of.name)
}

// member describes a member of a type.
func (b *schemaBuilder) member(of reflect.Type, text declaredField) *Schema {
	schema := b.value(text)
	schema.Nullable = of.Kind() == reflect.Pointer || of == reflect.TypeFor[Optional]()
	switch of = pointedTo(of); {
	case of == reflect.TypeFor[number.Decimal]():
		schema.Kind, schema.Decimals = types.Number, -1
	case of.Kind() == reflect.String && len(schema.Cases) > 0:
		schema.Kind = types.Enumeration
	case of.Kind() == reflect.String && text.Format == "date":
		schema.Kind, schema.Format = types.Date, ""
	case of.Kind() == reflect.String:
		schema.Kind = types.Text
	case of.Kind() == reflect.Int:
		schema.Kind, schema.Decimals = types.Number, 0
	case of == reflect.TypeFor[Failure]():
		schema.Kind, schema.Failure = types.RecordKind, true
	case reflect.PointerTo(of).Implements(marshaler):
		schema.Kind, schema.FreeForm = types.RecordKind, true
	case of.Kind() == reflect.Struct:
		within := *b.record(of)
		within.About, within.Nullable = schema.About, schema.Nullable
		return &within
	case of.Kind() == reflect.Slice && of.Elem().Kind() == reflect.Struct:
		schema.Kind, schema.Items = types.ListKind, b.record(of.Elem())
	case of.Kind() == reflect.Slice:
		schema.Kind, schema.Items = types.ListKind, b.member(of.Elem(), declaredField{})
	default:
		panic("no answer has a " + of.String())
	}
	return schema
}
