package rest

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"log/slog"
	"net/http"
	"regexp"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"github.com/payslate/payslate/operations"
	"github.com/payslate/payslate/server/ledger"
)

const (
	requestIDHeader    = "X-Request-Id"
	requestIDBytes     = 16
	jsonType           = "application/json"
	unmatchedOperation = "none"
	hidden             = "(hidden)"
	// unavailableSeconds is when to try again while the ledger does not answer.
	unavailableSeconds = "1"
)

// exchange is a request on its way through the server, with what its log line and the
// metrics tell of it.
type exchange struct {
	*gin.Context
	server    *Server
	requestID string
	operation string
	keyID     string
	code      string // of the error that was answered
	fault     error  // of the service, never shown to the client
	// quiet is set for a probe that found what the one before it found: it is not logged.
	quiet bool
}

// handler answers a request.
type handler func(*exchange)

// handle frames a handler: it gives the request an id, recovers from a panic, and counts
// and logs it.
func (s *Server) handle(answer handler) gin.HandlerFunc {
	return func(c *gin.Context) {
		start := time.Now()
		x := &exchange{Context: c, server: s, requestID: requestID(c.Request.Header.Get(requestIDHeader)), operation: unmatchedOperation}
		x.protect()
		c.Header(requestIDHeader, x.requestID)
		if s.draining.Load() {
			c.Header("Connection", "close") // in HTTP/2, GOAWAY
		}
		defer func() {
			problem := recover()
			if problem != nil && problem != http.ErrAbortHandler {
				x.logPanic(problem)
				if c.Writer.Written() {
					problem = http.ErrAbortHandler
				} else {
					problem = nil
					x.fail(operations.Internal(x.requestID))
				}
			}
			x.finish(time.Since(start))
			if problem != nil {
				panic(problem)
			}
		}()
		answer(x)
	}
}

func (x *exchange) logPanic(problem any) {
	x.server.log.Error("panic", "request_id", x.requestID, "problem", problem, "stack", string(debug.Stack()))
}

func (x *exchange) finish(took time.Duration) {
	status := x.Writer.Status()
	x.server.metrics.request(x.operation, status, took)
	if x.quiet && x.fault == nil {
		return
	}
	level := slog.LevelInfo
	attributes := append(make([]slog.Attr, 0, 12),
		slog.String("method", x.shownMethod()), slog.String("path", x.shownPath()), slog.Int("status", status),
		slog.String("operation", x.operation), slog.Any("duration", seconds(took)),
		slog.String("request_id", x.requestID), slog.Int("bytes", max(0, x.Writer.Size())), slog.String("client", x.client()), slog.String("key_id", x.keyID))
	if x.code != "" {
		attributes = append(attributes, slog.String("error", x.code))
	}
	if x.fault != nil {
		level, attributes = slog.LevelError, append(attributes, slog.String("fault", x.fault.Error()))
	}
	x.server.log.LogAttrs(context.Background(), level, "request", attributes...)
}

// seconds is a time as the log has it: a number of seconds.
type seconds time.Duration

// MarshalText implements encoding.TextMarshaler.
func (s seconds) MarshalText() ([]byte, error) {
	return strconv.AppendFloat(nil, time.Duration(s).Seconds(), 'f', 6, 64), nil // no amount: a time
}

// MarshalJSON implements json.Marshaler.
func (s seconds) MarshalJSON() ([]byte, error) { return s.MarshalText() }

// maxSegments is how many segments of a path are looked at for the log.
const maxSegments = 10

// shownPath is the path for the log. Of one that is none of the service's only the segments
// that its paths have are shown: any other, in whatever form, may be a key or a part of one.
func (x *exchange) shownPath() string {
	if x.FullPath() == x.Request.URL.Path {
		return x.FullPath()
	}
	segments := strings.SplitN(x.Request.URL.Path, "/", maxSegments)
	for i, segment := range segments {
		if segment != "" && !x.server.segments[segment] {
			segments[i] = "…"
		}
	}
	return strings.Join(segments, "/")
}

// shownMethod is the method for the log: one that HTTP has, for another may be a key.
func (x *exchange) shownMethod() string {
	switch method := x.Request.Method; method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions, http.MethodConnect, http.MethodTrace:
		return method
	}
	return hidden
}

// safeID is an id of a client that is safe in headers and logs: too short to hold enough of a
// key to guess the rest, or groups of hexadecimal digits, as UUIDs and the ids of traces are.
var safeID = regexp.MustCompile(`^(?:[!-~]{1,30}|[0-9a-fA-F]{1,32}(?:-[0-9a-fA-F]{1,32}){0,4})$`)

// requestID returns the client's id if it is safe, or else a new one.
func requestID(sent string) string {
	if safeID.MatchString(sent) && !ledger.IsSecret(sent) {
		return sent
	}
	var id [requestIDBytes]byte
	rand.Read(id[:]) // never fails
	return hex.EncodeToString(id[:])
}

// fail answers with an error.
func (x *exchange) fail(err error) {
	failure := x.told(err)
	header := x.Writer.Header()
	header.Del("ETag")
	header.Del("Vary")
	header.Set("Cache-Control", cacheNone)
	if failure.Status == http.StatusUnauthorized {
		header.Set("WWW-Authenticate", "Bearer")
	}
	body := failure.AppendJSON(nil, operations.Language(x.Request.Header.Get("Accept-Language")))
	x.write(failure.Status, body)
}

// told returns the failure for the client, counts it, and sets the header that says when to
// try again. It hides an error of the service: it has the request's id, and the log has the
// cause.
func (x *exchange) told(err error) *operations.Failure {
	var failure *operations.Failure
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &failure):
	case errors.As(err, &tooLarge):
		failure = operations.BodyTooLarge(tooLarge.Limit)
	case errors.Is(err, context.Canceled) && x.Request.Context().Err() != nil:
		failure = operations.Fail("client_gone")
	case errors.Is(err, ledger.ErrUnavailable):
		x.fault, failure = err, operations.Unavailable(x.requestID)
		x.Header("Retry-After", unavailableSeconds)
	default:
		x.fault, failure = err, operations.Internal(x.requestID)
	}
	if failure.RetryAfter != "" {
		x.Header("Retry-After", failure.RetryAfter)
	}
	x.code = failure.Code
	x.server.metrics.failed(x.operation, failure)
	return failure
}

// jsonTypes is the Content-Type of most answers, shared by their headers.
var jsonTypes = []string{jsonType}

// write sends a JSON body. A client that has left cannot be told.
func (x *exchange) write(status int, body []byte) {
	header := x.Writer.Header()
	header["Content-Type"] = jsonTypes
	header.Set("Content-Length", strconv.Itoa(len(body)))
	x.Writer.WriteHeader(status)
	_, _ = x.Writer.Write(body)
}
