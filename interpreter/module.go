package interpreter

import (
	"fmt"
	"maps"
	"math/big"
	"slices"

	"github.com/payslate/payslate/interpreter/declaration"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/document"
	"github.com/payslate/payslate/interpreter/number"
)

// Module is a set of rule files that hold together, such as a country's year:
// its programs see each other, its types and its parameters. Immutable after
// Load, and safe for use by any number of goroutines at once.
type Module struct {
	options    Options
	types      map[string]*Type
	grammars   map[string]*grammar
	records    map[string]*record
	functions  map[string]*function
	groups     map[string][]*declaration.Variable
	parameters map[string]*Parameter
	order      []*Parameter
	sources    []*declaration.Source
	programs   map[string]*Program
	rowChecks  []*relation
	names      []string // of programs, in the order of the files
	list       diagnostic.List
	circular   map[string]bool // programs and procedures that call each other in a circle
}

// Options says what the host of a module knows.
type Options struct {
	// Line lists the fields that a line may have.
	Line []LineField
	// On is the day whose figures hold where the year has dated ones, such as
	// 2026-07-01; empty for the end of the year.
	On string
	// Alone lets programs fall back on the figures that they carry themselves
	// where the module lacks a parameter.
	Alone bool
	// Currency is that of all amounts; empty where several may be.
	Currency string
	// Lazy is for files that were checked before: a program is checked when it is first
	// compiled, and neither relations nor what nothing reads are looked at again.
	Lazy bool
	// Unheld loads figures that break the relations stated under checks.
	Unheld bool
}

// Parameter is a figure of the law in a module.
type Parameter struct {
	*declaration.Parameter
	unit   Unit
	places int
	// number, or text, or one number for each case, or bands
	value  number.Decimal
	text   string
	by     []*Type
	ranges []diagnostic.Range // of the values
	values []number.Decimal   // the cases of the last enumeration vary first
	bands  *bands
}

type function struct {
	name   string
	site   int
	in     []*Type
	names  []string
	result *Type
}

// Program is a program of a module.
type Program struct {
	module      *Module
	declaration *declaration.Program
	inputs      []*Input
	outputs     []*Output
	state       map[string]*Type
	slots       int                       // of machine inputs
	read        map[string]bool           // the names that it reads, once it is checked
	shown       map[diagnostic.Range]Unit // of values that it shows, once it is checked
	late        func() error              // checks it at its first use; nil where Load did
}

// Name is the program's name.
func (p *Program) Name() string { return p.declaration.Name }

// About explains the program.
func (p *Program) About() *declaration.Text { return p.declaration.About }

// Inputs lists the program's inputs in their order.
func (p *Program) Inputs() []*Input { return p.inputs }

// Outputs lists the program's outputs in their order.
func (p *Program) Outputs() []*Output { return p.outputs }

// Reads reports whether the program itself reads an input or another name.
func (p *Program) Reads(name string) bool { return p.read[name] }

// Declaration is what the rule file says of the program.
func (p *Program) Declaration() *declaration.Program { return p.declaration }

// Load puts the declarations of files together and checks them: names, types,
// units, decimals, and that every program has an end. The Module is nil if the
// list has errors.
func Load(files []*declaration.File, options Options) (*Module, diagnostic.List) {
	m := &Module{
		options: options, types: map[string]*Type{}, grammars: map[string]*grammar{}, records: map[string]*record{},
		functions: map[string]*function{}, groups: map[string][]*declaration.Variable{}, parameters: map[string]*Parameter{}, programs: map[string]*Program{},
		circular: map[string]bool{},
	}
	for _, f := range files {
		m.declareTypes(f)
	}
	for _, f := range files {
		m.declareGrammars(f)
		m.nameRecords(f)
	}
	for _, f := range files {
		m.declareRecords(f)
	}
	for _, f := range files {
		m.declareRest(f)
	}
	m.checkSources()
	if m.list.HasErrors() {
		return nil, m.list
	}
	for _, name := range m.names {
		m.layInputs(m.programs[name])
	}
	if options.Lazy && !m.list.HasErrors() {
		m.checkLate()
		return m, m.list
	}
	read := map[string]bool{}
	m.checkPrograms(read)
	if m.list.HasErrors() {
		return nil, m.list
	}
	for _, f := range files {
		if !options.Alone && !options.Unheld { // a program by itself has not all figures
			m.checkRelations(f.Checks, read)
		}
	}
	m.checkRead(read)
	if m.list.HasErrors() {
		return nil, m.list
	}
	return m, m.list
}

// Program finds a program by its name.
func (m *Module) Program(name string) (*Program, bool) {
	p, ok := m.programs[name]
	return p, ok
}

