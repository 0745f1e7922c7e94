package syntax

import (
	"fmt"
	"strings"

	"github.com/expr-lang/expr/ast"
)

// Format returns the canonical text of a tree: one space around binary operators,
// double quotes, and only the necessary parentheses. Parsing it returns the same
// tree, unless it exceeds MaxExpression.
func Format(n ast.Node) string {
	var out strings.Builder
	write(&out, n, 0)
	return out.String()
}

// write appends a node, in parentheses if its precedence is below the required one.
func write(out *strings.Builder, n ast.Node, required int) {
	if precedence(n) < required {
		out.WriteByte('(')
		write(out, n, 0)
		out.WriteByte(')')
		return
	}
	switch n := n.(type) {
	case *ast.ConstantNode:
		writeLiteral(out, n.Value)
	case *ast.IdentifierNode:
		out.WriteString(n.Value)
	case *ast.MemberNode:
		write(out, n.Node, precedencePrimary)
		if _, name, is := FieldOf(n); is {
			out.WriteString("." + name)
		} else {
			writeAll(out, "[", []ast.Node{n.Property}, "]")
		}
	case *ast.UnaryNode:
		writeUnary(out, n)
	case *ast.BinaryNode:
		writeBinary(out, n, n.Operator)
	case *ast.CallNode:
		out.WriteString(Callee(n))
		writeAll(out, "(", n.Arguments, ")")
	case *ast.ArrayNode:
		writeAll(out, "[", n.Nodes, "]")
	}
}

func writeLiteral(out *strings.Builder, value any) {
	switch value := value.(type) {
	case nil:
		out.WriteString("null")
	case string:
		writeText(out, value)
	default:
		fmt.Fprint(out, value)
	}
}

func writeUnary(out *strings.Builder, n *ast.UnaryNode) {
	if inner := notIn(n); inner != nil {
		writeBinary(out, inner, "not in")
		return
	}
	out.WriteString(n.Operator)
	if n.Operator == "not" {
		out.WriteByte(' ')
	}
	write(out, n.Node, precedence(n))
}

// writeBinary omits parentheses around a left operand of the same precedence, since
// operators are left-associative; comparisons are not associative.
func writeBinary(out *strings.Builder, n *ast.BinaryNode, operator string) {
	own := precedences[n.Operator]
	left, right := own, own+1
	if IsComparison(n.Operator) {
		left++
	}
	if own == precedenceSum {
		right = precedenceNot + 1 // Parse refuses a + not b
	}
	write(out, n.Left, left)
	out.WriteString(" " + operator + " ")
	write(out, n.Right, right)
}

func writeAll(out *strings.Builder, open string, nodes []ast.Node, close string) {
	out.WriteString(open)
	for i, n := range nodes {
		if i > 0 {
			out.WriteString(", ")
		}
		write(out, n, 0)
	}
	out.WriteString(close)
}

// The levels of precedence, in the order of the parser.
const (
	precedenceOr = iota + 1
	precedenceAnd
	precedenceComparison
	precedenceSum
	precedenceNot
	precedenceProduct
	precedenceNegate
	precedencePrimary
)

// precedences are those of the binary operators.
var precedences = map[string]int{
	"or": precedenceOr, "and": precedenceAnd, "in": precedenceComparison, "==": precedenceComparison, "!=": precedenceComparison,
	"<": precedenceComparison, "<=": precedenceComparison, ">": precedenceComparison, ">=": precedenceComparison,
	"+": precedenceSum, "-": precedenceSum, "*": precedenceProduct, "/": precedenceProduct,
}

func precedence(n ast.Node) int {
	switch n := n.(type) {
	case *ast.UnaryNode:
		switch {
		case notIn(n) != nil:
			return precedenceComparison
		case n.Operator == "not":
			return precedenceNot
		}
		return precedenceNegate
	case *ast.BinaryNode:
		return precedences[n.Operator]
	default:
		return precedencePrimary
	}
}

// notIn returns the negated comparison if it can be written as `a not in b`, else nil.
func notIn(n *ast.UnaryNode) *ast.BinaryNode {
	if inner, ok := n.Node.(*ast.BinaryNode); ok && n.Operator == "not" && inner.Operator == "in" {
		return inner
	}
	return nil
}

var escapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`, "\t", `\t`)

func writeText(out *strings.Builder, value string) {
	out.WriteByte('"')
	escapes.WriteString(out, value)
	out.WriteByte('"')
}
