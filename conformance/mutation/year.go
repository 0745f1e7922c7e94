package mutation

import (
	"path"
	"slices"
	"strings"
	"testing/fstest"

	"github.com/payslate/payslate/conformance"
	"github.com/payslate/payslate/conformance/ruletext"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/rules/format"
)

// read is the files of a year with their declarations, so that the year opens again quickly
// after a change of one of them. It is not safe for concurrent use.
type read struct {
	fstest.MapFS
	declared map[string]*syntax.File
}

// readYear reads a year, such as de/2026, with the files that it shares with other years.
func readYear(files ruletext.Files, year string) *read {
	r := &read{files.OneYear(year).FS(), map[string]*syntax.File{}}
	for name, file := range r.MapFS {
		if ruletext.OfTable(name) {
			continue
		}
		// Embedded files are compiled unchecked: a last line shows that these are others.
		file.Data = append(slices.Clone(file.Data), "\n# changed\n"...)
		if declared, list := syntax.Read(name, file.Data, format.Of("rules")); !list.HasErrors() {
			r.declared[name] = declared
		}
	}
	return r
}

// Declaration implements [rules.Declared].
func (r *read) Declaration(name string) *syntax.File { return r.declared[name] }

// Tree implements hostfile.Parsed.
func (r *read) Tree(name string) *syntax.Node {
	if f := r.declared[name]; f != nil && f.Clean {
		return f.Root
	}
	return nil
}

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

// figures lists the figures of a year, without those of an imported plan.
func (r *read) figures(year string) (list []figure) {
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
			if planned[p.Name] {
				continue
			}
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
	}
	return list
}

// inChecks reports whether a relation between figures names a parameter.
func (r *read) inChecks(parameter string) bool {
	named := false
	for _, f := range r.declared {
		if checks := f.Root.Get("checks"); checks != nil {
			checks.Each(func(n *syntax.Node) { named = named || strings.Contains(n.Text, "p."+parameter) })
		}
	}
	return named
}

func unitOf(p *syntax.Parameter, column string) string {
	if column != "" {
		return p.Units[column]
	}
	return p.Unit
}
