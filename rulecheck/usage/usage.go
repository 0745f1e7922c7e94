// Package usage is what the commands of rulecheck have in common: how they read their
// flags, and how they end.
package usage

import (
	"errors"
	"flag"
	"fmt"
	"io"
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
