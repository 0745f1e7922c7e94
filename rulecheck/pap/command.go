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
	result, err := importFile(files[0], *year, *planPath, known)
	var refused *Error
	if errors.As(err, &refused) {
		fmt.Fprintf(stderr, "%s:%d: error: %s\n", files[0], max(refused.Line, 1), refused.Message)
		return exitFindings
	}
	if err == nil && *out == "-" {
		_, err = stdout.Write(result)
	} else if err == nil {
		err = os.WriteFile(*out, result, 0o644)
	}
	if err != nil {
		fmt.Fprintf(stderr, "error: %v\n", err)
		return exitUsage
	}
	if marks := countMarks(result); marks > 0 {
		fmt.Fprintf(stderr, "%s: %d marks to_check: compare them with the law before a server may use the program\n", *out, marks)
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

func importFile(xmlPath string, year int, planPath string, known fs.FS) ([]byte, error) {
	if planPath != "" {
		known, planPath = os.DirFS(filepath.Dir(planPath)), filepath.Base(planPath)
	} else {
		planPath = builtIn
	}
	data, err := fs.ReadFile(known, planPath)
	if err != nil {
		return nil, err
	}
	plan, err := LoadPlan(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", planPath, err)
	}
	xml, err := os.ReadFile(xmlPath)
	if err != nil {
		return nil, err
	}
	return Import(xml, year, plan)
}

// countMarks counts the marks of variables and the program's list of them.
func countMarks(program []byte) int {
	text := string(program)
	marks := strings.Count(text, "to_check: true}")
	if _, list, found := strings.Cut(text, "    to_check:\n"); found {
		for _, line := range strings.Split(list, "\n") {
			if !strings.HasPrefix(line, "      - ") {
				break
			}
			marks++
		}
	}
	return marks
}
