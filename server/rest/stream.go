package rest

import (
	"bufio"
	"context"
	"errors"
	"io"
	"mime"
	"net/http"
	"strconv"
	"time"

	"github.com/payslate/payslate/operations"
	"github.com/payslate/payslate/server/meter"
)

const (
	streamType = "application/x-ndjson"
	// streamPause is how long a client may take for its next lines, and for taking
	// the next answers in.
	streamPause = 30 * time.Second
	// drainTime is how long the rest of a stream that ended early is read, stopTime while the
	// server stops.
	drainTime = 10 * time.Second
	stopTime  = time.Second
	// readAtOnce is how much of a stream is read at once: two blocks of ordinary payslips,
	// since each block waits for its commit.
	readAtOnce = 256 << 10
)

// isStream reports whether the request is a stream with one item per line.
func (x *exchange) isStream(operation *operations.Operation) bool {
	if operation.Each == nil {
		return false
	}
	kind, _, err := mime.ParseMediaType(x.Request.Header.Get("Content-Type"))
	return err == nil && kind == streamType
}

// stream answers a stream. If it ends early, the last line of the answer is the error with
// the number of the first line that was not answered.
func (x *exchange) stream(call *meter.Call) {
	call.Once = true
	lines := &streamLines{exchange: x, call: call, controller: http.NewResponseController(x.Writer)}
	err := x.server.meter.Stream(x.Request.Context(), call, lines)
	x.keyID = call.KeyID()
	var ended *meter.Ended
	switch {
	case !lines.begun:
		x.fail(err)
	case err == nil:
		lines.end(nil, nil)
	case errors.As(err, &ended):
		lines.end(ended, x.told(ended.Cause))
		lines.drain()
	}
}

// streamLines are the lines of a request's body, answered in that of the answer.
type streamLines struct {
	*exchange
	call       *meter.Call
	controller *http.ResponseController
	reader     lineReader
	begun      bool
}

// Begin implements meter.Lines: it prepares the answer's header, which the first line sends.
func (l *streamLines) Begin() {
	l.begun = true
	_ = l.controller.EnableFullDuplex() // where it cannot be, answers come after the request
	l.reader.source = bufio.NewReaderSize(pausingBody{l.Request.Body, l.controller}, readAtOnce)
	header := l.Writer.Header()
	header.Set("Content-Type", streamType)
	header["Cache-Control"] = notKept
	header.Set(languageHeader, l.call.Language.Tag())
	if l.call.KeyID() != "" {
		header.Set("Trailer", meter.CreditsHeader)
	}
	l.Status(http.StatusOK)
}

// Next implements meter.Lines.
func (l *streamLines) Next(ctx context.Context, room *meter.Room) ([][]byte, error) {
	if l.server.draining.Load() {
		return nil, operations.Unavailable(l.requestID)
	}
	items, err := l.reader.block(ctx, room)
	if err != nil && !errors.Is(err, io.EOF) && !errors.As(err, new(*operations.Failure)) {
		err = errors.Join(operations.Fail("unreadable_body"), err)
	}
	return items, err
}

// Send implements meter.Lines.
func (l *streamLines) Send(answer []byte) error {
	_ = l.controller.SetWriteDeadline(time.Now().Add(streamPause)) // a connection that has none goes without
	if _, err := l.Writer.Write(answer); err != nil {
		return err
	}
	return l.controller.Flush()
}

// end writes the error that ended the answer early, if any, and the remaining credits.
func (l *streamLines) end(ended *meter.Ended, failure *operations.Failure) {
	_ = l.controller.SetWriteDeadline(time.Now().Add(streamPause)) // a connection that has none goes without
	if failure != nil {
		last, _ := operations.AppendItemError([]byte("{"), failure, l.call.Language)
		if failure.Status == http.StatusPaymentRequired {
			last = strconv.AppendInt(append(last, `,"paid":`...), ended.Paid, 10)
		}
		last = strconv.AppendInt(append(last, `,"line":`...), int64(l.reader.lineOf(ended.Line)), 10)
		_, _ = l.Writer.Write(append(last, "}\n"...)) // a client that has left cannot be told
	}
	l.call.Credits()
	l.Writer.WriteHeaderNow()
}

// drain reads the rest of a stream that ended early: its client may read no answer before it
// has sent everything, and net/http cannot use a connection again whose body was not read.
func (l *streamLines) drain() {
	if l.Request.ProtoMajor != 1 {
		return // HTTP/2 ends a stream alone
	}
	wait := drainTime
	if l.server.draining.Load() {
		wait = stopTime
	}
	_ = l.controller.Flush()
	_ = l.controller.SetReadDeadline(time.Now().Add(wait)) // a connection that has none goes without
	if _, err := io.Copy(io.Discard, l.Request.Body); err != nil {
		panic(http.ErrAbortHandler) // nothing else closes the connection now
	}
}

// pausingBody is a body that may arrive slowly, but without long pauses.
type pausingBody struct {
	io.Reader
	controller *http.ResponseController
}

// Read implements io.Reader.
func (b pausingBody) Read(room []byte) (int, error) {
	_ = b.controller.SetReadDeadline(time.Now().Add(streamPause)) // a connection that has none goes without
	return b.Reader.Read(room)
}
