package pap

import (
	"math/big"

	"github.com/payslate/payslate/interpreter/expression"
)

// solution maps the numbers of a program to parameters, and has their values.
type solution struct {
	values map[string]*big.Rat
	// texts are the values in rule files.
	texts map[string]string
	// uses is the parameter's expression for each number that has one.
	uses map[*expression.Number]expression.Node
	// refused are numbers that contradict the value of their parameter.
	refused map[*expression.Number]string
}

// solve computes the parameters from the numbers of a program in order. If a candidate
// expression of known parameters has the number's value, it replaces the number. Otherwise
// a candidate with one unknown parameter determines it. Candidates with more unknowns are
// tried again later.
func solve(numbers []*expression.Number, found *findings) *solution {
	s := &solution{values: make(map[string]*big.Rat), texts: make(map[string]string),
		uses: make(map[*expression.Number]expression.Node), refused: make(map[*expression.Number]string)}
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
			s.refused[number] = expression.Format(list[0])
		}
	}
	return s
}

func (s *solution) settle(number *expression.Number, candidates []expression.Node) bool {
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
			if _, plain := candidate.(*expression.Name); plain {
				s.texts[name] = number.Text
			}
			s.uses[number] = candidate
			return true
		}
	}
	return false
}

// solveFor computes the only unknown parameter x of an expression a·x + b.
func (s *solution) solveFor(candidate expression.Node, value *big.Rat) (string, *big.Rat) {
	unknown := ""
	for _, name := range expression.Names(candidate) {
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

func numbersOf(procedures []*procedure) (numbers []*expression.Number) {
	for _, procedure := range procedures {
		walk(procedure.steps, func(s *step) {
			numbers = append(append(numbers, numbersIn(s.condition)...), numbersIn(s.value)...)
		})
	}
	return numbers
}

// numbersIn returns the numbers of an expression, which may be nil.
func numbersIn(n expression.Node) (numbers []*expression.Number) {
	if number, ok := n.(*expression.Number); ok {
		return []*expression.Number{number}
	}
	if n != nil {
		for _, child := range expression.Children(n) {
			numbers = append(numbers, numbersIn(child)...)
		}
	}
	return numbers
}

// replaceNumbers replaces the numbers by the parameters, as p.name.
func (s *solution) replaceNumbers(procedures []*procedure) {
	read := make(map[*expression.Number]expression.Node, len(s.uses))
	for number, use := range s.uses {
		read[number] = rewritten(use, func(n expression.Node) expression.Node {
			if name, ok := n.(*expression.Name); ok {
				return &expression.Field{Of: &expression.Name{Name: "p"}, Name: name.Name}
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
func replaced(n expression.Node, uses map[*expression.Number]expression.Node) expression.Node {
	return rewritten(n, func(n expression.Node) expression.Node {
		if number, ok := n.(*expression.Number); ok {
			return uses[number]
		}
		return nil
	})
}

// rewritten returns an expression in which nodes are replaced by the result of change,
// unless that is nil.
func rewritten(n expression.Node, change func(expression.Node) expression.Node) expression.Node {
	if other := change(n); other != nil {
		return other
	}
	switch n := n.(type) {
	case *expression.Unary:
		return &expression.Unary{Op: n.Op, X: rewritten(n.X, change)}
	case *expression.Binary:
		return binary(n.Op, rewritten(n.L, change), rewritten(n.R, change))
	case *expression.Index:
		return &expression.Index{Of: n.Of, At: rewritten(n.At, change)}
	case *expression.Call:
		arguments := make([]expression.Node, len(n.Args))
		for i, a := range n.Args {
			arguments[i] = rewritten(a, change)
		}
		return call(n.Func, arguments...)
	}
	return n
}
