package main

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/payslate/payslate/conformance"
	"github.com/payslate/payslate/interpreter/compile"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/number"
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
	e := &evaluation{executable: executable, file: o.in, json: c.json, progress: c.newProgress("rows", 0)}
	if e.file == "-" {
		e.file = "standard input"
	}
	var written strings.Builder
	failed := e.rows(strings.TrimPrefix(string(source), "\ufeff"), &written)
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
		return nil, c.findings(of, list, func(file string) ([]byte, bool) {
			data, err := fs.ReadFile(of.files, file)
			return data, err == nil
		})
	}
	return compile.Whole(program, compile.Silent)
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

// evaluation runs a program for the rows of a CSV file.
type evaluation struct {
	executable *exec.Executable
	file       string
	json       bool
	progress   *progress

	cells  *csv.Reader
	header []string
	// inputs and expected are the program's input or output of each column; -1 for none.
	inputs, expected []int
	caseColumn       int // -1 without one
	differences      []string
	texts            []string // of a row, reused
}

// rows runs the program for each row and writes the outputs. The error names the row that
// fails.
func (e *evaluation) rows(source string, w io.Writer) error {
	e.cells = csv.NewReader(strings.NewReader(source))
	e.cells.ReuseRecord = true
	header, err := e.cells.Read()
	if errors.Is(err, io.EOF) {
		return fmt.Errorf("%s:1: the file is empty: its first line must name the inputs", e.file)
	} else if err != nil {
		return e.unread(err)
	}
	e.header = slices.Clone(header)
	if err := e.readHeader(); err != nil {
		return err
	}
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
	r := e.executable.Run()
	defer r.Release()
	for {
		row, err := e.cells.Read()
		if errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return e.unread(err)
		}
		if err := e.execute(r, row); err != nil {
			return err
		}
		if err := e.write(r, row, buffered, out); err != nil {
			return err
		}
		e.compare(r, row)
		e.progress.add(1)
	}
}

// unread says why a row cannot be read.
func (e *evaluation) unread(err error) error {
	parse := (*csv.ParseError)(nil)
	switch {
	case !errors.As(err, &parse):
		return err
	case errors.Is(err, csv.ErrFieldCount):
		return fmt.Errorf("%s:%d: the row has more or fewer cells than the header", e.file, parse.Line)
	}
	return fmt.Errorf("%s:%d:%d: %w", e.file, parse.Line, parse.Column, parse.Err)
}

// wrong returns a message about a cell of the row that was read last.
func (e *evaluation) wrong(cell int, message string) error {
	line, column := e.cells.FieldPos(cell)
	return fmt.Errorf("%s:%d:%d: column %s: %s", e.file, line, column, e.header[cell], message)
}

// readHeader finds the input or output that each column is about.
func (e *evaluation) readHeader() error {
	program := e.executable.Program
	inputs, outputs := program.InputNames(), program.OutputNames()
	e.caseColumn = slices.Index(e.header, conformance.CaseColumn)
	for i, title := range e.header {
		output, expects := strings.CutPrefix(title, conformance.ExpectedPrefix)
		input, expected := slices.Index(inputs, title), -1
		what, known := "input", append(inputs, conformance.CaseColumn)
		if expects {
			expected, what, known = slices.Index(outputs, output), "output", outputs
		}
		if slices.Index(e.header, title) < i {
			return e.wrong(i, "the column occurs twice")
		}
		if input < 0 && expected < 0 && title != conformance.CaseColumn {
			message := "program " + program.Name() + " has no such " + what
			if near := diagnostic.Nearest(output, known); near != "" {
				message += "; did you mean " + strings.TrimSuffix(title, output) + near + "?"
			} else if len(e.header) == 1 && strings.Contains(title, ";") {
				message += "; separate the columns by commas, not by semicolons"
			}
			return e.wrong(i, message)
		}
		e.inputs, e.expected = append(e.inputs, input), append(e.expected, expected)
	}
	return nil
}

// execute sets the inputs of a row and runs the program.
func (e *evaluation) execute(r *exec.Run, row []string) error {
	r.Reset()
	for i, cell := range row {
		if e.inputs[i] < 0 || cell == "" {
			continue
		}
		if err := r.Set(e.inputs[i], cell); err != nil {
			message := strings.TrimPrefix(err.Error(), e.header[i]+": ")
			if mismatch := (*exec.Mismatch)(nil); errors.As(err, &mismatch) {
				message = mismatch.Message().English
			}
			return e.wrong(i, message)
		}
		if message := beyond(&e.executable.Program.Inputs[e.inputs[i]].Type.Bounds, cell); message != "" {
			return e.wrong(i, message)
		}
	}
	err := r.Execute()
	if err == nil {
		if refusal := r.Outcome().Refusal(); refusal != nil {
			err = fmt.Errorf("refused (%s): %s", refusal.Code, refusal.Message.English)
		}
	}
	if err != nil {
		line, _ := e.cells.FieldPos(0)
		return fmt.Errorf("%s:%d: %w", e.file, line, err)
	}
	return nil
}

// beyond returns what is wrong with a number outside its bounds; empty if nothing is.
func beyond(b *types.Bounds, cell string) string {
	if b.Min == nil && b.Max == nil {
		return ""
	}
	d, _ := number.Parse(cell) // a number, as only numbers have bounds
	switch problem := b.CheckBounds(d); {
	case problem == types.LowerBound && b.AboveMin:
		return fmt.Sprintf("%s is too small: write more than %s", cell, b.Min)
	case problem == types.LowerBound:
		return fmt.Sprintf("%s is too small: write at least %s", cell, b.Min)
	case problem == types.UpperBound && b.BelowMax:
		return fmt.Sprintf("%s is too large: write less than %s", cell, b.Max)
	case problem == types.UpperBound:
		return fmt.Sprintf("%s is too large: write at most %s", cell, b.Max)
	}
	return ""
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

// compare compares the outputs of a run with the exp_ columns; an empty cell expects nothing.
func (e *evaluation) compare(r *exec.Run, row []string) {
	for i, want := range row {
		if e.expected[i] < 0 || want == "" {
			continue
		}
		value := r.Outcome().Output(e.expected[i])
		got := shownOutput(value)
		if d, err := number.Parse(want); got == want || err == nil && value.Given() && value.Decimal() && d.Cmp(value.Number()) == 0 {
			continue
		}
		e.differences = append(e.differences, e.wrong(i, "expected "+want+", got "+got).Error())
	}
}
