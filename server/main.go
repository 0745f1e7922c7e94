// Command server is the program: it serves payslips and travel allowances, and administers
// API keys.
//
// The route through it: main.go picks what to do and tunes the garbage collector, config.go
// reads flags and environment, serve.go starts and stops the service, tls.go holds its
// certificate, rulebook.go opens the rules and the travel tables and compares folders
// with their seals, reload.go reloads them while serving, ledger.go opens the ledger of keys and credits, and keys.go administers
// it. export.go writes the page for hosts without a server.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"github.com/mattn/go-isatty"

	"github.com/payslate/payslate/operations"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr, os.Getenv)) }

// run is the program on its arguments; it returns the exit code.
func run(args []string, stdout, stderr io.Writer, env func(string) string) int {
	if len(args) > 0 && args[0] == "keys" {
		return runKeys(args[1:], stdout, stderr, env)
	}
	if len(args) > 0 && args[0] == "export" {
		return runExport(context.Background(), args[1:], stdout, stderr)
	}
	settings, err := readConfig(args, stderr, env)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return exitFine
	case err != nil:
		fmt.Fprintln(stderr, err)
		return exitUsage
	case settings.version:
		fmt.Fprint(stdout, operations.ThisBuild())
		return exitFine
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	// A second signal ends the program at once.
	context.AfterFunc(ctx, stop)
	file, isFile := stdout.(*os.File)
	service := service{config: settings, stdout: stdout, stderr: stderr, terminal: isFile && isatty.IsTerminal(file.Fd()),
		started: func(string) { tuneCollector(env) }}
	if err := service.serve(ctx); err != nil {
		fmt.Fprintln(stderr, err)
		return exitFailure
	}
	return exitFine
}

const (
	// garbagePercent is GOGC. The live heap, mostly rules and tables, is small, so the
	// default would run the collector many times a second under load.
	garbagePercent = 400
	// memoryLimit, in bytes, is where the collector runs more often.
	memoryLimit = 256 << 20
)

// tuneCollector trades memory under load for processor time, unless the
// environment sets GOGC or GOMEMLIMIT. It runs after the rules and tables are loaded, and
// returns the memory of what loading them left behind.
func tuneCollector(env func(string) string) {
	if env("GOGC") == "" && env("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(memoryLimit)
		debug.SetGCPercent(garbagePercent)
	}
	go debug.FreeOSMemory() // the server is ready meanwhile
}
