package interpreter

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/declaration"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/expression"
	"github.com/payslate/payslate/interpreter/machine"
	"github.com/payslate/payslate/interpreter/number"
)

// expression compiles an expression of a file; nil after an error.
func (c *compiler) expression(s *scope, e *declaration.Expression) *value {
	outer := s.source
	s.source = e
	v := c.node(s, e.Tree)
	s.source = outer
	return v
}

// condition compiles an expression that must be a boolean.
func (c *compiler) condition(s *scope, e *declaration.Expression) *machine.Cond {
	outer := s.source
	s.source = e
	cond := c.cond(s, e.Tree)
	s.source = outer
	return cond
}

// node compiles a node of an expression; nil after an error.
func (c *compiler) node(s *scope, n expression.Node) *value {
	if !c.spend(1) {
		return nil
	}
	switch n := n.(type) {
	case *expression.Number:
		d, err := number.Parse(n.Text)
		if err != nil {
			c.failAt(s, n, "bad-number", err.Error(), "")
			return nil
		}
		v := c.rational(ratOf(d), freeUnit)
		v.literal = n.Text
		return v
	case *expression.Text:
		return &value{kind: Text, text: n.Value, isText: true, v: c.b.Int(c.textCode(n.Value))}
	case *expression.Boolean:
		if n.Value {
			return &value{kind: Boolean, cond: machine.True()}
		}
		return &value{kind: Boolean, cond: machine.False()}
	case *expression.Null:
		return &value{kind: nullKind, v: c.b.Int(0), given: c.b.Int(0)}
	case *expression.Name:
		return c.name(s, n)
	case *expression.Field:
		return c.field(s, n)
	case *expression.Index:
		return c.indexed(s, n)
	case *expression.Unary:
		return c.unary(s, n)
	case *expression.Binary:
		return c.binary(s, n)
	case *expression.Call:
		return c.function(s, n)
	}
	c.failAt(s, n, "wrong-type", "a list can only stand behind in", "")
	return nil
}

func (c *compiler) name(s *scope, n *expression.Name) *value {
	v, ok := s.lookup(n.Name)
	switch {
	case !ok && n.Name == "p":
		c.failAt(s, n, "wrong-type", "p stands for the parameters of the year", "Name one of them: p.…")
		return nil
	case !ok:
		c.report(diagnostic.Diagnostic{
			Severity: diagnostic.Error, Code: "unknown-name", Summary: fmt.Sprintf("there is no %q here", n.Name),
			Detail: c.hint(s, n.Name), Suggestion: diagnostic.Nearest(n.Name, s.names()), Subject: s.source.At(n),
		})
		return nil
	case v == broken:
		return nil
	case v == nil:
		c.failAt(s, n, "not-set", n.Name+" is read before it is set", "")
		return nil
	case v == unset:
		c.failAt(s, n, "not-set", n.Name+" is not set on every path to here", "Set it in the other branch too, or before the branch.")
		return nil
	}
	return v
}

// hint helps with a name that is known elsewhere.
func (c *compiler) hint(s *scope, name string) string {
	if c.module.parameters[name] != nil {
		return "It is a parameter: write p." + name + "."
	}
	for _, t := range keys(c.module.types) {
		if slices.Contains(c.module.types[t].Cases, name) {
			return "It is a case of " + t + `: write "` + name + `".`
		}
	}
	return ""
}

func (c *compiler) field(s *scope, n *expression.Field) *value {
	if of, ok := n.Of.(*expression.Name); ok && of.Name == "p" {
		return c.parameter(s, n)
	}
	of := c.node(s, n.Of)
	if of == nil {
		return nil
	}
	switch {
	case of.kind == rowKind:
		return c.cell(s, n, of.row, of.from)
	case of.kind == grammarKind:
		if v := of.parts[n.Name]; v != nil {
			return c.partOf(of, v)
		}
		c.unknownField(s, n, keys(of.parts))
		return nil
	case of.kind == RecordKind:
		return c.recordField(s, n, of)
	}
	c.failAt(s, n, "wrong-type", expression.Format(n.Of)+" is "+of.describe()+" and has no fields", "")
	return nil
}

