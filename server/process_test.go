package main

import (
	"bufio"
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	mathrand "math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/payslate/payslate/server/ledger"
)

// program returns the path of the real server, built once; removeProgram deletes it.
var program = sync.OnceValues(func() (path string, err error) {
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

var programFolder string

func removeProgram() {
	if programFolder != "" {
		_ = os.RemoveAll(programFolder) // a leftover in the temporary folder does no harm
	}
}

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
	path, err := program()
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

// freeAddress returns an address that is not in use.
func freeAddress(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().String()
}

// ledgerPlace is where the servers of a test keep their ledger.
type ledgerPlace struct {
	t        *testing.T
	data     string
	database string
}

// arguments returns the server's arguments with those that name the ledger.
func (p ledgerPlace) arguments(more ...string) []string {
	if p.database != "" {
		return append(more, "--database-url", p.database)
	}
	return append(more, "--data", p.data)
}

func (p ledgerPlace) open() *ledger.Ledger {
	p.t.Helper()
	opened, err := openLedger(p.t.Context(), p.data, p.database, ledger.Options{})
	if err != nil {
		p.t.Fatal(err)
	}
	return opened
}

// pending is a request with an Idempotency-Key that has no answer yet.
type pending struct {
	idempotencyKey string
	gross          int
}

func newPending() pending { return pending{rand.Text(), someGross()} }

// plenty is more credits than a test spends.
const plenty = 10_000_000

func (p ledgerPlace) newKey(balance int64) ledger.IssuedKey {
	p.t.Helper()
	opened := p.open()
	defer opened.Close()
	key, err := opened.CreateKey(p.t.Context(), "", balance, ledger.Limits{})
	if err != nil {
		p.t.Fatal(err)
	}
	return key
}

// sent is the outcome of one request.
type sent struct {
	status    int // 0 without an answer
	unsent    bool
	remaining string
	replayed  bool
	retry     string
	body      []byte
}

// client is configured like a customer's program.
var client = &http.Client{
	Timeout:   30 * time.Second,
	Transport: &http.Transport{MaxIdleConnsPerHost: 64, DisableCompression: true},
}

// send requests the net pay of a gross; idempotencyKey may be empty.
func send(address, secret string, gross int, idempotencyKey string) sent {
	body := `{"country":"DE","gross":` + strconv.Itoa(gross) + `}`
	request, err := http.NewRequest("POST", address+"/v1/salary-net/net", strings.NewReader(body))
	if err != nil {
		return sent{unsent: true}
	}
	request.Header.Set("X-API-Key", secret)
	if idempotencyKey != "" {
		request.Header.Set("Idempotency-Key", idempotencyKey)
		request.GetBody = nil // only the test itself repeats requests
	}
	response, err := client.Do(request)
	if err != nil {
		return sent{unsent: isDialFailure(err)}
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		return sent{}
	}
	return sent{status: response.StatusCode, remaining: response.Header.Get("X-Credits-Remaining"),
		replayed: response.Header.Get("Idempotent-Replayed") == "true", retry: response.Header.Get("Retry-After"), body: answer}
}

func isDialFailure(err error) bool {
	var operation *net.OpError
	return errors.As(err, &operation) && operation.Op == "dial"
}

// someGross returns a random gross within the bounds of the embedded rules.
func someGross() int { return 2500 + mathrand.IntN(4000) }
