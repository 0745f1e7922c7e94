package openapi

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/payslate/payslate/server/operations"
)

// sampleRequestID is the request id of examples.
const sampleRequestID = "3f2a9c1e7b604d58"

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
	var codes, about []string
	examples := object{}
	for i := range kinds {
		kind := &kinds[i]
		if kind.Status != status {
			continue
		}
		codes = append(codes, kind.Code)
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
		{"content", object{{jsonType, object{{"schema", d.failureSchema(status, codes)}, {"examples", examples}}}}},
	}
}

func (d *describer) example(name string, answer []byte) member {
	return member{name, object{{"value", jsontext.Value(answer)}}}
}

// failureSchema describes an error object with one of the codes.
func (d *describer) failureSchema(status int, codes []string) object {
	words := &d.reference.Error
	properties := object{
		{"error", object{{"type", "string"}, {"description", d.words(words.Code)}, {"enum", codes}}},
		{"message", object{{"type", "string"}, {"description", d.words(words.Message)}}},
	}
	if status == http.StatusBadRequest {
		properties = append(properties, member{"loc", d.location(words.Loc)})
	}
	for _, extra := range d.reference.MembersOf(status, codes) {
		schema := object{{"type", "string"}, {"description", d.words(extra.About)}}
		if extra.Type != "" {
			schema[0].value = extra.Type
		}
		if extra.Format != "" {
			schema = append(schema, member{"format", extra.Format})
		}
		if extra.Of != "" {
			of := d.schema(d.catalogue.Schemas[extra.Of], true)
			if extra.Type == "array" {
				schema = append(schema, member{"items", of})
			} else {
				schema = append(of, schema[1])
			}
		}
		properties = append(properties, member{extra.Name, schema})
	}
	return closed(object{{"detail", closed(properties, "error", "message")}}, "detail")
}

// location is the schema of a path to a value.
func (d *describer) location(about operations.Words) object {
	step := object{{"type", []string{"string", "integer"}}}
	return object{{"type", "array"}, {"description", d.words(about)}, {"items", step}, {"minItems", 1}}
}

// closed is the schema of an object without further members.
func closed(properties object, required ...string) object {
	return object{{"type", "object"}, {"properties", properties}, {"required", required}, {"additionalProperties", false}}
}

// invalid describes the answer to a request that does not fit its schema.
func (d *describer) invalid(operation *operations.Operation) object {
	words := &d.reference.Invalid
	const name = "HTTPValidationError"
	if !d.named[name] {
		d.named[name] = true
		text := func(about operations.Words) object {
			return object{{"type", "string"}, {"description", d.words(about)}}
		}
		d.schemas = append(d.schemas, member{name, closed(object{{"detail", object{
			{"type", "array"}, {"description", d.words(words.Detail)}, {"minItems", 1},
			{"items", closed(object{
				{"type", append(text(words.Type), member{"enum", operations.FailureTypes()})},
				{"loc", d.location(words.Loc)},
				{"msg", text(words.Msg)},
				{"input", object{{"description", d.words(words.Input)}}},
				{"ctx", object{{"type", "object"}, {"description", d.words(words.Ctx)}, {"additionalProperties", object{{"type", []string{"string", "number"}}}}}},
			}, "type", "loc", "msg")},
		}}}, "detail")})
	}
	sample := operation.InvalidExample(d.Language)
	return object{
		{"description", d.words(words.About)},
		{"headers", d.responseHeaders(operation.Method, operations.InvalidStatus)},
		{"content", object{{jsonType, object{
			{"schema", object{{"$ref", schemaPath + name}}}, {"examples", object{d.example(sample.Name, sample.Answer)}},
		}}}},
	}
}
