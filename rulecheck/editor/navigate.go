package editor

import (
	"fmt"
	"maps"
	"regexp"
	"slices"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/payslate/payslate/interpreter/diagnostic"
)

// find returns the symbol at a place; one that nothing declares is none.
func (b *book) find(name string, at diagnostic.Position) (occurrence, bool) {
	f := b.names[name]
	if f == nil {
		return occurrence{}, false
	}
	o, ok := f.at(at)
	return o, ok && (o.declared || len(b.declarations(name, o.symbol)) > 0)
}

// each calls do for every place where a symbol is written, in the order of files.
func (b *book) each(s symbol, do func(file string, o occurrence)) {
	for _, file := range slices.Sorted(maps.Keys(b.names)) {
		for _, o := range b.names[file].occurrences {
			if o.symbol == s {
				do(file, o)
			}
		}
	}
}

// declarations lists where a symbol is declared: in the file itself, else in the
// files of its year, else wherever it is.
func (b *book) declarations(name string, s symbol) []occurrence {
	var here, sameYear, all []occurrence
	b.each(s, func(file string, o occurrence) {
		if !o.declared {
			return
		}
		all = append(all, o)
		if file == name {
			here = append(here, o)
		}
		if yearOf(name) != "" && yearOf(file) == yearOf(name) {
			sameYear = append(sameYear, o)
		}
	})
	switch {
	case len(here) > 0 && s.kind != parameterName:
		return here[:1]
	case len(here) > 0:
		return here
	case len(sameYear) > 0:
		return sameYear
	}
	return all
}

func (b *book) definition(name string, at diagnostic.Position) []location {
	o, ok := b.find(name, at)
	list := []location{}
	if ok {
		for _, declared := range b.declarations(name, o.symbol) {
			list = append(list, b.location(declared.at))
		}
	}
	return list
}

func (b *book) references(name string, at diagnostic.Position, withDeclaration bool) []location {
	list := []location{}
	if o, ok := b.find(name, at); ok {
		b.each(o.symbol, func(_ string, o occurrence) {
			if withDeclaration || !o.declared {
				list = append(list, b.location(o.at))
			}
		})
	}
	return list
}

var validName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

var errNotAName = refused("nothing at the cursor can be renamed")

func refused(format string, args ...any) error {
	return &jsonrpc2.Error{Code: -32803, Message: fmt.Sprintf(format, args...)} // RequestFailed
}

func (b *book) prepareRename(name string, at diagnostic.Position) (any, error) {
	o, ok := b.find(name, at)
	if !ok {
		return nil, errNotAName
	}
	return map[string]any{"range": b.span(o.at), "placeholder": o.name}, nil
}

// rename changes a name everywhere. A name that a list of with or give shares with
// another program would have to change there too, so it is refused.
func (b *book) rename(name string, at diagnostic.Position, to string) (any, error) {
	o, ok := b.find(name, at)
	switch {
	case !ok:
		return nil, errNotAName
	case !validName.MatchString(to) || stepWords[to] || to == "p":
		return nil, refused("%q is not a name: write letters, digits and _, and none of the words of the language", to)
	}
	taken := o.symbol
	taken.name = to
	if declared := b.declarations(name, taken); len(declared) > 0 {
		return nil, refused("there is a %s %s already, at %s", o.kind, to, declared[0].at)
	}
	edit := workspaceEdit{Changes: map[string][]textEdit{}}
	var shared *diagnostic.Range
	b.each(o.symbol, func(file string, o occurrence) {
		if o.passed && shared == nil {
			shared = &o.at
		}
		uri := b.uri(file)
		edit.Changes[uri] = append(edit.Changes[uri], textEdit{b.span(o.at), to})
	})
	if shared != nil {
		return nil, refused("%s is passed by its name at %s: write the two names there first, as in {%s: %s}", o.name, *shared, o.name, o.name)
	}
	return edit, nil
}
