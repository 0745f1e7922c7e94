package syntax

import (
	"bytes"
	"slices"
	"sync"
	"unicode/utf8"
	"weak"

	"github.com/payslate/payslate/interpreter/diagnostic"
)

// source is the text of a file without its byte order mark. It converts lines and
// columns to byte offsets and back.
type source struct {
	file string
	data []byte
	// lines has the offset of the first byte of every line.
	lines []int
	// again reads the data of a built-in file again; nil for other files. Nobody keeps the tree of
	// such a file, nor its data: what outlives them is copied.
	again func() []byte
	guard sync.Mutex
	read  weak.Pointer[[]byte] // by again
}

// drop lets go of the text, which again returns.
func (s *source) drop() { s.data, s.lines = nil, nil }

// text returns the data, also after drop.
func (s *source) text() []byte {
	if s.data != nil || s.again == nil {
		return s.data
	}
	s.guard.Lock()
	defer s.guard.Unlock()
	data := s.read.Value()
	if data == nil {
		data = new([]byte)
		*data = bytes.TrimPrefix(s.again(), byteOrderMark)
		s.read = weak.Make(data)
	}
	return *data
}

var byteOrderMark = []byte("\ufeff")

// indexLines fills lines, once the size has been checked.
func (s *source) indexLines() {
	s.lines = make([]int, 1, 1+bytes.Count(s.data, []byte("\n")))
	for i, b := range s.data {
		if b == '\n' {
			s.lines = append(s.lines, i+1)
		}
	}
}

// cursor is a place in the text, both as an offset and as a position.
type cursor struct {
	offset int
	diagnostic.Position
}

// advance moves a cursor forward to an offset.
func (s *source) advance(c cursor, offset int) cursor { return advance(s.data, c, offset) }

func advance(data []byte, c cursor, offset int) cursor {
	offset = min(offset, len(data))
	for c.offset < offset {
		r, size := utf8.DecodeRune(data[c.offset:])
		c.offset += size
		if r == '\n' {
			c.Line, c.Column = c.Line+1, 1
		} else {
			c.Column++
		}
	}
	return c
}

// seek returns the cursor at a line and column. It starts from near if that is before
// it on the same line.
func (s *source) seek(near cursor, line, column int) cursor {
	line = min(max(line, 1), len(s.lines))
	c := near
	if c.Line != line || c.Column > column {
		c = cursor{offset: s.lines[line-1], Position: diagnostic.Position{Line: line, Column: 1}}
	}
	for c.Column < column && c.offset < len(s.data) && s.data[c.offset] != '\n' {
		_, size := utf8.DecodeRune(s.data[c.offset:])
		c.offset += size
		c.Column++
	}
	return c
}

// position returns the position of an offset.
func (s *source) position(offset int) diagnostic.Position {
	line, _ := slices.BinarySearch(s.lines, offset+1)
	start := cursor{offset: s.lines[line-1], Position: diagnostic.Position{Line: line, Column: 1}}
	return s.advance(start, offset).Position
}

// span returns the range between two offsets.
func (s *source) span(from, to int) diagnostic.Range {
	return diagnostic.Range{File: s.file, Start: s.position(from), End: s.position(to)}
}

// lineSpan returns the range of a line's text without its indentation.
func (s *source) lineSpan(line int) diagnostic.Range {
	line = min(max(line, 1), len(s.lines))
	from, to := s.lines[line-1], len(s.data)
	if line < len(s.lines) {
		to = s.lines[line] - 1
	}
	text := bytes.TrimRight(s.data[from:to], " \t\r")
	blank := len(text) - len(bytes.TrimLeft(text, " \t"))
	return s.span(from+blank, from+len(text))
}
