package check

import (
	"maps"
	"slices"

	"github.com/expr-lang/expr/ast"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
)

// scope has the names of a program and the types that they have at the current step.
type scope struct {
	program   *types.Program
	unchecked bool // imported programs: their units are not checked
	index     map[string]int
	names     []string
	vars      []*Type // by number; nil: not set
	tables    map[string]*Table
	columns   map[string]*Type // of the row that select tests, or the fields of a line for its texts
	source    *syntax.Expression
	read      map[string]bool
	set       map[string]diagnostic.Range // where a name is first set
	last      map[string]diagnostic.Range // the last value of a name
	procedure string
	// fixed names cannot be set: inside a loop, those outside that are not carried.
	fixed map[string]bool
	// bands are the arguments for inputs of the kind bands; without one it has any columns.
	bands map[string]*Type
}

func newScope(p *types.Program) *scope {
	return &scope{
		program: p, unchecked: p.Declaration.Imported, index: map[string]int{}, tables: map[string]*Table{},
		read: map[string]bool{}, set: map[string]diagnostic.Range{}, last: map[string]diagnostic.Range{},
	}
}

// Variables without a type: one that is set only on some paths, and one that could not be
// typed, whose readers report nothing.
var unset, broken = &Type{}, &Type{}

// variable returns the number of a name.
func (s *scope) variable(name string) int {
	i, ok := s.index[name]
	if !ok {
		i = len(s.names)
		s.index[name], s.names = i, append(s.names, name)
	}
	for len(s.vars) <= i {
		s.vars = append(s.vars, nil)
	}
	return i
}

func (s *scope) assign(name string, t *Type) int {
	i := s.variable(name)
	s.vars[i] = t
	return i
}

// lookup returns the type of a variable, and whether the name is one.
func (s *scope) lookup(name string) (*Type, bool) {
	i, ok := s.index[name]
	if !ok {
		return nil, false
	}
	s.read[name] = true
	if i < len(s.vars) {
		return s.vars[i], true
	}
	return nil, true
}

// knows reports whether a name has a meaning.
func (s *scope) knows(name string) bool {
	_, variable := s.lookup(name)
	return variable || s.tables[name] != nil || s.columns[name] != nil
}

func (s *scope) known() []string {
	return slices.Concat(slices.Sorted(maps.Keys(s.index)), slices.Sorted(maps.Keys(s.tables)), slices.Sorted(maps.Keys(s.columns)))
}

// failAt reports an error in an expression and returns none.
func (c *checker) failAt(s *scope, n ast.Node, code, summary, detail string) *Expr {
	return c.fail(s.source.At(n), code, summary, detail)
}

// fail reports an error and returns no expression.
func (c *checker) fail(at diagnostic.Range, code, summary, detail string) *Expr {
	return c.suggest(at, code, summary, detail, "")
}

// suggest is fail with a suggestion.
func (c *checker) suggest(at diagnostic.Range, code, summary, detail, suggestion string) *Expr {
	c.report(diagnostic.Diagnostic{Severity: diagnostic.Error, Code: code, Summary: summary, Detail: detail, Suggestion: suggestion, Subject: at})
	return nil
}

func (c *checker) warn(at diagnostic.Range, code, summary, detail string) {
	c.report(diagnostic.Diagnostic{Severity: diagnostic.Warning, Code: code, Summary: summary, Detail: detail, Subject: at})
}

// report adds a finding once: a procedure is typed for each call, a loop until its types are
// stable, and what a program asks of its callers for each of them.
func (c *checker) report(d diagnostic.Diagnostic) {
	key := finding{d.Subject, d.Code}
	if c.reported[key] || c.stopped {
		return
	}
	c.reported[key] = true
	if c.bandsFrom != nil {
		d.Detail += " The bands are those that the call at " + c.bandsFrom.String() + " passes."
	}
	c.list.Append(d)
	if d.Severity == diagnostic.Error {
		c.errors++
	}
	if len(c.list) == types.MaxFindings {
		c.work.Store(0)
	}
}

type finding struct {
	at   diagnostic.Range
	code string
}

// branch types two sides of a condition, and joins the types of the variables that they set.
func (c *checker) branch(s *scope, at diagnostic.Range, then, els func() Block) (a, b Block, m Merge) {
	before := s.vars
	c.spend(len(before) / 8)
	s.vars = slices.Clone(before)
	a = then()
	thenVars := s.vars
	s.vars = slices.Clone(before)
	b = els()
	elseVars := s.vars
	switch {
	case a.Ends && b.Ends:
		s.vars = before
	case a.Ends:
		s.vars = elseVars
	case b.Ends:
		s.vars = thenVars
	default:
		s.vars, m = c.merge(s, at, thenVars, elseVars)
	}
	return a, b, m
}

// merge joins the variables of two sides of a branch.
func (c *checker) merge(s *scope, at diagnostic.Range, then, els []*Type) (joined []*Type, m Merge) {
	n := max(len(then), len(els))
	side := func(vars []*Type, i int) *Type {
		if i < len(vars) {
			return vars[i]
		}
		return nil
	}
	joined, m = make([]*Type, n), Merge{}
	for i := range n {
		x, y := side(then, i), side(els, i)
		switch {
		case x == y:
			joined[i] = x
		case x == broken || y == broken:
			joined[i] = broken
		case x == nil || y == nil || x == unset || y == unset:
			joined[i] = unset
		default:
			t, problem := c.join(x, y)
			if problem != "" {
				c.fail(at, "mixed-types", s.names[i]+" is "+x.Describe()+" on one path and "+y.Describe()+" on the other: "+problem, "Give it the same kind of value on both.")
				joined[i] = broken
				continue
			}
			joined[i], m[i] = t, t
		}
	}
	return joined, m
}