// Programs lists the names of the programs in the order of the files.
func (m *Module) Programs() []string { return m.names }

// Parameters lists the parameters in the order of the files.
func (m *Module) Parameters() []*Parameter { return m.order }

// Sources lists the publications that the files name.
func (m *Module) Sources() []*declaration.Source { return m.sources }

// Mark is something that the files mark to be checked, and its place.
type Mark struct {
	Text string
	At   diagnostic.Range
}

// ToCheck lists what the files mark to be checked.
func (m *Module) ToCheck() []Mark {
	var marks []Mark
	for _, p := range m.order {
		if p.ToCheck {
			marks = append(marks, Mark{"parameter " + p.Name, p.Range})
		}
	}
	for _, s := range m.sources {
		if s.ToCheck {
			marks = append(marks, Mark{"source " + s.ID, s.Range})
		}
	}
	for _, name := range m.names {
		p := m.programs[name].declaration
		for _, text := range p.ToCheck {
			marks = append(marks, Mark{"program " + name + ": " + text, p.Range})
		}
		for _, list := range [][]*declaration.Variable{p.Inputs, p.State, p.Outputs} {
			for _, v := range list {
				if v.ToCheck {
					marks = append(marks, Mark{"program " + name + ": " + v.Name, v.Range})
				}
			}
		}
	}
	return marks
}

func (m *Module) fail(at diagnostic.Range, code, summary, detail string) {
	m.list.Append(diagnostic.Diagnostic{Severity: diagnostic.Error, Code: code, Summary: summary, Detail: detail, Subject: at})
}

func (m *Module) unknown(at diagnostic.Range, what, name string, known []string) {
	if len(m.list) > maxFindings {
		known = nil // a suggestion for each would take too long
	}
	m.list.Append(diagnostic.Diagnostic{
		Severity: diagnostic.Error, Code: "unknown-name", Summary: fmt.Sprintf("unknown %s %q", what, name),
		Suggestion: diagnostic.Nearest(name, known), Subject: at,
	})
}

func keys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

func (m *Module) declareTypes(f *declaration.File) {
	for _, t := range f.Types {
		if m.types[t.Name] != nil {
			m.fail(t.Range, "duplicate-name", "type "+t.Name+" is declared twice", "")
			continue
		}
		if builtIn(t.Name) {
			m.fail(t.Range, "reserved-name", t.Name+" is a type of the language or a currency", "Choose another name.")
			continue
		}
		typ := &Type{Kind: Enumeration, Name: t.Name, Cases: t.Cases, labels: t.Labels}
		if t.Handle {
			typ = &Type{Kind: Handle, Name: t.Name}
		}
		m.types[t.Name] = typ
	}
}

func (m *Module) declareGrammars(f *declaration.File) {
	for _, g := range f.Grammars {
		if m.grammars[g.Name] != nil {
			m.fail(g.Range, "duplicate-name", "grammar "+g.Name+" is declared twice", "")
			continue
		}
		m.grammars[g.Name] = newGrammar(g)
	}
}

// nameRecords makes the records known, which may name each other.
func (m *Module) nameRecords(f *declaration.File) {
	for _, r := range f.Records {
		if m.records[r.Name] != nil || m.types[r.Name] != nil {
			m.fail(r.Range, "duplicate-name", "there is a type or record "+r.Name+" already", "Choose another name.")
			continue
		}
		if builtIn(r.Name) {
			m.fail(r.Range, "reserved-name", r.Name+" is a type of the language or a currency", "Choose another name.")
			continue
		}
		if len(r.Fields) == 0 {
			m.fail(r.Range, "wrong-shape", "record "+r.Name+" has no fields", "Write {date: date, first: boolean}.")
		}
		m.records[r.Name] = &record{name: r.Name, declaration: r}
	}
}

func (m *Module) declareRecords(f *declaration.File) {
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
			rec.fields = append(rec.fields, recordField{v.Name, v, typ, rec.size})
			rec.size += typ.places()
		}
	}
}

// fixed refuses types whose values cannot be laid out in a row of numbers.
func (m *Module) fixed(v *declaration.Variable, t *Type) bool {
	switch {
	case t.Kind == BandsKind || t.Fraction:
		m.fail(v.TypeRange, "wrong-type", v.Name+" cannot be "+t.describe()+" here", "Bands and fractions pass between programs only, under with.")
	case t.grammar != nil:
		m.fail(v.GrammarRange, "wrong-type", "only an input of a program is read by a grammar", "")
	case t.Kind == Number && t.Decimals < 0:
		m.fail(v.Range, "missing-decimals", v.Name+" does not say how many decimals it has", "Add decimals: 2, or a unit that implies them.")
	default:
		return true
	}
	return false
}

