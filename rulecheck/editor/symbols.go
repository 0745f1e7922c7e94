package editor

import (
	"path"
	"strings"

	"github.com/payslate/payslate/interpreter/declaration"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/document"
)

// kind is what a name names.
type kind string

const (
	parameterName kind = "parameter"
	programName   kind = "program"
	procedureName kind = "procedure"
	typeName      kind = "type"
	recordName    kind = "record"
	functionName  kind = "function"
	grammarName   kind = "grammar"
	sourceName    kind = "source"
	groupName     kind = "group of inputs"
	inputName     kind = "input"
	variableName  kind = "variable"
	builtinName   kind = "function of the language"
)

// symbol is a name where it means one thing: scope is the folder of a country or
// regime, for variables and procedures with the program after a #.
type symbol struct {
	kind  kind
	scope string
	name  string
}

// occurrence is a place where a symbol is written.
type occurrence struct {
	symbol
	at       diagnostic.Range
	declared bool
	// passed marks a name in a list of with or give, which is also a name of the
	// program called.
	passed bool
	node   *document.Node // the value, where it is declared
}

// fileSymbols are the names of a file in its order.
type fileSymbols struct {
	occurrences []occurrence
	parameters  []*declaration.Parameter
	programs    []*declaration.Program
	year        int // of a parameters.yaml
}

// sections of a rule file whose keys are names.
var sections = []struct {
	key  string
	kind kind
}{
	{"parameters", parameterName}, {"programs", programName}, {"types", typeName}, {"records", recordName},
	{"functions", functionName}, {"grammars", grammarName}, {"sources", sourceName}, {"inputs", groupName},
}

// symbolsOf lists the names of a file. A file that cannot be read has none.
func symbolsOf(name string, data []byte) *fileSymbols {
	f := &fileSymbols{}
	read, _ := declaration.Read(name, data)
	if read == nil || read.Root == nil {
		return f
	}
	f.parameters, f.programs = read.Parameters, read.Programs
	if year := read.Root.Get("year"); year != nil {
		for _, digit := range year.Text {
			f.year = 10*f.year + int(digit-'0')
		}
	}
	w := &scanner{file: f, folder: folderOf(name)}
	for _, section := range sections {
		node := read.Root.Get(section.key)
		if node == nil {
			continue
		}
		for _, e := range node.Entries {
			w.declare(symbol{section.kind, w.scope(section.kind), e.Key.Text}, e.Key, e.Value)
			w.section(section.kind, e)
		}
	}
	w.expressions(read.Root.Get("checks"))
	return f
}

// folderOf is the country or regime of a file.
func folderOf(name string) string {
	folder, _, below := strings.Cut(name, "/")
	if !below {
		return "."
	}
	return folder
}

// yearOf is the folder of a year in a country's, empty for files of all years.
func yearOf(name string) string {
	if dir := path.Dir(name); dir != folderOf(name) {
		return path.Base(dir)
	}
	return ""
}

// at returns the symbol at a place of a file.
func (f *fileSymbols) at(p diagnostic.Position) (occurrence, bool) {
	for _, o := range f.occurrences {
		if o.at.Start.Compare(p) <= 0 && p.Compare(o.at.End) <= 0 {
			return o, true
		}
	}
	return occurrence{}, false
}
