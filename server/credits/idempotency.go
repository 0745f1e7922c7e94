package credits

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"strings"
)

// answerName is the key under which an answer or a reservation is stored.
type answerName struct{ keyID, idempotencyKey string }

// answerState is a row of the idempotency table within a group: a reservation
// while its status is 0, an answer afterwards. An expired row counts as absent
// to others. A reservation that was taken over has another token, so its first
// owner can no longer complete it: that, and not the lease, is why one request is
// never charged twice.
type answerState struct {
	name   answerName
	exists bool
	answerRow
	change answerChange
}

// answerRow is the stored part of an answer or a reservation.
type answerRow struct {
	digest    []byte
	token     string
	expires   int64 // of the lease, then of the answer; Unix milliseconds
	status    int
	header    string // JSON, of an answer that a server of version 1.0.0 stored in clear
	body      []byte
	remaining int64
}

type answerChange int

const (
	putAnswer answerChange = iota + 1
	removeAnswer
)

func (g *group) wantAnswer(keyID, idempotencyKey string) {
	g.wantKey(keyID)
	name := answerName{keyID, idempotencyKey}
	if g.answers[name] == nil {
		answer := &answerState{name: name}
		g.answers[name] = answer
		g.answerOrder = append(g.answerOrder, answer)
	}
}

// found sets the answer or reservation from its row.
func (a *answerState) found(row answerRow) { a.exists, a.answerRow = true, row }

func (a *answerState) put(row answerRow) { a.exists, a.answerRow, a.change = true, row, putAnswer }

// reservedAs reports whether this is the reservation with the token, still in
// flight.
func (a *answerState) reservedAs(token string) bool {
	return a.exists && a.status == 0 && a.token == token
}

// Reserve implements Ledger.
func (b *books) Reserve(ctx context.Context, wanted IdempotentRequest) (Reservation, *StoredResponse, error) {
	if err := CheckIdempotencyKey(wanted.IdempotencyKey); err != nil {
		return Reservation{}, nil, err
	}
	r := &request{ctx: ctx, kind: reserveRequest, idempotent: wanted,
		reservation: Reservation{wanted.KeyID, wanted.IdempotencyKey, rand.Text(), wanted.Secret}, digest: wanted.keyedDigest()}
	switch err := b.writer.submit(r); {
	case err != nil:
		return Reservation{}, nil, err
	case r.stored == nil:
		return r.reservation, nil, nil
	}
	var err error
	if found := &r.answer; found.inClear(wanted.Digest) {
		r.stored.Body, err = found.body, json.Unmarshal([]byte(found.header), &r.stored.Header)
	} else {
		err = openAnswer(wanted.Secret, found.token, wanted.IdempotencyKey, found.body, &r.stored.Response)
	}
	if err != nil {
		return Reservation{}, nil, fmt.Errorf("%w: a stored answer cannot be read: %w", ErrUnavailable, err)
	}
	return Reservation{}, r.stored, nil
}

// Complete implements Ledger.
func (b *books) Complete(ctx context.Context, reservation Reservation, operation string, credits int64, response Response) (int64, error) {
	if err := checkDebit(credits); err != nil {
		return 0, err
	}
	if response.Status < 1 {
		return 0, fmt.Errorf("%w: an answer needs a status", ErrInvalidArgument)
	}
	sealed, err := sealAnswer(reservation.secret, reservation, &response)
	if err != nil {
		return 0, err
	}
	r := &request{ctx: ctx, kind: completeRequest, reservation: reservation, operation: operation, credits: credits, status: response.Status, sealed: sealed}
	err = b.writer.submit(r)
	return r.remaining, err
}

// Release implements Ledger.
func (b *books) Release(ctx context.Context, reservation Reservation) error {
	return b.writer.submit(&request{ctx: ctx, kind: releaseRequest, reservation: reservation})
}

// CheckIdempotencyKey reports whether a client's Idempotency-Key can be used; an
// error wraps ErrInvalidArgument.
func CheckIdempotencyKey(key string) error {
	if len(key) < 1 || len(key) > MaxIdempotencyKeyLength {
		return fmt.Errorf("%w: an Idempotency-Key of %d characters; send 1 to %d",
			ErrInvalidArgument, len(key), MaxIdempotencyKeyLength)
	}
	if strings.ContainsFunc(key, func(r rune) bool { return r < '!' || r > '~' }) {
		return fmt.Errorf("%w: an Idempotency-Key with other than visible ASCII characters", ErrInvalidArgument)
	}
	return nil
}

func (g *group) reserve(r *request) {
	key := g.keys[r.idempotent.KeyID]
	if r.err = key.usable(); r.err == nil && key.limits.expired(g.now) {
		r.err = ErrExpiredKey
	}
	if r.err != nil {
		return
	}
	answer := g.answers[answerName{r.idempotent.KeyID, r.idempotent.IdempotencyKey}]
	switch {
	case answer.reservedAs(r.reservation.Token):
		return // decided before, by a commit whose outcome was unknown
	case answer.exists && answer.expires > g.now.UnixMilli():
		if r.err = answer.replay(r); r.err == nil {
			r.stored.Balance = key.balance
		}
		return
	}
	if r.err = key.spendable(1, g.now); r.err == nil {
		answer.put(answerRow{digest: r.digest, token: r.reservation.Token,
			expires: g.now.Add(ReservationLease).UnixMilli()})
	}
}

// inClear reports whether this is the row of a request that a server of version 1.0.0
// stored, which has the plain digest.
func (a *answerRow) inClear(digest RequestDigest) bool { return bytes.Equal(a.digest, digest[:]) }

// replay returns the stored answer to its request.
func (a *answerState) replay(r *request) error {
	switch {
	case !bytes.Equal(a.digest, r.digest) && !a.inClear(r.idempotent.Digest):
		return ErrIdempotencyConflict
	case a.status == 0:
		return ErrIdempotencyInProgress
	}
	r.stored = &StoredResponse{Response: Response{Status: a.status}, Remaining: a.remaining}
	r.answer = a.answerRow
	return nil
}

func (g *group) complete(r *request) {
	key := g.keys[r.reservation.KeyID]
	if r.err = key.spendable(r.credits, g.now); r.err != nil {
		g.release(r.reservation)
		return
	}
	answer := g.answers[answerName{r.reservation.KeyID, r.reservation.IdempotencyKey}]
	if !answer.reservedAs(r.reservation.Token) {
		r.err = ErrIdempotencyConflict
		return
	}
	r.remaining = g.spend(key, r.operation, r.credits)
	answer.put(answerRow{digest: answer.digest, token: answer.token, expires: g.now.Add(ReplayWindow).UnixMilli(),
		status: r.status, body: r.sealed, remaining: r.remaining})
}

func (g *group) release(reservation Reservation) {
	answer := g.answers[answerName{reservation.KeyID, reservation.IdempotencyKey}]
	if answer.reservedAs(reservation.Token) {
		*answer = answerState{name: answer.name, change: removeAnswer}
	}
}
