package types

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/syntax"
)

func (m *Module) declareParameter(d *syntax.Parameter) {
	if other := m.Figures[d.Name]; other != nil {
		m.list.Fail(d.Range, "duplicate-name", "parameter "+d.Name+" occurs twice", "The other one is at "+other.Range.String()+".")
		return
	}
	d = d.On(m.Options.On)
	p := &Parameter{Parameter: d}
	if d.Unit != "" {
		unit, ok := m.unitOf(d.UnitRange, d.Unit)
		if !ok {
			return
		}
		p.Measure = unit
	}
	ok := m.caseTypes(p)
	switch {
	case !ok:
	case d.Value != nil:
		p.Single = d.Value.Decimal()
		ok = m.plausible(p, d.Value, p.Measure, p.Single)
	case d.Text != nil:
	case len(d.Values) > 0:
		ok = m.valuesByCase(p)
	case len(d.Bands) > 0:
		p.Rows = m.readBands(p)
		ok = p.Rows != nil
	case d.Table != nil:
		p.Lookup = m.tableOf(p, d.Table)
		ok = p.Lookup != nil
	}
	if !ok {
		return
	}
	m.Figures[d.Name] = p
	m.Parameters = append(m.Parameters, p)
}

// mostCombinations bounds the combinations of cases of several enumerations.
const mostCombinations = 10_000

// caseTypes resolves the enumerations under by.
func (m *Module) caseTypes(p *Parameter) bool {
	for _, name := range p.By {
		typ := m.Types[name]
		if typ == nil || typ.Kind != Enumeration {
			m.unknown(p.ByRange, "enumeration", name, slices.Sorted(maps.Keys(m.Types)))
			return false
		}
		p.Enumerations = append(p.Enumerations, typ)
	}
	if p.combinations() > mostCombinations {
		m.list.Fail(p.ByRange, "too-many", "parameter "+p.Name+" has more than 10,000 combinations of cases", "Split it into several parameters.")
		return false
	}
	return true
}

func (p *Parameter) combinations() int {
	n := 1
	for _, typ := range p.Enumerations {
		if n *= len(typ.Cases); n > mostCombinations {
			break
		}
	}
	return n
}

// combination returns the index of a combination of cases; -1 after an error.
func (m *Module) combination(p *Parameter, cases []*syntax.Node) int {
	at := 0
	for i, key := range cases {
		typ := p.Enumerations[i]
		one := slices.Index(typ.Cases, key.Text)
		if one < 0 {
			m.unknown(key.Range, "case of "+typ.Name, key.Text, typ.Cases)
			return -1
		}
		at = at*len(typ.Cases) + one
	}
	return at
}

func (p *Parameter) casesAt(at int) []string {
	cases := make([]string, len(p.Enumerations))
	for i, typ := range slices.Backward(p.Enumerations) {
		cases[i] = typ.Cases[at%len(typ.Cases)]
		at /= len(typ.Cases)
	}
	return cases
}

// complete reports a combination of cases without a value.
func (m *Module) complete(p *Parameter, seen []bool, what, where string) bool {
	at := slices.Index(seen, false)
	if at < 0 {
		return true
	}
	cases := p.casesAt(at)
	m.list.Fail(p.Range, "missing-case", "parameter "+p.Name+" has no "+what+" for "+strings.Join(cases, ", "),
		"Add "+strings.Join(cases, ": ")+": and its "+where+": every case of "+strings.Join(p.By, " and ")+" needs one.")
	return false
}

// plausible reports figures that look like typos, unless the parameter has accepted.
func (m *Module) plausible(p *Parameter, n *syntax.Node, unit Unit, value number.Decimal) bool {
	if p.Accepted != "" {
		return true
	}
	code, summary, remedy := implausible(unit, value)
	switch {
	case code != "":
		m.list.Fail(n.Range, code, summary, remedy)
	case unit.CountsMoney() && thousands.MatchString(n.Text):
		m.list.Suggest(n.Range, "implausible-amount", n.Text+" is "+value.Trim().String()+" with three decimals", "A point is a decimal point; write thousands without a separator."+excuse, strings.Replace(n.Text, ".", "", 1))
	default:
		return true
	}
	return false
}

const excuse = " If it is right, give the reason: accepted: …"

// implausible returns a finding about a figure that cannot be right; empty if it may be.
func implausible(unit Unit, value number.Decimal) (code, summary, remedy string) {
	switch {
	case unit.Is(percent) && (value.Cmp(number.New(100, 0)) > 0 || value.Sign() < 0):
		return "implausible-rate", value.String() + " percent is not a rate", "Rates lie between 0 and 100; is a decimal point missing?" + excuse
	case value.Sign() < 0:
		return "implausible-amount", value.String() + " is below 0", "Write figures without a sign; formulas subtract them." + excuse
	}
	return "", "", ""
}

// thousands matches 60.000, which is 60,000 in many languages.
var thousands = regexp.MustCompile(`^[1-9][0-9]{0,2}\.[0-9]{3}$`)

func (m *Module) valuesByCase(p *Parameter) bool {
	p.Each = make([]number.Decimal, p.combinations())
	seen := make([]bool, len(p.Each))
	for _, v := range p.Values {
		at := m.combination(p, v.Cases)
		if at < 0 {
			return false
		}
		value := v.Value.Decimal()
		if !m.plausible(p, v.Value, p.Measure, value) {
			return false
		}
		p.Each[at], seen[at] = value, true
	}
	return m.complete(p, seen, "value", "figure under values")
}

// of returns the figure of some cases, one of each enumeration.
func (p *Parameter) of(cases []string) (value number.Decimal, ok bool) {
	if len(cases) != len(p.Enumerations) || p.Value == nil && p.Each == nil {
		return value, false
	}
	if len(cases) == 0 {
		return p.Single, true
	}
	at := 0
	for i, typ := range p.Enumerations {
		one := slices.Index(typ.Cases, cases[i])
		if one < 0 {
			return value, false
		}
		at = at*len(typ.Cases) + one
	}
	return p.Each[at], true
}

// Number returns the figure of a parameter that is one number.
func (p *Parameter) Number() (number.Decimal, bool) { return p.Single, p.Value != nil }

// At returns the position of the figure for cases, or of the parameter's name.
func (p *Parameter) At(cases []string) diagnostic.Range {
	if p.Text != nil {
		return p.Text.Range
	}
	for _, cell := range p.Content.Cells() {
		if cell.Column == "" && slices.Equal(cell.Cases, cases) {
			return cell.Node.Range
		}
	}
	return p.Range
}
