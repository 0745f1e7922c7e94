package operations

import (
	"slices"
	"strings"

	"github.com/payslate/payslate/rules"
)

// selection returns the schema of a query with one list, which selects fields of the
// answer or of the answer to each item.
func (c *Catalogue) selection(operation *Operation, name string) *Schema {
	declared := c.Schemas[name]
	answer := operation.Output
	if operation.Each != nil {
		answer = operation.Each.Output
	}
	query, list := *declared, *declared.Properties[0].Schema
	items := &Schema{Field: rules.Field{Kind: rules.Choice}}
	for i := range answer.Properties {
		items.Choices = append(items.Choices, answer.Properties[i].Name)
	}
	list.Items, list.MaxItems = items, len(items.Choices)
	query.Properties = []Property{{Name: declared.Properties[0].Name, Schema: &list}}
	return &query
}

// Select returns the operation with only the fields that a query selects in its answer;
// without a query, the operation itself. The error is a *Failure.
func (o *Operation) Select(query string) (*Operation, error) {
	if query == "" {
		return o, nil
	}
	d := borrowDecoder("query")
	defer d.giveBack()
	if err := d.decodeQuery(o.Query, query); err != nil {
		return nil, err
	}
	selected := *o
	for _, list := range d.input.Members {
		for _, item := range list.Members {
			selected.fields = append(selected.fields, item.Text)
		}
	}
	if o.Each != nil {
		each := *o.Each
		each.fields = selected.fields
		selected.Each = &each
	}
	return &selected, nil
}

// Request identifies the operation and the selected fields, without the body.
func (o *Operation) Request() string {
	if o.fields == nil {
		return o.ID
	}
	return o.ID + "?" + strings.Join(o.fields, ",")
}

// wants reports whether the answer has a field.
func (w *writer) wants(field string) bool { return w.fields == nil || slices.Contains(w.fields, field) }
