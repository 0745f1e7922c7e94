package tables

import (
	"io/fs"
	"path"
	"reflect"
	"slices"
	"sync"

	"github.com/payslate/payslate/interpreter"
	"github.com/payslate/payslate/interpreter/compile"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/run"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/tables/format"
)

// rulesFile is a regime's rules for trips, a program of the rule language.
const rulesFile = "rules.yaml"

// tripProgram is the program of a rules file that runs on a journey.
const tripProgram = "trip"

// outputLimits is the output that decides whether the answer lists limits.
const outputLimits = "limits"

// tripRules are a regime's compiled rules for trips.
type tripRules struct {
	executable func() (*run.Executable, error) // of program, silent; built-in rules are compiled at its first use
	inputs     layout                          // of the program
	functions  []tripFunction                  // by site
	// fixed are the places that the rules declare, by the inputs that places names.
	fixed  []*Query
	places []string
	// meals are the meals in the order of a day.
	meals []string
	// limits is the index of the output that decides whether to list limits, or -1.
	limits int
}

// tripFunction is a function that the rules call.
type tripFunction struct {
	name   string
	result layout
}

// lineOptions declares the fields of lines.
var lineOptions = types.Options{Line: []types.LineField{
	lineKind:     {Name: "kind", Kind: types.WordField, Required: true, Words: append(slices.Clone(amountKinds), limitLine)},
	lineDate:     {Name: "date", Kind: types.DateField, Required: true},
	lineUntil:    {Name: "until", Kind: types.DateField, Required: true, For: []string{limitLine}},
	lineLocation: {Name: "location", Kind: types.CaseField, Required: true},
	lineMeal:     {Name: "meal", Kind: types.CaseField, Required: true, For: []string{string(DeductionLine)}},
	lineAmount:   {Name: "amount", Kind: types.MoneyField, Required: true, For: amountKinds},
	lineCurrency: {Name: "currency", Kind: types.CaseField, Required: true, For: amountKinds},
	lineRule:     {Name: "rule", Kind: types.TextField, Required: true},
	lineSource:   {Name: "source", Kind: types.CaseField, Required: true, For: amountKinds},
}}

var amountKinds = []string{string(MealsLine), string(DeductionLine), string(LodgingLine)}

// TripLine returns the fields that a line of the rules for trips may have.
func TripLine() []types.LineField { return slices.Clone(lineOptions.Line) }

// Indexes of a line's fields in lineOptions.
const (
	lineKind = iota
	lineDate
	lineUntil
	lineLocation
	lineMeal
	lineAmount
	lineCurrency
	lineRule
	lineSource
)

// tripRules reads a regime's rules for trips. It returns nil without them, and after an
// error.
func (l *loader) tripRules(r *Regime) *tripRules {
	name := path.Join(r.ID, rulesFile)
	if _, err := fs.Stat(l.Files, name); err != nil || r.service.days == 0 {
		return nil
	}
	found := len(l.Findings)
	data, ok := l.Read(name)
	if !ok || l.Findings[found:].HasErrors() {
		return nil
	}
	return l.readTripRules(name, data, r)
}

// readTripRules reads the content of a rules file. It returns nil after an error.
func (l *loader) readTripRules(name string, data []byte, r *Regime) *tripRules {
	l.Texts[name] = data
	file, found := syntax.Read(name, data, format.Of("trip_rules"))
	if found.HasErrors() {
		l.Findings.Extend(found)
		return nil
	}
	l.Findings.Extend(r.languages.Check(file.Root))
	options := lineOptions
	options.Counts = l.counts
	options.Proven = l.counts == nil && l.BuiltIn(name)
	options.Lazy = options.Proven
	module, found := interpreter.Load([]*syntax.File{file}, options)
	l.Findings.Extend(found)
	if module == nil {
		return nil
	}
	program, ok := module.Program(tripProgram)
	if !ok {
		l.Fail(file.Root.Range, "missing-program", "the rules have no program "+tripProgram, "Declare it under programs.")
		return nil
	}
	t := &tripRules{}
	l.fixedPlaces(t, file, r)
	b := &layoutBinder{loader: l, rules: t, regime: r}
	for _, in := range program.Inputs {
		b.at = in.Declaration.Range
		t.inputs = append(t.inputs, b.record("", reflect.TypeFor[tripInputs](), []types.Field{{Name: in.Name, Declaration: in.Declaration, Type: in.Type}})...)
	}
	b.at = program.Declaration.Range
	t.limits = slices.IndexFunc(program.Outputs, func(out *types.Output) bool {
		return out.Name == outputLimits && out.Type.Kind == types.Boolean
	})
	if len(program.Outputs) > 1 || t.limits < 0 && len(program.Outputs) > 0 {
		l.Fail(program.Declaration.Range, "unknown-field", "the only output of "+tripProgram+" is "+outputLimits+", a boolean", "It tells whether the answer lists limits.")
	}
	for _, f := range module.Functions() {
		t.functions = append(t.functions, tripFunction{f.Name, b.function(f, file)})
	}
	l.rowChecks(module, b)
	if l.Findings.HasErrors() {
		return nil
	}
	t.executable = sync.OnceValues(func() (*run.Executable, error) { return compile.Whole(program, compile.Silent) })
	if options.Proven {
		return t
	}
	if _, err := t.executable(); err != nil {
		l.Fail(program.Declaration.Range, "does-not-compile", err.Error(), "Divide the program into smaller ones.")
		return nil
	}
	return t
}

