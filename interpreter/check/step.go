package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/machine"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
)

// steps compiles steps in order and reports whether they end the run.
func (c *compiler) steps(s *scope, steps []syntax.Step) (ends bool) {
	for i, step := range steps {
		if !c.spend(1) {
			return false
		}
		if c.step(s, step) {
			if i+1 < len(steps) {
				c.warn(steps[i+1].Range(), "unreachable", "this step is never reached", "The steps before it end the program.")
			}
			return true
		}
	}
	return false
}

func (c *compiler) step(s *scope, step syntax.Step) (ends bool) {
	switch step := step.(type) {
	case *syntax.Assign:
		c.assign(s, step)
	case *syntax.If[[]syntax.Step]:
		return c.ifStep(s, step)
	case *syntax.Match[[]syntax.Step]:
		return c.matchStep(s, step)
	case *syntax.Call:
		return c.call(s, step)
	case *syntax.For:
		c.loop(s, step)
	case *syntax.Line:
		c.line(s, step)
	case *syntax.Note:
		c.note(s, step)
	case *syntax.Refuse:
		return c.refuse(s, step)
	case *syntax.Item:
		c.item(s, step)
	}
	return false
}

func (c *compiler) assign(s *scope, step *syntax.Assign) {
	traced := c.beforeStep(s, step.Name, step.Value, step.Range(), step.Cite)
	v := c.valueOf(s, step.Value)
	if v == nil || v == broken {
		s.assign(step.Name, broken)
		return
	}
	v = c.settled(v)
	if s.tables[step.Name] != nil {
		c.fail(step.Range(), "duplicate-name", step.Name+" is a table already", "Choose another name.")
		return
	}
	if s.fixed[step.Name] {
		c.fail(step.Range(), "not-carried", step.Name+" is set outside the loop; a value set inside is lost after each pass", "Add carry: "+step.Name+" to the for.")
		return
	}
	if v = c.sameKind(s, step, v); v == nil {
		s.assign(step.Name, broken)
		return
	}
	s.last[step.Name] = step.Value.Range()
	s.assign(step.Name, c.afterStep(traced, v))
	if _, known := s.set[step.Name]; !known {
		s.set[step.Name] = step.Range()
	}
}

// broken is a poison value: it could not be compiled, and its readers report nothing.
var broken = &value{}

// sameKind requires a name to keep its type, and a state variable its declared type.
func (c *compiler) sameKind(s *scope, step *syntax.Assign, v *value) *value {
	if t := s.program.State[step.Name]; t != nil {
		if s.unchecked {
			declared := *t
			declared.Decimals = -1
			t = &declared
		}
		return c.fit(step.Range(), s, step.Name, v, t)
	}
	i, known := s.index[step.Name]
	if !known || i >= len(s.vars) || s.vars[i] == nil || s.vars[i] == unset || s.vars[i] == broken {
		return v
	}
	old := s.vars[i]
	text := old.kind == types.Enumeration && !old.adhoc && v.kind == types.Text
	if old.kind != v.kind && !text && !(old.textual() && v.textual()) && old.kind != types.NullKind && v.kind != types.NullKind {
		return c.fail(step.Range(), "mixed-types", step.Name+" was "+old.describe()+" and is now "+v.describe(), "Use another name.")
	}
	if text {
		if v = c.caseOf(v, old.cases); v == nil {
			c.fail(step.Range(), "unknown-case", step.Name+" is "+old.describe(), "Set one of its cases, or use another name.")
		}
	}
	return v
}

// valueOf compiles the value of a name.
func (c *compiler) valueOf(s *scope, v syntax.Value) *value {
	switch v := v.(type) {
	case *syntax.Expression:
		return c.expression(s, v)
	case *syntax.If[syntax.Value]:
		cond := c.condition(s, v.Cond)
		if cond == nil {
			return nil
		}
		return c.pick(v.Range(), cond,
			side(c, v.Range(), syntax.Then, func() *value { return c.valueOf(s, v.Then) }),
			side(c, v.Range(), syntax.Otherwise, func() *value { return c.valueOf(s, v.Else) }))
	case *syntax.Match[syntax.Value]:
		on := matched(c, s, v)
		if on == nil {
			return nil
		}
		return eachCase(c, s, v, on, v.Cases, func(one syntax.Value) *value { return c.valueOf(s, one) }, c.pick)
	case *syntax.TextValue:
		return c.textValue(s, v.Text)
	}
	return nil
}

func (c *compiler) ifStep(s *scope, step *syntax.If[[]syntax.Step]) bool {
	cond := c.condition(s, step.Cond)
	if cond == nil {
		c.steps(s, step.Then)
		c.steps(s, step.Else)
		return false
	}
	if _, known := cond.Known(); known && c.check && len(syntax.Names(step.Cond.Tree)) == 0 {
		c.fail(step.Cond.Range(), "unreachable", "this condition always has the same result", "One of its branches is never reached.")
	}
	return c.branch(s, step.Range(), cond,
		side(c, step.Range(), syntax.Then, func() bool { return c.steps(s, step.Then) }),
		side(c, step.Range(), syntax.Otherwise, func() bool { return c.steps(s, step.Else) }))
}

