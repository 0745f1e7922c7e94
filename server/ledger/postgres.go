package ledger

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
)

const (
	// defaultPatience bounds a transaction with all its retries, and a lookup of
	// secrets: a database that is down is reported, not waited for.
	defaultPatience = 3 * time.Second
	// connectWait bounds connecting, unless the address sets another limit.
	connectWait = 2 * time.Second
	// leastConnections is one each for the writer, for secrets and for reports.
	leastConnections = 3
)

// OpenDatabase opens the ledger in the PostgreSQL database at a postgres:// address. It
// creates its tables if they are missing. Any number of servers may share it. Errors name the remedy and never contain the password.
func OpenDatabase(ctx context.Context, address string, options Options) (*Ledger, error) {
	options.Patience = cmp.Or(options.Patience, defaultPatience)
	config, err := pgxpool.ParseConfig(address)
	if err != nil {
		return nil, fmt.Errorf("%w: the address of the database cannot be read; write postgres://USER:PASSWORD@HOST:PORT/DATABASE: %w",
			ErrInvalidArgument, err)
	}
	if config.ConnConfig.ConnectTimeout == 0 {
		config.ConnConfig.ConnectTimeout = connectWait
	}
	s := newStore(postgres, "", options)
	s.connections, s.database = int(max(config.MaxConns, leastConnections)), stdlib.OpenDB(*config.ConnConfig)
	s.database.SetMaxOpenConns(s.connections)
	s.database.SetMaxIdleConns(s.connections)
	s.readers = s.database
	if err := s.prepare(ctx, options); err != nil {
		return nil, errors.Join(s.explained(err), s.close())
	}
	return start(s, options), nil
}

// postgres is the dialect of a PostgreSQL database.
var postgres = &dialect{
	begin:   "BEGIN",
	now:     "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)",
	lockKey: " FOR UPDATE OF k",
	lockAll: "SELECT 1 FROM ledger_schema FOR UPDATE",
	wait:    10 * time.Millisecond,
	remote:  true,
	schema:  inPostgres.Replace(schema) + versionSQL,
	version: postgresVersion,
	beginSchema: func(tx *transaction) error {
		return tx.run(tx.ctx, fmt.Sprintf("BEGIN; SELECT pg_advisory_xact_lock(%d)", applicationID))
	},
	judge: judgePostgres,
}

// postgresHasTable looks a table up anew, also in a transaction that has waited for another
// program.
const postgresHasTable = "SELECT EXISTS (SELECT 1 FROM pg_class WHERE relname = $1 AND pg_table_is_visible(oid))"

func postgresVersion(ctx context.Context, rows querier) (version int, err error) {
	var has bool
	if err := rows.QueryRowContext(ctx, postgresHasTable, "ledger_schema").Scan(&has); err != nil || !has {
		return 0, err
	}
	err = rows.QueryRowContext(ctx, "SELECT version FROM ledger_schema").Scan(&version)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return version, err
}

// judgePostgres goes by the database's SQLSTATE, or by how the connection failed.
func judgePostgres(err error) (verdict, Fault) {
	var failure *pgconn.PgError
	switch {
	case !errors.As(err, &failure) && timedOut(err):
		return broken, faultSilent
	case failure == nil && errors.As(err, new(*pgconn.ConnectError)):
		return broken, faultUnreachable
	case failure == nil && errors.Is(err, context.Canceled):
		return broken, faultFailed
	case failure == nil:
		return lost, faultUnreachable
	}
	fault := faultFailed
	for _, each := range postgresFaults {
		if strings.HasPrefix(failure.Code, each.state) {
			fault = each.fault
		}
	}
	switch {
	case failure.Code == "40001", failure.Code == "40P01": // a serialization failure, a deadlock
		return conflict, fault
	case failure.Code == readOnlyTransaction, strings.HasPrefix(failure.Code, "57P"): // it stops, starts or recovers
		return lost, fault
	case failure.SeverityUnlocalized != "ERROR", failure.Code == "40003", strings.HasPrefix(failure.Code, "08"): // completion unknown
		return broken, fault
	}
	return refused, fault
}

func timedOut(err error) bool { return errors.Is(err, context.DeadlineExceeded) || pgconn.Timeout(err) }

// readOnlyTransaction is the SQLSTATE of a server that accepts no changes.
const readOnlyTransaction = "25006"

const (
	faultSilent      Fault = "the database did not respond in time; check its load and its locks"
	faultFailed      Fault = "the database failed"
	faultUnreachable Fault = "the database cannot be reached; start it, or correct the address"
)

// postgresFaults are the faults by SQLSTATE or its class.
var postgresFaults = []struct {
	state string
	fault Fault
}{
	{"28", "the database refuses the user or password; correct the address"},
	{"3D000", "the database does not exist; create it (createdb) or correct the address"},
	{"42501", "the database user lacks a privilege; let it create and use tables in its schema"},
	{"53100", "the database's disk is full; free some space there"},
	{"53300", "the database has no free connection; raise its limit, or lower pool_max_conns in the address"},
	{readOnlyTransaction, "the database is read-only; use the address of the primary (target_session_attrs=read-write)"},
	{"55P03", faultSilent},
	{"57014", faultSilent},
	{"57P", faultUnreachable},
}
