package credits

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// errForeignFile is the reason to refuse a database of another program.
var errForeignFile = errors.New("the file is a database of another program; choose another data folder")

// errBroken is returned when a transaction could neither be begun nor ended on a
// connection, which must be discarded.
var errBroken = errors.New("the connection to the file broke")

// inTransaction runs apply in a transaction that holds the write lock from its
// start, so that what it reads is still true when it commits. It waits for the
// lock at most lockWait. Unless it returns nil nothing was changed.
func inTransaction(ctx context.Context, conn *sql.Conn, lockWait time.Duration, apply func() error) error {
	deadline := time.Now().Add(lockWait)
	if err := untilUnlocked(ctx, deadline, func() error { return execute(ctx, conn, "BEGIN IMMEDIATE") }); err != nil {
		if resultCode(err) == 0 && ctx.Err() == nil {
			return fmt.Errorf("%w: %w", errBroken, err)
		}
		return err
	}
	err := apply()
	if err == nil {
		err = untilUnlocked(ctx, deadline, func() error { return execute(ctx, conn, "COMMIT") })
	}
	if err == nil {
		return nil
	}
	// SQLite rolls some failed transactions back by itself; then ROLLBACK returns
	// SQLITE_ERROR.
	rollback := execute(context.WithoutCancel(ctx), conn, "ROLLBACK")
	if rollback != nil && resultCode(rollback) != sqlite3.SQLITE_ERROR {
		return errors.Join(err, fmt.Errorf("%w: %w", errBroken, rollback))
	}
	return err
}

func execute(ctx context.Context, conn *sql.Conn, statement string) error {
	_, err := conn.ExecContext(ctx, statement)
	return err
}

// untilUnlocked retries while another connection holds the lock. It polls far more
// often than SQLite's busy handler: under load the lock is free for microseconds only,
// and a sleep of 100 ms would starve.
func untilUnlocked(ctx context.Context, deadline time.Time, try func() error) error {
	for {
		err := try()
		if !isBusy(err) || !time.Now().Before(deadline) {
			return err
		}
		if err := sleep(ctx, 200*time.Microsecond+rand.N(600*time.Microsecond)); err != nil {
			return err
		}
	}
}

// sleep waits for a time. It returns the error of the context if that ends first.
func sleep(ctx context.Context, wait time.Duration) error {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// resultCode returns SQLite's primary result code of an error, 0 if it has none.
func resultCode(err error) int {
	var failure *sqlite.Error
	if errors.As(err, &failure) {
		return failure.Code() & 0xff
	}
	return 0
}

func isBusy(err error) bool { return resultCode(err) == sqlite3.SQLITE_BUSY }

// storageError adds the cause and the remedy to the error of a failed access. Outcomes
// that callers distinguish are returned unchanged.
func storageError(path string, err error) error {
	if isOutcome(err) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	var advice string
	switch resultCode(err) {
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		advice = "another program holds a lock on the file; stop it (for example a backup or a database browser) and try again"
	case sqlite3.SQLITE_FULL:
		advice = "the disk is full; free some space and try again"
	case sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT:
		advice = "the file is damaged or not a ledger; keep it unchanged and restore the folder from a backup, or choose another folder"
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_CANTOPEN:
		advice = "the file or its folder cannot be written; let this program's user write to both"
	case sqlite3.SQLITE_IOERR:
		advice = "the disk reported an error; check the disk and the system log"
	}
	if advice == "" {
		return fmt.Errorf("%w: %s: %w", ErrUnavailable, path, err)
	}
	return fmt.Errorf("%w: %s: %s: %w", ErrUnavailable, path, advice, err)
}
