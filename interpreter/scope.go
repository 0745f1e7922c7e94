package interpreter

import (
	"math/big"
	"slices"

	"github.com/payslate/payslate/interpreter/declaration"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/expression"
	"github.com/payslate/payslate/interpreter/machine"
)

// scope is one activation of a program: its names and what they stand for at
// this point of the compilation.
type scope struct {
	program *Program
	// unchecked programs were taken over: units are for reading only.
	unchecked bool
	index     map[string]int
	vars      []*value // nil: not set; by index
	tables    map[string]*value
	columns   map[string]*value // of the band that select looks at
	// source is the expression being compiled, for positions.
	source *declaration.Expression
	place  diagnostic.Range // where source is none
	read   map[string]bool
	set    map[string]diagnostic.Range // where a name is first set
	last   map[string]diagnostic.Range // the value that it was last set to
	// flags tell of inputs with a default whether they were given.
	flags map[string]machine.Value
	// procedure is the one being compiled, empty in the program's own steps.
	procedure string
	// fixed names cannot be set: inside a loop, those outside that are not carried.
	fixed map[string]bool
}

// unset marks a name that is set on some paths only.
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
	names := keys(s.index)
	names = append(names, keys(s.tables)...)
	return append(names, keys(s.columns)...)
}

// failAt reports an error at a node of the expression being compiled.
func (c *compiler) failAt(s *scope, n expression.Node, code, summary, detail string) {
	at := s.program.declaration.Range
	switch {
	case s.source != nil && n != nil:
		at = s.source.At(n)
	case s.place != (diagnostic.Range{}):
		at = s.place
	}
	c.fail(at, code, summary, detail)
}

func (c *compiler) fail(at diagnostic.Range, code, summary, detail string) {
	c.report(diagnostic.Diagnostic{Severity: diagnostic.Error, Code: code, Summary: summary, Detail: detail, Subject: at})
}

func (c *compiler) warn(at diagnostic.Range, code, summary, detail string) {
	c.report(diagnostic.Diagnostic{Severity: diagnostic.Warning, Code: code, Summary: summary, Detail: detail, Subject: at})
}

// maxFindings is how many findings are looked for in one program.
const maxFindings = 200

// report adds a finding once, however often its place is compiled.
func (c *compiler) report(d diagnostic.Diagnostic) {
	key := finding{d.Subject, d.Code}
	if c.reported[key] {
		return
	}
	c.reported[key] = true
	c.list.Append(d)
	if d.Severity == diagnostic.Error {
		c.errors++
	}
	if len(c.list) == maxFindings {
		*c.work = 0
	}
}

