package pap

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"github.com/payslate/payslate/internal/hostfile"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/server/args"
)

// Command runs "rulecheck import pap" with the arguments after it. The plan file is read
// from known unless --plan names another. A program that is not written into the year of a
// country whose variables are described brings their descriptions along. Marks to be checked
// are listed on stderr.
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
	name, builtInFiles := PlanFile, known
	if *planPath != "" {
		known, name = os.DirFS(filepath.Dir(*planPath)), filepath.Base(*planPath)
	}
	variables, err := fs.ReadFile(known, path.Join(path.Dir(name), variablesFile))
	if errors.Is(err, fs.ErrNotExist) {
		variables, err = fs.ReadFile(builtInFiles, path.Join(path.Dir(PlanFile), variablesFile))
	}
	if err != nil {
		return err
	}
	plan, mistakes := LoadPlan(known, name, variables)
	if mistakes.HasErrors() {
		return errors.Join(args.ErrFindings, diagnostic.Write(stderr, mistakes, hostfile.Texts(known)))
	}
	_, err = os.Stat(filepath.Join(filepath.Dir(*out), "..", variablesFile))
	plan.Alone = *out == "-" || err != nil
	xml, err := os.ReadFile(files[0])
	if err != nil {
		return err
	}
	show := func(list diagnostic.List) {
		for i := range list {
			list[i].Subject.File = files[0]
		}
		source := func(string) ([]byte, bool) { return xml, true }
		_ = diagnostic.Write(stderr, list, source) // an error on stderr cannot be reported
	}
	program, marks, err := Import(xml, *year, plan)
	if refused, ok := err.(diagnostic.List); ok {
		show(refused)
		return args.ErrFindings
	}
	if err == nil && *out == "-" {
		_, err = stdout.Write(program)
	} else if err == nil {
		err = os.WriteFile(*out, program, 0o644)
	}
	if err != nil {
		return err
	}
	if show(marks); len(marks) > 0 {
		fmt.Fprintf(stderr, "%s: to be compared with the law before a server may use the program: %d\n", *out, len(marks))
	} else if *out != "-" {
		fmt.Fprintf(stdout, "wrote %s: every name and number of the plan is known\n", *out)
	}
	return nil
}

// PlanFile is the plan file in the embedded rules; it is not part of any year.
const PlanFile = "de/plan.yaml"
