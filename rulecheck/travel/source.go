package travel

import (
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// publication is a published table: a header and rows of the same width.
type publication struct {
	file   string
	header []string
	rows   [][]string
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
	reader := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(data, []byte("\ufeff"))))
	rows, err := reader.ReadAll()
	if err != nil {
		return nil, &finding{file: file, message: err.Error()}
	}
	if len(rows) < 2 {
		return nil, &finding{file: file, message: "the table has no rows"}
	}
	return &publication{file: file, header: rows[0], rows: rows[1:]}, nil
}

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
	kept := &publication{file: p.file, header: p.header}
	known := p.column(column) >= 0
	for i, row := range p.rows {
		if !known || p.cell(i, column) == value {
			kept.rows = append(kept.rows, row)
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
