package ledger

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Backup describes a backup.
type Backup struct {
	Made    time.Time `json:"made"`
	Keys    int64     `json:"keys"`
	Entries int64     `json:"entries"`
	// Digest is the SHA-256 of all keys with their limits and secrets, grants and usage,
	// in hexadecimal.
	Digest string `json:"digest"`
}

// backupSchema is the table that makes a ledger a backup.
const backupSchema = `CREATE TABLE payslate_backup (
	only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
	made_at  INTEGER NOT NULL,
	keys     INTEGER NOT NULL,
	entries  INTEGER NOT NULL,
	digest   TEXT NOT NULL
) STRICT`

// backedUp are the tables of a backup: not the answers stored for retries, which show
// what people earn.
var backedUp = []string{"payslate_keys", "payslate_secrets", "payslate_grants", "payslate_usage"}

// ErrInDatabase is returned for a ledger that is not a file.
var ErrInDatabase = fmt.Errorf("%w: back up and restore a ledger in PostgreSQL with pg_dump and pg_restore", ErrInvalidArgument)

// Backup writes one state of the ledger to a file that must not exist, while other
// processes may write. A ledger in PostgreSQL is backed up by pg_dump.
func (l *Ledger) Backup(ctx context.Context, name string) (made Backup, err error) {
	if l.store.remote {
		return Backup{}, ErrInDatabase
	}
	if err := l.store.file.look(); err != nil {
		return Backup{}, l.store.explained(err)
	}
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return Backup{}, fmt.Errorf("the backup cannot be written; name a new file in an existing folder: %w", err)
	}
	if err = file.Close(); err == nil {
		err = withFile(ctx, dataSource(name, 0, "journal_mode(OFF)", "synchronous(OFF)"), func(conn *sql.Conn) error {
			if _, err := conn.ExecContext(ctx, "ATTACH $1 AS source", dataSource(l.store.path, l.store.patience)+"&mode=ro"); err != nil {
				return err
			}
			made.Made = time.Now().UTC().Truncate(time.Millisecond)
			return made.copyFrom(ctx, conn)
		})
	}
	if err = errors.Join(err, makeDurable(name)); err != nil {
		return Backup{}, errors.Join(fmt.Errorf("%s: %w", name, err), os.Remove(name))
	}
	return made, nil
}

