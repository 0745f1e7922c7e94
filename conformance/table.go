package conformance

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Columns of a table other than inputs.
const (
	// CaseColumn has the name of the case.
	CaseColumn = "case"
	// ExpectedPrefix is the prefix of columns with expected outputs.
	ExpectedPrefix = "exp_"
)

// Table reads a CSV file row by row. Its header names inputs, exp_ with the name of an output,
// and the case. Errors begin with the file and the line.
type Table struct {
	File   string
	Header []string
	cells  *csv.Reader
}

// OpenTable reads the header of a table.
func OpenTable(file string, data []byte) (*Table, error) {
	t := &Table{File: file, cells: csv.NewReader(bytes.NewReader(bytes.TrimPrefix(data, []byte("\ufeff"))))}
	header, err := t.Next()
	if errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s:1: the file is empty: its first line must name the inputs", file)
	} else if err != nil {
		return nil, err
	}
	t.Header = slices.Clone(header)
	t.cells.ReuseRecord = true
	for i, title := range header {
		if slices.Index(header, title) < i {
			return nil, t.Wrong(i, "the column occurs twice")
		}
	}
	return t, nil
}

// Next reads a row, which holds until the next one is read. The error is [io.EOF] after the last.
func (t *Table) Next() ([]string, error) {
	row, err := t.cells.Read()
	if err == nil {
		return row, nil
	}
	parse := (*csv.ParseError)(nil) // which errors.As puts on the heap
	switch {
	case !errors.As(err, &parse):
		return nil, err
	case errors.Is(err, csv.ErrFieldCount):
		return nil, fmt.Errorf("%s:%d: the row has more or fewer cells than the header", t.File, parse.Line)
	}
	return nil, fmt.Errorf("%s:%d:%d: %w", t.File, parse.Line, parse.Column, parse.Err)
}

// Wrong returns an error about a cell of the row that was read last, or about the row as a whole
// if the cell is -1.
func (t *Table) Wrong(cell int, message string) error {
	line, column := t.cells.FieldPos(max(cell, 0))
	if cell < 0 {
		return fmt.Errorf("%s:%d: %s", t.File, line, message)
	}
	return fmt.Errorf("%s:%d:%d: column %s: %s", t.File, line, column, t.Header[cell], message)
}

// readTable reads the cases of a table. Its columns are the case, the inputs, and then the
// expected outputs.
func (s *Set) readTable(file string, data []byte) error {
	table, err := OpenTable(file, data)
	if err != nil {
		return err
	}
	for i, column := range table.Header {
		output, expected := strings.CutPrefix(column, ExpectedPrefix)
		switch {
		case (i == 0) != (column == CaseColumn):
			return table.Wrong(i, CaseColumn+" must be the first column")
		case expected:
			s.outputs = append(s.outputs, output)
		case len(s.outputs) > 0:
			return table.Wrong(i, "an input comes after expected outputs: put it before them")
		case i > 0:
			s.inputs = append(s.inputs, column)
		}
	}
	if len(s.outputs) == 0 {
		return table.Wrong(-1, "no column begins with "+ExpectedPrefix+": nothing is checked")
	}
	seen := make(map[string]bool)
	for {
		row, err := table.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		if row[0] == "" || seen[row[0]] {
			return table.Wrong(0, fmt.Sprintf("%q is empty or occurs twice", row[0]))
		}
		seen[row[0]] = true
		row = slices.Clone(row)
		expected := 1 + len(s.inputs)
		s.cases = append(s.cases, testCase{name: row[0], inputs: row[1:expected], want: row[expected:]})
	}
	if len(s.cases) == 0 {
		return fmt.Errorf("%s: the file has no cases", file)
	}
	return nil
}
