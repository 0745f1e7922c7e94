// Package operations defines the operations of the service, shared by every transport:
// the list of operations, their inputs and answers, and the way from a request's text to
// the answer's. It does not depend on HTTP.
//
// The route through it: catalogue.go is the list of operations, declared in
// operations.yaml; schema.go describes a value, declaration.go reads schemas from
// the YAML and jsonschema.go writes them as JSON Schema; decoder.go decodes JSON by a
// schema and query.go query strings, both checking scalars in scalar.go and reporting
// failures in invalid.go; scenario.go makes scenarios of values; salary.go and curve.go
// answer them from the rule book, writing.go, result.go and reasons.go write the
// answers, selection.go selects their fields; travel.go and travel_result.go do the same
// for the travel service, declared in travel.yaml, from the travel tables; failure.go
// has the errors and messages.go their texts; example.go computes the examples of the
// documentation.
package operations
