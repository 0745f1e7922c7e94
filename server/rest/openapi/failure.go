package openapi

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/payslate/payslate/server/operations"
)

// sampleRequestID is the request id of examples.
const sampleRequestID = "3f2a9c1e7b604d58"

// The components of the bodies of failed calls.
const (
	errorBody   = "ErrorBody"
	invalidBody = "HTTPValidationError"
)

// failures describes the answers to calls that fail.
func (d *describer) failures(operation *operations.Operation) object {
	kinds := d.reference.FailuresOf(operation)
	responses := object{}
	for _, status := range statuses(kinds) {
		response := d.failure(operation, kinds, status)
		if status == operations.InvalidStatus {
			response = d.invalid(operation)
		}
		responses = append(responses, member{strconv.Itoa(status), response})
	}
	return responses
}

// failure describes the answers of one status.
func (d *describer) failure(operation *operations.Operation, kinds []operations.FailureKind, status int) object {
	var about []string
	examples := object{}
	for i := range kinds {
		kind := &kinds[i]
		if kind.Status != status {
			continue
		}
		about = append(about, "`"+kind.Code+"`: "+d.words(kind.About))
		if sample := kind.Sample(d.PublicURL+"/", operation.Scope(), sampleRequestID); sample != nil {
			examples = append(examples, d.example(kind.Code, sample.AppendJSON(nil, d.Language)))
		}
	}
	if len(examples) == 0 && operation.Each != nil {
		// A batch as a whole is refused for its header alone.
		examples = append(examples, d.example("refused", operations.Fail("invalid_idempotency_key").AppendJSON(nil, d.Language)))
	} else if len(examples) == 0 {
		if refused, ok := operation.RefusedExample(d.Language); ok {
			examples = append(examples, d.example(refused.Name, refused.Answer))
		}
	}
	return object{
		{"description", strings.Join(about, "\n\n")},
		{"headers", d.responseHeaders(operation.Method, status)},
		{"content", d.body(errorBody, examples)},
	}
}

func (d *describer) example(name string, answer []byte) member {
	return member{name, object{{"value", jsontext.Value(answer)}}}
}

// body is a failure's body, with examples.
func (d *describer) body(component string, examples object) object {
	described := object{{"schema", object{{"$ref", operations.SchemaPath + component}}}}
	if d.form == operations.OpenAPI {
		described = append(described, member{"examples", examples})
	}
	return object{{jsonType, described}}
}

// invalid describes the answer to a request that does not fit its schema.
func (d *describer) invalid(operation *operations.Operation) object {
	sample := operation.InvalidExample(d.Language)
	return object{
		{"description", d.words(d.reference.Invalid.About)},
		{"headers", d.responseHeaders(operation.Method, operations.InvalidStatus)},
		{"content", d.body(invalidBody, object{d.example(sample.Name, sample.Answer)})},
	}
}

// errors describes the bodies of failed calls as components.
func (d *describer) errors() {
	text := func(about operations.Words) object {
		return object{{"type", "string"}, {"description", d.words(about)}}
	}
	list := func(about operations.Words, items object) object {
		return object{{"type", "array"}, {"description", d.words(about)}, {"minItems", 1}, {"items", items}}
	}
	step := object{{"anyOf", []any{object{{"type", "string"}}, object{{"type", "integer"}}}}}
	reference := func(name string) object { return object{{"$ref", operations.SchemaPath + name}} }

	words := &d.reference.Error
	properties := object{{"error", text(words.Code)}, {"message", text(words.Message)}, {"loc", list(words.Loc, step)}}
	described := map[string]bool{}
	for _, extra := range d.reference.Members {
		if described[extra.Name] || extra.Of != "" && d.catalogue.Schemas[extra.Of] == nil {
			continue
		}
		described[extra.Name] = true
		properties = append(properties, member{extra.Name, d.extra(&extra)})
	}
	invalid := &d.reference.Invalid
	d.schemas = append(d.schemas,
		member{errorBody, closed(object{{"detail", reference(operations.ErrorSchema)}}, "detail")},
		member{operations.ErrorSchema, closed(properties, "error", "message")},
		member{invalidBody, closed(object{{"detail", list(invalid.Detail, reference(operations.InvalidSchema))}}, "detail")},
		member{operations.InvalidSchema, closed(object{
			{"type", append(text(invalid.Type), member{"enum", operations.FailureTypes()})},
			{"loc", list(invalid.Loc, step)},
			{"msg", text(invalid.Msg)},
			{"input", object{{"description", d.words(invalid.Input)}, {"nullable", true}}},
			{"ctx", object{{"type", "object"}, {"description", d.words(invalid.Ctx)}, {"additionalProperties", true}}},
		}, "type", "loc", "msg")},
	)
}

// extra describes a further member of an error.
func (d *describer) extra(extra *operations.FailureMember) object {
	about := member{"description", d.words(extra.About)}
	switch {
	case extra.Type == "array":
		return object{{"type", "array"}, about, {"items", d.schema(d.catalogue.Schemas[extra.Of], true)}}
	case extra.Of != "":
		return object{{"allOf", []any{d.schema(d.catalogue.Schemas[extra.Of], true)}}, about}
	case extra.Type == "null":
		return object{{"type", "string"}, {"nullable", true}, about}
	}
	schema := object{{"type", cmp.Or(extra.Type, "string")}, about}
	if extra.Format != "" {
		schema = append(schema, member{"format", extra.Format})
	}
	return schema
}

// closed is the schema of an object without further members.
func closed(properties object, required ...string) object {
	return object{{"type", "object"}, {"properties", properties}, {"required", required}, {"additionalProperties", false}}
}
