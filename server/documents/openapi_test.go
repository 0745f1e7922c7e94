package documents

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/payslate/payslate/operations"
)

func openAPI(t *testing.T, options Options) (*operations.Catalogue, []byte) {
	t.Helper()
	catalogue, all := write(t, options)
	return catalogue, all[OpenAPI].Text
}

// described is the description as an independent library reads it.
func described(t *testing.T) (*operations.Catalogue, *openapi3.T) {
	t.Helper()
	catalogue, text := openAPI(t, Options{PublicURL: publicURL})
	read, err := openapi3.NewLoader().LoadFromData(text)
	if err != nil {
		t.Fatal(err)
	}
	return catalogue, read
}

// TestDocumentIsValid: an independent library accepts the description and its examples.
func TestDocumentIsValid(t *testing.T) {
	for _, options := range []Options{
		{PublicURL: publicURL},
		{PublicURL: "http://127.0.0.1:8080", Language: german, Marketplace: true},
	} {
		_, text := openAPI(t, options)
		loader := openapi3.NewLoader()
		described, err := loader.LoadFromData(text)
		if err != nil {
			t.Fatal(err)
		}
		if err := described.Validate(loader.Context, openapi3.EnableExamplesValidation()); err != nil {
			t.Errorf("%+v: %v", options, err)
		}
	}
}

// TestDocumentIsComplete: every operation with every field, every failure and
// every header is described, with an example.
func TestDocumentIsComplete(t *testing.T) {
	catalogue, described := described(t)
	for _, operation := range catalogue.Operations() {
		item := described.Paths.Value(operation.Path)
		if item == nil || item.GetOperation(operation.Method) == nil {
			t.Errorf("%s is not described", operation.ID)
			continue
		}
		entry := item.GetOperation(operation.Method)
		for _, kind := range readReference(t).Failures {
			response := entry.Responses.Status(kind.Status)
			if kind.Status > 422 && (response == nil || !strings.Contains(*response.Value.Description, "`"+kind.Code+"`")) {
				t.Errorf("%s: %d %s is not described", operation.ID, kind.Status, kind.Code)
			}
		}
		for _, code := range operation.Refusals {
			response := entry.Responses.Status(400)
			if response == nil || !strings.Contains(*response.Value.Description, "`"+code+"`") {
				t.Errorf("%s: %s is not described", operation.ID, code)
			}
		}
		for status, response := range entry.Responses.Map() {
			if response.Value.Headers["X-Request-Id"] == nil {
				t.Errorf("%s: %s lacks X-Request-Id", operation.ID, status)
			}
			if content := response.Value.Content["application/json"]; content == nil || content.Schema == nil || len(content.Examples) == 0 {
				t.Errorf("%s: %s lacks a schema or an example", operation.ID, status)
			}
		}
	}
	for name, schema := range described.Components.Schemas {
		for field, property := range schema.Value.Properties {
			if property.Value.Description == "" && property.Ref == "" {
				t.Errorf("%s.%s has no description", name, field)
			}
		}
	}
}

// TestDocumentIsStable: the same operations always have the same description.
func TestDocumentIsStable(t *testing.T) {
	catalogue, first := openAPI(t, Options{PublicURL: publicURL})
	if second := Write(catalogue, Options{PublicURL: publicURL}); !bytes.Equal(first, second[OpenAPI].Text) {
		t.Error("two descriptions of the same operations differ")
	}
}

// TestGeneratorsCanReadIt: no type is a list and none is null, which generators of
// clients do not take, and choices are enumerations.
func TestGeneratorsCanReadIt(t *testing.T) {
	_, text := openAPI(t, Options{PublicURL: publicURL})
	for _, foreign := range []string{`"type":[`, `"type":"null"`, `Part"`} {
		if bytes.Contains(text, []byte(foreign)) {
			t.Errorf("the description contains %s", foreign)
		}
	}
	_, described := described(t)
	for _, field := range []struct{ schema, name string }{{"TripRequest", "regime"}, {"Scenario", "country"}, {"Scenario", "period"}} {
		if len(described.Components.Schemas[field.schema].Value.Properties[field.name].Value.Enum) == 0 {
			t.Errorf("%s.%s is not an enumeration", field.schema, field.name)
		}
	}
}

// TestRecordsHaveTheirNames: the description names records as the specification does.
func TestRecordsHaveTheirNames(t *testing.T) {
	_, described := described(t)
	for _, name := range []string{"NetOut", "GrossOut", "CompareOut", "CompareRow", "ParametersOut", "ParameterRow", "CountryInfo", "HTTPValidationError", "ValidationError", "ErrorBody"} {
		if described.Components.Schemas[name] == nil {
			t.Errorf("%s is missing", name)
		}
	}
}

// TestStreamsAreDescribed: every batch has lines of JSON beside JSON, in the request and in the
// answer, and nothing else has.
func TestStreamsAreDescribed(t *testing.T) {
	catalogue, described := described(t)
	batches := 0
	for _, operation := range catalogue.Operations() {
		entry := described.Paths.Value(operation.Path).GetOperation(operation.Method)
		answered := entry.Responses.Status(200).Value.Content["application/x-ndjson"]
		if operation.Each == nil {
			if answered != nil {
				t.Errorf("%s has lines", operation.ID)
			}
			continue
		}
		batches++
		asked := entry.RequestBody.Value.Content["application/x-ndjson"]
		if asked == nil || answered == nil {
			t.Errorf("%s lacks lines", operation.ID)
			continue
		}
		lines, answers := asked.Example.(string), answered.Example.(string)
		if strings.Count(lines, "\n") == 0 || strings.Count(lines, "\n") != strings.Count(answers, "\n") {
			t.Errorf("%s: %q is answered by %q", operation.ID, lines, answers)
		}
		for line := range strings.Lines(lines + answers) {
			if !json.Valid([]byte(line)) {
				t.Errorf("%s: %s", operation.ID, line)
			}
		}
	}
	if batches == 0 {
		t.Error("no operation is a batch")
	}
}

// TestHeadersAreDescribedAlike: a header is required in all answers that have it, or in none,
// as generators of clients make one type of them.
func TestHeadersAreDescribedAlike(t *testing.T) {
	_, described := described(t)
	required := map[string]bool{}
	for path, item := range described.Paths.Map() {
		for method, entry := range item.Operations() {
			for status, response := range entry.Responses.Map() {
				for name, header := range response.Value.Headers {
					if before, known := required[name]; known && before != header.Value.Required {
						t.Errorf("%s %s, %s: %s is required in some answers only", method, path, status, name)
					}
					required[name] = header.Value.Required
				}
			}
		}
	}
}
