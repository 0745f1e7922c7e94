package check

import (
	"slices"
	"strings"

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
		r := &Refuse{Refuse: step, When: c.when(s, step.When)}
		r.Text, r.Blame = c.text(s, step.Message), c.blame(s, step.Blame)
		return r, step.When == nil
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
		c.fail(step.Range(), "not-carried", step.Name+" is set outside the loop; a value set inside is lost after each pass", "Add carry: "+step.Name+" to the for.")
		return nil
	}
	if v = c.sameKind(s, step, v); v == nil {
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
func (c *checker) sameKind(s *scope, step *syntax.Assign, v *Expr) *Expr {
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
	text := old.Kind == types.Enumeration && !old.Adhoc && v.Kind == types.Text
	if old.Kind != v.Kind && !text && !(old.textual() && v.textual()) && old.Kind != types.NullKind && v.Kind != types.NullKind {
		return c.fail(step.Range(), "mixed-types", step.Name+" was "+old.Describe()+" and is now "+v.Describe(), "Use another name.")
	}
	if text {
		if v = c.asCase(v, old.Cases); v == nil {
			c.fail(step.Range(), "unknown-case", step.Name+" is "+old.Describe(), "Set one of its cases, or use another name.")
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
		return c.matchValue(s, v)
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

// matched types the expression of a match and checks that its cases are of its type.
func matched[T any](c *checker, s *scope, match *syntax.Match[T]) *Expr {
	e := match.On
	on := c.expression(s, e)
	switch {
	case on == nil:
		return nil
	case on.Optional:
		return c.fail(e.Range(), "maybe-null", "this may be absent", "Match on otherwise(…, …).")
	case on.Kind == types.Text && on.Word != nil:
		on = converted(on, &Type{Kind: types.Enumeration, Adhoc: true, Cases: on.texts()})
	case on.Kind != types.Enumeration && on.Kind != types.Boolean && (on.Kind != types.Number || on.Quotient):
		return c.fail(e.Range(), "wrong-type", "a match looks at an enumeration, a boolean or a rounded number, not "+on.Describe(), "Round the number, or compare values: if: ….")
	}
	words := diagnostic.Names(match.Cases, func(one syntax.Case[T]) string { return one.Case })
	for i, word := range words {
		at := match.Cases[i].Range
		switch {
		case slices.Contains(words[:i], word):
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

func (c *checker) matchStep(s *scope, step *syntax.Match[[]syntax.Step]) (Step, bool) {
	typed := &Match{Match: step, On: matched(c, s, step), Cases: make([]Block, len(step.Cases)), Merges: make([]Merge, len(step.Cases))}
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

func (c *checker) matchValue(s *scope, v *syntax.Match[syntax.Value]) *Expr {
	m := &MatchValue{Match: v, On: matched(c, s, v)}
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
			return c.fail(v.Cases[i].Range, "mixed-types", "the two values are "+one.Describe()+" and "+common.Describe()+": "+problem, "Give both branches a value of one kind.")
		}
		common = t
	}
	e.Type = *common
	return e
}

// text types the values of a text in each of its languages.
func (c *checker) text(s *scope, text *syntax.Text) *Text {
	if text == nil || text.English == nil {
		return nil
	}
	typed := &Text{Text: text, Values: map[*syntax.Expression]*Expr{}}
	for _, template := range text.Each() {
		if template == nil {
			continue
		}
		for _, piece := range template.Pieces {
			if piece.Value == nil {
				continue
			}
			v := c.expression(s, piece.Value)
			if v != nil && v.Kind == types.Handle {
				c.fail(piece.Value.Range(), "wrong-type", v.Describe()+" cannot be shown in a text", "Show a text that a function of the host returns for it.")
				v = nil
			}
			if v != nil && c.shown(piece.Value.Range(), v) {
				typed.Values[piece.Value] = v
			}
		}
	}
	return typed
}

// shown reports values that cannot be shown.
func (c *checker) shown(at diagnostic.Range, v *Expr) bool {
	switch v.Kind {
	case types.Number:
		if _, finite := v.Decimal(); !finite {
			c.fail(at, "not-rounded", "this number has no last decimal", "Round it: half_up(…, 2), …")
			return false
		}
	case types.ListKind:
		if v.Period > 0 || v.Declared.Enumerated() == nil {
			c.fail(at, "wrong-type", "only a list of cases can be shown", "Show count(…), or its records in a for loop.")
			return false
		}
	case types.Boolean, types.Text, types.Enumeration, types.Date, types.Time, types.Duration, types.Handle, types.NullKind, types.GrammarKind:
	default:
		c.fail(at, "wrong-type", v.Describe()+" cannot be shown", "Choose a field or an entry: name.field, table[…].")
		return false
	}
	return true
}

// blame types the place in a list that a refusal or warning names.
func (c *checker) blame(s *scope, b syntax.Blame) (typed Blame) {
	if b.At == nil {
		return typed
	}
	v := c.expression(s, b.At)
	switch {
	case v == nil || !c.shown(b.At.Range(), v):
	case v.Kind != types.Number || v.Scale.Cmp(one) != 0 || v.Optional:
		c.fail(b.At.Range(), "wrong-type", "at is "+v.Describe()+", and must be a whole number", "It counts from 0.")
	default:
		typed.Index = v
	}
	return typed
}

// item types the fields of a record of a list of components.
func (c *checker) item(s *scope, step *syntax.Item) *Item {
	typed := &Item{Item: step, Fields: make([]*Expr, len(step.Fields))}
	for i, field := range step.Fields {
		if t, _ := s.lookup(field.Name); t != nil && t != unset && t != broken {
			v := &Expr{Op: OpVariable, Type: *t, Var: s.index[field.Name], Name: field.Name, at: field.Range}
			if c.shown(field.Range, v) {
				typed.Fields[i] = v
			}
		}
	}
	return typed
}

// loop types a for. A carried value has one type in all passes: if a pass adds decimals, the
// loop is typed again with more. The head of a loop carries no other facts.
func (c *checker) loop(s *scope, step *syntax.For) *For {
	list := c.expression(s, step.List)
	if list == nil {
		return nil
	}
	if list.Kind != types.ListKind {
		c.fail(step.List.Range(), "wrong-type", "this is "+list.Describe()+", not a list", "Write for: day in days, where days is a list.")
		return nil
	}
	carried := c.carried(s, step)
	if carried == nil && len(step.Carry) > 0 {
		for _, carry := range step.Carry {
			s.assign(carry.Name, broken)
		}
		return nil
	}
	grows := step.Range()
	for range maxRounds {
		typed, again := c.loopOnce(s, step, list, carried)
		if again == nil {
			return typed
		}
		for i := range again {
			if again[i] != carried[i] {
				grows = step.Carry[i].Range
			}
		}
		carried = again
	}
	c.fail(grows, "digits-grow", "this number gains decimals in every pass of the loop", "Round it inside the loop.")
	return nil
}

// maxRounds bounds how often a loop is typed until its scales are stable.
const maxRounds = 6

// carried returns the types of the carried values at the head of a loop; nil after an error.
func (c *checker) carried(s *scope, step *syntax.For) []*Type {
	var list []*Type
	for _, carry := range step.Carry {
		t, _ := s.lookup(carry.Name)
		switch {
		case t == nil || t == unset:
			c.fail(carry.Range, "not-set", carry.Name+" is carried through the loop but not set before it", "Set it before the for.")
			return nil
		case t == broken:
			return nil
		case t.Optional || t.Quotient || t.single("x") != "":
			c.fail(carry.Range, "wrong-type", carry.Name+" cannot be carried", "Round a quotient, and give an absent value a fallback.")
			return nil
		case t.Kind == types.Text || t.Adhoc:
			c.fail(carry.Range, "wrong-type", carry.Name+" is a text, which cannot be carried", "Declare its cases as an enumeration (types:).")
			return nil
		}
		head := *t
		head.Known, head.Period = nil, 0
		list = append(list, &head)
	}
	return list
}

// loopOnce types the loop with the types of carried. If a pass needs larger scales, it returns
// carried types with them.
func (c *checker) loopOnce(s *scope, step *syntax.For, list *Expr, carried []*Type) (typed *For, again []*Type) {
	before, outerFixed, failed := slices.Clone(s.vars), s.fixed, c.errors
	s.fixed = s.fixedIn(step)
	element := &Type{Kind: types.Time}
	if list.Period == 0 {
		element = typeOf(list.Declared.Element)
	}
	typed = &For{For: step, List: list, Element: element}
	for i, carry := range step.Carry {
		typed.Carry = append(typed.Carry, Carry{s.assign(carry.Name, carried[i]), carried[i]})
	}
	typed.Var = s.assign(step.Name, element)
	typed.Body = c.block(s, step.Do)
	for i, carry := range step.Carry {
		again = c.nextCarried(s, carry, carried, i, again)
	}
	s.fixed, s.vars = outerFixed, before
	if again != nil && c.errors == failed {
		return nil, again
	}
	for i, carry := range step.Carry {
		if c.errors != failed {
			s.assign(carry.Name, broken)
			continue
		}
		s.assign(carry.Name, carried[i])
	}
	return typed, nil
}

// nextCarried compares a carried value at the end of a pass with its type.
func (c *checker) nextCarried(s *scope, carry syntax.Reference, carried []*Type, i int, again []*Type) []*Type {
	t, was := s.vars[s.index[carry.Name]], carried[i]
	if t == broken {
		return again
	}
	if t == unset || t == nil || t.Kind != was.Kind || t.Kind == types.Handle && t.Declared.Name != was.Declared.Name || t.Quotient || t.Optional || !slices.Equal(t.Cases, was.Cases) {
		c.fail(carry.Range, "mixed-types", carry.Name+" changes its type from one pass of the loop to the next", "Round a quotient, and give an absent value a fallback, inside the loop.")
		return again
	}
	if t.Kind != types.Number {
		return again
	}
	unit, ok := types.Unify(was.Unit, t.Unit)
	if !ok && !s.unchecked {
		c.fail(carry.Range, "mixed-units", carry.Name+" is "+was.Unit.Phrase()+" before a pass of the loop and "+t.Unit.Phrase()+" after it", types.Remedy(t.Unit, was.Unit))
		return again
	}
	scale := number.LCM(t.Scale, was.Scale)
	if scale.Cmp(was.Scale) == 0 && unit.Free == was.Unit.Free && t.Fraction == was.Fraction {
		return again
	}
	if again == nil {
		again = slices.Clone(carried)
	}
	wider := *was
	wider.Scale, wider.Unit, wider.Fraction = scale, unit, was.Fraction || t.Fraction
	again[i] = &wider
	return again
}

// fixedIn returns the outer names that a loop must not set.
func (s *scope) fixedIn(step *syntax.For) map[string]bool {
	fixed := map[string]bool{}
	for name := range s.fixed {
		fixed[name] = true
	}
	for name, i := range s.index {
		if i < len(s.vars) && s.vars[i] != nil {
			fixed[name] = true
		}
	}
	for _, carry := range step.Carry {
		delete(fixed, carry.Name)
	}
	return fixed
}
