package credits

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

const (
	// The row locks below serialize changes of a key. A higher isolation level would
	// only repeat more transactions.
	beginSQL = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"

	// A server that stops during a transaction must not hold its locks for long.
	limitsSQL = `SELECT set_config('lock_timeout', $1, true), set_config('idle_in_transaction_session_timeout', $1, true)`

	versionSQL     = `SELECT version FROM ledger_schema`
	lockLedgerSQL  = `SELECT version FROM ledger_schema FOR UPDATE`
	readHadKeysSQL = `SELECT EXISTS (SELECT 1 FROM ledger_keys)`
	lockKeysSQL    = `SELECT id, balance, coalesce(revoked_at, 0), last_used_day, %s FROM ledger_keys WHERE id = ANY($1) ORDER BY id FOR UPDATE`
	// Limits are read once their keys are locked, so that they are those of now.
	readLimitsSQL  = `SELECT key_id, expires_at, scopes, budget, spent_month, spent, rotations, full_balance FROM ledger_limits WHERE key_id = ANY($1)`
	readAnswersSQL = `SELECT key_id, idempotency_key, request_digest, token, expires_at, status, header, body, remaining
		FROM ledger_idempotency WHERE (key_id, idempotency_key) IN (SELECT * FROM unnest($1::TEXT[], $2::TEXT[]))`
	readEntriesSQL = `SELECT id FROM ledger_entries WHERE (key_id, id) IN (SELECT * FROM unnest($1::TEXT[], $2::TEXT[]))`
	clockSQL       = `SELECT clock_timestamp()`

	addKeysSQL = `INSERT INTO ledger_keys (id, secret_hash, name, created_at, balance%s)
		SELECT * FROM unnest($1::TEXT[], $2::BYTEA[], $3::TEXT[], $4::BIGINT[], $5::BIGINT[]%s)`
	// Under the lock the balance cannot differ from the one that was read; if it did,
	// the update would fail on null.
	changeKeysSQL = `UPDATE ledger_keys AS k SET balance = CASE WHEN k.balance = c.before THEN c.balance END,
		revoked_at = nullif(c.revoked_at, 0), last_used_day = c.last_used_day%s
		FROM (SELECT * FROM unnest($1::TEXT[], $2::BIGINT[], $3::BIGINT[], $4::BIGINT[], $5::TEXT[]%s)
			AS t (id, before, balance, revoked_at, last_used_day%s)) AS c WHERE k.id = c.id`
	addEntriesSQL = `INSERT INTO ledger_entries (key_id, id, kind, operation, delta, calls, at%s)
		SELECT * FROM unnest($1::TEXT[], $2::TEXT[], $3::TEXT[], $4::TEXT[], $5::BIGINT[], $6::BIGINT[], $7::BIGINT[]%s)`
	putAnswersSQL = `INSERT INTO ledger_idempotency (key_id, idempotency_key, request_digest, token, expires_at, status, header, body, remaining)
		SELECT * FROM unnest($1::TEXT[], $2::TEXT[], $3::BYTEA[], $4::TEXT[], $5::BIGINT[], $6::BIGINT[], $7::TEXT[], $8::BYTEA[], $9::BIGINT[])
		ON CONFLICT (key_id, idempotency_key) DO UPDATE SET request_digest = excluded.request_digest, token = excluded.token,
		expires_at = excluded.expires_at, status = excluded.status, header = excluded.header, body = excluded.body, remaining = excluded.remaining`
	// A probe rewrites a row unchanged and checks the privileges that calls need, which
	// the database does for statements without rows too.
	probeSQL         = `UPDATE ledger_schema SET version = version`
	probeEntriesSQL  = `INSERT INTO ledger_entries SELECT * FROM ledger_entries WHERE false`
	probeAnswersSQL  = `INSERT INTO ledger_idempotency SELECT * FROM ledger_idempotency WHERE false`
	probeKeysSQL     = `UPDATE ledger_keys SET balance = balance WHERE false`
	removeAnswersSQL = `DELETE FROM ledger_idempotency WHERE (key_id, idempotency_key) IN (SELECT * FROM unnest($1::TEXT[], $2::TEXT[]))`
)

// The same with the columns of seals.
var (
	addSealedKeysSQL    = fmt.Sprintf(addKeysSQL, ", sealed, head", ", $6::BIGINT[], $7::BYTEA[]")
	changeSealedKeysSQL = fmt.Sprintf(changeKeysSQL, ", sealed = c.sealed, head = c.head", ", $6::BIGINT[], $7::BYTEA[]", ", sealed, head")
	addSealedEntriesSQL = fmt.Sprintf(addEntriesSQL, ", number, seal", ", $8::BIGINT[], $9::BYTEA[]")
)

