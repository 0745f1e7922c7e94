package check

import (
	"maps"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
)

// Program is a checked program.
type Program struct {
	*types.Program
	within *Checked
	read   map[string]bool                 // names
	shown  map[diagnostic.Range]types.Unit // units of shown values
	late   func() error                    // checks it once; nil if Check did
}

// Reads reports whether the program itself, without its calls, reads a name.
func (p *Program) Reads(name string) bool {
	_ = p.checked() // Compile reports it
	return p.read[name]
}

// Checked is a module with checked programs.
type Checked struct {
	module   *types.Module
	Programs map[string]*Program
	guard    sync.Mutex
	read     map[string]*types.Parameter // parameters that are read
	work     atomic.Int64                // remaining work, in nodes of expressions
}

// Check checks the programs of a module, each alone and in parallel. Programs of a lazy
// module are checked when they are compiled.
func Check(module *types.Module) (*Checked, diagnostic.List) {
	m := &Checked{module: module, Programs: map[string]*Program{}, read: map[string]*types.Parameter{}}
	m.work.Store(maxWork)
	for _, name := range module.ProgramNames {
		m.Programs[name] = &Program{Program: module.Programs[name], within: m}
	}
	if module.Options.Lazy {
		for _, p := range m.Programs {
			p.late = sync.OnceValue(func() error {
				var work atomic.Int64
				work.Store(maxWork)
				return m.check(p, &work).Err()
			})
		}
		return m, nil
	}
	var list diagnostic.List
	for _, f := range module.Functions() {
		if builtin(f.Name) != nil {
			list.Fail(f.At, "duplicate-name", f.Name+" is already a function", "Choose another name.")
		}
	}
	if list.HasErrors() {
		return m, list
	}
	found := make([]diagnostic.List, len(module.ProgramNames))
	var checks sync.WaitGroup
	for i, name := range module.ProgramNames {
		checks.Go(func() { found[i] = m.check(m.Programs[name], &m.work) })
	}
	checks.Wait()
	list.Extend(slices.Concat(found...))
	list.Extend(m.checkShared())
	m.work.Store(maxWork)
	return m, list
}

// Alone checks a program that is not part of the module, and reports whether it reads a
// parameter.
func (m *Checked) Alone(declared *types.Program) (p *Program, readsFigure bool, list diagnostic.List) {
	p = &Program{Program: declared, within: m}
	before := m.read
	m.read = map[string]*types.Parameter{}
	list = m.check(p, &m.work)
	readsFigure = len(m.read) > 0
	maps.Copy(m.read, before)
	return p, readsFigure, list
}

// Unread reports parameters that no program and no check reads. Listed parameters are
// only reported for the rules of a country, which are complete.
func (m *Checked) Unread() (list diagnostic.List) {
	whole := m.module.Options.Currency != ""
	for _, p := range m.module.Parameters {
		switch read := m.read[p.Name] != nil || m.module.Bounding[p.Name]; {
		case read && p.Unread != "":
			list.Warn(p.Range, "unused-parameter", "parameter "+p.Name+" has unread, but a program reads it", "Remove unread.")
		case !read && p.Unread == "" && (!p.Listed || whole):
			list.Warn(p.Range, "unused-parameter", "no program reads parameter "+p.Name, "Read it, remove it, or give a reason: unread: …")
		}
	}
	return list
}

// check checks a program.
func (m *Checked) check(p *Program, work *atomic.Int64) diagnostic.List {
	if work.Load() <= 0 {
		return nil
	}
	p.shown = map[diagnostic.Range]types.Unit{}
	c := m.compiler(Silent)
	c.checking, c.check, c.work = true, true, work
	s, _ := c.program(p)
	m.guard.Lock()
	maps.Copy(m.read, c.parametersRead)
	m.guard.Unlock()
	for _, out := range p.Outputs {
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

// checkUse reports unused declarations of a program.
func (c *compiler) checkUse(p *Program, s *scope) {
	if p.Declaration.Imported {
		return
	}
	for _, in := range p.Inputs {
		if !s.read[in.Name] && !in.Declaration.Unused && slices.Contains(p.Declaration.Inputs, in.Declaration) {
			c.warn(in.Declaration.Range, "unused-input", "nothing reads input "+in.Name+" in program "+p.Name(), "Remove it, or add unused: true.")
		}
	}
	for name, at := range s.set {
		if !s.read[name] {
			c.warn(at, "unused-name", "nothing reads "+name, "Remove the step, or read it.")
		}
	}
	for _, proc := range p.Declaration.Whole().Procedures {
		if !s.read[proc.Name] {
			c.warn(proc.Range, "unused-procedure", "nothing calls procedure "+proc.Name, "Remove it, or call it.")
		}
	}
}

// checkShared reports inputs of groups that no program reads.
func (m *Checked) checkShared() (list diagnostic.List) {
	for _, name := range slices.Sorted(maps.Keys(m.module.Groups)) {
		for _, d := range m.module.Groups[name] {
			var with string // the first program with the group
			read := d.Unused
			for _, program := range m.module.ProgramNames {
				p := m.Programs[program]
				if p.Declaration.Imported || !slices.ContainsFunc(p.Declaration.Inputs, func(in *syntax.Variable) bool { return in.Named && in.Name == name }) {
					continue
				}
				if with == "" {
					with = program
				}
				read = read || p.read == nil || p.read[d.Name]
			}
			if with != "" && !read {
				list.Warn(d.Range, "unused-input", "nothing reads input "+d.Name+" in program "+with, "Remove it, or add unused: true.")
			}
		}
	}
	return list
}
