// Package rest serves the operations over HTTP.
//
// The route through it: server.go builds the routes from the list of operations; call.go
// brings a request's call to the meter, which has the order of a call, and sends its answer;
// stream.go does so for a batch line by line (lines.go), endpoint.go for messages by MCP.
// origin.go refuses what browsers send for foreign pages. conditional.go has the caching of
// documents; document.go, page.go and rulefile.go serve the documentation, the web page and
// the files of rules.
// exchange.go handles what all requests share (id, log line and recovery from a panic),
// protection.go the security headers and the address of a client, health.go the health
// checks, metrics.go the metrics, listener.go the limits of time and size, buffer.go the
// memory of requests and answers.
package rest
