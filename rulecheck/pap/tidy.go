package pap

import (
	"github.com/expr-lang/expr/ast"
)

// tidy removes decisions without steps, and inverts those with steps only in the else
// branch.
func tidy(steps []*step) []*step {
	var kept []*step
	for _, s := range steps {
		if s.condition != nil {
			s.then, s.otherwise = tidy(s.then), tidy(s.otherwise)
			switch {
			case len(s.then) == 0 && len(s.otherwise) == 0:
				continue
			case len(s.then) == 0:
				s.condition, s.then, s.otherwise = opposite(s.condition), s.otherwise, nil
			}
		}
		kept = append(kept, s)
	}
	return kept
}

// Comparisons with their operands swapped, and negated.
var (
	mirrored  = map[string]string{"==": "==", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}
	opposites = map[string]string{"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
)

// opposite returns the negation of a condition.
func opposite(n ast.Node) ast.Node {
	switch n := n.(type) {
	case *ast.BinaryNode:
		if op := opposites[n.Operator]; op != "" {
			return binary(op, n.Left, n.Right)
		}
	case *ast.UnaryNode: // only "not" makes a condition
		return n.Node
	}
	return &ast.UnaryNode{Operator: "not", Node: n}
}

// matchChains turns chains of decisions that test one int and end in an else into matches.
func (p *program) matchChains(steps []*step) {
	for _, s := range steps {
		asked := make(map[string]bool)
		var cases []branch
		subject, rest := "", []*step{s}
		for len(rest) == 1 && rest[0].condition != nil {
			name, code := p.codeTest(rest[0].condition)
			if name == "" || asked[code] || subject != "" && name != subject {
				break
			}
			subject, asked[code] = name, true
			cases = append(cases, branch{code: code, steps: rest[0].then})
			rest = rest[0].otherwise
		}
		if len(cases) > 1 && len(rest) > 0 {
			s.subject, s.cases, s.then, s.otherwise = subject, cases, nil, rest
		}
		p.matchChains(s.then)
		for _, c := range s.cases {
			p.matchChains(c.steps)
		}
		p.matchChains(s.otherwise)
	}
}

// codeTest returns the variable and the literal of a test of an int variable.
func (p *program) codeTest(condition ast.Node) (name, code string) {
	test, ok := condition.(*ast.BinaryNode)
	if !ok || test.Operator != "==" {
		return "", ""
	}
	variable, isName := test.Left.(*ast.IdentifierNode)
	number, isNumber := literalOf(test.Right)
	if !isName || !isNumber || p.names[variable.Value].kind != kindInteger {
		return "", ""
	}
	return variable.Value, digits(number)
}

// walk visits every step, a decision before its branches.
func walk(steps []*step, visit func(*step)) {
	for _, s := range steps {
		visit(s)
		walk(s.then, visit)
		for _, c := range s.cases {
			walk(c.steps, visit)
		}
		walk(s.otherwise, visit)
	}
}
