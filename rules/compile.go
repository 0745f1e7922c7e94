package rules

import (
	"errors"
	"maps"
	"slices"
	"strconv"
	"sync"

	"github.com/payslate/payslate/interpreter"
	"github.com/payslate/payslate/interpreter/check"
	"github.com/payslate/payslate/interpreter/compile"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/run"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/interpreter/wording"
)

// compiled returns a program that is compiled at its first use.
type compiled func() (*run.Executable, error)

// load loads a year as of a day. Programs of built-in files, which were checked before
// the release, are compiled at their first use; all others are checked now.
func (l *loader) load(y *year, head *syntax.File, files []*syntax.File, day string, options Options) bool {
	builtIn := !options.Review && l.builtIn(files)
	lazy := builtIn || options.Lazy || options.Only != 0 && options.Only != y.number
	module, list := interpreter.Load(files, types.Options{Line: lineFieldsOf(l.rateOfBase), Own: ownInputs, On: day, Files: l.Files, Lazy: lazy, BuiltIn: builtIn, Unheld: true, Held: options.Held, Counts: options.Counts, Currency: y.country.Currency})
	l.Findings.Extend(list)
	if module == nil {
		return false
	}
	l.tableFiles(module, options)
	y.module, y.sources, y.scenario = module, map[string]Source{}, -1
	l.unfit.Extend(module.Broken)
	if marks := module.ToCheck(); len(marks) > 0 && !options.AllowUnchecked {
		l.unfit.Fail(marks[0].At, "to-check", "year "+y.label+" has "+diagnostic.Counted(len(marks), "mark")+" to be checked, the first: "+marks[0].Text, "Compare them with the law and remove each to_check; --allow-unchecked accepts the year as it is.")
	}
	for _, s := range module.Sources {
		y.sources[s.ID] = s.Publication
	}
	if !l.findNet(y, head) || !l.findReverse(y, head) || !l.findPayday(y) {
		return false
	}
	if lazy && options.Counts == nil || options.Review {
		return true
	}
	found := y.compileAll()
	l.Findings.Extend(found)
	return !found.HasErrors()
}

// builtIn reports whether files are those of the embedded rule book.
func (l *loader) builtIn(files []*syntax.File) bool {
	return !slices.ContainsFunc(files, func(f *syntax.File) bool { return !l.BuiltIn(f.Name) })
}

// compileAll compiles everything that is otherwise compiled at its first use.
func (y *year) compileAll() (list diagnostic.List) {
	list.Extend(y.faults(y.ready()))
	for _, program := range []compiled{y.takeHome, y.reverse} {
		_, err := program()
		list.Extend(y.faults(err))
	}
	return list
}

// faults returns an error of compiling as findings.
func (y *year) faults(err error) (list diagnostic.List) {
	if err != nil && !errors.As(err, &list) {
		list.Fail(y.program.Declaration.Range, "not-compiled", err.Error(), "Divide the program into smaller ones.")
	}
	return list
}

// NetProgram is the program that computes a payslip. In addition to the profile it has
// these inputs.
const (
	NetProgram   = "net"
	grossInput   = AmountField
	periodInput  = "period"
	yearInput    = "year"
	taxYearInput = "tax_year"
	payDateInput = "pay_date"
)

// ownInputs are those that a request has beside its profile.
var ownInputs = slices.Sorted(maps.Keys(payment))

// needed returns a program that every year must have; nil, with a finding, if it is missing.
func (l *loader) needed(y *year, head *syntax.File, name, remedy string) *check.Program {
	p, ok := y.module.Program(name)
	if !ok {
		l.Fail(rangeOf(head.Root, "made_of"), "missing-program", "year "+y.label+" has no program "+name, remedy)
	}
	return p
}

// findNet finds the net program and checks its inputs and outputs.
func (l *loader) findNet(y *year, head *syntax.File) bool {
	p := l.needed(y, head, NetProgram, "Write it in a file of the country's folder or the year's.")
	if p == nil {
		return false
	}
	names := p.InputNames()
	y.program, y.gross = p, slices.Index(names, grossInput)
	for _, name := range []string{grossInput, periodInput, yearInput, taxYearInput} {
		if !slices.Contains(names, name) {
			l.Fail(p.Declaration.Range, "missing-input", "program "+NetProgram+" needs the inputs gross, period, year and tax_year", "Take them from the group of inputs payment, which has them in every country: in: [payment, …].")
			return false
		}
	}
	if !l.sendable(p) {
		return false
	}
	y.ready = sync.OnceValue(y.compileNet)
	y.counted = sync.OnceValues(func() (*run.Executable, error) { return compile.Program(p, compile.Counted) })
	y.traced = sync.OnceValues(func() (*run.Executable, error) { return compile.Program(p, compile.Traced) })
	y.takeHome = sync.OnceValues(func() (*run.Executable, error) { return y.compileTakeHome(nil) })
	return l.readOutputs(y, p)
}

// sendable reports inputs of the net program that a request cannot send.
func (l *loader) sendable(p *check.Program) bool {
	sound := true
	for _, in := range p.Inputs {
		switch t := in.Type; {
		case t.Kind.Single() && !t.Fraction && t.Kind != types.Handle && t.Kind != types.Time: // a time may have an offset in a request
		case t.Enumerated() != nil, t.Components() != nil, isPayment(in):
		default:
			l.Fail(in.Declaration.Range, "wrong-type", in.Name+" is "+t.Describe()+", which a request cannot send", "A field of a profile is a number, a boolean, a text, a case, a date, a duration or a list of cases; lists of records are components.")
			sound = false
		}
	}
	return sound
}

