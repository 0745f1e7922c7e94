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

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// defaultLockWait is how long an access waits for another program's lock.
const defaultLockWait = 5 * time.Second

// OpenFile opens the ledger in the SQLite file at path. If the file is missing, it
// creates the file and its folder; a ledger of version 1 is upgraded. Any number of
// processes on the same machine may open the file. Errors name the remedy and leave the
// file unchanged.
func OpenFile(ctx context.Context, path string, options Options) (*Ledger, error) {
	options.Patience = cmp.Or(options.Patience, defaultLockWait)
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	if options.Existing {
		if info, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) || (err == nil && info.Size() == 0) {
			return nil, fmt.Errorf("no ledger at %s; create one with keys create, or name the right folder with --data", path)
		}
	} else if err := prepareFile(path); err != nil {
		return nil, err
	}
	d := &sqliteDialect{path: path, wait: options.Patience}
	s := newStore(d, options)
	if err := d.open(ctx, s, options); err != nil {
		return nil, errors.Join(s.explained(err), d.finish(nil))
	}
	return start(s, options), nil
}

// sqliteDialect is a SQLite file.
type sqliteDialect struct {
	path              string
	wait              time.Duration
	database, readers *sql.DB
	findKey           *sql.Stmt
	file              *watchedFile
}

// open opens the file, and creates or upgrades its tables. With options.Existing it
// changes nothing, and the file is not written before the first transaction.
func (d *sqliteDialect) open(ctx context.Context, s *store, options Options) (err error) {
	// The writer waits for locks itself (see store.commit), hence 0.
	if d.database, err = sql.Open("sqlite", dataSource(d.path, 0, "synchronous(FULL)", "foreign_keys(1)", "wal_autocheckpoint(4000)")); err != nil {
		return err
	}
	readOnly := ""
	if options.Existing {
		readOnly = "&mode=ro"
	}
	if d.readers, err = sql.Open("sqlite", dataSource(d.path, d.wait, "query_only(1)")+readOnly); err != nil {
		return err
	}
	d.readers.SetMaxIdleConns(runtime.NumCPU() + 1)
	d.readers.SetMaxOpenConns(runtime.NumCPU() + 1)
	s.database, s.readers = d.database, d.readers
	version, err := fileVersion(ctx, d.readers)
	if err != nil {
		return err
	}
	if options.Existing {
		if version != schemaVersion {
			return faultOlder
		}
	} else if err := d.migrate(ctx, s, options); err != nil {
		return err
	}
	if d.findKey, err = d.readers.PrepareContext(ctx, findKeySQL(d.words())); err != nil {
		return err
	}
	s.findKey = d.findKey
	d.file, err = watchFile(d.path)
	return err
}

// fileVersion returns the version of the schema of a file, 0 for an empty one.
func fileVersion(ctx context.Context, rows querier) (version int, err error) {
	var application, tables int
	err = rows.QueryRowContext(ctx, `SELECT a.application_id, v.user_version, (SELECT count(*) FROM sqlite_schema)
		FROM pragma_application_id AS a, pragma_user_version AS v`).Scan(&application, &version, &tables)
	switch {
	case err != nil:
		return 0, err
	case tables == 0:
		return 0, nil
	case application != applicationID:
		return 0, faultForeign
	case version > schemaVersion:
		return 0, faultNewer
	}
	return version, nil
}

// migrate brings the file to the newest version in one transaction. If two programs open
// it at once, the second finds it migrated.
func (d *sqliteDialect) migrate(ctx context.Context, s *store, options Options) error {
	conn, err := d.database.Conn(ctx)
	if err != nil {
		return err
	}
	writer := &session{conn, map[string]*sql.Stmt{}}
	defer writer.close()
	var mode string
	if err := d.untilUnlocked(ctx, func() error { return conn.QueryRowContext(ctx, "PRAGMA journal_mode = WAL").Scan(&mode) }); err != nil {
		return err
	}
	if mode != "wal" {
		return fmt.Errorf("the file system does not support a write-ahead log (mode %s); choose a data folder on a local disk", mode)
	}
	if err := d.untilUnlocked(ctx, func() error { return writer.run(ctx, d.words().begin) }); err != nil {
		return err
	}
	copied := ""
	err = func() error {
		version, err := fileVersion(ctx, d.readers)
		if err != nil || version == schemaVersion {
			return err
		}
		if version != 0 {
			if copied, err = d.copyBeside(ctx); err != nil {
				return err
			}
		}
		tx := &transaction{session: writer, ctx: ctx, words: d.words(), now: time.Now()}
		if s.clock != nil {
			tx.now = s.clock()
		}
		if err := createSchema(tx, version); err != nil {
			return err
		}
		return writer.run(ctx, identifySQL)
	}()
	if err == nil {
		err = writer.run(ctx, "COMMIT")
	}
	if err != nil {
		_ = writer.run(ctx, "ROLLBACK")
		if copied != "" {
			_ = os.Remove(copied)
		}
		return err
	}
	if copied != "" && options.OnUpgrade != nil {
		options.OnUpgrade(copied)
	}
	return nil
}

