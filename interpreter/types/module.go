package types

import (
	"fmt"
	"io/fs"
	"maps"
	"slices"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/syntax"
)

// Module is the resolved declarations of files that belong together: types, figures and
// programs by name.
type Module struct {
	Options       Options
	Types         map[string]*Type
	Grammars      map[string]*Grammar
	numbers       map[string]*syntax.Variable // types that are numbers with bounds
	units         unitNames
	records       map[string]*record
	resolved      map[*syntax.Description]*Type
	HostFunctions map[string]*Function
	Groups        map[string][]*syntax.Variable
	Variables     map[string]*syntax.Variable // described for programs that name them
	Figures       map[string]*Parameter
	Parameters    []*Parameter
	Bounding      map[string]bool // the parameters that bound inputs
	Sources       []*syntax.Source
	Programs      map[string]*Program
	ProgramNames  []string // in the order of the files
	list          diagnostic.List
}

// Options are set by the host of a module.
type Options struct {
	// Line has the fields of lines.
	Line []LineField
	// Own are the inputs that a request has beside its profile; remedies write request. before
	// their names.
	Own []string
	// On is the day that selects dated figures, such as 2026-07-01; empty for the end
	// of the year.
	On string
	// Files has the files of tables; nil: nothing can be looked up in them.
	Files fs.FS
	// Alone lets programs use their own figures for parameters that the module lacks.
	Alone bool
	// Currency is the only currency of amounts; empty if there may be several.
	Currency string
	// Lazy checks a program when it is first compiled, and neither relations nor unused
	// declarations.
	Lazy bool
	// BuiltIn compiles the programs of a lazy module unchecked, because their files were
	// checked before.
	BuiltIn bool
	// Ended reports whether checking and compiling should stop early; it may be nil.
	Ended func() bool
	// Unheld loads figures that violate checks; the module lists the violations.
	Unheld bool
	// Held is a parameter whose checks are evaluated even if the module is lazy.
	Held string
	// Counts, if set, makes programs that would be compiled silently count their branches
	// in it, and the figures that they read.
	Counts Counter
}

// Branch is a part of a program that a case may reach.
type Branch struct {
	At   diagnostic.Range
	Side string // then, else, reached or the case of a match
}

// Read is the side of a figure that is read, and Given starts that of the case of an input.
const (
	Read  = "read"
	Given = "given "
)

// Counter adds how often runs took each branch; taken is nil for branches that a run could have
// taken. It is called from several goroutines at once.
type Counter interface {
	Add(branches []Branch, taken []int64)
}

// FieldKind is the kind of a field of a line.
type FieldKind uint8

// The kinds of field.
const (
	WordField   FieldKind = iota + 1 // a literal word
	TextField                        // a text with values filled in
	MoneyField                       // an amount with the decimals of its currency
	NumberField                      // any number
	DateField                        // a date
	CaseField                        // a case of an enumeration, or a text
)

// LineField is a field that a line of the answer may have.
type LineField struct {
	Name     string
	Kind     FieldKind
	Required bool
	Words    []string // the words that a WordField accepts; nil: any
	// Source reports whether the word names a declared source, Cite whether it is a place
	// in that source. A line without them takes them from a figure that is the value of
	// a Cited field.
	Source, Cite, Cited bool
	// Usual is the default text of the field, for lines that have every field which the text
	// shows; nil if the field has no default.
	Usual *syntax.Text
	// For are the values of the line's WordField for which a line has the field; nil:
	// every line may have it.
	For []string
}

// Parameter is a figure of the law in a module.
type Parameter struct {
	*syntax.Parameter
	Measure Unit
	// A number, a text, a number for each case, bands, or a table.
	Single       number.Decimal
	Enumerations []*Type
	Each         []number.Decimal // the cases of the last enumeration vary first
	Rows         *Bands
	Lookup       *Function // of a table
}

// Program is a program of a module with the types of its inputs, outputs and
// state.
type Program struct {
	Declaration *syntax.Program
	Inputs      []*Input
	Outputs     []*Output
	State       map[string]*Type
	Slots       int // of machine inputs
}

