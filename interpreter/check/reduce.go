package check

import (
	"github.com/payslate/payslate/interpreter/machine"
	"github.com/payslate/payslate/interpreter/run"
	"github.com/payslate/payslate/interpreter/types"
)

// reduction removes from a program what a host does not read.
type reduction struct {
	field  int
	wanted func(word func(field int) string) bool
}

// CompileField compiles a program for a host that reads only one field of some lines,
// such as a search that runs it many times; wanted selects the lines by their words.
// Notes, texts, other fields and outputs are removed, with everything that is computed
// only for them. Refusals have no message; run the whole program for that.
func (p *Program) CompileField(field int, wanted func(word func(field int) string) bool) (*run.Executable, error) {
	if err := p.checked(); err != nil {
		return nil, err
	}
	c := p.within.compiler(Silent)
	c.reduced = &reduction{field, wanted}
	declared := *p.Program
	declared.Outputs = nil
	return c.executable(&Program{Program: &declared, shown: p.shown})
}

// keep reports whether a site stays, and removes what is not read from it.
func (r *reduction) keep(t *emission) bool {
	switch t.Kind {
	case run.RefuseSite:
		t.Texts, t.args, t.Faults, t.Index = run.Texts{}, nil, nil, nil
		return true
	case run.LineSite:
		value := t.Fields[r.field].Value
		if value.Kind != types.Number || !r.wanted(func(field int) string { return t.Fields[field].Word }) {
			return false
		}
		args := []machine.Value{t.args[value.At]}
		if value.Flag >= 0 {
			args = append(args, t.args[value.Flag])
			value.Flag = 1
		}
		value.At = 0
		t.args, t.Fields = args, wordsOf(t.Fields)
		t.Fields[r.field] = run.SiteField{Set: true, Value: value}
		return true
	}
	return false
}

// wordsOf returns the literal words of a line.
func wordsOf(fields []run.SiteField) []run.SiteField {
	words := make([]run.SiteField, len(fields))
	for i := range fields {
		words[i].Word = fields[i].Word
	}
	return words
}