// findSecretsSQL finds the keys of secrets, present and former ones.
func findSecretsSQL(limited bool) string {
	if !limited {
		return "SELECT id, balance, coalesce(revoked_at, 0), 0::BIGINT, 0::BIGINT, '', 0::BIGINT, '', 0::BIGINT, 0::BIGINT, secret_hash, clock_timestamp() FROM ledger_keys WHERE secret_hash = ANY($1)"
	}
	const find = "SELECT k.id, k.balance, coalesce(k.revoked_at, 0), %[2]s, " + limitColumns + ", %[3]s.secret_hash, clock_timestamp() FROM %[1]s LEFT JOIN ledger_limits AS l ON l.key_id = k.id WHERE %[3]s.secret_hash = ANY($1)"
	return fmt.Sprintf(find, "ledger_keys AS k", "0::BIGINT", "k") + " UNION ALL " +
		fmt.Sprintf(find, "ledger_former_secrets AS f JOIN ledger_keys AS k ON k.id = f.key_id", "f.ends_at", "f")
}

// entryName names an entry of a commit.
type entryName struct{ keyID, id string }

// load begins a transaction and reads and locks the rows that the work wants, in
// one round trip.
func (s *postgresStorage) load(ctx context.Context, conn *pgx.Conn, w *work) error {
	g := w.group
	batch := &pgx.Batch{}
	batch.Queue(s.begin)
	// The lock times out in the database before the transaction does here, so the
	// failure names its cause and the connection stays usable.
	limit := strconv.FormatInt((s.patience * 4 / 5).Milliseconds(), 10)
	batch.Queue(limitsSQL, limit)
	batch.Queue(versionSQL).QueryRow(readVersion)
	if g.wantHadKeys {
		batch.Queue(lockLedgerSQL)
		batch.Queue(readHadKeysSQL).QueryRow(func(row pgx.Row) error { return row.Scan(&g.hadKeys) })
	}
	if len(g.keyOrder) > 0 {
		ids := make([]string, len(g.keyOrder))
		for i, key := range g.keyOrder {
			ids[i] = key.id
		}
		slices.Sort(ids)
		seals := "0::BIGINT, NULL::BYTEA"
		if s.has.seals {
			seals = "sealed, head"
		}
		batch.Queue(fmt.Sprintf(lockKeysSQL, seals), ids).Query(g.takeKeys)
		if s.has.limits {
			batch.Queue(readLimitsSQL, ids).Query(g.takeLimits)
		}
	}
	if len(g.answerOrder) > 0 {
		var names columns
		for _, answer := range g.answerOrder {
			names.add(answer.name.keyID, answer.name.idempotencyKey)
		}
		batch.Queue(readAnswersSQL, names...).Query(g.takeAnswers)
	}
	clear(w.found)
	var names columns
	for _, entry := range w.asked {
		names.add(entry.keyID, entry.id)
	}
	if w.inDoubt && w.marker != (entryName{}) {
		names.add(w.marker.keyID, w.marker.id)
	}
	if len(names) > 0 {
		batch.Queue(readEntriesSQL, names...).Query(w.takeEntries)
	}
	if s.clock != nil {
		g.now = s.clock()
	} else {
		batch.Queue(clockSQL).QueryRow(func(row pgx.Row) error { return row.Scan(&g.now) })
	}
	return conn.SendBatch(ctx, batch).Close()
}

// readVersion refuses what a newer program has made of the ledger.
func readVersion(row pgx.Row) error {
	var version int
	if err := row.Scan(&version); err != nil {
		return err
	}
	return newerLedger(version, len(postgresMigrations))
}

func (g *group) takeKeys(rows pgx.Rows) error {
	var id, lastUsedDay string
	var balance, revokedAt, sealed int64
	var head []byte
	_, err := pgx.ForEachRow(rows, []any{&id, &balance, &revokedAt, &lastUsedDay, &sealed, &head}, func() error {
		key := g.keys[id]
		key.found(balance, revokedAt, lastUsedDay)
		key.sealed, key.head = sealed, bytes.Clone(head)
		return nil
	})
	return err
}

func (g *group) takeLimits(rows pgx.Rows) error {
	var id string
	var l limits
	_, err := pgx.ForEachRow(rows, []any{&id, &l.expires, &l.scopes, &l.budget, &l.month, &l.spent, &l.rotations, &l.full}, func() error {
		g.keys[id].limits = l
		return nil
	})
	return err
}

func (g *group) takeAnswers(rows pgx.Rows) error {
	defer rows.Close()
	for rows.Next() {
		var name answerName
		var row answerRow
		if err := rows.Scan(&name.keyID, &name.idempotencyKey, &row.digest, &row.token, &row.expires, &row.status, &row.header,
			&row.body, &row.remaining); err != nil {
			return err
		}
		g.answers[name].found(row)
	}
	return rows.Err()
}

