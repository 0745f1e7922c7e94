// Command rulecheck is the tool of rule authors: it checks rule files, replays
// labelled cases and runs programs and payslips from the command line.
//
// Each command has a file, named after it, with its flags and what it does, and a page of help. The
// larger commands have a package each: coverage, yeardiff, proof, editor, schema, pap and travel.
// Results go to standard output, progress and findings to standard error.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/payslate/payslate/interpreter/diagnostic"
)

// garbagePercent makes short commands collect garbage less often. It saves a third of the
// time of validate and conformance and costs half as much memory again.
const garbagePercent = 400

// The exit codes.
const (
	exitFine     = 0
	exitFindings = 1 // the command found mistakes or differences
	exitWrong    = 2 // the command line is wrong, or a file cannot be used
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// call is one run of the tool.
type call struct {
	settings
	stdin          io.Reader
	stdout, stderr io.Writer
}

// run runs the tool and returns its exit code.
func run(arguments []string, stdin io.Reader, stdout, stderr io.Writer) int {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbagePercent)
	}
	root := newRoot(&call{stdin: stdin, stdout: stdout, stderr: stderr})
	root.SetArgs(withFields(root, arguments))
	ran, err := root.ExecuteC()
	var wrong *wrongUse
	switch {
	case err == nil:
		return exitFine
	case errors.Is(err, errFindings):
		return exitFindings
	case errors.Is(err, errNoCommand):
	case errors.As(err, &wrong):
		page := strings.TrimSpace("rulecheck help " + helpTopic(ran))
		fmt.Fprintf(stderr, "error: %v\nRun %q for help.\n", err, page)
	default:
		fmt.Fprintf(stderr, "error: %v\n", err)
	}
	return exitWrong
}

// errNoCommand is returned by the tool when it has shown its commands because none was named.
var errNoCommand = errors.New("no command")

// errFindings is returned by a command that has shown its findings.
var errFindings = errors.New("there are findings")

// wrongUse is a mistake in the command line.
type wrongUse struct{ error }

// Unwrap returns the cause, or nil.
func (e *wrongUse) Unwrap() error { return errors.Unwrap(e.error) }

// wrongf formats a mistake in the command line.
func wrongf(format string, values ...any) error { return &wrongUse{fmt.Errorf(format, values...)} }

// unknown returns the error for a name that is not among those known. The error suggests
// the nearest known name, or else ends with the hint.
func unknown(what, name string, known []string, hint string) error {
	if near := diagnostic.Nearest(name, known); near != "" {
		hint = "; did you mean " + near + "?"
	}
	return wrongf("unknown %s %q%s", what, name, hint)
}

// ended returns err or, for a result that is not fine, errFindings.
func ended(err error, fine bool) error {
	if err == nil && !fine {
		return errFindings
	}
	return err
}

// wrongFlag explains a mistake in a flag of a command.
func wrongFlag(cmd *cobra.Command, err error) error {
	var missing *pflag.NotExistError
	var value *pflag.InvalidValueError
	var empty *pflag.ValueRequiredError
	var number *strconv.NumError
	switch {
	case errors.As(err, &value) && errors.As(err, &number) && value.GetFlag().Value.Type() == "bool":
		return wrongf("--%s=%s: write true or false", value.GetFlag().Name, value.GetValue())
	case errors.As(err, &value) && errors.As(err, &number):
		return wrongf("--%s: %q is not a whole number", value.GetFlag().Name, value.GetValue())
	case errors.As(err, &value):
		return wrongf("--%s: %w", value.GetFlag().Name, value.Unwrap())
	case errors.As(err, &empty):
		return wrongf("--%s needs a value", empty.GetFlag().Name)
	case !errors.As(err, &missing):
		return wrongf("%w", err)
	}
	var known []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, "--"+f.Name) })
	name := missing.GetSpecifiedName()
	if letters := missing.GetSpecifiedShortnames(); letters != "" { // -rules is read as letters
		name, _, _ = strings.Cut(letters, "=")
		if cmd.Flags().Lookup(name) != nil {
			return wrongf("-%s: long flags have two hyphens; write --%[1]s", name)
		}
	}
	return unknown("flag", "--"+name, known, "")
}
