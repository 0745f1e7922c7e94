// Command start measures how long the server takes from its start until it is
// ready, with all rules and tables loaded and checked and an empty ledger, and
// how much memory it then takes at rest. It starts the server several times,
// and prints each run and the medians.
package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

const (
	pollEvery    = time.Millisecond
	startTimeout = 30 * time.Second
	stopTimeout  = 15 * time.Second
)

func main() {
	runs := flag.Int("runs", 5, "how often to start the server")
	rest := flag.Duration("rest", 5*time.Second, "how long the server rests before its memory is read")
	flag.Parse()
	if err := measure(*runs, *rest); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// measure builds the server and starts it several times.
func measure(runs int, rest time.Duration) error {
	folder, err := os.MkdirTemp("", "payslate-start-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	server := filepath.Join(folder, "server")
	if output, err := exec.Command("go", "build", "-o", server, "github.com/payslate/payslate/server").CombinedOutput(); err != nil {
		return fmt.Errorf("the server does not build: %w\n%s", err, output)
	}
	var all []measured
	fmt.Printf("%8s %14s %14s %18s\n", "run", "ready, ms", "CPU, ms", "memory at rest, MB")
	for i := range runs {
		m, err := start(server, filepath.Join(folder, strconv.Itoa(i)), rest)
		if err != nil {
			return err
		}
		all = append(all, m)
		m.print(strconv.Itoa(i + 1))
	}
	measured{
		ready:  median(all, func(m measured) time.Duration { return m.ready }),
		cpu:    median(all, func(m measured) time.Duration { return m.cpu }),
		memory: median(all, func(m measured) int { return m.memory }),
	}.print("median")
	fmt.Printf("%8s %14s %14s %18s\n", "goal", "≤ 300", "", "≤ 75")
	return nil
}

// measured is one start: the time until the server was ready, the processor's
// time until it was ended, and its resident memory in KiB.
type measured struct {
	ready, cpu time.Duration
	memory     int
}

func (m measured) print(name string) {
	fmt.Printf("%8s %14d %14d %18d\n", name, m.ready.Milliseconds(), m.cpu.Milliseconds(), (m.memory+512)/1024)
}

func median[T int | time.Duration](all []measured, of func(measured) T) T {
	var values []T
	for _, m := range all {
		values = append(values, of(m))
	}
	slices.Sort(values)
	return (values[(len(values)-1)/2] + values[len(values)/2]) / 2
}

// start runs the server until it has rested.
func start(server, data string, rest time.Duration) (m measured, err error) {
	address, err := freeAddress()
	if err != nil {
		return m, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), startTimeout+rest)
	defer cancel()
	var output strings.Builder
	command := exec.CommandContext(ctx, server, "--listen", address, "--data", data)
	command.Stdout, command.Stderr = &output, &output
	command.WaitDelay = stopTimeout
	begin := time.Now()
	if err := command.Start(); err != nil {
		return m, err
	}
	ended := make(chan struct{})
	var failure error // of its end
	go func() { failure = command.Wait(); close(ended) }()
	if err := ready(address, ended); err != nil {
		cancel()
		<-ended
		return m, fmt.Errorf("%w\n%s", err, output.String())
	}
	m.ready = time.Since(begin)
	time.Sleep(rest)
	if m.memory, err = residentMemory(command.Process.Pid); err != nil {
		return m, err
	}
	if err := command.Process.Signal(syscall.SIGTERM); err != nil {
		return m, err
	}
	<-ended
	m.cpu = command.ProcessState.UserTime() + command.ProcessState.SystemTime()
	return m, failure
}

// ready waits until the server reports that it is ready.
func ready(address string, ended <-chan struct{}) error {
	for deadline := time.Now().Add(startTimeout); time.Now().Before(deadline); time.Sleep(pollEvery) {
		select {
		case <-ended:
			return errors.New("the server ended before it was ready")
		default:
		}
		answer, err := http.Get("http://" + address + "/readyz")
		if err != nil {
			continue // it does not listen yet
		}
		answer.Body.Close()
		if answer.StatusCode == http.StatusOK {
			return nil
		}
	}
	return errors.New("the server did not get ready in time")
}

func freeAddress() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer listener.Close()
	return listener.Addr().String(), nil
}

// residentMemory returns the resident memory of a process in KiB.
func residentMemory(pid int) (int, error) {
	file, err := os.Open(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, err
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		if text, is := strings.CutPrefix(lines.Text(), "VmRSS:"); is {
			return strconv.Atoi(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(text), "kB")))
		}
	}
	return 0, errors.New("the system does not report the memory of the server")
}
