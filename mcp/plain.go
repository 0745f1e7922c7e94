package mcp

import (
	"bytes"
	"net/http"
	"strings"
)

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
