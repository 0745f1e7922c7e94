package credits

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"os"
	"time"
)

// epochSchema is a separate table that older programs ignore. A ledger that they created
// gets it at the next start.
const epochSchema = `CREATE TABLE ledger_epochs (
	epoch        INTEGER PRIMARY KEY,
	began_at     INTEGER NOT NULL,
	why          TEXT NOT NULL,
	backup_at    INTEGER,                 -- when the backup was made that it began with
	newest_entry INTEGER NOT NULL         -- when it began
) STRICT`

// The reasons why an epoch began.
const (
	epochMade     = "made"
	epochRestored = "restored"
	epochOlder    = "older state found"
)

// Epoch is a period of a ledger. The first begins when the ledger is created, another
// each time an older state replaces it. Charges and revocations between that state and
// the beginning of the epoch are not in the ledger.
type Epoch struct {
	Number int64
	Began  time.Time
	Why    string
	// Backup is when the backup that began the epoch was made; zero if unknown.
	Backup time.Time
}

// Restored reports whether an older state began the epoch.
func (e *Epoch) Restored() bool { return e.Why != epochMade && e.Why != "" }

// beginEpoch begins the epoch after the newest one, and after those seen elsewhere.
func beginEpoch(ctx context.Context, conn *sql.Conn, now time.Time, why string, backupAt any, seen int64) error {
	_, err := conn.ExecContext(ctx, `INSERT INTO ledger_epochs (epoch, began_at, why, backup_at, newest_entry)
		SELECT max(coalesce((SELECT max(epoch) FROM ledger_epochs), 0), ?) + 1, ?, ?, ?, (SELECT coalesce(max(id), 0) FROM ledger_entries)`,
		seen, now.UnixMilli(), why, backupAt)
	return err
}

// readEpoch returns the present epoch, the first one if none is recorded.
func readEpoch(ctx context.Context, rows querier) (epoch Epoch, err error) {
	epoch = Epoch{Number: 1}
	if has, err := hasTable(ctx, rows, "main", "ledger_epochs"); err != nil || !has {
		return epoch, err
	}
	var began int64
	var backup sql.NullInt64
	err = rows.QueryRowContext(ctx, "SELECT epoch, began_at, why, backup_at FROM ledger_epochs ORDER BY epoch DESC LIMIT 1").
		Scan(&epoch.Number, &began, &epoch.Why, &backup)
	if errors.Is(err, sql.ErrNoRows) {
		return epoch, nil
	}
	epoch.Began = time.UnixMilli(began).UTC()
	if backup.Valid {
		epoch.Backup = time.UnixMilli(backup.Int64).UTC()
	}
	return epoch, err
}

// Epoch returns the present epoch of the ledger.
func (e *Embedded) Epoch(ctx context.Context) (Epoch, error) {
	epoch, err := readEpoch(ctx, e.file.readers)
	if err != nil {
		return Epoch{}, e.readError(err)
	}
	return epoch, nil
}

// witness records the ledger's progress outside the ledger, so an older state that
// replaces it is detected at the next start.
type witness struct {
	Epoch int64 `json:"epoch"`
	Entry int64 `json:"newest_entry"`
}

const witnessSuffix = ".newest"

// readWitness returns the record, empty if it cannot be read.
func readWitness(path string) (seen witness) {
	if text, err := os.ReadFile(path + witnessSuffix); err != nil || json.Unmarshal(text, &seen) != nil {
		return witness{}
	}
	return seen
}

// remember records the ledger's progress, unless another process has recorded more.
func (w witness) remember(path string) error {
	if seen := readWitness(path); seen.Epoch > w.Epoch || seen.Epoch == w.Epoch && seen.Entry >= w.Entry {
		return nil
	}
	text, err := json.Marshal(w)
	if err != nil {
		return err
	}
	part := path + witnessSuffix + ".part"
	if err := os.WriteFile(part, text, 0o600); err != nil {
		return err
	}
	return os.Rename(part, path+witnessSuffix)
}

// admitEpoch records the epoch of a ledger, and begins a new one if the file is older
// than its witness.
func admitEpoch(ctx context.Context, conn *sql.Conn, path string, now time.Time) error {
	has, err := hasTable(ctx, conn, "main", "ledger_epochs")
	if err != nil {
		return err
	}
	if !has {
		if err := errors.Join(execute(ctx, conn, epochSchema), beginEpoch(ctx, conn, now, epochMade, nil, 0)); err != nil {
			return err
		}
	}
	epoch, err := readEpoch(ctx, conn)
	if err != nil {
		return err
	}
	var newest int64
	if err := conn.QueryRowContext(ctx, newestEntrySQL).Scan(&newest); err != nil {
		return err
	}
	seen := readWitness(path)
	if epoch.Number < seen.Epoch || epoch.Number == seen.Epoch && newest < seen.Entry {
		return beginEpoch(ctx, conn, now, epochOlder, nil, seen.Epoch)
	}
	return nil
}
