package pap

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/payslate/payslate/interpreter/diagnostic"
)

// Exit codes of Command.
const (
	exitFine     = 0
	exitFindings = 1
	exitUsage    = 2
)

const usage = `usage: rulecheck import pap FILE.xml --year YEAR --out FILE.yaml [--plan FILE.yaml]

Translates an official German flow plan into a program of the rule language.

  --year   the plan's year
  --out    the file to write; - writes to standard output
  --plan   what is known about flow plans, in place of the built-in file
`

// Command is "rulecheck import pap": it takes the arguments behind these words
// and returns the exit code: 0 done, 1 the plan cannot be translated, 2 wrong
// use. The file of known names and numbers is read from known where --plan does
// not name another; marks that remain to be checked are listed on stderr.
func Command(arguments []string, known fs.FS, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("import pap", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	year := flags.Int("year", 0, "")
	out := flags.String("out", "", "")
	planPath := flags.String("plan", "", "")
	var files []string
	for rest := arguments; ; {
		if err := flags.Parse(rest); err != nil {
			if errors.Is(err, flag.ErrHelp) {
				fmt.Fprint(stdout, usage)
				return exitFine
			}
			return wrongUse(stderr, err.Error())
		}
		if flags.NArg() == 0 {
			break
		}
		files, rest = append(files, flags.Arg(0)), flags.Args()[1:]
	}
	switch {
	case len(files) != 1:
		return wrongUse(stderr, fmt.Sprintf("one XML file is needed, %d are given", len(files)))
	case *year < 1 || *year > 9999:
		return wrongUse(stderr, "--year is needed: the plan's year, such as 2026")
	case *out == "":
		return wrongUse(stderr, "--out is needed: the file to write, or -")
	}
	i := &importing{xml: files[0], plan: *planPath, stderr: stderr}
	result, err := i.run(*year, known)
	var refused *Error
	if errors.As(err, &refused) {
		i.show(diagnostic.Diagnostic{Severity: diagnostic.Error, Summary: refused.Message, Detail: refused.Hint}, refused.At)
		return exitFindings
	}
	if err == nil && *out == "-" {
		_, err = stdout.Write(result.Program)
	} else if err == nil {
		err = os.WriteFile(*out, result.Program, 0o644)
	}
	if err != nil {
		fmt.Fprintf(stderr, "error: %v\n", err)
		return exitUsage
	}
	if i.report(result); len(result.Marks) > 0 {
		fmt.Fprintf(stderr, "%s: to be compared with the law before a server may use the program: %d\n", *out, len(result.Marks))
	} else if *out != "-" {
		fmt.Fprintf(stdout, "wrote %s: every name and number of the plan is known\n", *out)
	}
	return exitFine
}

func wrongUse(stderr io.Writer, message string) int {
	fmt.Fprintf(stderr, "error: %s\n\n%s", message, usage)
	return exitUsage
}

// builtIn is where the embedded rules hold what is known about flow plans.
const builtIn = "de/plan.yaml"

// importing is one import under way.
type importing struct {
	xml, plan string
	text      []byte
	stderr    io.Writer
}

func (i *importing) run(year int, known fs.FS) (*Imported, error) {
	name := builtIn
	if i.plan != "" {
		known, name = os.DirFS(filepath.Dir(i.plan)), filepath.Base(i.plan)
	} else {
		i.plan = builtIn
	}
	data, err := fs.ReadFile(known, name)
	if err != nil {
		return nil, err
	}
	plan, err := LoadPlan(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", i.plan, err)
	}
	if i.text, err = os.ReadFile(i.xml); err != nil {
		return nil, err
	}
	return Import(i.text, year, plan)
}

// show writes a finding with the line of the XML.
func (i *importing) show(d diagnostic.Diagnostic, at diagnostic.Position) {
	d.Subject = diagnostic.Range{File: i.xml, Start: at, End: at}
	source := func(string) ([]byte, bool) { return i.text, true }
	_ = diagnostic.Write(i.stderr, diagnostic.List{d}, source, diagnostic.Options{}) // stderr is the last resort
}

// report writes what is to be checked, with what to paste into the plan file, and
// which of its patterns fit nothing.
func (i *importing) report(result *Imported) {
	for _, mark := range result.Marks {
		i.show(diagnostic.Diagnostic{Severity: diagnostic.Warning, Code: "to-check", Summary: mark.Text}, mark.At)
		for _, proposal := range mark.Proposals {
			fmt.Fprintf(i.stderr, "  = %s, %s\n", i.plan, proposal)
		}
	}
	for _, message := range result.Unmatched {
		fmt.Fprintf(i.stderr, "%s:%s\n", i.plan, message)
	}
	if lines := result.OtherLines; len(lines) > 0 && len(result.Marks) > 0 {
		fmt.Fprintf(i.stderr, "%s: %d other patterns fit no step of this plan: those in the lines %s\n", i.plan, len(lines), strings.Trim(fmt.Sprint(lines), "[]"))
	}
}
