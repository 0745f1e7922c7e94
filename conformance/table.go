package conformance

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Columns of a table other than inputs.
const (
	// CaseColumn has the name of the case.
	CaseColumn = "case"
	// ExpectedPrefix is the prefix of columns with expected outputs.
	ExpectedPrefix = "exp_"
)

// readTable reads a CSV file whose header is case, inputs, and exp_ with the name of an
// output.
func (s *Set) readTable(data []byte) error {
	reader := csv.NewReader(bytes.NewReader(data))
	header, err := reader.Read()
	if errors.Is(err, io.EOF) {
		return errors.New("the file is empty: it needs a header")
	}
	if err != nil {
		return err
	}
	columns := make(map[string]bool)
	for i, column := range header {
		if columns[column] {
			return fmt.Errorf("line 1: column %q occurs twice", column)
		}
		columns[column] = true
		output, expected := strings.CutPrefix(column, ExpectedPrefix)
		switch {
		case (i == 0) != (column == CaseColumn):
			return fmt.Errorf("line 1: column %q is in place %d: %s must be the first column", column, i+1, CaseColumn)
		case expected:
			s.outputs = append(s.outputs, output)
		case len(s.outputs) > 0:
			return fmt.Errorf("line 1: input %q comes after expected outputs: put it before them", column)
		case i > 0:
			s.inputs = append(s.inputs, column)
		}
	}
	if len(s.outputs) == 0 {
		return fmt.Errorf("line 1: no column begins with %s: nothing is checked", ExpectedPrefix)
	}
	seen := make(map[string]bool)
	for {
		cells, err := reader.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		line, _ := reader.FieldPos(0)
		if cells[0] == "" || seen[cells[0]] {
			return fmt.Errorf("line %d: case %q is empty or occurs twice", line, cells[0])
		}
		seen[cells[0]] = true
		expected := 1 + len(s.inputs)
		s.cases = append(s.cases, testCase{name: cells[0], inputs: cells[1:expected], want: cells[expected:]})
	}
	if len(s.cases) == 0 {
		return errors.New("the file has no cases")
	}
	return nil
}
