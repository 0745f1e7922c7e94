package check

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"

	"github.com/expr-lang/expr/ast"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
)

// expression types an expression of a file; nil after an error.
func (c *checker) expression(s *scope, e *syntax.Expression) *Expr {
	outer := s.source
	s.source = e
	typed := c.node(s, e.Tree)
	s.source = outer
	return typed
}

// condition types an expression that must be a boolean.
func (c *checker) condition(s *scope, e *syntax.Expression) *Expr {
	outer := s.source
	s.source = e
	typed := c.boolean(s, e.Tree)
	s.source = outer
	return typed
}

// of returns an expression at a node.
func (s *scope) of(n ast.Node, op Op, t Type, operands ...*Expr) *Expr {
	return &Expr{Op: op, Type: t, Of: operands, source: s.source, node: n}
}

// node types a node of an expression; nil after an error.
func (c *checker) node(s *scope, n ast.Node) *Expr {
	if !c.spend(1) {
		return nil
	}
	switch n := n.(type) {
	case *ast.ConstantNode:
		return c.constant(s, n)
	case *ast.IdentifierNode:
		return c.name(s, n)
	case *ast.MemberNode:
		if of, name, is := syntax.FieldOf(n); is {
			return c.field(s, n, of, name)
		}
		return c.indexed(s, n)
	case *ast.UnaryNode:
		return c.unary(s, n)
	case *ast.BinaryNode:
		return c.binary(s, n)
	case *ast.CallNode:
		return c.function(s, n)
	}
	return c.failAt(s, n, "wrong-type", "a list is allowed only after `in`", "Write x in [a, b]; a value has one item.")
}

func (c *checker) constant(s *scope, n *ast.ConstantNode) *Expr {
	switch is := n.Value.(type) {
	case syntax.Number:
		d, err := number.Parse(string(is))
		if err != nil {
			return c.failAt(s, n, "bad-number", err.Error(), "Write digits and a decimal point, such as 1230.50.")
		}
		return s.of(n, OpNumber, constantNumber(d.Rat(), types.FreeUnit))
	case string:
		return s.of(n, OpWord, Type{Kind: types.Text, Word: &is})
	case bool:
		e := s.of(n, OpBoolean, Type{Kind: types.Boolean})
		e.Bool = is
		return e
	}
	return s.of(n, OpNull, Type{Kind: types.NullKind, Optional: true})
}

func (c *checker) name(s *scope, n *ast.IdentifierNode) *Expr {
	e := s.of(n, OpVariable, Type{})
	e.Name = n.Value
	if column := s.columns[n.Value]; column != nil {
		s.read[n.Value] = true
		if column == broken {
			return nil
		}
		e.Op, e.Type = OpColumn, *column
		return e
	}
	t, ok := s.lookup(n.Value)
	if table := s.tables[n.Value]; !ok && table != nil {
		s.read[n.Value] = true
		e.Op, e.Type, e.Table = OpTable, table.Type, table
		return e
	}
	switch {
	case !ok && n.Value == syntax.Parameters:
		return c.failAt(s, n, "wrong-type", "p is the set of parameters of the year", "Name one of them: p.…")
	case !ok:
		nearest := diagnostic.Nearest(n.Value, s.known())
		return c.suggest(s.source.At(n), "unknown-name", fmt.Sprintf("unknown name %q", n.Value), "Declare it as an input, or set it in an earlier step; a parameter is p.NAME, a case stands in quotes.", nearest)
	case t == broken:
		return nil
	case t == nil:
		return c.failAt(s, n, "not-set", n.Value+" is read before it is set", "Set it in an earlier step.")
	case t == unset:
		return c.failAt(s, n, "not-set", n.Value+" is not set on every path to here", "Set it in the other branch too, or before the branch.")
	}
	e.Var, e.Type = s.index[n.Value], *t
	return e
}

