package check

import (
	"errors"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"weak"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
)

// Program is a program that is typed when it is first asked for. A program of built-in rules
// is typed again once nobody holds its tree: it is compiled, which needs the tree, and served.
type Program struct {
	*types.Program
	within *Checked
	found  func() diagnostic.List

	guard sync.Mutex
	last  weak.Pointer[typed]
	kept  *typed // the last one, unless the module is built in
}

// typed is what typing a program finds.
type typed struct {
	tree *Tree
	list diagnostic.List
	read map[string]bool // names
	set  map[string]diagnostic.Range
	by   *checker
}

// typed types the program, or returns what it was typed to.
func (p *Program) typed() *typed {
	p.guard.Lock()
	defer p.guard.Unlock()
	t := p.last.Value()
	if t == nil {
		t = p.within.typed(p)
		p.last = weak.Make(t)
		if !p.within.module.Options.BuiltIn {
			p.kept = t
		}
	}
	return t
}

// Module is the module of the program.
func (p *Program) Module() *types.Module { return p.within.module }

// Tree returns the typed program, which is not complete unless Findings has no errors.
func (p *Program) Tree() *Tree { return p.typed().tree }

// Mistakes returns the mistakes in a program and in those that it calls. The programs of a
// built-in module are only typed: it may still lack a file.
func (p *Program) Mistakes() error {
	t := p.typed()
	list := t.list
	if !p.within.module.Options.BuiltIn {
		list = p.found()
	}
	list = slices.Clone(list)
	for _, callee := range t.by.calls {
		var of diagnostic.List
		if errors.As(callee.Mistakes(), &of) {
			list.Extend(of)
		}
	}
	return list.Err()
}

// Reads reports whether the program itself, without its calls, reads a name.
func (p *Program) Reads(name string) bool { return p.typed().read[name] }

// Checked is a module with checked programs.
type Checked struct {
	module   *types.Module
	Programs map[string]*Program
	guard    sync.Mutex
	read     map[string]*types.Parameter // parameters that are read
	circles  map[*syntax.Call][]string
	work     atomic.Int64 // remaining work, in nodes of expressions
}

// maxWork bounds the work of checking a module. The German year needs a hundredth of it.
const maxWork = 1 << 20

// Check checks the programs of a module, each once and in parallel. Programs of a lazy module
// are checked when they are first asked for.
func Check(module *types.Module) (*Checked, diagnostic.List) {
	m := &Checked{module: module, Programs: map[string]*Program{}, read: map[string]*types.Parameter{}}
	m.work.Store(maxWork)
	for _, name := range module.ProgramNames {
		m.Programs[name] = m.newProgram(module.Programs[name])
	}
	if !module.Options.BuiltIn {
		m.circles = circles(module)
	}
	if module.Options.Lazy {
		return m, nil
	}
	var list diagnostic.List
	for _, f := range module.Functions() {
		if FunctionNamed(f.Name) != nil {
			list.Fail(f.At, "duplicate-name", f.Name+" is already a function", "Choose another name.")
		}
	}
	if list.HasErrors() {
		return m, list
	}
	found := make([]diagnostic.List, len(module.ProgramNames))
	var checks sync.WaitGroup
	for i, name := range module.ProgramNames {
		checks.Go(func() { found[i] = m.Programs[name].found() })
	}
	checks.Wait()
	list.Extend(slices.Concat(found...))
	list.Extend(m.checkShared())
	return m, list
}

func (m *Checked) newProgram(declared *types.Program) *Program {
	p := &Program{Program: declared, within: m}
	p.found = sync.OnceValue(func() diagnostic.List { return m.findings(p) })
	return p
}

// checker types one program.
type checker struct {
	of             *Checked
	module         *types.Module
	root           *types.Program
	list           diagnostic.List
	errors         int  // of the list
	stopped        bool // nothing is reported any more
	reported       map[finding]bool
	work           *atomic.Int64
	performed      []string          // the procedures that call the current steps
	bandsFrom      *diagnostic.Range // the call for whose bands a program is typed; nil for others
	calls          []*Program        // the programs that this one calls
	callees        []*typed          // what these are typed to
	parametersRead map[string]*types.Parameter
}

// spend counts work and reports whether the checker may go on.
func (c *checker) spend(n int) bool {
	left := c.work.Add(int64(-n))
	switch {
	case left+int64(n) <= 0 || c.ended():
		return false
	case left <= 0:
		c.fail(c.root.Declaration.Range, "program-too-large", "the rules have more than a million steps and operands, counting those of every call", "Call less from within procedures and loops, and shorten bands and tables.")
		c.stopped = true
		return false
	}
	return true
}

// ended reports whether the host has given up.
func (c *checker) ended() bool { return c.module.Options.Ended != nil && c.module.Options.Ended() }

// typed types a program.
func (m *Checked) typed(p *Program) *typed {
	work := &m.work
	if m.module.Options.Lazy {
		work = new(atomic.Int64)
		work.Store(maxWork)
	}
	c := &checker{of: m, module: m.module, root: p.Program, reported: map[finding]bool{}, work: work, parametersRead: map[string]*types.Parameter{}}
	s := newScope(p.Program)
	tree := c.program(s)
	m.guard.Lock()
	maps.Copy(m.read, c.parametersRead)
	m.guard.Unlock()
	for _, out := range p.Outputs {
		if out.Declaration.Value == nil {
			s.read[out.Name] = true
		}
	}
	return &typed{tree, c.list, s.read, s.set, c}
}

// findings checks a program: its types, then what flows through it, then what nothing reads.
func (m *Checked) findings(p *Program) diagnostic.List {
	t := p.typed()
	c := t.by
	for _, step := range sortedCalls(m.circles) {
		if circle := m.circles[step]; circle[0] == p.Name() {
			c.circular(step, circle)
		}
	}
	if tree := t.tree; tree.Body.Ends && len(p.Outputs) > 0 {
		c.fail(p.Declaration.OutputRange, "not-set", "the program always ends before its outputs are set", "Remove out:, or the step that ends it.")
	}
	for i, out := range t.tree.Outputs {
		if d := p.Outputs[i]; out != nil && !d.Type.Fraction {
			c.shown(d.Declaration.Range, out)
		}
	}
	if !c.list.HasErrors() {
		c.flow(t.tree)
	}
	if !c.list.HasErrors() {
		c.checkUse(p, t)
		c.unrelated(p)
	}
	return c.list
}

// Alone checks a program that is not part of the module, and reports whether it reads a
// parameter.
func (m *Checked) Alone(declared *types.Program) (p *Program, readsFigure bool, list diagnostic.List) {
	p = m.newProgram(declared)
	list = p.found()
	return p, len(p.typed().by.parametersRead) > 0, list
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

// checkUse reports unused declarations of a program.
func (c *checker) checkUse(p *Program, t *typed) {
	if p.Declaration.Imported {
		return
	}
	for _, in := range p.Inputs {
		if !t.read[in.Name] && !in.Declaration.Unused && slices.Contains(p.Declaration.Inputs, in.Declaration) {
			c.report(unusedInput(in.Declaration, p.Name()))
		}
	}
	for name, at := range t.set {
		if !t.read[name] {
			c.warn(at, "unused-name", "nothing reads "+name, "Remove the step, or read it.")
		}
	}
	for _, proc := range p.Declaration.WithSteps().Procedures {
		if !t.read[proc.Name] {
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
				read = read || p.Reads(d.Name)
			}
			if with != "" && !read {
				list.Append(unusedInput(d, with))
			}
		}
	}
	return list
}
