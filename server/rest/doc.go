// Package rest serves the operations over HTTP.
//
// The route through it: server.go builds the routes from the list of
// operations; call.go is one call from its key to its answer, in the order that
// clients rely on; stream.go is a batch line by line (lines.go), endpoint.go a call by MCP.
// account.go finds who pays, visitor.go admits visitors of the page, idempotency.go
// answers a repeated call without a second charge, limit.go limits the rate of calls.
// conditional.go has the caching of answers, document.go, page.go and rulefile.go serve
// the documentation, the web page and the files of rules.
// exchange.go handles what all requests share (id, log line and recovery from a panic),
// protection.go the security headers and the address of a client, health.go the health
// checks, metrics.go the metrics, listener.go and bodies.go the limits of time
// and size, buffer.go the memory of requests and answers, and connection.go sends each
// answer in one write.
package rest
