package ledger

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

	driver "modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// defaultLockWait is how long an access waits for another program's lock.
const defaultLockWait = 5 * time.Second

// OpenFile opens the ledger in the SQLite file at path. If the file is missing, it
// creates the file and its folder. Any number of processes on the same machine may open
// the file. Errors name the remedy and leave the file unchanged.
func OpenFile(ctx context.Context, path string, options Options) (*Ledger, error) {
	options.Patience = cmp.Or(options.Patience, defaultLockWait)
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	readOnly := ""
	if options.Existing {
		readOnly = "&mode=ro" // reports never write
		if info, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) || (err == nil && info.Size() == 0) {
			return nil, fmt.Errorf("no ledger at %s; create one with keys create, or name the right folder with --data", path)
		}
	} else if err := prepareFile(path); err != nil {
		return nil, err
	}
	s := newStore(sqlite, path+": ", options)
	s.path = path
	// The writer waits for locks itself (see store.commit), hence 0.
	s.database, err = sql.Open("sqlite", dataSource(path, 0, "synchronous(FULL)", "foreign_keys(1)", "wal_autocheckpoint(4000)"))
	if err == nil {
		s.readers, err = sql.Open("sqlite", dataSource(path, options.Patience, "query_only(1)")+readOnly)
	}
	if err == nil {
		s.readers.SetMaxIdleConns(runtime.NumCPU() + 1)
		s.readers.SetMaxOpenConns(runtime.NumCPU() + 1)
		err = s.prepare(ctx, options)
	}
	if err == nil {
		s.findKey, err = s.readers.PrepareContext(ctx, findKeySQL(s.dialect))
	}
	if err == nil {
		s.file, err = watchFile(path)
	}
	if err != nil {
		return nil, errors.Join(s.explained(err), s.close())
	}
	return start(s, options), nil
}

// sqlite is the dialect of a SQLite file. SQLite's own busy handler would sleep up to
// 100 ms, while under load the lock is free for microseconds only: hence the short wait.
var sqlite = &dialect{
	begin:   "BEGIN IMMEDIATE",
	lockAll: "SELECT 1",
	now:     "CAST(unixepoch('subsec') * 1000 AS INTEGER)",
	wait:    500 * time.Microsecond,
	schema:  schema + versionSQL + fmt.Sprintf("; PRAGMA application_id = %d; PRAGMA user_version = %d", applicationID, schemaVersion),
	version: sqliteVersion, beginSchema: beginSchemaSQLite, judge: judgeSQLite,
}

// sqliteVersion leaves a file of another program as it is.
func sqliteVersion(ctx context.Context, rows querier) (version int, err error) {
	var application, tables int
	err = rows.QueryRowContext(ctx, `SELECT a.application_id, v.user_version, (SELECT count(*) FROM sqlite_schema)
		FROM pragma_application_id AS a, pragma_user_version AS v`).Scan(&application, &version, &tables)
	switch {
	case err != nil || tables == 0:
		return 0, err
	case application != applicationID:
		return 0, faultForeign
	}
	return version, nil
}

// beginSchemaSQLite also sets the file to a write-ahead log, which allows reads during a
// commit.
func beginSchemaSQLite(tx *transaction) error {
	var mode string
	if err := tx.run(tx.ctx, fmt.Sprintf("PRAGMA busy_timeout = %d", tx.store.patience.Milliseconds())); err != nil {
		return err
	}
	if err := tx.conn.QueryRowContext(tx.ctx, "PRAGMA journal_mode = WAL").Scan(&mode); err != nil {
		return err
	}
	if mode != "wal" {
		return fmt.Errorf("the file system does not support a write-ahead log (mode %s); choose a data folder on a local disk", mode)
	}
	return tx.run(tx.ctx, tx.store.begin)
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
	if whole, err := filepath.Abs(path); err == nil {
		path = whole
	}
	query := url.Values{"_busy_timeout": {fmt.Sprint(busyTimeout.Milliseconds())}, "_pragma": pragmas}
	location := url.URL{Scheme: "file", Path: filepath.ToSlash(path), RawQuery: query.Encode()}
	if location.Path[0] != '/' {
		location.Path = "/" + location.Path // a drive letter
	}
	return location.String()
}

// judgeSQLite goes by the primary result code. A failed COMMIT of SQLite never leaves a doubt.
func judgeSQLite(err error) (verdict, Fault) {
	var failure *driver.Error
	if !errors.As(err, &failure) {
		return broken, ""
	}
	switch failure.Code() & 0xff { // the primary result code
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		return conflict, "another program holds a lock on the file; stop it (for example a backup or a database browser) and try again"
	case sqlite3.SQLITE_FULL:
		return refused, "the disk is full; free some space and try again"
	case sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT:
		return refused, "the file is damaged or not a ledger; keep it unchanged and restore the folder from a backup, or choose another folder"
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_CANTOPEN:
		return refused, "the file or its folder cannot be written; let this program's user write to both"
	case sqlite3.SQLITE_IOERR:
		return refused, "the disk reported an error or is read-only; check the disk and the system log"
	}
	return refused, ""
}
