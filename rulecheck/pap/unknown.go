package pap

import (
	"fmt"
	"math/big"

	"github.com/payslate/payslate/interpreter/expression"
)

// toCheck lists the numbers that nobody has compared with the law: those that
// are no parameter, stand in no pattern, and are not of the kind that every
// plan has (zero, twelve months, a hundred cents). It is called before the
// parameters replace their numbers.
func (p *Plan) toCheck(program *program, found *findings, solved *solution) []string {
	var list []string
	for _, procedure := range program.procedures {
		name := procedure.name
		if name == "" {
			name = p.Program
		}
		walk(procedure.steps, func(s *step) {
			for _, n := range []expression.Node{s.condition, s.value} {
				for _, number := range lawNumbers(n) {
					if reason := p.doubt(number, program, found, solved); reason != "" {
						list = append(list, fmt.Sprintf("%s, %s: %s", name, describe(s), reason))
					}
				}
			}
		})
	}
	return list
}

// doubt says why a number is to be checked; "" if it is not.
func (p *Plan) doubt(number *expression.Number, program *program, found *findings, solved *solution) string {
	if solved.uses[number] != nil || found.known[number] {
		return ""
	}
	if as, ok := program.doubles[number]; ok {
		return fmt.Sprintf("%s is %v", number.Text, as)
	}
	if parameter := solved.refused[number]; parameter != "" {
		return fmt.Sprintf("%s stands in the place of %s, which has another value elsewhere in the plan", number.Text, parameter)
	}
	value, ok := new(big.Rat).SetString(number.Text)
	if ok && p.structural[value.RatString()] {
		return ""
	}
	return number.Text + " is not known"
}

func describe(s *step) string {
	if s.condition != nil {
		return "if " + expression.Format(s.condition)
	}
	return s.target + " = " + expression.Format(s.value)
}

// lawNumbers lists the numbers of an expression but for the decimals of roundings.
func lawNumbers(n expression.Node) []*expression.Number {
	var numbers []*expression.Number
	if n == nil {
		return nil
	}
	expression.Walk(n, func(n expression.Node) bool {
		switch n := n.(type) {
		case *expression.Number:
			numbers = append(numbers, n)
		case *expression.Call:
			if isRounding(n) {
				numbers = append(numbers, lawNumbers(n.Args[0])...)
				return false
			}
		}
		return true
	})
	return numbers
}

func isRounding(n *expression.Call) bool {
	for _, function := range roundings {
		if n.Func == function && len(n.Args) == 2 {
			return true
		}
	}
	return false
}