// partOf is a part of a text that a grammar has read; absent where the text is.
func (c *compiler) partOf(text, part *value) *value {
	if text.given == nil {
		return part
	}
	p := *part
	p.given = text.given
	if part.given != nil {
		p.given = c.b.Mul(text.given, part.given)
	}
	return &p
}

func (c *compiler) unknownField(s *scope, n *expression.Field, known []string) {
	c.report(diagnostic.Diagnostic{
		Severity: diagnostic.Error, Code: "unknown-name", Summary: fmt.Sprintf("%s has no %q", expression.Format(n.Of), n.Name),
		Detail: "It has " + strings.Join(known, ", ") + ".", Suggestion: diagnostic.Nearest(n.Name, known), Subject: s.source.Span(n.NameExtent),
	})
}

// parameter reads p.name.
func (c *compiler) parameter(s *scope, n *expression.Field) *value {
	if v := c.figure(s, n.Name); v != nil {
		return v
	}
	p := c.module.parameters[n.Name]
	if p == nil {
		c.report(diagnostic.Diagnostic{
			Severity: diagnostic.Error, Code: "unknown-parameter", Summary: "there is no parameter " + n.Name,
			Detail:     "Parameters are declared in the year's parameters.yaml.",
			Suggestion: diagnostic.Nearest(n.Name, keys(c.module.parameters)), Subject: s.source.Span(n.NameExtent),
		})
		return nil
	}
	c.parametersRead[n.Name] = true
	unit := p.unit
	from := []origin{{site: -1, parameter: n.Name}}
	switch {
	case p.bands != nil:
		return &value{kind: BandsKind, bands: p.bands, from: from}
	case p.Text != nil:
		return &value{kind: Text, text: p.text, isText: true, v: c.b.Int(c.textCode(p.text)), from: from}
	case p.by != nil:
		var table []*big.Rat
		for _, v := range p.values {
			table = append(table, ratOf(v))
		}
		v := tableValue(table)
		v.cases, v.unit = p.by.Cases, unit
		v.from = from
		return v
	}
	v := c.rational(ratOf(p.value), unit)
	v.from = from
	return v
}

// figure is a parameter as an imported plan carries it, where the module has
// none of that name and allows it.
func (c *compiler) figure(s *scope, name string) *value {
	if !c.module.options.Alone || c.module.parameters[name] != nil {
		return nil
	}
	for _, f := range s.program.declaration.Figures {
		if f.Name == name {
			if d, err := number.Parse(f.Value.Text); err == nil {
				return c.rational(ratOf(d), freeUnit)
			}
		}
	}
	return nil
}

// indexed reads TAB1[J], p.rate[letter] or record.tier[meal].
func (c *compiler) indexed(s *scope, n *expression.Index) *value {
	of, at := c.node(s, n.Of), c.node(s, n.At)
	if of == nil || at == nil || !c.require(s, n.At, at) {
		return nil
	}
	if of.kind != tableKind || !c.require(s, n.Of, of) {
		if of.kind != tableKind {
			c.failAt(s, n.Of, "wrong-type", expression.Format(n.Of)+" is "+of.describe()+" and has no entries", "")
		}
		return nil
	}
	if of.cases != nil {
		if at = c.caseOf(at, of.cases); at == nil || !sameCases(at.cases, of.cases) {
			c.failAt(s, n.At, "wrong-type", "the entries go by "+strings.Join(of.cases, ", "), "")
			return nil
		}
	} else if at.kind != Number || at.divisor != nil || at.scale.Cmp(one) != 0 {
		c.failAt(s, n.At, "wrong-type", "an entry is chosen by a whole number", "")
		return nil
	}
	if of.fields != nil {
		return &value{kind: Number, v: c.b.Element(of.fields, at.v), scale: of.scale, unit: of.unit}
	}
	if of.address != nil {
		return &value{kind: Number, v: c.b.Heap(c.b.Add(of.address, at.v), of.offset), scale: of.scale, unit: of.unit}
	}
	c.spend(len(of.entries) / 64)
	return &value{kind: Number, v: c.b.Table(of.entries, at.v), scale: of.scale, unit: of.unit, from: of.from}
}

