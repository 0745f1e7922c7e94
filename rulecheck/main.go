// Command rulecheck is the tool of rule authors: it checks rule files, replays
// labelled cases and runs programs and payslips from the command line.
//
// main.go picks a command and commands.go lists them; each command has a file, named after
// it. settings.go reads the flags of every command and opens the rules, scope.go reads the
// arguments COUNTRY and YEAR, cases.go the labelled cases, output.go prints results and
// progress, and package args reads the other arguments and ends commands. The larger commands
// have a package each: coverage, mutation, yeardiff, proof, editor, schema, pap and travel.
// Package ruletext holds changed rule files in memory.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"

	"github.com/payslate/payslate/server/args"
)

// garbagePercent makes short commands collect garbage less often. It saves a third of the
// time of validate and conformance and costs half as much memory again.
const garbagePercent = 400

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
	shared, rest, err := readSettings(arguments)
	if err != nil {
		return wrongUse(stderr, err, "rulecheck help")
	}
	c := &call{shared, stdin, stdout, stderr}
	if len(rest) == 0 {
		writeOverview(stderr)
		return args.Wrong
	}
	name, rest := rest[0], rest[1:]
	if name == "help" || name == "-h" || name == "-help" || name == "--help" {
		return c.exit("", c.help(rest))
	}
	if name == "-version" || name == "--version" {
		name = "version"
	}
	command := findCommand(name)
	if by, ended := successors[name]; ended {
		fmt.Fprintf(stderr, "error: rulecheck %s is now rulecheck %s\n", name, by)
		return args.Wrong
	}
	if command == nil {
		return wrongUse(stderr, args.Unknown("command", name, commandNames(), ""), "rulecheck help")
	}
	if wantsHelp(rest) {
		writeHelp(stdout, command)
		return args.Fine
	}
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbagePercent)
	}
	return c.exit(command.name, command.run(c, rest))
}

// exit prints the error of a command and returns its exit code.
func (c *call) exit(command string, err error) int {
	var wrong *args.Error
	switch {
	case errors.As(err, &wrong):
		return wrongUse(c.stderr, err, strings.TrimSpace("rulecheck help "+command))
	case args.Code(err) == args.Wrong:
		fmt.Fprintf(c.stderr, "error: %v\n", err)
	}
	return args.Code(err)
}

func wrongUse(stderr io.Writer, err error, help string) int {
	fmt.Fprintf(stderr, "error: %v\nRun %q for help.\n", err, help)
	return args.Wrong
}
