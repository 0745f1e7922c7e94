package syntax

import (
	"slices"

	"github.com/expr-lang/expr/ast"
)

// null is the value of the node of an absent value.
type null struct{}

// MarshalJSON writes the value as expressions do.
func (null) MarshalJSON() ([]byte, error) { return []byte("null"), nil }

// Number is the value of a number's node: its digits exactly as written, such as
// "1230.00". They are one or more digits without leading zeros, then perhaps a point and
// one or more digits.
type Number string

// MarshalJSON writes the digits: the parser's nodes write their values as JSON.
func (n Number) MarshalJSON() ([]byte, error) { return []byte(n), nil }

// FieldOf returns what a node reads a field of, and the field's name: p and rate for
// p.rate.
func FieldOf(n ast.Node) (of ast.Node, name string, ok bool) {
	if member, is := n.(*ast.MemberNode); is {
		if property, is := member.Property.(*ast.StringNode); is {
			return member.Node, property.Value, true
		}
	}
	return nil, "", false
}

// IndexOf returns a node that reads an element, such as TAB2[J]; nil for any other.
func IndexOf(n ast.Node) *ast.MemberNode {
	if member, is := n.(*ast.MemberNode); is {
		if _, field := member.Property.(*ast.StringNode); !field {
			return member
		}
	}
	return nil
}

// NewField returns a node that reads a field.
func NewField(of ast.Node, name string) ast.Node {
	return &ast.MemberNode{Node: of, Property: &ast.StringNode{Value: name}}
}

// Callee returns the name of the function that a node calls; empty if it calls none.
func Callee(n ast.Node) string {
	if call, is := n.(*ast.CallNode); is {
		return call.Callee.(*ast.IdentifierNode).Value
	}
	return ""
}

// NewCall returns a node that calls a function.
func NewCall(function string, arguments ...ast.Node) ast.Node {
	return &ast.CallNode{Callee: &ast.IdentifierNode{Value: function}, Arguments: arguments}
}

// Walk visits a node and its descendants, parents first, in the order of the text. If
// visit returns false, the descendants of that node are skipped.
func Walk(n ast.Node, visit func(ast.Node) bool) {
	if !visit(n) {
		return
	}
	for _, child := range Children(n) {
		Walk(child, visit)
	}
}

// Children returns the children of a node in the order of the text, without the names of
// fields and functions.
func Children(n ast.Node) []ast.Node {
	switch n := n.(type) {
	case *ast.MemberNode:
		if _, _, is := FieldOf(n); is {
			return []ast.Node{n.Node}
		}
		return []ast.Node{n.Node, n.Property}
	case *ast.UnaryNode:
		return []ast.Node{n.Node}
	case *ast.BinaryNode:
		return []ast.Node{n.Left, n.Right}
	case *ast.CallNode:
		return n.Arguments
	case *ast.ArrayNode:
		return n.Nodes
	default:
		return nil
	}
}

// Names returns the distinct names that an expression reads, in the order of the text,
// without names of fields and functions.
func Names(n ast.Node) []string {
	var names []string
	Walk(n, func(n ast.Node) bool {
		if name, ok := n.(*ast.IdentifierNode); ok && !slices.Contains(names, name.Value) {
			names = append(names, name.Value)
		}
		return true
	})
	return names
}

// Parameters is the name whose fields are the parameters of the year.
const Parameters = "p"

// ParameterOf returns the parameter that a node reads: rate for p.rate.
func ParameterOf(n ast.Node) (name string, ok bool) { return fieldOfName(n, Parameters) }

func fieldOfName(n ast.Node, name string) (field string, ok bool) {
	of, field, _ := FieldOf(n)
	read, is := of.(*ast.IdentifierNode)
	return field, is && read.Value == name
}

// Fields returns the fields of a name that an expression reads, in the order of the text.
func Fields(n ast.Node, name string) (fields []string) {
	Walk(n, func(n ast.Node) bool {
		if field, is := fieldOfName(n, name); is {
			fields = append(fields, field)
		}
		return true
	})
	return fields
}

// Same reports whether two trees are equal, ignoring positions.
func Same(a, b ast.Node) bool {
	return SameRoot(a, b) && slices.EqualFunc(Children(a), Children(b), Same)
}

// SameRoot reports whether two nodes are equal, ignoring positions and children.
func SameRoot(a, b ast.Node) bool { return root(a) == root(b) }

// root returns a comparable value for a node without its children.
func root(n ast.Node) any {
	type part struct{ kind, text string }
	switch n := n.(type) {
	case *ast.ConstantNode:
		return n.Value
	case *ast.IdentifierNode:
		return part{"name", n.Value}
	case *ast.UnaryNode:
		return part{"unary", n.Operator}
	case *ast.BinaryNode:
		return part{"binary", n.Operator}
	case *ast.CallNode:
		return part{"call", Callee(n)}
	case *ast.MemberNode:
		_, name, _ := FieldOf(n)
		return part{"member", name}
	default:
		return part{kind: "list"}
	}
}

// IsComparison reports whether an operator is a comparison, including in.
func IsComparison(operator string) bool {
	return slices.Contains([]string{"==", "!=", "<", "<=", ">", ">=", "in"}, operator)
}

// Literal returns the value of a literal: a Number, a string or a bool.
func Literal[T Number | string | bool](n ast.Node) (value T, ok bool) {
	if constant, is := n.(*ast.ConstantNode); is {
		value, ok = constant.Value.(T)
	}
	return value, ok
}
