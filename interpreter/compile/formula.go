package compile

import (
	"slices"

	"github.com/payslate/payslate/interpreter/declaration"
	"github.com/payslate/payslate/interpreter/expression"
)

// formula is a step's right side as text.
func formula(v declaration.Value) string {
	switch v := v.(type) {
	case *declaration.Expression:
		return expression.Format(v.Tree)
	case *declaration.IfValue:
		return "if " + expression.Format(v.If.Tree) + " then " + formula(v.Then) + " else " + formula(v.Else)
	case *declaration.MatchValue:
		text := "match " + expression.Format(v.On.Tree) + ":"
		for _, cs := range v.Cases {
			text += " " + cs.Case + ": " + formula(cs.Do) + ","
		}
		if v.Else != nil {
			return text + " else " + formula(v.Else)
		}
		return text[:len(text)-1]
	case *declaration.TextValue:
		return "text"
	}
	return ""
}

func expressionsOf(v declaration.Value) []*declaration.Expression {
	switch v := v.(type) {
	case *declaration.Expression:
		return []*declaration.Expression{v}
	case *declaration.IfValue:
		return slices.Concat([]*declaration.Expression{v.If}, expressionsOf(v.Then), expressionsOf(v.Else))
	case *declaration.MatchValue:
		list := []*declaration.Expression{v.On}
		for _, cs := range v.Cases {
			list = append(list, expressionsOf(cs.Do)...)
		}
		if v.Else != nil {
			list = append(list, expressionsOf(v.Else)...)
		}
		return list
	}
	return nil
}

// readsOf lists the names and parameters that an expression reads.
func readsOf(tree expression.Node) []expression.Node {
	var list []expression.Node
	expression.Walk(tree, func(n expression.Node) bool {
		switch n := n.(type) {
		case *expression.Name:
			list = append(list, n)
		case *expression.Field, *expression.Index:
			list = append(list, n)
			return false
		case *expression.Call:
			return n.Func != "select"
		}
		return true
	})
	return list
}
