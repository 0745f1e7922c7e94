package interpreter

import (
	"slices"

	"github.com/payslate/payslate/interpreter/declaration"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/expression"
)

// fault is an input that a refusal may be about.
type fault struct {
	input  string // of the program that is run
	member string // field of the records of an input that is a list, or empty
	flag   int    // index among the emitted of whether it was given, -1: always
}

// blame notes which inputs of the program that is run a refusal is about.
func (c *compiler) blame(s *scope, t *site, step *declaration.Refuse) {
	for _, field := range step.Fields {
		in := c.inputAtFault(s, field)
		if in == nil {
			continue
		}
		f := fault{in.Name, field.Member, -1}
		if element := in.Type.element; field.Member != "" && (element == nil || element.record == nil || element.record.field(field.Member) == nil) {
			c.fail(field.Range, "unknown-name", in.Name+" is "+in.Type.describe()+", and has no "+field.Member, "Name a field of the list's records.")
		}
		if in.flag >= 0 {
			f.flag = len(t.args)
			t.args = append(t.args, c.b.Input(in.flag))
		}
		t.faults = append(t.faults, f)
		if step.At != nil && in.Type.Kind != ListKind {
			c.fail(step.At.Range(), "wrong-type", in.Name+" is "+in.Type.describe()+", which has no places", "Leave at out.")
		}
	}
	if step.At == nil {
		return
	}
	v := c.expression(s, step.At)
	if v == nil || v == broken {
		return
	}
	place, ok := c.show(step.At.Range(), t, v, false)
	if ok && (place.kind != Number || place.places != 0 || place.flag >= 0) {
		c.fail(step.At.Range(), "wrong-type", "at is "+v.describe()+", and must be a whole number", "It counts from 0.")
		return
	}
	t.index = &place
}

// inputAtFault finds the input of the program that is run behind the field of a
// refusal: an input of the program that refuses, followed through the calls
// that lead there, or one that the request has. It is nil where this run has
// none.
func (c *compiler) inputAtFault(s *scope, field declaration.FieldName) *Input {
	asked := c.module.groupInputs()
	name := field.Name
	for of := s; of.caller != nil && of.program.input(name) != nil; of = of.caller {
		if name = of.argumentOf(name); name != "" {
			continue
		}
		if name = field.Name; !slices.Contains(asked, name) {
			c.fail(field.Range, "field-unclear", "no single input of "+of.caller.program.Name()+" decides "+name+", which the refusal names",
				"Name the input that the request has, declared under inputs:.")
			return nil
		}
		break
	}
	if in := c.root.input(name); in != nil {
		return in
	}
	if !slices.Contains(asked, name) && s.program.input(name) == nil {
		c.report(diagnostic.Diagnostic{
			Severity: diagnostic.Error, Code: "unknown-name", Summary: "unknown input " + name,
			Detail:  "field names an input of the program, or one that programs share (inputs:).",
			Subject: field.Range, Suggestion: diagnostic.Nearest(name, append(s.program.inputNames(), asked...)),
		})
	}
	return nil
}

// argumentOf is the input of the caller that alone decides an input of a called
// program; empty where several do, or none.
func (s *scope) argumentOf(input string) string {
	for _, arg := range s.arguments {
		if arg.Input != input {
			continue
		}
		read := slices.DeleteFunc(expression.Names(arg.Value.Tree), func(name string) bool { return s.caller.program.input(name) == nil })
		if len(read) == 1 {
			return read[0]
		}
		return ""
	}
	return ""
}

// groupInputs names the inputs that programs share.
func (m *Module) groupInputs() []string {
	var names []string
	for _, group := range m.groups {
		for _, in := range group {
			names = append(names, in.Name)
		}
	}
	slices.Sort(names)
	return names
}

// Field is the input that the refusal is about; of a list also the place in it, else
// -1, and the field of the record there. The names are empty where the refusal is
// about none.
func (f Refusal) Field() (input string, index int, member string) {
	index = -1
	if f.site.index != nil {
		n, _ := f.run.frame.Emitted(f.emission.Emission, f.site.index.at)
		index = int(n)
	}
	for _, fault := range f.site.faults {
		input, member = fault.input, fault.member
		if fault.flag < 0 {
			break
		}
		if given, _ := f.run.frame.Emitted(f.emission.Emission, fault.flag); given != 0 {
			break
		}
	}
	return input, index, member
}
