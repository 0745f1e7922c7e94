package interpreter

import (
	"fmt"

	"github.com/payslate/payslate/interpreter/machine"
	"github.com/payslate/payslate/interpreter/number"
)

// reduction leaves out of a program what a host does not read.
type reduction struct {
	field  int
	wanted func(word func(field int) string) bool
}

// CompileField compiles a program for hosts that read one field of some lines
// and nothing else, such as a search that runs it many times: wanted chooses
// the lines by their words. Notes, texts, other fields and outputs are left out,
// and what is computed for them alone. Refusals have no message: run the whole
// program for that. Runs that follow each other with other values of input
// varying alone compute what does not depend on it once.
func (p *Program) CompileField(field, varying int, wanted func(word func(field int) string) bool) (*Executable, error) {
	if err := p.checked(); err != nil {
		return nil, err
	}
	c := newCompiler(p.module, Silent)
	c.reduced = &reduction{field, wanted}
	bare := *p
	bare.outputs = nil
	c.b.Vary(p.inputs[varying].slot)
	c.program(&bare)
	if c.list.HasErrors() {
		return nil, fmt.Errorf("program %s: %w", p.Name(), c.list.Err())
	}
	code, err := c.b.Program(p.slots)
	if err != nil {
		return nil, fmt.Errorf("program %s: %w", p.Name(), err)
	}
	return c.executable(&bare, code, nil), nil
}

// keep reports whether a site stays, and takes off it what is not read.
func (r *reduction) keep(t *site) bool {
	switch t.kind {
	case refuseSite:
		t.texts, t.args, t.faults, t.index = texts{}, nil, nil, nil
		return true
	case lineSite:
		value := t.fields[r.field].value
		if value.kind != Number || !r.wanted(func(field int) string { return t.fields[field].word }) {
			return false
		}
		args := []machine.Value{t.args[value.at]}
		if value.flag >= 0 {
			args = append(args, t.args[value.flag])
			value.flag = 1
		}
		value.at = 0
		t.args, t.fields = args, make([]siteField, len(t.fields))
		t.fields[r.field] = siteField{set: true, value: value}
		return true
	}
	return false
}

// Sum adds up field i, a number, of all lines of the run that have it. All of
// them must have the same number of decimals, as amounts of money have.
func (r *Run) Sum(field int) number.Decimal {
	sum, places := int64(0), 0
	for _, e := range r.frame.Emissions() {
		t := r.exe.sites[e.Site]
		if t.kind != lineSite {
			continue
		}
		value := &t.fields[field].value
		if !r.isThere(value, e) {
			continue
		}
		n, fits := r.frame.Emitted(e, value.at)
		if !fits || (sum+n < sum) != (n < 0) {
			return r.wideSum(field)
		}
		sum, places = sum+n, value.places
	}
	return number.New(sum, places)
}

func (r *Run) wideSum(field int) number.Decimal {
	var sum number.Decimal
	for _, line := range r.Lines(nil) {
		if n, has := line.Number(field); has {
			sum = sum.Add(n)
		}
	}
	return sum
}
