package credits

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"fmt"
	"maps"
	"slices"
	"time"
)

// checkSeals walks every chain and adds mismatches to the report.
func checkSeals(ctx context.Context, rows querier, report *VerifyReport) error {
	walks, err := readWalks(ctx, rows)
	if err != nil {
		return err
	}
	err = each(ctx, rows, func(row *sql.Rows) error {
		var keyID string
		var e entry
		var at int64
		err := row.Scan(&keyID, &e.number, &e.kind, &e.operation, &e.delta, &e.calls, &at, &e.seal)
		if w := walks[keyID]; w != nil && err == nil {
			w.entry(&e, at)
		}
		return err
	}, "SELECT key_id, number, kind, operation, delta, calls, at, seal FROM ledger_entries WHERE number > 0 ORDER BY key_id, number")
	if err != nil {
		return err
	}
	for _, id := range slices.Sorted(maps.Keys(walks)) {
		if w := walks[id]; w.end() != "" {
			report.Damage = append(report.Damage, id+": "+w.end())
		}
	}
	return nil
}

// walk follows a chain and stops at the first link that does not match.
type walk struct {
	chain
	at      int64 // number of the last link
	seal    []byte
	ahead   []checkpoint // links to come
	fault   string
	loose   int64 // entries without a seal
	credits int64
	folded  []foldedEntry
}

func readWalks(ctx context.Context, rows querier) (map[string]*walk, error) {
	walks := map[string]*walk{}
	err := each(ctx, rows, func(row *sql.Rows) error {
		w := &walk{}
		err := row.Scan(&w.keyID, &w.number, &w.head)
		walks[w.keyID] = w
		return err
	}, "SELECT id, sealed, head FROM ledger_keys")
	if err != nil {
		return nil, err
	}
	var read chain
	owners, err := all(ctx, rows, read.take, readCheckpointsSQL+" ORDER BY key_id, number")
	if err != nil {
		return nil, err
	}
	for i, id := range owners {
		if w := walks[id]; w != nil {
			w.checkpoints = append(w.checkpoints, read.checkpoints[i])
		}
	}
	for _, w := range walks {
		*w = w.walk()
	}
	err = each(ctx, rows, func(row *sql.Rows) error {
		var id string
		var loose, credits int64
		err := row.Scan(&id, &loose, &credits)
		if w := walks[id]; w != nil {
			w.loose, w.credits = loose, credits
		}
		return err
	}, "SELECT key_id, count(*), CAST(sum(delta) AS BIGINT) FROM ledger_entries WHERE number IS NULL GROUP BY key_id")
	if err != nil {
		return nil, err
	}
	err = each(ctx, rows, func(row *sql.Rows) error {
		f, err := scanFolded(row)
		if w := walks[f.keyID]; w != nil {
			w.folded = append(w.folded, f)
		}
		return err
	}, readFoldedSQL)
	return walks, err
}

// walk begins after what was folded.
func (c *chain) walk() walk {
	in := c.newest()
	w := walk{chain: *c, at: max(in.through, 0), seal: in.base}
	for _, c := range w.checkpoints {
		if c.number > w.at {
			w.ahead = append(w.ahead, c)
		}
	}
	return w
}

// entry takes the next entry of the chain.
func (w *walk) entry(e *entry, at int64) {
	w.pass(e.number)
	w.step(e.number, e.sealed(w.seal, w.keyID, at), e.seal,
		fmt.Sprintf("entry %d (%s, %s, %s) is not the one that was written", e.number, time.UnixMilli(at).UTC().Format(time.DateOnly), e.kind, e.operation))
}

// pass takes the checkpoints in front of a link.
func (w *walk) pass(number int64) {
	for len(w.ahead) > 0 && w.ahead[0].number < number {
		c := &w.ahead[0]
		w.step(c.number, c.sealed(w.seal, w.keyID), c.seal, fmt.Sprintf("checkpoint %d is not the one that was written", c.number))
		w.ahead = w.ahead[1:]
	}
}

func (w *walk) step(number int64, is, said []byte, otherwise string) {
	switch {
	case w.fault != "":
	case number != w.at+1:
		w.fault = fmt.Sprintf("after entry %d comes entry %d: what was between them is missing, or one was put in", w.at, number)
	case !bytes.Equal(is, said):
		w.fault = otherwise
	}
	w.at, w.seal = number, said
}

// end returns the mismatch, empty if there is none.
func (w *walk) end() string {
	w.pass(w.number + 1)
	in := w.newest()
	switch {
	case w.fault != "":
		return w.fault
	case w.at != w.number || !bytes.Equal(w.seal, w.head):
		return fmt.Sprintf("the key has %d sealed entries and the newest is entry %d, or another", w.number, w.at)
	case !bytes.Equal(digestFolded(w.folded), in.folded):
		return "the entries of months past are not those that were folded"
	case w.loose != in.loose || w.credits != in.credits:
		return fmt.Sprintf("%d entries, which come to %d credits, have no seal: a server of version 1.0.0 wrote them, and keys seal takes them over, or they were forged",
			w.loose-in.loose, w.credits-in.credits)
	}
	return ""
}

// foldedEntry is the sum of the entries of a month, kind and operation.
type foldedEntry struct {
	id    any // as stored; nil if it is not stored yet
	keyID string
	at    int64 // the beginning of the month
	entry
}

const readFoldedSQL = "SELECT id, key_id, kind, operation, delta, calls, at FROM ledger_entries WHERE number = 0"

func scanFolded(row *sql.Rows) (f foldedEntry, err error) {
	return f, row.Scan(&f.id, &f.keyID, &f.kind, &f.operation, &f.delta, &f.calls, &f.at)
}

// digestFolded returns a digest of folded entries in any order; empty for none.
func digestFolded(entries []foldedEntry) []byte {
	if len(entries) == 0 {
		return nil
	}
	seals := make([]string, len(entries))
	for i := range entries {
		seals[i] = string(entries[i].sealed(nil, entries[i].keyID, entries[i].at))
	}
	slices.Sort(seals)
	sum := sha256.New()
	for _, seal := range seals {
		sum.Write([]byte(seal))
	}
	return sum.Sum(nil)
}
