package check

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"

	"github.com/expr-lang/expr/ast"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/machine"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/run"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
)

// expression compiles an expression of a file; nil after an error.
func (c *compiler) expression(s *scope, e *syntax.Expression) *value {
	outer := s.source
	s.source = e
	v := c.node(s, e.Tree)
	s.source = outer
	return v
}

// condition compiles an expression that must be a boolean.
func (c *compiler) condition(s *scope, e *syntax.Expression) *machine.Cond {
	outer := s.source
	s.source = e
	cond := c.cond(s, e.Tree)
	s.source = outer
	return cond
}

// node compiles a node of an expression; nil after an error.
func (c *compiler) node(s *scope, n ast.Node) *value {
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

func (c *compiler) constant(s *scope, n *ast.ConstantNode) *value {
	switch is := n.Value.(type) {
	case syntax.Number:
		d, err := number.Parse(string(is))
		if err != nil {
			return c.failAt(s, n, "bad-number", err.Error(), "Write digits and a decimal point, such as 1230.50.")
		}
		return c.rational(d.Rat(), types.FreeUnit)
	case string:
		return &value{kind: types.Text, text: is, isText: true, v: c.b.Int(c.textCode(is))}
	case bool:
		if is {
			return &value{kind: types.Boolean, cond: machine.True()}
		}
		return &value{kind: types.Boolean, cond: machine.False()}
	}
	return &value{kind: types.NullKind, v: c.b.Int(0), given: c.b.Int(0)}
}

func (c *compiler) name(s *scope, n *ast.IdentifierNode) *value {
	v, ok := s.lookup(n.Value)
	switch {
	case !ok && n.Value == "p":
		return c.failAt(s, n, "wrong-type", "p is the set of parameters of the year", "Name one of them: p.…")
	case !ok:
		nearest := diagnostic.Nearest(n.Value, s.names())
		return c.suggest(s.source.At(n), "unknown-name", fmt.Sprintf("unknown name %q", n.Value), "Declare it as an input, or set it in an earlier step; a parameter is p.NAME, a case stands in quotes.", nearest)
	case v == broken:
		return nil
	case v == nil:
		return c.failAt(s, n, "not-set", n.Value+" is read before it is set", "Set it in an earlier step.")
	case v == unset:
		return c.failAt(s, n, "not-set", n.Value+" is not set on every path to here", "Set it in the other branch too, or before the branch.")
	}
	return v
}

func (c *compiler) field(s *scope, n *ast.MemberNode, from ast.Node, name string) *value {
	if _, is := syntax.ParameterOf(n); is {
		return c.parameter(s, n, name)
	}
	of := c.node(s, from)
	if of == nil {
		return nil
	}
	switch {
	case of.kind == types.RowKind:
		return c.cell(s, n, name, of.row, of.from)
	case of.kind == types.GrammarKind:
		if v := of.parts[name]; v != nil {
			return c.partOf(of, v)
		}
		return c.unknownField(s, n, name, slices.Sorted(maps.Keys(of.parts)))
	case of.kind == types.RecordKind:
		return c.recordField(s, n, name, of)
	}
	return c.failAt(s, n, "wrong-type", from.String()+" is "+of.describe()+" and has no fields", "Read the value itself, without a point and a name.")
}

// partOf returns a part of a parsed text; it is absent if the text is.
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

func (c *compiler) unknownField(s *scope, n *ast.MemberNode, name string, known []string) *value {
	return c.suggest(s.source.At(n.Property), "unknown-name", fmt.Sprintf("%s has no %q", n.Node.String(), name), "It has "+strings.Join(known, ", ")+".", diagnostic.Nearest(name, known))
}

func (c *compiler) parameter(s *scope, n *ast.MemberNode, name string) *value {
	if v := c.figure(s, name); v != nil {
		return v
	}
	p := c.module.Figures[name]
	if p == nil {
		return c.suggest(s.source.At(n.Property), "unknown-parameter", "unknown parameter "+name, "Parameters are declared in the year's parameters.yaml.", diagnostic.Nearest(name, slices.Sorted(maps.Keys(c.module.Figures))))
	}
	c.parametersRead[name] = p
	if c.module.Options.Counts != nil {
		c.countAt(p.Range, types.Read)
	}
	unit := p.Measure
	from := []run.Origin{{Site: -1, Parameter: name}}
	switch {
	case p.Rows != nil:
		return byCases(&value{kind: types.BandsKind, bands: p.Rows, from: from}, p.Enumerations)
	case p.Text != nil:
		return &value{kind: types.Text, text: p.Text.Text, isText: true, v: c.b.Int(c.textCode(p.Text.Text)), from: from}
	case p.Enumerations != nil:
		var table []*big.Rat
		for _, v := range p.Each {
			table = append(table, v.Rat())
		}
		v := tableValue(table)
		v.unit, v.from = unit, from
		return byCases(v, p.Enumerations)
	}
	v := c.rational(p.Single.Rat(), unit)
	v.from = from
	return v
}

// figure returns a figure of an imported plan, if the module lacks the parameter and
// allows it; else nil.
func (c *compiler) figure(s *scope, name string) *value {
	if !c.module.Options.Alone || c.module.Figures[name] != nil {
		return nil
	}
	for _, f := range s.program.Declaration.Figures {
		if f.Name == name {
			if d, err := number.Parse(f.Value.Text); err == nil {
				return c.rational(d.Rat(), types.FreeUnit)
			}
		}
	}
	return nil
}

// byCases makes a table or bands depend on cases.
func byCases(v *value, by []*types.Type) *value {
	for i, typ := range by {
		if i == 0 {
			v.cases = typ.Cases
		} else {
			v.further = append(v.further, typ.Cases)
		}
	}
	return v
}

// indexed reads TAB1[J], p.rate[letter], p.limit[status][period] or
// record.tier[meal].
func (c *compiler) indexed(s *scope, n *ast.MemberNode) *value {
	of, at := c.node(s, n.Node), c.node(s, n.Property)
	if of == nil || at == nil || !c.require(s, n.Property, at) {
		return nil
	}
	if of.kind != types.TableKind && (of.kind != types.BandsKind || of.cases == nil) {
		detail := "Read the value itself, without brackets."
		if key, isText := syntax.Literal[string](n.Property); isText {
			detail = "A field follows a point: " + n.Node.String() + "." + key + "."
		}
		return c.failAt(s, n.Node, "wrong-type", n.Node.String()+" is "+of.describe()+" and has no entries", detail)
	}
	if of.cases != nil {
		if at = c.caseOf(at, of.cases); at == nil || !slices.Equal(at.cases, of.cases) {
			return c.failAt(s, n.Property, "wrong-type", "the index must be one of "+strings.Join(of.cases, ", "), "Give a value of that enumeration, or one of its cases in quotes.")
		}
	} else if at.kind != types.Number || at.divisor != nil || at.scale.Cmp(one) != 0 {
		return c.failAt(s, n.Property, "wrong-type", "the index must be a whole number", "Round it: down(…, 0).")
	}
	place := at.v
	if of.v != nil { // after the index of the previous cases
		place = c.b.Add(c.b.Mul(of.v, c.b.Int(int64(len(of.cases)))), place)
	}
	if len(of.further) > 0 || of.kind == types.BandsKind {
		chosen := *of
		chosen.v, chosen.cases, chosen.further = place, nil, nil
		if len(of.further) > 0 {
			chosen.cases, chosen.further = of.further[0], of.further[1:]
		}
		return &chosen
	}
	if of.address != nil {
		return &value{kind: types.Number, v: c.b.Heap(c.b.Add(of.address, place), of.offset), scale: of.scale, unit: of.unit}
	}
	c.spend(len(of.entries) / 64)
	positive := !slices.ContainsFunc(of.entries, func(entry *big.Int) bool { return entry.Sign() <= 0 })
	return &value{kind: types.Number, v: c.b.Table(of.entries, place), scale: of.scale, unit: of.unit, positive: positive, from: of.from}
}

func (c *compiler) unary(s *scope, n *ast.UnaryNode) *value {
	if n.Operator == "not" {
		cond := c.cond(s, n.Node)
		if cond == nil {
			return nil
		}
		return &value{kind: types.Boolean, cond: machine.Not(cond)}
	}
	x := c.node(s, n.Node)
	if !c.numberOf(s, n.Node, x) {
		return nil
	}
	if x.kind == types.Date || x.kind == types.Time {
		return c.failAt(s, n, "wrong-type", n.Node.String()+" is "+x.describe()+", not a number", "Subtract two of them for what lies between, or add a number to one.")
	}
	y := *x
	y.v, y.positive = c.b.Neg(x.v), false
	return &y
}

func (c *compiler) binary(s *scope, n *ast.BinaryNode) *value {
	switch n.Operator {
	case "+", "-", "*", "/":
		return c.arithmetic(s, n)
	}
	cond := c.cond(s, n)
	if cond == nil {
		return nil
	}
	return &value{kind: types.Boolean, cond: cond}
}
