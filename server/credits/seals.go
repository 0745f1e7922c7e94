package credits

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"strings"
	"time"
)

// Each key has a chain of seals: a link is an entry or a checkpoint, and its seal is
// a digest of itself and of the seal before it. The key's row has the number and the
// seal of the newest link, so an entry that was forged, changed or removed no
// longer matches. Only the transaction that has locked the key's row extends its chain.
// The statements of this file are the same for SQLite and PostgreSQL.

// sealSchema adds seals to a ledger of version 1.0.0. That version can still use the
// ledger; its entries have no number. WHOLE is the type of a whole number, BYTES that of bytes.
var sealSchema = []string{
	`CREATE TABLE ledger_checkpoints (
		key_id  TEXT NOT NULL REFERENCES ledger_keys (id),
		number  WHOLE NOT NULL,      -- in the key's chain
		at      WHOLE NOT NULL,
		through WHOLE NOT NULL,      -- the last link that was folded, -1 for none
		base    BYTES NOT NULL,      -- its seal
		folded  BYTES NOT NULL,      -- digest of what was folded
		loose   WHOLE NOT NULL,      -- how many entries have no seal
		credits WHOLE NOT NULL,      -- what these come to
		seal    BYTES NOT NULL,
		PRIMARY KEY (key_id, number)
	)`,
	`ALTER TABLE ledger_keys ADD COLUMN sealed WHOLE NOT NULL DEFAULT 0`, // number of the newest link
	`ALTER TABLE ledger_keys ADD COLUMN head BYTES`,                      // and its seal
	`ALTER TABLE ledger_entries ADD COLUMN number WHOLE`,                 // 0 for what was folded
	`ALTER TABLE ledger_entries ADD COLUMN seal BYTES`,
	`CREATE INDEX ledger_entries_by_number ON ledger_entries (key_id, number)`,
}

