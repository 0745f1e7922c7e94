package check

import (
	"slices"
	"strings"

	"github.com/expr-lang/expr/ast"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
)

// call types a call of a procedure or program.
func (c *checker) call(s *scope, step *syntax.Call) (typed Step, ends bool) {
	if p := s.program.Declaration.Procedure(step.Name); p != nil {
		return c.perform(s, step, p)
	}
	callee := c.of.Programs[step.Name]
	if callee == nil {
		known := append(diagnostic.Names(s.program.Declaration.WithSteps().Procedures, func(p *syntax.Procedure) string { return p.Name }), c.module.ProgramNames...)
		c.suggest(step.NameRange, "unknown-name", "unknown procedure or program "+step.Name, "Programs are in the files of the year: those of its folder and the country's.", diagnostic.Nearest(step.Name, known))
	}
	if callee == nil || c.of.circles[step] != nil {
		c.breakGiven(s, step)
		return nil, false
	}
	return c.callProgram(s, step, callee)
}

// breakGiven keeps the readers of what a call cannot give from reporting it.
func (c *checker) breakGiven(s *scope, step *syntax.Call) {
	for _, g := range step.Give {
		s.assign(g.Name, broken)
	}
}

// perform types a procedure for a call: it works on the variables as they are there.
func (c *checker) perform(s *scope, step *syntax.Call, p *syntax.Procedure) (Step, bool) {
	if len(step.With)+len(step.Give) > 0 {
		c.fail(step.NameRange, "wrong-arguments", p.Name+" is a procedure: it works on the state of the program and has no arguments", "Remove with and give.")
	}
	if from := slices.Index(c.performed, p.Name); from >= 0 {
		name := func(p string) string { return s.program.Name() + "." + p }
		var circle []string
		for _, one := range append(slices.Clone(c.performed[from:]), p.Name) {
			circle = append(circle, name(one))
		}
		c.circular(step, circle)
		return nil, false
	}
	c.performed = append(c.performed, p.Name)
	s.read[p.Name] = true
	outer := s.procedure
	s.procedure = p.Name
	body := c.block(s, p.Do)
	s.procedure = outer
	c.performed = c.performed[:len(c.performed)-1]
	return &Perform{step, p, body}, body.Ends
}

func (c *checker) callProgram(s *scope, step *syntax.Call, callee *Program) (Step, bool) {
	typed := &Call{Call: step}
	given := map[string]*Expr{}
	all := c.arguments(s, step, callee.Program)
	for _, arg := range all {
		at := slices.Index(callee.InputNames(), arg.Input)
		if at < 0 {
			c.suggest(arg.Range, "unknown-name", callee.Name()+" has no input "+arg.Input, "Its inputs are "+strings.Join(callee.InputNames(), ", ")+".", diagnostic.Nearest(arg.Input, callee.InputNames()))
			continue
		}
		if _, twice := given[arg.Input]; twice {
			c.fail(arg.Range, "duplicate-name", arg.Input+" is given twice", "Remove one of them.")
		}
		v := c.expression(s, arg.Value)
		if v != nil {
			v = c.argument(arg.Value.Range(), s, callee.Inputs[at], v)
		}
		given[arg.Input] = v
		typed.Arguments = append(typed.Arguments, Argument{arg, at, v})
	}
	bands := map[string]*Type{}
	for _, in := range callee.Inputs {
		v, is := given[in.Name]
		if !is && in.Declaration.Default == nil && !in.Type.Optional && len(given) == len(all) { // otherwise one may be misspelt
			c.fail(step.NameRange, "missing-argument", callee.Name()+" needs "+in.Name, "Add it: with: {"+in.Name+": …}.")
		}
		if is && v != nil && in.Type.Kind == types.BandsKind {
			bands[in.Name] = &v.Type
		}
	}
	if !slices.Contains(c.calls, callee) {
		c.calls, c.callees = append(c.calls, callee), append(c.callees, callee.typed())
	}
	if len(bands) > 0 {
		typed.Callee = c.withBands(callee, bands, step.NameRange)
	} else {
		typed.Callee = callee.Tree()
	}
	if typed.Callee.Body.Ends {
		return typed, true
	}
	c.give(s, step, typed)
	return typed, false
}

