package check

import (
	"strings"

	"github.com/expr-lang/expr/ast"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/syntax"
)

// Findings that are made in several places.

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