// copyFrom copies the ledger that is attached as source to an empty file.
func (b *Backup) copyFrom(ctx context.Context, conn *sql.Conn) error {
	statements := []string{"BEGIN", sqlite.schema, backupSchema}
	for _, table := range backedUp {
		statements = append(statements, "INSERT INTO main."+table+" SELECT * FROM source."+table)
	}
	for _, statement := range statements {
		if _, err := conn.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	if err := b.measure(ctx, conn); err != nil {
		return err
	}
	if _, err := conn.ExecContext(ctx, "INSERT INTO main.payslate_backup VALUES (1, $1, $2, $3, $4)",
		b.Made.UnixMilli(), b.Keys, b.Entries, b.Digest); err != nil {
		return err
	}
	_, err := conn.ExecContext(ctx, "COMMIT; DETACH source")
	return err
}

// measure sets the counts and the digest.
func (b *Backup) measure(ctx context.Context, rows querier) error {
	if err := rows.QueryRowContext(ctx, countSQL).Scan(&b.Keys, &b.Entries); err != nil {
		return err
	}
	sum := sha256.New()
	for _, table := range backedUp {
		_, err := list(ctx, rows, func(row *sql.Rows) (none struct{}, err error) {
			columns, err := row.Columns()
			values := make([]any, len(columns))
			for i := range values {
				values[i] = new(any)
			}
			if err == nil {
				err = row.Scan(values...)
			}
			for _, value := range values {
				fmt.Fprintf(sum, "%v\x00", *value.(*any)) // a hash never fails
			}
			return none, err
		}, "SELECT * FROM main."+table+" ORDER BY 1, 2, 3")
		if err != nil {
			return err
		}
	}
	b.Digest = hex.EncodeToString(sum.Sum(nil))
	return nil
}

// VerifyBackup checks a file that Backup wrote, without changing the file or its folder.
// Findings are in the report; an error means that the file is not a backup.
func VerifyBackup(ctx context.Context, name string) (said Backup, report VerifyReport, err error) {
	if info, err := os.Stat(name); err != nil || !info.Mode().IsRegular() {
		return said, report, fmt.Errorf("%w: file %s does not exist, or is a folder", ErrUnavailable, name)
	}
	err = withFile(ctx, dataSource(name, 0, "query_only(1)")+backupOnly, func(conn *sql.Conn) (err error) {
		if _, err := sqliteVersion(ctx, conn); err != nil {
			return err
		}
		var made int64
		if err := conn.QueryRowContext(ctx, "SELECT made_at, keys, entries, digest FROM payslate_backup").
			Scan(&made, &said.Keys, &said.Entries, &said.Digest); err != nil {
			return fmt.Errorf("it is not a finished backup of this version: make one with keys backup: %w", err)
		}
		said.Made = time.UnixMilli(made).UTC()
		if report, err = verify(ctx, conn, true); err != nil {
			return err
		}
		is := Backup{Made: said.Made}
		if err := is.measure(ctx, conn); err != nil {
			return err
		}
		if is != said {
			report.Damage = append(report.Damage, fmt.Sprintf("the rows of the backup were changed: it has %d keys, %d entries and digest %s instead of %d, %d and %s",
				is.Keys, is.Entries, is.Digest, said.Keys, said.Entries, said.Digest))
		}
		return nil
	})
	if err != nil {
		return Backup{}, VerifyReport{}, newStore(sqlite, name+": ", Options{}).explained(err)
	}
	return said, report, nil
}

// Restore creates the ledger at a path from a backup. It never overwrites a ledger.
func Restore(ctx context.Context, name, path string) (Backup, error) {
	said, report, err := VerifyBackup(ctx, name)
	switch {
	case err != nil:
		return said, err
	case !report.Sound():
		return said, fmt.Errorf("%s: the backup is not sound; keys verify shows what is wrong", name)
	}
	for _, taken := range []string{path, path + "-wal", path + "-shm"} {
		if _, err := os.Lstat(taken); !errors.Is(err, fs.ErrNotExist) {
			return said, fmt.Errorf("%s exists; stop the server and move the old ledger away, or restore to another folder", taken)
		}
	}
	part := path + ".restoring"
	clear := func() { // only exists if something failed, or a restore was killed
		for _, left := range []string{part, part + "-wal", part + "-shm", part + "-journal"} {
			_ = os.Remove(left)
		}
	}
	clear()
	defer clear()
	if err := prepareFile(part); err != nil {
		return said, err
	}
	if err := onFile(ctx, dataSource(name, 0)+backupOnly, "VACUUM INTO '"+strings.ReplaceAll(part, "'", "''")+"'"); err != nil {
		return said, fmt.Errorf("%s: %w", part, err)
	}
	if err := onFile(ctx, dataSource(part, 0), "DROP TABLE payslate_backup; PRAGMA journal_mode = WAL"); err != nil {
		return said, fmt.Errorf("%s: %w", part, err)
	}
	if err := makeDurable(part); err != nil {
		return said, err
	}
	return said, os.Rename(part, path)
}

// backupOnly opens a finished backup, which nobody writes, without touching its folder.
const backupOnly = "&mode=ro&immutable=1"

// withFile runs use on a connection to a file.
func withFile(ctx context.Context, source string, use func(conn *sql.Conn) error) error {
	database, err := sql.Open("sqlite", source)
	if err != nil {
		return err
	}
	conn, err := database.Conn(ctx)
	if err == nil {
		err = errors.Join(use(conn), conn.Close())
	}
	return errors.Join(err, database.Close())
}

// onFile runs statements on a file.
func onFile(ctx context.Context, source, statements string) error {
	return withFile(ctx, source, func(conn *sql.Conn) error {
		_, err := conn.ExecContext(ctx, statements)
		return err
	})
}

// makeDurable syncs a file and its folder.
func makeDurable(name string) error {
	for _, each := range []string{name, filepath.Dir(name)} {
		file, err := os.Open(each)
		if err != nil {
			return err
		}
		if err := errors.Join(file.Sync(), file.Close()); err != nil {
			return err
		}
	}
	return nil
}