// testCase compiles a case of a match as a condition.
func (c *compiler) testCase(s *scope, on *value, word string, at diagnostic.Range) *machine.Cond {
	switch on.kind {
	case types.Enumeration:
		if i := slices.Index(on.cases, word); i >= 0 {
			return c.b.Same(on.v, c.b.Int(int64(i)))
		}
		if on.adhoc && !c.check {
			return machine.False() // cannot occur here
		}
		c.suggest(at, "unknown-case", fmt.Sprintf("%q is not one of the cases", word), "They are "+strings.Join(on.cases, ", ")+".", diagnostic.Nearest(word, on.cases))
		return nil
	case types.Boolean:
		if word == "true" || word == "false" {
			truth := map[string]int64{"true": 1, "false": 0}[word]
			return c.b.Same(on.v, c.b.Int(truth))
		}
		c.fail(at, "unknown-case", "the cases are true and false", "Write true: … and false: ….")
		return nil
	}
	d, err := number.Parse(word)
	if err != nil {
		c.fail(at, "bad-number", word+" is not a number", "Write the number that the value is compared with, such as 1: ….")
		return nil
	}
	a, b, _ := c.aligned(on, c.rational(d.Rat(), on.unit))
	return c.b.Same(a, b)
}

// matched compiles the expression of a match and checks that its cases are complete.
func matched[T any](c *compiler, s *scope, match *syntax.Match[T]) *value {
	e := match.On
	var cases []string
	var at []diagnostic.Range
	for _, choice := range match.Cases {
		cases, at = append(cases, choice.Case), append(at, choice.Range)
	}
	on := c.expression(s, e)
	if on == nil || on == broken {
		return nil
	}
	if on.given != nil || on.kind == types.NullKind {
		return c.fail(e.Range(), "maybe-null", "this may be absent", "Match on otherwise(…, …).")
	}
	if on.kind == types.Text && on.isText {
		on = c.amongTexts(on, on.texts())
	}
	if on.kind != types.Enumeration && on.kind != types.Boolean && (on.kind != types.Number || on.divisor != nil) {
		return c.fail(e.Range(), "wrong-type", "a match looks at an enumeration, a boolean or a rounded number, not "+on.describe(), "Round the number, or compare values: if: ….")
	}
	on = c.settled(on)
	for i, word := range cases {
		if slices.Contains(cases[:i], word) {
			return c.fail(at[i], "duplicate-case", "case "+word+" occurs twice", "Remove one of them.")
		}
	}
	for i, word := range cases {
		if c.check && on.kind == types.Enumeration && !on.adhoc && !slices.Contains(on.cases, word) {
			c.testCase(s, on, word, at[i])
			return nil
		}
	}
	if !c.check && on.kind != types.Number {
		return on // arguments may rule cases out
	}
	if on.kind == types.Number {
		if !match.HasElse {
			return c.fail(e.Range(), "missing-case", "a match on a number needs else", "Add else: … for all other numbers.")
		}
		return on
	}
	possible := on.cases
	if on.allowed != nil {
		possible = on.allowed
	}
	if on.kind == types.Boolean {
		possible = []string{"true", "false"}
	}
	var missing []string
	for _, word := range possible {
		if !slices.Contains(cases, word) {
			missing = append(missing, word)
		}
	}
	if match.HasElse {
		if len(missing) == 0 {
			c.fail(e.Range(), "unreachable", "every case is listed; else is never reached", "Remove else.")
		}
		return on
	}
	if len(missing) > 0 {
		return c.fail(e.Range(), "missing-case", "the match has no case for "+strings.Join(missing, ", "), "Add the cases, or else.")
	}
	return on
}

// possible returns the cases that can occur.
func (x *value) possible() []string {
	if x.allowed != nil {
		return x.allowed
	}
	if k, ok := x.v.Constant(); ok && k.IsInt64() && k.Int64() < int64(len(x.cases)) {
		return x.cases[k.Int64() : k.Int64()+1]
	}
	return x.cases
}

func (c *compiler) matchStep(s *scope, step *syntax.Match[[]syntax.Step]) bool {
	on := matched(c, s, step)
	if on == nil {
		for _, cs := range step.Cases {
			c.steps(s, cs.Do)
		}
		return false
	}
	return eachCase(c, s, step, on, step.Cases, func(steps []syntax.Step) bool { return c.steps(s, steps) },
		func(at diagnostic.Range, cond *machine.Cond, then, els func() bool) bool {
			return c.branch(s, at, cond, then, els)
		})
}

// eachCase compiles the first of the remaining cases under its condition, and the rest under
// the opposite. do compiles what a case has, choose a condition with its two sides.
func eachCase[T, R any](c *compiler, s *scope, match *syntax.Match[T], on *value, cases []syntax.Case[T],
	do func(T) R, choose func(at diagnostic.Range, cond *machine.Cond, then, els func() R) R) R {
	if len(cases) == 0 {
		c.countAt(match.Range(), syntax.Otherwise)
		return do(match.Else)
	}
	first := cases[0]
	run := side(c, match.Range(), first.Case, func() R { return do(first.Do) })
	rest := func() R { return eachCase(c, s, match, on, cases[1:], do, choose) }
	if len(cases) == 1 && !match.HasElse {
		return run()
	}
	cond := c.testCase(s, on, first.Case, first.Range)
	if cond == nil {
		run()
		return rest()
	}
	return choose(first.Range, cond, run, rest)
}
