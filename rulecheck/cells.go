package main

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/payslate/payslate/conformance"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/number"
	exec "github.com/payslate/payslate/interpreter/run"
	"github.com/payslate/payslate/interpreter/types"
)

// rowReader reads rows of a CSV file into runs of a program.
type rowReader struct {
	cells *cellReader
	name  string // of the file, for messages
	// columns are those of inputs.
	columns    []column
	caseColumn int    // -1 without one
	caseName   []byte // of the last row; valid until the next call
}

// column is a column with the values of an input.
type column struct {
	at, input int
	name      string
	decimals  int // of a number, -1 for other inputs
	bounds    bounds
}

// rowError is an error in a row.
type rowError struct {
	file         string
	line, column int
	what         string // the column's name, empty if the whole row fails
	message      string
}

func (e *rowError) Error() string {
	place := fmt.Sprintf("%s:%d", e.file, e.line)
	if e.column > 0 {
		place += fmt.Sprintf(":%d", e.column)
	}
	if e.what != "" {
		return fmt.Sprintf("%s: column %s: %s", place, e.what, e.message)
	}
	return place + ": " + e.message
}

func newRowReader(program *types.Program, source io.Reader, name string) (*rowReader, error) {
	r := &rowReader{cells: newCellReader(source), name: name, caseColumn: -1}
	header, err := r.cells.read()
	if errors.Is(err, io.EOF) {
		return nil, &rowError{file: name, line: 1, message: "the file is empty: its first line must name the inputs"}
	}
	if err != nil {
		return nil, r.broken(err)
	}
	inputs := make(map[string]int)
	for i, input := range program.Inputs {
		inputs[input.Name] = i
	}
	known := append(program.InputNames(), conformance.CaseColumn)
	seen := make(map[string]bool)
	for at, cell := range header {
		title := string(cell)
		if at == 0 {
			title = strings.TrimPrefix(title, "\ufeff")
		}
		line, place := r.cells.place(at)
		if seen[title] {
			return nil, &rowError{name, line, place, title, "the column occurs twice"}
		}
		seen[title] = true
		input, is := inputs[title]
		switch {
		case is:
			r.columns = append(r.columns, newColumn(at, input, program.Inputs[input]))
		case title == conformance.CaseColumn:
			r.caseColumn = at
		case strings.HasPrefix(title, conformance.ExpectedPrefix):
		default:
			message := "program " + program.Name() + " has no such input"
			if near := diagnostic.Nearest(title, known); near != "" {
				message += "; did you mean " + near + "?"
			} else if len(header) == 1 && strings.Contains(title, ";") {
				message += "; separate the columns by commas, not by semicolons"
			}
			return nil, &rowError{name, line, place, title, message}
		}
	}
	return r, nil
}

func newColumn(at, input int, declared *types.Input) column {
	c := column{at: at, input: input, name: declared.Name, decimals: -1}
	if declared.Type.Kind == types.Number && !declared.Type.Fraction {
		c.decimals = declared.Type.Decimals
		c.bounds = boundsOf(declared.Type.Bounds, c.decimals)
	}
	return c
}

// broken converts an error of the CSV format to a rowError.
func (r *rowReader) broken(err error) error {
	var parse *csv.ParseError
	if !errors.As(err, &parse) {
		return err
	}
	message := parse.Err.Error()
	if errors.Is(parse.Err, csv.ErrFieldCount) {
		message = "the row has more or fewer cells than the header"
	}
	return &rowError{file: r.name, line: parse.Line, column: parse.Column, message: message}
}

// next reads a row and runs the program on it. It returns false at the end of the file.
func (r *rowReader) next(run *exec.Run) (bool, error) {
	cells, err := r.cells.read()
	if errors.Is(err, io.EOF) {
		return false, nil
	}
	if err != nil {
		return false, r.broken(err)
	}
	run.Reset()
	for i := range r.columns {
		c := &r.columns[i]
		text := cells[c.at]
		if len(text) == 0 {
			continue
		}
		if message := c.set(run, text); message != "" {
			line, place := r.cells.place(c.at)
			return false, &rowError{r.name, line, place, c.name, message}
		}
	}
	r.caseName = nil
	if r.caseColumn >= 0 {
		r.caseName = cells[r.caseColumn]
	}
	if err := run.Execute(); err != nil {
		line, _ := r.cells.place(0)
		return false, &rowError{file: r.name, line: line, message: err.Error()}
	}
	if refusal := run.Outcome().Refusal(); refusal != nil {
		line, _ := r.cells.place(0)
		return false, &rowError{file: r.name, line: line, message: "refused (" + refusal.Code + "): " + refusal.Message.English}
	}
	return true, nil
}

