package travel

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/rulecheck/publication"
)

// sheet is a published table: a header and rows of the same width.
type sheet struct {
	file   string
	header []string
	rows   [][]string
	// places are the places of the cells of each row; of a workbook only of the row.
	places [][]diagnostic.Position
}

// readCSV reads a table, which may be compressed.
func readCSV(file string) (*sheet, error) {
	text, err := publication.Read(file)
	if err != nil {
		return nil, err
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	p, lines := &sheet{file: file}, strings.Split(string(text), "\n")
	reader := csv.NewReader(bytes.NewReader(text))
	reader.Comma = comma(text)
	for {
		row, err := reader.Read()
		var wrong *csv.ParseError
		switch {
		case errors.Is(err, io.EOF) && len(p.rows) == 0:
			return nil, publication.Refused(file, 0, "the table has no rows", "")
		case errors.Is(err, io.EOF):
			return p, nil
		case errors.As(err, &wrong):
			return nil, publication.Refused(file, wrong.Line, wrong.Err.Error()+fmt.Sprintf("; the separator of cells is taken to be %q", reader.Comma), "")
		case err != nil:
			return nil, publication.Refused(file, 0, err.Error(), "")
		case p.header == nil:
			p.header = row
			continue
		}
		places := make([]diagnostic.Position, len(row))
		for i := range row {
			line, column := reader.FieldPos(i) // in bytes
			places[i] = diagnostic.Position{Line: line, Column: utf8.RuneCountInString(lines[line-1][:column-1]) + 1}
		}
		p.rows, p.places = append(p.rows, row), append(p.places, places)
	}
}

// read reads the publication of a table, which must have its columns.
func (t *tableSpec) read(file string) (*sheet, error) {
	p, err := readCSV(file)
	if err != nil {
		return nil, err
	}
	if problem := fits(p.header, t.Header); problem != "" {
		return nil, publication.Refused(file, 1, problem, "")
	}
	return p, nil
}

// comma detects the separator of cells: spreadsheets of many countries write semicolons,
// and tables copied from a page have tabs.
func comma(text []byte) rune {
	header, _, _ := bytes.Cut(text, []byte("\n"))
	best := ','
	for _, other := range ";\t" {
		if bytes.Count(header, []byte(string(other))) > bytes.Count(header, []byte(string(best))) {
			best = other
		}
	}
	return best
}

// line returns the line on which a row begins.
func (p *sheet) line(row int) int { return p.places[row][0].Line }

// column returns the index of a column, or -1.
func (p *sheet) column(name string) int { return slices.Index(p.header, name) }

// cell returns a cell with single blanks between words; it is empty if the column does
// not exist.
func (p *sheet) cell(row int, column string) string {
	if i := p.column(column); i >= 0 {
		return strings.Join(strings.Fields(p.rows[row][i]), " ")
	}
	return ""
}

// of returns the rows with a value in a column, or all if the column does not exist.
func (p *sheet) of(column, value string) *sheet {
	kept := &sheet{file: p.file, header: p.header}
	known := p.column(column) >= 0
	for i, row := range p.rows {
		if !known || p.cell(i, column) == value {
			kept.rows, kept.places = append(kept.rows, row), append(kept.places, p.places[i])
		}
	}
	return kept
}

// fits returns the first difference from an expected header, or "".
func fits(header, expected []string) string {
	for _, name := range expected {
		if !slices.Contains(header, name) {
			return "the column " + name + " is missing"
		}
	}
	for _, name := range header {
		if !slices.Contains(expected, name) {
			return "the column " + name + " is unknown"
		}
	}
	return ""
}
