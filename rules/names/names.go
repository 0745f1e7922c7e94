// Package names finds the names in rule files, where each is declared and used, and what
// it means, for editors and for pages that show the files.
//
// scan.go finds names in the text, independently of the compiler, so that it also works
// on files with mistakes. A Book has the names of a folder; meaning.go describes a name.
package names

import (
	"bytes"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/syntax"
)

// Kind is the kind of thing that a name denotes.
type Kind string

const (
	Parameter Kind = "parameter"
	Program   Kind = "program"
	Procedure Kind = "procedure"
	Type      Kind = "type"
	Record    Kind = "record"
	Function  Kind = "function"
	Grammar   Kind = "grammar"
	Source    Kind = "source"
	Group     Kind = "group of inputs"
	Input     Kind = "input"
	Variable  Kind = "variable"
)

// Symbol is a name with its scope: the folder of a country or regime, for variables and
// procedures followed by # and the program.
type Symbol struct {
	Kind  Kind
	Scope string
	Name  string
}

// Occurrence is a place where a symbol occurs.
type Occurrence struct {
	Symbol
	At       diagnostic.Range
	Declared bool
	// Passed marks a name in a list of with or give, which is also a name of the called
	// program.
	Passed bool
	Node   *syntax.Node // the value, at the declaration
}

// File has the names of a file in the order of the file.
type File struct {
	// Declared and Found are the results of syntax.Read.
	Declared    *syntax.File
	Found       diagnostic.List
	Occurrences []Occurrence
	Parameters  []*syntax.Parameter
	Programs    []*syntax.Program
	Year        int // of a parameters.yaml
}

// Book maps the paths of the files of a folder to their names.
type Book map[string]*File

// sections are the sections of a rule file whose keys are names.
var sections = []struct {
	key  string
	kind Kind
}{
	{"parameters", Parameter}, {"programs", Program}, {"types", Type}, {"records", Record},
	{"functions", Function}, {"grammars", Grammar}, {"sources", Source}, {"inputs", Group},
}

// mostMasked is the number of lines with invalid YAML that Read leaves out.
const mostMasked = 1

// Read lists the names of a file; hosts declare its keys that are not part of the rule
// language. If the file is not valid YAML, Read leaves out the lines at fault.
func Read(name string, data []byte, hosts ...*syntax.Schema) *File {
	f := &File{}
	f.Declared, f.Found = syntax.Read(name, data, hosts...)
	read, found := f.Declared, f.Found
	for range mostMasked {
		if read != nil || len(found) == 0 || found[0].Subject.Start.IsZero() {
			break
		}
		data = without(data, found[0].Subject.Start.Line)
		read, found = syntax.Read(name, data, hosts...)
	}
	if read == nil || read.Root == nil {
		return f
	}
	f.Parameters, f.Programs = read.Parameters, read.Programs
	if year := read.Root.Get("year"); year != nil {
		f.Year, _ = strconv.Atoi(year.Text)
	}
	w := &scanner{file: f, folder: FolderOf(name)}
	for _, section := range sections {
		node := read.Root.Get(section.key)
		if node == nil {
			continue
		}
		for _, e := range node.Entries {
			w.declare(Symbol{section.kind, w.scope(section.kind), e.Key.Text}, e.Key, e.Value)
			w.section(section.kind, e)
		}
	}
	w.plans(read.Root)
	w.checks(read.Root.Get("checks"))
	w.thresholds(read.Root.Get("thresholds"))
	return f
}

// without returns a text with one of its lines emptied, counted from 1.
func without(data []byte, line int) []byte {
	lines := bytes.Split(data, []byte{'\n'})
	if line <= len(lines) {
		lines[line-1] = nil
	}
	return bytes.Join(lines, []byte{'\n'})
}

// FolderOf returns the folder of the country or regime of a file.
func FolderOf(name string) string {
	folder, _, below := strings.Cut(name, "/")
	if !below {
		return "."
	}
	return folder
}

// YearOf returns the folder of a file's year, empty for a file of all years.
func YearOf(name string) string {
	if dir := path.Dir(name); dir != FolderOf(name) {
		return path.Base(dir)
	}
	return ""
}

// At returns the symbol at a place of a file.
func (b Book) At(name string, p diagnostic.Position) (Occurrence, bool) {
	if f := b[name]; f != nil {
		for _, o := range f.Occurrences {
			if o.At.Start.Compare(p) <= 0 && p.Compare(o.At.End) <= 0 {
				o.Symbol = b.resolve(o.Symbol)
				return o, true
			}
		}
	}
	return Occurrence{}, false
}

// Each calls do for every occurrence of a symbol, in the order of the files.
func (b Book) Each(s Symbol, do func(file string, o Occurrence)) {
	own := map[Symbol]bool{} // the variables with this name that programs declare
	for _, f := range b {
		if s.Kind != Variable && s.Kind != Input {
			break
		}
		for _, o := range f.Occurrences {
			if o.Declared && o.Kind == Variable && o.Name == s.Name {
				own[o.Symbol] = true
			}
		}
	}
	for _, file := range slices.Sorted(maps.Keys(b)) {
		for _, o := range b[file].Occurrences {
			if o.Symbol == s || s.Kind == Input && o.Kind == Variable && o.Name == s.Name && !own[o.Symbol] && o.inGroup() == s {
				do(file, o)
			}
		}
	}
}

// resolve returns the input of a group for a variable that its program does not declare.
func (b Book) resolve(s Symbol) Symbol {
	for _, f := range b {
		if s.Kind == Variable && slices.ContainsFunc(f.Occurrences, func(o Occurrence) bool { return o.Declared && o.Symbol == s }) {
			return s
		}
	}
	return s.inGroup()
}

// inGroup returns the input of a group that a variable may refer to.
func (s Symbol) inGroup() Symbol {
	if s.Kind == Variable {
		folder, _, _ := strings.Cut(s.Scope, "#")
		return Symbol{Input, folder, s.Name}
	}
	return s
}

// Declarations lists the declarations of a symbol: in the file itself, otherwise in the
// files of its year, otherwise all.
func (b Book) Declarations(name string, s Symbol) []Occurrence {
	var here, sameYear, all []Occurrence
	b.Each(s, func(file string, o Occurrence) {
		if !o.Declared {
			return
		}
		all = append(all, o)
		if file == name {
			here = append(here, o)
		}
		if YearOf(name) != "" && YearOf(file) == YearOf(name) {
			sameYear = append(sameYear, o)
		}
	})
	switch {
	case len(here) > 0 && s.Kind != Parameter:
		return here[:1]
	case len(here) > 0:
		return here
	case len(sameYear) > 0:
		return sameYear
	}
	return all
}
