// Package usage is what the commands of rulecheck have in common: how they read their
// flags, and how they end.
package usage

import (
	"errors"
	"flag"
	"fmt"
	"io"

	"github.com/payslate/payslate/interpreter/diagnostic"
)

// The exit codes.
const (
	Fine     = 0
	Findings = 1 // the rules, or what was asked of them, have findings
	Wrong    = 2 // the command line is wrong, or a file cannot be used
)

// ErrFindings ends a command that has shown what it found.
var ErrFindings = errors.New("there are findings")

// Error is a command line that makes no sense.
type Error struct{ error }

// Unwrap is the cause, if there is one.
func (e *Error) Unwrap() error { return errors.Unwrap(e.error) }

// Errorf words an Error.
func Errorf(format string, args ...any) error { return &Error{fmt.Errorf(format, args...)} }

// Code is the exit code of a command that has ended with an error, or nil.
func Code(err error) int {
	switch {
	case err == nil:
		return Fine
	case errors.Is(err, ErrFindings):
		return Findings
	}
	return Wrong
}

// Unknown is the error for a name that is not one of those known. It suggests the nearest
// of them, or else adds the hint.
func Unknown(what, name string, known []string, hint string) error {
	if near := diagnostic.Nearest(name, known); near != "" {
		hint = "; did you mean " + near + "?"
	}
	return Errorf("unknown %s %q%s", what, name, hint)
}

// Ended is how a command ends that has shown its result: with its error, or with
// ErrFindings unless all is fine.
func Ended(err error, fine bool) error {
	if err == nil && !fine {
		return ErrFindings
	}
	return err
}

// Parse reads a command's own flags, which may be between other arguments, and
// returns those.
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

// ParseCount is Parse for a command that takes so many other arguments, and ends with the
// message if there are more or fewer.
func ParseCount(flags *flag.FlagSet, arguments []string, count int, message string) ([]string, error) {
	others, err := Parse(flags, arguments)
	if err == nil && len(others) != count {
		err = Errorf("%s", message)
	}
	return others, err
}