func (c *compiler) unary(s *scope, n *expression.Unary) *value {
	if n.Op == expression.Not {
		cond := c.cond(s, n.X)
		if cond == nil {
			return nil
		}
		return &value{kind: Boolean, cond: machine.Not(cond)}
	}
	x := c.node(s, n.X)
	if !c.numberOf(s, n.X, x) {
		return nil
	}
	y := *x
	y.v, y.literal = c.b.Neg(x.v), ""
	return &y
}

func (c *compiler) binary(s *scope, n *expression.Binary) *value {
	switch n.Op {
	case expression.Add, expression.Subtract, expression.Multiply, expression.Divide:
		return c.arithmetic(s, n)
	}
	cond := c.cond(s, n)
	if cond == nil {
		return nil
	}
	return &value{kind: Boolean, cond: cond}
}

// cond compiles an expression as a condition; nil after an error.
func (c *compiler) cond(s *scope, n expression.Node) *machine.Cond {
	if b, ok := n.(*expression.Binary); ok {
		switch {
		case b.Op == expression.And || b.Op == expression.Or:
			return c.logical(s, b)
		case b.Op == expression.In:
			return c.member(s, b)
		case b.Op.IsComparison():
			return c.comparison(s, b)
		}
	}
	if u, ok := n.(*expression.Unary); ok && u.Op == expression.Not {
		cond := c.cond(s, u.X)
		if cond == nil {
			return nil
		}
		return machine.Not(cond)
	}
	v := c.node(s, n)
	if v == nil || !c.require(s, n, v) {
		return nil
	}
	if v.kind != Boolean {
		c.failAt(s, n, "wrong-type", expression.Format(n)+" is "+v.describe()+", not a condition", "Compare it with something.")
		return nil
	}
	if v.cond != nil {
		return v.cond
	}
	return c.b.Other(v.v, c.b.Int(0))
}

func (c *compiler) logical(s *scope, n *expression.Binary) *machine.Cond {
	left := c.cond(s, n.L)
	if left == nil {
		c.cond(s, n.R)
		return nil
	}
	var failed bool
	right := func() *machine.Cond {
		r := c.cond(s, n.R)
		if r == nil {
			failed = true
			return machine.False()
		}
		return r
	}
	if c.check {
		left = c.opaque(left)
	}
	combine := c.b.And
	if n.Op == expression.Or {
		combine = c.b.Or
	}
	cond := combine(left, right)
	if failed {
		return nil
	}
	return cond
}

// member is x in ["A", "B"].
func (c *compiler) member(s *scope, n *expression.Binary) *machine.Cond {
	list, ok := n.R.(*expression.List)
	if !ok {
		c.failAt(s, n.R, "wrong-type", "behind in stands a list", `Write x in ["A", "B"].`)
		return nil
	}
	cond := machine.False()
	for _, item := range list.Items {
		same := c.comparison(s, &expression.Binary{Op: expression.Equal, L: n.L, R: item, Extent: n.Extent})
		if same == nil {
			return nil
		}
		cond = c.b.Or(cond, func() *machine.Cond { return same })
	}
	return cond
}

