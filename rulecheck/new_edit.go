package main

import (
	"bytes"
	"strings"

	"github.com/payslate/payslate/conformance/ruletext"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/syntax"
)

// edit changes parts of a YAML file and preserves the rest of its text.
type edit struct {
	name    string
	files   ruletext.Files // this file only
	changes []ruletext.Change
}

func newEdit(name string, data []byte) *edit {
	return &edit{name: name, files: ruletext.Files{name: data}}
}

// change replaces the text of a node by the result of by. The node may be nil.
func (e *edit) change(n *syntax.Node, by func(string) string) {
	if n != nil {
		e.put(n.Range, by)
	}
}

func (e *edit) put(at diagnostic.Range, by func(string) string) {
	text, _ := e.files.Text(at) // done reports an invalid place
	e.changes = append(e.changes, ruletext.Change{At: at, Text: by(text)})
}

// changeComments is change for the comment at the start of the file.
func (e *edit) changeComments(by func(string) string) {
	end := diagnostic.Position{Line: 1, Column: 1}
	for line := range bytes.Lines(e.files[e.name]) {
		if line[0] != '#' {
			break
		}
		end.Line++
	}
	e.put(diagnostic.Range{File: e.name, Start: diagnostic.Position{Line: 1, Column: 1}, End: end}, by)
}

// done returns the changed file.
func (e *edit) done() ([]byte, error) { return e.files.Edited(e.name, e.changes...) }

// mark adds an entry at the start of a named map, in the map's own style, unless the map has
// a mark. A figure alone becomes a map.
func (e *edit) mark(section *syntax.Node, name, text string) {
	entry, known := section.Entry(name)
	if known && entry.Value.Kind == syntax.Scalar { // a figure alone
		e.change(entry.Value, func(figure string) string { return "{" + text + ", value: " + figure + "}" })
		return
	}
	if !known || entry.Value.Kind != syntax.Mapping || len(entry.Value.Entries) == 0 || entry.Value.Get("to_check") != nil {
		return
	}
	at := entry.Value.Entries[0].Key.Range
	at.End = at.Start
	separator := "\n" + strings.Repeat(" ", at.Start.Column-1)
	if entry.Value.Flow {
		separator = ", "
	}
	e.put(at, func(string) string { return text + separator })
}
