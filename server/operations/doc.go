// Package operations defines the operations of the service, shared by every transport:
// the list of operations, their inputs and answers, and the way from a request's text to
// the answer's. It does not depend on HTTP.
//
// The catalogue: catalogue.go is the list of operations, declared in operations.yaml and
// travel.yaml; declaration.go reads these, schema.go describes a value, jsonschema.go writes
// that as JSON Schema, tool.go makes tools of operations, example.go computes the examples of
// the documentation, and build.go names the running program.
//
// A request: decoder.go decodes JSON by a schema and query.go query strings; scalar.go checks
// their scalars, invalid.go has the failures, hint.go and slip.go what was probably meant.
// batch.go takes the items of a batch apart. scenario.go makes scenarios of the values, and
// year.go plans of a year.
//
// An answer: salary.go, year.go and curve.go answer from the rule book; writing.go, result.go
// and reasons.go write the answers, selection.go selects their fields. travel.go,
// travel_trip.go, travel_fields.go and travel_result.go do the same from the travel tables.
// failure.go has the errors, and messages.go their texts. reading.go explains the names in a
// rule file.
package operations
