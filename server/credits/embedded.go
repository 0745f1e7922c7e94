package credits

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"time"
)

// defaultLockWait is how long an access waits for another program's lock.
const defaultLockWait = 5 * time.Second

// Embedded is a Ledger in a SQLite file. Any number of processes on the same machine may
// open the file.
type Embedded struct {
	books
	file *sqliteStorage
}

var _ Ledger = (*Embedded)(nil)

// OpenEmbedded opens the ledger in the file at path. If the file is missing, it creates
// the file and its folder. Errors name the remedy and leave the file unchanged.
func OpenEmbedded(ctx context.Context, path string, options Options) (*Embedded, error) {
	if options.Clock == nil {
		options.Clock = time.Now
	}
	options.Patience = cmp.Or(options.Patience, defaultLockWait)
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	if options.Existing {
		if info, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) || (err == nil && info.Size() == 0) {
			return nil, missingLedger(path)
		}
	} else if err := prepareFile(path); err != nil {
		return nil, err
	}
	file, err := openSQLite(ctx, path, options)
	if err != nil {
		return nil, storageError(path, err)
	}
	e := &Embedded{file: file}
	e.open(file, file.has, options)
	return e, nil
}

// openSQLite opens the file and migrates it.
func openSQLite(ctx context.Context, path string, options Options) (_ *sqliteStorage, err error) {
	s := &sqliteStorage{path: path, clock: options.Clock, lockWait: options.Patience}
	defer func() {
		if err != nil {
			_ = s.closeFiles() // err is more informative
		}
	}()
	// The writer waits for locks itself (see untilUnlocked), hence 0.
	if s.database, err = sql.Open("sqlite", dataSource(path, 0, "synchronous(FULL)", "foreign_keys(1)",
		"wal_autocheckpoint(4000)")); err != nil {
		return nil, err
	}
	if s.readers, err = sql.Open("sqlite", dataSource(path, options.Patience, "query_only(1)")); err != nil {
		return nil, err
	}
	s.readers.SetMaxIdleConns(runtime.NumCPU() + 1)
	s.readers.SetMaxOpenConns(runtime.NumCPU() + 1)

	conn, err := openConnection(ctx, s.database, options.Patience)
	if err != nil {
		return nil, err
	}
	err = migrate(ctx, conn, options)
	if err == nil {
		s.has, err = extrasOf(ctx, conn, "main")
	}
	if err == nil && !options.Existing {
		err = s.takePresence(ctx, conn)
	}
	if err == nil {
		s.file, err = watchFile(ctx, path, conn)
	}
	if err = errors.Join(err, conn.Close()); err != nil {
		return nil, err
	}
	s.readSecret, err = s.readers.PrepareContext(ctx, readSecretSQL(s.has.limits))
	if err != nil {
		return nil, err
	}
	return s, nil
}

// prepareFile creates the folder and, if the file is missing, an empty file that only
// this user may read. It never opens an existing file: closing it again would drop the
// locks that SQLite holds on it for another ledger of this process.
func prepareFile(path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("%w: the data folder cannot be created; choose another one or let this program's user create it: %w",
			ErrUnavailable, err)
	}
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	switch {
	case errors.Is(err, fs.ErrExist):
		if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
			return fmt.Errorf("%w: %s is not a file; move it away or choose another data folder", ErrUnavailable, path)
		}
		return nil
	case err != nil:
		return fmt.Errorf("%w: the ledger cannot be created; let this program's user write to the data folder: %w",
			ErrUnavailable, err)
	}
	return file.Close()
}

// dataSource returns the driver's name for the file, with special characters of the path
// escaped.
func dataSource(path string, busyTimeout time.Duration, pragmas ...string) string {
	query := url.Values{"_busy_timeout": {fmt.Sprint(busyTimeout.Milliseconds())}, "_pragma": pragmas}
	location := url.URL{Scheme: "file", Path: filepath.ToSlash(path), RawQuery: query.Encode()}
	if location.Path[0] != '/' {
		location.Path = "/" + location.Path // a drive letter
	}
	return location.String()
}

// openConnection opens a connection; its first pragmas already need the file.
func openConnection(ctx context.Context, database *sql.DB, lockWait time.Duration) (conn *sql.Conn, err error) {
	err = untilUnlocked(ctx, time.Now().Add(lockWait), func() error {
		conn, err = database.Conn(ctx)
		return err
	})
	return conn, err
}

// takePresence registers this process with others on the ledger. If it is the only one,
// every reservation in flight was left by a process that died: they end now, so a retry
// need not wait for the lease.
func (s *sqliteStorage) takePresence(ctx context.Context, conn *sql.Conn) (err error) {
	s.presence, err = enter(s.path+".lock", func() error {
		return inTransaction(ctx, conn, s.lockWait, func() error {
			return execute(ctx, conn, "DELETE FROM ledger_idempotency WHERE status = 0")
		})
	})
	if err != nil {
		return err
	}
	return inTransaction(ctx, conn, s.lockWait, func() error { return admitEpoch(ctx, conn, s.path, s.clock()) })
}

// Close implements Ledger. It may be called more than once.
func (e *Embedded) Close() error { return errors.Join(e.writer.close(), e.file.closeFiles()) }
