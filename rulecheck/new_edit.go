package main

import (
	"bytes"
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/document"
)

// edit changes parts of a YAML file's text and leaves all else as it stands.
type edit struct {
	data    []byte
	lines   []int // where each begins
	changes []change
}

// change puts a text in the place of some bytes.
type change struct {
	from, to int
	text     string
}

func newEdit(data []byte) *edit {
	e := &edit{data: data, lines: []int{0}}
	for i, b := range data {
		if b == '\n' {
			e.lines = append(e.lines, i+1)
		}
	}
	return e
}

// offset is the byte at a place, whose columns count characters.
func (e *edit) offset(p diagnostic.Position) int {
	at := e.lines[p.Line-1]
	line := string(e.data[at:])
	for column := 1; column < p.Column; column++ {
		for i := range line {
			if i > 0 {
				at, line = at+i, line[i:]
				break
			}
		}
	}
	return at
}

// text is a node as it is written.
func (e *edit) text(n *document.Node) string {
	return string(e.data[e.offset(n.Range.Start):e.end(n)])
}

// end is the byte behind a node; that of a map in lines is behind its last value.
func (e *edit) end(n *document.Node) int { return e.offset(n.Range.End) }

func (e *edit) replace(n *document.Node, text string) {
	e.changes = append(e.changes, change{e.offset(n.Range.Start), e.end(n), text})
}

// mark adds a line to the map that a name stands for, in the form that it has.
// A mark that is there already stays.
func (e *edit) mark(section *document.Node, name, text string) {
	entry, known := section.Entry(name)
	if !known || entry.Value.Kind != document.Mapping || len(entry.Value.Entries) == 0 || entry.Value.Get("to_check") != nil {
		return
	}
	first := entry.Value.Entries[0].Key.Range.Start
	at := e.offset(first)
	if entry.Value.Flow {
		e.changes = append(e.changes, change{at, at, text + ", "})
		return
	}
	e.changes = append(e.changes, change{at, at, text + "\n" + strings.Repeat(" ", first.Column-1)})
}

// replaceComments changes the comment that the file begins with.
func (e *edit) replaceComments(by func(string) string) {
	end := 0
	for _, line := range bytes.SplitAfter(e.data, []byte("\n")) {
		if !bytes.HasPrefix(line, []byte("#")) {
			break
		}
		end += len(line)
	}
	e.changes = append(e.changes, change{0, end, by(string(e.data[:end]))})
}

// bytes is the file with its changes.
func (e *edit) bytes() []byte {
	slices.SortStableFunc(e.changes, func(a, b change) int { return a.from - b.from })
	var out []byte
	at := 0
	for _, c := range e.changes {
		out = append(append(out, e.data[at:c.from]...), c.text...)
		at = c.to
	}
	return append(out, e.data[at:]...)
}

// compactSorted sorts names and leaves out those that stand twice.
func compactSorted(names []string) []string {
	slices.Sort(names)
	return slices.Compact(names)
}
