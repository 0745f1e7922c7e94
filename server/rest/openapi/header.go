package openapi

import (
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/payslate/payslate/server/operations"
)

// requestHeaders describes the headers that a request may carry.
func (d *describer) requestHeaders(method string) []any {
	parameters := []any{}
	for i := range d.reference.RequestHeaders {
		header := &d.reference.RequestHeaders[i]
		if header.Sent(method) {
			parameters = append(parameters, append(object{{"name", header.Name}, {"in", "header"}, {"required", false}}, d.header(header)...))
		}
	}
	return parameters
}

// responseHeaders describes the headers of an answer. Without a method they are
// those of every answer.
func (d *describer) responseHeaders(method string, status int) object {
	headers := object{}
	for i := range d.reference.ResponseHeaders {
		header := &d.reference.ResponseHeaders[i]
		if method == "" && len(header.Statuses) > 0 || !header.Has(method, status) {
			continue
		}
		headers = append(headers, member{header.Name, append(object{{"required", header.Required}}, d.header(header)...)})
	}
	return headers
}

func (d *describer) header(header *operations.Header) object {
	schema := object{{"type", "string"}}
	if header.Type != "" {
		schema[0].value = header.Type
	}
	if header.Pattern != "" {
		schema = append(schema, member{"pattern", header.Pattern})
	}
	if header.Type == "integer" {
		schema = append(schema, member{"minimum", 0})
	}
	if header.Name == replayedHeader {
		schema = append(schema, member{"enum", []string{header.Example}})
	}
	described := object{{"description", d.words(header.About)}, {"schema", schema}}
	switch {
	case header.Example == "":
	case header.Type == "":
		described = append(described, member{"example", header.Example})
	default:
		described = append(described, member{"example", jsontext.Value(header.Example)})
	}
	return described
}

// replayedHeader has one value or is absent.
const replayedHeader = "Idempotent-Replayed"

// statuses lists the statuses of failures, ascending, each once.
func statuses(kinds []operations.FailureKind) []int {
	var list []int
	for _, kind := range kinds {
		list = append(list, kind.Status)
	}
	list = append(list, operations.InvalidStatus)
	slices.Sort(list)
	return slices.Compact(list)
}
