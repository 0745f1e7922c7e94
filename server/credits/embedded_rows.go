package credits

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// sqliteStatements read and write the rows of a group, prepared on the
// connection that holds the transaction.
type sqliteStatements struct {
	readVersion, readHadKeys, readKey, addKey, changeKey, addEntry *sql.Stmt
	readAnswer, putAnswer, removeAnswer                            *sql.Stmt
	seals                                                          bool
	putLimits, retireSecret, endSecrets, changeSecret              *sql.Stmt // nil without the tables of limits
	all                                                            []*sql.Stmt

	key  keyRow
	conn *sql.Conn
}

// keyRow holds the columns that readKey scans.
type keyRow struct {
	balance, revokedAt int64
	lastUsedDay        string
	limits             limits // without scopes, which no debit needs
	sealed             int64
	head               []byte
	columns            []any
}

// readSecretSQL returns the query for the key of a present or former secret.
func readSecretSQL(limited bool) string {
	if !limited {
		return "SELECT id, balance, coalesce(revoked_at, 0), 0, " + noLimitColumns + " FROM ledger_keys WHERE secret_hash = ?"
	}
	const read = "SELECT k.id, k.balance, coalesce(k.revoked_at, 0), %s, " + limitColumns + " FROM %s LEFT JOIN ledger_limits AS l ON l.key_id = k.id WHERE %s.secret_hash = ?1"
	return fmt.Sprintf(read, "0", "ledger_keys AS k", "k") + " UNION ALL " +
		fmt.Sprintf(read, "f.ends_at", "ledger_former_secrets AS f JOIN ledger_keys AS k ON k.id = f.key_id", "f")
}

type sqliteStatement struct {
	prepared **sql.Stmt
	text     string
}

