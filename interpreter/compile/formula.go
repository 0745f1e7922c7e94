package compile

import (
	"fmt"
	"slices"

	"github.com/expr-lang/expr/ast"

	"github.com/payslate/payslate/interpreter/run"
	"github.com/payslate/payslate/interpreter/syntax"
)

// formulaTree is the right side of a step as a tree; nil for texts.
func formulaTree(v syntax.Value) *run.Formula {
	switch v := v.(type) {
	case *syntax.Expression:
		f := formulaOf(v.Tree)
		return &f
	case *syntax.If[syntax.Value]:
		return operation("if", formulaOf(v.Cond.Tree), formulaTree(v.Then), formulaTree(v.Else))
	case *syntax.Match[syntax.Value]:
		f := &run.Formula{Op: "match", Of: []run.Formula{formulaOf(v.On.Tree)}}
		for _, one := range v.Cases {
			if do := formulaTree(one.Do); do != nil {
				f.Of = append(f.Of, run.Formula{Op: "case", Of: []run.Formula{{Word: one.Case}, *do}})
			}
		}
		if v.HasElse {
			if do := formulaTree(v.Else); do != nil {
				f.Of = append(f.Of, run.Formula{Op: "else", Of: []run.Formula{*do}})
			}
		}
		return f
	}
	return nil
}

// operation is an operation whose operands are all known; nil otherwise.
func operation(op string, first run.Formula, rest ...*run.Formula) *run.Formula {
	if slices.Contains(rest, nil) {
		return nil
	}
	f := &run.Formula{Op: op, Of: []run.Formula{first}}
	for _, one := range rest {
		f.Of = append(f.Of, *one)
	}
	return f
}

func formulaOf(n ast.Node) run.Formula {
	of := func(op string, nodes ...ast.Node) run.Formula {
		f := run.Formula{Op: op}
		for _, one := range nodes {
			f.Of = append(f.Of, formulaOf(one))
		}
		return f
	}
	if _, is := syntax.ParameterOf(n); is {
		return run.Formula{Name: n.String()}
	}
	switch n := n.(type) {
	case *ast.ConstantNode:
		switch value := n.Value.(type) {
		case syntax.Number:
			return run.Formula{Number: string(value)}
		case string:
			return run.Formula{Word: value}
		}
		return run.Formula{Word: fmt.Sprint(n.Value)}
	case *ast.UnaryNode:
		return of(n.Operator, n.Node)
	case *ast.BinaryNode:
		return of(n.Operator, n.Left, n.Right)
	case *ast.CallNode:
		return of(n.Callee.String(), n.Arguments...)
	case *ast.ArrayNode:
		return of("list", n.Nodes...)
	case *ast.MemberNode:
		// What is read is a name as a whole, unless it is computed.
		if index := syntax.IndexOf(n); index != nil {
			f := of("[]", index.Node, index.Property)
			f.Name = n.String()
			return f
		}
	}
	return run.Formula{Name: n.String()}
}