// branch compiles two sides of a condition and joins what they set.
func (c *compiler) branch(s *scope, at diagnostic.Range, cond *machine.Cond, then, els func() (ends bool)) (ends bool) {
	if holds, known := cond.Known(); known && !c.check {
		if holds {
			return then()
		}
		return els()
	}
	if c.check {
		cond = c.opaque(cond)
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

// opaque hides while checking what is known, so that both sides are checked.
func (c *compiler) opaque(cond *machine.Cond) *machine.Cond {
	if _, known := cond.Known(); known {
		return c.b.Same(c.b.Input(0), c.b.Int(0))
	}
	return cond
}

// merge joins the variables of two sides of a branch.
func (c *compiler) merge(s *scope, at diagnostic.Range, r *machine.Branch, then, els []*value) []*value {
	n := max(len(then), len(els))
	joined := make([]*value, n)
	for len(then) < n {
		then = append(then, nil)
	}
	for len(els) < n {
		els = append(els, nil)
	}
	// All is brought to one form inside the sides before anything is joined.
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
				if x.divisor != nil || y.divisor != nil {
					c.fail(at, "not-rounded", name+" is a quotient on a path and is not rounded there", "Round it where it is set: down(…, 2), half_up(…, 2), …")
					joined[i] = broken
					continue
				}
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

// alike returns how two values take the same form, to be run on their sides of
// the branch, or why they cannot.
func (c *compiler) alike(x, y *value) (a, b func() *value, problem string) {
	if x.kind == nullKind && y.kind == nullKind {
		return func() *value { return x }, func() *value { return y }, ""
	}
	if x.kind == nullKind {
		n := c.absent(y)
		return func() *value { return n }, func() *value { return c.present(y) }, c.problemOf(y)
	}
	if y.kind == nullKind {
		n := c.absent(x)
		return func() *value { return c.present(x) }, func() *value { return n }, c.problemOf(x)
	}
	if x.kind == Handle && y.kind == Handle && x.typ.Name != y.typ.Name {
		return nil, nil, "they are " + x.typ.Name + " and " + y.typ.Name
	}
	// A text takes the place of a case of an enumeration.
	if x.kind == Text && y.kind == Enumeration && !y.adhoc {
		x = c.caseOf(x, y.cases)
	}
	if y.kind == Text && x.kind == Enumeration && !x.adhoc {
		y = c.caseOf(y, x.cases)
	}
	if x == nil || y == nil {
		return nil, nil, "the text is not one of the cases"
	}
	optional := x.given != nil || y.given != nil
	switch {
	case x.adhoc && y.kind == Enumeration && !y.adhoc && within(x.cases, y.cases):
		return c.among(x, y.cases, optional, false), func() *value { return c.presentIf(optional, y) }, ""
	case y.adhoc && x.kind == Enumeration && !x.adhoc && within(y.cases, x.cases):
		return func() *value { return c.presentIf(optional, x) }, c.among(y, x.cases, optional, false), ""
	case x.adhoc && y.kind == Text && !y.isText:
		return func() *value { return c.presentIf(optional, c.textOf(x)) }, func() *value { return c.presentIf(optional, y) }, ""
	case y.adhoc && x.kind == Text && !x.isText:
		return func() *value { return c.presentIf(optional, x) }, func() *value { return c.presentIf(optional, c.textOf(y)) }, ""
	}
	if x.textual() && y.textual() && (x.kind != y.kind || x.text != y.text || x.adhoc) {
		cases := unionOf(x.texts(), y.texts())
		return c.among(x, cases, optional, true), c.among(y, cases, optional, true), ""
	}
	if x.kind != y.kind {
		return nil, nil, "they are of different types"
	}
	if x.given != nil || y.given != nil {
		x, y = c.present(x), c.present(y)
	}
	switch x.kind {
	case Enumeration:
		if !sameCases(x.cases, y.cases) {
			return nil, nil, "they are different enumerations"
		}
	case Number:
		unit, ok := unify(x.unit, y.unit)
		if !ok {
			return nil, nil, "the units are " + x.unit.String() + " and " + y.unit.String()
		}
		if x.unit.free != y.unit.free && !zero(x) && !zero(y) {
			unit.assumed = true
		}
		return c.numbersAlike(x, y, unit)
	case BandsKind, rowKind, RecordKind, ListKind, grammarKind, tableKind:
		return nil, nil, "only single values can be chosen, not " + x.kind.String()
	}
	return func() *value { return c.settled(x) }, func() *value { return c.settled(y) }, ""
}

// zero reports whether a number is known to be 0, which needs no unit.
func zero(x *value) bool {
	k, known := x.constant()
	return known && k.Sign() == 0
}

// textual reports whether a value is one of some known texts.
func (x *value) textual() bool { return x.kind == Text && x.isText || x.kind == Enumeration && x.adhoc }

// among is a known text as a case, computed where it is called for: of an
// enumeration, or of a list of texts that the program mentions.
func (c *compiler) among(x *value, cases []string, optional, adhoc bool) func() *value {
	return func() *value {
		v := c.amongTexts(x, cases)
		v.adhoc = adhoc
		return c.presentIf(optional, v)
	}
}

// presentIf marks a value that is there as one that could be absent.
func (c *compiler) presentIf(optional bool, x *value) *value {
	if optional {
		return c.present(x)
	}
	return x
}

// within reports whether all words are in a list.
func within(words, list []string) bool {
	for _, word := range words {
		if !slices.Contains(list, word) {
			return false
		}
	}
	return true
}

// oneOfTexts makes two values out of known texts cases of one list.
func (c *compiler) oneOfTexts(x, y *value) (*value, *value) {
	cases := unionOf(x.texts(), y.texts())
	return c.amongTexts(x, cases), c.amongTexts(y, cases)
}

func unionOf(x, y []string) []string {
	union := slices.Clone(x)
	for _, text := range y {
		if !slices.Contains(union, text) {
			union = append(union, text)
		}
	}
	return union
}

func (x *value) texts() []string {
	if x.kind == Text {
		return []string{x.text}
	}
	return x.cases
}

// amongTexts is the number of a known text in a list that has it.
func (c *compiler) amongTexts(x *value, cases []string) *value {
	v := &value{kind: Enumeration, cases: cases, adhoc: true, given: x.given, from: x.from}
	if x.kind == Text {
		v.v = c.b.Int(int64(slices.Index(cases, x.text)))
		return v
	}
	v.v = c.b.Table(c.places(x.cases, cases), x.v)
	return v
}

// places lists where the cases of one list stand in another.
func (c *compiler) places(from, in []string) []*big.Int {
	var list []*big.Int
	for _, text := range from {
		list = append(list, big.NewInt(int64(slices.Index(in, text))))
	}
	return list
}

// problemOf says why a value cannot be absent, or carried through a loop.
func (c *compiler) problemOf(x *value) string {
	if x.divisor != nil {
		return "a quotient must be rounded before"
	}
	switch x.kind {
	case Number, Boolean, Enumeration, Date, Time, Duration, Text:
		return ""
	}
	return x.describe() + " cannot be absent"
}

func (c *compiler) numbersAlike(x, y *value, unit Unit) (a, b func() *value, problem string) {
	if x.divisor != nil || y.divisor != nil {
		return nil, nil, "a quotient must be rounded before it is chosen"
	}
	scale := lcm(x.scale, y.scale)
	to := func(x *value) func() *value {
		return func() *value {
			z := *x
			z.v, z.scale, z.unit, z.literal = c.rescaled(x, scale), scale, unit, ""
			return &z
		}
	}
	return to(x), to(y), ""
}

// absent is a null of another value's type.
func (c *compiler) absent(like *value) *value {
	n := *like
	n.v, n.given, n.cond = c.b.Int(0), c.b.Int(0), nil
	return &n
}

func (c *compiler) present(x *value) *value {
	if x.given != nil {
		return x
	}
	p := *x
	p.given = c.b.Int(1)
	return &p
}

// settled turns a condition into a number.
func (c *compiler) settled(x *value) *value {
	if x.kind != Boolean || x.cond == nil {
		return x
	}
	y := *x
	y.v, y.cond = c.b.Bool(x.cond), nil
	return &y
}

// join is one of two alike values.
func (c *compiler) join(r *machine.Branch, x, y *value) *value {
	z := *x
	z.v = c.b.Join(r, x.v, y.v)
	z.from = unite(x.from, y.from)
	z.isText, z.text = x.isText && y.isText && x.text == y.text, x.text
	z.allowed = nil
	if x.allowed != nil && y.allowed != nil {
		z.allowed = unionOf(x.allowed, y.allowed)
	}
	if x.given != nil {
		z.given = c.b.Join(r, x.given, y.given)
	}
	return &z
}

// pick is x where a condition holds, else y.
func (c *compiler) pick(s *scope, n expression.Node, cond *machine.Cond, then, els func() *value) *value {
	if holds, known := cond.Known(); known && !c.check {
		if holds {
			return then()
		}
		return els()
	}
	if c.check {
		cond = c.opaque(cond)
	}
	var x, y *value
	r := c.b.If(cond, func() bool { x = c.settledOrNil(then()); return false }, func() bool { y = c.settledOrNil(els()); return false })
	if x == nil || y == nil || x == broken || y == broken {
		return nil
	}
	if x.divisor != nil || y.divisor != nil {
		c.failAt(s, n, "not-rounded", "a quotient is rounded before it is chosen", "Round it where it stands: down(…, 2), half_up(…, 2), …")
		return nil
	}
	a, b, problem := c.alike(x, y)
	if problem != "" {
		c.failAt(s, n, "mixed-types", "the two values are "+x.describe()+" and "+y.describe()+": "+problem, "")
		return nil
	}
	var left, right *value
	c.b.Extend(r, true, func() { left = a() })
	c.b.Extend(r, false, func() { right = b() })
	return c.join(r, left, right)
}

func (c *compiler) settledOrNil(x *value) *value {
	if x == nil {
		return nil
	}
	return c.settled(x)
}

// scaleTooLarge bounds scales, so that no digits grow without end.
func scaleTooLarge(scale *big.Int) bool { return scale.BitLen() > 4*maxPlaces }
