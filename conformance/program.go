package conformance

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/check"
	"github.com/payslate/payslate/interpreter/compile"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/run"
	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/rules"
)

// Rows runs a program for rows of cells: inputs, and expected outputs.
type Rows struct {
	*run.Run
	// inputs and expected are the program's input or output of each column; -1 for none.
	inputs, expected []int
}

// NewRows returns what runs a program for rows with these columns. If the program has no such
// column, the error is about the one at wrong.
func NewRows(executable *run.Executable, columns []string) (r *Rows, wrong int, err error) {
	program := executable.Program
	inputs, outputs := program.InputNames(), program.OutputNames()
	r = &Rows{}
	for i, title := range columns {
		output, expects := strings.CutPrefix(title, ExpectedPrefix)
		input, expected := slices.Index(inputs, title), -1
		what, known := "input", append(inputs, CaseColumn)
		if expects {
			expected, what, known = slices.Index(outputs, output), "output", outputs
		}
		if input < 0 && expected < 0 && title != CaseColumn {
			message := "program " + program.Name() + " has no such " + what
			if near := diagnostic.Nearest(output, known); near != "" {
				message += "; did you mean " + strings.TrimSuffix(title, output) + near + "?"
			} else if len(columns) == 1 && strings.Contains(title, ";") {
				message += "; separate the columns by commas, not by semicolons"
			}
			return nil, i, errors.New(message)
		}
		r.inputs, r.expected = append(r.inputs, input), append(r.expected, expected)
	}
	r.Run = executable.Run()
	return r, 0, nil
}

// Answer runs the program with the inputs of a row. The error is about the cell at wrong, or
// about the row as a whole if that is -1.
func (r *Rows) Answer(row []string) (wrong int, err error) {
	r.Reset()
	for i, cell := range row {
		if r.inputs[i] < 0 || cell == "" {
			continue
		}
		input := r.Executable.Program.Inputs[r.inputs[i]]
		if err := r.give(r.inputs[i], input, cell); err != nil {
			message := strings.TrimPrefix(err.Error(), input.Name+": ")
			if mismatch := (*run.Mismatch)(nil); errors.As(err, &mismatch) {
				message = mismatch.Message().English
			}
			return i, errors.New(message)
		}
	}
	if err := r.Execute(); err != nil {
		return -1, err
	}
	if refusal := r.Outcome().Refusal(); refusal != nil {
		return -1, fmt.Errorf("refused (%s): %s", refusal.Code, refusal.Message.English)
	}
	return -1, nil
}

// give sets an input to the value of a cell.
func (r *Rows) give(at int, input *types.Input, cell string) error {
	if input.Type.Kind != types.Number {
		return r.Set(at, cell)
	}
	d, err := number.Parse(cell)
	if err == nil {
		err = r.SetNumber(at, d)
	}
	if err == nil {
		err = beyond(&input.Type.Bounds, d, cell)
	}
	return err
}

// beyond says that a number is outside its bounds.
func beyond(b *types.Bounds, d number.Decimal, cell string) error {
	switch problem := b.CheckBounds(d); {
	case problem == types.LowerBound && b.AboveMin:
		return fmt.Errorf("%s is too small: write more than %s", cell, b.Min)
	case problem == types.LowerBound:
		return fmt.Errorf("%s is too small: write at least %s", cell, b.Min)
	case problem == types.UpperBound && b.BelowMax:
		return fmt.Errorf("%s is too large: write less than %s", cell, b.Max)
	case problem == types.UpperBound:
		return fmt.Errorf("%s is too large: write at most %s", cell, b.Max)
	}
	return nil
}

// Expected yields each expected output of a row: its column, its text and the program's value.
// An empty cell expects nothing.
func (r *Rows) Expected(row []string) iter.Seq2[int, run.Value] {
	return func(yield func(int, run.Value) bool) {
		for i, want := range row {
			if r.expected[i] >= 0 && want != "" && !yield(i, r.Outcome().Output(r.expected[i])) {
				return
			}
		}
	}
}

// Gives reports whether a value is that of a text: as a number, or else letter by letter.
func Gives(value run.Value, text string) bool {
	if !isNumber(value) {
		return value.String() == text
	}
	d, err := number.Parse(text)
	return err == nil && d.Cmp(value.Number()) == 0
}

func isNumber(value run.Value) bool { return value.Given() && value.Kind() == types.Number }

// programChecker replays the cases of a program.
type programChecker struct {
	*Rows
	set *Set
}

// prepareProgram loads and compiles the set's program.
func (s *Set) prepareProgram(subject *Subject) (func() checker, error) {
	program, err := subject.Program(s.Program)
	if err != nil {
		return nil, fmt.Errorf("set %s: %w", s.Name, err)
	}
	executable, err := compile.Program(program, compile.Silent)
	if err != nil {
		return nil, fmt.Errorf("set %s: %w", s.Name, err)
	}
	columns := slices.Concat(s.inputs, diagnostic.Names(s.outputs, func(name string) string { return ExpectedPrefix + name }))
	if _, wrong, err := NewRows(executable, columns); err != nil {
		return nil, fmt.Errorf("set %s: column %s: %w", s.Name, columns[wrong], err)
	}
	return func() checker {
		rows, _, _ := NewRows(executable, columns)
		return &programChecker{rows, s}
	}, nil
}

// Program returns a program, such as de/2026/wage_tax, from the open book, or loads it alone.
func (s *Subject) Program(name string) (*check.Program, error) {
	if s.Book != nil {
		if program := s.Book.Program(name); program != nil {
			return program, nil
		}
	}
	program, list := rules.LoadProgram(s.Files, name)
	return program, list.Err()
}

func (c *programChecker) close() { c.Release() }

func (c *programChecker) check(i int, report func(Comparison)) {
	of := &c.set.cases[i]
	row := slices.Concat(of.inputs, of.want)
	if wrong, err := c.Answer(row); err != nil {
		if wrong >= 0 {
			err = fmt.Errorf("%s: %w", c.set.inputs[wrong], err)
		}
		report(Comparison{Case: of.name, Want: "an answer", Got: err.Error(), Result: Differs})
		return
	}
	for column, value := range c.Expected(row) {
		want := row[column]
		found := Comparison{Case: of.name, Output: c.set.outputs[column-len(of.inputs)], Want: want, Got: value.String()}
		if isNumber(value) {
			found.Got = alike(value.Number(), want)
		}
		found.judge(c.set.known(of.name, found.Output), func(text string) bool { return Gives(value, text) })
		report(found)
	}
}

// alike writes a number with at least the decimals of another.
func alike(got number.Decimal, want string) string {
	places := 0
	if d, err := number.Parse(want); err == nil {
		places = d.Places()
	}
	return string(got.AppendFixed(nil, places))
}

// judge sets the result; gives reports whether the rules answer a value.
func (c *Comparison) judge(known *KnownDifference, gives func(string) bool) {
	switch {
	case known == nil && gives(c.Want):
		c.Result = Matches
	case known == nil:
		c.Result = Differs
	case gives(known.Ours):
		c.Result, c.Reason = KnownDiffer, known.Reason
	case gives(c.Want):
		c.Result, c.Reason = Differs, "declared as a known difference, but the rules give the printed value: remove the declaration"
	default:
		c.Result, c.Reason = Differs, "declared as a known difference with "+known.Ours
	}
}
