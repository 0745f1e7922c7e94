package main

import (
	"embed"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/payslate/payslate/server/args"
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
	{"new", "COUNTRY YEAR [--from YEAR]", "begin a year, a table edition or a country", newCommand},
	{"check", "[COUNTRY [YEAR]]", "decide whether rules and tables may go live", checkCommand},
	{"validate", "[COUNTRY [YEAR]]", "check every rule and table file", validate},
	{"conformance", "[COUNTRY [YEAR]] [--case ID] | add", "replay labelled cases, or add one", replay},
	{"cover", "[COUNTRY [YEAR]]", "show what no labelled case reaches", cover},
	{"mutate", "[COUNTRY [YEAR]] [--sample N]", "show which changes of the rules no case notices", mutate},
	{"prove", "[COUNTRY [YEAR]]", "show where net pay falls, at every cent", prove},
	{"diff", "COUNTRY YEAR YEAR [profile]", "show what changed between two years or editions", diff},
	{"import", "pap FILE.xml --year YEAR --out FILE.yaml", "turn official publications into rule files", importFile},
	{"payslip", "COUNTRY [YEAR] --gross AMOUNT [profile] | FILE", "print payslips, or explain one", payslip},
	{"eval", "PROGRAM --csv IN.csv [--date DAY] [--out OUT.csv]", "run one program over the rows of a CSV file", evaluate},
	{"lsp", "", "serve an editor by the Language Server Protocol", lsp},
	{"schema", "[KIND] [--out DIR]", "write JSON Schemas of rule and table files", schemaCommand},
	{"version", "", "print version, commit, date and compiler", version},
}

// successors are the commands that replace former ones.
var successors = map[string]string{
	"explain": "payslip FILE --explain", "batch": "payslip --lines FILE", "case": "conformance add",
	"new-country": "new COUNTRY YEAR", "explain-code": "help CODE",
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
		fmt.Fprintf(w, "  %-12s %s\n", commands[i].name, commands[i].about)
	}
	fmt.Fprintf(w, "  %-12s %s\n\n%s", "help", "explain a command, or a finding by its code", helpPage("flags"))
}

func writeHelp(w io.Writer, command *command) {
	usage := strings.TrimSpace(command.name + " " + command.synopsis)
	fmt.Fprintf(w, "usage: rulecheck %s\n\n%s\n%s", usage, helpPage(command.name), helpPage("flags"))
}

//go:embed codes/*.md
var codePages embed.FS

// codePage is the page of one diagnostic code.
type codePage struct {
	Code string `json:"code"`
	Text string `json:"text"`
}

func readCodePage(code string) (codePage, bool) {
	text, err := codePages.ReadFile("codes/" + code + ".md")
	return codePage{code, string(text)}, err == nil
}

// codeNames returns all codes in alphabetical order.
func codeNames() []string {
	var names []string
	found, _ := fs.Glob(codePages, "codes/*.md")
	for _, name := range found {
		names = append(names, strings.TrimSuffix(path.Base(name), ".md"))
	}
	return names
}

// help is "rulecheck help [COMMAND | CODE | codes]".
func (c *call) help(arguments []string) error {
	others, err := args.Parse(flag.NewFlagSet("help", flag.ContinueOnError), arguments)
	if err != nil {
		return err
	}
	if len(others) == 0 {
		writeOverview(c.stdout)
		return nil
	}
	name := strings.Trim(others[0], "[]")
	if name == "codes" {
		return c.listCodes()
	}
	if command := findCommand(name); command != nil {
		writeHelp(c.stdout, command)
		return nil
	}
	page, known := readCodePage(name)
	switch {
	case !known:
		return args.Unknown("command or code", name, append(commandNames(), codeNames()...), "; rulecheck help lists the commands, rulecheck help codes the codes")
	case c.json:
		return c.writeJSON(page)
	}
	_, err = io.WriteString(c.stdout, page.Text)
	return err
}

func commandNames() []string {
	names := []string{"help"}
	for i := range commands {
		names = append(names, commands[i].name)
	}
	return names
}

func (c *call) listCodes() error {
	var pages []codePage
	for _, code := range codeNames() {
		page, _ := readCodePage(code)
		pages = append(pages, page)
	}
	if c.json {
		return c.writeJSON(pages)
	}
	for _, page := range pages {
		lines := strings.Split(page.Text, "\n") // the title, an empty line, the summary
		fmt.Fprintf(c.stdout, "%-24s %s\n", page.Code, lines[2])
	}
	return nil
}
