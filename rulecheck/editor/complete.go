package editor

import (
	"maps"
	"path"
	"regexp"
	"slices"

	"github.com/payslate/payslate/interpreter/check"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/rules/names"
)

// Kinds of completion items, as the protocol numbers them.
const (
	functionItem = 3
	variableItem = 6
	unitItem     = 11
	valueItem    = 12
	fileItem     = 17
	constantItem = 21
)

// Patterns of the text before the cursor.
var (
	afterParameters = regexp.MustCompile(`\bp\.\w*$`)
	afterKey        = regexp.MustCompile(`(?:^|[\s{,])(source|unit|call|cite|by|type):\s*"?([^"{},]*)$`)
	inKey           = regexp.MustCompile(`^\s*(?:- )?\w*$`)
	inPart          = regexp.MustCompile(`^\s*- (?:\{.*file: )?\.\./\S*$`)
	inRelation      = regexp.MustCompile(`^\s*(?:- )?that: `)
)

// complete returns the completions at a place.
func (b *book) complete(name string, at diagnostic.Position) []completionItem {
	before := []rune(string(line(b.files[name], at.Line)))
	before = before[:min(at.Column-1, len(before))]
	list := []completionItem{}
	folder := names.FolderOf(name)
	if afterParameters.MatchString(string(before)) {
		return b.named(list, name, constantItem, func(s names.Symbol) bool { return s.Kind == names.Parameter && s.Scope == folder })
	}
	if key := afterKey.FindStringSubmatch(string(before)); key != nil {
		switch key[1] {
		case "source":
			return b.named(list, name, valueItem, func(s names.Symbol) bool { return s.Kind == names.Source && s.Scope == folder })
		case "call":
			return b.named(list, name, functionItem, func(s names.Symbol) bool {
				return s.Kind == names.Program && s.Scope == folder || s.Kind == names.Procedure && s.Scope == folder+"#"+b.programAt(name, at)
			})
		case "by", "type":
			return b.named(list, name, valueItem, func(s names.Symbol) bool { return s.Kind == names.Type && s.Scope == folder })
		}
		return b.written(folder, key[1], key[2])
	}
	program := b.programAt(name, at)
	switch {
	case inPart.MatchString(string(before)):
		return b.parts(name)
	case inKey.MatchString(string(before)), program == "" && !inRelation.MatchString(string(before)):
		return list
	}
	list = b.named(list, name, variableItem, func(s names.Symbol) bool {
		return s.Kind == names.Variable && s.Scope == folder+"#"+program || s.Kind == names.Input && s.Scope == folder
	})
	for _, f := range check.Functions {
		list = append(list, completionItem{Label: f.Name, Kind: functionItem, Detail: f.Usage, Documentation: &markup{"markdown", f.About}})
	}
	return b.named(list, name, functionItem, func(s names.Symbol) bool { return s.Kind == names.Function && s.Scope == folder })
}

// programAt returns the name of the program that contains a place.
func (b *book) programAt(name string, at diagnostic.Position) string {
	program := ""
	for _, p := range b.names.Programs(name) {
		if p.Range.Start.Line <= at.Line {
			program = p.Name
		}
	}
	return program
}

// named adds the declared symbols that keep accepts, by name.
func (b *book) named(list []completionItem, name string, kind int, keep func(names.Symbol) bool) []completionItem {
	found := map[string]names.Symbol{}
	for _, f := range b.names {
		for _, o := range f.Occurrences {
			if o.Declared && keep(o.Symbol) {
				found[o.Name] = o.Symbol
			}
		}
	}
	for _, label := range slices.Sorted(maps.Keys(found)) {
		s := found[label]
		list = append(list, completionItem{Label: label, Kind: kind, Detail: string(s.Kind), Documentation: &markup{"markdown", b.describe(name, s)}})
	}
	return list
}

// parts returns the files that a year may list in addition to those of its folder.
func (b *book) parts(name string) []completionItem {
	list := []completionItem{}
	for _, other := range slices.Sorted(maps.Keys(b.names)) {
		if path.Dir(other) == names.FolderOf(name) {
			list = append(list, completionItem{Label: "../" + path.Base(other), Kind: fileItem})
		}
	}
	return list
}

// written returns the units or citations of figures in the folder, without the text typed so
// far.
func (b *book) written(folder, key, typed string) []completionItem {
	found := map[string]bool{}
	if key == "unit" {
		for _, unit := range types.Units() {
			found[unit] = true
		}
	}
	for file := range b.names {
		if names.FolderOf(file) != folder {
			continue
		}
		for _, p := range b.names.Parameters(file) {
			if key == "unit" {
				found[p.Unit] = true
			} else {
				found[p.Cite] = true
			}
		}
	}
	delete(found, "")
	delete(found, typed)
	kind := valueItem
	if key == "unit" {
		kind = unitItem
	}
	list := []completionItem{}
	for _, label := range slices.Sorted(maps.Keys(found)) {
		list = append(list, completionItem{Label: label, Kind: kind, Detail: key})
	}
	return list
}
