package check

import (
	"math/big"
	"slices"
	"strings"

	"github.com/expr-lang/expr/ast"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/machine"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
)

// call compiles a call of a procedure or program inline.
func (c *compiler) call(s *scope, step *syntax.Call) (ends bool) {
	if p := s.program.Declaration.Procedure(step.Name); p != nil {
		return c.callProcedure(s, step, p)
	}
	callee := c.module.Programs[step.Name]
	if callee == nil {
		c.suggest(step.NameRange, "unknown-name", "unknown procedure or program "+step.Name, "Programs are in the files of the year: those of its folder and the country's.", diagnostic.Nearest(step.Name, append(diagnostic.Names(s.program.Declaration.Whole().Procedures, func(p *syntax.Procedure) string { return p.Name }), c.module.ProgramNames...)))
		for _, g := range step.Give { // do not report their readers
			s.assign(g.Name, broken)
		}
		return false
	}
	return c.callProgram(s, step, callee)
}

// enter reports circular calls. Of the programs in a circle, the check of the first one by
// name does.
func (c *compiler) enter(name string, at diagnostic.Range) bool {
	if from := slices.Index(c.stack, name); from >= 0 {
		circle := append(slices.Clone(c.stack[from:]), name)
		if !c.check || name == slices.Min(circle) {
			c.fail(at, "circular-call", "these call each other in a circle: "+strings.Join(circle, " → "), "Remove one of the calls.")
		}
		return false
	}
	c.stack = append(c.stack, name)
	return true
}

func (c *compiler) leave() { c.stack = c.stack[:len(c.stack)-1] }

func (c *compiler) callProcedure(s *scope, step *syntax.Call, p *syntax.Procedure) (ends bool) {
	if len(step.With)+len(step.Give) > 0 {
		c.fail(step.NameRange, "wrong-arguments", p.Name+" is a procedure: it works on the state of the program and has no arguments", "Remove with and give.")
	}
	if !c.enter(s.program.Name()+"."+p.Name, step.NameRange) {
		return false
	}
	defer c.leave()
	s.read[p.Name] = true
	outer := s.procedure
	s.procedure = p.Name
	ends = c.steps(s, p.Do)
	s.procedure = outer
	return ends
}

func (c *compiler) callProgram(s *scope, step *syntax.Call, callee *types.Program) (ends bool) {
	if !c.enter(callee.Name(), step.NameRange) {
		return false
	}
	defer c.leave()
	inner := c.newScope(callee)
	inner.caller, inner.arguments = s, c.arguments(s, step, callee)
	given := map[string]machine.Value{}
	for _, arg := range inner.arguments {
		in := callee.Input(arg.Input)
		if in == nil {
			c.suggest(arg.Range, "unknown-name", callee.Name()+" has no input "+arg.Input, "Its inputs are "+strings.Join(callee.InputNames(), ", ")+".", diagnostic.Nearest(arg.Input, callee.InputNames()))
			continue
		}
		if _, twice := given[arg.Input]; twice {
			c.fail(arg.Range, "duplicate-name", arg.Input+" is given twice", "Remove one of them.")
		}
		given[arg.Input] = nil
		if name, is := arg.Value.Tree.(*ast.IdentifierNode); is { // passed on: given if the caller's is
			given[arg.Input] = s.flags[name.Value]
		}
		traced := c.beforeStep(s, arg.Input, arg.Value, arg.Range, "")
		v := c.expression(s, arg.Value)
		if v == broken || v == nil {
			inner.assign(arg.Input, broken)
			continue
		}
		v = c.afterStep(traced, c.settled(v))
		if v = c.argument(arg.Value.Range(), s, in, v); v == nil {
			v = broken
		}
		inner.assign(arg.Input, v)
	}
	c.defaults(s, step, inner, callee, given)
	c.begin(inner)
	caller, checked := c.current, c.check
	c.current, c.check = c.of.Programs[callee.Name()], checked && !callee.Declaration.Imported // a plan is checked alone
	ends = c.steps(inner, callee.Declaration.Whole().Do)
	c.current, c.check = caller, checked
	if !ends {
		c.give(s, step, inner, callee)
	}
	return ends
}