// Name is the program's name.
func (p *Program) Name() string { return p.Declaration.Name }

// Declare combines and resolves the declarations of files.
func Declare(files []*syntax.File, options Options) (*Module, diagnostic.List) {
	m := &Module{
		Options: options, units: builtInUnits, Types: map[string]*Type{}, numbers: map[string]*syntax.Variable{}, Grammars: map[string]*Grammar{}, records: map[string]*record{}, resolved: map[*syntax.Description]*Type{},
		HostFunctions: map[string]*Function{}, Groups: map[string][]*syntax.Variable{}, Figures: map[string]*Parameter{}, Bounding: map[string]bool{}, Programs: map[string]*Program{},
	}
	for _, f := range files {
		m.declareUnits(f)
	}
	for _, f := range files {
		m.declareTypes(f)
	}
	for _, f := range files {
		m.declareGrammars(f)
		m.nameRecords(f)
	}
	described := syntax.Described(files...)
	m.Variables = described.Variables
	missing := m.undetermined(files, described.Parameters)
	for _, f := range files {
		m.declareParameters(f, described.Parameters, missing)
	}
	for _, f := range files {
		m.declareRecords(f)
	}
	for _, f := range files {
		m.declareRest(f)
	}
	for _, f := range files {
		m.checkDescribed(f.Variables)
	}
	m.checkSources()
	if !m.list.HasErrors() {
		for _, name := range m.ProgramNames {
			m.layInputs(m.Programs[name])
		}
	}
	return m, m.list
}

// Mark is a declaration marked to_check.
type Mark struct {
	Text string
	At   diagnostic.Range
}

// ToCheck returns the declarations marked to_check.
func (m *Module) ToCheck() []Mark {
	var marks []Mark
	for _, p := range m.Parameters {
		if p.ToCheck {
			marks = append(marks, Mark{"parameter " + p.Name, p.Range})
		}
	}
	for _, s := range m.Sources {
		if s.ToCheck {
			marks = append(marks, Mark{"source " + s.ID, s.Range})
		}
	}
	for _, name := range m.ProgramNames {
		p := m.Programs[name].Declaration
		for _, text := range p.ToCheck {
			marks = append(marks, Mark{"program " + name + ": " + text, p.Range})
		}
		for _, list := range [][]*syntax.Variable{p.Inputs, p.State, p.Outputs} {
			for _, v := range list {
				if v.ToCheck {
					marks = append(marks, Mark{"program " + name + ": " + v.Name, v.Range})
				}
			}
		}
	}
	return marks
}

// MaxFindings bounds the findings in one program.
const MaxFindings = 200

// twice reports what is declared again; other is the place of the first declaration, if it is
// known.
func (m *Module) twice(at diagnostic.Range, what string, other diagnostic.Range) {
	remedy := "Remove one of them, or choose another name."
	if other != (diagnostic.Range{}) {
		remedy = "The other one is at " + other.String() + ". " + remedy
	}
	m.list.Fail(at, "duplicate-name", what+" is declared twice", remedy)
}

func (m *Module) unknown(at diagnostic.Range, what, name string, known []string) {
	if len(m.list) > MaxFindings {
		known = nil // suggestions are slow
	}
	m.list.Suggest(at, "unknown-name", fmt.Sprintf("unknown %s %q", what, name), "Declare it, or correct its name.", diagnostic.Nearest(name, known))
}

func (m *Module) declareTypes(f *syntax.File) {
	for _, t := range f.Types {
		if m.Types[t.Name] != nil || m.numbers[t.Name] != nil {
			m.twice(t.Range, "type "+t.Name, diagnostic.Range{})
			continue
		}
		if builtIn(t.Name) {
			m.list.Fail(t.Range, "reserved-name", t.Name+" is a type of the language or a currency", "Choose another name.")
			continue
		}
		if t.Number != nil {
			m.numbers[t.Name] = t.Number
			continue
		}
		typ := &Type{Kind: Enumeration, Name: t.Name, Cases: t.Cases, labels: t.Labels}
		if t.Handle {
			typ = &Type{Kind: Handle, Name: t.Name}
		}
		m.Types[t.Name] = typ
	}
}

