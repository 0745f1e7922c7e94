package rest

import (
	"bytes"
	"cmp"
	"context"
	"net/http"
	"slices"

	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/server/ledger"
	"github.com/payslate/payslate/server/operations"
)

const (
	idempotencyHeader = "Idempotency-Key"
	replayedHeader    = "Idempotent-Replayed"
	languageHeader    = "Content-Language"
)

// idempotencyKey is the key under which the client may repeat a call, of those sent at a
// location; empty if it sent none or nothing is charged.
func (call *call) idempotencyKey(sent []string, location ...string) (string, error) {
	if call.operation.Method != http.MethodPost || call.account.unmetered || len(sent) == 0 {
		return "", nil
	}
	if slices.ContainsFunc(sent, ledger.IsSecret) {
		return "", operations.SecretSent(location...)
	}
	if len(sent) > 1 || ledger.CheckIdempotencyKey(sent[0]) != nil {
		return "", operations.Fail("invalid_idempotency_key")
	}
	return sent[0], nil
}

// keyInHeader is the idempotencyKey of a call by REST.
func (call *call) keyInHeader() (string, error) {
	return call.idempotencyKey(call.context.Request.Header.Values(idempotencyHeader), "header", idempotencyHeader)
}

// reserve claims the client's key for this call, or finds how it was answered before.
func (call *call) reserve(ctx context.Context, idempotencyKey string) (*ledger.StoredResponse, error) {
	if idempotencyKey == "" {
		return nil, nil
	}
	if err := call.authenticate(ctx); err != nil {
		return nil, err
	}
	s := call.server
	reservation, stored, err := s.ledger.Reserve(ctx, ledger.IdempotentRequest{
		Key: call.account.key, IdempotencyKey: idempotencyKey, Operation: call.operation.Request(), Body: call.body,
	})
	if err != nil {
		return nil, s.ledgerFailure(err)
	}
	if stored == nil {
		call.reservation = &reservation
		return nil, nil
	}
	call.account.key.Balance = stored.Balance
	call.context.Header(replayedHeader, "true")
	return stored, nil
}

// replay answers the call as it was answered before.
func (call *call) replay(stored *ledger.StoredResponse) {
	call.context.Header("Cache-Control", cacheNone)
	call.writeAnswer(stored.Body, cmp.Or(stored.Language, rules.English.Tag())) // one may be stored without
}

// charge debits the call, together with its answer where the client may repeat
// it.
func (call *call) charge(ctx context.Context) error {
	s := call.server
	switch {
	case call.free():
		return call.prove(ctx)
	case call.account.unmetered:
		return call.showVisitor()
	case call.context.Request.Method == http.MethodHead:
		return call.prove(ctx)
	}
	var remaining int64
	var err error
	if call.reservation == nil {
		remaining, err = s.ledger.Debit(ctx, call.account.key, call.operation.ID, call.results)
		if err == nil && ctx.Err() != nil { // the client left meanwhile; a write to it might still succeed
			call.refund(call.results)
			err = ctx.Err()
		}
		call.debited = err == nil
	} else {
		remaining, err = s.ledger.Complete(ctx, *call.reservation, call.operation.ID, call.results, ledger.Response{
			Language: call.language.Tag(), Body: bytes.Clone(call.answer),
		})
		if err == nil {
			call.reservation = nil
		}
	}
	call.account.recalled = false
	if err != nil {
		return s.ledgerFailure(err)
	}
	call.account.key.Balance = remaining
	s.metrics.debited.Add(float64(call.results)) // no amount: a count
	return nil
}

// release gives a claim up that led to no answer, so that the client may use
// its key again.
func (call *call) release() {
	if call.reservation == nil {
		return
	}
	ctx := context.WithoutCancel(call.context.Request.Context())
	if err := call.server.ledger.Release(ctx, *call.reservation); err != nil {
		call.server.log.Warn("an Idempotency-Key stays reserved until its lease ends",
			"request_id", factsOf(call.context).requestID, "key_id", call.account.key.ID, "cause", err)
	}
	call.reservation = nil
}
