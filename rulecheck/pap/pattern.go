package pap

import (
	"slices"

	"github.com/expr-lang/expr/ast"

	"github.com/payslate/payslate/interpreter/syntax"
)

// findings are the results of the patterns for the numbers of a program.
type findings struct {
	// candidates are the expressions of parameters that a number may stand for, in the
	// order of the patterns.
	candidates map[*leaf][]ast.Node
	// known are the numbers that occur in a pattern themselves.
	known map[*leaf]bool
	// matched are the indexes of the patterns that fit a step.
	matched map[int]bool
}

// findPatterns tries every pattern at every step.
func findPatterns(patterns []knownPattern, program *program) *findings {
	all := &findings{candidates: make(map[*leaf][]ast.Node), known: make(map[*leaf]bool), matched: make(map[int]bool)}
	for i, wanted := range patterns {
		if wanted.where != "" && program.variables[wanted.where] == nil {
			continue
		}
		for _, procedure := range program.procedures {
			if all.findIn(wanted.pattern, procedure.steps) {
				all.matched[i] = true
			}
		}
	}
	return all
}

func (f *findings) findIn(wanted pattern, steps []*step) (fits bool) {
	for i, s := range steps {
		match := &patternMatch{}
		if match.step(wanted[0], s) && match.run(wanted[1:], steps[i+1:]) {
			f.add(match)
			fits = true
		}
		inThen, inElse := f.findIn(wanted, s.then), f.findIn(wanted, s.otherwise)
		fits = fits || inThen || inElse
	}
	return fits
}

func (f *findings) add(match *patternMatch) {
	for _, hole := range match.holes {
		f.candidates[hole.number] = append(f.candidates[hole.number], hole.is)
	}
	for _, number := range match.literals {
		f.known[number] = true
	}
}

// patternMatch is the result of one match.
type patternMatch struct {
	holes    []boundHole
	literals []*leaf
	names    map[string]ast.Node
}

type boundHole struct {
	number *leaf
	is     ast.Node
}

// run finds the steps of a pattern in their order; other steps may lie between.
func (m *patternMatch) run(wanted pattern, steps []*step) bool {
	for _, s := range steps {
		if len(wanted) == 0 {
			break
		}
		holes, literals := len(m.holes), len(m.literals)
		if m.step(wanted[0], s) {
			wanted = wanted[1:]
		} else {
			m.holes, m.literals = m.holes[:holes], m.literals[:literals]
		}
	}
	return len(wanted) == 0
}

func (m *patternMatch) step(wanted *patternStep, s *step) bool {
	m.names = wanted.holes
	switch {
	case wanted.condition != nil:
		return s.condition != nil && m.node(wanted.condition, s.condition) &&
			m.run(wanted.then, s.then) && m.run(wanted.otherwise, s.otherwise)
	case wanted.callee != "":
		return wanted.callee == s.callee
	default:
		return wanted.target == s.target && m.node(wanted.value, s.value)
	}
}

// node matches an expression with a pattern. The operands of + and * may be swapped.
func (m *patternMatch) node(wanted, n ast.Node) bool {
	switch wanted := wanted.(type) {
	case *ast.IdentifierNode:
		if hole, ok := m.names[wanted.Value]; ok {
			number, isNumber := literalOf(n)
			if isNumber {
				m.holes = append(m.holes, boundHole{number: number, is: hole})
			}
			return isNumber
		}
	case *leaf:
		number, ok := literalOf(n)
		if !ok {
			break
		}
		if !sameNumber(digits(wanted), digits(number)) {
			return false
		}
		m.literals = append(m.literals, number)
		return true
	case *ast.BinaryNode:
		x, ok := n.(*ast.BinaryNode)
		return ok && x.Operator == wanted.Operator && m.operands(wanted, x)
	}
	return syntax.SameRoot(wanted, n) && slices.EqualFunc(syntax.Children(wanted), syntax.Children(n), m.node)
}

func (m *patternMatch) operands(wanted, x *ast.BinaryNode) bool {
	holes, literals := len(m.holes), len(m.literals)
	if m.node(wanted.Left, x.Left) && m.node(wanted.Right, x.Right) {
		return true
	}
	m.holes, m.literals = m.holes[:holes], m.literals[:literals]
	if wanted.Operator != "+" && wanted.Operator != "*" {
		return false
	}
	return m.node(wanted.Left, x.Right) && m.node(wanted.Right, x.Left)
}

func sameNumber(a, b string) bool {
	x, xok := constantOf(syntax.NewNumber(a), nil)
	y, yok := constantOf(syntax.NewNumber(b), nil)
	return xok && yok && x.Cmp(y) == 0
}