func (m *Module) declareGrammars(f *syntax.File) {
	for _, g := range f.Grammars {
		if m.Grammars[g.Name] != nil {
			m.twice(g.Range, "grammar "+g.Name, m.Grammars[g.Name].Declaration.Range)
			continue
		}
		m.Grammars[g.Name] = newGrammar(g)
	}
}

// nameRecords declares the names of records, which may refer to each other.
func (m *Module) nameRecords(f *syntax.File) {
	for _, r := range f.Records {
		if m.records[r.Name] != nil || m.Types[r.Name] != nil {
			m.list.Fail(r.Range, "duplicate-name", r.Name+" is already a type or record", "Choose another name.")
			continue
		}
		if builtIn(r.Name) {
			m.list.Fail(r.Range, "reserved-name", r.Name+" is a type of the language or a currency", "Choose another name.")
			continue
		}
		if len(r.Fields) == 0 {
			m.list.Fail(r.Range, "wrong-shape", "record "+r.Name+" has no fields", "Write {date: date, first: boolean}.")
		}
		m.records[r.Name] = &record{name: r.Name, declaration: r}
	}
}

func (m *Module) declareRecords(f *syntax.File) {
	for _, r := range f.Records {
		rec := m.records[r.Name]
		if rec == nil || rec.declaration != r {
			continue
		}
		for _, v := range r.Fields {
			typ := m.resolve(v)
			if typ == nil || !m.fixed(v, typ) {
				continue
			}
			rec.Fields = append(rec.Fields, Field{v.Name, m.settled(v, typ, nil), typ, rec.Size})
			rec.Size += typ.Places()
		}
	}
}

// fixed reports types that cannot be part of a record.
func (m *Module) fixed(v *syntax.Variable, t *Type) bool {
	switch {
	case t.Kind == BandsKind || t.Fraction:
		m.list.Fail(v.TypeRange, "wrong-type", v.Name+" cannot be "+t.Describe()+" here", "Only a call can pass bands and fractions: with: ….")
	case t.Grammar != nil:
		m.list.Fail(v.GrammarRange, "wrong-type", "only an input of a program is read by a grammar", "Remove grammar, and write type: text.")
	case t.Kind == Number && t.Decimals < 0:
		m.list.Fail(v.Range, "missing-decimals", v.Name+" has no decimals", "Add decimals: 2, or a unit that implies them.")
	default:
		return true
	}
	return false
}

// described returns the names of the variables that a file describes.
func (m *Module) described() []string { return slices.Sorted(maps.Keys(m.Variables)) }

// checkDescribed reports mistakes in the descriptions of variables, whether a program names
// them or not.
func (m *Module) checkDescribed(variables []*syntax.Variable) {
	for _, v := range variables {
		if first := m.Variables[v.Name]; first != v {
			m.list.Fail(v.Range, "duplicate-name", "variable "+v.Name+" is described twice", "The other one is at "+first.Range.String()+".")
		} else if m.Groups[v.Name] != nil {
			m.list.Fail(v.Range, "duplicate-name", v.Name+" is a group of inputs already", "Choose another name: programs would name both in the same list.")
		}
		m.resolve(v)
	}
}

// undetermined reports the parameters that a file describes but none gives the figure of,
// and returns their names.
func (m *Module) undetermined(files []*syntax.File, described map[string]*syntax.Parameter) (missing []string) {
	given := map[string]bool{}
	for _, f := range files {
		for _, p := range f.Parameters {
			given[p.Name] = given[p.Name] || p.HasFigure()
		}
	}
	for _, f := range files {
		for _, p := range f.Parameters {
			if p.HasFigure() {
				continue
			}
			if first := described[p.Name]; first != p {
				m.list.Fail(p.Range, "duplicate-name", "parameter "+p.Name+" occurs twice", "The other one is at "+first.Range.String()+".")
			}
			if !given[p.Name] && !m.Options.Alone {
				_, list := p.Under(nil)
				m.list.Extend(list)
				missing = append(missing, p.Name)
			}
		}
	}
	return missing
}

