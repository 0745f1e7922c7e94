package main

import (
	"embed"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/payslate/payslate/interpreter/diagnostic"
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
var codeFiles embed.FS

// codePage is the page of one diagnostic code.
type codePage struct {
	Code string `json:"code"`
	Text string `json:"text"`
}

// codeTitle matches the title of a page in codes/, where each file has the pages of a subject.
var codeTitle = regexp.MustCompile(`(?m)^# ([a-z0-9]+(?:-[a-z0-9]+)*)$`)

// codePages returns the pages of all codes in alphabetical order.
var codePages = sync.OnceValue(func() (pages []codePage) {
	names, _ := fs.Glob(codeFiles, "codes/*.md")
	for _, name := range names {
		data, _ := codeFiles.ReadFile(name)
		text := string(data)
		titles := codeTitle.FindAllStringSubmatchIndex(text, -1)
		for i, at := range titles {
			end := len(text)
			if i+1 < len(titles) {
				end = titles[i+1][0]
			}
			pages = append(pages, codePage{text[at[2]:at[3]], strings.TrimSpace(text[at[0]:end]) + "\n"})
		}
	}
	slices.SortFunc(pages, func(a, b codePage) int { return strings.Compare(a.Code, b.Code) })
	return pages
})

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
	codes := diagnostic.Names(codePages(), func(p codePage) string { return p.Code })
	at := slices.Index(codes, name)
	switch {
	case at < 0:
		return args.Unknown("command or code", name, append(commandNames(), codes...), "; rulecheck help lists the commands, rulecheck help codes the codes")
	case c.json:
		return c.writeJSON(codePages()[at])
	}
	_, err = io.WriteString(c.stdout, codePages()[at].Text)
	return err
}

func commandNames() []string {
	return append([]string{"help"}, diagnostic.Names(commands, func(c command) string { return c.name })...)
}

func (c *call) listCodes() error {
	if c.json {
		return c.writeJSON(codePages())
	}
	for _, page := range codePages() {
		lines := strings.Split(page.Text, "\n") // the title, an empty line, the summary
		fmt.Fprintf(c.stdout, "%-24s %s\n", page.Code, lines[2])
	}
	return nil
}
