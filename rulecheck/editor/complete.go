package editor

import (
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/check"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/rules/names"
)

// Kinds of completion items, as the protocol numbers them.
const (
	functionItem = 3
	variableItem = 6
	unitItem     = 11
	valueItem    = 12
	constantItem = 21
)

// Patterns of the text before the cursor.
var (
	afterParameters = regexp.MustCompile(`\bp\.\w*$`)
	afterBand       = regexp.MustCompile(`\bband\.\w*$`)
	afterField      = regexp.MustCompile(`(?:^|[\s{,])(payer|group):\s*"?\w*$`)
	afterEquals     = regexp.MustCompile(`\b(\w+) [!=]= "?\w*$`)
	inWith          = regexp.MustCompile(`\b(?:with|but):\s*(?:\[[^\]]*|\{(?:.*, )?\w*)$`)
	calls           = regexp.MustCompile(`\bcall: (\w+)`)
	afterKey        = regexp.MustCompile(`(?:^|[\s{,])(source|unit|call|cite|by|type):\s*"?([^"{},]*)$`)
	inPart          = regexp.MustCompile(`^\s*- (?:\{.*file: )?\.\./\S*$`)
	inKey           = regexp.MustCompile(`^\s*(?:- )?\w*$`)
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
	if fitting := b.fitting(name, string(before), at); fitting != nil {
		return fitting
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
	if inKey.MatchString(string(before)) || program == "" && !inRelation.MatchString(string(before)) {
		return list
	}
	list = b.named(list, name, variableItem, func(s names.Symbol) bool {
		return s.Kind == names.Variable && s.Scope == folder+"#"+program || s.Kind == names.Input && s.Scope == folder
	})
	for _, in := range rules.Payment() { // which a country need not declare
		if !slices.ContainsFunc(list, func(known completionItem) bool { return known.Label == in.Name }) {
			list = append(list, completionItem{Label: in.Name, Kind: variableItem, Detail: string(names.Input)})
		}
	}
	for _, f := range check.Functions {
		list = append(list, completionItem{Label: f.Name, Kind: functionItem, Detail: f.Usage(), Documentation: &markup{"markdown", f.About}})
	}
	return b.named(list, name, functionItem, func(s names.Symbol) bool { return s.Kind == names.Function && s.Scope == folder })
}

// fitting returns what can stand at a place that takes one of a few words, or nil elsewhere:
// columns after "band.", words after a field of a line, the cases of an enumeration, the inputs
// of the program that is called, and the files that the years of a country share.
func (b *book) fitting(name, before string, at diagnostic.Position) []completionItem {
	folder := names.FolderOf(name)
	var words []string
	what := "case"
	if afterBand.MatchString(before) {
		what = "column"
		for _, p := range b.parameters(folder) {
			for _, cell := range p.Cells() {
				words = append(words, cell.Column)
			}
		}
	} else if field := afterField.FindStringSubmatch(before); field != nil {
		what = field[1]
		for _, f := range rules.PayslipLine() {
			if f.Name == field[1] {
				words = slices.Clone(f.Words)
			}
		}
	} else if compared := afterEquals.FindStringSubmatch(before); compared != nil {
		words = b.cases(name, compared[1], at)
	} else if inWith.MatchString(before) {
		what = "input"
		words = b.inputs(name, at)
	} else if inPart.MatchString(before) { // of made_of
		what = "file"
		for file := range b.names {
			if path.Dir(file) == folder {
				words = append(words, "../"+path.Base(file))
			}
		}
	}
	return items(words, valueItem, what)
}

// items returns words as completions, in order and without those that are empty.
func items(words []string, kind int, detail string) (list []completionItem) {
	slices.Sort(words)
	for _, word := range slices.Compact(words) {
		if word != "" {
			list = append(list, completionItem{Label: word, Kind: kind, Detail: detail})
		}
	}
	return list
}

// parameters returns the figures in the files of a folder.
func (b *book) parameters(folder string) (list []*syntax.Parameter) {
	for file := range b.names {
		if names.FolderOf(file) == folder {
			list = append(list, b.names.Parameters(file)...)
		}
	}
	return list
}

// cases returns the cases of the enumeration that a variable or input has as its type.
func (b *book) cases(name, variable string, at diagnostic.Position) (cases []string) {
	folder := names.FolderOf(name)
	for _, s := range []names.Symbol{
		{Kind: names.Variable, Scope: folder + "#" + b.programAt(name, at), Name: variable}, {Kind: names.Input, Scope: folder, Name: variable},
	} {
		for _, declared := range b.names.Declarations(name, s) {
			of := names.Symbol{Kind: names.Type, Scope: folder, Name: strings.TrimSuffix(declared.Node.Get("type").Plain(), "?")}
			for _, enumeration := range b.names.Declarations(name, of) {
				cases = append(cases, syntax.Texts(enumeration.Node.Items)...)
				for _, e := range enumeration.Node.Entries {
					cases = append(cases, e.Key.Text)
				}
			}
		}
	}
	return cases
}

// inputs returns the inputs of the program whose call is at a place or above it.
func (b *book) inputs(name string, at diagnostic.Position) []string {
	for number := at.Line; number > 0; number-- {
		if call := calls.FindStringSubmatch(string(line(b.files[name], number))); call != nil {
			return b.names.Inputs(names.FolderOf(name), call[1])
		}
	}
	return nil
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

// written returns the units or citations of figures in the folder, without the text typed so
// far.
func (b *book) written(folder, key, typed string) []completionItem {
	kind, words := valueItem, []string{}
	if key == "unit" {
		kind, words = unitItem, types.Units()
	}
	for _, p := range b.parameters(folder) {
		words = append(words, map[string]string{"unit": p.Unit, "cite": p.Cite}[key])
	}
	return append([]completionItem{}, items(slices.DeleteFunc(words, func(word string) bool { return word == typed }), kind, key)...)
}
