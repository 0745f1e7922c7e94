package compile

import (
	"context"
	"fmt"

	"github.com/payslate/payslate/interpreter/execution"
)

// Compile makes an Executable of a program.
func (p *Program) Compile(mode Mode) (*execution.Executable, error) {
	if err := p.checked(); err != nil {
		return nil, err
	}
	return p.within.compiler(mode).executable(p)
}

// checked checks a program that Load has left for its first use.
func (p *Program) checked() error {
	if p.late == nil {
		return nil
	}
	return p.late()
}

// executable compiles a program to machine code.
func (c *compiler) executable(p *Program) (*execution.Executable, error) {
	_, outputs := c.program(p)
	if c.ended() {
		return nil, context.Canceled
	}
	if c.list.HasErrors() {
		return nil, fmt.Errorf("program %s: %w", p.Name(), c.list.Err())
	}
	code, err := c.b.Program(p.Slots)
	if err != nil {
		return nil, fmt.Errorf("program %s: %w", p.Name(), err)
	}
	e := &execution.Executable{
		Program: p.Program, Code: code, Outputs: outputs, Sites: c.sites, Texts: c.texts, Counters: c.counters, Divisors: c.divisors, Template: make([]int64, p.Slots), Line: c.module.Options.Line,
	}
	for _, d := range c.standingAt {
		e.Template[d.slot] = d.value
	}
	for i, in := range p.Inputs {
		if in.Flag < 0 {
			e.Required = append(e.Required, i)
		}
	}
	return e, nil
}