func (c *checker) field(s *scope, n *ast.MemberNode, from ast.Node, name string) *Expr {
	if _, is := syntax.ParameterOf(n); is {
		return c.parameter(s, n, name)
	}
	of := c.node(s, from)
	if of == nil {
		return nil
	}
	switch of.Kind {
	case types.RowKind:
		return c.cell(s, n, name, of)
	case types.GrammarKind:
		parts := PartTypes(of.Declared.Grammar)
		part, ok := parts[name]
		if !ok {
			return c.unknownField(s, n, name, slices.Sorted(maps.Keys(parts)))
		}
		part.Optional = part.Optional || of.Optional
		e := s.of(n, OpPart, part, of)
		e.Name = name
		return e
	case types.RecordKind:
		f := of.Declared.Record.Field(name)
		if f == nil {
			return c.unknownField(s, n, name, diagnostic.Names(of.Declared.Record.Fields, func(f types.Field) string { return f.Name }))
		}
		e := s.of(n, OpField, *typeOf(f.Type), of)
		e.Field = f
		return e
	}
	return c.failAt(s, n, "wrong-type", from.String()+" is "+of.Describe()+" and has no fields", "Read the value itself, without a point and a name.")
}

// typeOf returns the type of values that are declared.
func typeOf(declared *types.Type) *Type {
	t := &Type{Kind: declared.Kind, Optional: declared.Optional, Cases: declared.Cases, Unit: declared.Unit, Declared: declared}
	switch {
	case declared.Grammar != nil:
		t.Kind = types.GrammarKind
	case declared.Kind == types.Number:
		t.Scale = number.PowerOfTen(max(declared.Decimals, 0))
		if declared.Fraction { // a scale of three primes shows where a loop adds to it
			t.Scale, t.Fraction = big.NewInt(360), true
		}
	}
	if declared.By != nil {
		t.Kind, t.Cases = types.TableKind, declared.By.Cases
	}
	return t
}

func (c *checker) unknownField(s *scope, n *ast.MemberNode, name string, known []string) *Expr {
	return c.suggest(s.source.At(n.Property), "unknown-name", fmt.Sprintf("%s has no %q", n.Node.String(), name), "It has "+strings.Join(known, ", ")+".", diagnostic.Nearest(name, known))
}

func (c *checker) parameter(s *scope, n *ast.MemberNode, name string) *Expr {
	e := s.of(n, OpFigure, Type{})
	e.Name = name
	if r := c.figureOfPlan(s, name); r != nil {
		e.Type = constantNumber(r, types.FreeUnit)
		return e
	}
	p := c.module.Figures[name]
	if p == nil {
		return c.suggest(s.source.At(n.Property), "unknown-parameter", "unknown parameter "+name, "Parameters are declared in the year's parameters.yaml.", diagnostic.Nearest(name, slices.Sorted(maps.Keys(c.module.Figures))))
	}
	c.parametersRead[name] = p
	e.Figure = p
	switch {
	case p.Rows != nil:
		e.Type = Type{Kind: types.BandsKind, Bands: p.Rows}
	case p.Lookup != nil:
		e.Type = Type{Kind: types.FileKind}
	case p.Text != nil:
		e.Type = Type{Kind: types.Text, Word: &p.Text.Text}
	case p.Enumerations != nil:
		e.Type = Type{Kind: types.TableKind, Unit: p.Measure, Scale: one}
		for _, v := range p.Each {
			e.Scale = number.LCM(e.Scale, v.Rat().Denom())
		}
	default:
		e.Type = constantNumber(p.Single.Rat(), p.Measure)
	}
	for i, typ := range p.Enumerations {
		if i == 0 {
			e.Cases = typ.Cases
		} else {
			e.Further = append(e.Further, typ.Cases)
		}
	}
	return e
}

// figureOfPlan returns a figure of an imported plan, if the module lacks the parameter and
// allows it; else nil.
func (c *checker) figureOfPlan(s *scope, name string) *big.Rat {
	if !c.module.Options.Alone || c.module.Figures[name] != nil {
		return nil
	}
	for _, f := range s.program.Declaration.Figures {
		if f.Name == name {
			if d, err := number.Parse(f.Value.Text); err == nil {
				return d.Rat()
			}
		}
	}
	return nil
}

