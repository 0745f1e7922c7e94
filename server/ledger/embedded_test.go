package ledger

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestEmbedded(t *testing.T) {
	testLedger(t, func(t *testing.T) opener {
		path := filepath.Join(t.TempDir(), "data", "ledger.db")
		return func(t *testing.T, clock func() time.Time) *Ledger {
			return open(t, path, Options{Clock: clock})
		}
	})
}

func open(t testing.TB, path string, options Options) *Ledger {
	t.Helper()
	ledger, err := OpenFile(context.Background(), path, options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ledger.Close() })
	return ledger
}

// ledgerWithKey creates a ledger with one key and closes it.
func ledgerWithKey(t *testing.T, path string) IssuedKey {
	t.Helper()
	ledger := open(t, path, Options{})
	key, err := ledger.CreateKey(t.Context(), "", 10, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if err := ledger.Close(); err != nil {
		t.Fatal(err)
	}
	return key
}

func openRaw(t *testing.T, path string) *sql.DB {
	t.Helper()
	database, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { database.Close() })
	return database
}

func TestOpenFailures(t *testing.T) {
	for _, c := range []struct {
		name    string
		prepare func(t *testing.T, path string)
		message string
		locked  bool // whether the test locks the file, and so cannot read it
	}{
		{"not a database", func(t *testing.T, path string) {
			write(t, path, []byte(strings.Repeat("payroll ", 1000)))
		}, "restore the folder from a backup", false},
		{"damaged header", func(t *testing.T, path string) {
			ledgerWithKey(t, path)
			content := read(t, path)
			copy(content[100:], strings.Repeat("\xee", 200))
			write(t, path, content)
		}, "restore the folder from a backup", false},
		{"another program's database", func(t *testing.T, path string) {
			if _, err := openRaw(t, path).Exec("CREATE TABLE theirs (a)"); err != nil {
				t.Fatal(err)
			}
		}, "choose another data folder", false},
		{"a ledger of version 1.1", func(t *testing.T, path string) {
			if _, err := openRaw(t, path).Exec(fmt.Sprintf("CREATE TABLE ledger_keys (id TEXT); PRAGMA application_id = %d; PRAGMA user_version = 3", applicationID)); err != nil {
				t.Fatal(err)
			}
		}, "start version 1.2 on it once", false},
		{"a newer program's ledger", func(t *testing.T, path string) {
			ledgerWithKey(t, path)
			if _, err := openRaw(t, path).Exec("PRAGMA user_version = 99"); err != nil {
				t.Fatal(err)
			}
		}, "use a newer program", false},
		{"locked", func(t *testing.T, path string) {
			ledgerWithKey(t, path)
			database := openRaw(t, path)
			database.SetMaxOpenConns(1)
			if _, err := database.Exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE"); err != nil {
				t.Fatal(err)
			}
		}, "another program holds a lock", true},
		{"a folder instead of the file", func(t *testing.T, path string) {
			if err := os.MkdirAll(path, 0o700); err != nil {
				t.Fatal(err)
			}
		}, "is not a file; move it away", false},
		{"without permission", func(t *testing.T, path string) {
			if os.Geteuid() == 0 {
				t.Skip("the superuser can write every file")
			}
			ledgerWithKey(t, path)
			if err := os.Chmod(path, 0o400); err != nil {
				t.Fatal(err)
			}
		}, "the right to write both", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "ledger.db")
			c.prepare(t, path)
			var before []byte
			if info, err := os.Stat(path); err == nil && !info.IsDir() && !c.locked {
				before = read(t, path)
			}
			ledger, err := OpenFile(t.Context(), path, Options{Patience: 50 * time.Millisecond})
			if err == nil {
				ledger.Close()
				t.Fatal("OpenFile succeeded")
			}
			if !errors.Is(err, ErrUnavailable) || !strings.Contains(err.Error(), c.message) || !strings.Contains(err.Error(), path) {
				t.Errorf("error %q; want ErrUnavailable, the path and %q", err, c.message)
			}
			if before != nil && string(read(t, path)) != string(before) {
				t.Error("the file was changed")
			}
		})
	}
	t.Run("a file instead of the folder", func(t *testing.T) {
		folder := filepath.Join(t.TempDir(), "data")
		write(t, folder, []byte("x"))
		_, err := OpenFile(t.Context(), filepath.Join(folder, "ledger.db"), Options{})
		if !errors.Is(err, ErrUnavailable) || !strings.Contains(err.Error(), "choose another one") {
			t.Errorf("error %v", err)
		}
	})
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

