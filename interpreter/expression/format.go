package expression

import "strings"

// Format returns the canonical text of a tree: one space around binary operators,
// double quotes, and only the necessary parentheses. Parsing it returns the same
// tree, unless it exceeds MaxLength.
func Format(n Node) string {
	var out strings.Builder
	write(&out, n, 0)
	return out.String()
}

// write appends a node, in parentheses if its precedence is below the required one.
func write(out *strings.Builder, n Node, required int) {
	if precedence(n) < required {
		out.WriteByte('(')
		write(out, n, 0)
		out.WriteByte(')')
		return
	}
	switch n := n.(type) {
	case *Number:
		out.WriteString(n.Text)
	case *Text:
		writeText(out, n.Value)
	case *Boolean:
		if n.Value {
			out.WriteString("true")
		} else {
			out.WriteString("false")
		}
	case *Null:
		out.WriteString("null")
	case *Name:
		out.WriteString(n.Name)
	case *Field:
		write(out, n.Of, precedencePrimary)
		out.WriteByte('.')
		out.WriteString(n.Name)
	case *Index:
		write(out, n.Of, precedencePrimary)
		out.WriteByte('[')
		write(out, n.At, 0)
		out.WriteByte(']')
	case *Unary:
		writeUnary(out, n)
	case *Binary:
		writeBinary(out, n, n.Op.String())
	case *Call:
		out.WriteString(n.Func)
		writeAll(out, "(", n.Args, ")")
	case *List:
		writeAll(out, "[", n.Items, "]")
	}
}

func writeUnary(out *strings.Builder, n *Unary) {
	if inner := notIn(n); inner != nil {
		writeBinary(out, inner, "not in")
		return
	}
	out.WriteString(n.Op.String())
	if n.Op == Not {
		out.WriteByte(' ')
	}
	write(out, n.X, operators[n.Op].precedence)
}

// writeBinary omits parentheses around a left operand of the same precedence, since
// operators are left-associative; comparisons are not associative.
func writeBinary(out *strings.Builder, n *Binary, operator string) {
	own := operators[n.Op].precedence
	left, right := own, own+1
	if n.Op.IsComparison() {
		left++
	}
	if own == precedenceSum {
		right = precedenceNot + 1 // Parse refuses a + not b
	}
	write(out, n.L, left)
	out.WriteString(" " + operator + " ")
	write(out, n.R, right)
}

func writeAll(out *strings.Builder, open string, nodes []Node, close string) {
	out.WriteString(open)
	for i, n := range nodes {
		if i > 0 {
			out.WriteString(", ")
		}
		write(out, n, 0)
	}
	out.WriteString(close)
}

func precedence(n Node) int {
	switch n := n.(type) {
	case *Unary:
		if notIn(n) != nil {
			return operators[In].precedence
		}
		return operators[n.Op].precedence
	case *Binary:
		return operators[n.Op].precedence
	default:
		return precedencePrimary
	}
}

// notIn returns the negated comparison if it can be written as `a not in b`, else nil.
func notIn(n *Unary) *Binary {
	if inner, ok := n.X.(*Binary); ok && n.Op == Not && inner.Op == In {
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
