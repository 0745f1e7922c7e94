package credits_test

import (
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/payslate/payslate/server/credits"
)

// folded returns a ledger with entries of several months, of which all but the last
// two are folded.
func folded(t *testing.T, l *tampered) (ledger credits.Ledger, key credits.IssuedKey) {
	t.Helper()
	l.now, l.keep = time.Date(2026, 1, 30, 12, 0, 0, 0, time.UTC), 1
	ledger = l.open(false)
	key = newKey(t, ledger, 100_000)
	newKey(t, ledger, 5) // never used
	debit := func(times int) {
		t.Helper()
		for range times {
			for _, operation := range []string{"net", "gross"} {
				if _, err := ledger.Debit(t.Context(), key.ID, operation, 1); err != nil {
					t.Fatal(err)
				}
			}
			l.now = l.now.Add(time.Minute)
		}
	}
	debit(30)
	if err := ledger.Refund(t.Context(), key.ID, "net", 2); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		l.now = l.now.AddDate(0, 1, 0)
		debit(10)
	}
	before := l.verify(ledger)
	credits.Tend(ledger)
	// One entry each for January's grant, net, gross and refund, March's net and gross, and
	// the grant of the unused key; April and May are not folded.
	if after := l.verify(ledger); !after.Sound() || before.Entries != 1+60+1+60+1 || after.Entries != 4+2+40+1 {
		t.Errorf("Verify = %+v after folding, %+v before", after, before)
	}
	return ledger, key
}

// TestFold: folding keeps balances, monthly usage and seals intact.
func TestFold(t *testing.T) {
	onBoth(t, func(t *testing.T, l *tampered) {
		ledger, key := folded(t, l)
		wantBalance(t, ledger, key, 100_000-118)
		usage, err := ledger.Usage(t.Context(), key.ID)
		want := []credits.Usage{{Day: "2026-01", Operation: "gross", Calls: 30}, {Day: "2026-01", Operation: "net", Calls: 28},
			{Day: "2026-03", Operation: "gross", Calls: 10}, {Day: "2026-03", Operation: "net", Calls: 10}, {Day: "2026-04-02", Operation: "gross", Calls: 10}}
		if err != nil || len(usage) < len(want) || !reflect.DeepEqual(usage[:len(want)], want) {
			t.Errorf("Usage = %+v, %v", usage, err)
		}
		for range 2 { // three months later, then six
			l.now = l.now.AddDate(0, 3, 0)
			if _, err := ledger.Debit(t.Context(), key.ID, "net", 1); err != nil {
				t.Fatal(err)
			}
			credits.Tend(ledger)
			credits.Tend(ledger)
			if report := l.verify(l.open(true)); !report.Sound() {
				t.Errorf("Verify = %+v", report)
			}
		}
		wantBalance(t, l.open(false), key, 100_000-120)
		if embedded, ok := ledger.(*credits.Embedded); ok {
			file := filepath.Join(t.TempDir(), "backup.db")
			if _, err := embedded.Backup(t.Context(), file); err != nil {
				t.Fatal(err)
			}
			if _, report, err := credits.VerifyBackup(t.Context(), file); err != nil || !report.Sound() {
				t.Errorf("Verify = %+v, %v", report, err)
			}
		}
	})
}

// TestFoldedEntriesAreSealed: Verify finds every change to folded entries.
func TestFoldedEntriesAreSealed(t *testing.T) {
	for name, c := range map[string]struct{ change, message string }{
		"a folded entry": {"UPDATE ledger_entries SET operation = 'else' WHERE number = 0 AND kind = 'refund'", "not those that were folded"},
		"a folded entry and its balance": {"UPDATE ledger_entries SET delta = delta + 7 WHERE number = 0 AND kind = 'grant'; UPDATE ledger_keys SET balance = balance + 7 WHERE balance > 5",
			"not those that were folded"},
		"the checkpoint":        {"UPDATE ledger_checkpoints SET loose = 1 WHERE through > 0", "is not the one that was written"},
		"the newest checkpoint": {"DELETE FROM ledger_checkpoints WHERE number = (SELECT max(number) FROM ledger_checkpoints)", ""},
	} {
		t.Run(name, func(t *testing.T) {
			onBoth(t, func(t *testing.T, l *tampered) {
				ledger, _ := folded(t, l)
				l.run(l.unguard + c.change)
				report := l.verify(ledger)
				if report.Sound() || !strings.Contains(strings.Join(report.Damage, "\n"), c.message) {
					t.Errorf("Verify = %+v, want %q", report, c.message)
				}
				// Entries that fail verification are not folded.
				l.now = l.now.AddDate(0, 3, 0)
				credits.Tend(ledger)
				if l.verify(ledger).Sound() {
					t.Error("folding hid the change")
				}
			})
		})
	}
}

// TestFoldOfAnOlderLedger: entries of version 1.0.0 are folded too, and a forged entry
// is still found afterwards.
func TestFoldOfAnOlderLedger(t *testing.T) {
	for name, forged := range map[string]bool{"unchanged": false, "with a forged entry": true} {
		t.Run(name, func(t *testing.T) {
			onBoth(t, func(t *testing.T, l *tampered) {
				l.now, l.keep = time.Date(2026, 1, 30, 12, 0, 0, 0, time.UTC), 1
				first := l.open(false)
				key := newKey(t, first, 100)
				for range 3 {
					for range 5 {
						if _, err := first.Debit(t.Context(), key.ID, "net", 1); err != nil {
							t.Fatal(err)
						}
					}
					l.now = l.now.AddDate(0, 1, 0)
				}
				first.Close()
				l.run(l.older)
				ledger := l.open(false)
				if forged {
					l.run("UPDATE ledger_keys SET balance = balance + 9; " +
						"INSERT INTO ledger_entries (id, key_id, kind, operation, delta, calls, at) SELECT " + l.entryID + ", id, 'grant', 'credits added', 9, 0, 0 FROM ledger_keys")
				}
				l.now = l.now.AddDate(1, 0, 0)
				credits.Tend(ledger)
				report := l.verify(ledger)
				if report.Entries > 5 || report.Sound() == forged {
					t.Errorf("Verify = %+v", report)
				}
				if forged && !strings.Contains(report.Damage[0], "1 entries, which come to 9 credits") {
					t.Errorf("Verify = %+v", report)
				}
			})
		})
	}
}
