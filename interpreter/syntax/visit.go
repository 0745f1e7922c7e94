package syntax

import (
	"fmt"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/builtin"
	"github.com/expr-lang/expr/conf"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/parser/lexer"
)

// config makes every call an ordinary one, even of a name that the parser knows.
var config = func() *conf.Config {
	c := conf.CreateNew()
	for name := range builtin.Index {
		c.Functions[name] = &builtin.Function{Name: name}
	}
	return c
}()

// visitor visits the parser's nodes, children first. It refuses those that the language
// does not have, replaces literals by their exact values and gives each node the location
// of all its characters: the parser's is that of one token.
type visitor struct {
	*lexed
	err *ExpressionError
	// seen has the nodes that were visited: the parser uses the middle of a < b < c twice.
	seen map[ast.Node]bool
	// list is a list that is not yet known to be the right side of in.
	list *ast.ArrayNode
}

// Visit visits a node after its children.
func (v *visitor) Visit(node *ast.Node) {
	n := *node
	if v.seen[n] {
		return
	}
	i := v.at[n.Location().From]
	at, err := v.visit(node, i)
	if err == nil && v.list != nil && !isListOf(*node, v.list) {
		err = v.strayList()
	}
	if _, is := n.(*ast.ArrayNode); !is {
		v.list = nil
	}
	if v.err == nil {
		v.err = err
	}
	(*node).SetLocation(at)
	v.seen[*node] = true
}

func isListOf(n ast.Node, list *ast.ArrayNode) bool {
	b, is := n.(*ast.BinaryNode)
	return n == ast.Node(list) || is && b.Operator == "in" && b.Right == ast.Node(list)
}

func (v *visitor) strayList() *ExpressionError {
	at := v.list.Location()
	return v.errorAt(at.From, at.To, "unsupported-syntax",
		"a list can only be on the right side of `in`", `write x in ["A", "B"]; tables and lists of values belong to the YAML`)
}

// visit returns the location of a node whose token is i.
func (v *visitor) visit(node *ast.Node, i int) (file.Location, *ExpressionError) {
	t := v.tokens[i]
	switch n := (*node).(type) {
	case *ast.IntegerNode:
		*node = &ast.ConstantNode{Value: Number(t.Value)}
	case *ast.BoolNode:
		*node = &ast.ConstantNode{Value: n.Value}
	case *ast.StringNode:
		if t.Kind == lexer.String {
			*node = &ast.ConstantNode{Value: n.Value}
		}
	case *ast.IdentifierNode:
		if n.Value == "null" {
			*node = &ast.ConstantNode{}
		}
	case *ast.UnaryNode:
		if t.Value == "in" { // of `a not in b`
			return n.Node.Location(), nil
		}
		return file.Location{From: t.From, To: v.right(i, n.Node)}, nil
	case *ast.BinaryNode:
		return v.binary(n, i)
	case *ast.CallNode:
		return v.call(n, i)
	case *ast.MemberNode:
		return v.member(n, i)
	case *ast.ArrayNode:
		whole := file.Location{From: t.From, To: v.tokens[v.partner[i]].To}
		if len(n.Nodes) == 0 {
			return whole, v.errorAt(whole.From, whole.To, "syntax", "the list is empty", "write the values that it stands for")
		}
		if v.list == nil {
			v.list = n
		}
		return whole, nil
	default:
		return t.Location, v.errorAt(0, len(v.characters), "unsupported-syntax", "the expression has a form that the language does not have", "use operators, calls, fields and indexes only")
	}
	return t.Location, nil
}

func (v *visitor) binary(n *ast.BinaryNode, i int) (file.Location, *ExpressionError) {
	if n.Operator == "&&" {
		// The parser makes a < b && b < c of a < b < c. There is no other source of &&:
		// checkSyntax refuses the token.
		whole := file.Location{From: n.Left.Location().From, To: n.Right.Location().To}
		v.err = chainError(whole)
		return whole, nil
	}
	from := v.left(i, n.Left)
	if v.is(i-1, "not") {
		from = v.left(i-1, n.Left) // a not in b
	}
	whole := file.Location{From: from, To: v.right(i, n.Right)}
	if IsComparison(n.Operator) && isComparison(n.Left) && from == n.Left.Location().From {
		return whole, chainError(whole)
	}
	return whole, nil
}

// isComparison reports whether a node is a comparison, including `not in`.
func isComparison(n ast.Node) bool {
	if u, ok := n.(*ast.UnaryNode); ok && u.Operator == "not" {
		inner, ok := u.Node.(*ast.BinaryNode)
		return ok && inner.Operator == "in" && u.Location().From == inner.Location().From
	}
	b, ok := n.(*ast.BinaryNode)
	return ok && IsComparison(b.Operator)
}

func chainError(at file.Location) *ExpressionError {
	return &ExpressionError{From: at.From, To: at.To, Code: "chained-comparison", Summary: "comparisons cannot be chained",
		Detail: "write a < b and b < c, or parentheses around one of them"}
}

func (v *visitor) call(n *ast.CallNode, i int) (file.Location, *ExpressionError) {
	name := v.tokens[i]
	whole := file.Location{From: name.From, To: v.tokens[v.partner[i+1]].To}
	if _, isName := n.Callee.(*ast.IdentifierNode); !isName {
		return whole, v.errorAt(whole.From, whole.To, "unsupported-syntax", fmt.Sprintf("%s is called on a value", quoted(name.Value)),
			fmt.Sprintf("write the value as an argument: %s(value, ...)", name.Value))
	}
	return whole, nil
}

func (v *visitor) member(n *ast.MemberNode, i int) (file.Location, *ExpressionError) {
	t, of := v.tokens[i], n.Node
	whole := file.Location{From: v.left(i, of), To: t.To}
	if t.Kind == lexer.Bracket {
		whole.To = v.tokens[v.partner[i]].To
	} else {
		whole.From = v.left(i-1, of)
	}
	switch of.(type) {
	case *ast.IdentifierNode, *ast.MemberNode, *ast.CallNode:
		return whole, nil
	}
	at := of.Location()
	return whole, v.errorAt(at.From, at.To, "unsupported-syntax", "this value has neither fields nor elements", "give it a step of its own, or read the field of a name")
}

// left returns the start of the operand before token i, including parentheses around
// it: all tokens between the operand and i are closing parentheses.
func (v *visitor) left(i int, operand ast.Node) int {
	at := operand.Location()
	if i > 0 && v.tokens[i-1].Is(lexer.Bracket, ")") && v.tokens[i-1].From >= at.To {
		return v.tokens[v.partner[i-1]].From
	}
	return at.From
}

// right returns the end of the operand after token i, including parentheses around it.
func (v *visitor) right(i int, operand ast.Node) int {
	at := operand.Location()
	if v.is(i+1, "(") && v.tokens[i+1].To <= at.From {
		return v.tokens[v.partner[i+1]].To
	}
	return at.To
}
