package mutation

import (
	"maps"
	"path"
	"slices"
	"testing/fstest"

	"github.com/payslate/payslate/conformance"
	"github.com/payslate/payslate/conformance/ruletext"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/rules/format"
)

// read is the files of a year with their trees and declarations, so that the year opens again
// quickly after a change of one of them. It must not be used while a node of a tree is changed.
type read struct {
	fstest.MapFS
	trees    map[string]*syntax.Node
	declared map[string]*syntax.File
}

// readYear reads a year, such as de/2026, with the files that it shares with other years.
func readYear(files ruletext.Files, year string) *read {
	r := &read{files.OneYear(year).FS(), map[string]*syntax.Node{}, map[string]*syntax.File{}}
	for name, file := range r.MapFS {
		if !ruletext.OfTable(name) {
			// Embedded files are compiled unchecked: a last line shows that these are others.
			file.Data = append(slices.Clone(file.Data), "\n# changed\n"...)
			r.parse(name)
		}
	}
	return r
}

// parse keeps the tree of a file without findings, and its declarations if they are those of rules.
func (r *read) parse(name string) {
	delete(r.trees, name)
	delete(r.declared, name)
	if declared, list := syntax.Read(name, r.MapFS[name].Data, format.Of("rules")); !list.HasErrors() {
		r.declared[name] = declared
		if declared.Clean {
			r.trees[name] = declared.Root
		}
	} else if root, list := syntax.Parse(name, r.MapFS[name].Data); len(list) == 0 {
		r.trees[name] = root
	}
}

// edited returns the files with another content of one.
func (r *read) edited(name string, data []byte) *read {
	other := &read{maps.Clone(r.MapFS), maps.Clone(r.trees), maps.Clone(r.declared)}
	other.MapFS[name] = &fstest.MapFile{Data: data}
	if !ruletext.OfTable(name) {
		other.parse(name)
	}
	return other
}

// Declaration implements [rules.Declared].
func (r *read) Declaration(name string) *syntax.File { return r.declared[name] }

// Tree implements hostfile.Parsed.
func (r *read) Tree(name string) *syntax.Node { return r.trees[name] }

// open opens the year; lazily, if only the programs that cases need are to be checked.
func (r *read) open(options rules.Options) (conformance.Subject, error) {
	book, list := rules.Open(r, options)
	return conformance.NewSubject(r, book, nil), list.Err()
}

// with calls do while a node has another text.
func with(n *syntax.Node, text string, do func()) {
	old := n.Text
	n.Text = text
	defer func() { n.Text = old }()
	do()
}

// figure is a figure with its node.
type figure struct {
	Figure
	node      *syntax.Node
	yearly    bool
	parameter string
	table     *syntax.TableFile // of a table, with one of its files
	file      string
}

// parameters lists the parameters of a year, without the figures of an imported plan.
func (r *read) parameters(year string) (list []*syntax.Parameter) {
	head := r.declared[path.Join(year, "parameters.yaml")]
	if head == nil {
		return nil
	}
	planned := map[string]bool{}
	var files []*syntax.File
	for _, name := range append([]string{"parameters.yaml"}, rules.MadeOf(r, year, head)...) {
		if f := r.declared[path.Join(year, name)]; f != nil {
			files = append(files, f)
			for _, p := range f.Programs {
				for _, printed := range p.Figures {
					planned[printed.Name] = true
				}
			}
		}
	}
	described := syntax.Described(files...).Parameters
	for _, f := range files {
		for _, p := range f.Figures(described) {
			if !planned[p.Name] {
				list = append(list, p)
			}
		}
	}
	return list
}

// figures lists the figures of a year's parameters.
func (r *read) figures(year string) (list []figure) {
	for _, p := range r.parameters(year) {
		if p.Table != nil {
			list = append(list, r.tableFiles(p)...)
		}
		for _, cell := range p.Cells() {
			if _, err := number.Parse(cell.Node.Text); err == nil {
				list = append(list, figure{Figure: Figure{
					Name: cell.Name(p.Name), Value: cell.Node.Text, Unit: unitOf(p, cell.Column), At: cell.Node.Range, Unproved: p.Unproved, Unread: p.Unread != "",
				}, node: cell.Node, yearly: p.Yearly, parameter: p.Name})
			}
		}
	}
	return list
}

func unitOf(p *syntax.Parameter, column string) string {
	if column != "" {
		return p.Units[column]
	}
	return p.Unit
}
