package credits

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// Backup describes a backup.
type Backup struct {
	Made time.Time `json:"made"`
	// Epoch is the ledger's epoch when the backup was made.
	Epoch   int64 `json:"epoch"`
	Keys    int64 `json:"keys"`
	Entries int64 `json:"entries"`
	// Digest is the SHA-256 of all keys with their limits and secrets, entries and
	// epochs, in hexadecimal.
	Digest string `json:"digest"`
}

// backupSchema is the table that makes a ledger a backup.
const backupSchema = `CREATE TABLE ledger_backup (
	only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
	made_at  INTEGER NOT NULL,
	epoch    INTEGER NOT NULL,
	keys     INTEGER NOT NULL,
	entries  INTEGER NOT NULL,
	digest   TEXT NOT NULL
) STRICT`

// Backup writes a consistent copy of the ledger to a file that must not exist, while
// other processes may write. It omits the answers stored for retries, which show what
// people earn.
func (e *Embedded) Backup(ctx context.Context, name string) (made Backup, err error) {
	if err := e.file.intact(); err != nil {
		return Backup{}, err
	}
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return Backup{}, fmt.Errorf("the backup cannot be written; name a new file in an existing folder: %w", err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(name))
		}
	}()
	if err := file.Close(); err != nil {
		return Backup{}, err
	}
	err = onFile(ctx, dataSource(absolute(name), 0, "journal_mode(OFF)", "synchronous(OFF)"), func(conn *sql.Conn) error {
		if made, err = e.copyTo(ctx, conn); err != nil {
			return err
		}
		return execute(ctx, conn, "DETACH source")
	})
	if err != nil {
		return Backup{}, storageError(name, err)
	}
	return made, makeDurable(name)
}

// copyTo copies the ledger to an empty file.
func (e *Embedded) copyTo(ctx context.Context, conn *sql.Conn) (made Backup, err error) {
	if _, err := conn.ExecContext(ctx, "ATTACH ? AS source", dataSource(e.file.path, e.file.lockWait)+"&mode=ro"); err != nil {
		return made, err
	}
	if err := execute(ctx, conn, "BEGIN"); err != nil {
		return made, err
	}
	has, err := extrasOf(ctx, conn, "source")
	if err != nil {
		return made, err
	}
	statements := append(migrations[:len(migrations):len(migrations)], epochSchema, backupSchema, identify())
	copied := []string{"INSERT INTO main.ledger_keys SELECT * FROM source.ledger_keys", "INSERT INTO main.ledger_entries SELECT * FROM source.ledger_entries"}
	if !has.seals { // the backup gets them
		statements, copied = append(statements, copied...), nil
	}
	for _, statement := range statements {
		if err := execute(ctx, conn, statement); err != nil {
			return made, err
		}
	}
	if err := addExtras(ctx, conn, e.file.clock()); err != nil {
		return made, err
	}
	for _, statement := range copied {
		if err := execute(ctx, conn, statement); err != nil {
			return made, err
		}
	}
	for _, table := range laterTables {
		if err := copyTable(ctx, conn, table); err != nil {
			return made, err
		}
	}
	made = Backup{Made: e.file.clock().UTC().Truncate(time.Millisecond)}
	if err := made.measure(ctx, conn); err != nil {
		return made, err
	}
	if _, err := conn.ExecContext(ctx, "INSERT INTO ledger_backup VALUES (1, ?, ?, ?, ?, ?)", made.Made.UnixMilli(), made.Epoch, made.Keys, made.Entries, made.Digest); err != nil {
		return made, err
	}
	return made, execute(ctx, conn, "COMMIT")
}

// laterTables are the tables that a ledger of version 1.0.0 lacks.
var laterTables = []string{"ledger_epochs", "ledger_limits", "ledger_former_secrets", "ledger_checkpoints"}

// copyTable copies the rows of a table, if the ledger has it.
func copyTable(ctx context.Context, conn *sql.Conn, table string) error {
	has, err := hasTable(ctx, conn, "source", table)
	if err != nil || !has {
		return err
	}
	return execute(ctx, conn, "INSERT INTO main."+table+" SELECT * FROM source."+table)
}

