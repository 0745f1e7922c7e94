package credits

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

// group decides the requests of one transaction. It reads each key once, which
// the transaction's lock keeps true, lets the requests spend in the order of
// their arrival, and at the end writes one balance for each key and one entry
// for each key and operation.
type group struct {
	statements *groupStatements
	now        time.Time
	balances   map[string]*keyBalance
	order      []*keyBalance
}

// keyBalance is a key within a group.
type keyBalance struct {
	keyID   string
	state   error // nil, ErrUnknownKey or ErrRevokedKey
	balance int64
	debits  []operationCalls
}

type operationCalls struct {
	operation string
	calls     int64
}

// groupStatements are the statements of a group, prepared on the connection
// that holds the transaction.
type groupStatements struct {
	readKey, chargeKey, addEntry              *sql.Stmt
	readAnswer, reserve, storeAnswer, release *sql.Stmt
	all                                       []*sql.Stmt
}

func (s *groupStatements) prepare(ctx context.Context, conn *sql.Conn) error {
	for _, statement := range []struct {
		prepared **sql.Stmt
		text     string
	}{
		{&s.readKey, `SELECT balance, revoked_at IS NOT NULL FROM keys WHERE id = ?`},
		{&s.chargeKey, `UPDATE keys SET balance = balance - ?2, last_used_day = max(last_used_day, ?3) WHERE id = ?1 AND balance >= ?2`},
		{&s.addEntry, `INSERT INTO entries (key_id, kind, operation, delta, calls, at) VALUES (?1, 'debit', ?2, -?3, ?3, ?4)`},
		{&s.readAnswer, readAnswerSQL},
		{&s.reserve, reserveSQL},
		{&s.storeAnswer, storeAnswerSQL},
		{&s.release, releaseSQL},
	} {
		prepared, err := conn.PrepareContext(ctx, statement.text)
		if err != nil {
			return err
		}
		*statement.prepared = prepared
		s.all = append(s.all, prepared)
	}
	return nil
}

// close must come before the connection's: an open statement keeps SQLite from
// letting go of the file.
func (s *groupStatements) close() error {
	var failures []error
	for _, statement := range s.all {
		failures = append(failures, statement.Close())
	}
	return errors.Join(failures...)
}

// apply decides every request and sets its outcome. An error is one of the
// storage and means that the transaction must not be committed.
func (g *group) apply(ctx context.Context, statements *groupStatements, taken []*request, now time.Time) error {
	g.statements, g.now = statements, now
	clear(g.balances)
	g.order = g.order[:0]
	for _, r := range taken {
		if r.kind != releaseRequest && r.ctx.Err() != nil {
			r.err = r.ctx.Err()
			continue
		}
		if err := g.decide(ctx, r); err != nil {
			return err
		}
	}
	return g.charge(ctx)
}

func (g *group) decide(ctx context.Context, r *request) error {
	switch r.kind {
	case debitRequest:
		return g.debit(ctx, r)
	case reserveRequest:
		return g.reserve(ctx, r)
	case completeRequest:
		return g.complete(ctx, r)
	default:
		return g.release(ctx, r.reservation)
	}
}

func (g *group) debit(ctx context.Context, r *request) error {
	key, err := g.key(ctx, r.keyID)
	if err != nil {
		return err
	}
	if r.err = key.spendable(); r.err == nil {
		r.remaining = key.spend(r.operation)
	}
	return nil
}

// key reads a key on its first use in the group.
func (g *group) key(ctx context.Context, keyID string) (*keyBalance, error) {
	if key := g.balances[keyID]; key != nil {
		return key, nil
	}
	key := &keyBalance{keyID: keyID}
	var revoked bool
	err := g.statements.readKey.QueryRowContext(ctx, keyID).Scan(&key.balance, &revoked)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		key.state = ErrUnknownKey
	case err != nil:
		return nil, err
	case revoked:
		key.state = ErrRevokedKey
	}
	g.balances[keyID] = key
	g.order = append(g.order, key)
	return key, nil
}

// spendable is nil if the key may spend one more credit.
func (k *keyBalance) spendable() error {
	if k.state == nil && k.balance < 1 {
		return ErrInsufficientCredits
	}
	return k.state
}

// spend takes one credit and returns what is left.
func (k *keyBalance) spend(operation string) int64 {
	k.balance--
	for i := range k.debits {
		if k.debits[i].operation == operation {
			k.debits[i].calls++
			return k.balance
		}
	}
	k.debits = append(k.debits, operationCalls{operation, 1})
	return k.balance
}

// errBalanceMoved cannot happen while the transaction holds the write lock; it
// is checked because it would be money.
var errBalanceMoved = errors.New("a balance changed within a transaction")

// charge writes what the group spent.
func (g *group) charge(ctx context.Context) error {
	for _, key := range g.order {
		var calls int64
		for _, debit := range key.debits {
			calls += debit.calls
			if _, err := g.statements.addEntry.ExecContext(ctx, key.keyID, debit.operation, debit.calls, g.now.UnixMilli()); err != nil {
				return err
			}
		}
		if calls == 0 {
			continue
		}
		result, err := g.statements.chargeKey.ExecContext(ctx, key.keyID, calls, dayOf(g.now))
		if err != nil {
			return err
		}
		if changed, err := result.RowsAffected(); err != nil || changed != 1 {
			return errors.Join(errBalanceMoved, err)
		}
	}
	return nil
}

// dayOf is the UTC day of a time, as usage shows it.
func dayOf(t time.Time) string { return t.UTC().Format(time.DateOnly) }

// Debit implements Ledger.
func (e *Embedded) Debit(ctx context.Context, keyID, operation string) (int64, error) {
	r := &request{ctx: ctx, kind: debitRequest, keyID: keyID, operation: operation}
	err := e.writer.submit(r)
	return r.remaining, err
}
