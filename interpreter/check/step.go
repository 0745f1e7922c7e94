package check

import (
	"cmp"
	"slices"
	"strings"

	"github.com/expr-lang/expr/ast"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
)

// block types steps in order.
func (c *checker) block(s *scope, steps []syntax.Step) (b Block) {
	for i, step := range steps {
		if !c.spend(1) {
			return b
		}
		typed, ends := c.step(s, step)
		if typed != nil {
			b.Steps = append(b.Steps, typed)
		}
		if ends {
			if i+1 < len(steps) {
				c.warn(steps[i+1].Range(), "unreachable", "this step is never reached", "The steps before it end the program.")
			}
			b.Ends = true
			return b
		}
	}
	return b
}

func (c *checker) step(s *scope, step syntax.Step) (typed Step, ends bool) {
	switch step := step.(type) {
	case *syntax.Assign:
		if a := c.assign(s, step); a != nil {
			return a, false
		}
	case *syntax.If[[]syntax.Step]:
		return c.ifStep(s, step)
	case *syntax.Match[[]syntax.Step]:
		return c.matchStep(s, step)
	case *syntax.Call:
		return c.call(s, step)
	case *syntax.For:
		if loop := c.loop(s, step); loop != nil {
			return loop, false
		}
	case *syntax.Line:
		return c.line(s, step), false
	case *syntax.Note:
		n := &Note{Note: step, When: c.when(s, step.When)}
		n.Text, n.Message, n.Blame = c.text(s, step.Text), c.text(s, step.Message), c.blame(s, step.Blame)
		return n, false
	case *syntax.Refuse:
		r := &Refuse{Refuse: step, When: c.refusedWhen(s, step)}
		r.Text, r.Blame = c.text(s, step.Message), c.blame(s, step.Blame)
		return r, step.When == nil && len(step.Presence) == 0
	case *syntax.Item:
		return c.item(s, step), false
	}
	return nil, false
}

// when types the condition of an emission; nil without one.
func (c *checker) when(s *scope, cond *syntax.Expression) *Expr {
	if cond == nil {
		return nil
	}
	e := c.condition(s, cond)
	if e != nil && len(syntax.Names(cond.Tree)) == 0 {
		if holds, known := e.truth(); known && !holds {
			c.fail(cond.Range(), "unreachable", "this condition is never true", "Correct the condition, or remove the step.")
		}
	}
	return e
}

// refusedWhen types the whole condition of a refusal: its table's, and then when.
func (c *checker) refusedWhen(s *scope, step *syntax.Refuse) *Expr {
	var all *Expr
	for _, presence := range step.Presence {
		all = both(all, c.presence(s, presence))
	}
	return both(all, c.when(s, step.When))
}

// both returns the condition that two conditions hold, of which one may be missing.
func both(a, b *Expr) *Expr {
	if a == nil || b == nil {
		return cmp.Or(a, b)
	}
	return &Expr{Op: OpAnd, Type: Type{Kind: types.Boolean}, Of: []*Expr{a, b}, source: b.source, node: b.node}
}

// presence types the condition of a row of a refusal's table.
func (c *checker) presence(s *scope, p syntax.Presence) *Expr {
	if p.Of == nil {
		return nil
	}
	is, nought := p.Of.Tree, &ast.ConstantNode{Value: syntax.Number("0")}
	over := func(op string, left, right ast.Node) ast.Node {
		n := &ast.BinaryNode{Operator: op, Left: left, Right: right}
		n.SetLocation(p.Of.Tree.Location())
		return n
	}
	if name, isName := is.(*ast.IdentifierNode); isName {
		kind, optional := s.kindOf(name.Value)
		number := kind == types.Number
		switch {
		case p.How == syntax.IsMissing && optional && number:
			is = over("and", syntax.NewCall("given", name), over("!=", syntax.NewCall("otherwise", name, nought), nought))
		case p.How == syntax.IsGiven || optional:
			is = syntax.NewCall("given", name)
		case number:
			is = over("!=", name, nought)
		}
	}
	if p.How == syntax.IsMissing {
		is = &ast.UnaryNode{Operator: "not", Node: is}
	}
	return c.condition(s, p.Of.With(is))
}

// kindOf returns the kind of a name, and whether its value may be absent.
func (s *scope) kindOf(name string) (kind types.Kind, optional bool) {
	if in := s.program.Input(name); in != nil {
		return in.Type.Kind, in.Type.Optional
	}
	if t, known := s.lookup(name); known && t != nil {
		return t.Kind, t.Optional
	}
	return kind, false
}

