package ledger

import (
	"context"
	"fmt"
	"strings"
)

const (
	// applicationID marks a SQLite file as a ledger of this program ("Pslt").
	applicationID = 0x50736C74
	// schemaVersion is the version of the tables. Versions 1.0 and 1.1 of the program had
	// versions 1 to 3; they refuse a later one.
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
	calls     INTEGER NOT NULL,       -- may be negative, where an older version refunded
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

// prepare checks the tables and, unless options.Existing is set, creates them in one
// transaction. Programs that do so at once wait for each other.
func (s *store) prepare(ctx context.Context, options Options) (err error) {
	version, err := s.version(ctx, s.readers)
	if done, err := usable(version, err); done {
		return err
	}
	if options.Existing {
		return faultNone
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
	version, err = s.version(ctx, writer.conn)
	if done, err := usable(version, err); done {
		return err
	}
	return tx.run(ctx, s.schema+"; COMMIT")
}

// usable reports whether nothing is to be created for tables of a version, 0 without any,
// and whether they can be used.
func usable(version int, err error) (done bool, _ error) {
	switch {
	case err != nil || version == schemaVersion:
		return true, err
	case version > schemaVersion:
		return true, faultNewer
	case version > 0:
		return true, faultOlder
	}
	return false, nil
}
