package syntax

import (
	"bytes"
	"slices"
	"sync"
	"weak"

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
	root, list := Parse(name, data)
	if root == nil {
		return nil, list
	}
	r := &Reader{Findings: list}
	if schema := ruleSchema(); len(hosts) == 0 {
		r.checkShape(root, schema, schema.definition("file"))
	} else {
		r.checkShape(root, hosts[0], hosts[0].ruleFile())
	}
	f := r.file(name, root)
	f.Clean = len(list) == 0
	return f, r.Findings
}

// BuiltIn is the text of a rule file that is known to have no findings. The steps of its programs,
// most of the text, are read when [Program.WithSteps] first needs them.
type BuiltIn struct {
	Name string
	root *Node // without the steps
}

// ParseBuiltIn parses a file. The text is not kept: read returns it again.
func ParseBuiltIn(name string, read func() []byte) *BuiltIn {
	data := read()
	root, _ := Parse(name, withoutSteps(data))
	root.source.data, root.source.again = bytes.TrimPrefix(data, byteOrderMark), read
	return &BuiltIn{name, root}
}

// Read reads what the file declares.
func (t *BuiltIn) Read() *File {
	name, again := t.Name, t.root.source.again // the tree is not needed any longer
	f := (&Reader{}).file(name, t.root)
	t.root.source.drop()
	var guard sync.Mutex
	var last weak.Pointer[File]
	whole := func() *File {
		guard.Lock()
		defer guard.Unlock()
		read := last.Value()
		if read == nil {
			root, _ := Parse(name, again())
			root.source.again = again
			read = (&Reader{}).file(name, root)
			root.source.drop()
			for _, p := range read.Programs {
				p.file = read
			}
			last = weak.Make(read)
		}
		return read
	}
	for _, p := range f.Programs {
		if t.root.Get("programs").Get(p.Name) != nil { // components write some, too
			p.whole = func() *Program { return whole().Program(p.Name) }
		}
	}
	return f
}

// withoutSteps blanks the steps and procedures of programs, where their blocks are indented as
// files of the rule book are.
func withoutSteps(data []byte) []byte {
	kept := slices.Clone(data)
	programs, steps := false, false
	for line := range bytes.Lines(kept) {
		text := bytes.TrimLeft(line, " ")
		indent := len(line) - len(text)
		switch text = bytes.TrimSpace(text); {
		case len(text) == 0 || text[0] == '#':
		case indent == 0:
			programs, steps = string(text) == "programs:", false
		case indent < 4 || indent == 4 && text[0] != '-':
			steps = programs && indent == 4 && (string(text) == "do:" || string(text) == "procedures:")
		}
		for i := 0; steps && i < len(line)-1; i++ {
			line[i] = ' '
		}
	}
	return kept
}

func (r *Reader) file(name string, root *Node) *File {
	f := &File{Name: name, Root: root}
	section := func(key string) []Entry { return r.entries(root.Get(key)) }
	for _, e := range section("sources") {
		source := &Source{ID: e.Key.Text, Range: e.Key.Range, Publication: Publication{License: root.Get("license").Plain()}}
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
	f.Variables = r.variables(root.Get("variables"))
	f.Parameters = r.parameters(root)
	f.Programs = declared(r, section("programs"), r.program)
	if n := root.Get("components"); n != nil {
		r.components(n, f)
	}
	if n := root.Get("checks"); n != nil {
		f.Checks = r.checks(n)
	}
	return f
}