func write(t *testing.T, path string, content []byte) {
	t.Helper()
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestOddPaths(t *testing.T) {
	for _, name := range []string{"a b.db", "a?mode=memory.db", "a%20b.db", "a#b.db", "Gehälter.db"} {
		path := filepath.Join(t.TempDir(), name)
		ledgerWithKey(t, path)
		if info, err := os.Stat(path); err != nil || info.Size() == 0 || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v; want a non-empty file that only its owner can read", name, info, err)
		}
	}
}

// TestLockedWhileOpen: while another program locks the file, debits and Ping fail, and keys
// are still known.
func TestLockedWhileOpen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ledger.db")
	key := ledgerWithKey(t, path)
	ledger := open(t, path, Options{Patience: 50 * time.Millisecond})
	database := openRaw(t, path)
	database.SetMaxOpenConns(1)
	if _, err := database.Exec("BEGIN IMMEDIATE"); err != nil {
		t.Fatal(err)
	}
	_, err := ledger.Debit(t.Context(), asKey(key), "net", 1)
	if !errors.Is(err, ErrUnavailable) || !strings.Contains(err.Error(), "holds a lock") {
		t.Errorf("Debit of a locked ledger: %v", err)
	}
	if got, err := ledger.Authenticate(t.Context(), key.Secret); err != nil || got.Balance != 10 {
		t.Errorf("Authenticate of a locked ledger = %+v, %v; want it to succeed", got, err)
	}
	wantPing(t, ledger, "holds a lock")
	if _, err := database.Exec("ROLLBACK"); err != nil {
		t.Fatal(err)
	}
	if left, err := ledger.Debit(t.Context(), asKey(key), "net", 1); err != nil || left != 9 {
		t.Errorf("Debit afterwards = %d, %v; want 9", left, err)
	}
	wantPing(t, ledger, "")
}

// TestVerifyFindsTampering: a balance that its entries do not add up to is found, and in a file
// a row without its key; no balance is negative.
func TestVerifyFindsTampering(t *testing.T) {
	onBoth(t, func(t *testing.T, place func(Options) *Ledger) {
		ledger := place(Options{})
		key := newKey(t, ledger, 10)
		rows, err := ledger.store.connect(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer rows.close()
		if err := rows.run(t.Context(), "UPDATE payslate_keys SET balance = -1"); err == nil {
			t.Error("a negative balance was accepted")
		}
		if err := rows.run(t.Context(), "UPDATE payslate_keys SET balance = 11"); err != nil {
			t.Fatal(err)
		}
		report, err := ledger.Verify(t.Context())
		if err != nil || report.Sound() || len(report.Differences) != 1 || report.Differences[0] != (Difference{KeyID: key.ID, Balance: 11, Entries: 10}) {
			t.Errorf("Verify = %+v, %v", report, err)
		}
		if ledger.store.remote {
			return
		}
		if err := rows.run(t.Context(), "PRAGMA foreign_keys = OFF; INSERT INTO payslate_grants (key_id, at, credits) VALUES ('key_lost', 0, 5)"); err != nil {
			t.Fatal(err)
		}
		if report, err = ledger.Verify(t.Context()); err != nil || len(report.Damage) != 1 || !strings.Contains(report.Damage[0], "payslate_grants names a missing row of payslate_keys") {
			t.Errorf("Verify = %+v, %v; want the grant without a key", report, err)
		}
	})
}
