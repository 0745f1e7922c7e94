package pap

import (
	"cmp"
	"maps"
	"math/big"
	"slices"

	"github.com/expr-lang/expr/ast"

	"github.com/payslate/payslate/interpreter/syntax"
)

// figures maps the numbers of a program to the parameters of the plan file.
type figures struct {
	// values are the parameters' values, texts their values in rule files.
	values map[string]*big.Rat
	texts  map[string]string
	// uses is the formula for each number that has one, or nil for a number that a pattern
	// has as well.
	uses map[*leaf]*formula
	// wanted is the first formula that fits the place of a number.
	wanted map[*leaf]*formula
}

// place is a step with the conditions around it.
type place struct {
	*step
	within []ast.Node
}

// placesOf lists the steps of a program in their order.
func placesOf(steps []*step, within []ast.Node) (places []place) {
	for _, s := range steps {
		places = append(places, place{s, within})
		if s.condition != nil {
			within := slices.Clip(within)
			places = append(places, placesOf(s.then, append(within, s.condition))...)
			places = append(places, placesOf(s.otherwise, append(within, opposite(s.condition)))...)
		}
	}
	return places
}

// findFigures fits the patterns to the steps of a program, in the order of the steps. The
// first pattern whose parameters have, or can take, the values of the numbers in their
// places counts. Patterns with too many unknown parameters are tried again.
func findFigures(plan *Plan, p *program) *figures {
	f := &figures{values: make(map[string]*big.Rat), texts: make(map[string]string),
		uses: make(map[*leaf]*formula), wanted: make(map[*leaf]*formula)}
	var places []place
	for _, procedure := range p.procedures {
		places = append(places, placesOf(procedure.steps, nil)...)
	}
	for progress := true; progress; {
		progress = false
		for _, at := range places {
			for _, wanted := range plan.patterns {
				m := &match{names: wanted.holes, program: p}
				if wanted.where != "" && p.names[wanted.where] == nil || !m.step(wanted, at) {
					continue
				}
				progress = f.take(m) || progress
				for _, hole := range m.holes {
					f.wanted[hole.number] = cmp.Or(f.wanted[hole.number], hole.formula)
				}
			}
		}
	}
	return f
}

// take adopts a match if its parameters agree with what is known. It reports whether that
// is new.
func (f *figures) take(m *match) (progress bool) {
	values, texts := maps.Clone(f.values), maps.Clone(f.texts)
	for _, hole := range m.holes {
		if use, taken := f.uses[hole.number]; taken && (use == nil || !syntax.Same(use.is, hole.formula.is)) {
			return false
		}
		number, _ := constantOf(hole.number, nil)
		name, value := solveFor(hole.formula.is, number, values)
		if value == nil {
			return false
		}
		text, finite := decimalText(value)
		if _, plain := hole.formula.is.(*ast.IdentifierNode); plain {
			text = digits(hole.number)
		}
		if name != "" && finite {
			values[name], texts[name] = value, text
		}
	}
	f.values, f.texts = values, texts
	known := len(f.uses)
	for _, hole := range m.holes {
		f.uses[hole.number] = hole.formula
	}
	for _, number := range m.literals {
		if f.uses[number] == nil {
			f.uses[number] = nil // known, without a formula
		}
	}
	return len(f.uses) > known
}

// solveFor computes the only unknown parameter of an expression a·x + b that has a value.
// If all are known, the name is "" and the result is nil for another value.
func solveFor(n ast.Node, value *big.Rat, known map[string]*big.Rat) (name string, x *big.Rat) {
	for _, parameter := range syntax.Names(n) {
		if known[parameter] == nil && name != parameter {
			if name != "" {
				return "", nil
			}
			name = parameter
		}
	}
	values := maps.Clone(known)
	var results [3]*big.Rat
	for i := range results {
		if name != "" {
			values[name] = big.NewRat(int64(i), 1)
		}
		var ok bool
		if results[i], ok = constantOf(n, values); !ok {
			return "", nil
		}
	}
	slope := new(big.Rat).Sub(results[1], results[0])
	rest := new(big.Rat).Sub(value, results[0])
	switch {
	case name == "" && rest.Sign() == 0:
		return "", value
	case name == "" || slope.Sign() == 0 || new(big.Rat).Sub(results[2], results[1]).Cmp(slope) != 0:
		return "", nil // another value, or not of the form a·x + b
	}
	return name, rest.Quo(rest, slope)
}

// match is a pattern that fits a step: the numbers in the places of holes, and those that
// the pattern has itself.
type match struct {
	program  *program
	names    map[string]*formula
	holes    []hole
	literals []*leaf
}

type hole struct {
	number  *leaf
	formula *formula
}

func (m *match) step(wanted *pattern, at place) bool {
	if wanted.target == "" {
		return at.condition != nil && m.node(wanted.within[0], at.condition)
	}
	outer := len(at.within) - len(wanted.within)
	return wanted.target == at.target && outer >= 0 &&
		slices.EqualFunc(wanted.within, at.within[outer:], m.node) && m.node(wanted.value, at.value)
}

// node matches an expression with a pattern. A hole takes no number that Java computed, as
// its digits are not in the law.
func (m *match) node(wanted, n ast.Node) bool {
	number, isNumber := literalOf(n)
	if name, ok := wanted.(*ast.IdentifierNode); ok && m.names[name.Value] != nil {
		if !isNumber || m.program.doubles[number] != "" {
			return false
		}
		m.holes = append(m.holes, hole{number, m.names[name.Value]})
		return true
	}
	if same, ok := literalOf(wanted); ok && isNumber {
		m.literals = append(m.literals, number)
		return sameNumber(digits(same), digits(number))
	}
	return syntax.SameRoot(wanted, n) && slices.EqualFunc(syntax.Children(wanted), syntax.Children(n), m.node)
}

// replaceNumbers replaces the numbers of a program by the parameters, as p.name.
func (f *figures) replaceNumbers(p *program) {
	for _, procedure := range p.procedures {
		walk(procedure.steps, func(s *step) {
			if s.condition != nil {
				ast.Walk(&s.condition, f)
			} else if s.value != nil {
				ast.Walk(&s.value, f)
			}
		})
	}
}

// Visit replaces a number by its formula, and tidies the operation around it.
func (f *figures) Visit(n *ast.Node) {
	if number, ok := literalOf(*n); ok && f.uses[number] != nil {
		*n = f.uses[number].read
	}
	if operation, ok := (*n).(*ast.BinaryNode); ok {
		*n = binary(operation.Operator, operation.Left, operation.Right)
	}
}
