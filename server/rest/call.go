package rest

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"strconv"

	"github.com/gin-gonic/gin"

	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/server/ledger"
	"github.com/payslate/payslate/server/operations"
)

// call is one call of an operation.
type call struct {
	server    *Server
	context   *gin.Context
	operation *operations.Operation
	language  rules.Language
	account   account
	body      []byte
	room      bodyRoom // of the body
	answer    []byte
	results   int64 // of the answer, each of which is charged
	debited   bool  // and not stored to be answered again
	fromPage  bool  // by the page's path
	// reservation is the claim on an Idempotency-Key, nil without one.
	reservation *ledger.Reservation
}

// serve answers calls of the operation at an index of the list; fromPage is set for the
// page's path.
func (s *Server) serve(index int, fromPage bool) gin.HandlerFunc {
	return func(c *gin.Context) {
		operation := s.catalogue.Load().operations[index]
		factsOf(c).operation = operation.ID
		body, answer := borrowBuffer(), borrowBuffer()
		defer returnBuffer(body)
		defer returnBuffer(answer)
		call := call{
			server: s, context: c, operation: operation,
			language: operations.Language(c.Request.Header.Get("Accept-Language")), fromPage: fromPage, room: s.bodies.take(),
		}
		defer call.room.release()
		defer call.release()
		err := call.run(body, answer)
		if err == nil {
			return
		}
		// That the key is not valid goes before other failures.
		if refusal := call.prove(c.Request.Context()); refusal != nil {
			err = refusal
		}
		s.fail(c, err)
	}
}

// run is the order of a call: key, replay, balance, schema, rules, debit,
// answer. Nothing but an answer is charged.
func (call *call) run(body, answer *bytes.Buffer) error {
	c := call.context
	ctx := c.Request.Context()
	if err := call.identify(ctx); err != nil {
		return err
	}
	if call.isStream() {
		return call.stream(ctx)
	}
	idempotencyKey, err := call.keyInHeader()
	if err != nil {
		return err
	}
	if idempotencyKey == "" {
		if err := call.solvent(); err != nil {
			return err
		}
	}
	if call.operation.Method == http.MethodPost {
		if err := call.read(body); err != nil {
			return err
		}
		if call.operation, err = call.operation.Select(c.Request.URL.RawQuery); err != nil {
			return err
		}
	}
	stored, err := call.reserve(ctx, idempotencyKey)
	if err != nil {
		return err
	}
	if stored != nil {
		call.replay(stored)
		return nil
	}
	if call.operation.Method == http.MethodPost {
		call.answer, call.results, err = call.answerBody(ctx, answer.AvailableBuffer())
	} else {
		call.results = 1
		call.answer, err = call.operation.AnswerQuery(answer.AvailableBuffer(), c.Request.URL.RawQuery, call.language)
	}
	if err != nil {
		call.readInVain()
		return err
	}
	answer.Write(call.answer) // which grows with it
	if call.unchanged() {
		if err := call.prove(ctx); err != nil {
			return err
		}
		c.Status(http.StatusNotModified)
		return nil
	}
	if err := call.charge(ctx); err != nil {
		return err
	}
	call.writeAnswer(call.answer, call.language.Tag())
	return nil
}

// answerBody answers the body, and appends to dst.
func (call *call) answerBody(ctx context.Context, dst []byte) (answer []byte, results int64, err error) {
	var afford operations.Afford
	if call.operation.Each != nil {
		afford = call.afford
	}
	return call.operation.AnswerResults(ctx, dst, call.body, call.language, afford)
}

// unchanged reports whether the client of a GET already has the answer, which is then not
// charged.
func (call *call) unchanged() bool {
	header := call.context.Writer.Header()
	if call.operation.Method != http.MethodGet {
		header["Cache-Control"] = notKept
		return false
	}
	tag := entityTag(call.server.catalogue.Load().DataVersion(), call.language, call.answer)
	cacheable(header, tag, cachePrivate, varyAnswer)
	return holds(call.context.Request.Header, tag)
}

// identify finds out who pays, and enforces the rate limit and the scopes of the key.
func (call *call) identify(ctx context.Context) error {
	if call.fromPage {
		if known, err := call.identifyVisitor(); known || err != nil {
			return err
		}
	}
	var err error
	if call.account, err = call.server.account(ctx, call.context.Request.Header); err != nil {
		return call.server.refuseOften(call.context, err)
	}
	factsOf(call.context).keyID = call.account.key.ID
	if err := call.server.admit(call.context, call.account); err != nil {
		return err
	}
	if scope := call.operation.Scope(); !call.free() && !call.account.unmetered && !call.account.key.Allows(scope) {
		return operations.Fail("scope_missing", "scope", scope)
	}
	return nil
}

// solvent refuses an account that has nothing left to spend, as far as is known.
func (call *call) solvent() error {
	account := &call.account
	switch {
	case call.free(), account.unmetered, account.recalled:
	case account.key.Left <= 0:
		return call.short(1)
	}
	return nil
}

// short is the failure of an account that lacks credits for some results.
func (call *call) short(results int64) error {
	key := &call.account.key
	return call.server.insufficient(&ledger.ShortError{Wanted: results, Missing: results - key.Left, Renews: key.Renews})
}

// afford refuses a batch that the account cannot pay, before it is computed.
func (call *call) afford(results int64) error {
	if demo, visitor := call.server.demo, call.account.visitor; visitor != "" && results > int64(demo.left(visitor)) {
		return operations.Fail("demo_limited", "results", int64(demo.limit.Calls))
	}
	if call.free() || call.account.unmetered {
		return nil
	}
	if err := call.authenticate(call.context.Request.Context()); err != nil {
		return err
	}
	if results > call.account.key.Left {
		return call.short(results)
	}
	return nil
}

// read reads the body.
func (call *call) read(body *bytes.Buffer) error {
	request := call.context.Request
	maxBody := call.operation.MaxBody()
	if request.ContentLength > maxBody {
		return operations.BodyTooLarge(maxBody)
	}
	source := request.Body
	if request.ContentLength < 0 {
		source = http.MaxBytesReader(call.context.Writer, source, maxBody)
	}
	if request.ContentLength < 0 || request.ContentLength > freeBody {
		source = &countedBody{ReadCloser: source, ctx: request.Context(), room: &call.room}
	}
	_, err := body.ReadFrom(source)
	if err != nil {
		if failure := (*operations.Failure)(nil); errors.As(err, &failure) {
			return failure
		}
		if errors.As(err, new(*http.MaxBytesError)) {
			return operations.BodyTooLarge(maxBody)
		}
		return operations.Fail("unreadable_body")
	}
	call.body = body.Bytes()
	return nil
}

const creditsRemainingHeader = "X-Credits-Remaining"

// writeAnswer sends an answer that was paid for.
func (call *call) writeAnswer(body []byte, language string) {
	call.context.Header(languageHeader, language)
	if !call.account.unmetered {
		call.context.Header(creditsRemainingHeader, strconv.FormatInt(call.account.key.Balance, 10))
	}
	if call.fromPage {
		body = call.pack(body)
	}
	if write(call.context, http.StatusOK, body) != nil && call.debited {
		call.refund(call.results)
	}
}
