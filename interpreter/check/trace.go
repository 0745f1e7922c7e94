package check

import (
	"slices"

	"github.com/expr-lang/expr/ast"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/run"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
)

// beforeStep collects the values that a traced step reads, before it changes them. It
// returns nil if the step is not traced; steps that only copy a value are not.
func (c *compiler) beforeStep(s *scope, name string, v syntax.Value, at diagnostic.Range, cite string) *emission {
	if e, is := v.(*syntax.Expression); is {
		if _, handsOn := e.Tree.(*ast.IdentifierNode); handsOn {
			return nil
		}
	}
	if c.mode != Traced {
		return nil
	}
	t := &emission{Site: &run.Site{Kind: run.StepSite, At: at, Step: &run.Step{
		Program: s.program.Name(), Procedure: s.procedure, Name: name, Formula: formula(v), Cite: c.citation(s, cite), At: at,
	}}}
	for _, e := range expressionsOf(v) {
		for _, read := range readsOf(e.Tree) {
			c.traceInput(s, t, e, read)
		}
	}
	return t
}

// citation returns the legal reference of a step, its procedure or its program.
func (c *compiler) citation(s *scope, own string) string {
	if own != "" {
		return own
	}
	if p := s.program.Declaration.Procedure(s.procedure); p != nil && p.Cite != "" {
		return p.Cite
	}
	return s.program.Declaration.Cite
}

// traceInput adds a name or figure that a step reads. For an entry of a list of numbers
// it adds the index instead, which may be out of range unless the conditions of the
// step hold.
func (c *compiler) traceInput(s *scope, t *emission, e *syntax.Expression, n ast.Node) {
	if index := syntax.IndexOf(n); index != nil && !c.byCase(s, e, index) {
		for _, read := range readsOf(index.Property) {
			c.traceInput(s, t, e, read)
		}
		return
	}
	name := n.String()
	for _, known := range t.Step.Inputs {
		if known.Name == name {
			return
		}
	}
	if root, ok := n.(*ast.IdentifierNode); ok {
		if v, known := s.lookup(root.Value); !known || v == nil || v == unset || v == broken || v.kind == 0 {
			return
		}
	}
	v := c.quietly(s, e, n)
	if v == nil || v == broken {
		return
	}
	if sh, ok := c.showable(t, v); ok {
		t.Step.Inputs = append(t.Step.Inputs, run.StepInput{Name: name, Value: sh, From: v.from})
	}
}

// quietly compiles a part of an expression and discards the findings, which the step
// itself reports.
func (c *compiler) quietly(s *scope, e *syntax.Expression, n ast.Node) *value {
	found, errors := len(c.list), c.errors
	outer := s.source
	s.source = e
	v := c.node(s, n)
	s.source = outer
	for _, tried := range c.list[found:] {
		delete(c.reported, finding{tried.Subject, tried.Code})
	}
	c.list, c.errors = c.list[:found], errors
	return v
}

// byCase reports whether an entry is indexed by a case, which is always in range.
func (c *compiler) byCase(s *scope, e *syntax.Expression, n *ast.MemberNode) bool {
	of := c.quietly(s, e, n.Node)
	return of != nil && of.cases != nil
}

// showable shows a value in a trace, unless it is a compound value.
func (c *compiler) showable(t *emission, v *value) (run.Shown, bool) {
	switch v.kind {
	case types.Number, types.Boolean, types.Text, types.Enumeration, types.Date, types.Time, types.Duration, types.NullKind, types.GrammarKind:
	case types.ListKind:
		if v.step > 0 || v.typ.Enumerated() == nil {
			return run.Shown{}, false
		}
	default:
		return run.Shown{}, false
	}
	return c.show(t.At, t, v, true)
}

// afterStep emits the result of a step, and makes the step the origin of the value.
func (c *compiler) afterStep(t *emission, v *value) *value {
	if t == nil {
		return v
	}
	sh, ok := c.showable(t, v)
	if !ok {
		return v
	}
	t.Step.Result = sh
	traced := *v
	traced.from = []run.Origin{{Site: c.emit(t)}}
	return &traced
}

// formula returns the right side of a step as text.
func formula(v syntax.Value) string {
	switch v := v.(type) {
	case *syntax.Expression:
		return v.Tree.String()
	case *syntax.If[syntax.Value]:
		return "if " + v.Cond.Tree.String() + " then " + formula(v.Then) + " else " + formula(v.Else)
	case *syntax.Match[syntax.Value]:
		text := "match " + v.On.Tree.String() + ":"
		for _, cs := range v.Cases {
			text += " " + cs.Case + ": " + formula(cs.Do) + ","
		}
		if v.HasElse {
			return text + " else " + formula(v.Else)
		}
		return text[:len(text)-1]
	case *syntax.TextValue:
		return "text"
	}
	return ""
}

func expressionsOf(v syntax.Value) []*syntax.Expression {
	switch v := v.(type) {
	case *syntax.Expression:
		return []*syntax.Expression{v}
	case *syntax.If[syntax.Value]:
		return slices.Concat([]*syntax.Expression{v.Cond}, expressionsOf(v.Then), expressionsOf(v.Else))
	case *syntax.Match[syntax.Value]:
		list := []*syntax.Expression{v.On}
		for _, cs := range v.Cases {
			list = append(list, expressionsOf(cs.Do)...)
		}
		if v.HasElse {
			list = append(list, expressionsOf(v.Else)...)
		}
		return list
	}
	return nil
}

// readsOf returns the names and parameters that an expression reads.
func readsOf(tree ast.Node) []ast.Node {
	var list []ast.Node
	syntax.Walk(tree, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IdentifierNode:
			list = append(list, n)
		case *ast.MemberNode:
			list = append(list, n)
			return false
		case *ast.CallNode:
			return syntax.Callee(n) != "select"
		}
		return true
	})
	return list
}
