package compile

import (
	"slices"

	"github.com/payslate/payslate/interpreter/declaration"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/execution"
	"github.com/payslate/payslate/interpreter/expression"
	"github.com/payslate/payslate/interpreter/types"
)

// blame adds the inputs of the root program that a refusal names.
func (c *compiler) blame(s *scope, t *execution.Site, step *declaration.Refuse) {
	for _, field := range step.Fields {
		in := c.inputAtFault(s, field)
		if in == nil {
			continue
		}
		f := execution.Fault{Input: in.Name, Member: field.Member, Flag: -1}
		if element := in.Type.Element; field.Member != "" && (element == nil || element.Record == nil || element.Record.Field(field.Member) == nil) {
			c.fail(field.Range, "unknown-name", in.Name+" is "+in.Type.Describe()+" and has no "+field.Member, "Name a field of the records in the list.")
		}
		if in.Flag >= 0 {
			f.Flag = len(t.Args)
			t.Args = append(t.Args, c.b.Input(in.Flag))
		}
		t.Faults = append(t.Faults, f)
		if step.At != nil && in.Type.Kind != types.ListKind {
			c.fail(step.At.Range(), "wrong-type", in.Name+" is "+in.Type.Describe()+", not a list", "Remove at.")
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
	if ok && (place.Kind != types.Number || place.Places != 0 || place.Flag >= 0) {
		c.fail(step.At.Range(), "wrong-type", "at is "+v.describe()+", and must be a whole number", "It counts from 0.")
		return
	}
	t.Index = &place
}

// inputAtFault returns the input of the root program for a field of a refusal: an input
// of the refusing program, followed through the calls, or one that requests have. It
// is nil if the root program does not have it.
func (c *compiler) inputAtFault(s *scope, field declaration.FieldName) *types.Input {
	asked := c.module.GroupInputs()
	name := field.Name
	for of := s; of.caller != nil && of.program.Input(name) != nil; of = of.caller {
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
	if in := c.root.Input(name); in != nil {
		return in
	}
	if !slices.Contains(asked, name) && s.program.Input(name) == nil {
		c.suggest(field.Range, "unknown-name", "unknown input "+name, "field names an input of the program, or one that programs share (inputs:).", diagnostic.Nearest(name, append(s.program.InputNames(), asked...)))
	}
	return nil
}

// argumentOf returns the input of the caller that alone determines an input of the
// called program; empty if there is not exactly one.
func (s *scope) argumentOf(input string) string {
	for _, arg := range s.arguments {
		if arg.Input != input {
			continue
		}
		read := slices.DeleteFunc(expression.Names(arg.Value.Tree), func(name string) bool { return s.caller.program.Input(name) == nil })
		if len(read) == 1 {
			return read[0]
		}
		return ""
	}
	return ""
}
