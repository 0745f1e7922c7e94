package operations

import (
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/rules"
)

// Example is a request of the documentation, and its answer.
type Example struct {
	// Name is for programs, Title for people: the country that it is about.
	Name  string
	Title rules.Text
	// Request is a body, or the query string of a GET operation.
	Request string
	// Answer is what the operation answers now.
	Answer []byte
	Status int
}

// Examples computes an example of the operation for each country that can be
// calculated, or a single one where its input has no country.
func (o *Operation) Examples(language rules.Language) []Example {
	if len(o.examples) > 0 {
		examples := make([]Example, len(o.examples))
		for i, declared := range o.examples {
			examples[i] = Example{Name: declared.Name, Title: declared.Title, Request: declared.Request}
			o.fill(&examples[i], language)
		}
		return examples
	}
	if o.Input.Index("country") < 0 {
		example := Example{Name: o.Name, Title: o.Title}
		o.accepted(&example, nil, language)
		return []Example{example}
	}
	examples := make([]Example, len(o.catalogue.available))
	for i, country := range o.catalogue.available {
		examples[i] = Example{Name: country.ProfileKey, Title: country.Name}
		o.accepted(&examples[i], country, language)
	}
	return examples
}

// RefusedExample is a request that the rules refuse: the earliest year of the
// schema. The second result reports whether there is one.
func (o *Operation) RefusedExample(language rules.Language) (Example, bool) {
	example := Example{Name: "refused", Request: o.refusal}
	if o.Each != nil {
		return example, false // each item has its own
	}
	if example.Request == "" {
		example.Request = o.written(&exampleWriter{available: o.catalogue.available, country: o.catalogue.available[0], earliest: true})
	}
	o.fill(&example, language)
	return example, example.Status == statusBadRequest
}

// InvalidExample is a request that does not fit the operation's schema.
func (o *Operation) InvalidExample(language rules.Language) Example {
	example := Example{Name: "invalid", Request: `{}`}
	if o.Method == "GET" {
		example.Request = "unknown=1"
	}
	o.fill(&example, language)
	return example
}

// accepted writes an example that the rules accept. It leaves out fields that they refuse
// because a related field is not given.
func (o *Operation) accepted(example *Example, country *rules.Country, language rules.Language) {
	w := exampleWriter{available: o.catalogue.available, without: map[[2]any]bool{}}
	for {
		w.country = country
		example.Request = o.written(&w)
		var failure *Failure
		if !errors.As(o.fill(example, language), &failure) || len(failure.Location) < 2 {
			return
		}
		field := [2]any(failure.Location[len(failure.Location)-2:])
		if w.without[field] {
			return
		}
		w.without[field] = true
	}
}

// fill answers an example. If the call fails, the answer is its error.
func (o *Operation) fill(example *Example, language rules.Language) error {
	var err error
	if o.Method == "GET" {
		example.Answer, err = o.AnswerQuery(nil, example.Request, language)
	} else {
		example.Answer, err = o.AnswerJSON(nil, []byte(example.Request), language)
	}
	example.Status = 200
	if err != nil {
		example.Answer, example.Status = AppendError(nil, err, language)
	}
	return err
}

// written is a request as JSON, or the query string of a GET operation.
func (o *Operation) written(w *exampleWriter) string {
	members := w.members(o.Input)
	if o.Method != "GET" {
		written := writer{}
		written.object(members...)
		return string(written.dst)
	}
	var parts []string
	for i := 0; i < len(members); i += 2 {
		parts = append(parts, members[i].(string)+"="+url.QueryEscape(fmt.Sprint(members[i+1])))
	}
	return strings.Join(parts, "&")
}

// exampleWriter writes requests by their schema.
type exampleWriter struct {
	available []*rules.Country
	country   *rules.Country
	// earliest asks for the smallest year.
	earliest bool
	// without has the fields to leave out, each as the pair of its profile and its name.
	without map[[2]any]bool
}

// members are the members of an example of an object: pairs of a name and its value.
func (w *exampleWriter) members(schema *Schema) (pairs []any) {
	for i := range schema.Properties {
		property := &schema.Properties[i]
		if w.country != nil && w.without[[2]any{w.country.ProfileKey, property.Name}] {
			continue
		}
		if value := w.value(property); value != nil {
			pairs = append(pairs, property.Name, value)
		}
	}
	return pairs
}

// value is a value for the property, nil where it is left out.
func (w *exampleWriter) value(property *Property) any {
	schema := property.Schema
	switch {
	case property.Name == "country":
		return w.country.Code
	case property.Name == "year" && w.earliest && schema.Min != nil:
		return *schema.Min
	case schema.Kind == types.RecordKind && property.Name == w.country.ProfileKey:
		return object(w.members(schema))
	case schema.Kind == types.RecordKind, schema.Kind == types.ListKind && schema.Items.Variants != nil:
		return nil
	case schema.Kind == types.ListKind && schema.Items.Kind == types.RecordKind:
		var items []any
		for _, each := range w.available {
			w.country = each
			items = append(items, object(w.members(schema.Items)))
		}
		return items
	case schema.Example != nil:
		return *schema.Example
	case schema.Default != nil:
		return *schema.Default
	}
	return nil
}
