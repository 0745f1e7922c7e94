package main

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"io"
)

// cellReader reads the rows of a CSV file like encoding/csv, all with as many cells as the
// first. It splits lines at commas until it meets a quotation mark or a line longer than
// readerSize; encoding/csv reads the rest. This makes evaluation a third faster.
type cellReader struct {
	source *bufio.Reader
	lines  int // read so far
	cells  [][]byte
	from   []int // the offset of each cell in its line

	quoted *csv.Reader // nil before the first quotation mark
	before int         // the number of lines before those that quoted reads
	text   []byte      // the text of the cells read by quoted
}

const readerSize = 1 << 16

func newCellReader(source io.Reader) *cellReader {
	return &cellReader{source: bufio.NewReaderSize(source, readerSize)}
}

// read returns the cells of the next row, which are valid until the next call, or io.EOF.
// A *csv.ParseError counts lines from the start of the file.
func (r *cellReader) read() ([][]byte, error) {
	for r.quoted == nil {
		line, err := r.source.ReadSlice('\n')
		if err == bufio.ErrBufferFull || bytes.IndexByte(line, '"') >= 0 {
			r.handOver(line)
			continue
		}
		if err != nil && (err != io.EOF || len(line) == 0) {
			return nil, err
		}
		r.lines++
		line = bytes.TrimSuffix(line, []byte("\n"))
		line = bytes.TrimSuffix(line, []byte("\r"))
		if len(line) > 0 {
			return r.divide(line)
		}
	}
	return r.readQuoted()
}

// divide splits a line into cells.
func (r *cellReader) divide(line []byte) ([][]byte, error) {
	wanted := len(r.cells)
	r.cells, r.from = r.cells[:0], r.from[:0]
	from := 0
	for at, c := range line {
		if c == ',' {
			r.cells, r.from = append(r.cells, line[from:at]), append(r.from, from)
			from = at + 1
		}
	}
	r.cells, r.from = append(r.cells, line[from:]), append(r.from, from)
	if wanted > 0 && len(r.cells) != wanted {
		return nil, &csv.ParseError{StartLine: r.lines, Line: r.lines, Column: 1, Err: csv.ErrFieldCount}
	}
	return r.cells, nil
}

// handOver makes encoding/csv read from this line on.
func (r *cellReader) handOver(line []byte) {
	r.quoted = csv.NewReader(io.MultiReader(bytes.NewReader(bytes.Clone(line)), r.source))
	r.quoted.ReuseRecord = true
	r.quoted.FieldsPerRecord = len(r.cells)
	r.before = r.lines
}

func (r *cellReader) readQuoted() ([][]byte, error) {
	record, err := r.quoted.Read()
	var parse *csv.ParseError
	if errors.As(err, &parse) {
		parse.StartLine += r.before
		parse.Line += r.before
	}
	if err != nil {
		return nil, err
	}
	r.cells, r.text = r.cells[:0], r.text[:0]
	for _, cell := range record {
		from := len(r.text)
		r.text = append(r.text, cell...)
		r.cells = append(r.cells, r.text[from:])
	}
	return r.cells, nil
}

// place returns the line and the column, in bytes from 1, of cell i of the last row.
func (r *cellReader) place(i int) (line, column int) {
	if r.quoted != nil {
		line, column = r.quoted.FieldPos(i)
		return line + r.before, column
	}
	return r.lines, r.from[i] + 1
}
