// Command server is the program: it serves payslips and travel allowances, and administers
// API keys.
//
// These hold. A folder of rules or tables is served as rulecheck check sealed it, or not at all,
// unless --unsealed says so. Rules are replaced while calls are answered, and what cannot be loaded changes
// nothing. A call under way when the program is asked to stop has some seconds to be answered.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/payslate/payslate/interpreter/diagnostic"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr, os.Getenv)) }

// The exit codes.
const (
	exitFine    = 0
	exitFailure = 1
	exitUsage   = 2
)

// invocation is one run of the program. Results go to stdout, everything else to stderr.
type invocation struct {
	stdout, stderr io.Writer
	env            func(name string) string
}

// run is the program on its arguments; it returns the exit code.
func run(arguments []string, stdout, stderr io.Writer, env func(string) string) int {
	p := &invocation{stdout, stderr, env}
	root := serveCommand(p)
	root.AddCommand(keysCommand(p), exportCommand(p))
	root.SetOut(stdout)
	root.SetErr(stderr)
	root.SilenceErrors, root.SilenceUsage = true, true
	root.SetFlagErrorFunc(wrongFlag)
	root.SetHelpFunc(func(of *cobra.Command, _ []string) { p.help(of) })
	root.SetArgs(arguments)
	ran, err := root.ExecuteC()
	if err == nil {
		return exitFine
	}
	return p.failed(ran, err)
}

// area is the command of the program that a command belongs to, or empty for serving.
func area(of *cobra.Command) string {
	if path := strings.Fields(of.CommandPath()); len(path) > 1 {
		return path[1]
	}
	return ""
}

// help shows the page of a command.
func (p *invocation) help(of *cobra.Command) {
	switch area(of) {
	case "keys":
		fmt.Fprint(p.stdout, keysUsage)
	case "export":
		fmt.Fprint(p.stdout, exportUsage)
	case "completion":
		fmt.Fprintln(p.stdout, "usage: server completion bash|zsh|fish")
	default:
		fmt.Fprintf(p.stderr, "%s%s", serverUsage, of.Root().LocalFlags().FlagUsages())
	}
}

// wrongUse is a mistake in the arguments.
type wrongUse struct{ error }

// Unwrap returns the mistake.
func (w wrongUse) Unwrap() error { return w.error }

// failed says why a command failed, and returns the exit code.
func (p *invocation) failed(of *cobra.Command, err error) int {
	var wrong wrongUse
	isWrong, name := errors.As(err, &wrong), area(of)
	if name != "" {
		err = fmt.Errorf("%s: %w", name, err)
	}
	fmt.Fprintln(p.stderr, err)
	if !isWrong {
		return exitFailure
	}
	if name != "" {
		fmt.Fprintln(p.stderr)
		p.stdout = p.stderr
		p.help(of)
	}
	return exitUsage
}

// wrongFlag explains a mistake in a flag.
func wrongFlag(of *cobra.Command, err error) error {
	var missing *pflag.NotExistError
	var value *pflag.InvalidValueError
	switch {
	case errors.As(err, &value) && errors.Is(err, errEnded):
		err = fmt.Errorf("--%s %w", value.GetFlag().Name, value.Unwrap())
	case errors.As(err, &value):
		err = fmt.Errorf("--%s: %w", value.GetFlag().Name, value.Unwrap())
	case errors.As(err, &missing) && missing.GetSpecifiedShortnames() != "": // -listen is read as letters
		name, _, _ := strings.Cut(missing.GetSpecifiedShortnames(), "=")
		err = fmt.Errorf("unknown flag -%s; run with --help for all flags", name)
		if of.Flag(name) != nil {
			err = fmt.Errorf("-%s: long flags have two hyphens; write --%[1]s", name)
		}
	case errors.As(err, &missing):
		name, known := "--"+missing.GetSpecifiedName(), []string{}
		of.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, "--"+f.Name) })
		err = fmt.Errorf("unknown flag %s%s", name, meant(name, known, "; run with --help for all flags"))
	}
	return wrongUse{err}
}

// meant suggests the nearest of the names that are known, or else gives a hint.
func meant(name string, known []string, hint string) string {
	if near := diagnostic.Nearest(name, known); near != "" {
		return "; did you mean " + near + "?"
	}
	return hint
}

const (
	// loadingPercent is GOGC while rules and tables load: it leaves less behind at rest than the
	// default, for some 10 ms more.
	loadingPercent = 75
	// garbagePercent is GOGC. The live heap, mostly rules and tables, is small, so the
	// default would run the collector many times a second under load.
	garbagePercent = 400
	// memoryLimit, in bytes, is where the collector runs more often.
	memoryLimit = 256 << 20
)

// tuned says that the program chooses when the collector runs.
func tuned(env func(string) string) bool { return env("GOGC") == "" && env("GOMEMLIMIT") == "" }

// tuneCollector trades memory under load for processor time, unless the
// environment sets GOGC or GOMEMLIMIT. It runs after the rules and tables are loaded, and
// returns the memory of what loading them left behind.
func tuneCollector(env func(string) string) {
	if tuned(env) {
		debug.SetMemoryLimit(memoryLimit)
		debug.SetGCPercent(garbagePercent)
	}
	go debug.FreeOSMemory() // the server is ready meanwhile
}
