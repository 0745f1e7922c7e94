package check

import (
	"strings"

	"github.com/expr-lang/expr/ast"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
)

// Findings that are made in several places.

// isNot reports a value of another kind than is needed.
func (c *checker) isNot(s *scope, n ast.Node, x *Expr, needed, remedy string) *Expr {
	return c.failAt(s, n, "wrong-type", n.String()+" is "+x.Describe()+", not "+needed, remedy)
}

// unfit reports a value of another type than is declared.
func (c *checker) unfit(at diagnostic.Range, name string, declared *types.Type, is string) *Expr {
	return c.fail(at, "wrong-type", name+" must be "+declared.Describe()+", not "+is, "Give such a value, or correct the type where "+name+" is declared.")
}

// differ reports two values, of which a condition chooses one, without a common type.
func (c *checker) differ(at diagnostic.Range, x, y *Type, problem string) *Expr {
	return c.fail(at, "mixed-types", "the two values are "+x.Describe()+" and "+y.Describe()+": "+problem, "Give both branches a value of one kind.")
}

func (c *checker) noMember(at diagnostic.Range, in *types.Input, member string) {
	c.fail(at, "unknown-name", in.Name+" is "+in.Type.Describe()+" and has no "+member, "Name a field of the records in the list.")
}

func (c *checker) circular(call *syntax.Call, circle []string) {
	c.fail(call.NameRange, "circular-call", "these call each other in a circle: "+strings.Join(circle, " → "), "Remove one of the calls.")
}

func (c *checker) notCarried(at diagnostic.Range, name string) {
	c.fail(at, "not-carried", name+" is set outside the loop; a value set inside is lost after each pass", "Add carry: "+name+" to the for.")
}

func (c *checker) alwaysGiven(s *scope, call *ast.CallNode) *Expr {
	return c.failAt(s, call.Arguments[0], "always-given", call.Arguments[0].String()+" is always present", "Remove "+syntax.Callee(call)+"(…).")
}

func unusedInput(in *syntax.Variable, program string) diagnostic.Diagnostic {
	return diagnostic.Diagnostic{Severity: diagnostic.Warning, Code: "unused-input", Summary: "nothing reads input " + in.Name + " in program " + program, Detail: "Remove it, or add unused: true.", Subject: in.Range}
}
