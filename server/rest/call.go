package rest

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"sync"

	"github.com/klauspost/compress/gzip"

	"github.com/payslate/payslate/operations"
	"github.com/payslate/payslate/server/meter"
)

// inHeader is where a request has its Idempotency-Key.
var inHeader = []string{"header", idempotencyHeader}

const (
	idempotencyHeader = "Idempotency-Key"
	languageHeader    = "Content-Language"
	// minPacked is the smallest answer that is compressed, in bytes, minClosely the smallest
	// that is worth more work.
	minPacked  = 4 << 10
	minClosely = 32 << 10
	// pagePrefix replaces /v1/ in the paths that the page calls.
	pagePrefix = "/page/"
)

// serve answers calls of the operation at an index of the list; fromPage is set for the
// page's path. It brings the parts of a call to the meter, which has its order.
func (s *Server) serve(index int, fromPage bool) handler {
	return func(x *exchange) {
		operation := s.catalogue.Load().operations[index]
		x.operation = operation.ID
		if fromPage && !x.sentByPage() {
			x.fail(operations.Fail("foreign_page"))
			return
		}
		call := x.call(operation)
		call.Free = fromPage && operation.FreeOnPage
		if x.isStream(operation) {
			x.stream(call)
			return
		}
		x.answer(call)
	}
}

// call is the call that a request makes of an operation.
func (x *exchange) call(operation *operations.Operation) *meter.Call {
	request := x.Request
	return &meter.Call{
		Sender: x.sender(), Operation: operation, Language: operations.Language(request.Header.Get("Accept-Language")),
		Head: request.Method == http.MethodHead, Query: request.URL.RawQuery,
		Keys: request.Header[idempotencyHeader], KeyAt: inHeader, Once: operation.Method == http.MethodGet,
		Answered: x.Writer.Header(),
	}
}

func (x *exchange) sender() meter.Sender {
	return meter.Sender{Header: x.Request.Header, Address: x.subscriber}
}

// answer answers a call with one answer.
func (x *exchange) answer(call *meter.Call) {
	body, room := borrowBuffer(), borrowBuffer()
	defer returnBuffer(room)
	defer x.server.meter.Leave(x.Request.Context(), call)
	if call.Operation.Method == http.MethodPost {
		call.Read = func(ctx context.Context, room *meter.Room) ([]byte, error) {
			return x.read(ctx, call.Operation, body, room)
		}
	}
	answer, err := x.server.meter.Answer(x.Request.Context(), call, room.AvailableBuffer())
	returnBuffer(body)
	x.keyID = call.KeyID()
	if err != nil {
		x.fail(err)
		return
	}
	if len(answer.Body) <= maxKept {
		room.Write(answer.Body) // which grows with it
	}
	header := x.Writer.Header()
	header["Cache-Control"] = notKept
	if call.Operation.Method == http.MethodGet {
		header.Set("Cache-Control", cachePaid)
		header.Set("Vary", varyAnswer)
	}
	header.Set(languageHeader, answer.Language)
	if call.Head {
		header["Content-Type"] = jsonTypes
		x.Writer.WriteHeader(http.StatusOK)
		return
	}
	x.write(http.StatusOK, x.packed(answer.Body))
}

// packed compresses an answer if the client accepts gzip and that is worth it.
func (x *exchange) packed(body []byte) []byte {
	if len(body) < minPacked || !takesGzip(x.Request.Header) {
		return body
	}
	x.Writer.Header().Set("Content-Encoding", "gzip")
	packers := quickPackers
	if len(body) >= minClosely {
		packers = closePackers
	}
	packer := packers.Get().(*gzip.Writer)
	defer packers.Put(packer)
	var packed bytes.Buffer
	packer.Reset(&packed)
	_, _ = packer.Write(body) // to memory
	_ = packer.Close()
	return packed.Bytes()
}

// A payslip is packed quickly, its reasons or its year closely: they take a quarter less on the
// line for a third more work.
var (
	quickPackers = packersOf(gzip.BestSpeed + 1)
	closePackers = packersOf(6)
)

func packersOf(level int) *sync.Pool {
	return &sync.Pool{New: func() any {
		packer, _ := gzip.NewWriterLevel(nil, level) // the level is valid
		return packer
	}}
}

// read reads the body of a request into the room of its account.
func (x *exchange) read(ctx context.Context, operation *operations.Operation, body *bytes.Buffer, room *meter.Room) ([]byte, error) {
	largest, source := operation.MaxBody(), x.Request.Body
	switch length := x.Request.ContentLength; {
	case length > largest:
		return nil, operations.BodyTooLarge(largest)
	case length > meter.FreeRoom:
		source = room.Body(ctx, source, length)
	case length < 0:
		source = room.Body(ctx, http.MaxBytesReader(x.Writer, source, largest), largest)
	}
	return readAll(body, source)
}

// readAll reads a body to its end. The error is an *operations.Failure or an
// *http.MaxBytesError.
func readAll(body *bytes.Buffer, source io.Reader) ([]byte, error) {
	_, err := body.ReadFrom(source)
	if err == nil {
		return body.Bytes(), nil
	}
	if errors.As(err, new(*operations.Failure)) || errors.As(err, new(*http.MaxBytesError)) {
		return nil, err
	}
	return nil, operations.Fail("unreadable_body")
}