func (m *Module) declareRest(f *declaration.File) {
	m.sources = append(m.sources, f.Sources...)
	for _, g := range f.Groups {
		m.groups[g.Name] = append(m.groups[g.Name], g.Inputs...)
	}
	for _, fn := range f.Functions {
		m.declareFunction(fn)
	}
	for _, p := range f.Parameters {
		m.declareParameter(p)
	}
	for _, p := range f.Programs {
		if other := m.programs[p.Name]; other != nil {
			m.fail(p.Range, "duplicate-name", "program "+p.Name+" is declared twice", "The other one is at "+other.declaration.Range.String()+".")
			continue
		}
		m.programs[p.Name] = &Program{module: m, declaration: p}
		m.names = append(m.names, p.Name)
	}
}

func (m *Module) declareFunction(fn *declaration.Function) {
	if _, taken := number.ParseRounding(fn.Name); m.functions[fn.Name] != nil || taken == nil || slices.Contains(functionNames, fn.Name) {
		m.fail(fn.Range, "duplicate-name", "there is a function "+fn.Name+" already", "Choose another name.")
		return
	}
	result := m.named(fn.Result, fn.Range)
	if result == nil {
		return
	}
	if result.Kind != RecordKind {
		m.fail(fn.Range, "wrong-type", "function "+fn.Name+" must answer a record", "Declare one under records:.")
		return
	}
	f := &function{name: fn.Name, site: len(m.functions), result: result}
	for _, v := range fn.In {
		t := m.resolve(v)
		if t == nil || !m.fixed(v, t) {
			continue
		}
		if t.Kind == ListKind || t.Kind == RecordKind || t.by != nil {
			m.fail(v.TypeRange, "wrong-type", "a function takes single values, not "+t.describe(), "")
			continue
		}
		f.in = append(f.in, t)
		f.names = append(f.names, v.Name)
	}
	m.functions[fn.Name] = f
}

// unknownUnit refuses a word that is not a unit.
// unitOf reads a unit; false after an error.
func (m *Module) unitOf(at diagnostic.Range, word string) (Unit, bool) {
	unit, wrong := m.readUnit(at, word)
	if wrong != nil {
		m.list.Append(*wrong)
	}
	return unit, wrong == nil
}

// readUnit reads a unit, or says what is wrong with it.
func (m *Module) readUnit(at diagnostic.Range, word string) (Unit, *diagnostic.Diagnostic) {
	unit, err := parseUnit(word)
	if err != nil {
		return unit, &diagnostic.Diagnostic{Severity: diagnostic.Error, Code: "unknown-unit", Summary: err.Error(), Detail: unitHelp, Suggestion: nearestUnit(word), Subject: at}
	}
	for _, f := range unit.factors {
		if own := m.options.Currency; own != "" && isCurrency(f.name) && f.name != own && f.name != anyCurrency {
			return unit, &diagnostic.Diagnostic{Severity: diagnostic.Error, Code: "other-currency", Summary: f.name + " is not the currency of this country", Detail: "Its amounts are in " + own + ".", Subject: at}
		}
	}
	return unit, nil
}

// checkSources refuses parameters whose source is not declared.
func (m *Module) checkSources() {
	ids := map[string]*declaration.Source{}
	for _, s := range m.sources {
		if ids[s.ID] != nil {
			m.fail(s.Range, "duplicate-name", "source "+s.ID+" is declared twice", "The other one is at "+ids[s.ID].Range.String()+".")
		}
		ids[s.ID] = s
	}
	for _, p := range m.order {
		if p.Source != "" && ids[p.Source] == nil {
			m.unknown(p.SourceRange, "source", p.Source, keys(ids))
		}
	}
}

// decimalOf reads a scalar as a number.
func (m *Module) decimalOf(n *document.Node, what string) (number.Decimal, bool) {
	if n.Kind != document.Scalar || n.Quoted {
		m.fail(n.Range, "wrong-type", what+" must be a number", "Write digits with a decimal point and without quotes.")
		return number.Decimal{}, false
	}
	if n.Null || n.Text == "" {
		m.fail(n.Range, "missing-value", what+" is empty", "Write the figure after the colon, such as 1230.50.")
		return number.Decimal{}, false
	}
	d, err := number.Parse(n.Text)
	if err != nil {
		m.fail(n.Range, "bad-number", fmt.Sprintf("%s is not a number: %.80s", what, n.Text), "Write digits with a decimal point and nothing between them, such as 1230.50.")
		return number.Decimal{}, false
	}
	return d, true
}

func powerOfTen(n int) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil) }
