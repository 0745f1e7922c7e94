package rules

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/payslate/payslate/interpreter"
	"github.com/payslate/payslate/interpreter/compile"
	"github.com/payslate/payslate/interpreter/declaration"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/document"
	"github.com/payslate/payslate/interpreter/execution"
	"github.com/payslate/payslate/interpreter/types"
)

// year is one year of a country, ready to answer; where the law changes inside, a
// stretch of it between changes.
type year struct {
	country  *Country
	number   int
	label    string
	archive  bool  // of the years past that a book can leave closed
	closed   bool  // of an archive that this book leaves out; then nothing more is known
	from, to int64 // days since 1970-01-01, of the whole year
	validAt  diagnostic.Range
	// stretches lists all of the year, in their order. This one holds from since
	// until until.
	stretches    []*year
	since, until int64
	module       *interpreter.Module
	program      *compile.Program // net
	gross        int              // among its inputs
	inputs       inputPlaces
	bound        []*Field // by index of Country.fields; nil where the year lacks the field
	// ready compiles what follows, at its first use; nothing of it may be read before.
	ready func() error
	net   *execution.Executable
	sites []lineSite
	cited []Source // of sites, in their order
	// traced is the net program with its trace, takeHome that with the amounts of the
	// employee's lines alone.
	traced, takeHome compiled
	// lawDate chooses the day of the law for questions without one; nil where the
	// country leaves that to the service, or nothing changes within the year.
	lawDate *execution.Executable
	// reverse answers what a search for a gross needs, in these outputs.
	reverse                           compiled
	smallest, netFall, deductionsFall int
	largest                           int // -1: up to what the service takes
	outputs                           []netOutput
	sources                           map[string]Source
	scenario                          int    // the output that names the scenario
	annual                            [3]int // the outputs of annualOutputs; -1 where the period's figures are multiplied
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

var lineFields = []types.LineField{
	lineKey:    {Name: "key", Kind: types.WordField, Required: true},
	linePayer:  {Name: "payer", Kind: types.WordField, Required: true, Words: []string{"employee", "employer"}},
	lineGroup:  {Name: "group", Kind: types.WordField, Required: true, Words: []string{"tax", "social", "other"}},
	lineLabel:  {Name: "label", Kind: types.TextField, Required: true},
	lineAmount: {Name: "amount", Kind: types.MoneyField, Required: true},
	lineBase:   {Name: "base", Kind: types.MoneyField},
	lineRate:   {Name: "rate", Kind: types.NumberField},
	lineRule:   {Name: "rule", Kind: types.TextField, Required: true},
	lineSource: {Name: "source", Kind: types.WordField, Required: true, Source: true},
	lineCite:   {Name: "cite", Kind: types.WordField},
}

// PayslipLine lists the fields that a line of a payslip may have.
func PayslipLine() []types.LineField { return slices.Clone(lineFields) }

// parametersFile is the file by which a folder is a year.
const parametersFile = "parameters.yaml"

// year reads a year's parameters.yaml and what it is made of. The answer is the
// year as it stands at its end; nil after an error.
func (l *loader) year(c *Country, dir string, options Options) *year {
	head := l.file(path.Join(dir, parametersFile))
	if head == nil {
		return nil
	}
	found := len(l.Findings)
	y := &year{country: c}
	y.number = l.Count(head.Root, "year")
	y.label = l.Scalar(head.Root, "label")
	if code := l.Scalar(head.Root, "country"); code != c.code {
		l.Findings.Suggest(rangeOf(head.Root, "country"), "wrong-country", "this year says that it is of "+code+", in the folder of "+c.code, "Correct country:.", c.code)
	}
	if folder := path.Base(dir); folder != strconv.Itoa(y.number) {
		l.Findings.Suggest(rangeOf(head.Root, "year"), "wrong-year", "this is year "+strconv.Itoa(y.number)+" in the folder "+folder, "Name the folder by its year, or correct year:.", folder)
	}
	l.validity(head, y)
	y.archive = l.Flag(head.Root, "archive")
	if y.closed = y.archive && options.WithoutArchive; y.closed {
		return y
	}
	parts, complete := l.madeOf(head, dir)
	if !complete || l.Findings[found:].HasErrors() {
		return nil
	}
	return l.stretches(y, parts, options)
}

// rangeOf is the place of a key's value, or of the map that lacks it.
func rangeOf(n *document.Node, key string) diagnostic.Range {
	if value := n.Get(key); value != nil {
		return value.Range
	}
	return n.Range
}

func (l *loader) validity(head *declaration.File, y *year) {
	n := l.Need(head.Root, "valid")
	if n == nil {
		return
	}
	y.validAt = n.Range
	from, to := l.Day(l.Need(n, "from")), l.Day(l.Need(n, "to"))
	y.from, y.to = dayNumber(from), dayNumber(to)
	if to != "" && to < from {
		l.Fail(n.Range, "bad-date", "the year ends before it begins", "Write its first day after `from` and its last day after `to`.")
	}
}

// scenarioLabel is the output that names the scenario in a comparison.
const scenarioLabel = "scenario_label"

// annualOutputs are the outputs by which a country answers the figures of the
// year itself. A net program has all of them or none.
var annualOutputs = [...]string{"annual_gross", "annual_net", "annual_employer_cost"}

// netOutput is an output of the net program that the profile as applied shows.
type netOutput struct {
	index int
	name  string
	kind  Kind
	omit  bool // where it is absent
}

func (l *loader) readOutputs(y *year, p *compile.Program) bool {
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
			if out.Type.Unit.String() != y.country.currency {
				l.Fail(out.Declaration.Range, "wrong-type", out.Name+" must be an amount in "+y.country.currency, "Write "+out.Name+": "+y.country.currency+".")
				sound = false
			}
			continue
		}
		y.outputs = append(y.outputs, netOutput{i, out.Name, kindOf(out.Type), out.Declaration.OmitAbsent})
	}
	if at := slices.Index(y.annual[:], -1); annual > 0 && at >= 0 {
		l.Fail(p.Declaration.Range, "missing-output", "program "+NetProgram+" answers some figures of the year, but not "+annualOutputs[at], "Compute all of "+strings.Join(annualOutputs[:], ", ")+", or none of them.")
		sound = false
	}
	return sound
}

func kindOf(t *types.Type) Kind {
	switch t.Kind {
	case types.Boolean:
		return Boolean
	case types.Enumeration:
		return Choice
	case types.Text:
		return String
	case types.ListKind:
		if t.Element.Kind == types.Enumeration {
			return List
		}
	}
	if t.Decimals == 0 && !t.Unit.Money() {
		return Integer
	}
	return Number
}
