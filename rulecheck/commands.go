package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/payslate/payslate/rulecheck/usage"
)

// command is one of the tool's commands.
type command struct {
	name string
	// synopsis follows the name on a command line, about describes the command in one
	// line, and details is the rest of its help.
	synopsis, about, details string
	run                      func(c *call, arguments []string) error
}

// commands lists the commands in the order of the overview.
var commands = []command{
	{"validate", "[--proof]", "check every rule file", validateDetails, validate},
	{"conformance", "[--case ID]", "replay every labelled case", conformanceDetails, replay},
	{"case", "add --cases DIR --set NAME --name ID REQUEST.json", "add a labelled case of your own", caseDetails, caseCommand},
	{"explain-code", "[CODE]", "explain a finding", explainCodeDetails, explainCode},
	{"new", "COUNTRY YEAR --from YEAR", "copy a year's files for a new year", newDetails, newCommand},
	{"new-country", "CODE --year YEAR", "write the files of a new country", newCountryDetails, newCountryCommand},
	{"schema", "[KIND] [--out DIR]", "write JSON Schemas of rule and table files for editors", schemaDetails, schemaCommand},
	{"lsp", "", "serve an editor by the Language Server Protocol", lspDetails, lsp},
	{"cover", "[--html FILE] [--out FILE]", "show what no labelled case reaches", coverDetails, cover},
	{"mutate", "[--sample N] [--class NAME] [--state FILE]", "show which changes to the rules no case notices", mutateDetails, mutate},
	{"diff", "COUNTRY YEAR YEAR [--html FILE]", "show what changed between two years and why", diffDetails, diff},
	{"prove", "[COUNTRY] --out FILE | --check FILE", "prove where net pay falls, at every cent", proveDetails, prove},
	{"import", "pap FILE.xml --year YEAR --out FILE.yaml", "turn official publications into rule files", importDetails, importFile},
	{"eval", "PROGRAM --csv IN.csv [--out OUT.csv]", "run one program over the rows of a CSV file", evalDetails, evaluate},
	{"payslip", "--country CODE --gross AMOUNT [profile]", "print a payslip", payslipDetails, payslip},
	{"explain", "SCENARIO.json [--lang de]", "explain how net pay is computed", explainDetails, explain},
	{"batch", "net|gross|trip < IN.jsonl > OUT.jsonl", "answer many requests", batchDetails, batch},
	{"version", "", "print version, commit, date and compiler", versionDetails, version},
}

const sharedFlags = `Flags of every command:
  --rules DIR    read the rules in this folder instead of the built-in ones
  --tables DIR   read the travel tables in this folder instead of the built-in ones
  --cases DIR    use the labelled cases in this folder; for the years they cover they
                 replace the built-in ones
  --json         write JSON
  --allow-unchecked  accept years and editions with to_check marks

Exit codes: 0 success, 1 findings, 2 wrong use or an unusable file.
`

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
	fmt.Fprintf(w, "  %-13s %s\n\n%s", "help", "explain a command: rulecheck help COMMAND", sharedFlags)
}

func writeHelp(w io.Writer, command *command) {
	usage := strings.TrimSpace(command.name + " " + command.synopsis)
	fmt.Fprintf(w, "usage: rulecheck %s\n\n%s\n%s", usage, command.details, sharedFlags)
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
