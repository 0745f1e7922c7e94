package credits

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// applicationID marks a SQLite file as a ledger of this program ("Pslt").
const applicationID = 0x50736C74

// migrations lead from one version of the schema to the next: the statements at index n
// create version n+1. Released ones are never edited.
var migrations = []string{
	`CREATE TABLE ledger_keys (
		id            TEXT PRIMARY KEY,
		secret_hash   BLOB NOT NULL UNIQUE CHECK (length(secret_hash) = 32),
		name          TEXT NOT NULL,
		created_at    INTEGER NOT NULL,            -- all times: Unix milliseconds
		revoked_at    INTEGER,
		balance       INTEGER NOT NULL CHECK (balance >= 0),
		last_used_day TEXT NOT NULL DEFAULT ''
	) STRICT, WITHOUT ROWID;

	CREATE TABLE ledger_entries (
		id        INTEGER PRIMARY KEY,
		key_id    TEXT NOT NULL REFERENCES ledger_keys (id),
		kind      TEXT NOT NULL CHECK (kind IN ('grant', 'debit', 'refund')),
		operation TEXT NOT NULL,
		delta     INTEGER NOT NULL,
		calls     INTEGER NOT NULL,
		at        INTEGER NOT NULL,
		CHECK (kind = 'grant' AND calls = 0 AND delta >= 0
		    OR kind = 'debit' AND calls > 0 AND delta = -calls
		    OR kind = 'refund' AND calls < 0 AND delta = -calls)
	) STRICT;
	CREATE INDEX ledger_entries_by_key ON ledger_entries (key_id);

	CREATE TRIGGER ledger_entries_stay BEFORE UPDATE ON ledger_entries
	BEGIN SELECT RAISE(ABORT, 'entries are append-only'); END;
	CREATE TRIGGER ledger_entries_are_kept BEFORE DELETE ON ledger_entries
	BEGIN SELECT RAISE(ABORT, 'entries are append-only'); END;

	CREATE TABLE ledger_idempotency (
		id              INTEGER PRIMARY KEY,
		key_id          TEXT NOT NULL REFERENCES ledger_keys (id),
		idempotency_key TEXT NOT NULL,
		request_digest  BLOB NOT NULL,
		token           TEXT NOT NULL,
		expires_at      INTEGER NOT NULL,          -- of the lease, then of the answer
		status          INTEGER NOT NULL,          -- 0 while in flight
		header          TEXT NOT NULL,
		body            BLOB,
		remaining       INTEGER NOT NULL,
		UNIQUE (key_id, idempotency_key)
	) STRICT;
	CREATE INDEX ledger_idempotency_by_expiry ON ledger_idempotency (expires_at);`,
}

// errOlderSchema is returned for a ledger that must be migrated first.
var errOlderSchema = errors.New("this is not a ledger of this version; start the server on it once, or restore the folder from a backup")

// migrate brings the file to the newest version in one transaction. If two programs open
// it at once, the second finds it migrated. A file of another program is left unchanged.
func migrate(ctx context.Context, conn *sql.Conn, options Options) error {
	if options.Existing {
		return checkSchema(ctx, conn)
	}
	if err := untilUnlocked(ctx, time.Now().Add(options.Patience), func() error { return useLog(ctx, conn) }); err != nil {
		return err
	}
	return inTransaction(ctx, conn, options.Patience, func() error {
		version, err := schemaVersion(ctx, conn)
		if err != nil {
			return err
		}
		for _, statements := range migrations[version:] {
			if err := execute(ctx, conn, statements); err != nil {
				return err
			}
		}
		if version < len(migrations) {
			if err := execute(ctx, conn, identify()); err != nil {
				return err
			}
		}
		return addExtras(ctx, conn, options.Clock())
	})
}

// addExtras creates the tables that a ledger of version 1.0.0 lacks.
func addExtras(ctx context.Context, conn *sql.Conn, now time.Time) error {
	has, err := extrasOf(ctx, conn, "main")
	if err == nil && !has.limits {
		err = execute(ctx, conn, embeddedLimits)
	}
	if err != nil || has.seals {
		return err
	}
	return addSeals(ctx, conn, now, "INTEGER", "BLOB", "DROP INDEX ledger_entries_by_key", "DROP TRIGGER ledger_entries_are_kept",
		`CREATE TRIGGER ledger_entries_are_kept BEFORE DELETE ON ledger_entries
		WHEN NOT EXISTS (SELECT 1 FROM ledger_checkpoints WHERE key_id = OLD.key_id AND through >= coalesce(OLD.number, 0))
		BEGIN SELECT RAISE(ABORT, 'entries are append-only'); END`)
}

func extrasOf(ctx context.Context, rows querier, schema string) (has extras, err error) {
	if has.limits, err = hasTable(ctx, rows, schema, "ledger_limits"); err == nil {
		has.seals, err = hasTable(ctx, rows, schema, "ledger_checkpoints")
	}
	return has, err
}

// embeddedLimits are the tables of limits in SQLite.
var embeddedLimits = fmt.Sprintf(limitsSchema, "INTEGER", "BLOB")

// hasTable reports whether a file has a table.
func hasTable(ctx context.Context, rows querier, schema, table string) (has bool, err error) {
	return has, rows.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM "+schema+".sqlite_schema WHERE name = $1)", table).Scan(&has)
}

// checkSchema returns an error if the ledger must be migrated first.
func checkSchema(ctx context.Context, conn *sql.Conn) error {
	version, err := schemaVersion(ctx, conn)
	if err != nil {
		return err
	}
	var mode string
	if err := conn.QueryRowContext(ctx, "PRAGMA journal_mode").Scan(&mode); err != nil {
		return err
	}
	if version != len(migrations) || mode != "wal" {
		return errOlderSchema
	}
	return nil
}

// identify returns the statement that marks a file as a ledger of the newest version.
func identify() string {
	return fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d", applicationID, len(migrations))
}

// useLog turns on the write-ahead log, which allows reads during a commit. The setting
// is stored in the file.
func useLog(ctx context.Context, conn *sql.Conn) error {
	if _, err := schemaVersion(ctx, conn); err != nil {
		return err
	}
	var mode string
	if err := conn.QueryRowContext(ctx, "PRAGMA journal_mode = WAL").Scan(&mode); err != nil {
		return err
	}
	if mode != "wal" {
		return fmt.Errorf("the file system does not support a write-ahead log (mode %s); choose a data folder on a local disk", mode)
	}
	return nil
}

// schemaVersion returns the version of the schema in the file, 0 for an empty file.
func schemaVersion(ctx context.Context, conn *sql.Conn) (int, error) {
	var application, version, tables int
	if err := conn.QueryRowContext(ctx, `SELECT a.application_id, v.user_version, (SELECT count(*) FROM sqlite_schema)
		FROM pragma_application_id AS a, pragma_user_version AS v`).Scan(&application, &version, &tables); err != nil {
		return 0, err
	}
	switch {
	case tables == 0:
		return 0, nil
	case application != applicationID:
		return 0, errForeignFile
	}
	return version, newerLedger(version, len(migrations))
}
