package expression

import (
	"fmt"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/parser/lexer"
)

// constants are the names of literals.
var constants = map[string]func(Extent) Node{
	"true":  func(at Extent) Node { return &Boolean{Extent: at, Value: true} },
	"false": func(at Extent) Node { return &Boolean{Extent: at, Value: false} },
	"null":  func(at Extent) Node { return &Null{Extent: at} },
}

// convert converts a tree of the parser.
func (s *source) convert(parsed ast.Node) (Node, *Error) {
	switch n := parsed.(type) {
	case *ast.IdentifierNode:
		return s.name(n), nil
	case *ast.IntegerNode:
		t := s.token(n)
		return &Number{Extent: extent(t), Text: t.Value}, nil
	case *ast.StringNode:
		return &Text{Extent: extent(s.token(n)), Value: n.Value}, nil
	case *ast.UnaryNode:
		return s.unary(n)
	case *ast.BinaryNode:
		return s.binary(n)
	case *ast.CallNode:
		return s.call(n)
	case *ast.MemberNode:
		return s.member(n)
	case *ast.ArrayNode:
		t := s.token(n)
		return nil, s.errorAt(t.From, s.tokens[s.partner[s.at[t.From]]].To, "unsupported-syntax",
			"a list can only be on the right side of `in`", `write x in ["A", "B"]; tables and lists of values belong to the YAML`)
	default:
		return nil, s.errorAt(0, len(s.characters), "unsupported-syntax", "the expression has a form that the language does not have", "use operators, calls, fields and indexes only")
	}
}

// token returns the token at the location of a parser node.
func (s *source) token(n ast.Node) lexer.Token { return s.tokens[s.index(n)] }

func (s *source) index(n ast.Node) int { return s.at[n.Location().From] }

func extent(t lexer.Token) Extent { return Extent{From: t.From, To: t.To} }

func (s *source) name(n *ast.IdentifierNode) Node {
	t := s.token(n)
	if constant, ok := constants[t.Value]; ok {
		return constant(extent(t))
	}
	return &Name{Extent: extent(t), Name: t.Value}
}

func (s *source) unary(n *ast.UnaryNode) (Node, *Error) {
	x, err := s.convert(n.Node)
	if err != nil {
		return nil, err
	}
	t := s.token(n)
	op := unaryOperators[n.Operator]
	// The parser places the not of `a not in b` at the in.
	if t.Value == "in" {
		from, to := x.Span()
		return &Unary{Extent: Extent{from, to}, Op: op, X: x}, nil
	}
	return &Unary{Extent: Extent{t.From, s.right(s.index(n), x)}, Op: op, X: x}, nil
}

func (s *source) binary(n *ast.BinaryNode) (Node, *Error) {
	op, known := binaryOperators[n.Operator]
	if !known {
		return nil, s.chained(n)
	}
	l, err := s.convert(n.Left)
	if err != nil {
		return nil, err
	}
	var r Node
	if list, isList := n.Right.(*ast.ArrayNode); isList && op == In {
		r, err = s.list(list)
	} else {
		r, err = s.convert(n.Right)
	}
	if err != nil {
		return nil, err
	}
	i := s.index(n)
	from := s.left(i, l)
	if s.is(i-1, "not") {
		from = s.left(i-1, l) // a not in b
	}
	whole := Extent{from, s.right(i, r)}
	if op.IsComparison() && isComparison(l) && from == start(l) {
		return nil, chainError(whole)
	}
	return &Binary{Extent: whole, Op: op, L: l, R: r}, nil
}

// isComparison reports whether a node is a comparison, including `not in`.
func isComparison(n Node) bool {
	if u, ok := n.(*Unary); ok && u.Op == Not {
		inner, ok := u.X.(*Binary)
		return ok && inner.Op == In && start(u) == start(inner)
	}
	b, ok := n.(*Binary)
	return ok && b.Op.IsComparison()
}

