package main

import (
	"bytes"
	"strings"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/document"
	"github.com/payslate/payslate/rulecheck/ruletext"
)

// edit changes parts of a YAML file's text and leaves all else as it stands.
type edit struct {
	name    string
	files   ruletext.Files // the one
	changes []ruletext.Change
}

func newEdit(name string, data []byte) *edit {
	return &edit{name: name, files: ruletext.Files{name: data}}
}

// change puts what by makes of a node's text in its place; without a node it does
// nothing.
func (e *edit) change(n *document.Node, by func(string) string) {
	if n != nil {
		e.put(n.Range, by)
	}
}

func (e *edit) put(at diagnostic.Range, by func(string) string) {
	text, _ := e.files.Text(at) // a place that is not there fails in done
	e.changes = append(e.changes, ruletext.Change{At: at, Text: by(text)})
}

// changeComments is change for the comment that the file begins with.
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

// done is the file with its changes.
func (e *edit) done() ([]byte, error) { return e.files.Edited(e.name, e.changes...) }

// mark adds a line to the map that a name stands for, in the form that it has.
// A mark that is there already stays.
func (e *edit) mark(section *document.Node, name, text string) {
	entry, known := section.Entry(name)
	if !known || entry.Value.Kind != document.Mapping || len(entry.Value.Entries) == 0 || entry.Value.Get("to_check") != nil {
		return
	}
	at := entry.Value.Entries[0].Key.Range
	at.End = at.Start
	behind := "\n" + strings.Repeat(" ", at.Start.Column-1)
	if entry.Value.Flow {
		behind = ", "
	}
	e.put(at, func(string) string { return text + behind })
}
