package openapi

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/server/operations"
)

const (
	jsonType      = "application/json"
	monitoringTag = "monitoring"
)

func (d *describer) operation(operation *operations.Operation) object {
	var examples []operations.Example
	if d.form == operations.OpenAPI {
		examples = operation.Examples(d.Language)
	}
	described := object{
		{"operationId", operation.Tool},
		{"tags", []any{operation.Service}},
		{"summary", operation.Title.In(d.Language)},
		{"description", operation.About.In(d.Language)},
	}
	parameters := d.requestHeaders(operation.Method)
	parameters = append(d.query(operation), parameters...)
	described = append(described, member{"parameters", parameters})
	if operation.Method != http.MethodGet {
		described = append(described, member{"requestBody", object{
			{"required", true},
			{"content", d.content(d.schema(operation.Input, false), examples, func(e *operations.Example) []byte { return []byte(e.Request) })},
		}})
	}
	return append(described, member{"responses", d.responses(operation, examples)})
}

// query describes the query parameters of an operation.
func (d *describer) query(operation *operations.Operation) []any {
	var parameters []any
	for _, property := range operation.Query.Properties {
		schema := property.Schema.AppendJSONSchema(nil, operations.Rendering{Language: d.Language, Form: d.form})
		parameter := object{
			{"name", property.Name}, {"in", "query"}, {"required", property.Required},
			{"description", property.Schema.About.In(d.Language)}, {"schema", jsontext.Value(schema)},
		}
		if property.Schema.Kind == rules.Array { // with commas in it
			parameter = append(parameter, member{"explode", false})
		}
		parameters = append(parameters, parameter)
	}
	return parameters
}

func (d *describer) responses(operation *operations.Operation, examples []operations.Example) object {
	answers := d.reference.Answers
	responses := object{{strconv.Itoa(http.StatusOK), object{
		{"description", d.words(answers[http.StatusOK])},
		{"headers", d.responseHeaders(operation.Method, http.StatusOK)},
		{"content", d.content(d.schema(operation.Output, true), examples, func(e *operations.Example) []byte { return e.Answer })},
	}}}
	if operation.Method == http.MethodGet {
		responses = append(responses, member{strconv.Itoa(http.StatusNotModified), object{
			{"description", d.words(answers[http.StatusNotModified])},
			{"headers", d.responseHeaders(operation.Method, http.StatusNotModified)},
		}})
	}
	return append(responses, d.failures(operation)...)
}

// content is a JSON body with its examples, if any.
func (d *describer) content(schema object, examples []operations.Example, value func(*operations.Example) []byte) object {
	if len(examples) == 0 {
		return object{{jsonType, object{{"schema", schema}}}}
	}
	shown := object{}
	for i := range examples {
		shown = append(shown, member{examples[i].Name, object{
			{"summary", examples[i].Title.In(d.Language)}, {"value", jsontext.Value(value(&examples[i]))},
		}})
	}
	return object{{jsonType, object{{"schema", schema}, {"examples", shown}}}}
}

// monitoring describes the health checks, which need no key.
func (d *describer) monitoring() object {
	text := object{{"type", "string"}}
	status := func(members, more object, values ...string) object { // more are not always there
		var required []string
		for _, m := range members {
			required = append(required, m.name)
		}
		return append(object{
			{"type", "object"}, {"properties", append(append(members, more...), member{"status", object{{"type", "string"}, {"enum", values}}})},
			{"required", append(required, "status")},
		}, member{"additionalProperties", false})
	}
	ledger := object{{"type", "string"}, {"enum", []string{"ok", "not answering", "none"}}}
	reload := object{{"type", "string"}, {"enum", []string{"none", "done", "unchanged", "failed"}}}
	ready := object{{"rules_version", text}, {"tables_version", text}, {"ledger", ledger}, {"reload", reload}, {"version", text},
		{"years_without_cases", object{{"type", "array"}, {"items", text}}}, {"years_with_warnings", object{{"type", "array"}, {"items", text}}}}
	differ := object{{"reload_reason", text}, {"folders_differ_since", object{{"type", "string"}, {"format", "date-time"}}}}
	path := func(id string, about operations.Words, answers object) object {
		return object{{"get", object{
			{"operationId", id}, {"tags", []any{monitoringTag}}, {"summary", strings.TrimSuffix(d.words(about), ".")}, {"description", d.words(about)},
			{"security", []any{}}, {"responses", answers},
		}}}
	}
	answer := func(code int, schema object) member {
		return member{strconv.Itoa(code), object{
			{"description", http.StatusText(code)},
			{"headers", d.responseHeaders("", code)},
			{"content", object{{jsonType, object{{"schema", schema}}}}},
		}}
	}
	monitoring := &d.reference.Monitoring
	return object{
		{"/healthz", path("alive", monitoring.Alive, object{answer(http.StatusOK, status(nil, nil, "alive"))})},
		{"/readyz", path("ready", monitoring.Ready, object{
			answer(http.StatusOK, status(ready, differ, "ready")),
			answer(http.StatusServiceUnavailable, status(ready, differ, "not ready", "stopping")),
		})},
	}
}