func (c *compiler) comparison(s *scope, n *expression.Binary) *machine.Cond {
	x, y := c.node(s, n.L), c.node(s, n.R)
	if x == nil || y == nil {
		return nil
	}
	if x.kind == nullKind || y.kind == nullKind {
		c.failAt(s, n, "null-value", "a comparison with null", "Ask given(…) or not given(…).")
		return nil
	}
	if !c.require(s, n.L, x) || !c.require(s, n.R, y) {
		return nil
	}
	equality := n.Op == expression.Equal || n.Op == expression.NotEqual
	if x.kind == Enumeration || y.kind == Enumeration {
		return c.sameCase(s, n, x, y, equality)
	}
	if x.kind != y.kind {
		c.failAt(s, n, "mixed-types", fmt.Sprintf("%s is %s, %s is %s", expression.Format(n.L), x.describe(), expression.Format(n.R), y.describe()), "Only values of one type can be compared.")
		return nil
	}
	switch x.kind {
	case Boolean:
		if !equality {
			break
		}
		return c.compare(n.Op, c.settled(x).v, c.settled(y).v)
	case Number:
		return c.compareNumbers(s, n, x, y)
	case Text:
		if x.isText && y.isText {
			return c.sameCase(s, n, x, y, equality)
		}
		c.failAt(s, n, "wrong-type", "free texts cannot be compared", "Texts that decide something belong in an enumeration (types:) or a grammar.")
		return nil
	case Date, Time, Duration:
		return c.compare(n.Op, x.v, y.v)
	}
	c.failAt(s, n, "wrong-type", "values such as "+expression.Format(n.L)+" cannot be compared like this", "")
	return nil
}

func (c *compiler) compareNumbers(s *scope, n *expression.Binary, x, y *value) *machine.Cond {
	if _, ok := unify(x.unit, y.unit); !ok && !s.unchecked {
		c.failAt(s, n, "mixed-units", expression.Format(n.L)+" is "+x.unit.phrase()+", "+expression.Format(n.R)+" is "+y.unit.phrase(), remedy(x.unit, y.unit))
		return nil
	}
	a, b, _, _ := c.over(c.positive(x), c.positive(y))
	return c.compare(n.Op, a, b)
}

func (c *compiler) compare(op expression.Operator, x, y machine.Value) *machine.Cond {
	switch op {
	case expression.Equal:
		return c.b.Same(x, y)
	case expression.NotEqual:
		return c.b.Other(x, y)
	case expression.Less:
		return c.b.Less(x, y)
	case expression.LessOrEqual:
		return c.b.LessOrSame(x, y)
	case expression.Greater:
		return c.b.Less(y, x)
	}
	return c.b.LessOrSame(y, x)
}

// sameCase compares cases of an enumeration.
func (c *compiler) sameCase(s *scope, n *expression.Binary, x, y *value, equality bool) *machine.Cond {
	if x.textual() && y.textual() {
		x, y = c.oneOfTexts(x, y)
	}
	cases := x.cases
	if x.kind != Enumeration || x.adhoc && y.kind == Enumeration {
		cases = y.cases
	}
	a, b := c.caseOf(x, cases), c.caseOf(y, cases)
	if a == nil || b == nil || !sameCases(a.cases, b.cases) {
		wrong := n.R
		if a == nil {
			wrong = n.L
		}
		text := ""
		if t, ok := wrong.(*expression.Text); ok {
			text = diagnostic.Nearest(t.Value, cases)
		}
		c.report(diagnostic.Diagnostic{
			Severity: diagnostic.Error, Code: "unknown-case", Summary: expression.Format(wrong) + " is none of the cases",
			Detail: "They are " + strings.Join(cases, ", ") + ".", Suggestion: text, Subject: s.source.At(wrong),
		})
		return nil
	}
	if !equality {
		c.failAt(s, n, "wrong-type", "cases have no order", "Compare with == or !=, or use in.")
		return nil
	}
	return c.compare(n.Op, a.v, b.v)
}

// caseOf reads a text as a case; nil where it is none.
func (c *compiler) caseOf(x *value, cases []string) *value {
	if x.kind == Enumeration && (!x.adhoc || sameCases(x.cases, cases)) {
		return x
	}
	if x.kind == Enumeration {
		for _, text := range x.cases {
			if !slices.Contains(cases, text) {
				return nil
			}
		}
		return &value{kind: Enumeration, cases: cases, given: x.given, v: c.b.Table(c.places(x.cases, cases), x.v)}
	}
	if x.kind != Text || !x.isText {
		return nil
	}
	at := slices.Index(cases, x.text)
	if at < 0 {
		return nil
	}
	return &value{kind: Enumeration, cases: cases, given: x.given, v: c.b.Int(int64(at))}
}
