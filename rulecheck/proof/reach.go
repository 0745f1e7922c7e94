package proof

import (
	"fmt"
	"slices"

	"github.com/expr-lang/expr/ast"

	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/rules"
)

// inputs is a set of inputs of the net program, one bit each.
type inputs uint64

// reach records which inputs reach which conditions and look-ups of a year.
type reach struct {
	bits  map[string]inputs // of the inputs, by name
	names map[*syntax.Program]map[string]inputs
	// meet has the inputs that together decide a condition or look-up, by its place.
	meet map[string]inputs
}

// reachOf follows the inputs through all programs that a payslip calls, until it finds
// nothing new. A name depends on the inputs that its expressions read, and an input of a
// called program on those of its argument.
func reachOf(programs map[string]*syntax.Program, fields []rules.Field) (*reach, error) {
	r := &reach{bits: map[string]inputs{}, names: map[*syntax.Program]map[string]inputs{}, meet: map[string]inputs{}}
	net := programs[rules.NetProgram]
	r.names[net] = map[string]inputs{}
	for i, field := range append([]rules.Field{{Name: rules.AmountField}, {Name: "period"}}, fields...) {
		if i >= 64 {
			return nil, fmt.Errorf("more than %d inputs", i)
		}
		r.bits[field.Name] = 1 << i
		r.names[net][field.Name] = 1 << i
	}
	for changed := true; changed; {
		changed = false
		for _, p := range programs {
			if r.names[p] != nil {
				changed = r.program(p, programs) || changed
			}
		}
	}
	return r, nil
}

// program follows the inputs through a program once and reports whether anything is new.
func (r *reach) program(p *syntax.Program, programs map[string]*syntax.Program) (changed bool) {
	add := func(to map[string]inputs, name string, more inputs) {
		changed = changed || to[name]|more != to[name]
		to[name] |= more
	}
	names := r.names[p]
	of := func(n ast.Node) (read inputs) {
		for _, name := range syntax.Names(n) {
			read |= names[name]
		}
		return read
	}
	within := func(walk func(*syntax.Visitor)) (read inputs) {
		walk(&syntax.Visitor{Expression: func(e *syntax.Expression, _ bool) { read |= of(e.Tree) }})
		return read
	}
	v := &syntax.Visitor{
		Step: func(step syntax.Step) {
			switch step := step.(type) {
			case *syntax.Assign:
				add(names, step.Name, within(func(v *syntax.Visitor) { v.Value(step.Value, step.Name) }))
			case *syntax.For:
				add(names, step.Name, of(step.List.Tree))
			case *syntax.Call:
				called := programs[step.Name]
				if called == nil {
					return // a procedure, which shares the program's state
				}
				if r.names[called] == nil {
					r.names[called] = map[string]inputs{}
				}
				for _, argument := range step.With {
					add(r.names[called], argument.Input, of(argument.Value.Tree))
				}
				for _, given := range step.Give {
					add(names, given.Name, r.names[called][given.Output])
				}
			}
		},
		Side: func(s syntax.Side, walk func()) {
			if _, note := s.Of.(*syntax.Note); !note && s.Asks != nil {
				add(r.meet, s.At.String(), of(s.Asks))
			}
			walk()
		},
		Node: func(n ast.Node) {
			if index := syntax.IndexOf(n); index != nil {
				add(r.meet, fmt.Sprintf("%s %s[…]", p.Name, syntax.Format(index.Node)), of(index.Property))
			}
		},
	}
	v.Program(p, func(*syntax.Procedure) {})
	for _, out := range p.Outputs {
		if out.Value != nil {
			add(names, out.Name, of(out.Value.Tree))
		}
	}
	return changed
}

// decides reports whether an input reaches a condition or look-up.
func (r *reach) decides(name string) bool {
	for _, met := range r.meet {
		if met&r.bits[name] != 0 {
			return true
		}
	}
	return false
}

// together reports whether two inputs reach one condition or look-up that pay does not
// reach. A condition that pay reaches changes at a pay, which both methods find.
func (r *reach) together(a, b string) bool {
	both := r.bits[a] | r.bits[b]
	for _, met := range r.meet {
		if met&both == both && met&r.bits[rules.AmountField] == 0 {
			return true
		}
	}
	return false
}

// deciding returns the fields that reach a condition, and the others.
func (r *reach) deciding(fields []rules.Field) (deciding, others []string) {
	for i := range fields {
		if name := fields[i].Name; r.decides(name) {
			deciding = append(deciding, name)
		} else {
			others = append(others, name)
		}
	}
	return slices.Clip(deciding), others
}
