package operations

import (
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/rules"
)

// shape is what a query asks of the form of an answer.
type shape struct {
	fields []string // those wanted, nil for all
	bare   bool     // reasons have no texts
	full   bool     // lines of paydays have base, rate, rule and source
	// without are the parts of a payslip that the fields do not show.
	without rules.Parts
}

// The parameters of a query beside the list of fields.
const (
	textsParameter = "texts"
	linesParameter = "lines"
	fullLines      = "full"
)

// shownBy has the fields of an answer that show a part of a payslip.
var shownBy = map[rules.Parts][]string{
	rules.AllLines | rules.LineDetails: {"lines"}, rules.AppliedProfile: {"profile"}, rules.AllNotes: {"notes", "warnings"},
}

// selection returns the schema of a query whose list selects fields of the answer or of the
// answer to each item.
func (c *Catalogue) selection(operation *Operation, name string) *Schema {
	declared := c.Schemas[name]
	answer := operation.Output
	if operation.Each != nil {
		answer = operation.Each.Output
	}
	query := *declared
	query.Properties = slices.Clone(declared.Properties)
	for i := range query.Properties {
		if query.Properties[i].Schema.Kind != types.ListKind {
			continue
		}
		list, items := *query.Properties[i].Schema, &Schema{Field: rules.Field{Type: types.Type{Kind: types.Enumeration}}}
		for k := range answer.Properties {
			items.Cases = append(items.Cases, answer.Properties[k].Name)
		}
		list.Items, list.MaxLength = items, len(items.Cases)
		query.Properties[i].Schema = &list
	}
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
	for i, member := range d.input.Members {
		for _, item := range member.Members {
			selected.fields = append(selected.fields, item.Text)
		}
		switch o.Query.Properties[i].Name {
		case textsParameter:
			selected.bare = member.Given() && !member.Bool
		case linesParameter:
			selected.full = member.Text == fullLines
		}
	}
	for part, names := range shownBy {
		if !slices.ContainsFunc(names, selected.wants) {
			selected.without |= part
		}
	}
	if o.Each != nil {
		each := *o.Each
		each.shape = selected.shape
		selected.Each = &each
	}
	return &selected, nil
}

// Request identifies the operation and the form of its answer, without the body.
func (o *Operation) Request() string {
	request := o.ID
	if o.fields != nil {
		request += "?" + strings.Join(o.fields, ",")
	}
	if o.bare {
		request += "&" + textsParameter + "=false"
	}
	if o.full {
		request += "&" + linesParameter + "=" + fullLines
	}
	return request
}

// wants reports whether the answer has a field.
func (s *shape) wants(field string) bool { return s.fields == nil || slices.Contains(s.fields, field) }
