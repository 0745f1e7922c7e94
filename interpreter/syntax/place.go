package syntax

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/payslate/payslate/interpreter/diagnostic"
)

// style is how a scalar is written.
type style uint8

const (
	plain style = iota
	singleQuoted
	doubleQuoted
	literal // after |
	folded  // after >
)

// places returns the positions of the characters at two offsets of a scalar's text; those of
// the scalar if they are not known.
func (n *Node) places(from, to int) (start, end diagnostic.Position) {
	from = max(from, 0)
	to = max(to, from)
	start, end = n.Range.Start, n.Range.Start
	if n.style == plain && n.Range.Start.Line == n.Range.End.Line {
		last := n.Range.End.Column
		start.Column, end.Column = min(start.Column+from, last), min(end.Column+to, last)
		return start, end
	}
	index, last := 0, n.Range.Start
	_, known := n.walk(func(at, after cursor) bool {
		if index == from {
			start = at.Position
		}
		if index+1 == to { // before anything that folding skips
			end = after.Position
		}
		last = after.Position
		index++
		return index < max(from+1, to)
	})
	switch {
	case !known:
		return n.Range.Start, n.Range.End
	case index <= from:
		return last, last
	case index < to:
		end = last
	case to == from:
		end = start
	}
	return start, end
}

// walk goes through the characters of a scalar in the text that the library made of it and in
// the file, until visit returns false. A blank of the text that the file does not have there,
// from folded lines or before an indented one, stands where the next character is looked for.
// It returns the cursor after the scalar, and false if the two do not match.
func (n *Node) walk(visit func(at, after cursor) bool) (cursor, bool) {
	data, c := n.source.text(), cursor{offset: n.offset, Position: n.Range.Start}
	switch n.style {
	case singleQuoted, doubleQuoted:
		c = advance(data, c, c.offset+1)
	case literal, folded:
		header := bytes.IndexByte(data[c.offset:], '\n')
		if header < 0 {
			return c, strings.TrimSpace(n.Text) == ""
		}
		c = advance(data, c, c.offset+header+1)
	}
	for _, r := range n.Text {
		isBlank := strings.ContainsRune(blanks, r)
		c = n.style.skip(data, c, !isBlank)
		size := n.style.sizeOf(r, data[c.offset:])
		if size == 0 && !isBlank {
			return c, false
		}
		after := advance(data, c, c.offset+size)
		if !visit(c, after) {
			return after, true
		}
		c = after
	}
	return c, true
}

// blanks are the characters that folding lines changes.
const blanks = " \t\r\n"

// skip moves over escaped line ends in double quotes, and over blanks.
func (s style) skip(data []byte, c cursor, over bool) cursor {
	rest := data[c.offset:]
	if over {
		rest = bytes.TrimLeft(rest, blanks)
	}
	for s == doubleQuoted && len(rest) > 1 && rest[0] == '\\' && (rest[1] == '\n' || rest[1] == '\r') {
		rest = bytes.TrimLeft(rest[1:], blanks)
	}
	return advance(data, c, len(data)-len(rest))
}

// sizeOf returns the number of bytes that stand for a character at the beginning of data; 0 if it
// is not there.
func (s style) sizeOf(r rune, data []byte) int {
	switch {
	case s == doubleQuoted && len(data) > 1 && data[0] == '\\':
		return min(len(data), 2+map[byte]int{'x': 2, 'u': 4, 'U': 8}[data[1]])
	case s == singleQuoted && r == '\'' && bytes.HasPrefix(data, []byte("''")):
		return 2
	}
	if got, size := utf8.DecodeRune(data); got == r {
		return size
	}
	return 0
}

// end returns the cursor after a scalar that begins at one.
func (n *Node) end(begin cursor) cursor {
	s := n.source
	switch n.style {
	case singleQuoted, doubleQuoted:
		return s.advance(begin, begin.offset+quotedLength(s.data[begin.offset:]))
	case literal:
		// The text has all its lines.
		line := begin.Line + 1 + strings.Count(n.Text, "\n")
		if n.Text == "" || line > len(s.lines) {
			break
		}
		c := cursor{offset: s.lines[line-1], Position: diagnostic.Position{Line: line, Column: 1}}
		if strings.HasSuffix(n.Text, "\n") {
			return c
		}
		return s.seek(c, line, len(s.data))
	case plain:
		if bytes.HasPrefix(s.data[begin.offset:], []byte(n.Text)) {
			return s.advance(begin, begin.offset+len(n.Text))
		}
	}
	c, _ := n.walk(func(cursor, cursor) bool { return true })
	return c
}

// quotedLength returns the length of a text in quotes at the beginning of data.
func quotedLength(data []byte) int {
	for i := 1; i < len(data); i++ {
		switch {
		case data[i] == '\\' && data[0] == '"', data[i] == '\'' && data[0] == '\'' && bytes.HasPrefix(data[i:], []byte("''")):
			i++
		case data[i] == data[0]:
			return i + 1
		}
	}
	return len(data)
}
