package rules

import (
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/payslate/payslate/interpreter"
	"github.com/payslate/payslate/interpreter/check"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/host"
	"github.com/payslate/payslate/interpreter/run"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
)

// year is one year of a country. If the law changes within the year, there is one for
// each stretch between changes.
type year struct {
	country  *Country
	number   int
	label    string
	archive  bool
	closed   bool  // archived and not open in this book; the fields below validAt are not set
	from, to int64 // days since 1970-01-01, of the whole year
	validAt  diagnostic.Range
	// calendars are the pay periods of plans so far, []period by their number.
	calendars sync.Map
	// stretches lists those of the year in order. This one applies from since to until.
	stretches    []*year
	since, until int64
	module       *interpreter.Module
	program      *check.Program // net
	gross        int            // among its inputs
	binding      host.Inputs[request]
	// fixed and moving are the binding in two parts: moving is what changes from payday to
	// payday. The other two are those of payday.
	fixed, moving, paydayFixed, paydayMoving host.Inputs[request]
	asked                                    map[string]host.Inputs[request] // of other programs
	own                                      []*Field                        // its forms of Country.fields, by index; nil where it lacks the field
	// ready compiles the net program and sets net, sites and cited, which must not be
	// read before.
	ready func() error
	net   *run.Executable
	sites []lineSite
	cited []Source // of sites, in their order
	// traced is the net program with a trace, and counted counts its branches; takeHome
	// computes only the amounts of the employee's lines.
	traced, counted, takeHome compiled
	// lawDate chooses the day for questions without a pay date; nil if the country has no
	// such program, or the law does not change within the year.
	lawDate *run.Executable
	// payday fills in the fields of a year's paydays; nil if the country has no such
	// program.
	payday       compiled
	paydayFields []int           // of its outputs: the field that it fills in; -1 for the pay date
	filledIn     []*types.Output // of payday
	// planned computes the figures that the country carries from payday to payday;
	// carriedOutputs are those outputs of the net program, -1 for other figures.
	planned        compiled
	carriedOutputs []int
	// reverse computes the bounds of a search for a gross, in outputs with these indexes.
	reverse    compiled
	bounds     map[string]int
	outputs    []netOutput
	sources    map[string]Source
	components *Field // the list of components; nil if the year has none
	scenario   int    // the output that names the scenario
	annual     [3]int // the outputs of annualOutputs; -1 if the period's figures are multiplied
}

func (y *year) parameter(name string) *types.Parameter {
	for _, p := range y.module.Parameters {
		if p.Name == name {
			return p
		}
	}
	return nil
}

// The fields of a line of a payslip.
const (
	lineKey = iota
	linePayer
	lineGroup
	lineLabel
	lineAmount
	lineBase
	lineRate
	lineRule
	lineSource
	lineCite
)

// lineFieldsOf returns the fields of a line, with the usual text of its rule.
func lineFieldsOf(usual *syntax.Text) []types.LineField {
	return []types.LineField{
		lineKey:    {Name: "key", Kind: types.WordField, Required: true},
		linePayer:  {Name: "payer", Kind: types.WordField, Required: true, Words: []string{"employee", "employer"}},
		lineGroup:  {Name: "group", Kind: types.WordField, Required: true, Words: []string{"tax", "social", "other"}},
		lineLabel:  {Name: "label", Kind: types.TextField, Required: true},
		lineAmount: {Name: "amount", Kind: types.MoneyField, Required: true, Cited: true},
		lineBase:   {Name: "base", Kind: types.MoneyField},
		lineRate:   {Name: "rate", Kind: types.NumberField, Cited: true},
		lineRule:   {Name: "rule", Kind: types.TextField, Required: true, Usual: usual},
		lineSource: {Name: "source", Kind: types.WordField, Required: true, Source: true},
		lineCite:   {Name: "cite", Kind: types.WordField, Cite: true},
	}
}

