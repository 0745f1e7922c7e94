package syntax

import (
	"github.com/payslate/payslate/interpreter/diagnostic"
)

// File has the declarations of a rule file.
type File struct {
	Name       string
	Root       *Node
	Clean      bool // the YAML has no findings
	Sources    []*Source
	Types      []*Type
	Grammars   []*Grammar
	Records    []*Record
	Functions  []*Function
	Groups     []*InputGroup
	Parameters []*Parameter
	Programs   []*Program
	Checks     []*Check
	Components *Components // nil if it declares none
}

// InputGroup is a named group of inputs.
type InputGroup struct {
	Name   string
	Range  diagnostic.Range
	Inputs []*Variable
}

// Read reads a rule file. Top-level keys that hosts declare are ignored; other unknown
// keys are errors.
func Read(name string, data []byte, hosts ...*Schema) (*File, diagnostic.List) {
	root, list := Parse(name, data)
	if root == nil {
		return nil, list
	}
	r := newReader()
	r.Findings = list
	f := &File{Name: name, Root: root, Clean: len(list) == 0}
	var known []string
	for _, host := range hosts {
		for _, property := range host.Properties() {
			known = append(known, property.Key.Text)
		}
	}
	fields := r.fields(root, "a rule file", "file", known...)
	for _, section := range []struct {
		key  string
		read func(*Node)
	}{
		{"sources", func(n *Node) { f.Sources = r.sources(n) }},
		{"types", func(n *Node) { f.Types = r.types(n) }},
		{"grammars", func(n *Node) { f.Grammars = r.grammars(n) }},
		{"records", func(n *Node) { f.Records = r.records(n) }},
		{"functions", func(n *Node) { f.Functions = r.functions(n) }},
		{"inputs", func(n *Node) { f.Groups = r.groups(n) }},
		{"parameters", func(n *Node) { f.Parameters = r.parameters(n) }},
		{"programs", func(n *Node) { f.Programs = r.programs(n) }},
		{"components", func(n *Node) { r.components(n, f) }},
		{"checks", func(n *Node) { f.Checks = r.checks(n) }},
	} {
		if n := fields[section.key]; n != nil {
			section.read(n)
		}
	}
	return f, r.Findings
}

func (r *Reader) groups(n *Node) []*InputGroup {
	var list []*InputGroup
	for _, e := range r.entries(n, "inputs") {
		list = append(list, &InputGroup{Name: e.Key.Text, Range: e.Key.Range, Inputs: r.variables(e.Value, "an input")})
	}
	return list
}

// rest reads a scalar without its first characters as an expression.
func (r *Reader) rest(n *Node, skip int) *Expression {
	text := []rune(n.Text)[skip:]
	tree, err := ParseExpression(string(text))
	if err != nil {
		r.Findings.Append(err.Diagnostic(n.Span(skip+err.From, skip+err.To)))
		return nil
	}
	return &Expression{Tree: tree, node: n, offset: skip}
}
