package rest

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"

	"github.com/payslate/payslate/server/ledger"
	"github.com/payslate/payslate/server/operations"
)

const (
	requestIDHeader    = "X-Request-Id"
	maxRequestID       = 128
	requestIDBytes     = 16
	jsonType           = "application/json"
	unmatchedOperation = "none"
	hidden             = "(with a key)"
	maxShown           = 256
	// unavailableSeconds is when to try again while the ledger does not answer.
	unavailableSeconds = "1"
)

// facts collects what the log line and the metrics need of a request. It is the
// request's writer, where all handlers find it.
type facts struct {
	gin.ResponseWriter
	requestID string
	operation string
	keyID     string
	fault     error // of the service, never shown to the client
	// giveBack, if set, refunds a tool call whose answer could not be written.
	giveBack func()
}

func factsOf(c *gin.Context) *facts { return c.Writer.(*facts) }

// Unwrap lets http.ResponseController find the connection.
func (f *facts) Unwrap() http.ResponseWriter { return f.ResponseWriter }

// FlushError sends what was written, and reports whether that worked where there is a
// connection.
func (f *facts) FlushError() error {
	f.WriteHeaderNow()
	below, _ := f.ResponseWriter.(interface{ Unwrap() http.ResponseWriter })
	if below == nil {
		return nil
	}
	if connection, able := below.Unwrap().(interface{ FlushError() error }); able {
		return connection.FlushError()
	}
	return nil
}

// exchange frames every request: it gives it an id, recovers from a panic, and
// counts and logs it.
func (s *Server) exchange(c *gin.Context) {
	start := time.Now()
	known := &facts{ResponseWriter: c.Writer, requestID: requestID(c.Request.Header.Get(requestIDHeader)), operation: unmatchedOperation}
	c.Writer = known
	s.protect(c)
	c.Header(requestIDHeader, known.requestID)
	if s.draining.Load() {
		c.Header("Connection", "close") // in HTTP/2, GOAWAY
	}
	defer func() {
		problem := recover()
		if problem != nil && problem != http.ErrAbortHandler {
			s.log.Error("panic", "request_id", known.requestID, "problem", problem, "stack", string(debug.Stack()))
			if c.Writer.Written() {
				problem = http.ErrAbortHandler
			} else {
				problem = nil
				s.fail(c, operations.Internal(known.requestID))
			}
		}
		s.finish(c, known, time.Since(start))
		if problem != nil {
			panic(problem)
		}
	}()
	c.Next()
}

func (s *Server) finish(c *gin.Context, known *facts, duration time.Duration) {
	status := c.Writer.Status()
	s.metrics.request(known.operation, status, duration)
	level := slog.LevelInfo
	attributes := []slog.Attr{
		slog.String("method", shown(c.Request.Method)), slog.String("path", shown(c.Request.URL.Path)), slog.Int("status", status),
		slog.Duration("duration", duration), slog.String("request_id", known.requestID),
		slog.Int("bytes", max(0, c.Writer.Size())), slog.String("client", s.client(c)), slog.String("key_id", known.keyID),
	}
	if known.fault != nil {
		level, attributes = slog.LevelError, append(attributes, slog.String("fault", known.fault.Error()))
	}
	s.log.LogAttrs(context.Background(), level, "request", attributes...)
}

// shown returns a method or path for the log: truncated, and without a key that a client
// put there by mistake.
func shown(sent string) string {
	switch {
	case ledger.MayHoldSecret(sent):
		return hidden
	case len(sent) > maxShown:
		return sent[:maxShown] + "…"
	}
	return sent
}

// requestID returns the client's id if it is safe in headers and logs, or else a new one.
func requestID(sent string) string {
	if sent != "" && len(sent) <= maxRequestID && visible(sent) && !ledger.MayHoldSecret(sent) {
		return sent
	}
	var id [requestIDBytes]byte
	rand.Read(id[:]) // never fails
	return hex.EncodeToString(id[:])
}

// visible reports whether a header consists of visible ASCII characters.
func visible(text string) bool {
	for i := range len(text) {
		if text[i] <= ' ' || text[i] > '~' {
			return false
		}
	}
	return true
}

// fail answers with an error.
func (s *Server) fail(c *gin.Context, err error) {
	failure := told(c, err)
	s.metrics.failed(factsOf(c).operation, failure)
	header := c.Writer.Header()
	header.Del("ETag")
	header.Del("Vary")
	header.Set("Cache-Control", cacheNone)
	if failure.Status == http.StatusUnauthorized {
		c.Header("WWW-Authenticate", "Bearer")
	}
	retryAfter(c, failure)
	body := failure.AppendJSON(nil, operations.Language(c.Request.Header.Get("Accept-Language")))
	_ = write(c, failure.Status, body) // a client that has left cannot be told
}

// retryAfter sets the header Retry-After if the failure has a time.
func retryAfter(c *gin.Context, failure *operations.Failure) {
	if failure.RetryAfter != "" {
		c.Header("Retry-After", failure.RetryAfter)
	}
}

// told returns the failure for the client. It hides an error of the service: it has the
// request's id, and the log has the cause.
func told(c *gin.Context, err error) *operations.Failure {
	known := factsOf(c)
	var failure *operations.Failure
	switch {
	case errors.As(err, &failure):
		return failure
	case errors.Is(err, context.Canceled) && c.Request.Context().Err() != nil:
		return operations.Fail("client_gone")
	}
	known.fault = err
	if errors.Is(err, ledger.ErrUnavailable) {
		c.Header("Retry-After", unavailableSeconds)
		return operations.Unavailable(known.requestID)
	}
	return operations.Internal(known.requestID)
}

// jsonTypes is the Content-Type of most answers, shared by their headers.
var jsonTypes = []string{jsonType}

// write sends a JSON body. It returns an error if the client cannot receive all of it.
func write(c *gin.Context, status int, body []byte) error {
	header := c.Writer.Header()
	header["Content-Type"] = jsonTypes
	header.Set("Content-Length", strconv.Itoa(len(body)))
	gathered := gather(c.Request, len(body))
	c.Writer.WriteHeader(status)
	_, err := c.Writer.Write(body)
	if err == nil {
		err = factsOf(c).FlushError()
	}
	return cmp.Or(err, gathered.send())
}
