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

// table has the cases of a program. An empty input cell means the default, and an empty
// expected cell is not checked.
type table struct {
	inputs, outputs []string
	cases           []string
	rows            []row
}

type row struct{ inputs, want []string }

// readTable reads a CSV file whose header is case, inputs, and exp_ with the
// name of an output.
func readTable(data []byte) (*table, error) {
	reader := csv.NewReader(bytes.NewReader(data))
	header, err := reader.Read()
	if errors.Is(err, io.EOF) {
		return nil, errors.New("the file is empty: it needs a header")
	}
	if err != nil {
		return nil, err
	}
	t := &table{}
	columns := make(map[string]bool)
	for i, column := range header {
		if columns[column] {
			return nil, fmt.Errorf("line 1: column %q occurs twice", column)
		}
		columns[column] = true
		output, expected := strings.CutPrefix(column, ExpectedPrefix)
		switch {
		case (i == 0) != (column == CaseColumn):
			return nil, fmt.Errorf("line 1: column %q is in place %d: %s must be the first column", column, i+1, CaseColumn)
		case expected:
			t.outputs = append(t.outputs, output)
		case len(t.outputs) > 0:
			return nil, fmt.Errorf("line 1: input %q comes after expected outputs: put it before them", column)
		case i > 0:
			t.inputs = append(t.inputs, column)
		}
	}
	if len(t.outputs) == 0 {
		return nil, fmt.Errorf("line 1: no column begins with %s: nothing is checked", ExpectedPrefix)
	}
	seen := make(map[string]bool)
	for {
		cells, err := reader.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		line, _ := reader.FieldPos(0)
		if cells[0] == "" || seen[cells[0]] {
			return nil, fmt.Errorf("line %d: case %q is empty or occurs twice", line, cells[0])
		}
		seen[cells[0]] = true
		t.cases = append(t.cases, cells[0])
		inputs := cells[1 : 1+len(t.inputs)]
		t.rows = append(t.rows, row{inputs, cells[1+len(t.inputs):]})
	}
	if len(t.rows) == 0 {
		return nil, errors.New("the file has no cases")
	}
	return t, nil
}
