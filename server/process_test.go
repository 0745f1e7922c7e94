//go:build crash

package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// builtProgram returns the path of the real server, built once; removeProgram deletes it.
var builtProgram = sync.OnceValues(func() (path string, err error) {
	if programFolder, err = os.MkdirTemp("", "payslate-server"); err != nil {
		return "", err
	}
	if err := os.Chmod(programFolder, 0o755); err != nil { // another user may have to run it
		return "", err
	}
	path = filepath.Join(programFolder, "server")
	output, err := exec.Command("go", "build", "-o", path, ".").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("building the server: %w\n%s", err, output)
	}
	return path, nil
})

// startWait is how long a server may take to start on a busy machine.
const startWait = 60 * time.Second

// process is a running server.
type process struct {
	command *exec.Cmd
	address string
	log     *bytes.Buffer
	ended   chan struct{}
}

// startProcess runs the real server with arguments and waits until it serves.
func startProcess(t *testing.T, args ...string) *process {
	t.Helper()
	path, err := builtProgram()
	if err != nil {
		t.Fatal(err)
	}
	return startProgram(t, path, args...)
}

// startProgram is startProcess with a program of another version.
func startProgram(t *testing.T, path string, args ...string) *process {
	t.Helper()
	p := &process{command: exec.Command(path, args...), log: &bytes.Buffer{}, ended: make(chan struct{})}
	p.command.Stderr = p.log
	output, err := p.command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.kill)
	serves := make(chan string, 1)
	go func() {
		defer close(p.ended)
		for lines := bufio.NewScanner(output); lines.Scan(); {
			if _, address, found := strings.Cut(lines.Text(), " serves "); found {
				serves <- address
			}
		}
		_ = p.command.Wait() // the tests check its exit
	}()
	select {
	case p.address = <-serves:
	case <-p.ended:
		t.Fatalf("the server ended: %s\n%s", p.command.ProcessState, p.log)
	case <-time.After(startWait):
		t.Fatal("the server did not start in time")
	}
	return p
}

// kill ends the server without warning, as a power failure would.
func (p *process) kill() {
	_ = p.command.Process.Kill() // it may have ended already
	<-p.ended
}

// stop ends the server in the regular way.
func (p *process) stop(t *testing.T) {
	t.Helper()
	if err := p.command.Process.Signal(syscall.SIGTERM); err != nil {
		t.Error(err)
	}
	<-p.ended
	if !p.command.ProcessState.Success() {
		t.Errorf("the server ended with %s\n%s", p.command.ProcessState, tail(p.log.String()))
	}
}

func tail(text string) string { return text[max(0, len(text)-2000):] }

// plenty is more credits than a test spends.
const plenty = 10_000_000

// arguments returns the server's arguments with those that name the ledger.
func (p ledgerPlace) arguments(more ...string) []string {
	if p.database != "" {
		return append(more, "--database-url", p.database)
	}
	return append(more, "--data", p.data)
}