// PayslipLine lists the fields of a line of a payslip.
func PayslipLine() []types.LineField { return lineFieldsOf(&syntax.Text{}) }

// parametersFile is the file that makes a folder a year.
const parametersFile = "parameters.yaml"

// year reads a year's parameters.yaml and the files that it is made of. It returns the
// last stretch of the year; nil after an error.
func (l *loader) year(c *Country, dir string, options Options) *year {
	head := l.file(path.Join(dir, parametersFile))
	if head == nil {
		return nil
	}
	found := len(l.Findings)
	var d struct {
		Number  int              `key:"year"`
		Label   string           `key:"label"`
		Country string           `key:"country"`
		Archive bool             `key:"archive"`
		From    string           `key:"valid.from"`
		To      string           `key:"valid.to"`
		ValidAt diagnostic.Range `key:"valid,at"`
	}
	l.Decode(head.Root, &d)
	y := &year{country: c, number: d.Number, label: d.Label, archive: d.Archive, from: dayNumber(d.From), to: dayNumber(d.To), validAt: d.ValidAt}
	if d.Country != c.Code {
		l.Findings.Suggest(rangeOf(head.Root, "country"), "wrong-country", "this year has country: "+d.Country+", but is in the folder of "+c.Code, "Correct country:.", c.Code)
	}
	if folder := path.Base(dir); folder != strconv.Itoa(y.number) {
		l.Findings.Suggest(rangeOf(head.Root, "year"), "wrong-year", "this is year "+strconv.Itoa(y.number)+" in the folder "+folder, "Name the folder by its year, or correct year:.", folder)
	}
	if d.To != "" && d.To < d.From {
		l.Fail(d.ValidAt, "bad-date", "the year ends before it begins", "Write its first day after `from` and its last day after `to`.")
	}
	if y.closed = y.archive && options.WithoutArchive; y.closed {
		return y
	}
	parts, complete := l.parts(head, dir)
	if !complete || l.Findings[found:].HasErrors() {
		return nil
	}
	return l.stretches(y, parts, options)
}

// rangeOf returns the place of a key's value, or of the map if it lacks the key.
func rangeOf(n *syntax.Node, key string) diagnostic.Range {
	if value := n.Get(key); value != nil {
		return value.Range
	}
	return n.Range
}

// scenarioLabel is the output that names the scenario in a comparison.
const scenarioLabel = "scenario_label"

// annualOutputs are the outputs of a country that computes the annual figures itself. A
// net program has all of them or none.
var annualOutputs = [...]string{"annual_gross", "annual_net", "annual_employer_cost"}

// netOutput is an output of the net program that is part of the applied profile, or hidden.
type netOutput struct {
	index int
	name  string
	omit  bool // if it is absent
	// hidden outputs are not part of the profile.
	hidden bool
}

func (l *loader) readOutputs(y *year, p *check.Program) bool {
	y.annual = [...]int{-1, -1, -1}
	sound, annual := true, 0
	for i, out := range p.Outputs {
		if out.Name == scenarioLabel {
			y.scenario = i
			continue
		}
		if at := slices.Index(annualOutputs[:], out.Name); at >= 0 {
			y.annual[at] = i
			annual++
			if out.Type.Unit.String() != y.country.Currency {
				l.Fail(out.Declaration.Range, "wrong-type", out.Name+" must be an amount in "+y.country.Currency, "Write "+out.Name+": "+y.country.Currency+".")
				sound = false
			}
			continue
		}
		y.outputs = append(y.outputs, netOutput{i, out.Name, out.Declaration.OmitAbsent, out.Declaration.Hidden})
	}
	if at := slices.Index(y.annual[:], -1); annual > 0 && at >= 0 {
		l.Fail(p.Declaration.Range, "missing-output", "program "+NetProgram+" has some annual figures, but not "+annualOutputs[at], "Compute all of "+strings.Join(annualOutputs[:], ", ")+", or none of them.")
		sound = false
	}
	return sound
}
