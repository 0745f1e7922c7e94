package check

import (
	"maps"
	"math/big"
	"slices"

	"github.com/expr-lang/expr/ast"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/machine"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
)

// scope is one activation of a program: its names and their current values.
type scope struct {
	program *types.Program
	// caller and arguments are those of the call; nil for the root program.
	caller    *scope
	arguments []syntax.Argument
	// unchecked programs are imported; their units are not checked.
	unchecked bool
	index     map[string]int
	vars      []*value          // nil: not set; by index
	asked     map[string]*value // the inputs of a checked program whose bounds hold, until they are set again
	tables    map[string]*value
	columns   map[string]*value // of the row that select tests
	// source is the current expression, for positions.
	source *syntax.Expression
	read   map[string]bool
	set    map[string]diagnostic.Range // where a name is first set
	last   map[string]diagnostic.Range // the last value of a name
	// flags are 1 for inputs that were given.
	flags map[string]machine.Value
	// procedure is the current one; empty in the steps of the program.
	procedure string
	// fixed names cannot be set: inside a loop, those outside that are not carried.
	fixed map[string]bool
}

// unset marks a name that is set only on some paths.
var unset = &value{}

func (s *scope) lookup(name string) (*value, bool) {
	if s.columns != nil {
		if v, ok := s.columns[name]; ok {
			s.read[name] = true
			return v, true
		}
	}
	if i, ok := s.index[name]; ok {
		s.read[name] = true
		if i < len(s.vars) {
			return s.vars[i], true
		}
		return nil, true
	}
	if v, ok := s.tables[name]; ok {
		s.read[name] = true
		return v, true
	}
	return nil, false
}

func (s *scope) assign(name string, v *value) {
	i, ok := s.index[name]
	if !ok {
		i = len(s.index)
		s.index[name] = i
	}
	for len(s.vars) <= i {
		s.vars = append(s.vars, nil)
	}
	s.vars[i] = v
}

func (s *scope) names() []string {
	names := slices.Sorted(maps.Keys(s.index))
	names = append(names, slices.Sorted(maps.Keys(s.tables))...)
	return append(names, slices.Sorted(maps.Keys(s.columns))...)
}

// failAt reports an error in an expression and returns no value.
func (c *compiler) failAt(s *scope, n ast.Node, code, summary, detail string) *value {
	return c.fail(s.source.At(n), code, summary, detail)
}

// fail reports an error and returns no value.
func (c *compiler) fail(at diagnostic.Range, code, summary, detail string) *value {
	return c.suggest(at, code, summary, detail, "")
}

// suggest is fail with a suggestion.
func (c *compiler) suggest(at diagnostic.Range, code, summary, detail, suggestion string) *value {
	c.report(diagnostic.Diagnostic{Severity: diagnostic.Error, Code: code, Summary: summary, Detail: detail, Suggestion: suggestion, Subject: at})
	return nil
}

func (c *compiler) warn(at diagnostic.Range, code, summary, detail string) {
	c.report(diagnostic.Diagnostic{Severity: diagnostic.Warning, Code: code, Summary: summary, Detail: detail, Subject: at})
}

// report adds a finding once, even if its position is compiled several times.
func (c *compiler) report(d diagnostic.Diagnostic) {
	key := finding{d.Subject, d.Code}
	if c.reported[key] || c.stopped {
		return
	}
	c.reported[key] = true
	c.list.Append(d)
	if d.Severity == diagnostic.Error {
		c.errors++
	}
	if len(c.list) == types.MaxFindings {
		c.work.Store(0)
	}
}

// branch compiles two sides of a condition and merges the names that they set.
func (c *compiler) branch(s *scope, at diagnostic.Range, cond *machine.Cond, then, els func() (ends bool)) (ends bool) {
	cond, holds, known := c.known(cond)
	switch {
	case known && holds:
		return then()
	case known:
		return els()
	}
	before := s.vars
	c.spend(len(before) / 8)
	var thenVars, elseVars []*value
	r := c.b.If(cond,
		func() bool { s.vars = slices.Clone(before); e := then(); thenVars = s.vars; return e },
		func() bool { s.vars = slices.Clone(before); e := els(); elseVars = s.vars; return e })
	thenEnds, elseEnds := r.Ends()
	switch {
	case thenEnds && elseEnds:
		s.vars = before
		return true
	case thenEnds:
		s.vars = elseVars
		return false
	case elseEnds:
		s.vars = thenVars
		return false
	}
	s.vars = c.merge(s, at, r, thenVars, elseVars)
	return false
}

// known returns the value of a constant condition. In a check no condition is constant,
// so that both sides are compiled: an open condition replaces it.
func (c *compiler) known(cond *machine.Cond) (open *machine.Cond, holds, known bool) {
	holds, known = cond.Known()
	if known && c.check {
		return c.b.Same(c.b.Input(0), c.b.Int(0)), false, false
	}
	return cond, holds, known
}

// merge joins the variables of two sides of a branch.
func (c *compiler) merge(s *scope, at diagnostic.Range, r machine.Branch, then, els []*value) []*value {
	n := max(len(then), len(els))
	joined := make([]*value, n)
	for len(then) < n {
		then = append(then, nil)
	}
	for len(els) < n {
		els = append(els, nil)
	}
	// Convert all values on their sides before joining any.
	left, right := make([]*value, n), make([]*value, n)
	for i := range n {
		x, y := then[i], els[i]
		switch {
		case x == y:
			joined[i] = x
		case x == broken || y == broken:
			joined[i] = broken
		case x == nil || y == nil || x == unset || y == unset:
			joined[i] = unset
		default:
			a, b, problem := c.alike(x, y)
			if problem != "" {
				name := s.nameOf(i)
				c.fail(at, "mixed-types", name+" is "+x.describe()+" on one path and "+y.describe()+" on the other: "+problem, "Give it the same kind of value on both.")
				joined[i] = broken
				continue
			}
			c.b.Extend(r, true, func() { left[i] = a() })
			c.b.Extend(r, false, func() { right[i] = b() })
		}
	}
	for i := range n {
		if joined[i] == nil && left[i] != nil {
			joined[i] = c.join(r, left[i], right[i])
		}
	}
	return joined
}

func (s *scope) nameOf(i int) string {
	for name, at := range s.index {
		if at == i {
			return name
		}
	}
	return "this"
}

// scaleTooLarge bounds scales.
func scaleTooLarge(scale *big.Int) bool { return scale.BitLen() > 4*maxPlaces }
