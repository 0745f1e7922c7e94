package main

import (
	"encoding/csv"
	"errors"
	"io"
	"strings"
)

// cellReader reads the rows of a CSV text. It cuts rows without quotes, nearly all, at their
// commas; encoding/csv reads the others.
type cellReader struct {
	rest   string // after the last row
	row    []string
	line   int         // the last one of the last row
	quoted *csv.Reader // of the last row if it has quotes, which began after line before
	before int
}

// read returns the next row, which is valid until the next call. Empty lines are no rows.
func (c *cellReader) read() ([]string, error) {
	for c.rest != "" {
		line, rest, _ := strings.Cut(c.rest, "\n")
		if strings.Contains(line, `"`) {
			return c.readQuoted()
		}
		c.quoted, c.rest = nil, rest
		c.line++
		if line = strings.TrimSuffix(line, "\r"); line == "" {
			continue
		}
		c.row = c.row[:0]
		for more := true; more; {
			var cell string
			cell, line, more = strings.Cut(line, ",")
			c.row = append(c.row, cell)
		}
		return c.row, nil
	}
	return nil, io.EOF
}

func (c *cellReader) readQuoted() ([]string, error) {
	c.quoted, c.before = csv.NewReader(strings.NewReader(c.rest)), c.line
	row, err := c.quoted.Read()
	if parse := (*csv.ParseError)(nil); errors.As(err, &parse) {
		parse.Line += c.before
	}
	end := c.quoted.InputOffset()
	c.line += strings.Count(c.rest[:end], "\n")
	c.rest = c.rest[end:]
	return row, err
}

// position returns the line and column of a cell of the last row.
func (c *cellReader) position(cell int) (line, column int) {
	if c.quoted != nil {
		line, column = c.quoted.FieldPos(cell)
		return c.before + line, column
	}
	for _, left := range c.row[:cell] {
		column += len(left) + 1
	}
	return c.line, column + 1
}

// appendCell appends a cell of CSV and a comma.
func appendCell(dst []byte, text string) []byte {
	special := func(r rune) bool { return r <= ' ' || r == '"' || r == ',' || r == '\\' || r > '~' }
	if strings.ContainsFunc(text, special) {
		var written strings.Builder
		quoting := csv.NewWriter(&written)
		_ = quoting.Write([]string{text}) // a Builder has no errors
		quoting.Flush()
		text = strings.TrimSuffix(written.String(), "\n")
	}
	return append(append(dst, text...), ',')
}