// withBands types a program for the bands of a call, which its findings then name.
func (c *checker) withBands(callee *Program, bands map[string]*Type, at diagnostic.Range) *Tree {
	inner := newScope(callee.Program)
	inner.bands = bands
	performed, outer := c.performed, c.bandsFrom
	c.performed, c.bandsFrom = nil, &at
	tree := c.program(inner)
	c.performed, c.bandsFrom = performed, outer
	return tree
}

// arguments returns what a call passes. Without with, the inputs that but does not name take
// the caller's values of the same names; one that the caller lacks is reported even if it has
// a default, so that a change of its name is noticed.
func (c *checker) arguments(s *scope, step *syntax.Call, callee *types.Program) []syntax.Argument {
	if !step.Same {
		return step.With
	}
	list := slices.Clone(step.With)
	var missing []string
	for _, in := range callee.Inputs {
		if slices.ContainsFunc(step.With, func(named syntax.Argument) bool { return named.Input == in.Name }) {
			continue
		}
		if !s.knows(in.Name) {
			missing = append(missing, in.Name)
			continue
		}
		list = append(list, syntax.Argument{Input: in.Name, Range: step.NameRange, Value: syntax.NameAt(in.Name, step.NameRange)})
	}
	if len(missing) > 0 {
		lacks := callee.Name() + " needs " + strings.Join(missing, ", ") + ", which " + s.program.Name() + " does not have"
		c.fail(step.NameRange, "missing-argument", lacks, "Set it before the call, or pass another value: but: {"+missing[0]+": …}.")
	}
	return list
}

// give sets names of the caller to outputs of the called program.
func (c *checker) give(s *scope, step *syntax.Call, typed *Call) {
	callee := typed.Callee
	for i, g := range step.Give {
		at := slices.Index(callee.OutputNames(), g.Output)
		if at < 0 {
			c.suggest(g.Range, "unknown-name", callee.Name()+" has no output "+g.Output, "Its outputs are "+strings.Join(callee.OutputNames(), ", ")+".", diagnostic.Nearest(g.Output, callee.OutputNames()))
			s.assign(g.Name, broken)
			continue
		}
		if s.fixed[g.Name] {
			c.notCarried(g.Range, g.Name)
			continue
		}
		if slices.ContainsFunc(step.Give[:i], func(other syntax.Given) bool { return other.Name == g.Name }) {
			c.fail(g.Range, "duplicate-name", g.Name+" is set twice by this call", "Remove one of them.")
			continue
		}
		t := broken
		if at < len(callee.Outputs) && callee.Outputs[at] != nil {
			if v := c.sameKind(s, g.Range, g.Name, &Expr{Type: callee.Outputs[at].Type, at: g.Range}); v != nil {
				t = &v.Type
			}
		}
		typed.Give = append(typed.Give, Give{s.assign(g.Name, t), at, t})
		if _, known := s.set[g.Name]; !known {
			s.set[g.Name] = g.Range
		}
	}
}

// program types a program.
func (c *checker) program(s *scope) *Tree {
	p := s.program
	tree := &Tree{Program: p, Source: p.Declaration.WithSteps()}
	for _, in := range p.Inputs {
		given := typeOf(in.Type)
		if in.Type.Kind == types.BandsKind {
			given.Bands = anyBands()
			if bands := s.bands[in.Name]; bands != nil {
				given = bands
			}
		}
		typed := Input{Input: in, Type: given, Given: given}
		if in.Declaration.Default != nil {
			if typed.Default = c.initial(s, in); typed.Default == nil {
				typed.Type = broken
			} else if in.Type.Kind != types.ListKind && in.Type.Grammar == nil {
				if typed.Type, _ = c.join(given, &typed.Default.Type); typed.Type == nil {
					typed.Type = broken
				}
			}
		}
		typed.Var = s.assign(in.Name, typed.Type)
		tree.Inputs = append(tree.Inputs, typed)
	}
	c.begin(s, tree)
	tree.Body = c.block(s, tree.Source.Do)
	if !tree.Body.Ends {
		for _, out := range p.Outputs {
			tree.Outputs = append(tree.Outputs, c.output(s, out))
		}
	}
	tree.Variables = s.names
	return tree
}

