package operations

import (
	"errors"
	"net/url"
	"strings"

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
	examples := make([]Example, len(o.available))
	for i, country := range o.available {
		examples[i] = Example{Name: country.ProfileKey(), Title: country.Name()}
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
		example.Request = o.written(&exampleWriter{available: o.available, country: o.available[0], earliest: true})
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
	w := exampleWriter{available: o.available, without: map[profileField]bool{}}
	for {
		w.country = country
		example.Request = o.written(&w)
		var failure *Failure
		if !errors.As(o.fill(example, language), &failure) || len(failure.Location) < 2 {
			return
		}
		at := failure.Location[len(failure.Location)-2:]
		field := profileField{at[0].Name, at[1].Name}
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

func (o *Operation) written(w *exampleWriter) string {
	var parts []string
	members := w.members(o.Input)
	for _, m := range members {
		text := strings.Trim(m.text, `"`)
		parts = append(parts, m.name+"="+url.QueryEscape(text))
	}
	if o.Method == "GET" {
		return strings.Join(parts, "&")
	}
	return objectOf(members)
}

// exampleWriter writes requests by their schema.
type exampleWriter struct {
	available []*rules.Country
	country   *rules.Country
	// earliest asks for the smallest year.
	earliest bool
	// without are the fields that are left out.
	without map[profileField]bool
}

// profileField is a field of a country's profile.
type profileField struct{ profile, name string }

// exampleMember is a member of an object; text is its value as JSON.
type exampleMember struct{ name, text string }

// members are the members of an example of an object.
func (w *exampleWriter) members(schema *Schema) (all []exampleMember) {
	for i := range schema.Properties {
		property := &schema.Properties[i]
		if w.country != nil && w.without[profileField{w.country.ProfileKey(), property.Name}] {
			continue
		}
		if text := w.value(property); text != "" {
			all = append(all, exampleMember{property.Name, text})
		}
	}
	return all
}

func objectOf(members []exampleMember) string {
	parts := make([]string, len(members))
	for i, m := range members {
		parts[i] = jsonText(m.name) + ":" + m.text
	}
	return "{" + strings.Join(parts, ",") + "}"
}

// value is the JSON of a value for the property, empty where it is left out.
func (w *exampleWriter) value(property *Property) string {
	schema := property.Schema
	switch {
	case property.Name == "country":
		return jsonText(w.country.Code())
	case property.Name == "year" && w.earliest && schema.Min != nil:
		return string(numberJSON(*schema.Min))
	case schema.Kind == rules.Object && property.Name == w.country.ProfileKey():
		return objectOf(w.members(schema))
	case schema.Kind == rules.Object, schema.Kind == rules.Array && schema.Items.Variants != nil:
		return ""
	case schema.Kind == rules.Array && schema.Items.Kind == rules.Object:
		var items []string
		for _, each := range w.available {
			w.country = each
			items = append(items, objectOf(w.members(schema.Items)))
		}
		return "[" + strings.Join(items, ",") + "]"
	case schema.Example != nil:
		return string(valueJSON(*schema.Example))
	case schema.Default != nil:
		return string(valueJSON(*schema.Default))
	}
	return ""
}
