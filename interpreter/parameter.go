package interpreter

import (
	"slices"

	"github.com/payslate/payslate/interpreter/declaration"
	"github.com/payslate/payslate/interpreter/document"
	"github.com/payslate/payslate/interpreter/number"
)

// declareParameter reads a parameter's figure.
func (m *Module) declareParameter(d *declaration.Parameter) {
	if other := m.parameters[d.Name]; other != nil {
		m.fail(d.Range, "duplicate-name", "parameter "+d.Name+" stands twice", "The other one is at "+other.Range.String()+".")
		return
	}
	p := &Parameter{Parameter: d}
	if d.Unit != "" {
		unit, err := parseUnit(d.Unit)
		if err != nil {
			m.unknownUnit(d.UnitRange, d.Unit)
			return
		}
		p.unit = unit
	}
	ok := true
	switch {
	case d.Value != nil:
		p.value, ok = m.decimalOf(d.Value, "the value of "+d.Name)
		ok = ok && m.plausible(d.Value, p.unit, p.value)
	case d.Text != nil:
		p.text = d.Text.Text
	case len(d.Values) > 0:
		ok = m.valuesByCase(p)
	case len(d.Bands) > 0:
		p.bands = m.readBands(p)
		ok = p.bands != nil
	}
	if !ok {
		return
	}
	m.parameters[d.Name] = p
	m.order = append(m.order, p)
}

// plausible refuses rates over 100 percent.
func (m *Module) plausible(n *document.Node, unit Unit, value number.Decimal) bool {
	percent := Unit{factors: []factor{{"percent", 1}}}
	if unit.is(percent) && (value.Cmp(number.New(100, 0)) > 0 || value.Sign() < 0) {
		m.fail(n.Range, "implausible-rate", value.String()+" percent is no rate", "Rates lie between 0 and 100; is a decimal point missing?")
		return false
	}
	return true
}

func (m *Module) valuesByCase(p *Parameter) bool {
	p.by = m.types[p.By]
	if p.by == nil || p.by.Kind != Enumeration {
		m.unknown(p.Range, "enumeration", p.By, keys(m.types))
		return false
	}
	p.values = make([]number.Decimal, len(p.by.Cases))
	seen := make([]bool, len(p.by.Cases))
	for _, e := range p.Values {
		at := slices.Index(p.by.Cases, e.Key.Text)
		if at < 0 {
			m.unknown(e.Key.Range, "case of "+p.By, e.Key.Text, p.by.Cases)
			return false
		}
		value, ok := m.decimalOf(e.Value, p.Name)
		if !ok || !m.plausible(e.Value, p.unit, value) {
			return false
		}
		p.values[at], seen[at] = value, true
		p.places = max(p.places, value.Places())
	}
	for at, there := range seen {
		if !there {
			m.fail(p.Range, "missing-case", "parameter "+p.Name+" has no value for "+p.by.Cases[at], "Add "+p.by.Cases[at]+": and its figure under values: every case of "+p.By+" needs one.")
			return false
		}
	}
	return true
}

// Number is the parameter's figure where it is one number.
func (p *Parameter) Number() (number.Decimal, bool) { return p.value, p.Value != nil }

// Flat lists the numbers of the parameter under flat names: itself, or one for
// each case or cell, such as rate_A or bands_basic_to.
func (p *Parameter) Flat() []Figure {
	switch {
	case p.Value != nil:
		return []Figure{{Key: p.Name, Value: p.value, Unit: p.Parameter.Unit}}
	case p.by != nil:
		var list []Figure
		for i, value := range p.values {
			list = append(list, Figure{Key: p.Name + "_" + p.by.Cases[i], Part: p.by.Cases[i], Value: value, Unit: p.Parameter.Unit})
		}
		return list
	case p.bands != nil:
		return p.bands.flat(p)
	}
	return nil
}

// Figure is one number of a parameter.
type Figure struct {
	Key, Part string
	Value     number.Decimal
	Unit      string
}
