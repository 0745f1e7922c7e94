package syntax

import (
	"slices"
	"sync"

	"github.com/payslate/payslate/interpreter/diagnostic"
)

// File has the declarations of a rule file.
type File struct {
	Name       string
	Root       *Node
	Clean      bool // the YAML has no findings
	Sources    []*Source
	Units      []*UnitName
	Types      []*Type
	Grammars   []*Grammar
	Records    []*Record
	Functions  []*Function
	Groups     []*InputGroup
	Variables  []*Variable // described for programs that name them
	Parameters []*Parameter
	Programs   []*Program
	Checks     []*Check
	Components *Components // nil if it declares none
}

// UnitName is a unit that a file declares.
type UnitName struct {
	Name  string
	Range diagnostic.Range
	Also  []string // other spellings
}

// InputGroup is a named group of inputs.
type InputGroup struct {
	Name   string
	Range  diagnostic.Range
	Inputs []*Variable
}

// Program returns the program with a name; nil if there is none.
func (f *File) Program(name string) *Program {
	at := slices.IndexFunc(f.Programs, func(p *Program) bool { return p.Name == name })
	if at < 0 {
		return nil
	}
	return f.Programs[at]
}

// Read reads a rule file. Top-level keys that hosts declare are ignored; other unknown
// keys are errors.
func Read(name string, data []byte, hosts ...*Schema) (*File, diagnostic.List) {
	return (&Reader{}).file(name, data, hosts)
}

// ReadDeclarations reads a rule file that has no errors, without the steps of its programs,
// which take most of the time and memory: [Program.Whole] reads the file again. data must
// not change.
func ReadDeclarations(name string, data []byte, hosts ...*Schema) (*File, diagnostic.List) {
	whole := sync.OnceValue(func() *File {
		f, _ := Read(name, data, hosts...)
		return f
	})
	return (&Reader{whole: whole}).file(name, data, hosts)
}

func (r *Reader) file(name string, data []byte, hosts []*Schema) (*File, diagnostic.List) {
	root, list := Parse(name, data)
	if root == nil {
		return nil, list
	}
	r.Findings = list
	f := &File{Name: name, Root: root, Clean: len(list) == 0}
	if schema := ruleSchema(); r.whole == nil && len(hosts) == 0 {
		r.checkShape(root, schema, schema.definition("file"))
	} else if r.whole == nil {
		r.checkShape(root, hosts[0], hosts[0].ruleFile())
	}
	section := func(key string) []Entry { return r.entries(root.Get(key)) }
	for _, e := range section("sources") {
		source := &Source{ID: e.Key.Text, Range: e.Key.Range}
		r.read(e.Value, source)
		f.Sources = append(f.Sources, source)
	}
	f.Units = declared(r, section("units"), func(e Entry, name string) *UnitName {
		return &UnitName{Name: name, Range: e.Key.Range, Also: r.words(e.Value)}
	})
	f.Types = declared(r, section("types"), r.typ)
	f.Grammars = declared(r, section("grammars"), r.grammar)
	f.Records = declared(r, section("records"), r.record)
	f.Functions = declared(r, section("functions"), r.function)
	for _, e := range section("inputs") {
		f.Groups = append(f.Groups, &InputGroup{Name: e.Key.Text, Range: e.Key.Range, Inputs: r.variables(e.Value)})
	}
	f.Variables = r.describing(root.Get("variables"))
	f.Parameters = declared(r, section("parameters"), r.parameter)
	f.Programs = declared(r, section("programs"), r.program)
	if n := root.Get("components"); n != nil {
		r.components(n, f)
	}
	if n := root.Get("checks"); n != nil {
		f.Checks = r.checks(n)
	}
	return f, r.Findings
}
