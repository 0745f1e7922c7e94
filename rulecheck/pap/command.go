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
	"github.com/payslate/payslate/server/args"
)

// Command runs "rulecheck import pap" with the arguments after it. The plan file is read
// from known unless --plan names another. Marks to be checked are listed on stderr.
func Command(arguments []string, known fs.FS, stdout, stderr io.Writer) error {
	flags := flag.NewFlagSet("import pap", flag.ContinueOnError)
	year := flags.Int("year", 0, "")
	out := flags.String("out", "", "")
	planPath := flags.String("plan", "", "")
	files, err := args.Parse(flags, arguments)
	switch {
	case err != nil:
		return err
	case len(files) != 1:
		return args.Errorf("one XML file is needed, %d are given", len(files))
	case *year < 1 || *year > 9999:
		return args.Errorf("--year is needed: the plan's year, such as 2026")
	case *out == "":
		return args.Errorf("--out is needed: the file to write, or -")
	}
	i := &importing{xml: files[0], plan: *planPath, stderr: stderr}
	result, err := i.run(*year, known)
	var refused *Error
	if errors.As(err, &refused) {
		i.show(diagnostic.Diagnostic{Severity: diagnostic.Error, Summary: refused.Message, Detail: refused.Hint}, refused.At)
		return args.ErrFindings
	}
	if err == nil && *out == "-" {
		_, err = stdout.Write(result.Program)
	} else if err == nil {
		err = os.WriteFile(*out, result.Program, 0o644)
	}
	if err != nil {
		return err
	}
	if i.report(result); len(result.Marks) > 0 {
		fmt.Fprintf(stderr, "%s: to be compared with the law before a server may use the program: %d\n", *out, len(result.Marks))
	} else if *out != "-" {
		fmt.Fprintf(stdout, "wrote %s: every name and number of the plan is known\n", *out)
	}
	return nil
}

// builtIn is the plan file in the embedded rules.
const builtIn = "de/plan.yaml"

// importing is an import.
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

// show prints a finding with the line of the XML.
func (i *importing) show(d diagnostic.Diagnostic, at diagnostic.Position) {
	d.Subject = diagnostic.Range{File: i.xml, Start: at, End: at}
	source := func(string) ([]byte, bool) { return i.text, true }
	_ = diagnostic.Write(i.stderr, diagnostic.List{d}, source, diagnostic.Options{}) // an error on stderr cannot be reported
}

// report prints the marks with proposals for the plan file, and the patterns that fit
// nothing.
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
		fmt.Fprintf(i.stderr, "%s: %d other patterns do not fit any step of this plan: lines %s\n", i.plan, len(lines), strings.Trim(fmt.Sprint(lines), "[]"))
	}
}