// chained returns the error for a < b < c, which the parser rewrites to a < b && b < c.
// There is no other source of &&: checkSyntax rejects the token.
func (s *source) chained(n *ast.BinaryNode) *Error {
	first := n
	for {
		left, ok := first.Left.(*ast.BinaryNode)
		if !ok || left.Operator != "&&" {
			break
		}
		first = left
	}
	comparison, ok := first.Left.(*ast.BinaryNode)
	last, ok2 := n.Right.(*ast.BinaryNode)
	if !ok || !ok2 {
		return chainError(Extent{0, len(s.characters)})
	}
	from, err := s.convert(comparison.Left)
	if err != nil {
		return err
	}
	to, err := s.convert(last.Right)
	if err != nil {
		return err
	}
	return chainError(Extent{s.left(s.index(comparison), from), s.right(s.index(last), to)})
}

func chainError(at Extent) *Error {
	return &Error{From: at.From, To: at.To, Code: "chained-comparison", Summary: "comparisons cannot be chained",
		Detail: "write a < b and b < c, or parentheses around one of them"}
}

func (s *source) list(n *ast.ArrayNode) (Node, *Error) {
	t := s.token(n)
	whole := Extent{t.From, s.tokens[s.partner[s.index(n)]].To}
	if len(n.Nodes) == 0 {
		return nil, s.errorAt(whole.From, whole.To, "syntax", "the list is empty", "write the values that it stands for")
	}
	items, err := s.all(n.Nodes)
	if err != nil {
		return nil, err
	}
	return &List{Extent: whole, Items: items}, nil
}

func (s *source) all(parsed []ast.Node) ([]Node, *Error) {
	nodes := make([]Node, 0, len(parsed))
	for _, p := range parsed {
		n, err := s.convert(p)
		if err != nil {
			return nil, err
		}
		nodes = append(nodes, n)
	}
	return nodes, nil
}

func (s *source) call(n *ast.CallNode) (Node, *Error) {
	i := s.index(n)
	name := s.tokens[i]
	end := s.tokens[s.partner[i+1]].To
	if _, isName := n.Callee.(*ast.IdentifierNode); !isName {
		return nil, s.errorAt(name.From, end, "unsupported-syntax", fmt.Sprintf("%s is called on a value", quoted(name.Value)),
			fmt.Sprintf("write the value as an argument: %s(value, ...)", name.Value))
	}
	args, err := s.all(n.Arguments)
	if err != nil {
		return nil, err
	}
	return &Call{Extent: Extent{name.From, end}, Func: name.Value, FuncExtent: extent(name), Args: args}, nil
}

func (s *source) member(n *ast.MemberNode) (Node, *Error) {
	of, err := s.convert(n.Node)
	if err != nil {
		return nil, err
	}
	i := s.index(n)
	t := s.tokens[i]
	switch of.(type) {
	case *Name, *Field, *Index, *Call:
	default:
		from, to := of.Span()
		return nil, s.errorAt(from, to, "unsupported-syntax", "this value has neither fields nor elements", "give it a step of its own, or read the field of a name")
	}
	if t.Kind != lexer.Bracket {
		return &Field{Extent: Extent{s.left(i-1, of), t.To}, Of: of, Name: t.Value, NameExtent: extent(t)}, nil
	}
	at, err := s.convert(n.Property)
	if err != nil {
		return nil, err
	}
	whole := Extent{s.left(i, of), s.tokens[s.partner[i]].To}
	return &Index{Extent: whole, Of: of, At: at}, nil
}

func start(n Node) int {
	from, _ := n.Span()
	return from
}

// left returns the start of the operand before token i, including parentheses around
// it: all tokens between the operand and i are closing parentheses.
func (s *source) left(i int, operand Node) int {
	from := start(operand)
	if i > 0 && s.tokens[i-1].Is(lexer.Bracket, ")") && s.tokens[i-1].From >= end(operand) {
		from = s.tokens[s.partner[i-1]].From
	}
	return from
}

// right returns the end of the operand after token i, including parentheses around it.
func (s *source) right(i int, operand Node) int {
	to := end(operand)
	if s.is(i+1, "(") && s.tokens[i+1].To <= start(operand) {
		to = s.tokens[s.partner[i+1]].To
	}
	return to
}

func end(n Node) int {
	_, to := n.Span()
	return to
}
