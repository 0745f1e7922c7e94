package mcp

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	protocol "github.com/mark3labs/mcp-go/mcp"

	"github.com/payslate/payslate/server/operations"
)

// refusal is the answer to a request that does not reach the protocol: the
// protocol's error, with the error of REST as its data.
type refusal struct {
	code    int
	failure *operations.Failure
	// id is that of the refused request, nil where it is unknown.
	id jsontext.Value
}

func invalidRequest(failure *operations.Failure) *refusal {
	return &refusal{code: protocol.INVALID_REQUEST, failure: failure}
}

func (f *refusal) write(w http.ResponseWriter, r *http.Request) {
	language := operations.Language(r.Header.Get("Accept-Language"))
	data, status := operations.AppendError(nil, f.failure, language)
	id := f.id
	if id == nil {
		id = jsontext.Value("null")
	}
	body, err := json.Marshal(protocol.JSONRPCError{
		JSONRPC: protocol.JSONRPC_VERSION,
		ID:      protocol.NewRequestId(json.RawMessage(id)),
		Error: protocol.JSONRPCErrorDetails{
			Code: f.code, Message: f.failure.Message.In(language), Data: json.RawMessage(data),
		},
	})
	if err != nil {
		// The error body is JSON by construction.
		panic(err)
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	// A client that has left cannot be told.
	_, _ = w.Write(body)
}

// forbidden is the failure of a request from a foreign host or origin.
func forbidden(code string) *operations.Failure {
	return operations.Fail(http.StatusForbidden, code, code)
}

// plainRefusals converts the plain-text refusals of the transport, such as of an
// unsupported version of the protocol, to the form of the service's refusals.
type plainRefusals struct {
	http.ResponseWriter
	status int          // of a refusal in plain text, 0 of any other answer
	text   bytes.Buffer // of that refusal
}

// WriteHeader keeps the status of a plain refusal back.
func (p *plainRefusals) WriteHeader(status int) {
	if status >= http.StatusBadRequest && !strings.HasPrefix(p.Header().Get("Content-Type"), "application/json") {
		p.status = status
		return
	}
	p.ResponseWriter.WriteHeader(status)
}

// Write keeps the text of a plain refusal back.
func (p *plainRefusals) Write(text []byte) (int, error) {
	if p.status != 0 {
		return p.text.Write(text)
	}
	return p.ResponseWriter.Write(text)
}

// Flush sends what was written, as the transport wants it after a message.
func (p *plainRefusals) Flush() {
	if flusher, ok := p.ResponseWriter.(http.Flusher); ok && p.status == 0 {
		flusher.Flush()
	}
}

// end writes the refusal that was kept back, if there is one.
func (p *plainRefusals) end(r *http.Request, envelope *envelope) {
	if p.status == 0 {
		return
	}
	failure := badMessage("protocol_refusal", "reason", strings.TrimSpace(p.text.String()))
	failure.Status = p.status
	refusal := invalidRequest(failure)
	refusal.id = envelope.id
	refusal.write(p.ResponseWriter, r)
}
