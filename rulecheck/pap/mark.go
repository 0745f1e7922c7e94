package pap

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/expr-lang/expr/ast"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/syntax"
)

// Mark is a part of a program still to be compared with the law.
type Mark struct {
	// At is the place in the XML file.
	At   diagnostic.Position
	Text string
	// Proposals are lines for the plan file that would resolve the mark, each after its
	// key.
	Proposals []string

	step  *step
	names []string
}

// marker finds the marks of a program.
type marker struct {
	plan    *Plan
	program *program
	found   *findings
	solved  *solution
	// proposed are the proposed names of parameters, with their steps.
	proposed map[string]string
}

// marks lists unknown variables and numbers. Numbers are known if they are parameters, in
// a pattern, or structural (zero, twelve months, a hundred cents). It must be called
// before the parameters replace their numbers.
func (m *marker) marks() []Mark {
	var list []Mark
	if m.program.plan.year == "" {
		list = append(list, Mark{At: m.program.plan.at, Text: "the plan's name does not contain the year: check that it is the right plan"})
	}
	for _, d := range m.program.written() {
		if _, known := m.plan.Variables[d.name]; !known {
			list = append(list, Mark{At: d.at, Text: "the variable " + d.name + " is unknown", names: []string{d.name},
				Proposals: []string{m.program.variables[d.name].proposal()}})
		}
	}
	for _, procedure := range m.program.procedures {
		name := procedure.name
		if name == "" {
			name = m.plan.Program
		}
		walk(procedure.steps, func(s *step) {
			var doubts []string
			doubtful := make(map[*leaf]bool)
			for _, n := range []ast.Node{s.condition, s.value} {
				for _, number := range lawNumbers(n) {
					if reason := m.doubt(number); reason != "" {
						doubts, doubtful[number] = append(doubts, reason), true
					}
				}
			}
			if len(doubts) > 0 {
				list = append(list, Mark{At: s.at, Text: name + ", " + describe(s) + ": " + strings.Join(doubts, "; "),
					Proposals: m.proposals(s, doubtful), step: s, names: namesOf(s)})
			}
		})
	}
	return list
}

// doubt returns why a number must be checked, or "".
func (m *marker) doubt(number *leaf) string {
	if m.solved.uses[number] != nil || m.found.known[number] {
		return ""
	}
	if as, ok := m.program.doubles[number]; ok {
		return fmt.Sprintf("%s is %v", digits(number), as)
	}
	if parameter := m.solved.refused[number]; parameter != "" {
		return fmt.Sprintf("%s is in the place of %s, which has another value elsewhere in the plan", digits(number), parameter)
	}
	value, ok := new(big.Rat).SetString(digits(number))
	if ok && m.plan.structural[value.RatString()] {
		return ""
	}
	return digits(number) + " is unknown"
}

// proposal returns a line for the plan file about a variable.
func (v *variable) proposal() string {
	if v.kind == kindDecimal || v.kind == kindDouble {
		return "variables: " + v.name + `: {unit: cent, decimals: 0, about: "…"}`
	}
	return "variables: " + v.name + `: {about: "…"}`
}

// proposals returns lines for a pattern that fits a step, with a parameter for each number
// to be checked. Numbers that only occur in Java's arithmetic are kept.
func (m *marker) proposals(s *step, doubtful map[*leaf]bool) []string {
	base := strings.ToLower(s.target)
	if s.condition != nil {
		base = strings.ToLower(strings.Join(append(syntax.Names(s.condition), "value")[:1], "")) + "_limit"
	}
	var lines, names []string
	holes := make(map[*leaf]ast.Node)
	for _, n := range []ast.Node{s.condition, s.value} {
		for _, number := range lawNumbers(n) {
			if _, double := m.program.doubles[number]; double || !doubtful[number] {
				continue
			}
			name := m.name(base, describe(s)+digits(number))
			names = append(names, name)
			holes[number] = &ast.IdentifierNode{Value: "{" + name + "}"}
		}
	}
	key, value := s.target, s.value
	if s.condition != nil {
		key, value = "if", s.condition
	}
	for _, name := range slices.Compact(names) {
		lines = append(lines, "parameters: - "+name)
	}
	return append(lines, "patterns: - "+key+": "+scalar(syntax.Format(replaced(value, holes))))
}

// name returns an unused name for a parameter. Repeated steps get the same name.
func (m *marker) name(base, of string) string {
	for i := 1; ; i++ {
		name := base
		if i > 1 {
			name = fmt.Sprintf("%s_%d", base, i)
		}
		if as, taken := m.proposed[name]; as == of || !taken && !slices.Contains(m.plan.Parameters, name) {
			m.proposed[name] = of
			return name
		}
	}
}

// unmatched returns the patterns that do not fit any step: messages for those that are
// about a mark, and the lines of all others.
func (m *marker) unmatched(marks []Mark) (about []string, others []int) {
	for i, known := range m.plan.patterns {
		first := known.pattern[0]
		if m.found.matched[i] {
			continue
		}
		names := slices.DeleteFunc(namesOf(&step{target: first.target, condition: first.condition}), func(name string) bool {
			return first.holes[name] != nil
		})
		at := slices.IndexFunc(marks, func(mark Mark) bool {
			return mark.step != nil && len(names) > 0 && (mark.step.condition != nil) == (first.condition != nil) &&
				!slices.ContainsFunc(names, func(name string) bool { return !slices.Contains(mark.names, name) })
		})
		if at < 0 {
			others = append(others, known.line)
			continue
		}
		about = append(about, fmt.Sprintf("%d: warning: this pattern does not fit any step of the plan; compare it with %s in line %d",
			known.line, describe(marks[at].step), marks[at].At.Line))
	}
	return about, others
}

// namesOf returns the variable that a step sets, or the variables of its condition.
func namesOf(s *step) []string {
	if s.condition != nil {
		return syntax.Names(s.condition)
	}
	return slices.DeleteFunc([]string{s.target}, func(name string) bool { return name == "" })
}

func describe(s *step) string {
	if s.condition != nil {
		return "if " + syntax.Format(s.condition)
	}
	return s.target + " = " + syntax.Format(s.value)
}

// lawNumbers returns the numbers of an expression without the decimals of roundings.
func lawNumbers(n ast.Node) []*leaf {
	var numbers []*leaf
	if n == nil {
		return nil
	}
	syntax.Walk(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *leaf:
			if _, is := literalOf(n); is {
				numbers = append(numbers, n)
			}
		case *ast.CallNode:
			if isRounding(n) {
				numbers = append(numbers, lawNumbers(n.Arguments[0])...)
				return false
			}
		}
		return true
	})
	return numbers
}

func isRounding(n *ast.CallNode) bool {
	for _, function := range roundings {
		if syntax.Callee(n) == function && len(n.Arguments) == 2 {
			return true
		}
	}
	return false
}
