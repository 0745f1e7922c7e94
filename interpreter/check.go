package interpreter

import (
	"slices"
	"sync"

	"github.com/payslate/payslate/interpreter/declaration"
	"github.com/payslate/payslate/interpreter/diagnostic"
)

// maxCost bounds the steps of a program once its calls are written out.
const maxCost = 1 << 16

// checkPrograms checks each program by itself: sizes and circles first, so
// that what follows has an end.
func (m *Module) checkPrograms(read map[string]bool) {
	costs := &costs{module: m, known: map[string]int{}, open: map[string]bool{}}
	for _, name := range m.names {
		p := m.programs[name]
		if costs.of(p) > maxCost {
			m.fail(p.declaration.Range, "program-too-large", "program "+name+" has more than 65,536 steps once its calls are written out", "Call less from within procedures that are called often.")
		}
	}
	if m.list.HasErrors() {
		return
	}
	work := maxWork
	for _, name := range m.names {
		m.list.Extend(m.checkProgram(m.programs[name], read, &work))
	}
	m.checkShared()
}

// checkLate leaves the check of each program for its first use.
func (m *Module) checkLate() {
	for _, name := range m.names {
		p := m.programs[name]
		p.late = sync.OnceValue(func() error {
			work := maxWork
			return m.checkProgram(p, map[string]bool{}, &work).Err()
		})
	}
}

// checkRead reports figures that no program and no check reads: listed ones in a
// country's rules, which are whole.
func (m *Module) checkRead(read map[string]bool) {
	for _, p := range m.order {
		switch {
		case read[p.Name] && p.Unread != "":
			m.warn(p.Range, "unused-parameter", "parameter "+p.Name+" says why nothing reads it, and a program does", "Remove unread.")
		case !read[p.Name] && p.Unread == "" && (!p.Listed || m.options.Currency != "" && !m.options.Unheld):
			m.warn(p.Range, "unused-parameter", "no program reads parameter "+p.Name, "Read it, remove it, or say why it is here: unread: …")
		}
	}
}

// checkProgram checks a program with the work that is left for the module.
func (m *Module) checkProgram(p *Program, read map[string]bool, work *int) diagnostic.List {
	if *work <= 0 {
		return nil
	}
	p.shown = map[diagnostic.Range]Unit{}
	c := newCompiler(m, Silent)
	c.check, c.work = true, work
	s, _ := c.program(p)
	for name := range c.parametersRead {
		read[name] = true
	}
	for _, out := range p.outputs {
		if out.Declaration.Value == nil {
			s.read[out.Name] = true
		}
	}
	p.read = s.read
	if !c.list.HasErrors() {
		c.checkUse(p, s)
	}
	return c.list
}

// checkUse reports what a program declares and nothing reads.
func (c *compiler) checkUse(p *Program, s *scope) {
	if p.declaration.Imported {
		return
	}
	for _, in := range p.inputs {
		if !s.read[in.Name] && !in.Declaration.Unused && slices.Contains(p.declaration.Inputs, in.Declaration) {
			c.warn(in.Declaration.Range, "unused-input", "nothing reads input "+in.Name+" in program "+p.Name(), "Remove it, or say unused: true.")
		}
	}
	for name, at := range s.set {
		if !s.read[name] {
			c.warn(at, "unused-name", "nothing reads "+name, "Remove the step, or read it.")
		}
	}
	for _, proc := range p.declaration.Procedures {
		if !s.read[proc.Name] {
			c.warn(proc.Range, "unused-procedure", "nothing calls procedure "+proc.Name, "Remove it, or call it.")
		}
	}
}

// checkShared reports inputs of a group that no program with the group reads.
func (m *Module) checkShared() {
	for _, name := range keys(m.groups) {
		for _, d := range m.groups[name] {
			var with string // the first program that has the group
			read := d.Unused
			for _, program := range m.names {
				p := m.programs[program]
				if p.declaration.Imported || !slices.ContainsFunc(p.declaration.Groups, func(g declaration.Group) bool { return g.Name == name }) {
					continue
				}
				if with == "" {
					with = program
				}
				read = read || p.read == nil || p.read[d.Name]
			}
			if with != "" && !read {
				m.warn(d.Range, "unused-input", "nothing reads input "+d.Name+" in program "+with, "Remove it, or say unused: true.")
			}
		}
	}
}

func (m *Module) warn(at diagnostic.Range, code, summary, detail string) {
	m.list.Append(diagnostic.Diagnostic{Severity: diagnostic.Warning, Code: code, Summary: summary, Detail: detail, Subject: at})
}

// costs counts steps with the calls written out.
type costs struct {
	module *Module
	known  map[string]int
	open   map[string]bool
}

func (c *costs) of(p *Program) int {
	return c.named(p.Name(), func() int { return c.steps(p, p.declaration.Do) })
}

// named counts a program or procedure once. A circle costs nothing here: it is
// refused where it is compiled.
func (c *costs) named(name string, count func() int) int {
	if n, ok := c.known[name]; ok {
		return n
	}
	if c.open[name] {
		return 0
	}
	c.open[name] = true
	n := min(count(), maxCost+1)
	c.open[name] = false
	c.known[name] = n
	return n
}

func (c *costs) steps(p *Program, steps []declaration.Step) int {
	n := 0
	for _, step := range steps {
		n += 1 + c.step(p, step)
		if n > maxCost {
			return maxCost + 1
		}
	}
	return n
}

func (c *costs) step(p *Program, step declaration.Step) int {
	switch step := step.(type) {
	case *declaration.If:
		return c.steps(p, step.Then) + c.steps(p, step.Else)
	case *declaration.Match:
		n := c.steps(p, step.Else)
		for _, cs := range step.Cases {
			n = min(n+c.steps(p, cs.Do), maxCost+1)
		}
		return n
	case *declaration.For:
		// A loop may be compiled several times until its scales agree.
		return min(c.steps(p, step.Do)*2, maxCost+1)
	case *declaration.Call:
		for _, proc := range p.declaration.Procedures {
			if proc.Name == step.Name {
				return c.named(p.Name()+"."+proc.Name, func() int { return c.steps(p, proc.Do) })
			}
		}
		if callee := c.module.programs[step.Name]; callee != nil {
			return c.of(callee)
		}
	}
	return 0
}
