package credits

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
)

// postgresMigration leads from one version of the schema to the next.
type postgresMigration struct {
	statements string
	// optional migrations are skipped if the database does not support the feature.
	optional bool
}

// postgresMigrations lead from an empty database to the newest version. Released ones
// are never edited. They use only features that PostgreSQL and compatible distributed
// databases share.
var postgresMigrations = []postgresMigration{
	{statements: `CREATE TABLE ledger_keys (
		id            TEXT PRIMARY KEY,
		secret_hash   BYTEA NOT NULL UNIQUE CHECK (length(secret_hash) = 32),
		name          TEXT NOT NULL,
		created_at    BIGINT NOT NULL,             -- all times: Unix milliseconds
		revoked_at    BIGINT,
		balance       BIGINT NOT NULL CHECK (balance >= 0),
		last_used_day TEXT NOT NULL DEFAULT ''
	);

	CREATE TABLE ledger_entries (
		key_id    TEXT NOT NULL REFERENCES ledger_keys (id),
		id        TEXT NOT NULL,                   -- of the commit, and a number within it
		kind      TEXT NOT NULL CHECK (kind IN ('grant', 'debit', 'refund')),
		operation TEXT NOT NULL,
		delta     BIGINT NOT NULL,
		calls     BIGINT NOT NULL,
		at        BIGINT NOT NULL,
		PRIMARY KEY (key_id, id),
		CHECK (kind = 'grant' AND calls = 0 AND delta >= 0
		    OR kind = 'debit' AND calls > 0 AND delta = -calls
		    OR kind = 'refund' AND calls < 0 AND delta = -calls)
	);

	CREATE TABLE ledger_idempotency (
		key_id          TEXT NOT NULL REFERENCES ledger_keys (id),
		idempotency_key TEXT NOT NULL,
		request_digest  BYTEA NOT NULL,
		token           TEXT NOT NULL,
		expires_at      BIGINT NOT NULL,           -- of the lease, then of the answer
		status          BIGINT NOT NULL,           -- 0 while in flight
		header          TEXT NOT NULL,
		body            BYTEA,
		remaining       BIGINT NOT NULL,
		PRIMARY KEY (key_id, idempotency_key)
	);
	CREATE INDEX ledger_idempotency_by_expiry ON ledger_idempotency (expires_at);`},

	{optional: true, statements: `CREATE FUNCTION ledger_entries_stay() RETURNS trigger LANGUAGE plpgsql AS
		$$ BEGIN RAISE EXCEPTION 'entries are append-only'; END $$;
	CREATE TRIGGER ledger_entries_stay BEFORE UPDATE OR DELETE ON ledger_entries
		FOR EACH ROW EXECUTE FUNCTION ledger_entries_stay();`},

	{optional: true, statements: `CREATE TRIGGER ledger_entries_are_kept BEFORE TRUNCATE ON ledger_entries
		FOR EACH STATEMENT EXECUTE FUNCTION ledger_entries_stay();`},
}

const (
	migrationTries = 20
	migrationPause = 100 * time.Millisecond
)

// migratePostgres brings the database to the newest version. Servers that start
// at once wait for the row of ledger_schema; while that table is being created they may
// conflict, and try again.
func migratePostgres(ctx context.Context, pool *pgxpool.Pool) (err error) {
	passing := []string{uniqueViolation, duplicateTable, duplicateObject, internalError, serializationFailure, deadlockDetected}
	for range migrationTries {
		if err = migrateOnce(ctx, pool); !slices.Contains(passing, sqlState(err)) {
			return err
		}
		if err := sleep(ctx, migrationPause); err != nil {
			return err
		}
	}
	return err
}

// checkPostgres returns an error if the database's ledger must be migrated first.
func checkPostgres(ctx context.Context, pool *pgxpool.Pool) error {
	var version int
	err := pool.QueryRow(ctx, versionSQL).Scan(&version)
	if sqlState(err) == undefinedTable || errors.Is(err, pgx.ErrNoRows) || err == nil && version != len(postgresMigrations) {
		return fmt.Errorf("%w: the database has no ledger of this version; create one with keys create, name the right database with --database-url, or start the server on it once", ErrUnavailable)
	}
	return err
}

