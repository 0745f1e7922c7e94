package check

import (
	"fmt"
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

func (c *compiler) recordField(s *scope, n *ast.MemberNode, name string, of *value) *value {
	f := of.typ.Record.Field(name)
	if f == nil {
		return c.unknownField(s, n, name, diagnostic.Names(of.typ.Record.Fields, func(f types.Field) string { return f.Name }))
	}
	v := c.stored(f.Type, func(i int) machine.Value { return c.b.Heap(of.address, f.At+i) })
	if v.kind == types.TableKind {
		v.address, v.offset = of.address, f.At
	}
	return v
}

// stored returns a value of a type from its integers.
func (c *compiler) stored(t *types.Type, get func(i int) machine.Value) *value {
	v := &value{kind: t.Kind, cases: t.Cases, typ: t, unit: t.Unit}
	if t.Kind == types.Number {
		v.scale = number.PowerOfTen(max(t.Decimals, 0))
	}
	switch {
	case t.Grammar != nil:
		v = grammarValue(t, get)
	case t.Kind == types.ListKind:
		v.address, v.end = get(0), get(1)
	case t.Kind == types.RecordKind:
		v.address = get(0)
	case t.By != nil:
		v.kind, v.cases = types.TableKind, t.By.Cases
	default:
		v.v = get(0)
	}
	if t.Optional {
		v.given = get(t.Places() - 1)
	}
	return v
}

func (c *compiler) host(s *scope, n *ast.CallNode, f *types.Function) *value {
	if !c.args(s, n, f.Name+"("+strings.Join(f.Names, ", ")+")", len(f.In), len(f.In)) {
		return nil
	}
	var args []machine.Value
	for i, typ := range f.In {
		x := c.node(s, n.Arguments[i])
		if x == nil {
			return nil
		}
		x = c.fit(s.source.At(n.Arguments[i]), s, f.Names[i], x, typ)
		if x == nil {
			return nil
		}
		if x.kind == types.Number {
			x.v = c.rescaled(x, number.PowerOfTen(typ.Decimals))
		}
		args = append(args, c.settled(x).v)
		if typ.Optional {
			args = append(args, c.flagOf(x))
		}
	}
	return &value{kind: types.RecordKind, typ: f.Result, address: c.b.Host(f.Site, args, f.Result.Record.Size)}
}

func (c *compiler) flagOf(x *value) machine.Value {
	if x.given == nil {
		return c.b.Int(1)
	}
	return x.given
}

func (c *compiler) count(s *scope, n *ast.CallNode) *value {
	x := c.node(s, n.Arguments[0])
	if x == nil {
		return nil
	}
	if x.kind != types.ListKind {
		return c.failAt(s, n.Arguments[0], "wrong-type", n.Arguments[0].String()+" is "+x.describe()+", not a list", "Name an input or field that is a list.")
	}
	size := c.quo(c.b.Max(c.b.Sub(x.end, x.address), c.b.Int(0)), int64(x.stride()), number.Up)
	return &value{kind: types.Number, v: size, scale: one}
}

// stride returns the distance between elements of a list.
func (x *value) stride() int {
	if x.step > 0 {
		return x.step
	}
	return x.typ.Element.Size()
}

// loop compiles a for. Carried values must have one form in all passes: if a pass adds
// decimals, the loop is compiled again with more.
func (c *compiler) loop(s *scope, step *syntax.For) {
	list := c.expression(s, step.List)
	if list == nil {
		return
	}
	if list.kind != types.ListKind {
		c.fail(step.List.Range(), "wrong-type", "this is "+list.describe()+", not a list", "Write for: day in days, where days is a list.")
		return
	}
	carried := c.carried(s, step)
	if carried == nil && len(step.Carry) > 0 {
		for _, carry := range step.Carry {
			s.assign(carry.Name, broken)
		}
		return
	}
	grows := step.Range()
	for range maxRounds {
		again := c.loopOnce(s, step, list, carried)
		if again == nil {
			return
		}
		for i := range again {
			if again[i] != carried[i] {
				grows = step.Carry[i].Range
			}
		}
		carried = again
	}
	c.fail(grows, "digits-grow", "this number gains decimals in every pass of the loop", "Round it inside the loop.")
}

// maxRounds bounds how often a loop is compiled until its scales are stable.
const maxRounds = 6

func (c *compiler) carried(s *scope, step *syntax.For) []*value {
	var list []*value
	for _, carry := range step.Carry {
		v, _ := s.lookup(carry.Name)
		if v == nil || v == unset {
			c.fail(carry.Range, "not-set", carry.Name+" is carried through the loop but not set before it", "Set it before the for.")
			return nil
		}
		switch {
		case v == broken:
			return nil
		case v.given != nil || v.divisor != nil || c.problemOf(v) != "":
			c.fail(carry.Range, "wrong-type", carry.Name+" cannot be carried", "Round a quotient, and give an absent value a fallback.")
			return nil
		case v.kind == types.Text || v.adhoc:
			c.fail(carry.Range, "wrong-type", carry.Name+" is a text, which cannot be carried", "Declare its cases as an enumeration (types:).")
			return nil
		}
		list = append(list, c.settled(v))
	}
	return list
}

// loopOnce compiles the loop with the scales of carried. If a pass needs larger scales,
// it undoes that and returns carried values with them; otherwise nil.
func (c *compiler) loopOnce(s *scope, step *syntax.For, list *value, carried []*value) (again []*value) {
	undo := c.b.Mark()
	before := append([]*value(nil), s.vars...)
	var start []machine.Value
	for _, v := range carried {
		start = append(start, v.v)
	}
	outerFixed := s.fixed
	s.fixed = c.fixedIn(s, step)
	failed := c.errors
	after := c.b.Loop(list.address, list.end, list.stride(), start, func(address machine.Value, heads []machine.Value) []machine.Value {
		for i, carry := range step.Carry {
			s.assign(carry.Name, carried[i].inLoop(heads[i]))
		}
		s.assign(step.Name, c.element(list, address))
		c.steps(s, step.Do)
		next := make([]machine.Value, len(heads))
		for i, carry := range step.Carry {
			next[i], again = c.nextCarried(s, carry, carried, i, again)
		}
		return next
	})
	s.fixed = outerFixed
	s.vars = before
	if again != nil && c.errors == failed {
		c.b.Undo(undo)
		for i, v := range again {
			if v != carried[i] { // before the loop, not in it
				v.v = c.rescaled(carried[i], v.scale)
			}
		}
		return again
	}
	for i, carry := range step.Carry {
		if c.errors != failed {
			s.assign(carry.Name, broken)
			continue
		}
		s.assign(carry.Name, carried[i].inLoop(after[i]))
	}
	return nil
}

// inLoop returns a carried value at the head of a loop or after it. What was known of it before
// holds no more: any pass may have set it.
func (x *value) inLoop(v machine.Value) *value {
	y := *x
	y.v, y.isText, y.positive, y.allowed = v, false, false, nil
	return &y
}

// nextCarried converts a carried value at the end of a pass to its form.
func (c *compiler) nextCarried(s *scope, carry syntax.Reference, carried []*value, i int, again []*value) (machine.Value, []*value) {
	v := s.vars[s.index[carry.Name]]
	was := carried[i]
	if v == broken {
		return c.b.Int(0), again
	}
	if v == unset || v == nil || v.kind != was.kind || v.kind == types.Handle && v.typ.Name != was.typ.Name || v.divisor != nil || v.given != nil || !slices.Equal(v.cases, was.cases) {
		c.fail(carry.Range, "mixed-types", carry.Name+" changes its type from one pass of the loop to the next", "Round a quotient, and give an absent value a fallback, inside the loop.")
		return c.b.Int(0), again
	}
	v = c.settled(v)
	if v.kind != types.Number {
		return v.v, again
	}
	unit, ok := types.Unify(was.unit, v.unit)
	if !ok && !s.unchecked {
		c.fail(carry.Range, "mixed-units", carry.Name+" is "+was.unit.Phrase()+" before a pass of the loop and "+v.unit.Phrase()+" after it", types.Remedy(v.unit, was.unit))
		return c.b.Int(0), again
	}
	scale := number.LCM(v.scale, was.scale)
	if scale.Cmp(was.scale) == 0 && unit.Free == was.unit.Free {
		return c.rescaled(v, was.scale), again
	}
	if again == nil {
		again = append([]*value(nil), carried...)
	}
	wider := *was
	wider.scale, wider.unit = scale, unit
	again[i] = &wider
	return v.v, again
}

// fixedIn returns the outer names that a loop must not set.
func (c *compiler) fixedIn(s *scope, step *syntax.For) map[string]bool {
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

func (c *compiler) element(list *value, address machine.Value) *value {
	t := list.typ.Element
	if list.step > 0 {
		return &value{kind: t.Kind, v: address}
	}
	if t.Kind == types.RecordKind {
		return &value{kind: types.RecordKind, typ: t, address: address}
	}
	return c.stored(t, func(i int) machine.Value { return c.b.Heap(address, i) })
}

// fit converts a value to a declared type; nil after an error. The result is optional if
// the type is.
func (c *compiler) fit(at diagnostic.Range, s *scope, name string, x *value, t *types.Type) *value {
	v := c.fitted(at, s, name, x, t)
	if v != nil && t.Optional {
		return c.present(v)
	}
	return v
}

func (c *compiler) fitted(at diagnostic.Range, s *scope, name string, x *value, t *types.Type) *value {
	if x.kind == types.NullKind {
		if !t.Optional {
			return c.fail(at, "null-value", name+" cannot be null", "Give it a value, or make it optional where it is declared.")
		}
		return c.absent(c.zero(t))
	}
	if x.given != nil && !t.Optional {
		return c.fail(at, "maybe-null", name+" needs a value, and this may be absent", "Give a fallback: otherwise(…, …).")
	}
	if t.Grammar != nil {
		if x.kind == types.GrammarKind && x.typ.Grammar == t.Grammar {
			return x
		}
		if x.kind == types.Text && x.isText {
			if v := c.readText(t.Grammar, x.text); v != nil {
				v.from = x.from
				return v
			}
		}
		return c.fail(at, "wrong-type", name+" is a text that grammar "+t.Grammar.Declaration.Name+" reads", "Give an input of the same grammar, or a text that is known when the rules are loaded.")
	}
	if t.Kind == types.Text && x.kind == types.Enumeration {
		return c.textOf(x)
	}
	if t.Kind == types.Text && x.kind == types.GrammarKind {
		return c.partOf(x, x.parts["text"])
	}
	if t.Kind == types.Enumeration {
		v := c.caseOf(x, t.Cases)
		if v == nil || !slices.Equal(v.cases, t.Cases) {
			return c.fail(at, "unknown-case", name+" must be "+t.Describe(), "Give one of these cases.")
		}
		return v
	}
	if x.kind != t.Kind || x.step > 0 || t.Kind == types.Handle && x.typ.Name != t.Name || t.Kind == types.RecordKind && x.typ.Record != t.Record {
		return c.fail(at, "wrong-type", fmt.Sprintf("%s must be %s, not %s", name, t.Describe(), x.describe()), "Give such a value, or correct the type where "+name+" is declared.")
	}
	if t.Kind == types.ListKind && !x.typ.HoldsLike(t) {
		return c.fail(at, "wrong-type", fmt.Sprintf("%s must be %s, not %s", name, t.Describe(), x.typ.Describe()), "Give such a value, or correct the type where "+name+" is declared.")
	}
	if t.Kind == types.Number {
		return c.fitNumber(at, s, name, x, t)
	}
	if !c.chosen(at, x) {
		return nil
	}
	return x
}

func (c *compiler) textOf(x *value) *value {
	var codes []*big.Int
	for _, text := range x.cases {
		codes = append(codes, big.NewInt(c.textCode(text)))
	}
	return &value{kind: types.Text, v: c.b.Table(codes, x.v), given: x.given}
}

func (c *compiler) fitNumber(at diagnostic.Range, s *scope, name string, x *value, t *types.Type) *value {
	v := *x
	if unit, ok := types.Unify(x.unit, t.Unit); ok {
		v.unit = unit
	} else if !s.unchecked {
		return c.fail(at, "mixed-units", name+" is "+t.Unit.Phrase()+", and this is "+x.unit.Phrase(), types.Remedy(x.unit, t.Unit))
	}
	v.unit = t.Unit
	if t.Fraction || t.Decimals < 0 {
		return &v
	}
	scale := number.PowerOfTen(t.Decimals)
	if v.divisor != nil || new(big.Int).Rem(scale, v.scale).Sign() != 0 {
		return c.fail(at, "too-many-decimals", fmt.Sprintf("%s has %d decimals, and this may have more", name, t.Decimals), fmt.Sprintf("Round it: down(…, %d), half_up(…, %d), …", t.Decimals, t.Decimals))
	}
	return &v
}

// zero returns the zero value of a type.
func (c *compiler) zero(t *types.Type) *value {
	if t.Grammar != nil {
		return c.partsOf(t, types.Reading{Parts: make([]int64, len(t.Grammar.Parts)), Given: make([]bool, len(t.Grammar.Parts))})
	}
	v := c.stored(t, func(int) machine.Value { return c.b.Int(0) })
	if t.Kind == types.Text {
		v.v = c.b.Int(c.textCode(""))
	}
	return v
}