// indexed types TAB1[J], p.rate[letter], p.limit[status][period] or record.tier[meal].
func (c *checker) indexed(s *scope, n *ast.MemberNode) *Expr {
	of, at := c.node(s, n.Node), c.node(s, n.Property)
	if of == nil || at == nil || !c.require(s, n.Property, at) {
		return nil
	}
	if of.Kind != types.TableKind && (of.Kind != types.BandsKind || of.Cases == nil) {
		detail := "Read the value itself, without brackets."
		if key, isText := syntax.Literal[string](n.Property); isText {
			detail = "A field follows a point: " + n.Node.String() + "." + key + "."
		}
		return c.failAt(s, n.Node, "wrong-type", n.Node.String()+" is "+of.Describe()+" and has no entries", detail)
	}
	if of.Cases != nil {
		if at = c.asCase(at, of.Cases); at == nil {
			return c.failAt(s, n.Property, "wrong-type", "the index must be one of "+strings.Join(of.Cases, ", "), "Give a value of that enumeration, or one of its cases in quotes.")
		}
	} else if !at.integer() {
		return c.failAt(s, n.Property, "wrong-type", "the index must be a whole number", "Round it: down(…, 0).")
	}
	t := of.Type
	switch t.Declared, t.Cases, t.Further = nil, nil, nil; {
	case len(of.Further) > 0:
		t.Cases, t.Further = of.Further[0], of.Further[1:]
	case of.Kind == types.TableKind:
		t.Kind = types.Number
	}
	return s.of(n, OpIndex, t, of, at)
}

func (c *checker) unary(s *scope, n *ast.UnaryNode) *Expr {
	if n.Operator == "not" {
		cond := c.boolean(s, n.Node)
		if cond == nil {
			return nil
		}
		return s.of(n, OpNot, Type{Kind: types.Boolean}, cond)
	}
	x := c.node(s, n.Node)
	if !c.numberOf(s, n.Node, x) {
		return nil
	}
	if x.Kind == types.Date || x.Kind == types.Time {
		return c.failAt(s, n, "wrong-type", n.Node.String()+" is "+x.Describe()+", not a number", "Subtract two of them for what lies between, or add a number to one.")
	}
	t := x.Type
	t.Period = 0
	if t.Known != nil {
		t.Known = new(big.Rat).Neg(t.Known)
	}
	return s.of(n, OpNegate, t, x)
}

func (c *checker) binary(s *scope, n *ast.BinaryNode) *Expr {
	switch n.Operator {
	case "+", "-", "*", "/":
		return c.arithmetic(s, n)
	}
	return c.boolean(s, n)
}

// require reports a value that may be absent.
func (c *checker) require(s *scope, n ast.Node, x *Expr) bool {
	switch {
	case x == nil:
		return false
	case x.Kind == types.NullKind:
		c.failAt(s, n, "null-value", "null cannot be used here", "Write a value; null is only for what is optional.")
		return false
	case x.Optional:
		c.failAt(s, n, "maybe-null", n.String()+" may be absent", "Give a fallback, also where given(…) holds: otherwise("+n.String()+", …).")
		return false
	}
	return true
}

// numberOf requires a number, date, time or duration that is present.
func (c *checker) numberOf(s *scope, n ast.Node, x *Expr) bool {
	if !c.require(s, n, x) {
		return false
	}
	if x.Kind.Counted() {
		return true
	}
	c.isNot(s, n, x, "a number", "Choose a field or an entry, or convert it: name.field, table[…].")
	return false
}

func (c *checker) number(s *scope, n ast.Node) *Expr {
	x := c.node(s, n)
	if !c.numberOf(s, n, x) {
		return nil
	}
	if x.Kind != types.Number {
		return c.isNot(s, n, x, "a number", "Give a number, or a field of it that is one.")
	}
	return x
}

// asCase converts a text or a case to a case of an enumeration; nil if it is not one.
func (c *checker) asCase(x *Expr, cases []string) *Expr {
	switch {
	case x.Kind == types.Enumeration && slices.Equal(x.Cases, cases):
		return x
	case x.textual() && types.Within(x.texts(), cases):
		return converted(x, &Type{Kind: types.Enumeration, Cases: cases, Optional: x.Optional})
	}
	return nil
}
