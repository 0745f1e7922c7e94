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
}

// Visit visits a node after its children.
func (v *visitor) Visit(node *ast.Node) {
	n := *node
	if v.seen[n] {
		return
	}
	i := v.at[n.Location().From]
	at, err := v.visit(node, i)
	if v.err == nil {
		v.err = err
	}
	(*node).SetLocation(at)
	v.seen[*node] = true
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
			*node = &ast.ConstantNode{Value: null{}}
		}
	case *ast.UnaryNode:
		if t.Value == "in" { // of `a not in b`
			return n.Node.Location(), nil
		}
		whole := file.Location{From: t.From, To: v.right(i, n.Node)}
		if n.Operator == "+" {
			return whole, v.errorAt(t.From, t.To, "unsupported-operator", `"+" has nothing before it`, "leave it out")
		}
		return whole, nil
	case *ast.BinaryNode:
		return v.binary(n, i)
	case *ast.CallNode:
		return v.call(n, i)
	case *ast.MemberNode:
		return v.member(n, i), nil
	case *ast.ArrayNode:
		whole := file.Location{From: t.From, To: v.tokens[v.partner[i]].To}
		if len(n.Nodes) == 0 {
			return whole, v.errorAt(whole.From, whole.To, "syntax", "the list is empty", "write the values that it stands for")
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
		v.err = v.errorAt(whole.From, whole.To, "chained-comparison", "comparisons cannot be chained", "write a < b and b < c, or parentheses around one of them")
		return whole, nil
	}
	from := v.left(i, n.Left)
	if v.is(i-1, "not") {
		from = v.left(i-1, n.Left) // a not in b
	}
	return file.Location{From: from, To: v.right(i, n.Right)}, nil
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

func (v *visitor) member(n *ast.MemberNode, i int) file.Location {
	t, of := v.tokens[i], n.Node
	whole := file.Location{From: v.left(i, of), To: t.To}
	if t.Kind == lexer.Bracket {
		whole.To = v.tokens[v.partner[i]].To
	} else {
		whole.From = v.left(i-1, of)
	}
	return whole
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
