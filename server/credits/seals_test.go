package credits_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/payslate/payslate/server/credits"
	"github.com/payslate/payslate/server/credits/ledgertest"
)

// tampered is a ledger whose rows a test changes directly in its database.
type tampered struct {
	t        *testing.T
	open     func(existing bool) credits.Ledger
	now      time.Time // the ledger's time, unless zero
	keep     int       // months of entries that are not folded
	run      func(statements string)
	entryID  string // the id of an entry to insert, as SQL
	unguard  string // statements that remove the triggers against changed entries
	older    string // statements that restore the schema of version 1.0.0
	withBlob func(hex string) string
}

// onBoth runs a test on an embedded ledger and on a shared one.
func onBoth(t *testing.T, test func(t *testing.T, ledger *tampered)) {
	t.Run("embedded", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "ledger.db")
		l := &tampered{t: t}
		*l = tampered{t: t, open: func(existing bool) credits.Ledger {
			return open(t, path, credits.Options{Existing: existing, Clock: l.clock(), KeepMonths: l.keep})
		},
			run: func(statements string) {
				t.Helper()
				if _, err := openRaw(t, path).Exec(statements); err != nil {
					t.Fatal(err)
				}
			},
			entryID:  "NULL",
			unguard:  "DROP TRIGGER ledger_entries_stay; DROP TRIGGER ledger_entries_are_kept;",
			withBlob: func(hex string) string { return "x'" + hex + "'" },
			older: `DROP TRIGGER ledger_entries_are_kept; DROP TABLE ledger_limits; DROP TABLE ledger_former_secrets; DROP TABLE ledger_checkpoints; DROP TABLE ledger_epochs;
				DROP INDEX ledger_entries_by_number; CREATE INDEX ledger_entries_by_key ON ledger_entries (key_id);
				ALTER TABLE ledger_keys DROP COLUMN sealed; ALTER TABLE ledger_keys DROP COLUMN head;
				ALTER TABLE ledger_entries DROP COLUMN number; ALTER TABLE ledger_entries DROP COLUMN seal;
				CREATE TRIGGER ledger_entries_are_kept BEFORE DELETE ON ledger_entries BEGIN SELECT RAISE(ABORT, 'entries are append-only'); END;`,
		}
		test(t, l)
	})
	t.Run("shared", func(t *testing.T) {
		address := ledgertest.EmptyDatabase(t)
		l := &tampered{t: t}
		*l = tampered{t: t, open: func(existing bool) credits.Ledger {
			return openShared(t, address, credits.Options{Existing: existing, Clock: l.clock(), KeepMonths: l.keep})
		},
			run: func(statements string) {
				t.Helper()
				for statement := range strings.SplitSeq(statements, ";") {
					if err := execute(t, address, statement); err != nil {
						t.Fatal(err)
					}
				}
			},
			entryID:  "'x'",
			unguard:  "DROP TRIGGER ledger_entries_stay ON ledger_entries;",
			withBlob: func(hex string) string { return "decode('" + hex + "', 'hex')" },
			older: `DROP TABLE ledger_limits; DROP TABLE ledger_former_secrets; DROP TABLE ledger_checkpoints;
				ALTER TABLE ledger_keys DROP COLUMN sealed, DROP COLUMN head; ALTER TABLE ledger_entries DROP COLUMN number, DROP COLUMN seal`,
		}
		test(t, l)
	})
}

func (l *tampered) clock() func() time.Time {
	if l.now.IsZero() {
		return nil
	}
	return func() time.Time { return l.now }
}

func (l *tampered) verify(ledger credits.Ledger) credits.VerifyReport {
	l.t.Helper()
	report, err := ledger.Verify(l.t.Context())
	if err != nil {
		l.t.Fatal(err)
	}
	return report
}

