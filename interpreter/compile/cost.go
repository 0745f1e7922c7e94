package compile

import (
	"github.com/payslate/payslate/interpreter/declaration"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/types"
)

// maxCost bounds the steps of a program with its calls inlined.
const maxCost = 1 << 16

// checkCosts reports programs that are too large once their calls are inlined, and
// whether some call each other in a circle.
func checkCosts(m *types.Module) (list diagnostic.List, circle bool) {
	costs := &costs{module: m, known: map[string]int{}, open: map[string]bool{}}
	for _, name := range m.ProgramNames {
		if p := m.Programs[name]; costs.of(p) > maxCost {
			list.Fail(p.Declaration.Range, "program-too-large", "program "+name+" has more than 65,536 steps once its calls are written out", "Call less from within procedures that are called often.")
		}
	}
	return list, costs.circle
}

type costs struct {
	module *types.Module
	known  map[string]int
	open   map[string]bool
	circle bool
}

func (c *costs) of(p *types.Program) int {
	return c.named(p.Name(), func() int { return c.steps(p, p.Declaration.Do) })
}

// named counts a program or procedure once. Circular calls count 0: they are errors when
// they are compiled.
func (c *costs) named(name string, count func() int) int {
	if n, ok := c.known[name]; ok {
		return n
	}
	if c.open[name] {
		c.circle = true
		return 0
	}
	c.open[name] = true
	n := min(count(), maxCost+1)
	c.open[name] = false
	c.known[name] = n
	return n
}

func (c *costs) steps(p *types.Program, steps []declaration.Step) int {
	n := 0
	for _, step := range steps {
		n += 1 + c.step(p, step)
		if n > maxCost {
			return maxCost + 1
		}
	}
	return n
}

func (c *costs) step(p *types.Program, step declaration.Step) (n int) {
	for _, block := range declaration.Blocks(step) {
		n = min(n+c.steps(p, block), maxCost+1)
	}
	switch step := step.(type) {
	case *declaration.For:
		// A loop may be compiled several times until its scales are stable.
		return min(n*2, maxCost+1)
	case *declaration.Call:
		if proc := p.Declaration.Procedure(step.Name); proc != nil {
			return c.named(p.Name()+"."+proc.Name, func() int { return c.steps(p, proc.Do) })
		}
		if callee := c.module.Programs[step.Name]; callee != nil {
			return c.of(callee)
		}
	}
	return n
}
