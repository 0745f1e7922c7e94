package rest

import (
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
	attributes := [...]slog.Attr{
		slog.String("method", shown(c.Request.Method)), slog.String("path", shown(c.Request.URL.Path)), slog.Int("status", status),
		slog.Duration("duration", duration), slog.String("request_id", known.requestID),
		slog.Int("bytes", max(0, c.Writer.Size())), slog.String("client", s.client(c)), slog.String("key_id", known.keyID), {},
	}
	told := attributes[:len(attributes)-1]
	if known.fault != nil {
		level = slog.LevelError
		told = attributes[:]
		told[len(told)-1] = slog.String("fault", known.fault.Error())
	}
	ctx := context.Background()
	if handler := s.log.Handler(); handler.Enabled(ctx, level) {
		// The source line of the log call is always the same, and costly to find.
		record := slog.NewRecord(time.Now(), level, "request", 0)
		record.AddAttrs(told...)
		_ = handler.Handle(ctx, record) // errors of the log are ignored
	}
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
	dst := borrowBuffer()
	defer dst.giveBack()
	language := operations.Language(c.Request.Header.Get("Accept-Language"))
	s.metrics.failed(factsOf(c).operation, err)
	var status int
	dst.bytes, status = operations.AppendError(dst.bytes, err, language)
	header := c.Writer.Header()
	header.Del("ETag")
	header.Del("Vary")
	header.Set("Cache-Control", cacheNone)
	if status == http.StatusUnauthorized {
		c.Header("WWW-Authenticate", "Bearer")
	}
	retryAfter(c, err)
	_ = write(c, status, dst.bytes) // a client that has left cannot be told
}

// retryAfter sets the header Retry-After if the failure has a time.
func retryAfter(c *gin.Context, err error) {
	if failure := (*operations.Failure)(nil); errors.As(err, &failure) && failure.RetryAfter != "" {
		c.Header("Retry-After", failure.RetryAfter)
	}
}

// fault answers an error of the service itself.
func (s *Server) fault(c *gin.Context, cause error) { s.fail(c, faultFailure(c, cause)) }

// faultFailure returns the failure that hides an error of the service: it has the
// request's id, and the log has the cause.
func faultFailure(c *gin.Context, cause error) *operations.Failure {
	known := factsOf(c)
	if errors.Is(cause, context.Canceled) && c.Request.Context().Err() != nil {
		return operations.Fail("client_gone")
	}
	known.fault = cause
	if errors.Is(cause, ledger.ErrUnavailable) {
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
	gather(c.Request, len(body))
	c.Writer.WriteHeader(status)
	if _, err := c.Writer.Write(body); err != nil {
		return err
	}
	return factsOf(c).FlushError()
}