func (w *work) takeEntries(rows pgx.Rows) error {
	var id string
	_, err := pgx.ForEachRow(rows, []any{&id}, func() error {
		w.found[id] = true
		return nil
	})
	return err
}

// errBrokenBatch is returned when the database ended a transaction without a commit.
var errBrokenBatch = errors.New("the database did not commit")

// store writes what the group decided and commits, in one round trip. It reports
// whether the database said that it committed.
func (s *postgresStorage) store(ctx context.Context, conn *pgx.Conn, w *work) (committed bool, err error) {
	batch := &pgx.Batch{}
	w.queue(batch, s.has)
	answer := ""
	batch.Queue("COMMIT").Exec(func(tag pgconn.CommandTag) error {
		answer = tag.String()
		return nil
	})
	err = conn.SendBatch(ctx, batch).Close()
	switch {
	case answer == "COMMIT":
		return true, nil
	case err == nil:
		return false, fmt.Errorf("%w: it answered %q", errBrokenBatch, answer)
	}
	return false, err
}

// queue adds the statements that write what the group decided.
func (w *work) queue(batch *pgx.Batch, has extras) {
	g := w.group
	now := g.now.UnixMilli()
	var made, changed, entries, put, removed columns
	addKeys, changeKeys, addEntries := fmt.Sprintf(addKeysSQL, "", ""), fmt.Sprintf(changeKeysSQL, "", "", ""), fmt.Sprintf(addEntriesSQL, "", "")
	known := func(row ...any) []any { return row[:len(row)-2] } // without a number and its seal
	if has.seals {
		addKeys, changeKeys, addEntries = addSealedKeysSQL, changeSealedKeysSQL, addSealedEntriesSQL
		known = func(row ...any) []any { return row }
	}
	n := 0
	for _, key := range g.keyOrder {
		switch {
		case key.made != nil:
			made.add(known(key.id, key.made.hash[:], key.made.name, now, key.balance, key.sealed, key.head)...)
		case key.changed:
			changed.add(known(key.id, key.before, key.balance, key.revokedAt, key.lastUsedDay, key.sealed, key.head)...)
		}
		for _, e := range key.entries {
			entries.add(known(key.id, w.entryID(n), string(e.kind), e.operation, e.delta, e.calls, now, e.number, e.seal)...)
			n++
		}
	}
	for _, a := range g.answerOrder {
		switch a.change {
		case putAnswer:
			put.add(a.name.keyID, a.name.idempotencyKey, a.digest, a.token, a.expires, int64(a.status), a.header, a.body, a.remaining)
		case removeAnswer:
			removed.add(a.name.keyID, a.name.idempotencyKey)
		}
	}
	for _, statement := range []struct {
		text string
		rows columns
	}{{addKeys, made}, {changeKeys, changed}, {addEntries, entries}, {putAnswersSQL, put}, {removeAnswersSQL, removed}} {
		if len(statement.rows) > 0 {
			batch.Queue(statement.text, statement.rows...)
		}
	}
	if g.probes > 0 {
		for _, statement := range []string{probeSQL, probeEntriesSQL, probeAnswersSQL, probeKeysSQL} {
			batch.Queue(statement)
		}
	}
	if !has.limits {
		return
	}
	for _, key := range g.keyOrder {
		for _, r := range key.rotations {
			batch.Queue(retireSecretSQL, key.id, r.ends, r.hash[:])
			batch.Queue(endSecretsSQL, key.id, r.ends)
			batch.Queue(changeSecretSQL, key.id, r.hash[:])
		}
		if key.limitsChanged {
			batch.Queue(putLimitsSQL, key.limits.values(key.id)...)
		}
	}
}

// columns gathers rows by column: each column is an array, an argument of unnest.
type columns []any

func (c *columns) add(row ...any) {
	if len(*c) == 0 {
		*c = make(columns, len(row))
	}
	for i, value := range row {
		switch value := value.(type) {
		case string:
			list, _ := (*c)[i].([]string)
			(*c)[i] = append(list, value)
		case int64:
			list, _ := (*c)[i].([]int64)
			(*c)[i] = append(list, value)
		case []byte:
			list, _ := (*c)[i].([][]byte)
			(*c)[i] = append(list, value)
		}
	}
}

// newCommitID returns the id of a commit. It begins with the time, so the entries of a
// key sort by age.
func newCommitID(random string, at time.Time) string {
	const digits = 12 // of milliseconds, in base 16: enough for thousands of years
	text := strconv.FormatInt(at.UnixMilli(), 16)
	return strings.Repeat("0", max(0, digits-len(text))) + text + random
}
