//go:build crash

package main

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// TestBackupOfALargeLedger: a backup made while a server charges 500 calls per second
// accounts for every credit after it is restored, although the server was killed.
func TestBackupOfALargeLedger(t *testing.T) {
	t.Parallel()
	size := int64(2 << 20)
	if os.Getenv("PAYSLATE_FULL") == "1" {
		size = 500 << 20
	}
	path, err := builtProgram()
	if err != nil {
		t.Fatal(err)
	}
	place := ledgerPlace{t: t, data: t.TempDir()}
	key, old := place.newKey(plenty), place.newKey(plenty)
	rows := openRows(t, filepath.Join(place.data, ledgerFile))
	const each = 60 // bytes of a row of usage
	entries := size / each
	if _, err := rows.Exec(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $1)
		INSERT INTO payslate_usage (key_id, day, operation, calls) SELECT $2, '2025-01-01', 'salary-net/net/' || i, 1 FROM n`, entries, old.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := rows.Exec("UPDATE payslate_keys SET balance = balance - $1 WHERE id = $2", entries, old.ID); err != nil {
		t.Fatal(err)
	}
	if err := rows.Close(); err != nil {
		t.Fatal(err)
	}
	run := func(what string, into any, args ...string) (took time.Duration) {
		t.Helper()
		began := time.Now()
		output, err := exec.Command(path, append([]string{"keys"}, args...)...).Output()
		if err == nil && into != nil {
			err = json.Unmarshal(output, into)
		}
		if err != nil {
			t.Fatalf("%s: %v\n%s", what, err, output)
		}
		return time.Since(began).Round(time.Millisecond)
	}
	info, err := os.Stat(filepath.Join(place.data, ledgerFile))
	if err != nil || info.Size() < size {
		t.Fatalf("%d bytes, want %d: %v", info.Size(), size, err)
	}

	server := startProcess(t, place.arguments("--listen", "127.0.0.1:0")...)
	l := &load{t: t, address: server.address, plain: key}
	const clients, pace = 10, 20 * time.Millisecond // 500 calls per second
	var senders []func()
	var slowest atomic.Int64
	for range clients {
		senders = append(senders, func() {
			began := time.Now()
			l.sendPlain()
			if took := int64(time.Since(began)); took > slowest.Load() && l.open.Load() {
				slowest.Store(took)
			}
			time.Sleep(time.Until(began.Add(pace)))
		})
	}
	file := filepath.Join(t.TempDir(), "backup.db")
	var made struct{ Keys int64 }
	var took time.Duration
	var least, most int64
	l.run(senders, func() {
		l.wait("calls before the backup", &l.answered)
		least = l.answered.Load()
		took = run("backup", &made, "backup", file, "--data", place.data, "--json")
		most = l.answered.Load() + clients
		l.wait("calls after the backup", &l.answered)
		server.kill()
	})
	if charged := l.chargedTo(place, key); charged < l.answered.Load() || charged > l.answered.Load()+l.unknown.Load() {
		t.Errorf("%d credits charged for %d answers", charged, l.answered.Load())
	}
	var verified verification
	verifying := run("verify", &verified, "verify", file, "--json")
	restored := ledgerPlace{t: t, data: filepath.Join(t.TempDir(), "data")}
	restoring := run("restore", nil, "restore", file, "--data", restored.data)
	again := startProcess(t, restored.arguments("--listen", "127.0.0.1:0")...)
	if got := send(again.address, key.Secret, someGross(), ""); got.status != 200 {
		t.Errorf("status %d, %s", got.status, got.body)
	}
	again.stop(t)
	balances, count := restored.check()
	if charged := plenty - balances[key.ID] - 1; charged < least || charged > most || plenty-balances[old.ID] != entries || count < verified.Entries || count > verified.Entries+1 {
		t.Errorf("%d credits charged in the backup, want %d to %d; %d entries restored of %d verified", charged, least, most, count, verified.Entries)
	}
	t.Log(strings.Join([]string{
		fmt.Sprintf("%d MB, %d entries; backup in %s while %d calls were answered, the slowest in %s",
			info.Size()>>20, verified.Entries, took, most-least-clients, time.Duration(slowest.Load()).Round(time.Millisecond)),
		fmt.Sprintf("verified in %s, restored in %s", verifying, restoring)}, "; "))
}

func openRows(t *testing.T, file string) *sql.DB {
	t.Helper()
	database, err := sql.Open("sqlite", file)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { database.Close() })
	return database
}