// compileTakeHome compiles the amounts of the employee's lines, with what is known of the inputs.
func (y *year) compileTakeHome(known func(slot int) (int64, bool)) (*run.Executable, error) {
	return compile.Only(y.program, compile.Part{Field: lineAmount, Line: func(word func(int) string) bool { return word(linePayer) == employee }, Known: known})
}

// compileNet compiles the net program and finds the sources that its lines cite.
func (y *year) compileNet() (err error) {
	if y.net, err = compile.Program(y.program, compile.Silent); err != nil {
		return err
	}
	l := &loader{}
	l.readSites(y)
	return l.Findings.Err()
}

// ReverseProgram is the program that bounds the search for a gross.
const ReverseProgram = "net_to_gross"

// The outputs of ReverseProgram.
const (
	smallestOutput       = "smallest_gross"
	largestOutput        = "largest_gross"
	netFallOutput        = "largest_net_fall"
	deductionsFallOutput = "largest_deductions_fall"
	fallsFromOutput      = "deductions_fall_from"
	fallsToOutput        = "deductions_fall_to"
)

// AskedFor lists the programs, inputs and outputs that this package looks up by name.
func AskedFor() []string {
	return slices.Concat([]string{
		NetProgram, ReverseProgram, lawDateProgram, paydayProgram, paymentGroup, smallestOutput, largestOutput, netFallOutput, deductionsFallOutput, fallsFromOutput, fallsToOutput, lawDateOutput, scenarioLabel,
	}, annualOutputs[:], slices.Collect(maps.Keys(payment)), slices.Collect(maps.Keys(paydayInputs)))
}

// findReverse finds the program and its outputs.
func (l *loader) findReverse(y *year, head *syntax.File) bool {
	p := l.needed(y, head, ReverseProgram, "It answers the smallest gross and how far net pay can fall.")
	if p == nil {
		return false
	}
	y.reverse = sync.OnceValues(func() (*run.Executable, error) { return compile.Program(p, compile.Silent) })
	y.bounds = map[string]int{}
	for i, out := range p.Outputs {
		y.bounds[out.Name] = i
	}
	for _, name := range []string{smallestOutput, netFallOutput, deductionsFallOutput} {
		if _, has := y.bounds[name]; !has {
			l.Fail(p.Declaration.Range, "missing-output", "program "+ReverseProgram+" must answer "+name, "Compute it and name it in out.")
			return false
		}
	}
	return true
}

// lineSite is what all lines from one place of the rules have in common.
type lineSite struct {
	key, payer, group, label, source string
	sourceAt                         int // among the year's cited sources
	plain, rulePlain                 bool
	written                          bool // the label differs by language or has values filled in
}

// maxCited bounds the sources that the lines of a year may cite.
const maxCited = 64

func (l *loader) readSites(y *year) {
	places := map[string]int{} // among those cited
	y.sites = make([]lineSite, len(y.net.Sites))
	for i, line := range y.net.Sites {
		if line.Kind != run.LineSite {
			continue
		}
		word := func(field int) string { return line.Fields[field].Word }
		id := word(lineSource)
		source := y.sources[id]
		at, known := places[id]
		if !known {
			source.Plain = wording.Plain(source.Name.English + source.URL + source.License)
			at = len(y.cited)
			places[id], y.cited = at, append(y.cited, source)
		}
		if len(y.cited) > maxCited {
			l.Fail(line.At, "too-many-sources", "the lines of year "+y.label+" cite more than "+strconv.Itoa(maxCited)+" sources", "Declare each publication once, and name its parts in cite.")
		}
		site := lineSite{
			key: word(lineKey), payer: word(linePayer), group: word(lineGroup), sourceAt: at, source: cited(word(lineCite), source.Name.English),
			label: line.Fields[lineLabel].Literal(), rulePlain: line.Fields[lineRule].Plain(),
		}
		site.written = line.Fields[lineLabel].Varies()
		site.plain = !site.written && wording.Plain(site.key+site.payer+site.label+site.source)
		y.sites[i] = site
	}
}

// lawDateProgram is an optional program of a country. If the law changes within a year,
// it chooses the day for questions that send none.
const (
	lawDateProgram = "law_date"
	lawDateOutput  = "law_date"
)

// compileLawDate compiles the country's program law_date, if it has one.
func (l *loader) compileLawDate(y *year) bool {
	p, ok := y.module.Program(lawDateProgram)
	if !ok {
		return true
	}
	at := p.Declaration.Range
	exe, err := compile.Program(p, compile.Silent)
	switch {
	case err != nil:
		l.Fail(at, "not-compiled", err.Error(), "Divide the program into smaller ones.")
	case len(p.Outputs) != 1 || p.Outputs[0].Name != lawDateOutput || p.Outputs[0].Type.Kind != types.Date || p.Outputs[0].Type.Optional:
		l.Fail(at, "missing-output", "program "+lawDateProgram+" must answer "+lawDateOutput+" and nothing else", "Write out: {"+lawDateOutput+": date}.")
	case p.Reads(grossInput):
		l.Fail(at, "unknown-input", "program "+lawDateProgram+" reads gross, which is unknown in a question from net to gross", "Choose the day by the period and the profile.")
	default:
		y.lawDate = exe
		return true
	}
	return false
}
