package rest

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"strconv"
	"time"

	"github.com/payslate/payslate/server/operations"
)

const (
	streamType = "application/x-ndjson"
	// streamPause is how long a client may take for its next lines, and for taking
	// the next answers in.
	streamPause = 30 * time.Second
	// writtenAtOnce is how much of a block's answer is written at once: what could
	// not be written is given back.
	writtenAtOnce = 64 << 10
)

// isStream reports whether the request is a stream with one item per line.
func (call *call) isStream() bool {
	if call.operation.Each == nil {
		return false
	}
	kind, _, err := mime.ParseMediaType(call.context.Request.Header.Get("Content-Type"))
	return err == nil && kind == streamType
}

// stream answers the lines of a body while it arrives, one block at a time: a block is
// answered once its results are debited. If the stream ends early, the last line of the
// answer is the error with the number of the first line that was not answered.
func (call *call) stream(ctx context.Context) error {
	request := call.context.Request
	if err := call.prove(ctx); err != nil {
		return err
	}
	if err := call.solvent(); err != nil {
		return err
	}
	key, err := call.keyInHeader()
	if err != nil {
		return err
	}
	if key != "" {
		return operations.NotRepeatable(key)
	}
	if call.operation, err = call.operation.Select(request.URL.RawQuery); err != nil {
		return err
	}
	controller := http.NewResponseController(call.context.Writer)
	_ = controller.EnableFullDuplex() // where it cannot be, answers come after the request
	call.beginStream()
	lines := &lineReader{source: bufio.NewReaderSize(pausingBody{request.Body, controller}, writtenAtOnce)}
	var answer []byte
	for {
		if call.server.draining.Load() {
			call.endStream(controller, operations.Unavailable(factsOf(call.context).requestID), lines.number+1)
			return nil
		}
		items, err := lines.block(func(size int) error { return call.room.need(ctx, int64(size)) })
		if err == nil {
			answer, err = call.block(ctx, answer[:0], items)
		} else if !errors.Is(err, io.EOF) && !errors.As(err, new(*operations.Failure)) {
			err = errors.Join(operations.Fail("unreadable_body"), err)
		}
		switch {
		case errors.Is(err, io.EOF):
			call.endStream(controller, nil, 0)
			return nil
		case err != nil:
			call.endStream(controller, err, lines.first)
			return nil
		}
		if !call.send(controller, answer) {
			return nil
		}
	}
}

// beginStream prepares the answer's header; its first line sends it.
func (call *call) beginStream() {
	header := call.context.Writer.Header()
	header.Set("Content-Type", streamType)
	header["Cache-Control"] = notKept
	header.Set(languageHeader, call.language.Tag())
	if !call.account.unmetered {
		header.Set("Trailer", creditsRemainingHeader)
	}
	call.context.Status(http.StatusOK)
}

// block answers the items and debits their results.
func (call *call) block(ctx context.Context, answer []byte, items [][]byte) ([]byte, error) {
	answer, results, err := call.operation.AnswerItems(ctx, answer, items, '\n', call.language, call.afford)
	if err != nil {
		call.readInVain()
		return answer, err
	}
	call.results = results
	err = call.charge(ctx)
	call.account.recalled = !call.account.unmetered // what the next block may cost is read again
	return answer, err
}

// send writes the answer of a block, and refunds the results that could not be written.
func (call *call) send(controller *http.ResponseController, answer []byte) bool {
	_ = controller.SetWriteDeadline(time.Now().Add(streamPause)) // a connection that has none goes without
	for start := 0; start < len(answer); start += writtenAtOnce {
		_, err := call.context.Writer.Write(answer[start:min(start+writtenAtOnce, len(answer))])
		if err == nil {
			err = controller.Flush()
		}
		if err != nil {
			line := bytes.LastIndexByte(answer[:start], '\n') + 1
			call.refund(resultsIn(answer[line:]))
			return false
		}
	}
	return true
}

// resultsIn counts the lines that are results and not errors. A client may have sent
// anything that an error repeats.
func resultsIn(lines []byte) (count int64) {
	for line := range bytes.Lines(lines) {
		var answered struct{ Result json.RawMessage }
		if json.Unmarshal(line, &answered) == nil && answered.Result != nil {
			count++
		}
	}
	return count
}

// refund gives back the credits of results that were not delivered.
func (call *call) refund(results int64) {
	if call.account.unmetered || results == 0 {
		return
	}
	s := call.server
	known := factsOf(call.context)
	if err := s.ledger.Refund(call.context.Request.Context(), call.account.key.ID, call.operation.ID, results); err != nil {
		s.log.Error("results that could not be sent were not given back", "request_id", known.requestID, "key_id", known.keyID, "credits", results, "cause", err)
		return
	}
	s.metrics.refunded.Add(float64(results)) // no amount: a count
}

// endStream writes the error that ended the answer early, if any, and the remaining
// credits.
func (call *call) endStream(controller *http.ResponseController, err error, line int) {
	_ = controller.SetWriteDeadline(time.Now().Add(streamPause)) // a connection that has none goes without
	if err != nil {
		last, _ := operations.AppendItemError([]byte("{"), told(call.context, err), call.language)
		call.server.metrics.failed(call.operation.ID, err)
		last = append(strconv.AppendInt(append(last, `,"line":`...), int64(line), 10), "}\n"...)
		// A client that has left cannot be told.
		_, _ = call.context.Writer.Write(last)
	}
	if !call.account.unmetered {
		call.context.Header(creditsRemainingHeader, strconv.FormatInt(call.account.key.Balance, 10))
	}
	call.context.Writer.WriteHeaderNow()
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
