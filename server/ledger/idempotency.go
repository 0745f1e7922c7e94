package ledger

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"strings"
)

// A row of payslate_answers is a reservation while its status is 0, an answer afterwards.
// An expired row counts as absent to others. A reservation that was taken over has another
// token, so its first owner can no longer complete it: that, and not the lease, is why one
// request is never charged twice.

// IdempotentRequest is a request that carries an Idempotency-Key.
type IdempotentRequest struct {
	// Key is the API key that pays; two API keys never share an Idempotency-Key. The
	// stored answer can only be decrypted with its secret, so a repeat with another secret
	// of the key is a conflict.
	Key Key
	// IdempotencyKey is the client's header, for which ValidIdempotencyKey holds.
	IdempotencyKey string
	// Operation and Body are what the Idempotency-Key is bound to.
	Operation string
	Body      []byte
}

// Reservation reserves an Idempotency-Key for ReservationLease.
type Reservation struct {
	key            Key
	idempotencyKey string
	// token distinguishes this reservation from a later one of the same Idempotency-Key.
	token string
}

func (r *Reservation) name() []byte { return answerName(r.key.ID, r.idempotencyKey) }

// Response is an answer to be stored.
type Response struct {
	Language string `json:"Content-Language"`
	Body     []byte `json:"-"`
}

// StoredResponse is an answer that was charged before.
type StoredResponse struct {
	Response
	// Balance is the balance of the key at the time of the replay.
	Balance int64
}

// ValidIdempotencyKey reports whether a client's Idempotency-Key can be used: 1 to
// MaxIdempotencyKeyLength visible ASCII characters.
func ValidIdempotencyKey(key string) bool {
	return key != "" && len(key) <= MaxIdempotencyKeyLength && !strings.ContainsFunc(key, func(r rune) bool { return r < '!' || r > '~' })
}

// answerRow is the stored part of an answer or a reservation.
type answerRow struct {
	digest  []byte
	token   string
	expires int64
	status  int
	body    []byte
}

const (
	readAnswerSQL = "SELECT digest, token, expires_at, status, body FROM payslate_answers WHERE key_id = $1 AND name = $2"
	reserveSQL    = `INSERT INTO payslate_answers (key_id, name, digest, token, expires_at, status) VALUES ($1, $2, $3, $4, $5, 0)
		ON CONFLICT (key_id, name) DO UPDATE SET digest = excluded.digest, token = excluded.token, expires_at = excluded.expires_at,
		status = 0, body = NULL`
	readReservationSQL = "SELECT 1 FROM payslate_answers WHERE key_id = $1 AND name = $2 AND token = $3 AND status = 0"
	storeAnswerSQL     = "UPDATE payslate_answers SET status = 200, body = $3, expires_at = $4 WHERE key_id = $1 AND name = $2"
	releaseSQL         = "DELETE FROM payslate_answers WHERE key_id = $1 AND name = $2 AND token = $3 AND status = 0"
)

// Reserve reserves an Idempotency-Key of the API key for one request. It returns either
// a reservation, to be ended by Complete or Release, or the stored answer of the same
// request, which is to be sent again without a debit. Errors: ErrIdempotencyConflict
// (another request with this Idempotency-Key), ErrIdempotencyInProgress,
// ErrInsufficientCredits (no stored answer and no credits left; nothing was reserved),
// ErrUnknownKey, ErrRevokedKey, ErrExpiredKey.
func (l *Ledger) Reserve(ctx context.Context, wanted IdempotentRequest) (Reservation, *StoredResponse, error) {
	made := Reservation{wanted.Key, wanted.IdempotencyKey, rand.Text()}
	hash, digest := hashSecret(wanted.Key.secret), wanted.digest()
	var balance int64
	var found answerRow
	err := l.writer.submit(&request{ctx: ctx, keyID: wanted.Key.ID, takeBack: made.release, apply: func(tx *transaction) error {
		found = answerRow{}
		key, err := tx.spender(wanted.Key.ID, hash)
		if err != nil {
			return err
		}
		exists, err := tx.find([]any{&found.digest, &found.token, &found.expires, &found.status, &found.body}, readAnswerSQL, key.id, made.name())
		switch {
		case err != nil:
			return err
		case exists && found.expires > tx.now.UnixMilli():
			balance = key.balance
			switch {
			case !bytes.Equal(found.digest, digest):
				return ErrIdempotencyConflict
			case found.status == 0:
				return ErrIdempotencyInProgress
			}
			return nil
		}
		found = answerRow{}
		if err := key.affords(1); err != nil {
			return err
		}
		_, err = tx.exec(reserveSQL, key.id, made.name(), digest, made.token, tx.now.Add(ReservationLease).UnixMilli())
		return err
	}})
	switch {
	case err != nil:
		return Reservation{}, nil, err
	case found.status == 0:
		return made, nil, nil
	}
	response, err := openAnswer(wanted.Key.secret, found.token, wanted.IdempotencyKey, found.body)
	if err != nil {
		return Reservation{}, nil, fmt.Errorf("%w: a stored answer cannot be read: %w", ErrUnavailable, err)
	}
	return Reservation{}, &StoredResponse{response, balance}, nil
}

// Complete takes credits, as Debit does, and stores the answer in the same transaction,
// so neither happens without the other. If the key cannot be charged, the reservation
// ends. After another error call Release. Errors: those of Debit, and
// ErrIdempotencyConflict if the lease expired and another request took over the
// Idempotency-Key.
func (l *Ledger) Complete(ctx context.Context, reservation Reservation, operation string, credits int64, response Response) (remaining int64, err error) {
	if err := checkDebit(credits); err != nil {
		return 0, err
	}
	body := sealAnswer(&reservation, &response)
	keyID, hash, name := reservation.key.ID, hashSecret(reservation.key.secret), reservation.name()
	err = l.writer.submit(&request{ctx: ctx, keyID: keyID, apply: func(tx *transaction) error {
		key, invalid := tx.spender(keyID, hash) // before the reservation, which nobody takes over then
		if invalid != nil && !isOutcome(invalid) {
			return invalid
		}
		var reserved int
		if found, err := tx.find([]any{&reserved}, readReservationSQL, keyID, name, reservation.token); err != nil || !found {
			return cmp.Or(err, ErrIdempotencyConflict)
		}
		if refused := cmp.Or(invalid, key.affords(credits)); refused != nil {
			return cmp.Or(reservation.release(tx), refused)
		}
		tx.charge(key, credits)
		remaining = key.balance
		if _, err := tx.exec(storeAnswerSQL, keyID, name, body, tx.now.Add(ReplayWindow).UnixMilli()); err != nil {
			return err
		}
		return cmp.Or(tx.writeKey(key), tx.use(keyID, operation, credits))
	}})
	if err != nil {
		return 0, err
	}
	return remaining, nil
}

// Release ends a reservation without a charge, so the Idempotency-Key may be used
// again. It works even if the context has ended: a request whose client has
// disconnected must still free its Idempotency-Key. It has no effect on a reservation
// that has ended.
func (l *Ledger) Release(ctx context.Context, reservation Reservation) error {
	return l.writer.submit(&request{ctx: context.WithoutCancel(ctx), keyID: reservation.key.ID, apply: reservation.release})
}

func (r *Reservation) release(tx *transaction) error {
	_, err := tx.exec(releaseSQL, r.key.ID, r.name(), r.token)
	return err
}
