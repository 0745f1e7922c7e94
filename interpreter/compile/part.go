package compile

import (
	"github.com/payslate/payslate/interpreter/check"
	"github.com/payslate/payslate/interpreter/machine"
	"github.com/payslate/payslate/interpreter/run"
	"github.com/payslate/payslate/interpreter/types"
)

// Part is what a host reads of the outcome of a program.
type Part struct {
	// Field is the field of lines that it reads, Line selects the lines by their words.
	Field int
	Line  func(word func(field int) string) bool
	// Outputs are the names of outputs that it reads; the others are never given.
	Outputs []string
	// Known returns the value of an input by its slot, if it is the same in all runs; it may be nil.
	Known func(slot int) (value int64, known bool)
}

// Only compiles a program for a host that reads only a part of its outcome, such as
// a search that runs it many times. Notes, texts, other fields and outputs are removed, with
// everything that is computed only for them. Refusals have no message; run the whole program
// for that.
func Only(p *check.Program, part Part) (*run.Executable, error) { return executable(p, Silent, &part) }

// input returns the value of an input's slot, or what is known of it. The code of a text is that of
// one executable, and what lists have lies beside the slots.
func (c *compiler) input(t *check.Type, slot int) machine.Operand {
	if c.part != nil && c.part.Known != nil && t.Kind.Single() && t.Kind != types.Text {
		if value, known := c.part.Known(slot); known {
			return c.b.Int(value)
		}
	}
	return c.b.Input(slot)
}

// keep reports whether a site stays, and removes what is not read from it.
func (p *Part) keep(t *emission) bool {
	switch t.Kind {
	case run.RefuseSite:
		t.Texts, t.args, t.Faults, t.Index, t.Remedies = run.Texts{}, nil, nil, nil, nil
		return true
	case run.LineSite:
		value := t.Fields[p.Field].Value
		if value.Kind != types.Number || !p.Line(func(field int) string { return t.Fields[field].Word }) {
			return false
		}
		args := []machine.Operand{t.args[value.At]}
		if value.Flag >= 0 {
			args = append(args, t.args[value.Flag])
			value.Flag = 1
		}
		value.At = 0
		t.args, t.Fields = args, wordsOf(t.Fields)
		t.Fields[p.Field] = run.SiteField{Set: true, Value: value}
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
