package pap

import (
	"math/big"

	"github.com/expr-lang/expr/ast"

	"github.com/payslate/payslate/interpreter/syntax"
)

// solution maps the numbers of a program to parameters, and has their values.
type solution struct {
	values map[string]*big.Rat
	// texts are the values in rule files.
	texts map[string]string
	// uses is the parameter's expression for each number that has one.
	uses map[*leaf]ast.Node
	// refused are numbers that contradict the value of their parameter.
	refused map[*leaf]string
}

// solve computes the parameters from the numbers of a program in order. If a candidate
// expression of known parameters has the number's value, it replaces the number. Otherwise
// a candidate with one unknown parameter determines it. Candidates with more unknowns are
// tried again later.
func solve(numbers []*leaf, found *findings) *solution {
	s := &solution{values: make(map[string]*big.Rat), texts: make(map[string]string),
		uses: make(map[*leaf]ast.Node), refused: make(map[*leaf]string)}
	for progress := true; progress; {
		progress = false
		for _, number := range numbers {
			if s.uses[number] == nil && s.settle(number, found.candidates[number]) {
				progress = true
			}
		}
	}
	for _, number := range numbers {
		if list := found.candidates[number]; s.uses[number] == nil && len(list) > 0 {
			s.refused[number] = syntax.Format(list[0])
		}
	}
	return s
}

func (s *solution) settle(number *leaf, candidates []ast.Node) bool {
	value, ok := constantOf(number, nil)
	if !ok {
		return false
	}
	for _, candidate := range candidates {
		if is, known := constantOf(candidate, s.values); known && is.Cmp(value) == 0 {
			s.uses[number] = candidate
			return true
		}
	}
	for _, candidate := range candidates {
		name, solved := s.solveFor(candidate, value)
		if name == "" {
			continue
		}
		if text, finite := decimalText(solved); finite {
			s.values[name], s.texts[name] = solved, text
			if _, plain := candidate.(*ast.IdentifierNode); plain {
				s.texts[name] = digits(number)
			}
			s.uses[number] = candidate
			return true
		}
	}
	return false
}

// solveFor computes the only unknown parameter x of an expression a·x + b.
func (s *solution) solveFor(candidate ast.Node, value *big.Rat) (string, *big.Rat) {
	unknown := ""
	for _, name := range syntax.Names(candidate) {
		if s.values[name] != nil {
			continue
		}
		if unknown != "" {
			return "", nil
		}
		unknown = name
	}
	at := func(x int64) (*big.Rat, bool) {
		values := map[string]*big.Rat{unknown: big.NewRat(x, 1)}
		for name, known := range s.values {
			values[name] = known
		}
		return constantOf(candidate, values)
	}
	zero, ok0 := at(0)
	one, ok1 := at(1)
	two, ok2 := at(2)
	if unknown == "" || !ok0 || !ok1 || !ok2 {
		return "", nil
	}
	slope := new(big.Rat).Sub(one, zero)
	if slope.Sign() == 0 || new(big.Rat).Sub(two, one).Cmp(slope) != 0 {
		return "", nil // not of the form a·x + b
	}
	x := new(big.Rat).Sub(value, zero)
	return unknown, x.Quo(x, slope)
}

func numbersOf(procedures []*procedure) (numbers []*leaf) {
	for _, procedure := range procedures {
		walk(procedure.steps, func(s *step) {
			numbers = append(append(numbers, numbersIn(s.condition)...), numbersIn(s.value)...)
		})
	}
	return numbers
}

// numbersIn returns the numbers of an expression, which may be nil.
func numbersIn(n ast.Node) (numbers []*leaf) {
	if number, ok := literalOf(n); ok {
		return []*leaf{number}
	}
	if n != nil {
		for _, child := range syntax.Children(n) {
			numbers = append(numbers, numbersIn(child)...)
		}
	}
	return numbers
}

// replaceNumbers replaces the numbers by the parameters, as p.name.
func (s *solution) replaceNumbers(procedures []*procedure) {
	read := make(map[*leaf]ast.Node, len(s.uses))
	for number, use := range s.uses {
		read[number] = rewritten(use, func(n ast.Node) ast.Node {
			if name, ok := n.(*ast.IdentifierNode); ok {
				return syntax.NewField(&ast.IdentifierNode{Value: syntax.Parameters}, name.Value)
			}
			return nil
		})
	}
	for _, procedure := range procedures {
		walk(procedure.steps, func(step *step) {
			step.condition, step.value = replaced(step.condition, read), replaced(step.value, read)
		})
	}
}

// replaced returns an expression with some numbers replaced.
func replaced(n ast.Node, uses map[*leaf]ast.Node) ast.Node {
	return rewritten(n, func(n ast.Node) ast.Node {
		if number, ok := literalOf(n); ok {
			return uses[number]
		}
		return nil
	})
}

// rewritten returns an expression in which nodes are replaced by the result of change,
// unless that is nil.
func rewritten(n ast.Node, change func(ast.Node) ast.Node) ast.Node {
	if other := change(n); other != nil {
		return other
	}
	switch n := n.(type) {
	case *ast.UnaryNode:
		return &ast.UnaryNode{Operator: n.Operator, Node: rewritten(n.Node, change)}
	case *ast.BinaryNode:
		return binary(n.Operator, rewritten(n.Left, change), rewritten(n.Right, change))
	case *ast.MemberNode:
		return &ast.MemberNode{Node: n.Node, Property: rewritten(n.Property, change)}
	case *ast.CallNode:
		arguments := make([]ast.Node, len(n.Arguments))
		for i, a := range n.Arguments {
			arguments[i] = rewritten(a, change)
		}
		return syntax.NewCall(syntax.Callee(n), arguments...)
	}
	return n
}
