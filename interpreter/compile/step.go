package compile

import (
	"maps"
	"math/big"
	"slices"

	"github.com/expr-lang/expr/ast"

	"github.com/payslate/payslate/interpreter/check"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/machine"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
)

// block compiles steps in order and reports whether they end the run.
func (c *compiler) block(s *scope, b check.Block) (ends bool) {
	for _, step := range b.Steps {
		c.spend(1)
		if c.step(s, step) {
			return true
		}
	}
	return b.Ends
}

func (c *compiler) step(s *scope, step check.Step) (ends bool) {
	switch step := step.(type) {
	case *check.Assign:
		traced := c.beforeStep(s, step.Name, step.Assign.Value, step.Value, step.Range(), step.Cite)
		s.vars[step.Var] = c.afterStep(traced, c.settled(c.expression(s, step.Value)))
	case *check.If:
		return c.branch(s, step.Merge, c.cond(s, step.Cond),
			side(c, step.Range(), syntax.Then, func() bool { return c.block(s, step.Then) }),
			side(c, step.Range(), syntax.Otherwise, func() bool { return c.block(s, step.Else) }))
	case *check.Match:
		on := c.settled(c.expression(s, step.On))
		return eachCase(c, step.Match, on, 0,
			func(i int) bool { return c.block(s, step.Cases[i]) }, func() bool { return c.block(s, step.Else) },
			func(i int, cond *machine.Cond, then, els func() bool) bool {
				return c.branch(s, step.Merges[i], cond, then, els)
			})
	case *check.Perform:
		outer := s.procedure
		s.procedure = step.Procedure.Name
		ends = c.block(s, step.Body)
		s.procedure = outer
	case *check.Call:
		return c.call(s, step)
	case *check.For:
		c.loop(s, step)
	case *check.Line:
		return c.when(s, step.Range(), step.When, func() bool { c.line(s, step); return false })
	case *check.Note:
		return c.when(s, step.Range(), step.When, func() bool { c.note(s, step); return false })
	case *check.Refuse:
		return c.when(s, step.Range(), step.When, func() bool { c.refuse(s, step); return true })
	case *check.Item:
		c.item(s, step)
	}
	return ends
}

// when compiles an emission under its condition.
func (c *compiler) when(s *scope, at diagnostic.Range, cond *check.Expr, build func() (ends bool)) (ends bool) {
	if cond == nil {
		c.countAt(at, "reached")
		return build()
	}
	return c.branch(s, nil, c.cond(s, cond), side(c, at, syntax.Then, build), side(c, at, syntax.Otherwise, func() bool { return false }))
}

// branch compiles two sides of a condition and joins the variables that both set. A constant
// condition leaves one side.
func (c *compiler) branch(s *scope, merge check.Merge, cond *machine.Cond, then, els func() (ends bool)) (ends bool) {
	if holds, known := cond.Known(); known {
		build := els
		if holds {
			build = then
		}
		ends = build()
		c.converted(s, merge)
		return ends
	}
	before := s.vars
	c.spend(len(before) / 8)
	var thenVars, elseVars []*value
	r := c.b.If(cond,
		func() bool { s.vars = slices.Clone(before); e := then(); thenVars = s.vars; return e },
		func() bool { s.vars = slices.Clone(before); e := els(); elseVars = s.vars; return e })
	switch thenEnds, elseEnds := r.Ends(); {
	case thenEnds && elseEnds:
		s.vars = before
		return true
	case thenEnds:
		s.vars = elseVars
		c.converted(s, merge)
	case elseEnds:
		s.vars = thenVars
		c.converted(s, merge)
	default:
		s.vars = c.merge(r, merge, thenVars, elseVars)
	}
	return false
}

// converted gives the variables of the only side of a branch the types of both.
func (c *compiler) converted(s *scope, merge check.Merge) {
	for _, i := range slices.Sorted(maps.Keys(merge)) {
		if v := s.vars[i]; v != nil {
			s.vars[i] = c.convert(v, merge[i])
		}
	}
}

