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

// places returns the positions of the characters at two offsets of a scalar's text.
func (n *Node) places(from, to int) (start, end diagnostic.Position) {
	from = max(from, 0)
	to = max(to, from)
	if n.style == plain && n.Range.Start.Line == n.Range.End.Line {
		last := n.Range.End.Column
		start, end = n.Range.Start, n.Range.Start
		start.Column = min(start.Column+from, last)
		end.Column = min(end.Column+to, last)
		return start, end
	}
	begin := cursor{offset: n.offset, Position: n.Range.Start}
	index, previousEnd := 0, begin.Position
	var startKnown, endKnown bool
	_, ok := n.readTo(begin, max(from+1, to), func(at, after cursor) {
		if index == from {
			start, startKnown = at.Position, true
		}
		// A span ends after its last character, before anything that folding skips.
		if index+1 == to {
			end, endKnown = after.Position, true
		}
		index++
		previousEnd = after.Position
	})
	if !ok && !(startKnown && (endKnown || to == from)) {
		return n.Range.Start, n.Range.End
	}
	if !startKnown {
		start = previousEnd
	}
	if !endKnown {
		end = previousEnd
	}
	if to == from {
		end = start
	}
	return start, end
}

// read walks through a scalar in the file and the text that the library made of it at
// the same time, and calls visit for every character. It returns the cursor after the
// scalar, and false if the two do not match; then only the scalar's start is known.
func (n *Node) read(begin cursor, visit func(at, after cursor)) (cursor, bool) {
	return n.readTo(begin, len(n.Text)+1, visit)
}

// readTo is read for the first characters of the text.
func (n *Node) readTo(begin cursor, characters int, visit func(at, after cursor)) (cursor, bool) {
	r := scalarReader{source: n.source, at: begin, rest: n.Text, visit: visit, style: n.style, left: characters, lines: visit == nil && n.style == literal}
	if visit == nil {
		r.visit = func(cursor, cursor) {}
	}
	var ok bool
	if n.style == literal || n.style == folded {
		ok = r.block()
	} else {
		ok = r.flow()
	}
	return r.at, ok
}

// scalarReader walks a scalar in the file and its text at the same time.
type scalarReader struct {
	source *source
	at     cursor
	rest   string // of the text
	visit  func(at, after cursor)
	style  style
	left   int  // characters to go
	lines  bool // read whole lines: visit is not needed
}

func (r *scalarReader) data() []byte { return r.source.data[r.at.offset:] }

func (r *scalarReader) moveTo(offset int) { r.at = r.source.advance(r.at, offset) }

// take matches the next character of the text with the next size bytes of the file.
func (r *scalarReader) take(size int) {
	at := r.at
	_, width := utf8.DecodeRuneInString(r.rest)
	r.rest = r.rest[width:]
	r.moveTo(r.at.offset + size)
	r.visit(at, r.at)
	if r.left--; r.left == 0 {
		r.rest = ""
	}
}

// flow reads a plain or quoted scalar.
func (r *scalarReader) flow() bool {
	quote := map[style]byte{singleQuoted: '\'', doubleQuoted: '"'}[r.style]
	if quote != 0 {
		if len(r.data()) == 0 || r.data()[0] != quote {
			return false
		}
		r.moveTo(r.at.offset + 1)
	}
	for r.rest != "" {
		data := r.data()
		blanks := len(data) - len(bytes.TrimLeft(data, " \t"))
		switch {
		case len(data) == 0:
			return false
		case blanks < len(data) && isBreak(data[blanks:]):
			if !r.fold(blanks, false) {
				return false
			}
		case r.style == doubleQuoted && data[0] == '\\':
			if !r.escape() {
				return false
			}
		case r.style == singleQuoted && bytes.HasPrefix(data, []byte("''")):
			r.take(2)
		default:
			// Skip blanks that no line end follows at once, so that the work is linear.
			for range max(blanks, 1) {
				if r.rest == "" || !r.same() {
					return false
				}
			}
		}
	}
	if quote == 0 {
		return true
	}
	return r.close(quote)
}

// close moves after the closing quote, and any escaped line ends before it.
func (r *scalarReader) close(quote byte) bool {
	data := r.data()
	for r.style == doubleQuoted && len(data) > 1 && data[0] == '\\' && isBreak(data[1:]) {
		data = bytes.TrimLeft(data[1:], " \t\r\n")
	}
	if len(data) == 0 || data[0] != quote {
		return false
	}
	r.moveTo(len(r.source.data) - len(data) + 1)
	return true
}