// set sets the input of a run, or returns what is wrong with the cell.
func (c *column) set(run *exec.Run, cell []byte) (message string) {
	if c.decimals >= 0 {
		if units, ok := parseUnits(cell, c.decimals); ok {
			run.SetInt(c.input, units)
			return c.bounds.check(units, cell, c.decimals)
		}
	}
	text := string(cell)
	if err := run.Set(c.input, text); err != nil {
		return inputMessage(err, c.name)
	}
	if d, err := number.Parse(text); err == nil && c.decimals >= 0 {
		return c.bounds.check(units(d, c.decimals, number.Down, math.MaxInt64*int64(d.Sign())), cell, c.decimals)
	}
	return ""
}

// inputMessage returns an error's message without the name of the input, which is also the
// column's name.
func inputMessage(err error, name string) string {
	var mismatch *exec.Mismatch
	if errors.As(err, &mismatch) {
		return mismatch.Message().English
	}
	return strings.TrimPrefix(err.Error(), name+": ")
}

// bounds are the smallest and largest value of a number, in units of its smallest decimal.
type bounds struct{ low, high int64 }

// boundsOf returns the bounds of an input.
func boundsOf(input types.Bounds, decimals int) bounds {
	b := bounds{math.MinInt64, math.MaxInt64}
	if input.Min != nil && input.AboveMin {
		b.low = units(*input.Min, decimals, number.Floor, b.low-1) + 1
	} else if input.Min != nil {
		b.low = units(*input.Min, decimals, number.Ceiling, b.low)
	}
	if input.Max != nil && input.BelowMax {
		b.high = units(*input.Max, decimals, number.Ceiling, b.high+1) - 1
	} else if input.Max != nil {
		b.high = units(*input.Max, decimals, number.Floor, b.high)
	}
	return b
}

// units returns a number in units of its smallest decimal, or beyond if it does not fit.
func units(d number.Decimal, decimals int, mode number.Rounding, beyond int64) int64 {
	if n, ok := d.Round(decimals, mode).Units(decimals); ok {
		return n
	}
	return beyond
}

// check returns what is wrong with a value and its text, if anything.
func (b bounds) check(value int64, text []byte, decimals int) (message string) {
	switch {
	case value < b.low:
		return fmt.Sprintf("%s is too small: write at least %s", text, number.New(b.low, decimals))
	case value > b.high:
		return fmt.Sprintf("%s is too large: write at most %s", text, number.New(b.high, decimals))
	}
	return ""
}

// maxDigits is the number of digits that always fit in an int64.
const maxDigits = 18

// parseUnits parses a decimal number as a count of its smallest decimal. It is a fast path
// for plain numbers: for leading zeros and too many digits it returns false.
func parseUnits(text []byte, decimals int) (int64, bool) {
	negative := text[0] == '-'
	if negative {
		text = text[1:]
	}
	if len(text) == 0 || len(text)+decimals > maxDigits || text[0] == '0' && len(text) > 1 && text[1] != '.' {
		return 0, false
	}
	var units int64
	point := -1
	for i := range len(text) {
		digit := text[i] - '0'
		if digit > 9 {
			if text[i] != '.' || point >= 0 || i == 0 || i == len(text)-1 {
				return 0, false
			}
			point = i
			continue
		}
		units = units*10 + int64(digit)
	}
	if point >= 0 {
		decimals -= len(text) - 1 - point
	}
	for ; decimals > 0; decimals-- {
		units *= 10
	}
	for ; decimals < 0; decimals++ {
		if units%10 != 0 {
			return 0, false
		}
		units /= 10
	}
	if negative {
		units = -units
	}
	return units, true
}