func (m *Module) declareParameters(f *syntax.File, described map[string]*syntax.Parameter, missing []string) {
	for _, p := range f.Parameters {
		switch {
		case !p.HasFigure():
		case len(described) > 0 && described[p.Name] == nil && p.Label == nil && p.Source == "" && p.Cite == "":
			m.list.Suggest(p.Range, "unknown-parameter", "no file describes parameter "+p.Name, "Correct its name, or give its unit, label, source and cite.", diagnostic.Nearest(p.Name, missing))
		default:
			whole, list := p.Under(described[p.Name])
			if m.list.Extend(list); len(list) == 0 {
				m.declareParameter(whole)
			}
		}
	}
}

func (m *Module) declareRest(f *syntax.File) {
	m.Sources = append(m.Sources, f.Sources...)
	for _, g := range f.Groups {
		m.Groups[g.Name] = append(m.Groups[g.Name], g.Inputs...)
	}
	for _, fn := range f.Functions {
		m.declareFunction(fn)
	}
	for _, p := range f.Programs {
		if other := m.Programs[p.Name]; other != nil {
			m.twice(p.Range, "program "+p.Name, other.Declaration.Range)
			continue
		}
		m.Programs[p.Name] = &Program{Declaration: p}
		m.ProgramNames = append(m.ProgramNames, p.Name)
	}
}

func (m *Module) declareFunction(fn *syntax.Function) {
	if m.HostFunctions[fn.Name] != nil {
		m.list.Fail(fn.Range, "duplicate-name", fn.Name+" is already a function", "Choose another name.")
		return
	}
	result := m.named(fn.Result, fn.Range)
	if result == nil {
		return
	}
	if result.Kind != RecordKind {
		m.list.Fail(fn.Range, "wrong-type", "function "+fn.Name+" must return a record", "Declare one under records:.")
		return
	}
	f := &Function{Name: fn.Name, At: fn.Range, Site: len(m.HostFunctions), Result: result}
	for _, v := range fn.In {
		t := m.resolve(v)
		if t == nil || !m.fixed(v, t) {
			continue
		}
		if t.Kind == ListKind || t.Kind == RecordKind || t.By != nil {
			m.list.Fail(v.TypeRange, "wrong-type", "a function takes single values, not "+t.Describe(), "Give it the values that it needs, each by a name of its own.")
			continue
		}
		f.In = append(f.In, t)
		f.Names = append(f.Names, v.Name)
	}
	m.HostFunctions[fn.Name] = f
}

func (m *Module) unitOf(at diagnostic.Range, word string) (Unit, bool) {
	unit, wrong := m.ReadUnit(at, word)
	if wrong != nil {
		m.list.Append(*wrong)
	}
	return unit, wrong == nil
}

// ReadUnit parses a unit; the finding is nil if it is valid.
func (m *Module) ReadUnit(at diagnostic.Range, word string) (Unit, *diagnostic.Diagnostic) {
	unit, err := m.units.parse(word)
	if err != nil {
		return unit, &diagnostic.Diagnostic{Severity: diagnostic.Error, Code: "unknown-unit", Summary: err.Error(), Detail: m.units.help(), Suggestion: m.units.nearest(word), Subject: at}
	}
	for _, f := range unit.factors {
		if own := m.Options.Currency; own != "" && f.currency && f.name != own && f.name != anyCurrency {
			return unit, &diagnostic.Diagnostic{Severity: diagnostic.Error, Code: "other-currency", Summary: f.name + " is not the currency of this country", Detail: "Its amounts are in " + own + ".", Subject: at}
		}
	}
	return unit, nil
}

// checkSources reports duplicate and undeclared sources.
func (m *Module) checkSources() {
	ids := map[string]*syntax.Source{}
	for _, s := range m.Sources {
		if ids[s.ID] != nil {
			m.twice(s.Range, "source "+s.ID, ids[s.ID].Range)
		}
		ids[s.ID] = s
	}
	for _, p := range m.Parameters {
		if p.Source != "" && ids[p.Source] == nil {
			m.unknown(p.SourceRange, "source", p.Source, slices.Sorted(maps.Keys(ids)))
		}
	}
}
