package credits

import (
	"bytes"
	"context"
	"database/sql"
	"time"
)

// foldBatch is how many entries are folded in one commit.
const foldBatch = 2 * maxGroup

// folding is the progress of folding old entries.
type folding struct {
	months int      // that are not folded; 0 turns folding off
	done   string   // the month in which folding last began
	keys   []string // keys still to be folded
}

// fold folds a batch of entries of one key and reports whether there may be more to
// fold. Every key is folded once a month.
func (w *writer) fold() (more bool) {
	if w.folding.months == 0 {
		return false
	}
	next := w.folding
	err := w.change(func(ctx context.Context, rows changer, now time.Time) (err error) {
		if len(next.keys) == 0 && next.done != monthOf(now) {
			next.done = monthOf(now)
			if next.keys, err = all(ctx, rows, text, "SELECT id FROM ledger_keys ORDER BY id"); err != nil {
				return err
			}
		}
		if len(next.keys) == 0 {
			return nil
		}
		before := monthBegin(now).AddDate(0, -next.months, 0)
		unfinished, err := foldKey(ctx, rows, next.keys[0], now, before.UnixMilli())
		if !unfinished {
			next.keys = next.keys[1:]
		}
		return err
	})
	if err != nil {
		return false
	}
	w.folding = next
	return len(next.keys) > 0
}

func monthBegin(t time.Time) time.Time {
	t = t.UTC()
	return time.Date(t.Year(), t.Month(), 1, 0, 0, 0, 0, time.UTC)
}

// foldKey replaces the oldest entries of a key before a time by one entry for each
// month, kind and operation, and a checkpoint that covers them. Entries that do not
// match their seal are not folded, so Verify can find them.
func foldKey(ctx context.Context, rows changer, keyID string, now time.Time, before int64) (more bool, err error) {
	c, err := readChain(ctx, rows, keyID)
	if err != nil {
		return false, err
	}
	folded, err := all(ctx, rows, scanFolded, readFoldedSQL+" AND key_id = $1", keyID)
	next := c.newest()
	if err != nil || !bytes.Equal(digestFolded(folded), next.folded) {
		return false, err
	}
	months := newMonths(folded)
	if more, err = months.takeLoose(ctx, rows, &next, keyID, before); err != nil {
		return false, err
	}
	loose := more
	if !loose {
		if more, err = months.takeSealed(ctx, rows, &c, &next, before); err != nil {
			return false, err
		}
	}
	if len(months.changed) == 0 {
		return false, nil
	}
	next.through = max(next.through, 0)
	next.folded = digestFolded(months.all())
	if err := c.append(ctx, rows, next, now); err != nil {
		return false, err
	}
	for _, f := range months.changed {
		if _, err := rows.ExecContext(ctx, "INSERT INTO ledger_entries (key_id, kind, operation, delta, calls, at, number) VALUES ($1, $2, $3, $4, $5, $6, 0)",
			keyID, string(f.kind), f.operation, f.delta, f.calls, f.at); err != nil {
			return false, err
		}
		if f.id == nil {
			continue
		}
		if _, err := rows.ExecContext(ctx, "DELETE FROM ledger_entries WHERE key_id = $1 AND id = $2", keyID, f.id); err != nil {
			return false, err
		}
	}
	if loose {
		_, err = rows.ExecContext(ctx, "DELETE FROM ledger_entries WHERE key_id = $1 AND number IS NULL AND at < $2", keyID, months.looseUntil)
		return more, err
	}
	for _, statement := range []string{"DELETE FROM ledger_entries WHERE key_id = $1 AND number > 0 AND number <= $2", "DELETE FROM ledger_checkpoints WHERE key_id = $1 AND number <= $2"} {
		if _, err := rows.ExecContext(ctx, statement, keyID, next.through); err != nil {
			return false, err
		}
	}
	return more, nil
}

// months has the folded entries of a key.
type months struct {
	of         map[monthEntry]*foldedEntry
	changed    map[monthEntry]*foldedEntry
	looseUntil int64
}

type monthEntry struct {
	at        int64
	kind      entryKind
	operation string
}

func newMonths(folded []foldedEntry) *months {
	m := &months{of: map[monthEntry]*foldedEntry{}, changed: map[monthEntry]*foldedEntry{}}
	for i := range folded {
		f := &folded[i]
		m.of[monthEntry{f.at, f.kind, f.operation}] = f
	}
	return m
}

func (m *months) all() []foldedEntry {
	list := make([]foldedEntry, 0, len(m.of))
	for _, f := range m.of {
		list = append(list, *f)
	}
	return list
}

func (m *months) add(keyID string, at int64, e *entry) {
	name := monthEntry{monthBegin(time.UnixMilli(at)).UnixMilli(), e.kind, e.operation}
	f := m.of[name]
	if f == nil {
		f = &foldedEntry{keyID: keyID, at: name.at, entry: entry{kind: e.kind, operation: e.operation}}
		m.of[name] = f
	}
	f.delta += e.delta
	f.calls += e.calls
	m.changed[name] = f
}

// takeLoose takes the oldest month of the entries without a seal. If there are more of
// them than the checkpoint counts, the surplus remains.
func (m *months) takeLoose(ctx context.Context, rows changer, next *checkpoint, keyID string, before int64) (found bool, err error) {
	var oldest sql.NullInt64
	err = rows.QueryRowContext(ctx, "SELECT min(at) FROM ledger_entries WHERE key_id = $1 AND number IS NULL AND at < $2", keyID, before).Scan(&oldest)
	if err != nil || !oldest.Valid {
		return false, err
	}
	m.looseUntil = min(before, monthBegin(time.UnixMilli(oldest.Int64)).AddDate(0, 1, 0).UnixMilli())
	err = each(ctx, rows, func(row *sql.Rows) error {
		var e entry
		var count int64
		if err := row.Scan(&e.kind, &e.operation, &e.delta, &e.calls, &count); err != nil {
			return err
		}
		m.add(keyID, oldest.Int64, &e)
		next.loose -= count
		next.credits -= e.delta
		return nil
	}, `SELECT kind, operation, CAST(sum(delta) AS BIGINT), CAST(sum(calls) AS BIGINT), count(*) FROM ledger_entries
		WHERE key_id = $1 AND number IS NULL AND at < $2 GROUP BY kind, operation`, keyID, m.looseUntil)
	return true, err
}

// takeSealed takes the first links of a chain that are old enough and match their seal.
func (m *months) takeSealed(ctx context.Context, rows changer, c *chain, next *checkpoint, before int64) (more bool, err error) {
	type sealedEntry struct {
		entry
		at int64
	}
	found, err := all(ctx, rows, func(row *sql.Rows) (e sealedEntry, err error) {
		return e, row.Scan(&e.number, &e.kind, &e.operation, &e.delta, &e.calls, &e.at, &e.seal)
	}, `SELECT number, kind, operation, delta, calls, at, seal FROM ledger_entries
		WHERE key_id = $1 AND number > $2 AND number > 0 ORDER BY number LIMIT $3`, c.keyID, next.through, foldBatch)
	if err != nil {
		return false, err
	}
	w := c.walk()
	for i := range found {
		e := &found[i]
		if w.entry(&e.entry, e.at); w.fault != "" || e.at >= before {
			return false, nil
		}
		m.add(c.keyID, e.at, &e.entry)
		next.through, next.base = e.number, e.seal
	}
	return len(found) == foldBatch, nil
}