// same takes a character that is the same in the file and the text.
func (r *scalarReader) same() bool {
	want, _ := utf8.DecodeRuneInString(r.rest)
	got, size := utf8.DecodeRune(r.data())
	if got != want {
		return false
	}
	r.take(size)
	return true
}

// line takes the rest of a line that is the same in the file and the text.
func (r *scalarReader) line() bool {
	line, _, _ := strings.Cut(r.rest, "\n")
	if data := r.data(); line == "" || len(data) < len(line) || string(data[:len(line)]) != line {
		return false
	}
	r.rest = r.rest[len(line):]
	r.moveTo(r.at.offset + len(line))
	return true
}

// fold reads line ends. One becomes a space in the text, n become n-1 newlines; an
// escaped line end disappears.
func (r *scalarReader) fold(blanks int, escaped bool) bool {
	data := r.data()
	breaks, i := 0, blanks
	for i < len(data) && (isBreak(data[i:]) || data[i] == ' ' || data[i] == '\t') {
		if data[i] == '\n' {
			breaks++
		}
		i++
	}
	after := r.at.offset + i
	want := strings.Repeat("\n", breaks-1)
	if breaks == 1 && !escaped {
		want = " "
	}
	if !strings.HasPrefix(r.rest, want) {
		return false
	}
	for range len(want) - 1 {
		r.take(0)
	}
	if want == "" {
		r.moveTo(after)
		return true
	}
	r.take(after - r.at.offset)
	return true
}

func isBreak(data []byte) bool {
	return len(data) > 0 && data[0] == '\n' || bytes.HasPrefix(data, []byte("\r\n"))
}

// escape reads an escape sequence in double quotes.
func (r *scalarReader) escape() bool {
	data := r.data()
	if len(data) < 2 {
		return false
	}
	if isBreak(data[1:]) {
		return r.fold(1, true)
	}
	size := 2
	switch data[1] {
	case 'x':
		size += 2
	case 'u':
		size += 4
	case 'U':
		size += 8
	}
	r.take(min(size, len(data)))
	return true
}

// block reads a scalar below | or >.
func (r *scalarReader) block() bool {
	header := bytes.IndexByte(r.data(), '\n')
	if header < 0 || strings.Trim(r.rest, " \n") == "" {
		// Only blanks: nobody needs their positions.
		return true
	}
	indent := r.indentation(r.data()[header+1:])
	if indent < 0 {
		return false
	}
	r.moveTo(r.at.offset + header + 1)
	r.skipIndent(indent)
	for r.rest != "" {
		data := r.data()
		switch {
		case len(data) == 0:
			// The last line of a file may lack the line end that its text has.
			r.take(0)
		case !isBreak(data):
			if r.lines && !r.line() || !r.lines && !r.same() {
				return false
			}
		case r.style == literal:
			if r.rest[0] != '\n' {
				return false
			}
			r.take(bytes.IndexByte(data, '\n') + 1)
			if r.rest != "" {
				r.skipIndent(indent)
			}
		default:
			if !r.foldBlock(indent) {
				return false
			}
		}
	}
	return true
}

// indentation returns the number of blanks before each line that are not part of the
// text: those before the first nonempty line, minus those in the text.
func (r *scalarReader) indentation(lines []byte) int {
	written := bytes.TrimLeft(lines, " \r\n")
	before := lines[:len(lines)-len(written)]
	inFile := len(before) - 1 - bytes.LastIndexByte(before, '\n')
	blank := r.rest[:len(r.rest)-len(strings.TrimLeft(r.rest, " \n"))]
	inText := len(blank) - 1 - strings.LastIndexByte(blank, '\n')
	return inFile - inText
}

func (r *scalarReader) skipIndent(indent int) {
	data := r.data()
	i := 0
	for i < indent && i < len(data) && data[i] == ' ' {
		i++
	}
	r.moveTo(r.at.offset + i)
}

// foldBlock reads the line ends between two nonempty lines of a folded block: a space
// or newlines in the text.
func (r *scalarReader) foldBlock(indent int) bool {
	data := r.data()
	i, lineStart := 0, 0
	for i < len(data) && (isBreak(data[i:]) || data[i] == ' ' && i-lineStart < indent) {
		if data[i] == '\n' {
			lineStart = i + 1
		}
		i++
	}
	after := r.at.offset + i
	newlines := len(r.rest) - len(strings.TrimLeft(r.rest, "\n"))
	if newlines == 0 && r.rest[0] != ' ' {
		return false
	}
	for range newlines - 1 {
		r.take(0)
	}
	r.take(after - r.at.offset)
	return true
}
