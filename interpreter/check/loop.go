package check

import (
	"slices"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
)

// loop types a for. A carried value has one type in all passes: if a pass adds decimals, the
// loop is typed again with more. The head of a loop carries no other facts.
func (c *checker) loop(s *scope, step *syntax.For) *For {
	list := c.expression(s, step.List)
	if list == nil {
		return nil
	}
	if list.Kind != types.ListKind {
		c.fail(step.List.Range(), "wrong-type", "this is "+list.Describe()+", not a list", "Write for: day in days, where days is a list.")
		return nil
	}
	carried := c.carried(s, step)
	if carried == nil && len(step.Carry) > 0 {
		for _, carry := range step.Carry {
			s.assign(carry.Name, broken)
		}
		return nil
	}
	grows := step.Range()
	for range maxRounds {
		typed, again := c.loopOnce(s, step, list, carried)
		if again == nil {
			return typed
		}
		for i := range again {
			if again[i] != carried[i] {
				grows = step.Carry[i].Range
			}
		}
		carried = again
	}
	c.fail(grows, "digits-grow", "this number gains decimals in every pass of the loop", "Round it inside the loop.")
	return nil
}

// maxRounds bounds how often a loop is typed until its scales are stable.
const maxRounds = 6

// carried returns the types of the carried values at the head of a loop; nil after an error.
func (c *checker) carried(s *scope, step *syntax.For) []*Type {
	var list []*Type
	for i, carry := range step.Carry {
		t, _ := s.lookup(carry.Name)
		switch {
		case carry.Name == step.Name:
			c.fail(carry.Range, "duplicate-name", carry.Name+" is the element of the loop, which every pass sets anew", "Choose another name for the element, or for what is carried.")
			return nil
		case slices.ContainsFunc(step.Carry[:i], func(other syntax.Reference) bool { return other.Name == carry.Name }):
			c.fail(carry.Range, "duplicate-name", carry.Name+" is carried twice", "Remove one of them.")
			return nil
		case t == nil || t == unset:
			c.fail(carry.Range, "not-set", carry.Name+" is carried through the loop but not set before it", "Set it before the for.")
			return nil
		case t == broken:
			return nil
		case t.Optional:
			c.fail(carry.Range, "wrong-type", carry.Name+" may be absent, and cannot be carried", "Give it a value before the for, or a fallback: otherwise(…, …).")
			return nil
		case t.Quotient:
			c.fail(carry.Range, "wrong-type", carry.Name+" is a quotient, which cannot be carried", "Round it before the for: half_up(…, 2), …")
			return nil
		case t.single("x") != "":
			c.fail(carry.Range, "wrong-type", carry.Name+" is "+t.Describe()+", which cannot be carried", "Carry what is computed from it: numbers, booleans, cases, dates.")
			return nil
		case t.Kind == types.Text || t.Adhoc:
			c.fail(carry.Range, "wrong-type", carry.Name+" is a text, which cannot be carried", "Declare its cases as an enumeration (types:).")
			return nil
		}
		head := *t
		head.Known, head.Period = nil, 0
		list = append(list, &head)
	}
	return list
}

// loopOnce types the loop with the types of carried. If a pass needs larger scales, it returns
// carried types with them.
func (c *checker) loopOnce(s *scope, step *syntax.For, list *Expr, carried []*Type) (typed *For, again []*Type) {
	before, outerFixed, failed := slices.Clone(s.vars), s.fixed, c.errors
	s.fixed = s.fixedIn(step)
	element := &Type{Kind: types.Time}
	if list.Period == 0 {
		element = typeOf(list.Declared.Element)
	}
	typed = &For{For: step, List: list, Element: element}
	for i, carry := range step.Carry {
		typed.Carry = append(typed.Carry, Carry{s.assign(carry.Name, carried[i]), carried[i]})
	}
	typed.Var = s.assign(step.Name, element)
	typed.Body = c.block(s, step.Do)
	for i, carry := range step.Carry {
		again = c.nextCarried(s, carry, carried, i, again)
	}
	s.fixed, s.vars = outerFixed, before
	if again != nil && c.errors == failed {
		return nil, again
	}
	for i, carry := range step.Carry {
		if c.errors != failed {
			s.assign(carry.Name, broken)
			continue
		}
		s.assign(carry.Name, carried[i])
	}
	return typed, nil
}

// nextCarried compares a carried value at the end of a pass with its type.
func (c *checker) nextCarried(s *scope, carry syntax.Reference, carried []*Type, i int, again []*Type) []*Type {
	t, was := s.vars[s.index[carry.Name]], carried[i]
	if t == broken {
		return again
	}
	if t == unset || t == nil || t.Kind != was.Kind || t.Kind == types.Handle && t.Declared.Name != was.Declared.Name || t.Quotient || t.Optional || !slices.Equal(t.Cases, was.Cases) {
		c.fail(carry.Range, "mixed-types", carry.Name+" changes its type from one pass of the loop to the next", "Round a quotient, and give an absent value a fallback, inside the loop.")
		return again
	}
	if t.Kind != types.Number {
		return again
	}
	unit, ok := types.Unify(was.Unit, t.Unit)
	if !ok && !s.unchecked {
		c.fail(carry.Range, "mixed-units", carry.Name+" is "+was.Unit.Phrase()+" before a pass of the loop and "+t.Unit.Phrase()+" after it", types.Remedy(t.Unit, was.Unit))
		return again
	}
	scale := number.LCM(t.Scale, was.Scale)
	if scale.Cmp(was.Scale) == 0 && unit.Free == was.Unit.Free && t.Fraction == was.Fraction {
		return again
	}
	if again == nil {
		again = slices.Clone(carried)
	}
	wider := *was
	wider.Scale, wider.Unit, wider.Fraction = scale, unit, was.Fraction || t.Fraction
	again[i] = &wider
	return again
}

// fixedIn returns the outer names that a loop must not set.
func (s *scope) fixedIn(step *syntax.For) map[string]bool {
	fixed := map[string]bool{}
	for name := range s.fixed {
		fixed[name] = true
	}
	for name, i := range s.index {
		if i < len(s.vars) && s.vars[i] != nil {
			fixed[name] = true
		}
	}
	for _, carry := range step.Carry {
		delete(fixed, carry.Name)
	}
	return fixed
}
