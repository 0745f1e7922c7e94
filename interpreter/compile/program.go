package compile

import (
	"fmt"

	"github.com/payslate/payslate/interpreter/execution"
	"github.com/payslate/payslate/interpreter/machine"
	"github.com/payslate/payslate/interpreter/types"
)

// Compile makes an Executable of a program.
func (p *Program) Compile(mode Mode) (*execution.Executable, error) {
	if err := p.checked(); err != nil {
		return nil, err
	}
	c := p.within.compiler(mode)
	_, outputs := c.program(p)
	if c.list.HasErrors() {
		return nil, fmt.Errorf("program %s: %w", p.Name(), c.list.Err())
	}
	code, err := c.b.Program(p.Slots)
	if err != nil {
		return nil, fmt.Errorf("program %s: %w", p.Name(), err)
	}
	return c.executable(p.Program, code, outputs), nil
}

// checked checks a program that Load has left for its first use.
func (p *Program) checked() error {
	if p.late == nil {
		return nil
	}
	return p.late()
}

// executable puts together what a compilation has made.
func (c *compiler) executable(p *types.Program, code *machine.Program, outputs []execution.Shown) *execution.Executable {
	e := &execution.Executable{
		Program: p, Code: code, Outputs: outputs, Sites: c.sites, Texts: c.texts, Counters: c.counters, Divisors: c.divisors, Template: make([]int64, p.Slots), Line: c.module.Options.Line,
	}
	for _, d := range c.standingAt {
		e.Template[d.slot] = d.value
	}
	for i, in := range p.Inputs {
		if in.Flag < 0 {
			e.Required = append(e.Required, i)
		}
	}
	return e
}
