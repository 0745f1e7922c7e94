package rest

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"strconv"

	"github.com/payslate/payslate/operations"
	"github.com/payslate/payslate/server/meter"
)

// Endpoint serves operations by another protocol than REST.
type Endpoint struct {
	// Path is where it is found, Name what the metrics call it.
	Path, Name string
	// New makes its handler for a list of operations.
	New func(*operations.Catalogue) (EndpointHandler, error)
}

// EndpointHandler answers a message to an endpoint; message is the meter's part of it.
type EndpointHandler func(w http.ResponseWriter, r *http.Request, message *Message)

// maxStranger is the largest message of a sender who is not known, in bytes.
const maxStranger = meter.FreeRoom

// Message is one message to an endpoint, which may call an operation.
type Message struct {
	exchange *exchange
	call     *meter.Call
}

// endpoint answers for the endpoint at an index of the list.
func (s *Server) endpoint(index int) handler {
	return func(x *exchange) {
		x.operation = s.endpoints[index].Name
		call := &meter.Call{Sender: x.sender(), Language: operations.Language(x.Request.Header.Get("Accept-Language")), Answered: x.Writer.Header()}
		defer s.meter.Leave(x.Request.Context(), call)
		answer := &bufferedAnswer{ResponseWriter: x.Writer, status: http.StatusOK}
		s.catalogue.Load().endpoints[index](answer, x.Request, &Message{x, call})
		body := x.packed(answer.body.Bytes())
		if len(body) > 0 {
			x.Writer.Header().Set("Content-Length", strconv.Itoa(len(body)))
		}
		x.Writer.WriteHeader(answer.status)
		_, _ = x.Writer.Write(body) // a client that has left cannot be told
	}
}

// bufferedAnswer keeps an answer until it is whole, so that it can be compressed.
type bufferedAnswer struct {
	http.ResponseWriter
	status int
	body   bytes.Buffer
}

// WriteHeader implements http.ResponseWriter.
func (a *bufferedAnswer) WriteHeader(status int) { a.status = status }

// Write implements http.ResponseWriter.
func (a *bufferedAnswer) Write(part []byte) (int, error) { return a.body.Write(part) }

// Unwrap lets http.ResponseController find the connection.
func (a *bufferedAnswer) Unwrap() http.ResponseWriter { return a.ResponseWriter }

// Admit finds out who sends a message before it is read, and counts one who is not known.
// The message is to be read from body; its error may be an *operations.Failure. refused is
// what the sender is told instead of an answer.
func (m *Message) Admit() (body io.Reader, refused *operations.Failure) {
	x := m.exchange
	room, known, err := x.server.meter.Admit(x.Request.Context(), m.call)
	x.keyID = m.call.KeyID()
	if err != nil {
		refused = x.told(err)
	}
	if known {
		return room.Body(x.Request.Context(), http.MaxBytesReader(x.Writer, x.Request.Body, operations.MaxBody), operations.MaxBody), refused
	}
	return &strangersBody{x.Request.Body, maxStranger}, refused
}

// strangersBody is the message of a sender who is not known.
type strangersBody struct {
	io.Reader
	left int
}

// Read implements io.Reader.
func (b *strangersBody) Read(part []byte) (int, error) {
	n, err := b.Reader.Read(part[:min(len(part), b.left+1)])
	if b.left -= n; b.left < 0 {
		return 0, operations.Fail("message_too_large", "limit", int64(maxStranger>>10))
	}
	return n, err
}

// Count counts a message that calls no operation.
func (m *Message) Count() *operations.Failure {
	if err := m.exchange.server.meter.Count(m.call); err != nil {
		return m.exchange.told(err)
	}
	return nil
}

// Call answers a call of the operation with an id, in the order of REST; arguments is its
// input as JSON text. Under an idempotencyKey, nil without, the call may be repeated; the
// header Idempotency-Key has no meaning here, since a client sends the same headers with
// every call. The Reply has no credits where no key pays. The error is an
// *operations.Failure, and then nothing was charged.
func (m *Message) Call(id string, arguments []byte, idempotencyKey *string) (reply operations.Reply, err error) {
	x, call := m.exchange, m.call
	defer func() {
		if problem := recover(); problem != nil {
			x.logPanic(problem)
			err = fmt.Errorf("panic: %v", problem)
		}
		if err != nil {
			reply, err = operations.Reply{}, x.told(err)
		}
	}()
	operation := x.server.catalogue.Load().Operation(id)
	if operation == nil {
		return reply, operations.Fail("not_found")
	}
	x.operation = id
	call.Operation, call.Body = operation.AsTool(), arguments
	call.KeyAt = []string{"_meta", "io.payslate/idempotencyKey"}
	if idempotencyKey != nil {
		call.Keys = []string{*idempotencyKey}
	}
	answer, err := x.server.meter.Answer(x.Request.Context(), call, nil)
	return operations.Reply{JSON: answer.Body, Credits: answer.Credits, Replayed: answer.Replayed}, err
}
