package ledger

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestFileChangesUnderAnOpenLedger: every call fails a second after the ledger's file
// went missing, replaced or truncated, and works again once the file is back.
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
		change, undo func(t *testing.T, path string)
		message      string
	}{
		{name: "removed", message: "was removed",
			change: func(t *testing.T, path string) { move(t, path, path+aside) },
			undo:   func(t *testing.T, path string) { move(t, path+aside, path) }},
		{name: "folder removed", message: "was removed",
			change: func(t *testing.T, path string) { move(t, filepath.Dir(path), filepath.Dir(path)+aside) },
			undo:   func(t *testing.T, path string) { move(t, filepath.Dir(path)+aside, filepath.Dir(path)) }},
		{name: "log removed", message: "was removed",
			change: func(t *testing.T, path string) { move(t, path+"-wal", path+aside) },
			undo:   func(t *testing.T, path string) { move(t, path+aside, path+"-wal") }},
		{name: "replaced by a copy", message: "another file has replaced",
			change: func(t *testing.T, path string) {
				content := read(t, path)
				move(t, path, path+aside)
				write(t, path, content)
			},
			undo: func(t *testing.T, path string) { move(t, path+aside, path) }},
		{name: "replaced by an empty file", message: "another file has replaced",
			change: func(t *testing.T, path string) { move(t, path, path+aside); write(t, path, nil) },
			undo:   func(t *testing.T, path string) { move(t, path+aside, path) }},
		{name: "truncated", message: "was truncated",
			change: func(t *testing.T, path string) { resize(t, path, path+aside, 4096) },
			undo:   func(t *testing.T, path string) { overwrite(t, path, read(t, path+aside)) }},
		{name: "emptied", message: "was truncated",
			change: func(t *testing.T, path string) { resize(t, path, path+aside, 0) },
			undo:   func(t *testing.T, path string) { overwrite(t, path, read(t, path+aside)) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "data", "ledger.db")
			key := ledgerWithKey(t, path)
			ledger := open(t, path, Options{})
			calls := map[string]func() error{
				"authenticate": func() error { _, err := ledger.Authenticate(t.Context(), key.Secret); return err },
				"debit":        func() error { _, err := ledger.Debit(t.Context(), asKey(key), "net", 1); return err },
				"ping":         func() error { return ledger.Ping(t.Context()) },
			}
			wantCalls := func(message string) {
				t.Helper()
				for name, call := range calls {
					err := call()
					var fault Fault
					switch {
					case message == "" && err != nil:
						t.Errorf("%s: %v", name, err)
					case message != "" && (!errors.Is(err, ErrUnavailable) || !errors.As(err, &fault) || !strings.Contains(fault.Error(), message)):
						t.Errorf("%s: %v, want %q", name, err, message)
					}
				}
			}
			wantCalls("")
			c.change(t, path)
			time.Sleep(lookEvery)
			wantCalls(c.message)
			c.undo(t, path)
			wantCalls("")
			if report, err := ledger.Verify(t.Context()); err != nil || !report.Sound() || report.Entries != 2 {
				t.Errorf("Verify afterwards = %+v, %v", report, err)
			}
		})
	}
}

// resize copies the file to kept and truncates it to size.
func resize(t *testing.T, path, kept string, size int64) {
	t.Helper()
	write(t, kept, read(t, path))
	if err := os.Truncate(path, size); err != nil {
		t.Fatal(err)
	}
}

// overwrite writes content into the existing file.
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
