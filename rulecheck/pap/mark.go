package pap

import (
	"cmp"
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/diagnostic"
)

// marker finds the marks of a program: what is still to be compared with the law.
type marker struct {
	plan    *Plan
	program *program
	figures *figures
}

// marks returns unknown variables and numbers. Numbers are known if they are parameters, in
// a pattern, or structural (zero, twelve months, a hundred cents). It must be called
// before the parameters replace their numbers. The details are lines for the plan file.
func (m *marker) marks() (variables, steps diagnostic.List) {
	if m.program.year == "" {
		mark(&steps, m.program.at, "the plan's name does not contain the year: check that it is the right plan", "")
	}
	for _, d := range m.program.written() {
		if m.plan.variables[d.name] == nil {
			mark(&variables, d.at, "the variable "+d.name+" is unknown", "variables: "+d.name+`: {unit: cent, decimals: 0, about: "…"}`)
		}
	}
	for _, procedure := range m.program.procedures {
		name := cmp.Or(procedure.name, m.plan.Program)
		walk(procedure.steps, func(s *step) {
			var doubts []string
			var doubtful []*leaf
			for _, number := range append(numbersIn(s.condition), numbersIn(s.value)...) {
				if reason := m.doubt(number); reason != "" {
					doubts, doubtful = append(doubts, reason), append(doubtful, number)
				}
			}
			if len(doubts) > 0 {
				mark(&steps, s.at, name+", "+describe(s)+": "+strings.Join(doubts, "; "), m.proposal(s, doubtful))
			}
		})
	}
	return variables, steps
}

func mark(list *diagnostic.List, at diagnostic.Position, text, proposal string) {
	list.Warn(diagnostic.Range{Start: at, End: at}, "to-check", text, proposal)
}

// doubt returns why a number must be checked, or "".
func (m *marker) doubt(number *leaf) string {
	if _, known := m.figures.uses[number]; known {
		return ""
	}
	if as, ok := m.program.doubles[number]; ok {
		return digits(number) + " is " + as
	}
	if formula := m.figures.wanted[number]; formula != nil {
		return digits(number) + " is in the place of " + formula.is.String() + ", which has another value elsewhere in the plan"
	}
	if slices.Contains(m.plan.Structural, digits(number)) {
		return ""
	}
	return digits(number) + " is unknown"
}

// proposal returns a line for a pattern that fits a step, with NAME for each number to be
// checked. Numbers that only occur in Java's arithmetic are kept.
func (m *marker) proposal(s *step, doubtful []*leaf) string {
	key, value := s.target, s.value
	if s.condition != nil {
		key, value = "if", s.condition
	}
	names := make(map[*leaf]any)
	for _, number := range doubtful {
		if names[number] = number.Value; m.program.doubles[number] == "" {
			number.Value = "{NAME}"
		}
	}
	text := strings.ReplaceAll(value.String(), `"{NAME}"`, "{NAME}")
	for number, value := range names {
		number.Value = value
	}
	return "patterns: - " + key + ": " + scalar(text)
}

func describe(s *step) string {
	if s.condition != nil {
		return "if " + s.condition.String()
	}
	return s.target + " = " + s.value.String()
}
