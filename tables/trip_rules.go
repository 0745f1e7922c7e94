package tables

import (
	"io/fs"
	"maps"
	"path"
	"slices"
	"sync"

	"github.com/payslate/payslate/interpreter"
	"github.com/payslate/payslate/interpreter/compile"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/host"
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
	inputs     host.Inputs[*tripRun]
	functions  []host.Call[*tripRun] // by site
	// fixed are the places that the rules declare, by the inputs that places names.
	fixed  []*Query
	places []string
	// fields are those of the request that the rules declare.
	fields []RequestField
	// meals are the meals in the order of a day.
	meals []string
	// limits is the index of the output that decides whether to list limits, or -1.
	limits int
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
	options := lineOptions
	options.Counts = l.counts
	options.BuiltIn = l.counts == nil && l.BuiltIn(name)
	options.Lazy = options.BuiltIn
	var file *syntax.File
	var found diagnostic.List
	if options.BuiltIn {
		file = syntax.ParseBuiltIn(name, func() []byte {
			data, _ := embedded.ReadFile(name)
			return data
		}).Read()
	} else if file, found = syntax.Read(name, data, format.Of("trip_rules")); !found.HasErrors() {
		found.Extend(r.languages.Check(file.Root))
	}
	if l.Findings.Extend(found); found.HasErrors() {
		return nil
	}
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
	check := &host.Check{Reader: &l.Reader}
	t.inputs = t.record().BindInputs(check, program.Inputs)
	t.functions = host.BindFunctions(check, r.tripFunctions(), module.Functions())
	t.fields = t.requestFields(program.Inputs)
	t.meals = mealsOf(module.Functions())
	t.limits = slices.IndexFunc(program.Outputs, func(out *types.Output) bool {
		return out.Name == outputLimits && out.Type.Kind == types.Boolean
	})
	if len(program.Outputs) > 1 || t.limits < 0 && len(program.Outputs) > 0 {
		l.Fail(program.Declaration.Range, "unknown-field", "the only output of "+tripProgram+" is "+outputLimits+", a boolean", "It tells whether the answer lists limits.")
	}
	l.rowChecks(module, r, program.Declaration.Range)
	if l.Findings.HasErrors() {
		return nil
	}
	t.executable = sync.OnceValues(func() (*run.Executable, error) { return compile.Program(program, compile.Silent) })
	if options.BuiltIn {
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

// record is what inputs of the program may be: what every program may have, places that the rules
// declare, and fields of the request.
func (t *tripRules) record() *host.Record[*tripRun] {
	fields := maps.Clone(tripInputs)
	for i, place := range t.places {
		fields[place] = host.Integer(types.Handle, func(*tripRun) int { return -i - 1 })
	}
	return &host.Record[*tripRun]{Fields: fields, Other: func(declared *types.Field) (host.Field[*tripRun], bool) {
		if declared.Type.Kind == types.ListKind && declared.Declaration.About != nil {
			return host.List(&itemRecord, func(x *tripRun) []item { return x.sentItems(declared.Name) }), true
		}
		return sentField(func(x *tripRun, name string) sentValue { return sentValue{x, x.journey.Fields, []any{name}} })(declared)
	}}
}

// mealsOf returns the meals that the rules declare, in the order of a day.
func mealsOf(functions []types.Function) (meals []string) {
	for _, f := range functions {
		for _, list := range f.Result.Fields() {
			if list.Type.Kind != types.ListKind {
				continue
			}
			for _, field := range list.Type.Element.Fields() {
				if field.Name == fieldMeal && field.Type.Kind == types.Enumeration {
					meals = field.Type.Cases
				}
			}
		}
	}
	return meals
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
