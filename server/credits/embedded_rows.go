package credits

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

// sweepSQL removes what expired. The time is compared twice: where others write
// at the same time, a row may have been taken into use again since it was chosen.
const sweepSQL = `DELETE FROM ledger_idempotency WHERE expires_at <= $1 AND (key_id, idempotency_key) IN
	(SELECT key_id, idempotency_key FROM ledger_idempotency WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2)`

// sqliteStatements read and write the rows of a group, prepared on the
// connection that holds the transaction.
type sqliteStatements struct {
	begin, commit                                     *sql.Stmt
	readHadKeys, readKey, addKey, changeKey, addEntry *sql.Stmt
	readAnswer, putAnswer, removeAnswer               *sql.Stmt
	all                                               []*sql.Stmt
}

func (s *sqliteStatements) prepare(ctx context.Context, conn *sql.Conn) error {
	for _, statement := range []struct {
		prepared **sql.Stmt
		text     string
	}{
		{&s.begin, beginSQLite},
		{&s.commit, commitSQLite},
		{&s.readHadKeys, `SELECT EXISTS (SELECT 1 FROM ledger_keys)`},
		{&s.readKey, `SELECT balance, coalesce(revoked_at, 0), last_used_day FROM ledger_keys WHERE id = ?`},
		{&s.addKey, `INSERT INTO ledger_keys (id, secret_hash, name, created_at, balance) VALUES (?, ?, ?, ?, ?)`},
		{&s.changeKey, `UPDATE ledger_keys SET balance = ?3, revoked_at = nullif(?4, 0), last_used_day = ?5 WHERE id = ?1 AND balance = ?2`},
		{&s.addEntry, `INSERT INTO ledger_entries (key_id, kind, operation, delta, calls, at) VALUES (?, ?, ?, ?, ?, ?)`},
		{&s.readAnswer, `SELECT request_digest, token, expires_at, status, header, body, remaining FROM ledger_idempotency
			WHERE key_id = ? AND idempotency_key = ?`},
		{&s.putAnswer, `INSERT INTO ledger_idempotency (key_id, idempotency_key, request_digest, token, expires_at, status, header, body, remaining)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (key_id, idempotency_key) DO UPDATE SET request_digest = excluded.request_digest, token = excluded.token,
			expires_at = excluded.expires_at, status = excluded.status, header = excluded.header, body = excluded.body, remaining = excluded.remaining`},
		{&s.removeAnswer, `DELETE FROM ledger_idempotency WHERE key_id = ? AND idempotency_key = ?`},
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
func (s *sqliteStatements) close() error {
	var failures []error
	for _, statement := range s.all {
		failures = append(failures, statement.Close())
	}
	return errors.Join(failures...)
}

// load reads the rows that the group wants.
func (s *sqliteStatements) load(ctx context.Context, g *group, now time.Time) error {
	g.now = now
	if g.wantHadKeys {
		if err := s.readHadKeys.QueryRowContext(ctx).Scan(&g.hadKeys); err != nil {
			return err
		}
	}
	for _, key := range g.keyOrder {
		var balance, revokedAt int64
		var lastUsedDay string
		err := s.readKey.QueryRowContext(ctx, key.id).Scan(&balance, &revokedAt, &lastUsedDay)
		switch {
		case err == nil:
			key.found(balance, revokedAt, lastUsedDay)
		case !errors.Is(err, sql.ErrNoRows):
			return err
		}
	}
	for _, answer := range g.answerOrder {
		var row answerRow
		err := s.readAnswer.QueryRowContext(ctx, answer.name.keyID, answer.name.idempotencyKey).
			Scan(&row.digest, &row.token, &row.expires, &row.status, &row.header, &row.body, &row.remaining)
		switch {
		case err == nil:
			answer.found(row)
		case !errors.Is(err, sql.ErrNoRows):
			return err
		}
	}
	return nil
}

// errBalanceMoved cannot happen while the transaction holds the write lock; it
// is checked because it would be money.
var errBalanceMoved = errors.New("a balance changed within a transaction")

// store writes what the group decided behind the newest entry, and returns the
// one that is the newest then.
func (s *sqliteStatements) store(ctx context.Context, g *group, newest int64) (_ int64, err error) {
	for _, key := range g.keyOrder {
		if newest, err = s.storeKey(ctx, key, g.now.UnixMilli(), newest); err != nil {
			return newest, err
		}
	}
	for _, answer := range g.answerOrder {
		switch row := &answer.answerRow; answer.change {
		case putAnswer:
			_, err = s.putAnswer.ExecContext(ctx, answer.name.keyID, answer.name.idempotencyKey, row.digest, row.token, row.expires,
				row.status, row.header, row.body, row.remaining)
		case removeAnswer:
			_, err = s.removeAnswer.ExecContext(ctx, answer.name.keyID, answer.name.idempotencyKey)
		}
		if err != nil {
			return newest, err
		}
	}
	return newest, nil
}

func (s *sqliteStatements) storeKey(ctx context.Context, key *keyState, now, newest int64) (int64, error) {
	switch {
	case key.made != nil:
		if _, err := s.addKey.ExecContext(ctx, key.id, key.made.hash[:], key.made.name, now, key.balance); err != nil {
			return newest, err
		}
	case key.changed:
		result, err := s.changeKey.ExecContext(ctx, key.id, key.before, key.balance, key.revokedAt, key.lastUsedDay)
		if err != nil {
			return newest, err
		}
		if changed, err := result.RowsAffected(); err != nil || changed != 1 {
			return newest, errors.Join(errBalanceMoved, err)
		}
	}
	for i := range key.entries {
		e := &key.entries[i]
		result, err := s.addEntry.ExecContext(ctx, key.id, string(e.kind), e.operation, e.delta, e.calls, now)
		if err != nil {
			return newest, err
		}
		id, err := result.LastInsertId()
		if err != nil {
			return newest, err
		}
		if id <= newest { // entries are never removed
			return newest, errFileOlder
		}
		newest = id
	}
	return newest, nil
}
