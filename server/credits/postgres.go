package credits

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
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

// Postgres is a Ledger in a PostgreSQL database or a compatible one; any number of
// servers may share it.
type Postgres struct {
	books
	database *postgresStorage
	close    func() error
}

var _ Ledger = (*Postgres)(nil)

// OpenPostgres opens the ledger in the database at a postgres:// address, and creates
// its tables if they are missing. Errors name the remedy and never contain the password.
func OpenPostgres(ctx context.Context, address string, options Options) (*Postgres, error) {
	options.Patience = cmp.Or(options.Patience, defaultPatience)
	config, err := pgxpool.ParseConfig(address)
	if err != nil {
		return nil, fmt.Errorf("%w: the address of the database cannot be read; write postgres://USER:PASSWORD@HOST:PORT/DATABASE: %w",
			ErrInvalidArgument, err)
	}
	if config.ConnConfig.ConnectTimeout == 0 {
		config.ConnConfig.ConnectTimeout = connectWait
	}
	config.MaxConns = max(config.MaxConns, leastConnections)
	// A connection that broke while idle fails when it is used, and is replaced.
	config.ShouldPing = func(context.Context, pgxpool.ShouldPingParams) bool { return false }
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, databaseError(err)
	}
	prepare := migratePostgres
	if options.Existing {
		prepare = checkPostgres
	}
	if err := prepare(ctx, pool); err != nil {
		pool.Close()
		return nil, databaseError(err)
	}
	has, err := postgresExtras(ctx, pool)
	if err != nil {
		pool.Close()
		return nil, databaseError(err)
	}
	s := &postgresStorage{has: has, pool: pool, reports: stdlib.OpenDBFromPool(pool), clock: options.Clock, patience: options.Patience, begin: beginSQL}
	p := &Postgres{database: s}
	p.open(s, has, options)
	p.close = sync.OnceValue(func() error {
		err := errors.Join(p.writer.close(), s.reports.Close())
		pool.Close()
		return err
	})
	return p, nil
}

// Close implements Ledger. It may be called more than once.
func (p *Postgres) Close() error { return p.close() }

// postgresStorage is the storage in a PostgreSQL database. Its transactions lock
// the rows of the keys that they touch, in the order of their ids, which keeps
// every other change of these keys and their answers out.
type postgresStorage struct {
	pool     *pgxpool.Pool
	reports  *sql.DB
	clock    func() time.Time // nil: the database's
	patience time.Duration
	has      extras
	begin    string // the statement that begins a transaction

	unsettled []settlement // of the goroutine that calls transact
}

// onConnection runs use on a connection of the pool.
func (s *postgresStorage) onConnection(ctx context.Context, use func(conn *pgx.Conn) error) error {
	conn, err := s.pool.Acquire(ctx)
	if err != nil {
		return err
	}
	err = use(conn.Conn())
	if conn.Conn().IsClosed() {
		// The driver may take long to close a connection to a silent database; the pool
		// must not wait for it.
		conn.Hijack()
	} else {
		conn.Release() // which ends a connection that is within a transaction
	}
	return err
}

// ask runs a read within the ledger's patience. If the connection broke while it was
// idle, the read is tried once more on a new one.
func (s *postgresStorage) ask(ctx context.Context, query func(ctx context.Context, conn *pgx.Conn) error) error {
	ctx, cancel := context.WithTimeout(ctx, s.patience)
	defer cancel()
	return s.twice(ctx, func() error {
		return s.onConnection(ctx, func(conn *pgx.Conn) error { return query(ctx, conn) })
	})
}

// twice tries once more if the connection was lost.
func (s *postgresStorage) twice(ctx context.Context, try func() error) error {
	err := try()
	if connectionLost(err) && ctx.Err() == nil {
		s.pool.Reset()
		err = try()
	}
	return err
}

// change implements storage.
func (s *postgresStorage) change(ctx context.Context, apply func(context.Context, changer, time.Time) error) error {
	tx, err := s.reports.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var now time.Time
	if s.clock != nil {
		now = s.clock()
	} else if err := tx.QueryRowContext(ctx, clockSQL).Scan(&now); err != nil {
		return err
	}
	if err := apply(ctx, tx, now); err != nil {
		return err
	}
	return tx.Commit()
}

// authenticate implements storage.
func (s *postgresStorage) authenticate(hashes []secretHash, found func(secretHash, credential)) error {
	wanted := make([][]byte, len(hashes))
	for i := range hashes {
		wanted[i] = hashes[i][:]
	}
	type row struct {
		hash []byte
		credential
	}
	var read []row
	err := s.ask(context.Background(), func(ctx context.Context, conn *pgx.Conn) error {
		rows, err := conn.Query(ctx, findSecretsSQL(s.has.limits), wanted)
		if err != nil {
			return err
		}
		read, err = pgx.CollectRows(rows, func(r pgx.CollectableRow) (found row, err error) {
			if err := r.Scan(append(found.columns(), &found.hash, &found.now)...); err != nil {
				return found, err
			}
			if s.clock != nil {
				found.now = s.clock()
			}
			return found, nil
		})
		return err
	})
	if err != nil {
		return err
	}
	for i := range read {
		found(secretHash(read[i].hash), read[i].credential)
	}
	return nil
}

// read implements storage. Reports may take longer than calls. A report reads one state
// of the ledger.
func (s *postgresStorage) read(ctx context.Context, query func(context.Context, querier) error) error {
	return s.twice(ctx, func() error {
		tx, err := s.reports.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true})
		if err != nil {
			return err
		}
		defer tx.Rollback()
		return query(ctx, tx)
	})
}

// verify implements storage: the database checks its own storage.
func (s *postgresStorage) verify(context.Context, querier, *VerifyReport) error { return nil }

// time implements storage.
func (s *postgresStorage) time() time.Time {
	if s.clock != nil {
		return s.clock()
	}
	return time.Now()
}

// ping implements storage.
func (s *postgresStorage) ping(ctx context.Context) error {
	return s.ask(ctx, func(ctx context.Context, conn *pgx.Conn) error {
		return readVersion(conn.QueryRow(ctx, versionSQL))
	})
}

// explain implements storage.
func (s *postgresStorage) explain(err error) error { return databaseError(err) }

// disconnect settles open commits, if the database can be reached.
func (s *postgresStorage) disconnect() error {
	if len(s.unsettled) == 0 {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), s.patience)
	defer cancel()
	return databaseError(s.settle(ctx))
}
