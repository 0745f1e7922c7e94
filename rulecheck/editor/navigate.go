package editor

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/rules/names"
)

// find returns the symbol at a place if it is declared.
func (b *book) find(name string, at diagnostic.Position) (names.Occurrence, bool) {
	o, ok := b.names.At(name, at)
	return o, ok && (o.Declared || len(b.names.Declarations(name, o.Symbol)) > 0)
}

// partName matches the name of a file in made_of.
var partName = regexp.MustCompile(`[\w./-]+\.yaml`)

func (b *book) definition(name string, at diagnostic.Position) []location {
	o, ok := b.find(name, at)
	list := []location{}
	if word := partName.FindString(string(line(b.files[name], at.Line))); word != "" {
		if file := path.Join(path.Dir(name), word); b.names[file] != nil {
			return append(list, b.location(diagnostic.Range{File: file}))
		}
	}
	if !ok {
		return list
	}
	if o.Declared && o.Kind == names.Parameter { // from the figure on to its source
		for _, p := range b.names.Parameters(name) {
			if p.Name == o.Name {
				o.Symbol = names.Symbol{Kind: names.Source, Scope: o.Scope, Name: p.Source}
			}
		}
	}
	for _, declared := range b.names.Declarations(name, o.Symbol) {
		list = append(list, b.location(declared.At))
	}
	return list
}

func (b *book) references(name string, at diagnostic.Position, withDeclaration bool) []location {
	list := []location{}
	if o, ok := b.find(name, at); ok {
		b.names.Each(o.Symbol, func(_ string, o names.Occurrence) {
			if withDeclaration || !o.Declared {
				list = append(list, b.location(o.At))
			}
		})
	}
	return list
}

var errNotAName = refused("nothing at the cursor can be renamed")

func refused(format string, args ...any) error {
	return &jsonrpc2.Error{Code: -32803, Message: fmt.Sprintf(format, args...)} // RequestFailed
}

func (b *book) prepareRename(name string, at diagnostic.Position) (any, error) {
	o, ok := b.find(name, at)
	if !ok {
		return nil, errNotAName
	}
	return map[string]any{"range": b.span(o.At), "placeholder": o.Name}, nil
}

// rename changes a name everywhere, and with it the names of other programs that a call passes
// on by this name.
func (b *book) rename(name string, at diagnostic.Position, to string) (any, error) {
	o, ok := b.find(name, at)
	switch {
	case !ok:
		return nil, errNotAName
	case !syntax.IsName(to) || syntax.IsReserved(to):
		return nil, refused("%q is not a name: use letters, digits and _, but not a reserved word", to)
	}
	edit := workspaceEdit{Changes: map[string][]textEdit{}}
	for _, s := range b.names.Linked(o.Symbol) {
		_, program, local := strings.Cut(s.Scope, "#")
		if b.names.Given(s.Name) || slices.Contains(rules.AskedFor(), s.Name) && (!local || slices.Contains(rules.AskedFor(), program)) {
			return nil, refused("%s cannot be renamed: the service reads it by this name", s.Name)
		}
		taken := s
		taken.Name = to
		if declared := b.names.Declarations(name, taken); len(declared) > 0 {
			return nil, refused("the %s %s already exists at %s", s.Kind, to, declared[0].At)
		}
		b.names.Each(s, func(file string, o names.Occurrence) {
			uri, change := b.uri(file), textEdit{b.span(o.At), to}
			if !slices.Contains(edit.Changes[uri], change) {
				edit.Changes[uri] = append(edit.Changes[uri], change)
			}
		})
	}
	return edit, nil
}