// addSeals creates the tables of seals and seals the existing entries.
func addSeals(ctx context.Context, rows changer, now time.Time, whole, bytes string, more ...string) error {
	types := strings.NewReplacer("WHOLE", whole, "BYTES", bytes)
	for _, statement := range sealSchema {
		if _, err := rows.ExecContext(ctx, types.Replace(statement)); err != nil {
			return err
		}
	}
	for _, statement := range more {
		if _, err := rows.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	_, err := sealLoose(ctx, rows, now)
	return err
}

// changer is a transaction: it runs queries and changes.
type changer interface {
	querier
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

// sealing returns an unambiguous digest of texts and numbers.
func sealing(before []byte, texts [3]string, numbers ...int64) []byte {
	var room [256]byte
	plain := append(room[:0], before...)
	for _, text := range texts {
		plain = append(binary.AppendUvarint(plain, uint64(len(text))), text...)
	}
	for _, number := range numbers {
		plain = binary.BigEndian.AppendUint64(plain, uint64(number))
	}
	seal := sha256.Sum256(plain)
	return seal[:]
}

// sealed returns the seal of an entry that follows another seal.
func (e *entry) sealed(before []byte, keyID string, at int64) []byte {
	return sealing(before, [3]string{keyID, string(e.kind), e.operation}, e.number, e.delta, e.calls, at)
}

// sealEntries appends the new entries to the key's chain.
func (key *keyState) sealEntries(now time.Time) {
	for i := range key.entries {
		e := &key.entries[i]
		key.sealed++
		e.number = key.sealed
		key.head = e.sealed(key.head, key.id, now.UnixMilli())
		e.seal = key.head
	}
}

// checkpoint is a link that covers entries without a seal: folded entries, and those of
// version 1.0.0, which has no seals.
type checkpoint struct {
	number, at, through int64
	base, folded        []byte
	loose, credits      int64
	seal                []byte
}

func (c *checkpoint) sealed(before []byte, keyID string) []byte {
	return sealing(before, [3]string{keyID, string(c.base), string(c.folded)}, c.number, c.at, c.through, c.loose, c.credits)
}

// chain is a key's chain as it is stored.
type chain struct {
	keyID       string
	number      int64 // of the newest link
	head        []byte
	checkpoints []checkpoint // in order
}

// newest returns the latest checkpoint.
func (c *chain) newest() checkpoint {
	if len(c.checkpoints) == 0 {
		return checkpoint{through: -1}
	}
	return c.checkpoints[len(c.checkpoints)-1]
}

// append puts a checkpoint after the newest link.
func (c *chain) append(ctx context.Context, rows changer, next checkpoint, now time.Time) error {
	next.number, next.at = c.number+1, now.UnixMilli()
	next.base, next.folded = append([]byte{}, next.base...), append([]byte{}, next.folded...)
	next.seal = next.sealed(c.head, c.keyID)
	_, err := rows.ExecContext(ctx, `INSERT INTO ledger_checkpoints (key_id, number, at, through, base, folded, loose, credits, seal)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
		c.keyID, next.number, next.at, next.through, next.base, next.folded, next.loose, next.credits, next.seal)
	if err != nil {
		return err
	}
	c.number, c.head = next.number, next.seal
	c.checkpoints = append(c.checkpoints, next)
	_, err = rows.ExecContext(ctx, "UPDATE ledger_keys SET sealed = $2, head = $3 WHERE id = $1", c.keyID, c.number, c.head)
	return err
}

// readChain reads the chain of a key and keeps others from changing it.
func readChain(ctx context.Context, rows changer, keyID string) (c chain, err error) {
	if _, err := rows.ExecContext(ctx, "UPDATE ledger_keys SET sealed = sealed WHERE id = $1", keyID); err != nil {
		return c, err
	}
	c.keyID = keyID
	if err := rows.QueryRowContext(ctx, "SELECT sealed, head FROM ledger_keys WHERE id = $1", keyID).Scan(&c.number, &c.head); err != nil {
		return c, err
	}
	_, err = all(ctx, rows, c.take, readCheckpointsSQL+" WHERE key_id = $1 ORDER BY number", keyID)
	return c, err
}

const readCheckpointsSQL = "SELECT key_id, number, at, through, base, folded, loose, credits, seal FROM ledger_checkpoints"

// take scans a checkpoint.
func (c *chain) take(row *sql.Rows) (keyID string, err error) {
	var next checkpoint
	err = row.Scan(&keyID, &next.number, &next.at, &next.through, &next.base, &next.folded, &next.loose, &next.credits, &next.seal)
	c.checkpoints = append(c.checkpoints, next)
	return keyID, err
}

// Loose counts the entries of a key that have no seal.
type Loose struct {
	KeyID string
	// Entries and Credits are their number and sum, without those that the latest
	// checkpoint covers.
	Entries, Credits int64
}

// Seal implements Ledger.
func (b *books) Seal(ctx context.Context) (found []Loose, err error) {
	if !b.has.seals {
		return nil, b.storage.explain(errOlderSchema)
	}
	err = b.storage.change(ctx, func(ctx context.Context, rows changer, now time.Time) error {
		found, err = sealLoose(ctx, rows, now)
		return err
	})
	if err != nil {
		return nil, b.readError(err)
	}
	return found, nil
}

func sealLoose(ctx context.Context, rows changer, now time.Time) (found []Loose, err error) {
	ids, err := all(ctx, rows, text, "SELECT id FROM ledger_keys ORDER BY id")
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		c, err := readChain(ctx, rows, id)
		if err != nil {
			return nil, err
		}
		next := c.newest()
		before := next
		if err := rows.QueryRowContext(ctx, "SELECT count(*), CAST(coalesce(sum(delta), 0) AS BIGINT) FROM ledger_entries WHERE key_id = $1 AND number IS NULL", id).
			Scan(&next.loose, &next.credits); err != nil {
			return nil, err
		}
		if next.loose == before.loose && next.credits == before.credits {
			continue
		}
		if err := c.append(ctx, rows, next, now); err != nil {
			return nil, err
		}
		found = append(found, Loose{id, next.loose - before.loose, next.credits - before.credits})
	}
	return found, nil
}