func (s *sqliteStatements) prepare(ctx context.Context, conn *sql.Conn, has extras) error {
	s.conn, s.seals = conn, has.seals
	row := &s.key
	row.columns = []any{&row.balance, &row.revokedAt, &row.lastUsedDay}
	read, from := "k.balance, coalesce(k.revoked_at, 0), k.last_used_day", "ledger_keys AS k"
	var ofLimits []sqliteStatement
	if has.limits {
		l := &row.limits
		row.columns = append(row.columns, &l.expires, &l.budget, &l.month, &l.spent, &l.rotations, &l.full)
		read += `, coalesce(l.expires_at, 0), coalesce(l.budget, 0), coalesce(l.spent_month, ''), coalesce(l.spent, 0),
			coalesce(l.rotations, 0), coalesce(l.full_balance, 0)`
		from += " LEFT JOIN ledger_limits AS l ON l.key_id = k.id"
		ofLimits = []sqliteStatement{{&s.putLimits, putLimitsSQL}, {&s.retireSecret, retireSecretSQL},
			{&s.endSecrets, endSecretsSQL}, {&s.changeSecret, changeSecretSQL}}
	}
	addKey := "INSERT INTO ledger_keys (id, secret_hash, name, created_at, balance) VALUES (?, ?, ?, ?, ?)"
	seal := ""
	addEntry := "INSERT INTO ledger_entries (key_id, kind, operation, delta, calls, at) VALUES (?, ?, ?, ?, ?, ?)"
	if has.seals {
		row.columns = append(row.columns, &row.sealed, &row.head)
		read += ", k.sealed, k.head"
		addKey = "INSERT INTO ledger_keys (id, secret_hash, name, created_at, balance, sealed, head) VALUES (?, ?, ?, ?, ?, ?, ?)"
		seal = ", sealed = ?6, head = ?7"
		addEntry = "INSERT INTO ledger_entries (key_id, kind, operation, delta, calls, at, number, seal) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
	}
	for _, statement := range append(ofLimits, []sqliteStatement{
		{&s.readVersion, `SELECT user_version FROM pragma_user_version`},
		{&s.readHadKeys, `SELECT EXISTS (SELECT 1 FROM ledger_keys)`},
		{&s.readKey, "SELECT " + read + " FROM " + from + " WHERE k.id = ?"},
		{&s.addKey, addKey},
		{&s.changeKey, "UPDATE ledger_keys SET balance = ?3, revoked_at = nullif(?4, 0), last_used_day = ?5" + seal + " WHERE id = ?1 AND balance = ?2"},
		{&s.addEntry, addEntry},
		{&s.readAnswer, `SELECT request_digest, token, expires_at, status, header, body, remaining FROM ledger_idempotency
			WHERE key_id = ? AND idempotency_key = ?`},
		{&s.putAnswer, `INSERT INTO ledger_idempotency (key_id, idempotency_key, request_digest, token, expires_at, status, header, body, remaining)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (key_id, idempotency_key) DO UPDATE SET request_digest = excluded.request_digest, token = excluded.token,
			expires_at = excluded.expires_at, status = excluded.status, header = excluded.header, body = excluded.body, remaining = excluded.remaining`},
		{&s.removeAnswer, `DELETE FROM ledger_idempotency WHERE key_id = ? AND idempotency_key = ?`},
	}...) {
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
	var version int
	if err := s.readVersion.QueryRowContext(ctx).Scan(&version); err != nil {
		return err
	}
	if err := newerLedger(version, len(migrations)); err != nil {
		return err
	}
	if g.wantHadKeys {
		if err := s.readHadKeys.QueryRowContext(ctx).Scan(&g.hadKeys); err != nil {
			return err
		}
	}
	for _, key := range g.keyOrder {
		row := &s.key
		err := s.readKey.QueryRowContext(ctx, key.id).Scan(row.columns...)
		switch {
		case err == nil:
			key.limits, key.sealed, key.head = row.limits, row.sealed, row.head
			key.found(row.balance, row.revokedAt, row.lastUsedDay)
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

// store writes the changes of the group after the newest entry, and returns the new
// newest one.
func (s *sqliteStatements) store(ctx context.Context, g *group, newest int64) (_ int64, err error) {
	if g.probes > 0 {
		if err := s.probe(ctx); err != nil {
			return newest, err
		}
	}
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

// probe rewrites the version of the schema unchanged: one page.
func (s *sqliteStatements) probe(ctx context.Context) error {
	var version int
	if err := s.readVersion.QueryRowContext(ctx).Scan(&version); err != nil {
		return err
	}
	return execute(ctx, s.conn, fmt.Sprintf("PRAGMA user_version = %d", version))
}

func (s *sqliteStatements) storeKey(ctx context.Context, key *keyState, now, newest int64) (int64, error) {
	switch {
	case key.made != nil:
		if _, err := s.addKey.ExecContext(ctx, s.known(key.id, key.made.hash[:], key.made.name, now, key.balance, key.sealed, key.head)...); err != nil {
			return newest, err
		}
	case key.changed:
		result, err := s.changeKey.ExecContext(ctx, s.known(key.id, key.before, key.balance, key.revokedAt, key.lastUsedDay, key.sealed, key.head)...)
		if err != nil {
			return newest, err
		}
		if changed, err := result.RowsAffected(); err != nil || changed != 1 {
			return newest, errors.Join(errBalanceMoved, err)
		}
	}
	if s.putLimits != nil {
		if err := s.storeLimits(ctx, key); err != nil {
			return newest, err
		}
	}
	for i := range key.entries {
		e := &key.entries[i]
		result, err := s.addEntry.ExecContext(ctx, s.known(key.id, string(e.kind), e.operation, e.delta, e.calls, now, e.number, e.seal)...)
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

// known drops the last two values of a row, a number and its seal, if the file has no
// columns for them.
func (s *sqliteStatements) known(values ...any) []any {
	if !s.seals {
		values = values[:len(values)-2]
	}
	return values
}

func (s *sqliteStatements) storeLimits(ctx context.Context, key *keyState) error {
	for _, r := range key.rotations {
		for _, change := range []struct {
			statement *sql.Stmt
			values    []any
		}{
			{s.retireSecret, []any{key.id, r.ends, r.hash[:]}}, {s.endSecrets, []any{key.id, r.ends}}, {s.changeSecret, []any{key.id, r.hash[:]}},
		} {
			if _, err := change.statement.ExecContext(ctx, change.values...); err != nil {
				return err
			}
		}
	}
	if !key.limitsChanged {
		return nil
	}
	_, err := s.putLimits.ExecContext(ctx, key.limits.values(key.id)...)
	return err
}
