package rest

import (
	"context"
	"fmt"
	"net/http"
	"runtime/debug"
	"strconv"

	"github.com/gin-gonic/gin"

	"github.com/payslate/payslate/server/operations"
)

// Endpoint serves operations by another protocol than REST, through Server.Call.
type Endpoint struct {
	// Path is where it is found, Name what the metrics call it.
	Path, Name string
	// New makes its handler for a list of operations.
	New func(*Server, *operations.Catalogue) (http.Handler, error)
}

type exchangeKey struct{}

// endpoint answers for the endpoint at an index of the list.
func (s *Server) endpoint(index int) gin.HandlerFunc {
	return func(c *gin.Context) {
		known := factsOf(c)
		known.operation = s.endpoints[index].Name
		room := s.bodies.take()
		defer room.release()
		c.Request.Body = &countedBody{ReadCloser: c.Request.Body, ctx: c.Request.Context(), room: &room}
		request := c.Request.WithContext(context.WithValue(c.Request.Context(), exchangeKey{}, c))
		s.catalogue.Load().endpoints[index].ServeHTTP(c.Writer, request)
		if known.FlushError() != nil && known.giveBack != nil {
			known.giveBack()
		}
	}
}

// Admit applies the rate limit to messages to an endpoint that call no operation, by the
// address of the sender.
func (s *Server) Admit(request *http.Request) *operations.Failure {
	c := request.Context().Value(exchangeKey{}).(*gin.Context)
	if s.limits.spend(c, s.address(c), 1) {
		return operations.Fail("rate_limited")
	}
	return nil
}

// Call answers a call that reached a mounted endpoint with the request, in the order of
// REST: key, rate, balance, schema, rules, debit. It takes the operation by its id, and the
// input as JSON text. The Reply has no credits for a marketplace. The error is an
// *operations.Failure, and then nothing was charged. Under an idempotencyKey, nil without,
// the call may be repeated; the header Idempotency-Key has no meaning here, since a client
// sends the same headers with every call.
func (s *Server) Call(request *http.Request, id string, arguments []byte, idempotencyKey *string) (answer operations.Reply, err error) {
	c := request.Context().Value(exchangeKey{}).(*gin.Context)
	known := factsOf(c)
	defer func() {
		if problem := recover(); problem != nil {
			s.log.Error("panic", "request_id", known.requestID, "problem", problem, "stack", string(debug.Stack()))
			err = fmt.Errorf("panic: %v", problem)
		}
		if err != nil {
			failure := told(c, err)
			s.metrics.failed(known.operation, failure)
			retryAfter(c, failure)
			answer, err = operations.Reply{}, failure
		}
	}()
	operation := s.catalogue.Load().Operation(id)
	if operation == nil {
		return answer, operations.Fail("not_found")
	}
	known.operation = id
	ctx := request.Context()
	call := call{server: s, context: c, operation: operation.AsTool(), language: operations.Language(request.Header.Get("Accept-Language"))}
	call.body = arguments
	defer call.release()
	var keys []string
	if idempotencyKey != nil {
		keys = []string{*idempotencyKey}
	}
	if answer.JSON, answer.Replayed, err = call.runTool(ctx, keys); err != nil {
		if refusal := call.prove(ctx); refusal != nil {
			err = refusal
		}
		return answer, err
	}
	if call.debited {
		known.giveBack = func() { call.refund(call.results) }
	}
	if !call.account.unmetered {
		answer.Credits = &call.account.key.Balance
		c.Header(creditsRemainingHeader, strconv.FormatInt(*answer.Credits, 10))
	}
	return answer, nil
}

// runTool is the order of a call that comes as a tool's.
func (call *call) runTool(ctx context.Context, keys []string) (answer []byte, replayed bool, err error) {
	if err := call.identify(ctx); err != nil {
		return nil, false, err
	}
	key, err := call.idempotencyKey(keys, "_meta", "io.payslate/idempotencyKey")
	if err == nil && key == "" {
		err = call.solvent()
	}
	if err != nil {
		return nil, false, err
	}
	if stored, err := call.reserve(ctx, key); err != nil {
		return nil, false, err
	} else if stored != nil {
		return stored.Body, true, nil
	}
	if call.answer, call.results, err = call.answerBody(ctx, nil); err != nil {
		return nil, false, err
	}
	return call.answer, false, call.charge(ctx)
}
