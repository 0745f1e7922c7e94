package rest

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"strconv"

	"github.com/payslate/payslate/operations"
	"github.com/payslate/payslate/server/meter"
)

// maxStranger is the largest message of a sender who is not known, in bytes.
const maxStranger = meter.FreeRoom

// Message is one message to the tools, which may call an operation.
type Message struct {
	exchange *exchange
	call     *meter.Call
}

// tools answers messages to the tools of the service at an index of the list.
func (s *Server) tools(index int) handler {
	return func(x *exchange) {
		at := s.catalogue.Load()
		x.operation = at.Services[index].Name + "/mcp"
		call := &meter.Call{Sender: x.sender(), Language: operations.Language(x.Request.Header.Get("Accept-Language")), Answered: x.Writer.Header()}
		defer s.meter.Leave(x.Request.Context(), call)
		answer := &bufferedAnswer{ResponseWriter: x.Writer, status: http.StatusOK}
		at.tools[index].Serve(answer, x.Request, &Message{x, call})
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

// Read implements mcp.Caller.
func (m *Message) Read() (text []byte, refused *operations.Failure) {
	x := m.exchange
	room, known, err := x.server.meter.Admit(x.Request.Context(), m.call)
	x.keyID = m.call.KeyID()
	if err != nil {
		refused = x.told(err)
	}
	body, largest := x.Request.Body, int64(maxStranger)
	if known {
		largest = operations.MaxBody
		body = room.Body(x.Request.Context(), body, largest)
	}
	text, err = readAll(new(bytes.Buffer), http.MaxBytesReader(x.Writer, body, largest))
	if err == nil || refused != nil {
		return text, refused
	}
	if !known && errors.As(err, new(*http.MaxBytesError)) {
		err = operations.Fail("message_too_large", "limit", int64(maxStranger>>10))
	}
	return nil, x.told(err)
}

// Count implements mcp.Caller.
func (m *Message) Count() *operations.Failure {
	if err := m.exchange.server.meter.Count(m.call); err != nil {
		return m.exchange.told(err)
	}
	return nil
}

// Call implements mcp.Caller: it answers in the order of REST. The header Idempotency-Key
// has no meaning here, since a client sends the same headers with every call. The Reply has
// no credits where no key pays.
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
