package main

import (
	"embed"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/payslate/payslate/rulecheck/usage"
)

// command is one of the tool's commands.
type command struct {
	name string
	// synopsis follows the name on a command line, and about describes the command in one
	// line. The rest of its help is in help/NAME.txt.
	synopsis, about string
	run             func(c *call, arguments []string) error
}

// commands lists the commands in the order of the overview.
var commands = []command{
	{"validate", "", "check every rule file", validate},
	{"conformance", "[--case ID]", "replay every labelled case", replay},
	{"case", "add --cases DIR --set NAME --name ID REQUEST.json", "add a labelled case of your own", caseCommand},
	{"explain-code", "[CODE]", "explain a finding", explainCode},
	{"new", "COUNTRY YEAR --from YEAR", "copy a year's files for a new year", newCommand},
	{"new-country", "CODE --year YEAR", "write the files of a new country", newCountryCommand},
	{"schema", "[KIND] [--out DIR]", "write JSON Schemas of rule and table files for editors", schemaCommand},
	{"lsp", "", "serve an editor by the Language Server Protocol", lsp},
	{"cover", "", "show what no labelled case reaches", cover},
	{"mutate", "[--sample N] [--class NAME]", "show which changes to the rules no case notices", mutate},
	{"diff", "COUNTRY YEAR YEAR", "show what changed between two years and why", diff},
	{"prove", "[COUNTRY] --out FILE | --check FILE", "prove where net pay falls, at every cent", prove},
	{"import", "pap FILE.xml --year YEAR --out FILE.yaml", "turn official publications into rule files", importFile},
	{"eval", "PROGRAM --csv IN.csv [--out OUT.csv]", "run one program over the rows of a CSV file", evaluate},
	{"payslip", "--country CODE --gross AMOUNT [profile]", "print a payslip", payslip},
	{"explain", "SCENARIO.json [--lang de]", "explain how net pay is computed", explain},
	{"batch", "net|gross|trip < IN.jsonl > OUT.jsonl", "answer many requests", batch},
	{"version", "", "print version, commit, date and compiler", version},
}

//go:embed help/*.txt
var helpPages embed.FS

// helpPage returns a page of help/. Every command has one, and flags.txt describes the flags
// of all commands.
func helpPage(name string) string {
	text, _ := helpPages.ReadFile("help/" + name + ".txt")
	return string(text)
}

func findCommand(name string) *command {
	i := slices.IndexFunc(commands, func(c command) bool { return c.name == name })
	if i < 0 {
		return nil
	}
	return &commands[i]
}

func wantsHelp(arguments []string) bool {
	return slices.ContainsFunc(arguments, func(a string) bool { return a == "-h" || a == "-help" || a == "--help" })
}

func writeOverview(w io.Writer) {
	fmt.Fprint(w, "rulecheck checks and runs payroll rules.\n\nusage: rulecheck COMMAND [flags]\n\n")
	for i := range commands {
		fmt.Fprintf(w, "  %-13s %s\n", commands[i].name, commands[i].about)
	}
	fmt.Fprintf(w, "  %-13s %s\n\n%s", "help", "explain a command: rulecheck help COMMAND", helpPage("flags"))
}

func writeHelp(w io.Writer, command *command) {
	usage := strings.TrimSpace(command.name + " " + command.synopsis)
	fmt.Fprintf(w, "usage: rulecheck %s\n\n%s\n%s", usage, helpPage(command.name), helpPage("flags"))
}

// help is "rulecheck help [COMMAND]".
func (c *call) help(arguments []string) int {
	if len(arguments) == 0 {
		writeOverview(c.stdout)
		return usage.Fine
	}
	command := findCommand(arguments[0])
	if command == nil {
		return wrongUse(c.stderr, unknownCommand(arguments[0]), "rulecheck help")
	}
	writeHelp(c.stdout, command)
	return usage.Fine
}
