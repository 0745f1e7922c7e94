package travel

import (
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/diagnostic"
)

// publication is a published table: a header and rows of the same width.
type publication struct {
	file   string
	header []string
	rows   [][]string
	// places are where the cells of each row stand; of a workbook the row alone.
	places [][]diagnostic.Position
	// text is the file, unpacked; nil of a workbook.
	text []byte
}

// finding is something wrong with a publication, at a line of its file.
type finding struct {
	file    string
	line    int
	message string
}

func (f *finding) Error() string {
	if f.line == 0 {
		return f.file + ": error: " + f.message
	}
	return fmt.Sprintf("%s:%d: error: %s", f.file, f.line, f.message)
}

// maxPublication bounds a publication that is unpacked, in bytes.
const maxPublication = 64 << 20

// readCSV reads a table, packed or not.
func readCSV(file string) (*publication, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	if filepath.Ext(file) == ".gz" {
		unpacked, err := gzip.NewReader(bytes.NewReader(data))
		if err != nil {
			return nil, &finding{file: file, message: "the file cannot be unpacked: " + err.Error()}
		}
		if data, err = io.ReadAll(io.LimitReader(unpacked, maxPublication+1)); err != nil {
			return nil, &finding{file: file, message: "the file cannot be unpacked: " + err.Error()}
		}
		if len(data) > maxPublication {
			return nil, &finding{file: file, message: fmt.Sprintf("the file unpacks to more than %d bytes", maxPublication)}
		}
	}
	p := &publication{file: file, text: bytes.TrimPrefix(data, []byte("\ufeff"))}
	reader := csv.NewReader(bytes.NewReader(p.text))
	reader.Comma = comma(p.text)
	for {
		row, err := reader.Read()
		var wrong *csv.ParseError
		switch {
		case errors.Is(err, io.EOF) && len(p.rows) == 0:
			return nil, &finding{file: file, message: "the table has no rows"}
		case errors.Is(err, io.EOF):
			return p, nil
		case errors.As(err, &wrong):
			return nil, &finding{file, wrong.Line, wrong.Err.Error() + fmt.Sprintf("; cells are read as parted by %q", reader.Comma)}
		case err != nil:
			return nil, &finding{file: file, message: err.Error()}
		case p.header == nil:
			p.header = row
			continue
		}
		places := make([]diagnostic.Position, len(row))
		for i := range row {
			places[i].Line, places[i].Column = reader.FieldPos(i)
		}
		p.rows, p.places = append(p.rows, row), append(p.places, places)
	}
}

// comma is what parts the cells of a table: spreadsheets of many countries write
// semicolons, and tables copied from a page have tabs.
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

// line is the line of the file in which a row begins.
func (p *publication) line(row int) int { return p.places[row][0].Line }

// column finds a column; -1 if there is none.
func (p *publication) column(name string) int { return slices.Index(p.header, name) }

// cell is a cell of a row, with single blanks between its words; empty where there
// is no such column.
func (p *publication) cell(row int, column string) string {
	if i := p.column(column); i >= 0 {
		return strings.Join(strings.Fields(p.rows[row][i]), " ")
	}
	return ""
}

// of keeps the rows that have a value in a column.
func (p *publication) of(column, value string) *publication {
	kept := &publication{file: p.file, header: p.header, text: p.text}
	known := p.column(column) >= 0
	for i, row := range p.rows {
		if !known || p.cell(i, column) == value {
			kept.rows, kept.places = append(kept.rows, row), append(kept.places, p.places[i])
		}
	}
	return kept
}

// fits says what keeps a header from being the one expected; empty if nothing.
func fits(header, expected []string) string {
	for _, name := range expected {
		if !slices.Contains(header, name) {
			return "the column " + name + " is missing"
		}
	}
	for _, name := range header {
		if !slices.Contains(expected, name) {
			return "the column " + name + " is not known"
		}
	}
	return ""
}
