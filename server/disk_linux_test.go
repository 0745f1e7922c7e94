//go:build crash

package main

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// onSystem runs a program of the system that the test needs, or skips the test.
func onSystem(t *testing.T, name string, arguments ...string) {
	t.Helper()
	if output, err := exec.Command(name, arguments...).CombinedOutput(); err != nil {
		t.Skipf("%s %v (needs the superuser): %v\n%s", name, arguments, err, output)
	}
}

// smallDisk mounts a separate file system of 16 MB and returns its folder.
func smallDisk(t *testing.T) string {
	t.Helper()
	image, folder := filepath.Join(t.TempDir(), "image"), t.TempDir()
	if err := os.WriteFile(image, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(image, 16<<20); err != nil {
		t.Fatal(err)
	}
	onSystem(t, "mkfs.ext4", "-q", "-F", image)
	onSystem(t, "mount", "-o", "loop", image, folder)
	t.Cleanup(func() { onSystem(t, "umount", folder) })
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

// TestDisk: on a disk that is full, read-only or frozen, calls get no answer and /readyz
// says why. Once the disk is mended they succeed again, without a restart, and exactly
// the answered calls are charged.
func TestDisk(t *testing.T) {
	files := func(data, flag string) []string {
		return []string{flag, filepath.Join(data, ledgerFile), filepath.Join(data, ledgerFile+"-wal")}
	}
	for _, c := range []struct {
		name          string
		breaks, mends func(t *testing.T, disk, data string)
		waits         bool // whether calls wait for the disk
		reason        string
	}{
		{name: "full", reason: "the disk is full; free some space",
			breaks: func(t *testing.T, disk, _ string) { fill(t, filepath.Join(disk, "filler")) },
			mends: func(t *testing.T, disk, _ string) {
				if err := os.Remove(filepath.Join(disk, "filler")); err != nil {
					t.Fatal(err)
				}
			}},
		// As after an error, when the system makes a file system read-only: files that are
		// open cannot be written either.
		{name: "read-only", reason: "the disk reported an error or is read-only",
			breaks: func(t *testing.T, _, data string) { onSystem(t, "chattr", files(data, "+i")...) },
			mends:  func(t *testing.T, _, data string) { onSystem(t, "chattr", files(data, "-i")...) }},
		{name: "frozen", reason: "commits take too long", waits: true,
			breaks: func(t *testing.T, disk, _ string) { onSystem(t, "fsfreeze", "-f", disk) },
			mends:  func(t *testing.T, disk, _ string) { onSystem(t, "fsfreeze", "-u", disk) }},
	} {
		t.Run(c.name, func(t *testing.T) {
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
			c.breaks(t, disk, place.data)
			mended := false
			mend := func() {
				if !mended {
					c.mends(t, disk, place.data)
				}
				mended = true
			}
			t.Cleanup(mend) // before the disk is unmounted
			waiting := make(chan sent, 1)
			if c.waits {
				go func() { waiting <- call() }()
				left := http.Client{Timeout: time.Second}
				request, _ := http.NewRequest("POST", server.address+"/v1/salary-net/net", strings.NewReader(`{"country":"DE","gross":4000}`))
				request.Header.Set("X-API-Key", key.Secret)
				if _, err := left.Do(request); err == nil {
					t.Error("a call was answered without a durable charge")
				}
			} else {
				const most = 20_000 // until the space already allocated is used up
				got := call()
				for range most {
					if got.status != 200 {
						break
					}
					got = call()
				}
				if got.status != 503 || got.retry != "1" {
					t.Errorf("status %d, Retry-After %q, %.300s", got.status, got.retry, got.body)
				}
			}
			health := http.Client{Timeout: 5 * time.Second}
			if response, err := health.Get(server.address + "/readyz"); err == nil {
				text, _ := io.ReadAll(response.Body)
				response.Body.Close()
				if response.StatusCode != 503 || !strings.Contains(string(text), `"reason":"`+c.reason) || strings.Contains(string(text), disk) {
					t.Errorf("readyz: status %d, %s", response.StatusCode, text)
				}
			} else if !c.waits { // a frozen file system can hold up the whole process
				t.Error(err)
			}
			mend()
			if c.waits {
				if got := <-waiting; got.status != 200 && got.status != 503 {
					t.Errorf("the call that waited: status %d, %.300s", got.status, got.body)
				}
			}
			for range 20 {
				if got := call(); got.status != 200 {
					t.Errorf("afterwards: status %d, %.300s", got.status, got.body)
				}
			}
			if text := read(t, server.address+"/readyz"); !strings.Contains(text, `"ledger":"ok"`) {
				t.Errorf("readyz afterwards: %s", text)
			}
			server.stop(t)
			if !c.waits && !strings.Contains(server.log.String(), c.reason) {
				t.Errorf("the log lacks the reason:\n%s", tail(server.log.String()))
			}
			// Who left while the disk stood still has paid if the debit was already on its way.
			var left int64
			if c.waits {
				left = 1
			}
			if balances, _ := place.check(); plenty-balances[key.ID] < answered || plenty-balances[key.ID] > answered+left {
				t.Errorf("%d credits charged for %d answers", plenty-balances[key.ID], answered)
			}
		})
	}
}

// TestUnusableLedger: a server whose user cannot write the ledger fails to start with the
// reason and leaves the file unchanged.
func TestUnusableLedger(t *testing.T) {
	folder, err := os.MkdirTemp("", "payslate-ledger") // another user cannot read t.TempDir
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(folder)
	place := ledgerPlace{t: t, data: folder}
	place.newKey(5)
	path := filepath.Join(place.data, ledgerFile)
	before, err := os.ReadFile(path)
	if err = errors.Join(err, os.Chmod(folder, 0o755), os.Chmod(path, 0o444)); err != nil {
		t.Fatal(err)
	}
	executable, err := builtProgram()
	if err != nil {
		t.Fatal(err)
	}
	command := exec.Command(executable, place.arguments("--listen", "127.0.0.1:0")...)
	if os.Geteuid() == 0 { // permissions do not apply to the superuser
		const nobody = 65534
		command.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	}
	output, err := command.CombinedOutput()
	if err == nil || !strings.Contains(string(output), "let this program's user write to") {
		t.Errorf("the server ended with %v and printed %s", err, output)
	}
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(before, after) {
		t.Errorf("the file was changed (%v)", err)
	}
}