func migrateOnce(ctx context.Context, pool *pgxpool.Pool) error {
	var version int
	err := pool.QueryRow(ctx, versionSQL).Scan(&version)
	if sqlState(err) == undefinedTable || errors.Is(err, pgx.ErrNoRows) {
		err = executeAll(ctx, pool, `CREATE TABLE IF NOT EXISTS ledger_schema (only_row BOOLEAN PRIMARY KEY CHECK (only_row), version BIGINT NOT NULL);
			INSERT INTO ledger_schema VALUES (true, 0) ON CONFLICT (only_row) DO NOTHING;`)
	}
	for err == nil && version < len(postgresMigrations) {
		version, err = migrateNext(ctx, pool, version)
	}
	if err == nil && version == len(postgresMigrations) {
		return addPostgresExtras(ctx, pool)
	}
	if err == nil {
		return newerLedger(version, len(postgresMigrations))
	}
	return err
}

// addPostgresExtras creates the tables that a ledger of version 1.0.0 lacks.
func addPostgresExtras(ctx context.Context, pool *pgxpool.Pool) error {
	has, err := postgresExtras(ctx, pool)
	if err == nil && !has.limits {
		err = pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
			_, err := tx.Conn().PgConn().Exec(ctx, fmt.Sprintf(limitsSchema, "BIGINT", "BYTEA")).ReadAll()
			return err
		})
	}
	if err != nil || has.seals {
		return err
	}
	database := stdlib.OpenDBFromPool(pool)
	defer database.Close()
	tx, err := database.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var now time.Time
	var guarded bool
	if err := tx.QueryRowContext(ctx, "SELECT clock_timestamp(), to_regproc('ledger_entries_stay') IS NOT NULL").Scan(&now, &guarded); err != nil {
		return err
	}
	guard := []string{"ALTER TABLE ledger_entries ALTER COLUMN id SET DEFAULT gen_random_uuid()::TEXT"} // of what is folded
	if guarded {
		guard = append(guard, `CREATE OR REPLACE FUNCTION ledger_entries_stay() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
			IF TG_OP = 'DELETE' THEN
				IF EXISTS (SELECT 1 FROM ledger_checkpoints WHERE key_id = OLD.key_id AND through >= coalesce(OLD.number, 0)) THEN RETURN OLD; END IF;
			END IF;
			RAISE EXCEPTION 'entries are append-only'; END $$`)
	}
	if err := addSeals(ctx, tx, now, "BIGINT", "BYTEA", guard...); err != nil {
		return err
	}
	return tx.Commit()
}

func postgresExtras(ctx context.Context, pool *pgxpool.Pool) (has extras, err error) {
	return has, pool.QueryRow(ctx, "SELECT to_regclass('ledger_limits') IS NOT NULL, to_regclass('ledger_checkpoints') IS NOT NULL").Scan(&has.limits, &has.seals)
}

// migrateNext migrates from a version to the next, unless another server has done so,
// and returns the resulting version.
func migrateNext(ctx context.Context, pool *pgxpool.Pool, from int) (version int, err error) {
	next := postgresMigrations[from]
	version, err = migrateBy(ctx, pool, from, next.statements)
	if next.optional && slices.Contains([]string{featureNotSupported, syntaxError, undefinedFunction, duplicateObject}, sqlState(err)) {
		version, err = migrateBy(ctx, pool, from, "")
	}
	return version, err
}

func migrateBy(ctx context.Context, pool *pgxpool.Pool, from int, statements string) (version int, err error) {
	err = pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		err := tx.QueryRow(ctx, "SELECT version FROM ledger_schema FOR UPDATE").Scan(&version)
		if err != nil || version != from {
			return err
		}
		if _, err := tx.Conn().PgConn().Exec(ctx, statements).ReadAll(); err != nil {
			return err
		}
		version++
		_, err = tx.Exec(ctx, "UPDATE ledger_schema SET version = $1", version)
		return err
	})
	return version, err
}

// executeAll runs several statements.
func executeAll(ctx context.Context, pool *pgxpool.Pool, statements string) error {
	return pool.AcquireFunc(ctx, func(c *pgxpool.Conn) error {
		_, err := c.Conn().PgConn().Exec(ctx, statements).ReadAll()
		return err
	})
}
