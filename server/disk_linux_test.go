package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// smallDisk mounts a separate file system with little space and returns its folder.
func smallDisk(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	if err := syscall.Mount("none", folder, "tmpfs", 0, "size=2m"); err != nil {
		t.Skip("cannot mount a file system (needs the superuser): ", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(folder, 0); err != nil {
			t.Error(err)
		}
	})
	return folder
}

// fill fills the disk with a file at path.
func fill(t *testing.T, path string) {
	t.Helper()
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for block := make([]byte, 4096); err == nil; {
		_, err = file.Write(block)
	}
	if !errors.Is(err, syscall.ENOSPC) {
		t.Fatal(err)
	}
}

// TestDiskFillsUp: on a full disk calls get status 503, are logged and cost nothing;
// once space is free they succeed again.
func TestDiskFillsUp(t *testing.T) {
	disk := smallDisk(t)
	place := ledgerPlace{t: t, data: filepath.Join(disk, "data")}
	key := place.newKey(plenty)
	server := startProcess(t, place.arguments("--listen", "127.0.0.1:0")...)
	var answered int64
	call := func() sent {
		request := newPending()
		got := send(server.address, key.Secret, request.gross, request.idempotencyKey)
		if got.status == 200 {
			answered++
		}
		return got
	}
	if got := call(); got.status != 200 {
		t.Fatalf("status %d, %.300s", got.status, got.body)
	}
	fill(t, filepath.Join(disk, "filler"))
	const most = 2000 // until the space already allocated is used up
	got := call()
	for range most {
		if got.status != 200 {
			break
		}
		got = call()
	}
	if got.status != 503 || got.retry != "1" {
		t.Errorf("on a full disk: status %d, Retry-After %q, %.300s", got.status, got.retry, got.body)
	}
	if text := read(t, server.address+"/readyz"); !strings.Contains(text, `"reason":"the disk is full; free some space`) || strings.Contains(text, disk) {
		t.Errorf("readyz on a full disk: %s", text)
	}
	if err := os.Remove(filepath.Join(disk, "filler")); err != nil {
		t.Fatal(err)
	}
	for range 20 {
		if got := call(); got.status != 200 {
			t.Errorf("after space was freed: status %d, %.300s", got.status, got.body)
		}
	}
	if text := read(t, server.address+"/readyz"); !strings.Contains(text, `"ledger":"ok"`) {
		t.Errorf("readyz after space was freed: %s", text)
	}
	server.stop(t)
	if !strings.Contains(server.log.String(), "the disk is full; free some space") {
		t.Errorf("the log lacks the remedy:\n%s", tail(server.log.String()))
	}
	if balances, _ := place.check(); plenty-balances[key.ID] != answered {
		t.Errorf("%d credits charged for %d answers", plenty-balances[key.ID], answered)
	}
}

// TestUnusableLedger: a server that cannot use its ledger fails to start with the
// reason and leaves the file unchanged.
func TestUnusableLedger(t *testing.T) {
	for _, c := range []struct {
		name    string
		prepare func(t *testing.T, path string)
		user    bool // whether to run as an unprivileged user
		message string
	}{
		{"without permission", func(t *testing.T, path string) {
			if err := os.Chmod(path, 0o444); err != nil {
				t.Fatal(err)
			}
		}, true, "let this program's user write to"},
		{"damaged", func(t *testing.T, path string) {
			if err := os.WriteFile(path, bytes.Repeat([]byte("payroll "), 4096), 0o600); err != nil {
				t.Fatal(err)
			}
		}, false, "restore the folder from a backup"},
	} {
		t.Run(c.name, func(t *testing.T) {
			folder, err := os.MkdirTemp("", "payslate-ledger") // another user cannot read t.TempDir
			if err != nil {
				t.Fatal(err)
			}
			defer os.RemoveAll(folder)
			if err := os.Chmod(folder, 0o755); err != nil {
				t.Fatal(err)
			}
			place := ledgerPlace{t: t, data: folder}
			place.newKey(5)
			path := filepath.Join(place.data, ledgerFile)
			c.prepare(t, path)
			before, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			executable, err := program()
			if err != nil {
				t.Fatal(err)
			}
			command := exec.Command(executable, place.arguments("--listen", "127.0.0.1:0")...)
			if c.user && os.Geteuid() == 0 { // permissions do not apply to the superuser
				const nobody = 65534
				command.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
			}
			output, err := command.CombinedOutput()
			if err == nil || !strings.Contains(string(output), c.message) {
				t.Errorf("the server ended with %v and printed %s", err, output)
			}
			if after, err := os.ReadFile(path); err != nil || !bytes.Equal(before, after) {
				t.Errorf("the file was changed (%v)", err)
			}
		})
	}
}
