// Command rulecheck is the tool of rule authors: it checks rule files, replays
// labelled cases and runs programs and payslips from the command line.
//
// The route through it: main.go picks a command, commands.go lists them, each in a
// file of its own; settings.go reads the flags that all commands share and opens
// the rules, output.go shows findings and progress. eval.go runs a program over
// rows that cells.go reads, within bounds.go, and rows.go writes; new.go writes a new year's
// files, copied by new_year.go and new_edition.go with the changes of new_edit.go; payslip.go asks for a payslip that
// payslip_page.go writes, explain.go for the reasons that
// explain_tree.go writes, batch.go for
// answers in bulk, codes.go for the page of a finding's code, and schema.go
// for what editors know of rule files, lsp.go for serving one (package editor); version.go names the build. The proof of the rules: cover.go shows what
// cases reach (package coverage), mutate.go which changes they notice (mutation),
// diff.go what a new year does to people (yeardiff) and prove.go where net pay falls
// (proof); the first ones change rule files in memory by ruletext. The package pap beside
// them imports official German flow plans.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"

	"github.com/payslate/payslate/rulecheck/usage"
)

// garbagePercent lets commands that soon end collect less often: a third of the time
// of validate and conformance, for half as much memory again.
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

// run is the tool on its arguments; it returns the exit code.
func run(arguments []string, stdin io.Reader, stdout, stderr io.Writer) int {
	shared, rest, err := readSettings(arguments)
	if err != nil {
		return wrongUse(stderr, err, "rulecheck help")
	}
	c := &call{shared, stdin, stdout, stderr}
	if len(rest) == 0 {
		writeOverview(stderr)
		return usage.Wrong
	}
	name, rest := rest[0], rest[1:]
	if name == "help" || name == "-h" || name == "-help" || name == "--help" {
		return c.help(rest)
	}
	if name == "-version" || name == "--version" {
		name = "version"
	}
	command := findCommand(name)
	if command == nil {
		return wrongUse(stderr, unknownCommand(name), "rulecheck help")
	}
	if asksForHelp(rest) {
		writeHelp(stdout, command)
		return usage.Fine
	}
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbagePercent)
	}
	return c.exit(command, command.run(c, rest))
}

// exit words an error of a command and turns it into the exit code.
func (c *call) exit(command *command, err error) int {
	var wrong *usage.Error
	switch {
	case errors.As(err, &wrong):
		return wrongUse(c.stderr, err, "rulecheck help "+command.name)
	case usage.Code(err) == usage.Wrong:
		fmt.Fprintf(c.stderr, "error: %v\n", err)
	}
	return usage.Code(err)
}

func wrongUse(stderr io.Writer, err error, help string) int {
	fmt.Fprintf(stderr, "error: %v\nRun %q for help.\n", err, help)
	return usage.Wrong
}

func unknownCommand(name string) error {
	names := []string{"help"}
	for i := range commands {
		names = append(names, commands[i].name)
	}
	return usage.Unknown("command", name, names, "")
}
