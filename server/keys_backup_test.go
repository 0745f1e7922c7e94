package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestKeysBackup: a lost ledger is restored from a backup, which says what it lacks.
func TestKeysBackup(t *testing.T) {
	k := keysRun{t: t, dir: filepath.Join(t.TempDir(), "data")}
	file := filepath.Join(t.TempDir(), "backup.db")
	k.run(exitFine, "create", "--credits", "25")
	k.run(exitFine, "create", "--credits", "5")
	list, _ := k.run(exitFine, "list")
	ids := keyIDPattern.FindAllString(list, -1)
	out, _ := k.run(exitFine, "backup", file)
	if !strings.Contains(out, "keys: 2, entries: 2, sha256 ") {
		t.Errorf("backup printed %q", out)
	}
	if _, stderr := k.run(exitFailure, "backup", file); !strings.Contains(stderr, "name a new file") {
		t.Errorf("a second backup printed %q", stderr)
	}
	out, _ = k.run(exitFine, "verify", file)
	if !strings.Contains(out, "sha256") || !strings.HasSuffix(out, "keys: 2, entries: 2, sound\n") {
		t.Errorf("verify printed %q", out)
	}
	out, _ = k.run(exitFine, "verify", file, "--json")
	var verified verification
	if err := json.Unmarshal([]byte(out), &verified); err != nil || !verified.Sound || verified.Keys != 2 {
		t.Errorf("%v: %s", err, out)
	}
	k.run(exitFine, "revoke", ids[0])
	if _, stderr := k.run(exitFailure, "restore", file); !strings.Contains(stderr, "move the old ledger away") {
		t.Errorf("restore over a ledger printed %q", stderr)
	}
	for _, name := range []string{"ledger.db", "ledger.db-wal", "ledger.db-shm"} {
		_ = os.Remove(filepath.Join(k.dir, name))
	}
	if _, stderr := k.run(exitFine, "restore", file); !strings.Contains(stderr, "It lacks keys, charges and revocations since") {
		t.Errorf("restore printed %q", stderr)
	}
	if list, _ := k.run(exitFine, "list"); strings.Contains(list, "revoked") {
		t.Errorf("list printed %q; want the key that was revoked after the backup in force", list)
	}
	for _, c := range []struct {
		args    []string
		message string
	}{
		{[]string{"revoke", "--since", "2020-01-01"}, "unknown flag --since"},
		{[]string{"seal"}, "unknown keys command"},
		{[]string{"backup"}, "write keys backup FILE"},
		{[]string{"backup", file, "--database-url", "postgres://127.0.0.1:1/x"}, "pg_dump"},
		{[]string{"restore", file, "--database-url", "postgres://127.0.0.1:1/x"}, "pg_restore"},
	} {
		if _, stderr := k.run(exitUsage, c.args...); !strings.Contains(stderr, c.message) {
			t.Errorf("%v printed %q", c.args, stderr)
		}
	}
}
