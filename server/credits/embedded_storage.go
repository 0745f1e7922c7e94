package credits

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"time"

	sqlite3 "modernc.org/sqlite/lib"
)

// sqliteStorage is the storage in a SQLite file. Its transactions hold the
// file's write lock from their start, and run on one connection.
type sqliteStorage struct {
	path       string
	clock      func() time.Time
	lockWait   time.Duration
	database   *sql.DB // hands out the writer's connection
	readers    *sql.DB
	readSecret *sql.Stmt
	has        extras
	file       *sqliteFile
	presence   *presence

	connection *writerConnection // of the goroutine that calls transact
}

// writerConnection is the connection that holds the transactions, with its
// statements prepared.
type writerConnection struct {
	conn       *sql.Conn
	statements sqliteStatements
}

// transact implements storage.
func (s *sqliteStorage) transact(g *group, decide func()) error {
	if err := s.intact(); err != nil {
		return err
	}
	newest := s.file.newest.Load()
	err := s.onConnection(func(ctx context.Context, c *writerConnection) error {
		g.forget()
		if err := c.statements.load(ctx, g, s.clock()); err != nil {
			return err
		}
		decide()
		var err error
		newest, err = c.statements.store(ctx, g, newest)
		if errors.Is(err, errFileOlder) {
			err = s.file.fault(err)
		}
		return err
	})
	if err == nil {
		s.file.newest.Store(newest)
	}
	return err
}

// intact returns an error unless the ledger's file is still the opened one.
func (s *sqliteStorage) intact() error {
	return s.file.check(func() (held int64, err error) {
		err = s.readers.QueryRow("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size").Scan(&held)
		return held, err
	})
}

// onConnection runs apply in a transaction on the writer's connection. Its
// context never ends: a group belongs to many requests.
func (s *sqliteStorage) onConnection(apply func(ctx context.Context, c *writerConnection) error) error {
	ctx := context.Background()
	if s.connection == nil {
		connection, err := connectWriter(ctx, s.database, s.lockWait, s.has)
		if err != nil {
			return storageError(s.path, err)
		}
		s.connection = connection
	}
	err := inTransaction(ctx, s.connection.conn, s.lockWait, func() error { return apply(ctx, s.connection) })
	if errors.Is(err, errBroken) {
		s.connection.giveUp()
		s.connection = nil
	}
	if err != nil {
		return storageError(s.path, err)
	}
	return nil
}

func connectWriter(ctx context.Context, database *sql.DB, lockWait time.Duration, has extras) (*writerConnection, error) {
	conn, err := openConnection(ctx, database, lockWait)
	if err != nil {
		return nil, err
	}
	c := &writerConnection{conn: conn}
	if err := c.statements.prepare(ctx, conn, has); err != nil {
		return nil, errors.Join(err, c.close())
	}
	return c, nil
}

// close returns the connection to the pool.
func (c *writerConnection) close() error { return errors.Join(c.statements.close(), c.conn.Close()) }

// giveUp discards a connection that cannot be used again. If it is closed already, so
// are its statements: the driver must not close them again.
func (c *writerConnection) giveUp() {
	if c.conn.Raw(func(any) error { return nil }) == nil {
		_ = c.statements.close()
	}
	_ = c.conn.Raw(func(any) error { return driver.ErrBadConn })
}

// remember updates the witness next to the file, if this process has registered itself.
func (s *sqliteStorage) remember() error {
	if s.presence == nil {
		return nil
	}
	ctx := context.Background()
	epoch, err := readEpoch(ctx, s.readers)
	if err != nil {
		return storageError(s.path, err)
	}
	return witness{epoch.Number, s.file.newest.Load()}.remember(s.path)
}

// change implements storage.
func (s *sqliteStorage) change(ctx context.Context, apply func(context.Context, changer, time.Time) error) error {
	if err := s.remember(); err != nil {
		return err
	}
	conn, err := openConnection(ctx, s.database, s.lockWait)
	if err != nil {
		return err
	}
	err = inTransaction(ctx, conn, s.lockWait, func() error { return apply(ctx, conn, s.clock()) })
	return errors.Join(err, conn.Close())
}

// authenticate implements storage.
func (s *sqliteStorage) authenticate(hashes []secretHash, found func(secretHash, credential)) error {
	if err := s.intact(); err != nil {
		return err
	}
	for _, hash := range hashes {
		c := credential{now: s.clock()}
		err := s.readSecret.QueryRow(hash[:]).Scan(c.columns()...)
		switch {
		case err == nil:
			found(hash, c)
		case !errors.Is(err, sql.ErrNoRows):
			return err
		}
	}
	return nil
}

// read implements storage. A report reads one state of the ledger.
func (s *sqliteStorage) read(ctx context.Context, query func(context.Context, querier) error) error {
	transaction, err := s.readers.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return err
	}
	defer transaction.Rollback()
	return query(ctx, transaction)
}

// verify implements storage.
func (s *sqliteStorage) verify(ctx context.Context, rows querier, report *VerifyReport) error {
	return checkFile(ctx, rows, report)
}

// checkFile adds SQLite's own checks of the file, and its epoch.
func checkFile(ctx context.Context, rows querier, report *VerifyReport) (err error) {
	if report.Epoch, err = readEpoch(ctx, rows); err != nil {
		return err
	}
	for _, check := range []string{
		"SELECT integrity_check FROM pragma_integrity_check WHERE integrity_check <> 'ok'",
		`SELECT 'a row of ' || "table" || ' names a missing row of ' || parent FROM pragma_foreign_key_check`,
	} {
		findings, err := all(ctx, rows, text, check)
		if err != nil {
			return err
		}
		report.Damage = append(report.Damage, findings...)
	}
	return nil
}

// time implements storage.
func (s *sqliteStorage) time() time.Time { return s.clock() }

// ping implements storage.
func (s *sqliteStorage) ping(ctx context.Context) error {
	if err := s.intact(); err != nil {
		return err
	}
	known := s.file.newest.Load()
	var newest int64
	if err := s.readers.QueryRowContext(ctx, newestEntrySQL).Scan(&newest); err != nil {
		return err
	}
	if newest < known {
		return s.file.fault(errFileOlder)
	}
	return nil
}

// explain implements storage.
func (s *sqliteStorage) explain(err error) error { return storageError(s.path, err) }

// disconnect updates the witness, moves the log into the file as far as other processes
// and disk space allow, and returns the connection. What remains in the log is as safe
// there.
func (s *sqliteStorage) disconnect() error {
	forgotten := s.remember()
	if s.connection == nil {
		return forgotten
	}
	err := execute(context.Background(), s.connection.conn, "PRAGMA wal_checkpoint(TRUNCATE)")
	if isBusy(err) || resultCode(err) == sqlite3.SQLITE_FULL {
		err = nil
	}
	if err = errors.Join(err, s.connection.close()); err != nil {
		return storageError(s.path, err)
	}
	return forgotten
}

func (s *sqliteStorage) closeFiles() error {
	var failures []error
	if s.readSecret != nil {
		failures = append(failures, s.readSecret.Close())
	}
	for _, database := range []*sql.DB{s.readers, s.database} {
		if database != nil {
			failures = append(failures, database.Close())
		}
	}
	if s.presence != nil {
		failures = append(failures, s.presence.leave())
	}
	return errors.Join(failures...)
}
