// Package rest serves the operations over HTTP.
//
// The route through it: server.go builds the routes from the list of
// operations; call.go is one call from its key to its answer, in the order that
// clients rely on;
// account.go says what it is charged to, visitor.go who may ask by the page's paths, idempotency.go how a
// repeated call is answered without a second charge, limit.go how often a key may
// call. conditional.go is how answers are kept and asked for again, and
// document.go serves the documentation. exchange.go is what every request shares
// (its id, log line and the recovery from a panic), protection.go what keeps
// browsers from harm and who a client is, health.go what operators ask, metrics.go
// what they count, trace.go the spans that they follow, listener.go the limits of time and size, malformed.go the
// answer to what is no HTTP, and connection.go sends each answer in one write.
package rest
