// Package operations holds what the service can do, once for every way of
// asking: the list of operations, what each accepts and answers, and the road
// from a request's text to the answer's. It knows no HTTP.
//
// The route through it: catalogue.go is the list of operations and
// operations.yaml what it says about them; schema.go describes a value,
// declaration.go reads schemas from the YAML and jsonschema.go writes them as
// JSON Schema; decoder.go turns JSON into values by a schema and query.go does so
// for query strings, both judging scalars in scalar.go and reporting in
// invalid.go; scenario.go makes questions of values; salary.go and curve.go answer
// them from the rule book, writing.go, result.go and reasons.go write the answers, selection.go
// says which fields of them; travel.go and
// travel_result.go do so for the travel service, which travel.yaml declares, from
// the travel tables; failure.go is what
// takes the place of an answer, and messages.go what it says to people;
// reference.go, on reference.yaml, and example.go are what the documentation needs
// beyond that.
package operations