// truth returns the value of a condition of constants.
func (e *Expr) truth() (holds, known bool) {
	switch e.Op {
	case OpBoolean:
		return e.Bool, true
	case OpNot:
		holds, known = e.Of[0].truth()
		return !holds, known
	case OpAnd, OpOr:
		a, aKnown := e.Of[0].truth()
		b, bKnown := e.Of[1].truth()
		or := e.Op == OpOr
		if aKnown && a == or || bKnown && b == or {
			return or, true
		}
		return !or, aKnown && bKnown
	case OpCompare:
		x, y := e.Of[0], e.Of[1]
		if x.Known != nil && y.Known != nil {
			return compares(e.Name, x.Known.Cmp(y.Known)), true
		}
		a, aKnown := x.constantCase()
		b, bKnown := y.constantCase()
		return compares(e.Name, strings.Compare(a, b)), aKnown && bKnown
	}
	return false, false
}

func compares(operator string, order int) bool {
	switch operator {
	case "==":
		return order == 0
	case "!=":
		return order != 0
	case "<":
		return order < 0
	case "<=":
		return order <= 0
	case ">":
		return order > 0
	}
	return order >= 0
}

// constantCase returns the text of a constant.
func (e *Expr) constantCase() (word string, ok bool) {
	for e.Op == OpConvert {
		e = e.Of[0]
	}
	if e.Op != OpWord {
		return "", false
	}
	return *e.Word, true
}

func (c *checker) assign(s *scope, step *syntax.Assign) *Assign {
	v := c.value(s, step.Value)
	switch {
	case v == nil:
		s.assign(step.Name, broken)
		return nil
	case s.tables[step.Name] != nil:
		c.fail(step.Range(), "duplicate-name", step.Name+" is a table already", "Choose another name.")
		return nil
	case s.fixed[step.Name]:
		c.notCarried(step.Range(), step.Name)
		return nil
	}
	if v = c.sameKind(s, step.Range(), step.Name, v); v == nil {
		s.assign(step.Name, broken)
		return nil
	}
	s.last[step.Name] = step.Value.Range()
	if _, known := s.set[step.Name]; !known {
		s.set[step.Name] = step.Range()
	}
	return &Assign{Assign: step, Var: s.assign(step.Name, &v.Type), Value: v, Procedure: s.procedure}
}

// sameKind requires a name to keep its type, and a state variable its declared type.
func (c *checker) sameKind(s *scope, at diagnostic.Range, name string, v *Expr) *Expr {
	if t := s.program.State[name]; t != nil {
		if s.unchecked {
			declared := *t
			declared.Decimals = -1
			t = &declared
		}
		return c.fit(at, s, name, v, t)
	}
	i, known := s.index[name]
	if !known || i >= len(s.vars) || s.vars[i] == nil || s.vars[i] == unset || s.vars[i] == broken {
		return v
	}
	old := s.vars[i]
	text := old.Kind == types.Enumeration && !old.Adhoc && v.Kind == types.Text
	if old.Kind != v.Kind && !text && !(old.textual() && v.textual()) && old.Kind != types.NullKind && v.Kind != types.NullKind {
		return c.fail(at, "mixed-types", name+" was "+old.Describe()+" and is now "+v.Describe(), "Use another name.")
	}
	if text {
		if v = c.asCase(v, old.Cases); v == nil {
			c.fail(at, "unknown-case", name+" is "+old.Describe(), "Set one of its cases, or use another name.")
		}
	}
	return v
}

// value types the value of a name.
func (c *checker) value(s *scope, v syntax.Value) *Expr {
	switch v := v.(type) {
	case *syntax.Expression:
		return c.expression(s, v)
	case *syntax.If[syntax.Value]:
		cond, x, y := c.condition(s, v.Cond), c.value(s, v.Then), c.value(s, v.Else)
		if cond == nil {
			return nil
		}
		return c.chosen(v.Range(), &Expr{Op: OpChoose, Of: []*Expr{cond}, at: v.Range()}, x, y)
	case *syntax.Match[syntax.Value]:
		on := c.expression(s, v.On)
		if v.Labels {
			v = labelled(v, on)
		}
		return c.matchValue(s, v, on)
	case *syntax.TextValue:
		return &Expr{Op: OpComposed, Type: Type{Kind: types.Text}, Text: c.text(s, v.Text), at: v.Text.English.Range}
	}
	return nil
}

func (c *checker) ifStep(s *scope, step *syntax.If[[]syntax.Step]) (Step, bool) {
	typed := &If{If: step, Cond: c.condition(s, step.Cond)}
	if typed.Cond != nil && len(syntax.Names(step.Cond.Tree)) == 0 {
		if _, known := typed.Cond.truth(); known {
			c.fail(step.Cond.Range(), "unreachable", "this condition always has the same result", "One of its branches is never reached.")
		}
	}
	typed.Then, typed.Else, typed.Merge = c.branch(s, step.Range(), func() Block { return c.block(s, step.Then) }, func() Block { return c.block(s, step.Else) })
	return typed, typed.Then.Ends && typed.Else.Ends
}

