// Package args reads the arguments of both programs and defines how their commands end.
package args

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/payslate/payslate/interpreter/diagnostic"
)

// The exit codes.
const (
	Fine     = 0
	Findings = 1 // the command found mistakes or differences
	Wrong    = 2 // the command line is wrong, or a file cannot be used
)

// ErrFindings is returned by a command that has shown its findings.
var ErrFindings = errors.New("there are findings")

// Error is a mistake in the command line.
type Error struct{ error }

// Unwrap returns the cause, or nil.
func (e *Error) Unwrap() error { return errors.Unwrap(e.error) }

// Errorf formats an Error.
func Errorf(format string, args ...any) error { return &Error{fmt.Errorf(format, args...)} }

// Code returns the exit code for the error that a command returned.
func Code(err error) int {
	switch {
	case err == nil:
		return Fine
	case errors.Is(err, ErrFindings):
		return Findings
	}
	return Wrong
}

// Unknown returns the error for a name that is not among those known. The error suggests
// the nearest known name, or else ends with the hint.
func Unknown(what, name string, known []string, hint string) error {
	if near := diagnostic.Nearest(name, known); near != "" {
		hint = "; did you mean " + near + "?"
	}
	return Errorf("unknown %s %q%s", what, name, hint)
}

// Ended returns err or, for a result that is not fine, ErrFindings.
func Ended(err error, fine bool) error {
	if err == nil && !fine {
		return ErrFindings
	}
	return err
}

// Parse reads the flags of a command and returns its other arguments. Flags may follow
// other arguments.
func Parse(flags *flag.FlagSet, arguments []string) ([]string, error) {
	flags.SetOutput(io.Discard)
	var others []string
	for {
		if err := flags.Parse(arguments); err != nil {
			return nil, Errorf("%w", err)
		}
		if flags.NArg() == 0 {
			return others, nil
		}
		others, arguments = append(others, flags.Arg(0)), flags.Args()[1:]
	}
}

// ParseCount is Parse for a command with a fixed number of other arguments. Its error for
// any other number is the message.
func ParseCount(flags *flag.FlagSet, arguments []string, count int, message string) ([]string, error) {
	others, err := Parse(flags, arguments)
	if err == nil && len(others) != count {
		err = Errorf("%s", message)
	}
	return others, err
}

// Environment looks up a variable: os.Getenv outside tests.
type Environment func(name string) string

// Text defines a flag whose preset is its variable, such as PAYSLATE_RATE_LIMIT of
// --rate-limit, if that is set.
func (e Environment) Text(set *flag.FlagSet, target *string, name, preset, about string) {
	if value := e(Variable(name)); value != "" {
		preset = value
	}
	set.StringVar(target, name, preset, about)
}

// Switch defines a flag that the variable "true" turns on.
func (e Environment) Switch(set *flag.FlagSet, target *bool, name, about string) {
	set.BoolVar(target, name, e(Variable(name)) == "true", about)
}

// Variable is the name of the variable of a flag.
func Variable(flag string) string {
	return "PAYSLATE_" + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}
