package conformance

import (
	"fmt"
	"slices"

	"github.com/payslate/payslate/interpreter/check"
	"github.com/payslate/payslate/interpreter/compile"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/run"
	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/rules"
)

// programChecker replays the cases of a program.
type programChecker struct {
	set             *Set
	run             *run.Run
	inputs, outputs []int // of the program, for each column
}

// prepareProgram loads and compiles the set's program.
func (s *Set) prepareProgram(subject *Subject) (func() checker, error) {
	program, err := subject.Program(s.Program)
	if err != nil {
		return nil, fmt.Errorf("set %s: %w", s.Name, err)
	}
	executable, err := compile.Whole(program, compile.Silent)
	if err != nil {
		return nil, fmt.Errorf("set %s: %w", s.Name, err)
	}
	inputs, err := s.indexes("input", s.inputs, program.InputNames())
	if err != nil {
		return nil, err
	}
	outputs, err := s.indexes("output", s.outputs, program.OutputNames())
	if err != nil {
		return nil, err
	}
	return func() checker { return &programChecker{s, executable.Run(), inputs, outputs} }, nil
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

// indexes returns the indexes of columns among the names of a program.
func (s *Set) indexes(what string, columns, names []string) ([]int, error) {
	list := make([]int, len(columns))
	for i, column := range columns {
		if list[i] = slices.Index(names, column); list[i] < 0 {
			return nil, fmt.Errorf("set %s: program %s has no %s %q%s", s.Name, s.Program, what, column, nearest(column, names))
		}
	}
	return list, nil
}

func (c *programChecker) close() { c.run.Release() }

func (c *programChecker) check(i int, report func(Comparison)) {
	of := &c.set.cases[i]
	if err := c.execute(of.inputs); err != nil {
		report(Comparison{Case: of.name, Want: "an answer", Got: err.Error(), Result: Differs})
		return
	}
	for k, want := range of.want {
		if want == "" {
			continue
		}
		found := Comparison{Case: of.name, Output: c.set.outputs[k], Want: want, Got: c.show(c.outputs[k], want)}
		found.judge(c.set.known(of.name, found.Output), func(text string) bool { return c.gives(c.outputs[k], text) })
		report(found)
	}
}

// show returns the text of an output, a number with at least the decimals of want.
func (c *programChecker) show(output int, want string) string {
	if value := c.run.Outcome().Output(output); value.Kind() != types.Number || !value.Given() {
		return c.run.Outcome().Output(output).String()
	}
	return alike(c.run.Outcome().Output(output).Number(), want)
}

// alike writes a number with at least the decimals of another.
func alike(got number.Decimal, want string) string {
	places := 0
	if d, err := number.Parse(want); err == nil {
		places = d.Places()
	}
	return string(got.AppendFixed(nil, places))
}

// execute runs the program with a row's inputs.
func (c *programChecker) execute(cells []string) error {
	c.run.Reset()
	for k, cell := range cells {
		if cell == "" {
			continue
		}
		if err := c.run.Set(c.inputs[k], cell); err != nil {
			return err
		}
	}
	if err := c.run.Execute(); err != nil {
		return err
	}
	if refusal := c.run.Outcome().Refusal(); refusal != nil {
		return fmt.Errorf("refused: %s: %s", refusal.Code, refusal.Message.English)
	}
	return nil
}

// gives reports whether an output has the value of a text.
func (c *programChecker) gives(output int, text string) bool {
	if value := c.run.Outcome().Output(output); value.Kind() != types.Number || !value.Given() {
		return c.run.Outcome().Output(output).String() == text
	}
	d, err := number.Parse(text)
	return err == nil && d.Cmp(c.run.Outcome().Output(output).Number()) == 0
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
