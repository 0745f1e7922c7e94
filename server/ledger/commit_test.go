package ledger

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/payslate/payslate/server/ledger/ledgertest"
)

// idle opens a ledger whose writer has stopped, so that a test makes its commits.
func idle(t *testing.T, ledger *Ledger) *writer {
	t.Helper()
	ledger.writer.close()
	return ledger.writer
}

// onBoth runs a test on a file and on a database; place opens ledgers on it.
func onBoth(t *testing.T, test func(t *testing.T, place func(Options) *Ledger)) {
	t.Run("file", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "ledger.db")
		test(t, func(options Options) *Ledger { return open(t, path, options) })
	})
	t.Run("database", func(t *testing.T) {
		address := ledgertest.EmptyDatabase(t)
		test(t, func(options Options) *Ledger { return openShared(t, address, options) })
	})
}

// TestCommitsAreKnownByTheirID: a commit in doubt happens once, however often it is
// repeated; settled, it is undone if it happened and otherwise never happens.
func TestCommitsAreKnownByTheirID(t *testing.T) {
	onBoth(t, func(t *testing.T, place func(Options) *Ledger) {
		ledger := place(Options{})
		key := newKey(t, ledger, 10)
		w := idle(t, place(Options{}))
		calls := newBatch([]*request{{ctx: t.Context(), keyID: key.ID, hash: hashSecret(key.Secret), operation: "net", credits: 3}})
		for range 2 {
			if err := w.store.commit("happens", calls.apply); err != nil || calls.requests[0].remaining != 7 {
				t.Errorf("commit: %v, %d left", err, calls.requests[0].remaining)
			}
			wantLedger(t, ledger, key, 7, 3)
		}
		for _, id := range []string{"happens", "late"} {
			w.unsettled = newSettlement(id, calls)
			if err := w.settle(); err != nil || w.unsettled != nil {
				t.Errorf("settle: %v", err)
			}
		}
		wantLedger(t, ledger, key, 10, 0)
		if err := w.store.commit("late", calls.apply); err != nil {
			t.Errorf("commit: %v", err)
		}
		wantLedger(t, ledger, key, 10, 0)
	})
}

// TestSweep: expired answers and the ids of commits of an hour ago are removed, others
// stay.
func TestSweep(t *testing.T) {
	onBoth(t, func(t *testing.T, place func(Options) *Ledger) {
		now := time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)
		ledger := place(Options{Clock: func() time.Time { return now }})
		key := newKey(t, ledger, 10)
		complete(t, ledger, key, "old", "body")
		now = now.Add(ReplayWindow - time.Hour)
		answer := complete(t, ledger, key, "new", "body")
		now = now.Add(time.Hour + time.Millisecond)
		w := ledger.writer
		w.sweepAll()
		var answers, commits int
		if err := w.store.readers.QueryRow("SELECT (SELECT count(*) FROM payslate_answers), (SELECT count(*) FROM payslate_commits)").
			Scan(&answers, &commits); err != nil || answers != 1 || commits != 1 {
			t.Errorf("%d answers and %d commits left, %v; want one, and the sweep's own", answers, commits, err)
		}
		wantReplay(t, ledger, key, "new", "body", answer)
	})
}

// TestFullQueue: requests beyond the bound are refused at once.
func TestFullQueue(t *testing.T) {
	w := newWriter(nil, nil)
	for range maxWaiting {
		if err := w.push(&request{}); err != nil {
			t.Fatal(err)
		}
	}
	wantError(t, "push", w.push(&request{}), ErrUnavailable)
	if taken := w.gather(&request{}); len(taken) != maxBatch {
		t.Errorf("%d requests taken, want %d", len(taken), maxBatch)
	}
}
