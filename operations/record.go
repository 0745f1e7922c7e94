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
	reflect.TypeFor[NetOut](), reflect.TypeFor[BatchOut](), reflect.TypeFor[ExplainOut](), reflect.TypeFor[GrossOut](), reflect.TypeFor[YearOut](),
	reflect.TypeFor[YearBatchOut](), reflect.TypeFor[CompareOut](), reflect.TypeFor[CurveOut](), reflect.TypeFor[ParametersOut](),
	reflect.TypeFor[CountriesOut](),
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
	if schema, ok := b.Schemas[of.Name()]; ok {
		return schema
	}
	declared, ok := b.records[of.Name()]
	if !ok {
		panic("operations.yaml: no text for the struct " + of.Name())
	}
	schema := &Schema{Field: rules.Field{Type: objectType, Name: of.Name(), About: declared.About}}
	b.Schemas[of.Name()] = schema
	b.addMembers(schema, of, declared.Fields, false)
	return schema
}

// addMembers adds the members of a struct, which an answer may lack if the struct is embedded by a
// pointer. texts are those of the structs around it before its own.
func (b *schemaBuilder) addMembers(to *Schema, of reflect.Type, texts []declaredField, sometimes bool) {
	for i := range of.NumField() {
		field := of.Field(i)
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		if field.Anonymous {
			inner := pointedTo(field.Type)
			b.addMembers(to, inner, append(texts[:len(texts):len(texts)], b.records[inner.Name()].Fields...), sometimes || inner != field.Type)
			continue
		} else if name == "-" {
			continue
		}
		property := Property{Name: name, Sometimes: sometimes || options == omitted}
		for _, text := range texts {
			if text.Name == name {
				property.Schema = b.member(field.Type, text)
				break
			}
		}
		if property.Schema == nil {
			panic("operations.yaml: no text for " + to.Name + "." + name)
		}
		property.Schema.Nullable = property.Schema.Nullable && options != omitted
		to.Properties = append(to.Properties, property)
	}
}

func pointedTo(of reflect.Type) reflect.Type {
	if of.Kind() == reflect.Pointer {
		return of.Elem()
	}
	return of
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