// copyBeside copies a ledger of version 1 to a new file beside it, without the answers
// stored for retries, which show what people earn.
func (d *sqliteDialect) copyBeside(ctx context.Context) (name string, err error) {
	name = d.path + ".version-1-" + time.Now().UTC().Format("20060102T150405")
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return "", err
	}
	if err = file.Close(); err == nil {
		_, err = d.database.ExecContext(ctx, "VACUUM INTO $1", name)
	}
	if err == nil {
		err = onFile(ctx, dataSource(name, 0), func(conn *sql.Conn) error {
			_, err := conn.ExecContext(ctx, "DELETE FROM ledger_idempotency; VACUUM")
			return err
		})
	}
	if err = errors.Join(err, makeDurable(name)); err != nil {
		return "", errors.Join(err, os.Remove(name))
	}
	return name, nil
}

// untilUnlocked retries while another connection holds the lock.
func (d *sqliteDialect) untilUnlocked(ctx context.Context, try func() error) error {
	for deadline := time.Now().Add(d.wait); ; {
		err := try()
		if d.judge(err) != conflict || !time.Now().Before(deadline) {
			return err
		}
		if err := sleep(ctx, d.words().wait); err != nil {
			return err
		}
	}
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

// words implements dialect. SQLite's own busy handler would sleep up to 100 ms, while
// under load the lock is free for microseconds only: hence the short wait.
func (d *sqliteDialect) words() *words {
	return &words{
		begin:     "BEGIN IMMEDIATE",
		now:       "CAST(unixepoch('subsec') * 1000 AS INTEGER)",
		wait:      500 * time.Microsecond,
		isolation: sql.LevelDefault,
	}
}

// ready implements dialect.
func (d *sqliteDialect) ready() error { return d.file.check(d.readers) }

// judge implements dialect. A failed COMMIT of SQLite never leaves a doubt.
func (d *sqliteDialect) judge(err error) verdict {
	switch resultCode(err) {
	case 0:
		return broken
	case sqlite3.SQLITE_BUSY:
		return conflict
	}
	return refused
}

// resultCode returns SQLite's primary result code of an error, 0 if it has none.
func resultCode(err error) int {
	var failure *sqlite.Error
	if errors.As(err, &failure) {
		return failure.Code() & 0xff
	}
	return 0
}

// explain implements dialect.
func (d *sqliteDialect) explain(err error) Fault {
	switch resultCode(err) {
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		return "another program holds a lock on the file; stop it (for example a backup or a database browser) and try again"
	case sqlite3.SQLITE_FULL:
		return "the disk is full; free some space and try again"
	case sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT:
		return "the file is damaged or not a ledger; keep it unchanged and restore the folder from a backup, or choose another folder"
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_CANTOPEN:
		return "the file or its folder cannot be written; let this program's user write to both"
	case sqlite3.SQLITE_IOERR:
		return "the disk reported an error; check the disk and the system log"
	}
	return ""
}

// where implements dialect.
func (d *sqliteDialect) where() string { return d.path + ": " }

// reset implements dialect.
func (d *sqliteDialect) reset() {}

// finish implements dialect. It moves the log into the file as far as other processes
// and disk space allow; what remains in the log is as safe there.
func (d *sqliteDialect) finish(writer *session) error {
	var failures []error
	if writer != nil {
		err := writer.run(context.Background(), "PRAGMA wal_checkpoint(TRUNCATE)")
		if code := resultCode(err); code == sqlite3.SQLITE_BUSY || code == sqlite3.SQLITE_FULL {
			err = nil
		}
		failures = append(failures, err, writer.close())
	}
	if d.findKey != nil {
		failures = append(failures, d.findKey.Close())
	}
	for _, each := range []*sql.DB{d.readers, d.database} {
		if each != nil {
			failures = append(failures, each.Close())
		}
	}
	return errors.Join(failures...)
}
