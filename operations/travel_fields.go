package operations

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/tables"
)

// tripFields adds the fields that the regimes' rules use: those of a trip, or those of
// its legs.
func (b *schemaBuilder) tripFields(schema *Schema, legs bool) {
	for _, regime := range b.tables.Regimes() {
		for _, field := range regime.RequestFields() {
			list := []tables.RequestField{field}
			if own := field.Declaration.About == nil; own != legs {
				continue
			} else if legs {
				list = field.Items
			}
			for i := range list {
				b.tripField(schema, &list[i], false, regime.ID)
			}
		}
	}
}

// tripField adds a field as a regime declares it. Regimes that share one have to
// declare it alike.
func (b *schemaBuilder) tripField(schema *Schema, field *tables.RequestField, required bool, regime string) {
	value := b.requested(field, regime)
	if known := schema.Index(field.Name); known >= 0 {
		other := schema.Properties[known].Schema
		if other.Kind != value.Kind || other.Integer() != value.Integer() || !slices.Equal(other.Cases, value.Cases) {
			b.err = cmp.Or(b.err, fmt.Errorf("%s: %s.%s is declared differently by another regime", regime, schema.Name, field.Name))
		}
		other.Regimes = append(other.Regimes, regime)
		return
	}
	value.Regimes = []string{regime}
	schema.Properties = append(schema.Properties, Property{Name: field.Name, Required: required, Schema: value})
}

// requested is the schema of a field that rules want of a request.
func (b *schemaBuilder) requested(field *tables.RequestField, regime string) *Schema {
	schema := fieldSchema(rules.FieldOf(&field.Input))
	schema.Nullable = false
	if field.Type.Kind == types.ListKind {
		schema.Items = &Schema{Field: rules.Field{Type: objectType, Name: itemName(field.Name), About: schema.About}}
		for i := range field.Items {
			b.tripField(schema.Items, &field.Items[i], field.Items[i].Required(), regime)
		}
		b.Schemas[schema.Items.Name] = schema.Items
	}
	return schema
}

// itemName is the name of the objects of a list: TripEarlierWork of earlier_work.
func itemName(list string) string {
	name := "Trip"
	for _, word := range strings.Split(list, "_") {
		name += strings.ToUpper(word[:1]) + word[1:]
	}
	return name
}

// place returns the fields that name a place.
func (v *Value) place() tables.Query {
	return tables.Query{
		Country: v.text("country"), State: v.text("state"), County: v.text("county"), City: v.text("city"), PostalCode: v.text("postal_code"),
	}
}

// further returns the fields that only some regimes use, and the lists among them.
func (v *Value) further() (fields tables.Sent, lists map[string][]tables.Sent) {
	for i := range v.Members {
		name, value := v.schema.Properties[i].Name, &v.Members[i]
		switch {
		case !value.Given() || v.schema.Properties[i].Schema.Regimes == nil:
		case value.Kind == types.ListKind:
			if lists == nil {
				lists = map[string][]tables.Sent{}
			}
			lists[name] = make([]tables.Sent, len(value.Members))
			for k := range value.Members {
				lists[name][k], _ = value.Members[k].further()
			}
		default:
			if fields == nil {
				fields = tables.Sent{}
			}
			fields[name] = value.written()
		}
	}
	return fields, lists
}

// written is a value as text.
func (v *Value) written() string {
	v.Number = v.Number.Trim()
	return v.String()
}

// unasked returns the error of a journey with fields that the regime does not use, nil
// without such fields.
func unasked(regime *tables.Regime, j *tables.Journey) error {
	locs := regime.Unasked(j)
	if len(locs) == 0 {
		return nil
	}
	failure := invalid()
	for _, loc := range locs {
		found := detail("extra_forbidden")
		found.Location = append([]any{"body"}, loc...)
		failure.Details = append(failure.Details, found)
	}
	return failure
}