// merge joins the variables of two sides of a branch.
func (c *compiler) merge(r machine.Branch, merge check.Merge, then, els []*value) []*value {
	joined := make([]*value, len(then))
	left, right := make([]*value, len(then)), make([]*value, len(then))
	for i := range then { // convert all values on their sides before joining any
		switch to := merge[i]; {
		case then[i] == els[i]:
			joined[i] = then[i]
		case to != nil && then[i] != nil && els[i] != nil:
			c.b.Extend(r, true, func() { left[i] = c.settled(c.convert(then[i], to)) })
			c.b.Extend(r, false, func() { right[i] = c.settled(c.convert(els[i], to)) })
		}
	}
	for i := range joined {
		if left[i] != nil && merge[i].Kind == types.Number {
			c.alike(r, left[i], right[i])
		}
	}
	for i := range joined {
		if left[i] != nil {
			joined[i] = c.joined(r, left[i], right[i], merge[i])
		}
	}
	return joined
}

// eachCase compiles the first of the remaining cases under its condition, and the rest under
// the opposite. do compiles what a case has, choose a condition with its two sides.
func eachCase[T, R any](c *compiler, match *syntax.Match[T], on *value, i int, do func(i int) R, otherwise func() R, choose func(i int, cond *machine.Cond, then, els func() R) R) R {
	if i == len(match.Cases) {
		c.countAt(match.Range(), syntax.Otherwise)
		return otherwise()
	}
	run := side(c, match.Range(), match.Cases[i].Case, func() R { return do(i) })
	if i == len(match.Cases)-1 && !match.HasElse {
		return run()
	}
	return choose(i, c.testCase(on, match.Cases[i].Case), run, func() R { return eachCase(c, match, on, i+1, do, otherwise, choose) })
}

// testCase compiles a case of a match as a condition.
func (c *compiler) testCase(on *value, word string) *machine.Cond {
	switch on.t.Kind {
	case types.Enumeration:
		return c.b.Same(on.v, c.b.Int(int64(slices.Index(on.t.Cases, word))))
	case types.Boolean:
		return c.b.Same(on.v, c.b.Int(map[string]int64{"true": 1}[word]))
	}
	d, _ := number.Parse(word)
	a, b, _, _ := c.over(on, c.rational(d.Rat(), on.t))
	return c.b.Same(a, b)
}

func (c *compiler) matchValue(s *scope, e *check.Expr) *value {
	m := e.Match
	on := c.settled(c.expression(s, m.On))
	return eachCase(c, m.Match, on, 0,
		func(i int) *value { return c.convert(c.expression(s, m.Cases[i]), &e.Type) },
		func() *value { return c.convert(c.expression(s, m.Else), &e.Type) },
		func(_ int, cond *machine.Cond, then, els func() *value) *value {
			return c.pick(cond, &e.Type, then, els)
		})
}

// call compiles a call of a program inline.
func (c *compiler) call(s *scope, step *check.Call) (ends bool) {
	inner := newScope(&check.Chain{Tree: step.Callee, Up: s.Chain, Call: step})
	for _, arg := range step.Arguments {
		in := step.Callee.Inputs[arg.Input]
		traced := c.beforeStep(s, in.Name, arg.Argument.Value, arg.Value, arg.Range, "")
		v := c.afterStep(traced, c.settled(c.expression(s, arg.Value)))
		inner.vars[in.Var] = v
		flag := s.passedOn(arg)
		if flag == nil {
			flag = c.flagOf(v)
		}
		inner.flags[in.Name] = flag
	}
	for i := range step.Callee.Inputs {
		c.preset(inner, &step.Callee.Inputs[i])
	}
	c.begin(inner)
	if c.block(inner, step.Callee.Body) {
		return true
	}
	for _, give := range step.Give {
		s.vars[give.Var] = c.settled(c.convert(c.expression(inner, step.Callee.Outputs[give.Output]), give.Type))
	}
	return false
}

