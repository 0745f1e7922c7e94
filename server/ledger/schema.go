package ledger

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"
)

const (
	// applicationID marks a SQLite file as a ledger of this program ("Pslt").
	applicationID = 0x50736C74
	// schemaVersion is the version of the tables. Version 1 of the program had versions 1
	// to 3; it refuses a later one.
	schemaVersion = 4
)

// schema creates the tables. All times are Unix milliseconds.
const schema = `CREATE TABLE payslate_keys (
	id           TEXT PRIMARY KEY,
	name         TEXT NOT NULL,
	created_at   INTEGER NOT NULL,
	revoked_at   INTEGER NOT NULL,    -- 0 for a key in force
	expires_at   INTEGER NOT NULL,    -- 0 for never
	scopes       TEXT NOT NULL,       -- with commas between them; empty for all
	budget       INTEGER NOT NULL,    -- of a month, 0 for none
	month        TEXT NOT NULL,       -- YYYY-MM, in which spent was spent
	spent        INTEGER NOT NULL,
	balance      INTEGER NOT NULL CHECK (balance >= 0),
	full_balance INTEGER NOT NULL,    -- after credits were last handed out
	last_used    TEXT NOT NULL        -- the day, YYYY-MM-DD
) STRICT, WITHOUT ROWID;

CREATE TABLE payslate_secrets (
	hash    BLOB PRIMARY KEY CHECK (length(hash) = 32),
	key_id  TEXT NOT NULL REFERENCES payslate_keys (id),
	ends_at INTEGER NOT NULL          -- 0 for the present secret
) STRICT, WITHOUT ROWID;
CREATE INDEX payslate_secrets_by_key ON payslate_secrets (key_id);

CREATE TABLE payslate_grants (
	key_id  TEXT NOT NULL REFERENCES payslate_keys (id),
	at      INTEGER NOT NULL,
	credits INTEGER NOT NULL,
	PRIMARY KEY (key_id, at)
) STRICT, WITHOUT ROWID;

CREATE TABLE payslate_usage (
	key_id    TEXT NOT NULL REFERENCES payslate_keys (id),
	day       TEXT NOT NULL,
	operation TEXT NOT NULL,
	calls     INTEGER NOT NULL,       -- less refunds, so it may be negative
	PRIMARY KEY (key_id, day, operation)
) STRICT, WITHOUT ROWID;

CREATE TABLE payslate_answers (
	key_id     TEXT NOT NULL REFERENCES payslate_keys (id),
	name       BLOB NOT NULL,         -- hash of the Idempotency-Key
	digest     BLOB NOT NULL,         -- of the request
	token      TEXT NOT NULL,         -- of the reservation
	expires_at INTEGER NOT NULL,      -- of the lease, then of the answer
	status     INTEGER NOT NULL,      -- 0 while in flight, then 200
	body       BLOB,
	PRIMARY KEY (key_id, name)
) STRICT;
CREATE INDEX payslate_answers_by_expiry ON payslate_answers (expires_at);

CREATE TABLE payslate_commits (
	id TEXT PRIMARY KEY,
	at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;`

// versionSQL raises the version of the schema, which every transaction reads. Version 1
// has the table in PostgreSQL only.
var versionSQL = fmt.Sprintf(`CREATE TABLE IF NOT EXISTS ledger_schema (only_row BOOLEAN PRIMARY KEY CHECK (only_row), version BIGINT NOT NULL);
	INSERT INTO ledger_schema VALUES (true, %[1]d) ON CONFLICT (only_row) DO UPDATE SET version = %[1]d`, schemaVersion)

// inPostgres turns the schema into PostgreSQL's words.
var inPostgres = strings.NewReplacer("INTEGER", "BIGINT", "BLOB", "BYTEA", ") STRICT, WITHOUT ROWID", ")", ") STRICT", ")")

// prepare checks the tables. Unless options.Existing is set it creates them, filled from
// a ledger of version 1 if there is one, in one transaction. Programs that do so at once
// wait for each other.
func (s *store) prepare(ctx context.Context, options Options) (err error) {
	version, err := s.version(ctx, s.readers)
	switch {
	case err != nil || version == schemaVersion:
		return err
	case version > schemaVersion:
		return faultNewer
	case options.Existing:
		return faultOlder
	}
	writer, err := s.connect(ctx)
	if err != nil {
		return err
	}
	defer writer.close() // which undoes what was not committed
	tx := &transaction{session: writer, ctx: ctx, store: s}
	if err := s.beginSchema(tx); err != nil {
		return err
	}
	if version, err = s.version(ctx, writer.conn); err != nil || version == schemaVersion {
		return err
	}
	var at int64
	if _, err := tx.find([]any{&at}, "SELECT coalesce($1, "+s.now+")", s.at()); err != nil {
		return err
	}
	tx.now = time.UnixMilli(at)
	if version == 0 {
		return tx.run(ctx, s.schema+"; COMMIT")
	}
	copied, err := s.beforeUpgrade(tx)
	if err == nil {
		err = upgrade(tx, s.schema)
	}
	if err == nil {
		err = tx.run(ctx, "COMMIT")
	}
	switch {
	case err != nil && copied != "":
		return errors.Join(err, os.Remove(copied))
	case err == nil && options.OnUpgrade != nil:
		options.OnUpgrade(copied)
	}
	return err
}