// arguments returns what a call passes. Without with, the inputs that but does not name take
// the caller's values of the same names; one that the caller lacks is reported even if it has
// a default, so that a change of its name is noticed.
func (c *compiler) arguments(s *scope, step *syntax.Call, callee *types.Program) []syntax.Argument {
	if !step.Same {
		return step.With
	}
	list := slices.Clone(step.With)
	var missing []string
	for _, in := range callee.Inputs {
		if slices.ContainsFunc(step.With, func(named syntax.Argument) bool { return named.Input == in.Name }) {
			continue
		}
		if _, known := s.lookup(in.Name); !known {
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

// argument converts a value to the type of an input. An input with a default accepts an
// optional value.
func (c *compiler) argument(at diagnostic.Range, s *scope, in *types.Input, v *value) *value {
	t := *in.Type
	if in.Declaration.Default != nil && v.optional() {
		t.Optional = true
	}
	v = c.fit(at, s, in.Name, v, &t)
	if v != nil && v.kind == types.Number && t.Decimals >= 0 && !t.Fraction { // whoever calls, the program has the same types
		declared := *v
		declared.scale = number.PowerOfTen(t.Decimals)
		declared.v = c.rescaled(v, declared.scale)
		v = &declared
	}
	if v == nil || len(in.Declaration.OneOf) == 0 || v.kind != types.Enumeration {
		return v
	}
	for _, word := range v.possible() {
		if !slices.Contains(in.Declaration.OneOf, word) {
			return c.fail(at, "unknown-case", in.Name+" does not accept "+word, "It accepts "+strings.Join(in.Declaration.OneOf, ", ")+".")
		}
	}
	limited := *v
	limited.allowed = in.Declaration.OneOf
	return &limited
}

// defaults sets the inputs that a call does not pass.
func (c *compiler) defaults(s *scope, step *syntax.Call, inner *scope, callee *types.Program, given map[string]machine.Value) {
	for _, in := range callee.Inputs {
		d := in.Declaration.Default
		if flag, is := given[in.Name]; is {
			v := inner.vars[inner.index[in.Name]]
			if flag == nil {
				flag = c.flagOf(v)
			}
			inner.flags[in.Name] = flag
			if d != nil && v.given != nil {
				there := *v
				there.given = nil
				inner.assign(in.Name, c.pick(in.Declaration.Range, c.b.Other(v.given, c.b.Int(0)), func() *value { return &there }, func() *value { return c.initial(inner, in) }))
			}
			continue
		}
		inner.flags[in.Name] = c.b.Int(0)
		switch {
		case d != nil:
			inner.assign(in.Name, c.initial(inner, in))
		case in.Type.Optional:
			inner.assign(in.Name, c.absent(c.zero(in.Type)))
		default:
			if len(given) == len(inner.arguments) { // otherwise one may be misspelt
				c.fail(step.NameRange, "missing-argument", callee.Name()+" needs "+in.Name, "Add it: with: {"+in.Name+": …}.")
			}
			inner.assign(in.Name, broken)
		}
	}
}

func (c *compiler) initial(s *scope, in *types.Input) *value {
	if _, list := in.Declaration.Default.Tree.(*ast.ArrayNode); list && in.Type.Kind == types.ListKind {
		return &value{kind: types.ListKind, typ: in.Type, address: c.b.Int(0), end: c.b.Int(0)}
	}
	v := c.expression(s, in.Declaration.Default)
	if v == nil || v == broken {
		return broken
	}
	t := *in.Type
	t.Optional = false
	if v = c.fit(in.Declaration.Default.Range(), s, in.Name, c.settled(v), &t); v == nil {
		return broken
	}
	if k, known := v.constant(); known && !in.Type.Bounds.Admit(k) {
		c.fail(in.Declaration.Default.Range(), "default-outside-range", "the default of "+in.Name+" lies outside its own range", "Correct the default, or the bounds: a request could not send it.")
		return broken
	}
	if v.kind == types.Enumeration && len(in.Declaration.OneOf) > 0 && !types.Within(v.possible(), in.Declaration.OneOf) {
		c.fail(in.Declaration.Default.Range(), "unknown-case", "the default is not among the cases that "+in.Name+" accepts", "They are "+strings.Join(in.Declaration.OneOf, ", ")+".")
		return broken
	}
	return v
}

func (c *compiler) begin(s *scope) {
	for _, v := range s.program.Declaration.State {
		t := s.program.State[v.Name]
		start := c.zero(t)
		if t.Optional {
			start = c.absent(start)
		}
		if v.Default != nil {
			if x := c.expression(s, v.Default); x != nil {
				if fitted := c.fit(v.Default.Range(), s, v.Name, c.settled(x), t); fitted != nil {
					start = fitted
				}
			}
		} else if t.Kind == types.Number {
			start.scale = one
		}
		s.assign(v.Name, start)
	}
	for _, t := range s.program.Declaration.Tables {
		c.table(s, t)
	}
}

// give sets names of the caller to outputs of the called program.
func (c *compiler) give(s *scope, step *syntax.Call, inner *scope, callee *types.Program) {
	for _, g := range step.Give {
		out := callee.Output(g.Output)
		if out == nil {
			c.suggest(g.Range, "unknown-name", callee.Name()+" has no output "+g.Output, "Its outputs are "+strings.Join(callee.OutputNames(), ", ")+".", diagnostic.Nearest(g.Output, callee.OutputNames()))
			s.assign(g.Name, broken)
			continue
		}
		if s.fixed[g.Name] {
			c.fail(g.Range, "not-carried", g.Name+" is set outside the loop", "Add carry: "+g.Name+" to the for.")
			continue
		}
		v := c.outputValue(inner, out)
		if v == nil {
			v = broken
		}
		s.assign(g.Name, v)
		if _, known := s.set[g.Name]; !known {
			s.set[g.Name] = g.Range
		}
	}
}

// outputValue returns the value of an output at the end of its program.
func (c *compiler) outputValue(s *scope, out *types.Output) *value {
	d := out.Declaration
	var v *value
	if d.Value != nil {
		v = c.expression(s, d.Value)
	} else {
		var known bool
		v, known = s.lookup(d.Name)
		switch {
		case !known || v == nil:
			return c.fail(d.Range, "not-set", "output "+d.Name+" is never set", "Set it in the steps, or give it a formula: value: ….")
		case v == unset:
			return c.fail(d.Range, "not-set", "output "+d.Name+" is not set on every path", "Set it in the other branch too.")
		}
	}
	if v == nil || v == broken {
		return nil
	}
	at := d.Range
	if d.Value != nil {
		at = d.Value.Range()
	} else if last, known := s.last[d.Name]; known {
		at = last
	}
	t := *out.Type
	if s.unchecked {
		t.Decimals = -1
	}
	return c.fit(at, s, d.Name, c.settled(v), &t)
}

func (c *compiler) table(s *scope, t *syntax.Table) {
	c.spend(len(t.Numbers))
	var entries []*big.Rat
	for _, n := range t.Numbers {
		if d, err := number.Parse(n.Text); err == nil {
			entries = append(entries, d.Rat())
		}
	}
	s.tables[t.Name] = tableValue(entries)
}

// tableValue returns a table of numbers with a common denominator. An open end of bands, nil,
// is 0, and is never compared.
func tableValue(numbers []*big.Rat) *value {
	numbers = slices.Clone(numbers)
	v := &value{kind: types.TableKind, scale: one}
	for i, r := range numbers {
		if r == nil {
			numbers[i] = new(big.Rat)
		}
		v.scale = number.LCM(v.scale, numbers[i].Denom())
	}
	for _, r := range numbers {
		v.entries = append(v.entries, new(big.Int).Mul(r.Num(), new(big.Int).Quo(v.scale, r.Denom())))
	}
	return v
}

func (c *compiler) newScope(p *types.Program) *scope {
	return &scope{
		program: p, unchecked: p.Declaration.Imported, index: map[string]int{}, asked: map[string]*value{}, tables: map[string]*value{},
		read: map[string]bool{}, set: map[string]diagnostic.Range{}, last: map[string]diagnostic.Range{}, flags: map[string]machine.Value{},
	}
}
