package credits

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
)

// A row of the table idempotency is a reservation while its status is null, and
// an answer afterwards. An expired row counts as absent. A reservation that was
// taken over has another token, so its first owner can no longer complete it:
// that, and not the lease, is why one request is never charged twice.
const (
	readAnswerSQL = `SELECT request_digest, status, header, body, remaining FROM idempotency
		WHERE key_id = ? AND idempotency_key = ? AND expires_at > ?`
	reserveSQL = `INSERT INTO idempotency (key_id, idempotency_key, request_digest, token, expires_at) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (key_id, idempotency_key) DO UPDATE SET request_digest = excluded.request_digest, token = excluded.token,
			expires_at = excluded.expires_at, status = NULL, header = NULL, body = NULL, remaining = NULL`
	storeAnswerSQL = `UPDATE idempotency SET status = ?4, header = ?5, body = ?6, remaining = ?7, expires_at = ?8
		WHERE key_id = ?1 AND idempotency_key = ?2 AND token = ?3 AND status IS NULL`
	releaseSQL = `DELETE FROM idempotency WHERE key_id = ? AND idempotency_key = ? AND token = ? AND status IS NULL`
)

// Reserve implements Ledger.
func (e *Embedded) Reserve(ctx context.Context, wanted IdempotentRequest) (Reservation, *StoredResponse, error) {
	if err := CheckIdempotencyKey(wanted.IdempotencyKey); err != nil {
		return Reservation{}, nil, err
	}
	r := &request{ctx: ctx, kind: reserveRequest, idempotent: wanted,
		reservation: Reservation{wanted.KeyID, wanted.IdempotencyKey, rand.Text()}}
	if err := e.writer.submit(r); err != nil || r.stored != nil {
		return Reservation{}, r.stored, err
	}
	return r.reservation, nil, nil
}

// Complete implements Ledger.
func (e *Embedded) Complete(ctx context.Context, reservation Reservation, operation string, response Response) (int64, error) {
	r := &request{ctx: ctx, kind: completeRequest, reservation: reservation, operation: operation, response: response}
	err := e.writer.submit(r)
	return r.remaining, err
}

// Release implements Ledger.
func (e *Embedded) Release(ctx context.Context, reservation Reservation) error {
	return e.writer.submit(&request{ctx: ctx, kind: releaseRequest, reservation: reservation})
}

// CheckIdempotencyKey tells whether a client's Idempotency-Key can be used; an
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

func (g *group) reserve(ctx context.Context, r *request) error {
	key, err := g.key(ctx, r.idempotent.KeyID)
	if err != nil {
		return err
	}
	if r.err = key.state; r.err != nil {
		return nil
	}
	found, err := g.findAnswer(ctx, r)
	if err != nil || found {
		return err
	}
	if r.err = key.spendable(); r.err != nil {
		return nil
	}
	_, err = g.statements.reserve.ExecContext(ctx, r.reservation.KeyID, r.reservation.IdempotencyKey,
		r.idempotent.Digest[:], r.reservation.Token, g.now.Add(ReservationLease).UnixMilli())
	return err
}

// findAnswer looks for what is stored or in flight under the Idempotency-Key and
// sets the request's outcome if there is something.
func (g *group) findAnswer(ctx context.Context, r *request) (found bool, err error) {
	var digest, header, body []byte
	var status, remaining sql.NullInt64
	err = g.statements.readAnswer.QueryRowContext(ctx, r.idempotent.KeyID, r.idempotent.IdempotencyKey, g.now.UnixMilli()).
		Scan(&digest, &status, &header, &body, &remaining)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return false, nil
	case err != nil:
		return false, err
	case string(digest) != string(r.idempotent.Digest[:]) || !status.Valid:
		r.err = ErrIdempotencyConflict
		return true, nil
	}
	stored := &StoredResponse{Response{Status: int(status.Int64), Body: body}, remaining.Int64}
	if err := json.Unmarshal(header, &stored.Header); err != nil {
		return false, fmt.Errorf("a stored answer's header cannot be read: %w", err)
	}
	r.stored = stored
	return true, nil
}

func (g *group) complete(ctx context.Context, r *request) error {
	key, err := g.key(ctx, r.reservation.KeyID)
	if err != nil {
		return err
	}
	if r.err = key.spendable(); r.err != nil {
		return g.release(ctx, r.reservation)
	}
	header, err := json.Marshal(r.response.Header)
	if err != nil {
		return err
	}
	result, err := g.statements.storeAnswer.ExecContext(ctx, r.reservation.KeyID, r.reservation.IdempotencyKey, r.reservation.Token,
		r.response.Status, string(header), r.response.Body, key.balance-1, g.now.Add(ReplayWindow).UnixMilli())
	if err != nil {
		return err
	}
	if changed, err := result.RowsAffected(); err != nil {
		return err
	} else if changed == 0 {
		r.err = ErrIdempotencyConflict
		return nil
	}
	r.remaining = key.spend(r.operation)
	return nil
}

func (g *group) release(ctx context.Context, reservation Reservation) error {
	_, err := g.statements.release.ExecContext(ctx, reservation.KeyID, reservation.IdempotencyKey, reservation.Token)
	return err
}

// sweepExpired removes the oldest expired rows, at most sweepBatch.
func sweepExpired(ctx context.Context, conn *sql.Conn, now time.Time) error {
	_, err := conn.ExecContext(ctx, `DELETE FROM idempotency WHERE id IN
		(SELECT id FROM idempotency WHERE expires_at <= ? ORDER BY expires_at LIMIT ?)`, now.UnixMilli(), sweepBatch)
	return err
}