func (l *loader) fixedPlaces(t *tripRules, file *syntax.File, r *Regime) {
	places := file.Root.Get("places")
	if places == nil {
		return
	}
	for _, entry := range places.Entries {
		q := &Query{Country: entry.Value.Get("country").Plain(), State: entry.Value.Get("state").Plain(), City: entry.Value.Get("city").Plain()}
		for _, edition := range r.Editions {
			asked := *q
			asked.Date = edition.Valid.From
			if _, err := r.Resolve(&asked); err != nil {
				l.Fail(entry.Value.Range, "unknown-place", "the edition "+edition.Name+" does not have this place: "+err.Error(), "Name a place that every edition of the regime has.")
			}
		}
		t.places, t.fixed = append(t.places, entry.Key.Text), append(t.fixed, q)
	}
}

// layoutBinder checks the declarations of the rules and makes their layouts.
type layoutBinder struct {
	loader *loader
	rules  *tripRules
	regime *Regime
	at     diagnostic.Range
}

// sent checks the type of a field of the request.
func (b *layoutBinder) sent(name string, t *types.Type) {
	// A handle is a name that the client chooses.
	if !t.Kind.Single() || t.Kind == types.Text || t.Kind == types.Time || t.By != nil {
		b.loader.Fail(b.at, "wrong-type", "a request cannot have "+name+" as "+t.Kind.String(), "Fields of the request are numbers, booleans, dates, cases, names (handles) and lists of records of these.")
	}
}

// sentRecords may have fields of the request.
var sentRecords = []reflect.Type{reflect.TypeFor[tripInputs](), reflect.TypeFor[legRecord](), reflect.TypeFor[itemRecord]()}

// record returns the layout of a record that a Go struct holds: the inputs, an element of a
// list, or the result of a function. thing names it in findings, except for the inputs.
func (b *layoutBinder) record(thing string, of reflect.Type, fields []types.Field) layout {
	known, laid := ruleFields(of), layout{}
	for _, f := range fields {
		own, is := known[f.Name]
		field := layoutField{Field: f, index: own.index, further: !is}
		switch {
		case thing == "" && slices.Contains(b.rules.places, f.Name):
			field.further = true
			b.kind(f.Name, f.Type, ruleField{kind: types.Handle})
		case is:
			if b.kind(f.Name, f.Type, own); own.kind == types.ListKind && f.Type.Kind == own.kind {
				field.element = b.record(f.Name, own.element, f.Type.Element.Fields())
			}
		case slices.Contains(sentRecords, of) && f.Declaration.About != nil:
			field.sent = true
			if thing == "" && f.Type.Kind == types.ListKind {
				field.element = b.record(listSent, reflect.TypeFor[itemRecord](), f.Type.Element.Fields())
			} else {
				b.sent(f.Name, f.Type)
			}
		case of == reflect.TypeFor[rateRecord]():
			b.columns(&f)
		case thing == "":
			b.loader.Unknown(b.at, "unknown-input", "input", f.Name, sortedKeys(known))
		default:
			b.loader.Unknown(b.at, "unknown-field", "field of "+thing, f.Name, sortedKeys(known))
		}
		if laid = append(laid, field); of == reflect.TypeFor[mealRecord]() && f.Type.Kind == types.Enumeration {
			b.rules.meals = f.Type.Cases
		}
	}
	return laid
}

// columns checks a field that holds amounts of the regime's tables.
func (b *layoutBinder) columns(f *types.Field) {
	for _, column := range amountColumns(f) {
		i := b.regime.columnIndex(column)
		if i < 0 || b.regime.columns[i].Type == flagColumn || f.Type.Kind != types.Number || f.Type.Optional {
			b.loader.Unknown(b.at, "unknown-column", "amount", column, b.regime.Columns())
		}
	}
}

// kind checks the kind of a declared value.
func (b *layoutBinder) kind(name string, t *types.Type, want ruleField) {
	if t.Kind != want.kind || t.By != nil {
		b.loader.Fail(b.at, "wrong-type", name+" must be "+want.kind.String(), "Declare it so: the service gives this value.")
	}
	if t.Optional != want.optional {
		b.loader.Fail(b.at, "wrong-type", "wrong use of optional for "+name, "It must be optional where the trip may lack it, and only there.")
	}
}

func (b *layoutBinder) function(f types.Function, file *syntax.File) layout {
	for _, d := range file.Functions {
		if d.Name == f.Name {
			b.at = d.Range
		}
	}
	host, known := hostFunctions[f.Name]
	if !known {
		b.loader.Unknown(b.at, "unknown-function", "function", f.Name, sortedKeys(hostFunctions))
		return nil
	}
	if !slices.EqualFunc(f.In, host.in, func(t *types.Type, kind types.Kind) bool { return t.Kind == kind && !t.Optional }) {
		b.loader.Fail(b.at, "wrong-arguments", f.Name+" is declared with the wrong arguments", "Declare it with in: and its arguments in the order of the README of the tables.")
		return nil
	}
	return b.record(f.Name, host.result, f.Result.Fields())
}

// WithTripRules returns the book with another rules.yaml for a regime. The book is nil if
// there are errors, or if the regime does not have rules for trips.
func (b *Book) WithTripRules(regime string, rules []byte) (*Book, diagnostic.List) {
	of := b.Regime(regime)
	if of == nil || of.trip == nil {
		return nil, nil
	}
	name := path.Join(regime, rulesFile)
	l := newLoader(nil)
	changed := *of
	changed.trip = l.readTripRules(name, rules, &changed)
	if l.Findings.HasErrors() || changed.trip == nil {
		return nil, l.Findings
	}
	other := &Book{service: b.service}
	for _, r := range b.regimes {
		if r == of {
			r = &changed
		}
		other.regimes = append(other.regimes, r)
	}
	return other, l.Findings
}
