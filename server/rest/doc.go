// Package rest serves the operations over HTTP.
//
// A [Server] has a route for each operation of its list. A route makes a meter.Call of its
// request: one with one answer, one that is answered line by line, or the calls in a message of
// the Model Context Protocol. Package meter has the order of a call; this package reads requests
// and writes answers.
//
// These hold. Every request has an id, which its answer, its line in the log and an error tell.
// A secret is never logged: of a path only the segments that the service has are. A failure of the
// service is answered without its cause. A handler that panics answers 500 and ends no other
// request. Replace changes the rules of all routes and tools at once, and a call under way ends
// with those that it began with.
package rest