// TestSealsFindForgeries: Verify finds changes to entries and balances that still
// agree with each other.
func TestSealsFindForgeries(t *testing.T) {
	for name, c := range map[string]struct {
		forge   func(l *tampered, key string) string
		message string
	}{
		"nothing forged": {func(*tampered, string) string { return "SELECT 1" }, ""},
		"entry and balance": {func(l *tampered, key string) string {
			return "UPDATE ledger_keys SET balance = balance + 500 WHERE id = '" + key + "'; " +
				"INSERT INTO ledger_entries (id, key_id, kind, operation, delta, calls, at) VALUES (" + l.entryID + ", '" + key + "', 'grant', 'credits added', 500, 0, 0)"
		}, "1 entries, which come to 500 credits, have no seal"},
		"entry and balance with a number": {func(l *tampered, key string) string {
			return "UPDATE ledger_keys SET balance = balance + 500, sealed = sealed + 1 WHERE id = '" + key + "'; " +
				"INSERT INTO ledger_entries (id, key_id, kind, operation, delta, calls, at, number, seal) SELECT " + l.entryID +
				", id, 'grant', 'credits added', 500, 0, 0, sealed, head FROM ledger_keys WHERE id = '" + key + "'"
		}, "entry 4 (1970-01-01, grant, credits added) is not the one that was written"},
		"another day": {func(l *tampered, key string) string {
			return l.unguard + "UPDATE ledger_entries SET at = at - 86400000 WHERE number = 2"
		}, "entry 2 ("},
		"another amount": {func(l *tampered, key string) string {
			return l.unguard + "UPDATE ledger_entries SET delta = -1, calls = 1 WHERE number = 2 AND key_id = '" + key + "'; UPDATE ledger_keys SET balance = balance + 2 WHERE id = '" + key + "'"
		}, "entry 2 ("},
		"the newest entry deleted": {func(l *tampered, key string) string {
			return l.unguard + "DELETE FROM ledger_entries WHERE number = 3 AND key_id = '" + key + "'; UPDATE ledger_keys SET balance = balance + 2 WHERE id = '" + key + "'"
		}, "3 sealed entries and the newest is entry 2"},
		"a middle entry deleted": {func(l *tampered, key string) string {
			return l.unguard + "DELETE FROM ledger_entries WHERE number = 2 AND key_id = '" + key + "'; UPDATE ledger_keys SET balance = balance + 3 WHERE id = '" + key + "'"
		}, "after entry 1 comes entry 3"},
		"another head": {func(l *tampered, key string) string {
			return "UPDATE ledger_keys SET head = " + l.withBlob("00") + " WHERE id = '" + key + "'"
		}, "3 sealed entries and the newest is entry 3, or another"},
		"history folded away": {func(l *tampered, key string) string {
			return "INSERT INTO ledger_checkpoints (key_id, number, at, through, base, folded, loose, credits, seal) SELECT id, sealed + 1, 0, 3, head, " + l.withBlob("") +
				", 0, 0, head FROM ledger_keys WHERE id = '" + key + "'; UPDATE ledger_keys SET sealed = sealed + 1 WHERE id = '" + key + "'"
		}, "after entry 3 comes entry"},
	} {
		t.Run(name, func(t *testing.T) {
			onBoth(t, func(t *testing.T, l *tampered) {
				ledger := l.open(false)
				other := newKey(t, ledger, 7)
				key := newKey(t, ledger, 100)
				for _, each := range []credits.IssuedKey{key, other} {
					for _, n := range []int64{3, 2} {
						if _, err := ledger.Debit(t.Context(), each.ID, "net", n); err != nil {
							t.Fatal(err)
						}
					}
				}
				l.run(c.forge(l, key.ID))
				report := l.verify(l.open(true))
				if c.message == "" {
					if !report.Sound() {
						t.Errorf("Verify = %+v", report)
					}
					return
				}
				if damage := strings.Join(report.Damage, "\n"); len(report.Differences) > 0 || !strings.Contains(damage, key.ID+": ") || !strings.Contains(damage, c.message) {
					t.Errorf("Verify = %+v, want %q", report, c.message)
				}
				if _, err := ledger.Seal(t.Context()); err != nil {
					t.Fatal(err)
				}
				if sound := l.verify(ledger).Sound(); sound != (name == "entry and balance") {
					t.Errorf("sound after Seal: %t", sound)
				}
			})
		})
	}
}

// TestSealsOfAnOlderLedger: a server seals all entries of version 1.0.0 when it first
// opens the ledger; Seal seals those that version 1.0.0 writes afterwards.
func TestSealsOfAnOlderLedger(t *testing.T) {
	onBoth(t, func(t *testing.T, l *tampered) {
		first := l.open(false)
		key := newKey(t, first, 100)
		if _, err := first.Debit(t.Context(), key.ID, "net", 5); err != nil {
			t.Fatal(err)
		}
		first.Close()
		l.run(l.older)
		command := l.open(true) // does not migrate the ledger
		if _, err := command.AddCredits(t.Context(), key.ID, 5); err != nil {
			t.Fatal(err)
		}
		if report := l.verify(command); !report.Sound() {
			t.Errorf("Verify = %+v", report)
		}
		if _, err := command.Seal(t.Context()); err == nil || !strings.Contains(err.Error(), "start the server on it once") {
			t.Errorf("Seal: %v", err)
		}
		server := l.open(false)
		if report := l.verify(server); !report.Sound() || report.Entries != 3 {
			t.Errorf("Verify = %+v", report)
		}
		if _, err := server.Debit(t.Context(), key.ID, "net", 1); err != nil {
			t.Fatal(err)
		}
		l.run("UPDATE ledger_keys SET balance = balance - 4; " +
			"INSERT INTO ledger_entries (id, key_id, kind, operation, delta, calls, at) SELECT " + l.entryID + ", id, 'debit', 'net', -4, 4, 0 FROM ledger_keys")
		if report := l.verify(server); len(report.Damage) != 1 || !strings.Contains(report.Damage[0], "1 entries, which come to -4 credits") {
			t.Errorf("Verify = %+v", report)
		}
		if left, err := server.Debit(t.Context(), key.ID, "net", 1); left != 94 || err != nil {
			t.Errorf("Debit = %d, %v", left, err)
		}
		found, err := server.Seal(t.Context())
		if err != nil || len(found) != 1 || found[0] != (credits.Loose{KeyID: key.ID, Entries: 1, Credits: -4}) {
			t.Errorf("Seal = %+v, %v", found, err)
		}
		if found, err := server.Seal(t.Context()); err != nil || len(found) != 0 {
			t.Errorf("Seal again = %+v, %v", found, err)
		}
		if _, err := server.Debit(context.Background(), key.ID, "net", 1); err != nil {
			t.Fatal(err)
		}
		if report := l.verify(l.open(true)); !report.Sound() {
			t.Errorf("Verify = %+v", report)
		}
	})
}