// measure sets the counts and the digest.
func (b *Backup) measure(ctx context.Context, rows querier) error {
	if err := rows.QueryRowContext(ctx, `SELECT (SELECT count(*) FROM ledger_keys), (SELECT count(*) FROM ledger_entries),
		(SELECT coalesce(max(epoch), 1) FROM ledger_epochs)`).Scan(&b.Keys, &b.Entries, &b.Epoch); err != nil {
		return err
	}
	sum := sha256.New()
	for _, query := range []string{
		"SELECT json_array(id, hex(secret_hash), name, created_at, revoked_at, balance, last_used_day, sealed, hex(head)) FROM ledger_keys ORDER BY id",
		"SELECT json_array(id, key_id, kind, operation, delta, calls, at, number, hex(seal)) FROM ledger_entries ORDER BY id",
		"SELECT json_array(key_id, number, hex(seal)) FROM ledger_checkpoints ORDER BY key_id, number",
		"SELECT json_array(epoch, began_at, why, backup_at, newest_entry) FROM ledger_epochs ORDER BY epoch",
		"SELECT json_array(key_id, expires_at, scopes, budget, spent_month, spent, full_balance, rotations) FROM ledger_limits ORDER BY key_id",
		"SELECT json_array(hex(secret_hash), key_id, ends_at) FROM ledger_former_secrets ORDER BY secret_hash",
	} {
		if err := each(ctx, rows, func(found *sql.Rows) error {
			var row sql.RawBytes
			err := found.Scan(&row)
			_, _ = sum.Write(append(row, '\n')) // a hash never fails
			return err
		}, query); err != nil {
			return err
		}
	}
	b.Digest = hex.EncodeToString(sum.Sum(nil))
	return nil
}

// VerifyBackup checks a file that Backup wrote, without changing the file or its folder.
// Findings are in the report; an error means that the file is not a backup.
func VerifyBackup(ctx context.Context, name string) (said Backup, report VerifyReport, err error) {
	if info, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) {
		return said, report, fmt.Errorf("%w: file %s does not exist", ErrUnavailable, name)
	} else if err != nil {
		return said, report, err
	} else if !info.Mode().IsRegular() {
		return said, report, fmt.Errorf("%s is not a file", name)
	}
	err = onFile(ctx, dataSource(absolute(name), 0, "query_only(1)")+"&mode=ro&immutable=1", func(conn *sql.Conn) error {
		if version, err := schemaVersion(ctx, conn); err != nil {
			return err
		} else if version != len(migrations) {
			return errNoBackup
		}
		var made int64
		err := conn.QueryRowContext(ctx, "SELECT made_at, epoch, keys, entries, digest FROM ledger_backup").
			Scan(&made, &said.Epoch, &said.Keys, &said.Entries, &said.Digest)
		if err != nil {
			return fmt.Errorf("%w: %w", errNoBackup, err)
		}
		said.Made = time.UnixMilli(made).UTC()
		if err := errors.Join(checkBalances(ctx, conn, &report), checkSeals(ctx, conn, &report), checkFile(ctx, conn, &report)); err != nil {
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
		return Backup{}, VerifyReport{}, storageError(name, err)
	}
	return said, report, nil
}

// errNoBackup is returned for a file that is not a complete backup.
var errNoBackup = errors.New("it is not a finished backup: make one with keys backup")

// Restore creates the ledger at a path from a backup and begins a new epoch. It never
// overwrites a ledger.
func Restore(ctx context.Context, name, path string) (Backup, error) {
	said, report, err := VerifyBackup(ctx, name)
	switch {
	case err != nil:
		return said, err
	case !report.Sound():
		return said, fmt.Errorf("%s: the backup is not sound; keys verify shows what is wrong", name)
	}
	path = absolute(path)
	for _, taken := range []string{path, path + "-wal", path + "-shm"} {
		if _, err := os.Lstat(taken); !errors.Is(err, fs.ErrNotExist) {
			return said, fmt.Errorf("%s exists; stop the server and move the old ledger away, or restore to another folder", taken)
		}
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return said, err
	}
	part := path + ".restoring"
	defer os.Remove(part) // only exists if something failed
	if err := copyFile(name, part); err != nil {
		return said, err
	}
	err = onFile(ctx, dataSource(part, 0, "synchronous(FULL)"), func(conn *sql.Conn) error {
		err := inTransaction(ctx, conn, 0, func() error {
			if err := execute(ctx, conn, "DROP TABLE ledger_backup"); err != nil {
				return err
			}
			return beginEpoch(ctx, conn, time.Now(), epochRestored, said.Made.UnixMilli(), 0)
		})
		if err != nil {
			return err
		}
		return useLog(ctx, conn)
	})
	if err != nil {
		return said, storageError(part, err)
	}
	if err := makeDurable(part); err != nil {
		return said, err
	}
	return said, os.Rename(part, path)
}

// copyFile copies to a new file that only this user may read.
func copyFile(from, to string) error {
	source, err := os.Open(from)
	if err != nil {
		return err
	}
	defer source.Close()
	file, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(file, source)
	return errors.Join(err, file.Close())
}

// onFile runs use on a connection to a file that nobody else has open.
func onFile(ctx context.Context, source string, use func(conn *sql.Conn) error) error {
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

func absolute(name string) string {
	if whole, err := filepath.Abs(name); err == nil {
		return whole
	}
	return name
}
