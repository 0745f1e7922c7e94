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
	"unicode/utf8"

	"github.com/payslate/payslate/interpreter/diagnostic"
)

// publication is a published table: a header and rows of the same width.
type publication struct {
	file   string
	header []string
	rows   [][]string
	// places are the places of the cells of each row; of a workbook only of the row.
	places [][]diagnostic.Position
	// text is the content of the file, decompressed; nil for a workbook.
	text []byte
}

// Refusal is a mistake in a publication, at a line of a file where that is known.
type Refusal struct {
	file    string
	line    int
	message string
}

func (f *Refusal) Error() string {
	switch {
	case f.file == "":
		return "error: " + f.message
	case f.line == 0:
		return f.file + ": error: " + f.message
	}
	return fmt.Sprintf("%s:%d: error: %s", f.file, f.line, f.message)
}

// maxPublication is the maximum decompressed size of a publication in bytes.
const maxPublication = 64 << 20

// readCSV reads a table, which may be compressed.
func readCSV(file string) (*publication, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	if filepath.Ext(file) == ".gz" {
		unpacked, err := gzip.NewReader(bytes.NewReader(data))
		if err != nil {
			return nil, &Refusal{file: file, message: "the file cannot be unpacked: " + err.Error()}
		}
		if data, err = io.ReadAll(io.LimitReader(unpacked, maxPublication+1)); err != nil {
			return nil, &Refusal{file: file, message: "the file cannot be unpacked: " + err.Error()}
		}
		if len(data) > maxPublication {
			return nil, &Refusal{file: file, message: fmt.Sprintf("the decompressed file has more than %d bytes", maxPublication)}
		}
	}
	p := &publication{file: file, text: bytes.TrimPrefix(data, []byte("\ufeff"))}
	lines := strings.Split(string(p.text), "\n")
	reader := csv.NewReader(bytes.NewReader(p.text))
	reader.Comma = comma(p.text)
	for {
		row, err := reader.Read()
		var wrong *csv.ParseError
		switch {
		case errors.Is(err, io.EOF) && len(p.rows) == 0:
			return nil, &Refusal{file: file, message: "the table has no rows"}
		case errors.Is(err, io.EOF):
			return p, nil
		case errors.As(err, &wrong):
			return nil, &Refusal{file, wrong.Line, wrong.Err.Error() + fmt.Sprintf("; the separator of cells is taken to be %q", reader.Comma)}
		case err != nil:
			return nil, &Refusal{file: file, message: err.Error()}
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
func (t *tableSpec) read(file string) (*publication, error) {
	p, err := readCSV(file)
	if err != nil {
		return nil, err
	}
	if problem := fits(p.header, t.Header); problem != "" {
		return nil, &Refusal{file: file, line: 1, message: problem}
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
func (p *publication) line(row int) int { return p.places[row][0].Line }

// column returns the index of a column, or -1.
func (p *publication) column(name string) int { return slices.Index(p.header, name) }

// cell returns a cell with single blanks between words; it is empty if the column does
// not exist.
func (p *publication) cell(row int, column string) string {
	if i := p.column(column); i >= 0 {
		return strings.Join(strings.Fields(p.rows[row][i]), " ")
	}
	return ""
}

// of returns the rows with a value in a column, or all if the column does not exist.
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