// initial types the default of an input.
func (c *checker) initial(s *scope, in *types.Input) *Expr {
	d := in.Declaration.Default
	if _, list := d.Tree.(*ast.ArrayNode); list && in.Type.Kind == types.ListKind {
		return &Expr{Op: OpEmpty, Type: *typeOf(in.Type), source: d, node: d.Tree}
	}
	v := c.expression(s, d)
	if v == nil {
		return nil
	}
	t := *in.Type
	t.Optional = false
	if v = c.fit(d.Range(), s, in.Name, v, &t); v == nil {
		return nil
	}
	if v.Known != nil && !in.Type.Bounds.Contain(v.Known) {
		return c.fail(d.Range(), "default-outside-range", "the default of "+in.Name+" lies outside its own range", "Correct the default, or the bounds: a request could not send it.")
	}
	return v
}

// begin types the state and the tables at the beginning of a program.
func (c *checker) begin(s *scope, tree *Tree) {
	for _, v := range s.program.Declaration.State {
		t := s.program.State[v.Name]
		if t == nil {
			continue
		}
		start := Start{Type: typeOf(t)}
		if v.Default != nil {
			if x := c.expression(s, v.Default); x != nil {
				if start.Value = c.fit(v.Default.Range(), s, v.Name, x, t); start.Value != nil {
					start.Type = &start.Value.Type
				}
			}
		} else if t.Kind == types.Number {
			start.Type.Scale = one
		}
		start.Var = s.assign(v.Name, start.Type)
		tree.State = append(tree.State, start)
	}
	for _, t := range s.program.Declaration.Tables {
		c.spend(len(t.Numbers))
		table := &Table{Type: Type{Kind: types.TableKind, Scale: one}}
		for _, n := range t.Numbers {
			r := n.Decimal().Rat()
			table.Numbers, table.Scale = append(table.Numbers, r), number.LCM(table.Scale, r.Denom())
		}
		table.positive = allPositive(table.Numbers)
		s.tables[t.Name] = table
	}
}

// output types an output at the end of its program.
func (c *checker) output(s *scope, out *types.Output) *Expr {
	d := out.Declaration
	var v *Expr
	at := d.Range
	if d.Value != nil {
		v, at = c.expression(s, d.Value), d.Value.Range()
	} else {
		t, known := s.lookup(d.Name)
		switch {
		case !known && s.tables[d.Name] != nil:
			v = &Expr{Op: OpTable, Type: s.tables[d.Name].Type, Table: s.tables[d.Name], at: d.Range}
		case !known || t == nil:
			return c.fail(d.Range, "not-set", "output "+d.Name+" is never set", "Set it in the steps, or give it a formula: value: ….")
		case t == unset:
			return c.fail(d.Range, "not-set", "output "+d.Name+" is not set on every path", "Set it in the other branch too.")
		case t == broken:
			return nil
		default:
			v = &Expr{Op: OpVariable, Type: *t, Var: s.index[d.Name], Name: d.Name, at: d.Range}
		}
		if last, known := s.last[d.Name]; known {
			at = last
		}
	}
	if v != nil && d.When != nil {
		absent := &Expr{Op: OpNull, Type: Type{Kind: types.NullKind, Optional: true}, at: at}
		if cond := c.condition(s, d.When); cond == nil {
			v = nil
		} else {
			v = c.chosen(at, &Expr{Op: OpChoose, Of: []*Expr{cond}, at: d.When.Range()}, v, absent)
		}
	}
	if v == nil {
		return nil
	}
	t := *out.Type
	if s.unchecked {
		t.Decimals = -1
	}
	return c.fit(at, s, d.Name, v, &t)
}
