package check

import (
	"slices"

	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
)

// Chain is a program with the calls that lead to it from the root program.
type Chain struct {
	*Tree
	Up   *Chain // nil for the root program
	Call *Call
}

// Fault returns the input of the root program for a field of a refusal or warning: an input of
// its program, followed through the calls, or one that requests have (asked). It is nil if the
// root program does not have it. unclear is a program whose inputs do not say which.
func (c *Chain) Fault(field string, asked []string) (in *types.Input, unclear *Tree) {
	name, root := field, c
	for root.Up != nil {
		root = root.Up
	}
	for of := c; of.Up != nil && of.Input(name) != nil; of = of.Up {
		if name = of.argumentOf(name); name != "" {
			continue
		}
		if name = field; !slices.Contains(asked, name) {
			return nil, of.Up.Tree
		}
		break
	}
	return root.Input(name), nil
}

// argumentOf returns the input of the caller that alone determines an input of the
// called program; empty if there is not exactly one.
func (c *Chain) argumentOf(input string) string {
	for _, arg := range c.Call.Arguments {
		if arg.Argument.Input != input {
			continue
		}
		read := slices.DeleteFunc(syntax.Names(arg.Argument.Value.Tree), func(name string) bool { return c.Up.Tree.Program.Input(name) == nil })
		if len(read) == 1 {
			return read[0]
		}
		return ""
	}
	return ""
}
