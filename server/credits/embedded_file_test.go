package credits_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/payslate/payslate/server/credits"
)

// TestFileChangesUnderAnOpenLedger: no call is answered from a file that is no
// longer the ledger's, whatever became of it, and each goes on once the right one
// is back.
func TestFileChangesUnderAnOpenLedger(t *testing.T) {
	const aside = ".aside"
	move := func(t *testing.T, from, to string) {
		t.Helper()
		if err := os.Rename(from, to); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		name         string
		change, mend func(t *testing.T, path string)
		say          string
	}{
		{name: "removed", say: "was removed",
			change: func(t *testing.T, path string) { move(t, path, path+aside) },
			mend:   func(t *testing.T, path string) { move(t, path+aside, path) }},
		{name: "folder removed", say: "was removed",
			change: func(t *testing.T, path string) { move(t, filepath.Dir(path), filepath.Dir(path)+aside) },
			mend:   func(t *testing.T, path string) { move(t, filepath.Dir(path)+aside, filepath.Dir(path)) }},
		{name: "log removed", say: "was removed",
			change: func(t *testing.T, path string) { move(t, path+"-wal", path+aside) },
			mend:   func(t *testing.T, path string) { move(t, path+aside, path+"-wal") }},
		{name: "replaced by a copy", say: "another file has replaced",
			change: func(t *testing.T, path string) {
				content := read(t, path)
				move(t, path, path+aside)
				write(t, path, content)
			},
			mend: func(t *testing.T, path string) { move(t, path+aside, path) }},
		{name: "replaced by an empty file", say: "another file has replaced",
			change: func(t *testing.T, path string) { move(t, path, path+aside); write(t, path, nil) },
			mend:   func(t *testing.T, path string) { move(t, path+aside, path) }},
		{name: "cut", say: "was truncated",
			change: func(t *testing.T, path string) { resize(t, path, path+aside, 4096) },
			mend:   func(t *testing.T, path string) { overwrite(t, path, read(t, path+aside)) }},
		{name: "emptied", say: "was truncated",
			change: func(t *testing.T, path string) { resize(t, path, path+aside, 0) },
			mend:   func(t *testing.T, path string) { overwrite(t, path, read(t, path+aside)) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "data", "ledger.db")
			key := ledgerWithKey(t, path)
			ledger := open(t, path, credits.Options{})
			calls := map[string]func() error{
				"authenticate": func() error { _, err := ledger.Authenticate(t.Context(), key.Secret); return err },
				"debit":        func() error { _, err := ledger.Debit(t.Context(), key.ID, "net", 1); return err },
				"ping":         func() error { return ledger.Ping(t.Context()) },
			}
			try := func(say string) {
				t.Helper()
				for name, call := range calls {
					err := call()
					var fault credits.FileFault
					switch {
					case say == "" && err != nil:
						t.Errorf("%s: %v", name, err)
					case say != "" && (!errors.Is(err, credits.ErrUnavailable) || !errors.As(err, &fault) || !strings.Contains(fault.Error(), say)):
						t.Errorf("%s: %v, want %q", name, err, say)
					}
				}
			}
			try("")
			c.change(t, path)
			try(c.say)
			c.mend(t, path)
			try("")
			if report, err := ledger.Verify(t.Context()); err != nil || !report.Sound() || report.Entries != 3 {
				t.Errorf("afterwards: %+v, %v", report, err)
			}
		})
	}
}

// TestOlderStateUnderAnOpenLedger: entries that were there and are not any more
// are noticed, by whoever asks, before anything is charged.
func TestOlderStateUnderAnOpenLedger(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ledger.db")
	key := ledgerWithKey(t, path)
	ledger := open(t, path, credits.Options{})
	for range 3 {
		if _, err := ledger.Debit(t.Context(), key.ID, "net", 1); err != nil {
			t.Fatal(err)
		}
	}
	older := openRaw(t, path)
	for _, statement := range []string{
		"DROP TRIGGER ledger_entries_are_kept", "DELETE FROM ledger_entries WHERE id > 2", "UPDATE ledger_keys SET balance = 9"} {
		if _, err := older.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
	for name, call := range map[string]func() error{
		"debit": func() error { _, err := ledger.Debit(t.Context(), key.ID, "net", 1); return err },
		"ping":  func() error { return ledger.Ping(t.Context()) },
	} {
		if err := call(); !errors.Is(err, credits.ErrUnavailable) || !strings.Contains(err.Error(), "older state") {
			t.Errorf("%s: %v", name, err)
		}
	}
	var balance int
	if err := older.QueryRow("SELECT balance FROM ledger_keys").Scan(&balance); err != nil || balance != 9 {
		t.Errorf("balance %d, %v", balance, err)
	}
}

// resize keeps a copy of the file and cuts it.
func resize(t *testing.T, path, kept string, size int64) {
	t.Helper()
	write(t, kept, read(t, path))
	if err := os.Truncate(path, size); err != nil {
		t.Fatal(err)
	}
}

// overwrite writes into the file that is there.
func overwrite(t *testing.T, path string, content []byte) {
	t.Helper()
	file, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := file.Write(content); err != nil {
		t.Fatal(err)
	}
}