// labelled returns the match of a label with a text for each case; without cases if one has no label.
func labelled(match *syntax.Match[syntax.Value], on *Expr) *syntax.Match[syntax.Value] {
	if on == nil || on.Kind != types.Enumeration || on.Declared == nil {
		return match
	}
	all := *match
	for _, word := range on.Cases {
		label := on.Declared.Label(word)
		if label == nil {
			return match
		}
		all.Cases = append(all.Cases, syntax.Case[syntax.Value]{Case: word, Range: label.English.Range, Do: &syntax.TextValue{Text: label}})
	}
	return &all
}

// matched checks that a match can look at its expression and that its cases are of its type.
func matched[T any](c *checker, match *syntax.Match[T], on *Expr) *Expr {
	e := match.On
	switch {
	case on == nil:
		return nil
	case on.Optional:
		return c.fail(e.Range(), "maybe-null", "this may be absent", "Write otherwise(…, …).")
	case match.Labels && len(match.Cases) == 0:
		return c.fail(e.Range(), "wrong-type", "this is "+on.Describe()+", which has no labels", "Write the labels with the type: types: {NAME: {CASE: label, …}}, or a text for each case: match: ….")
	case on.Kind == types.Text && on.Word != nil:
		on = converted(on, &Type{Kind: types.Enumeration, Adhoc: true, Cases: on.texts()})
	case on.Kind != types.Enumeration && on.Kind != types.Boolean && (on.Kind != types.Number || on.Quotient):
		return c.fail(e.Range(), "wrong-type", "a match looks at an enumeration, a boolean or a rounded number, not "+on.Describe(), "Round the number, or compare values: if: ….")
	}
	words := diagnostic.Names(match.Cases, func(one syntax.Case[T]) string { return one.Case })
	for i, word := range words {
		at := match.Cases[i].Range
		switch {
		case slices.ContainsFunc(words[:i], func(before string) bool { return before == word || on.Kind == types.Number && sameNumber(before, word) }):
			return c.fail(at, "duplicate-case", "case "+word+" occurs twice", "Remove one of them.")
		case on.Kind == types.Enumeration && !slices.Contains(on.Cases, word):
			return c.suggest(at, "unknown-case", `"`+word+`" is not one of the cases`, "They are "+strings.Join(on.Cases, ", ")+".", diagnostic.Nearest(word, on.Cases))
		case on.Kind == types.Boolean && word != "true" && word != "false":
			return c.fail(at, "unknown-case", "the cases are true and false", "Write true: … and false: ….")
		case on.Kind == types.Number:
			if _, err := number.Parse(word); err != nil {
				return c.fail(at, "bad-number", word+" is not a number", "Write the number that the value is compared with, such as 1: ….")
			}
		}
	}
	if on.Kind == types.Number && !match.HasElse {
		return c.fail(e.Range(), "missing-case", "a match on a number needs else", "Add else: … for all other numbers.")
	}
	return on
}

func sameNumber(a, b string) bool {
	x, wrongX := number.Parse(a)
	y, wrongY := number.Parse(b)
	return wrongX == nil && wrongY == nil && x.Cmp(y) == 0
}

func (c *checker) matchStep(s *scope, step *syntax.Match[[]syntax.Step]) (Step, bool) {
	typed := &Match{Match: step, On: matched(c, step, c.expression(s, step.On)), Cases: make([]Block, len(step.Cases)), Merges: make([]Merge, len(step.Cases))}
	var from func(i int) Block // the first of the remaining cases, or the others
	from = func(i int) Block {
		switch {
		case i == len(step.Cases):
			typed.Else = c.block(s, step.Else)
			return typed.Else
		case i == len(step.Cases)-1 && !step.HasElse:
			typed.Cases[i] = c.block(s, step.Cases[i].Do)
			return typed.Cases[i]
		}
		one, rest, merge := c.branch(s, step.Cases[i].Range, func() Block { return c.block(s, step.Cases[i].Do) }, func() Block { return from(i + 1) })
		typed.Cases[i], typed.Merges[i] = one, merge
		return Block{Ends: one.Ends && rest.Ends}
	}
	return typed, from(0).Ends
}

func (c *checker) matchValue(s *scope, v *syntax.Match[syntax.Value], on *Expr) *Expr {
	m := &MatchValue{Match: v, On: matched(c, v, on)}
	e := &Expr{Op: OpMatch, Match: m, at: v.Range()}
	for _, one := range v.Cases {
		m.Cases = append(m.Cases, c.value(s, one.Do))
	}
	if v.HasElse {
		m.Else = c.value(s, v.Else)
	}
	if m.On == nil || slices.Contains(m.Cases, nil) || v.HasElse && m.Else == nil {
		return nil
	}
	last := m.Else
	if last == nil {
		last = m.Cases[len(m.Cases)-1]
	}
	common := &last.Type
	for i, one := range slices.Backward(m.Cases) {
		if one == last {
			continue
		}
		t, problem := c.join(&one.Type, common)
		if problem != "" {
			return c.differ(v.Cases[i].Range, &one.Type, common, problem)
		}
		common = t
	}
	e.Type = *common
	return e
}