// preset sets an input that a call does not pass, or that may be absent, to its default.
func (c *compiler) preset(s *scope, in *check.Input) {
	v := s.vars[in.Var]
	switch {
	case v == nil && in.Default != nil:
		s.flags[in.Name] = c.b.Int(0)
		s.vars[in.Var] = c.convert(c.settled(c.expression(s, in.Default)), in.Type)
	case v == nil:
		s.flags[in.Name] = c.b.Int(0)
		s.vars[in.Var] = c.absent(c.zero(in.Type))
	case in.Default != nil && v.given != nil:
		s.vars[in.Var] = c.pick(c.b.Other(v.given, c.b.Int(0)), in.Type, func() *value {
			there := *v
			there.given = nil
			return &there
		}, func() *value { return c.expression(s, in.Default) })
	default:
		s.vars[in.Var] = v.as(in.Type)
	}
}

// passedOn returns the flag of an argument that is an input of the caller: it is given if that
// one is.
func (s *scope) passedOn(arg check.Argument) machine.Operand {
	name, is := arg.Argument.Value.Tree.(*ast.IdentifierNode)
	if !is {
		return nil
	}
	return s.flags[name.Value]
}

// loop compiles a for. Carried values must have one scale in all passes: the one of their type,
// or of a fraction one that is found by compiling the loop again.
func (c *compiler) loop(s *scope, step *check.For) {
	list := c.expression(s, step.List)
	carried := make([]*value, len(step.Carry))
	for i, carry := range step.Carry {
		v := *c.settled(c.convert(s.vars[carry.Var], carry.Type))
		if v.t.Kind == types.Number && !carry.Type.Fraction {
			v.v, v.scale = c.rescaled(&v, carry.Type.Scale), carry.Type.Scale
		}
		carried[i] = &v
	}
	for range maxRounds {
		again := c.loopOnce(s, step, list, carried)
		if again == nil {
			return
		}
		carried = again
	}
	panic(errGrows)
}

// maxRounds bounds how often a loop is compiled until its scales are stable.
const maxRounds = 6

// loopOnce compiles the loop with the scales of carried. If a pass needs larger scales,
// it undoes that and returns carried values with them; otherwise nil.
func (c *compiler) loopOnce(s *scope, step *check.For, list *value, carried []*value) (again []*value) {
	undo := c.b.Mark()
	before := slices.Clone(s.vars)
	var start []machine.Operand
	for _, v := range carried {
		start = append(start, v.v)
	}
	scales := make([]*big.Int, len(carried))
	set := func(values []machine.Operand) {
		for i, carry := range step.Carry {
			v := *carried[i]
			v.v = values[i]
			s.vars[carry.Var] = &v
		}
	}
	after := c.b.Loop(list.address, list.end, stride(list.t), start, func(address machine.Operand, heads []machine.Operand) []machine.Operand {
		set(heads)
		s.vars[step.Var] = c.element(list, step.Element, address)
		c.block(s, step.Body)
		next := make([]machine.Operand, len(heads))
		for i, carry := range step.Carry {
			v := c.settled(c.convert(s.vars[carry.Var], carry.Type))
			if next[i], scales[i] = v.v, carried[i].scale; v.t.Kind != types.Number {
				continue
			}
			if scales[i] = number.LCM(v.scale, carried[i].scale); scales[i].Cmp(carried[i].scale) == 0 {
				next[i] = c.rescaled(v, scales[i])
			}
		}
		return next
	})
	s.vars = before
	for i, v := range carried {
		if v.t.Kind == types.Number && scales[i].Cmp(v.scale) != 0 {
			if again == nil {
				c.b.Undo(undo)
				again = slices.Clone(carried)
			}
			wider := *v
			wider.v, wider.scale = c.rescaled(v, scales[i]), scales[i] // before the loop, not in it
			again[i] = &wider
		}
	}
	if again == nil {
		set(after)
	}
	return again
}
