package ledger

import (
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// TestBackupWhileOthersDebit: a backup of a ledger in use is one consistent state, and
// the restored ledger accounts for every credit in it.
func TestBackupWhileOthersDebit(t *testing.T) {
	dir := t.TempDir()
	ledger := open(t, filepath.Join(dir, "ledger.db"), Options{})
	const granted, workers = 1_000_000, 8
	var keys []IssuedKey
	for range workers {
		key, err := ledger.CreateKey(t.Context(), "", granted, Limits{})
		if err != nil {
			t.Fatal(err)
		}
		keys = append(keys, key)
	}
	reserved, _, err := ledger.Reserve(t.Context(), IdempotentRequest{Key: asKey(keys[0]), IdempotencyKey: "k"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := ledger.Complete(t.Context(), reserved, "net", 1, Response{Body: []byte("a salary of 4711")}); err != nil {
		t.Fatal(err)
	}
	var stop atomic.Bool
	var debits atomic.Int64
	var running sync.WaitGroup
	for i := range workers {
		running.Go(func() {
			for !stop.Load() {
				if _, err := ledger.Debit(t.Context(), asKey(keys[i]), "net", 1); err != nil {
					t.Error(err)
					return
				}
				debits.Add(1)
			}
		})
	}
	for debits.Load() < 100 {
	}
	least := debits.Load()
	file := filepath.Join(dir, "backup.db")
	made, err := ledger.Backup(t.Context(), file)
	most := debits.Load() + workers + 1
	stop.Store(true)
	running.Wait()
	if err != nil || made.Keys != workers || len(made.Digest) != 64 {
		t.Fatalf("%+v %v", made, err)
	}
	info, err := os.Stat(file)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", info.Mode(), err)
	}
	if text, _ := os.ReadFile(file); strings.Contains(string(text), "4711") {
		t.Error("the backup contains a stored answer")
	}
	verified, report, err := VerifyBackup(t.Context(), file)
	if err != nil || !report.Sound() || verified != made {
		t.Fatalf("%+v, want %+v; %+v %v", verified, made, report, err)
	}
	path := filepath.Join(dir, "elsewhere", "ledger.db")
	// What a killed restore left does not matter.
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, left := range []string{"", "-wal", "-journal"} {
		if err := os.WriteFile(path+".restoring"+left, []byte("half a ledger"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := Restore(t.Context(), file, path); err != nil {
		t.Fatal(err)
	}
	restored := open(t, path, Options{})
	report, err = restored.Verify(t.Context())
	if err != nil || !report.Sound() {
		t.Errorf("Verify = %+v, %v", report, err)
	}
	var left int64
	for _, key := range keys {
		opened, err := restored.Authenticate(t.Context(), key.Secret)
		if err != nil {
			t.Fatal(err)
		}
		left += opened.Balance
	}
	if spent := workers*granted - left; spent < least || spent > most {
		t.Errorf("the backup has %d debits; want between %d and %d", spent, least, most)
	}
	if _, err := restored.Debit(t.Context(), asKey(keys[0]), "net", 1); err != nil {
		t.Error(err)
	}
}

// TestReportsWriteNothing: what a killed server left is reported, and stays as it is.
func TestReportsWriteNothing(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "ledger.db")
	running := open(t, path, Options{})
	key := newKey(t, running, 10)
	for range 3 {
		if _, err := running.Debit(t.Context(), asKey(key), "net", 1); err != nil {
			t.Fatal(err)
		}
	}
	left := filepath.Join(t.TempDir(), "ledger.db")
	for _, suffix := range []string{"", "-wal"} {
		write(t, left+suffix, read(t, path+suffix))
	}
	before := []string{string(read(t, left)), string(read(t, left+"-wal"))}
	ledger := open(t, left, Options{Existing: true})
	if report, err := ledger.Verify(t.Context()); err != nil || !report.Sound() || report.Entries != 2 {
		t.Errorf("Verify = %+v, %v", report, err)
	}
	if usage, err := ledger.Usage(t.Context(), key.ID); err != nil || len(usage) != 1 || usage[0].Calls != 3 {
		t.Errorf("Usage = %+v, %v", usage, err)
	}
	if _, err := ledger.Backup(t.Context(), filepath.Join(t.TempDir(), "backup.db")); err != nil {
		t.Error(err)
	}
	if err := ledger.Close(); err != nil {
		t.Error(err)
	}
	if after := []string{string(read(t, left)), string(read(t, left+"-wal"))}; after[0] != before[0] || after[1] != before[1] {
		t.Error("the reports changed the ledger")
	}
}

func TestDamagedBackupsAreRefused(t *testing.T) {
	dir := t.TempDir()
	path, file := filepath.Join(dir, "ledger.db"), filepath.Join(dir, "backup.db")
	ledger := open(t, path, Options{})
	key, err := ledger.CreateKey(t.Context(), "", 1000, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := ledger.Debit(t.Context(), asKey(key), "net", 7); err != nil {
		t.Fatal(err)
	}
	if _, err := ledger.Backup(t.Context(), file); err != nil {
		t.Fatal(err)
	}
	if err := ledger.Close(); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	forge := func(statements string) func(string) {
		return func(name string) {
			database, err := sql.Open("sqlite", name)
			if err != nil {
				t.Fatal(err)
			}
			defer database.Close()
			if _, err := database.Exec(statements); err != nil {
				t.Fatal(err)
			}
		}
	}
	cut := func(length int) func(string) {
		return func(name string) {
			if err := os.Truncate(name, int64(length)); err != nil {
				t.Fatal(err)
			}
		}
	}
	for name, damage := range map[string]func(string){
		"empty":                    cut(0),
		"only the header":          cut(100),
		"only one page":            cut(4096),
		"half":                     cut(len(content) / 2 / 4096 * 4096),
		"without the last page":    cut(len(content) - 4096),
		"unfinished":               forge("DELETE FROM payslate_backup"),
		"without the backup table": forge("DROP TABLE payslate_backup"),
		"another balance":          forge("UPDATE payslate_keys SET balance = balance + 1"),
		"forged entry and balance": forge("UPDATE payslate_keys SET balance = balance + 5; INSERT INTO payslate_grants SELECT id, 7, 5 FROM payslate_keys"),
		"revoked key":              forge("UPDATE payslate_keys SET revoked_at = 1"),
		"another program":          forge("PRAGMA application_id = 1"),
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "backup.db")
			if err := os.WriteFile(file, content, 0o600); err != nil {
				t.Fatal(err)
			}
			damage(file)
			_, report, err := VerifyBackup(t.Context(), file)
			if err == nil && report.Sound() {
				t.Error("the damaged backup was reported as sound")
			}
			to := filepath.Join(filepath.Dir(file), "data", "ledger.db")
			if _, err := Restore(t.Context(), file, to); err == nil {
				t.Error("the damaged backup was restored")
			}
			if left, _ := filepath.Glob(filepath.Join(filepath.Dir(file), "*")); len(left) != 1 {
				t.Errorf("Restore left %v", left)
			}
		})
	}
	if _, _, err := VerifyBackup(t.Context(), path); err == nil {
		t.Error("a ledger was accepted as a backup")
	}
	if err := os.WriteFile(file, content, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Restore(t.Context(), file, path); err == nil || !strings.Contains(err.Error(), " exists; stop the server") {
		t.Errorf("Restore over an existing ledger: %v", err)
	}
	if _, err := open(t, path, Options{}).Backup(t.Context(), file); err == nil {
		t.Error("Backup overwrote an existing file")
	}
}
