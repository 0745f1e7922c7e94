package rest

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"slices"

	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/server/credits"
	"github.com/payslate/payslate/server/operations"
)

const (
	idempotencyHeader = "Idempotency-Key"
	replayedHeader    = "Idempotent-Replayed"
	languageHeader    = "Content-Language"
)

// idempotencyKey is the key under which the client may repeat a call, empty if
// it sent none or nothing is charged.
func (call *call) idempotencyKey() (string, error) {
	values := call.context.Request.Header.Values(idempotencyHeader)
	if !call.repeatable() || len(values) == 0 {
		return "", nil
	}
	if slices.ContainsFunc(values, credits.IsSecret) {
		return "", operations.SecretSent("header", idempotencyHeader)
	}
	if len(values) > 1 || credits.CheckIdempotencyKey(values[0]) != nil {
		return "", operations.InvalidIdempotencyKey()
	}
	return values[0], nil
}

// repeatable reports whether an Idempotency-Key has a meaning for the call.
func (call *call) repeatable() bool {
	return call.operation.Method == http.MethodPost && !call.account.unmetered
}

// reserve claims the client's key for this call, or finds how it was answered before.
func (call *call) reserve(ctx context.Context, idempotencyKey string) (*credits.StoredResponse, error) {
	s := call.server
	reservation, stored, err := s.ledger.Reserve(ctx, credits.IdempotentRequest{
		KeyID:          call.account.key.ID,
		IdempotencyKey: idempotencyKey,
		Digest:         credits.DigestRequest(call.operation.Request(), call.body),
		Secret:         call.account.secret,
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
func (call *call) replay(stored *credits.StoredResponse) {
	call.context.Header("Cache-Control", cacheNone)
	language := stored.Header[languageHeader]
	if language == "" {
		language = rules.English.Tag() // an answer that was stored without
	}
	call.writeAnswer(stored.Status, stored.Body, []string{language})
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
	}
	var remaining int64
	var err error
	if call.reservation == nil {
		remaining, err = call.debit(ctx)
		call.debited = err == nil
	} else {
		remaining, err = s.ledger.Complete(ctx, *call.reservation, call.operation.ID, call.results, credits.Response{
			Status: http.StatusOK, Body: bytes.Clone(call.answer),
			Header: map[string]string{languageHeader: call.language.Tag()},
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
	s.metrics.debit(call.results)
	return nil
}

// debit takes the credits of the call. A key that was recalled by a secret that is no
// more its newest is asked for first.
func (call *call) debit(ctx context.Context) (remaining int64, err error) {
	ledger := call.server.ledger
	remaining, err = ledger.Debit(ctx, call.account.key.ID, call.operation.ID, call.results)
	if !errors.Is(err, credits.ErrOtherSecret) {
		return remaining, err
	}
	call.account.recalled = true
	if err := call.prove(ctx); err != nil {
		return 0, err
	}
	return ledger.Debit(ctx, call.account.key.ID, call.operation.ID, call.results)
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
