// Package mcp serves the operations of a service as tools of the Model Context
// Protocol, over Streamable HTTP and without sessions.
//
// Start with handler.go: what an endpoint is made of and the way of a request
// through it. admission.go turns away what must not reach the protocol, with
// the answers of refusal.go, and lets pages of allowed origins in; envelope.go parses
// the messages. tool.go makes tools of operations, with the texts of guidance.yaml, and
// call.go answers their calls. The protocol itself is mcp-go's.
package mcp
