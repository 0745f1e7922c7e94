package main

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/payslate/payslate/conformance"
	"github.com/payslate/payslate/internal/hostfile"
	"github.com/payslate/payslate/interpreter/compile"
	"github.com/payslate/payslate/interpreter/diagnostic"
	exec "github.com/payslate/payslate/interpreter/run"
	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/rules"
)

// evalOptions are the flags of "rulecheck eval".
type evalOptions struct{ in, out, day string }

// evalCommand is "rulecheck eval".
func evalCommand(c *call) *cobra.Command {
	var o evalOptions
	of := command("eval PROGRAM --csv IN.csv [--date DAY] [--out OUT.csv]", "run one program over the rows of a CSV file",
		counted(1, "eval needs one program, such as COUNTRY/YEAR/NAME or FILE.yaml"),
		func(_ *cobra.Command, arguments []string) error { return c.evaluate(arguments[0], o) })
	of.Flags().StringVar(&o.in, "csv", "", "")
	of.Flags().StringVar(&o.out, "out", "", "")
	of.Flags().StringVar(&o.day, "date", "", "")
	return of
}

func (c *call) evaluate(program string, o evalOptions) error {
	if o.in == "" {
		return wrongf("eval needs --csv: the file with the rows, or - for standard input")
	}
	if _, err := time.Parse(time.DateOnly, o.day); err != nil && o.day != "" {
		return wrongf("--date: %q is not a date such as 2024-12-01", o.day)
	}
	executable, err := c.loadExecutable(program, o.day)
	if err != nil {
		return err
	}
	source, err := c.read(o.in)
	if err != nil {
		return err
	}
	if o.in == "-" {
		o.in = "standard input"
	}
	e := &evaluation{executable: executable, json: c.json, progress: c.newProgress("rows", 0)}
	var written strings.Builder
	failed := e.rows(o.in, source, &written)
	e.progress.end()
	if o.out == "" || o.out == "-" {
		_, err = io.WriteString(c.stdout, written.String()) // the rows before one that failed too
	} else if failed == nil {
		err = writeFile(o.out, []byte(written.String()))
	}
	if err != nil {
		return err
	}
	if failed != nil {
		fmt.Fprintf(c.stderr, "error: %v\n", failed)
		return errFindings
	}
	for _, text := range e.differences[:min(len(e.differences), shownDifferences)] {
		fmt.Fprintf(c.stderr, "error: %s\n", text)
	}
	if len(e.differences) > 0 {
		fmt.Fprintf(c.stderr, "%s from the exp_ columns\n", diagnostic.Counted(len(e.differences), "difference"))
	}
	return ended(nil, len(e.differences) == 0)
}

// shownDifferences is the number of differences that are printed.
const shownDifferences = 20

// loadExecutable loads and compiles a program of the rules or of a file, as of a day. Without
// one it says which law it took, if the law changes within the year.
func (c *call) loadExecutable(name, day string) (*exec.Executable, error) {
	of, inside := c.programFolder(name)
	before, chosen, _ := strings.Cut(inside, "@")
	switch changes := rules.Changes(of.files, path.Dir(before)); {
	case day != "":
		inside = before + "@" + day
	case chosen == "" && len(changes) > 0:
		fmt.Fprintf(c.stderr, "The law of %s changes on %s. These are the results of the law from %s on; --date chooses another day.\n",
			path.Dir(before), strings.Join(changes, ", "), changes[len(changes)-1])
	}
	program, list := rules.LoadProgram(of.files, inside)
	if list.HasErrors() {
		return nil, c.findings(of, list, hostfile.Texts(of.files))
	}
	return compile.Program(program, compile.Silent)
}

// programFolder returns the folder that contains a program, and the program's name in it.
func (c *call) programFolder(name string) (of folder, inside string) {
	file, program, named := strings.Cut(name, "#")
	if _, err := os.Stat(file); err != nil || filepath.Ext(file) != ".yaml" {
		return c.rules(), name
	}
	root := "."
	if !filepath.IsLocal(file) {
		if absolute, err := filepath.Abs(file); err == nil {
			file = absolute
		}
		root = filepath.VolumeName(file) + string(filepath.Separator)
		file = strings.TrimPrefix(file, root)
	}
	inside = filepath.ToSlash(filepath.Clean(file))
	if named {
		inside += "#" + program
	}
	return folder{os.DirFS(root), root}, inside
}

// evaluation runs a program for the rows of a table.
type evaluation struct {
	executable *exec.Executable
	json       bool
	progress   *progress

	caseColumn  int // -1 without one
	differences []string
	texts       []string // of a row, reused
}

// rows runs the program for each row and writes the outputs. The error names the row that
// fails.
func (e *evaluation) rows(file string, source []byte, w io.Writer) error {
	table, err := conformance.OpenTable(file, source)
	if err != nil {
		return err
	}
	r, cell, err := conformance.NewRows(e.executable, table.Header)
	if err != nil {
		return table.Wrong(cell, err.Error())
	}
	defer r.Release()
	e.caseColumn = slices.Index(table.Header, conformance.CaseColumn)
	buffered := bufio.NewWriter(w)
	defer buffered.Flush()
	out := csv.NewWriter(buffered)
	defer out.Flush()
	if !e.json {
		names := e.executable.Program.OutputNames()
		if e.caseColumn >= 0 {
			names = slices.Insert(names, 0, conformance.CaseColumn)
		}
		if err := out.Write(names); err != nil {
			return err
		}
	}
	for {
		row, err := table.Next()
		if errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		if cell, err := r.Answer(row); err != nil {
			return table.Wrong(cell, err.Error())
		}
		if err := e.write(r.Run, row, buffered, out); err != nil {
			return err
		}
		for i, value := range r.Expected(row) {
			if !conformance.Gives(value, row[i]) {
				e.differences = append(e.differences, table.Wrong(i, "expected "+row[i]+", got "+shownOutput(value)).Error())
			}
		}
		e.progress.add(1)
	}
}

// write writes the outputs of a run as a row of CSV or as a JSON object.
func (e *evaluation) write(r *exec.Run, row []string, w *bufio.Writer, out *csv.Writer) error {
	program := e.executable.Program
	if !e.json {
		e.texts = e.texts[:0]
		if e.caseColumn >= 0 {
			e.texts = append(e.texts, row[e.caseColumn])
		}
		for i := range program.Outputs {
			e.texts = append(e.texts, shownOutput(r.Outcome().Output(i)))
		}
		return out.Write(e.texts)
	}
	var members []requestMember
	if e.caseColumn >= 0 {
		members = append(members, requestMember{conformance.CaseColumn, quoted(row[e.caseColumn])})
	}
	for i, output := range program.Outputs {
		value := r.Outcome().Output(i)
		text := shownOutput(value)
		switch {
		case !value.Given():
			text = "null"
		case !value.Decimal() && value.Kind() != types.Boolean:
			text = quoted(text)
		}
		members = append(members, requestMember{output.Name, text})
	}
	_, err := w.Write(append(object(members), '\n'))
	return err
}

// shownOutput returns an output as text; empty if it has no value.
func shownOutput(value exec.Value) string {
	if value.Given() && value.Decimal() {
		return string(value.Number().AppendJSON(make([]byte, 0, 24)))
	}
	return value.String()
}
