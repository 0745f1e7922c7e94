package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"regexp"
	"runtime/debug"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/operations"
	"github.com/payslate/payslate/operations/operationstest"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/server/ledger"
)

// serveVariable makes the test program run a server with invented rules and slow
// answers.
const serveVariable = "PAYSLATE_TEST_SERVE"

const slowAnswer = 700 * time.Millisecond

func TestMain(m *testing.M) {
	folder := os.Getenv(serveVariable)
	if folder == "" {
		debug.SetGCPercent(400) // collecting garbage costs a third of the time
		code := m.Run()
		removeProgram()
		os.Exit(code)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	service := service{
		config:  config{listen: "127.0.0.1:0", data: folder, logFormat: logText},
		standIn: watchedRules(slowAnswer), stdout: os.Stdout, stderr: os.Stderr, terminal: true,
	}
	if err := service.serve(ctx); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(exitFailure)
	}
	os.Exit(exitFine)
}

func watchedRules(delay time.Duration) operations.Rules {
	book := operationstest.New()
	book.Respond = func(scenario *rules.Scenario) error {
		// Only the requests of post are slow, not the examples of the documentation.
		if scenario.Amount.Cmp(number.New(postedGross, 0)) == 0 {
			time.Sleep(delay)
		}
		return nil
	}
	return book
}

var firstKey = regexp.MustCompile(`(?m)^  (ps_live_\S+)$`)

// start runs a server in this process and returns its address, its output and a
// function that stops it.
func start(t *testing.T, s service) (address, printed string, stop func() error) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	var stdout strings.Builder
	started, ended := make(chan string, 1), make(chan error, 1)
	s.listen, s.logFormat, s.stdout, s.terminal = "127.0.0.1:0", logText, &stdout, true
	s.started = func(publicURL string) { started <- publicURL }
	go func() { ended <- s.serve(ctx) }()
	stop = sync.OnceValue(func() error { cancel(); return <-ended })
	t.Cleanup(func() {
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
	select {
	case address = <-started:
	case err := <-ended:
		ended <- err
		t.Fatal(err)
	}
	return address, stdout.String(), stop
}

// postedGross is the gross in the requests of post.
const postedGross = 3127

func post(t *testing.T, address, key string) (status int, remaining string) {
	t.Helper()
	response, _ := ask(t, "POST", address+"/v1/salary-net/net", key, fmt.Sprintf(`{"country":"DE","gross":%d}`, postedGross))
	return response.StatusCode, response.Header.Get("X-Credits-Remaining")
}

func TestFirstKeyIsShownOnce(t *testing.T) {
	settings := service{config: config{data: t.TempDir()}, standIn: watchedRules(0), stderr: io.Discard}
	address, printed, stop := start(t, settings)
	match := firstKey.FindStringSubmatch(printed)
	if match == nil || !strings.Contains(printed, address+"/#key="+match[1]) {
		t.Fatalf("printed:\n%s", printed)
	}
	if status, remaining := post(t, address, match[1]); status != 200 || remaining != "999" {
		t.Errorf("status %d, remaining %s", status, remaining)
	}
	if err := stop(); err != nil {
		t.Fatal(err)
	}
	address, printed, _ = start(t, settings)
	if strings.Contains(printed, "ps_live_") {
		t.Errorf("a key was shown again:\n%s", printed)
	}
	if status, remaining := post(t, address, match[1]); status != 200 || remaining != "998" {
		t.Errorf("after a restart: status %d, remaining %s", status, remaining)
	}
}

func TestPortInUse(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	folder := t.TempDir()
	service := service{
		config:  config{listen: listener.Addr().String(), data: folder, logFormat: logText},
		standIn: watchedRules(0), stdout: io.Discard, stderr: io.Discard,
	}
	err = service.serve(t.Context())
	if err == nil || !strings.Contains(err.Error(), "another program uses "+listener.Addr().String()) {
		t.Errorf("error %v", err)
	}
	if left, _ := os.ReadDir(folder); len(left) > 0 {
		t.Errorf("a ledger was created: %v", left)
	}
}

func readiness(t *testing.T, address string) int {
	t.Helper()
	response, _ := ask(t, "GET", address+"/readyz", "", "")
	return response.StatusCode
}

// TestTerminate: a call in progress when the signal arrives is answered, and the program
// exits without error and in time.
func TestTerminate(t *testing.T) {
	t.Parallel()
	executable, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, sent := range []os.Signal{syscall.SIGTERM, os.Interrupt} {
		t.Run(sent.String(), func(t *testing.T) {
			t.Parallel()
			command := exec.Command(executable)
			command.Env = append(os.Environ(), serveVariable+"="+t.TempDir())
			stdout, err := command.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := command.Start(); err != nil {
				t.Fatal(err)
			}
			defer command.Process.Kill()
			var key, address string
			for lines := bufio.NewScanner(stdout); address == "" && lines.Scan(); {
				if match := firstKey.FindStringSubmatch(lines.Text()); match != nil {
					key = match[1]
				}
				if _, after, found := strings.Cut(lines.Text(), " serves "); found {
					address = after
				}
			}
			answered := make(chan int)
			go func() {
				status, _ := post(t, address, key)
				answered <- status
			}()
			time.Sleep(slowAnswer / 2)
			signalled := time.Now()
			if err := command.Process.Signal(sent); err != nil {
				t.Fatal(err)
			}
			// Readiness is withdrawn before connections are refused, as soon as
			// the signal has arrived.
			ready := readiness(t, address)
			for ready == http.StatusOK && time.Since(signalled) < 5*time.Second {
				time.Sleep(time.Millisecond)
				ready = readiness(t, address)
			}
			if ready != http.StatusServiceUnavailable {
				t.Errorf("readyz while stopping: status %d", ready)
			}
			if status := <-answered; status != 200 {
				t.Errorf("the call in progress: status %d", status)
			}
			if err := command.Wait(); err != nil {
				t.Errorf("exit: %v", err)
			}
			if took := time.Since(signalled); took > 10*time.Second {
				t.Errorf("stopping took %s", took)
			}
		})
	}
}

// TestFirstKeyIsShownToAPerson: the first key is printed on a terminal; elsewhere, where
// standard output is a log, the server creates none and says how to, whatever its address.
func TestFirstKeyIsShownToAPerson(t *testing.T) {
	opened, err := openLedger(t.Context(), t.TempDir(), "", ledger.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer opened.Close()
	for _, terminal := range []bool{false, true} { // the second finds no key yet
		var printed, log strings.Builder
		s := service{stdout: &printed, terminal: terminal, log: slog.New(slog.NewTextHandler(&log, nil))}
		if err := s.firstKey(t.Context(), opened, &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8080}, "https://pay.test"); err != nil {
			t.Fatal(err)
		}
		keys, err := opened.Keys(t.Context())
		if err != nil || firstKey.MatchString(printed.String()) != terminal || strings.Contains(log.String(), "keys create --credits") == terminal || len(keys) > 0 != terminal {
			t.Errorf("terminal %v: printed %q, logged %q, %d keys", terminal, printed.String(), log.String(), len(keys))
		}
	}
}
