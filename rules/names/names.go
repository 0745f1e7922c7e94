// Package names finds the names in rule files, where each is declared and used, and what
// it means, for editors and for pages that show the files.
//
// The names of a file depend on the file alone, not on the years that it is part of: those of a
// program are its variables, wherever a step sets them. A file that cannot be parsed keeps its
// last names. Symbols that go by one name because a call passes them by it are linked.
package names

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/syntax"
)

// NameKind is the kind of thing that a name denotes.
type NameKind string

const (
	Parameter NameKind = "parameter"
	Program   NameKind = "program"
	Procedure NameKind = "procedure"
	Type      NameKind = "type"
	Record    NameKind = "record"
	Function  NameKind = "function"
	Grammar   NameKind = "grammar"
	Source    NameKind = "source"
	Group     NameKind = "group of inputs"
	Input     NameKind = "input"
	Variable  NameKind = "variable"
	// Member is a field of records; fields of one name are one symbol.
	Member NameKind = "field of records"
)

// Symbol is a name with its scope: the folder of a country or regime, for variables and
// procedures followed by # and the program.
type Symbol struct {
	Kind  NameKind
	Scope string
	Name  string
}

// Occurrence is a place where a symbol occurs.
type Occurrence struct {
	Symbol
	At       diagnostic.Range
	Declared bool
	Node     *syntax.Node // the value, at the declaration
}

// File has the names of a file in the order of its declarations.
type File struct {
	// Declared are the declarations of the text, nil if it is not valid YAML; Found are its
	// findings.
	Declared *syntax.File
	Found    diagnostic.List
	// Valid are the declarations of the last valid text, nil if there was none, and
	// Occurrences its names.
	Valid       *syntax.File
	Occurrences []Occurrence
	declares    map[Symbol]bool // the symbols declared among them
	passes      []passed
}

// passed is a call of a program that passes on what has the names of its inputs.
type passed struct {
	by   string
	call *syntax.Call
}

// Book maps the paths of the files of a folder to their names.
type Book map[string]*File

// Read lists the names of a file; last is the file before an edit, or nil. Hosts declare its
// keys that are not part of the rule language.
func Read(name string, data []byte, last *File, hosts ...*syntax.Schema) *File {
	f := &File{declares: map[Symbol]bool{}}
	f.Declared, f.Found = syntax.Read(name, data, hosts...)
	switch f.Valid = f.Declared; {
	case f.Valid != nil:
		collect(f, FolderOf(name), data)
	case last != nil:
		f.Valid, f.Occurrences, f.declares, f.passes = last.Valid, last.Occurrences, last.declares, last.passes
	}
	return f
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

// Parameters returns the parameters whose figures a file gives, with what the files of all
// years in its folder say of them.
func (b Book) Parameters(file string) []*syntax.Parameter {
	f := b[file]
	if f == nil || f.Valid == nil {
		return nil
	}
	var shared []*syntax.File
	for name, other := range b {
		if FolderOf(name) == FolderOf(file) && YearOf(name) == "" && other.Valid != nil {
			shared = append(shared, other.Valid)
		}
	}
	return f.Valid.Figures(syntax.Described(shared...).Parameters)
}

// Programs returns the programs of a file.
func (b Book) Programs(file string) []*syntax.Program {
	if f := b[file]; f != nil && f.Valid != nil {
		return f.Valid.Programs
	}
	return nil
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
	for _, file := range slices.Sorted(maps.Keys(b)) {
		for _, o := range b[file].Occurrences {
			if o.Name == s.Name && b.resolve(o.Symbol) == s {
				do(file, o)
			}
		}
	}
}

// resolve returns the shared variable, an input, for one that its program does not declare, and
// for a name in a list of inputs that no group has.
func (b Book) resolve(s Symbol) Symbol {
	if s.Kind != Variable && s.Kind != Group {
		return s
	}
	for _, f := range b {
		if f.declares[s] {
			return s
		}
	}
	folder, _, _ := strings.Cut(s.Scope, "#")
	return Symbol{Input, folder, s.Name}
}

// Linked returns a symbol and those that have to have its name: of programs that pass it on by
// its name, and those that are written at one place.
func (b Book) Linked(s Symbol) []Symbol {
	folder, _, _ := strings.Cut(s.Scope, "#")
	linked := []Symbol{s}
	add := func(s Symbol) {
		if s = b.resolve(s); !slices.Contains(linked, s) {
			linked = append(linked, s)
		}
	}
	for i := 0; i < len(linked); i++ {
		at := map[diagnostic.Range]bool{}
		b.Each(linked[i], func(_ string, o Occurrence) { at[o.At] = true })
		for name, f := range b {
			for _, o := range f.Occurrences {
				if at[o.At] && o.Name == s.Name {
					add(o.Symbol)
				}
			}
			for _, p := range f.passes {
				own := b.resolve(Symbol{Variable, folder + "#" + p.by, s.Name})
				theirs := b.resolve(Symbol{Variable, folder + "#" + p.call.Name, s.Name})
				if FolderOf(name) == folder && (own == linked[i] || theirs == linked[i]) && b.passes(folder, p.call, s.Name) {
					add(own)
					add(theirs)
				}
			}
		}
	}
	return linked
}

// Given reports whether the language gives a name: that of a list of components.
func (b Book) Given(name string) bool {
	for _, f := range b {
		if f.Valid != nil && f.Valid.Components != nil && f.Valid.Components.Name == name {
			return true
		}
	}
	return false
}

// passes reports whether a call without with passes on a name.
func (b Book) passes(folder string, call *syntax.Call, name string) bool {
	named := func(a syntax.Argument) bool { return a.Input == name }
	return !slices.ContainsFunc(call.With, named) && slices.Contains(b.Inputs(folder, call.Name), name)
}

// Inputs returns the names of the inputs of a program, also of those in groups.
func (b Book) Inputs(folder, program string) (inputs []string) {
	groups := map[string][]*syntax.Variable{}
	for file, f := range b {
		if FolderOf(file) == folder && f.Valid != nil {
			for _, g := range f.Valid.Groups {
				groups[g.Name] = g.Inputs
			}
		}
	}
	for file := range b {
		for _, p := range b.Programs(file) {
			if p.Name != program || FolderOf(file) != folder {
				continue
			}
			for _, in := range p.Inputs {
				if group := groups[in.Name]; in.Named && group != nil {
					inputs = append(inputs, diagnostic.Names(group, func(v *syntax.Variable) string { return v.Name })...)
				} else {
					inputs = append(inputs, in.Name)
				}
			}
		}
	}
	return inputs
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
