package syntax

import (
	"strings"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/file"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/wording"
)

// Expression is an expression and its position.
type Expression struct {
	Tree   ast.Node
	node   *Node
	offset int // of the expression's first character in the node's text
}

// Range returns the position of the whole expression.
func (e *Expression) Range() diagnostic.Range {
	if e.offset > 0 {
		return e.At(e.Tree)
	}
	return e.node.Range
}

// At returns the position of a node of the expression.
func (e *Expression) At(n ast.Node) diagnostic.Range {
	return e.Span(n.Location())
}

// Span returns the position of a location in the expression.
func (e *Expression) Span(at file.Location) diagnostic.Range {
	return e.node.Span(e.offset+at.From, e.offset+at.To)
}

// NameAt returns an expression that reads a name at a place where it is not written.
func NameAt(name string, at diagnostic.Range) *Expression {
	return &Expression{Tree: &ast.IdentifierNode{Value: name}, node: &Node{Range: at}}
}

// With returns another expression at the place of this one.
func (e *Expression) With(tree ast.Node) *Expression {
	return &Expression{Tree: tree, node: e.node, offset: e.offset}
}

// literalText is a text as an expression.
func literalText(n *Node) *Expression {
	tree := &ast.ConstantNode{Value: n.Text}
	tree.SetLocation(file.Location{To: len([]rune(n.Text))})
	return &Expression{Tree: tree, node: n.apart()}
}

// Text is a text for people.
type Text = wording.Of[*Template]

// Template is a text with placeholders for values.
type Template struct {
	Pieces []Piece
	Range  diagnostic.Range
}

// Piece is a part of a template: a literal or a value.
type Piece struct {
	Literal string
	Value   *Expression
}

// Plain returns the literals of a template, without values.
func (t *Template) Plain() string {
	if t == nil {
		return ""
	}
	var text strings.Builder
	for _, piece := range t.Pieces {
		text.WriteString(piece.Literal)
	}
	return text.String()
}

// text reads a text, in one or several languages.
func (r *Reader) text(n *Node) *Text {
	t := readText(n, r.template)
	if t.English == nil {
		return nil
	}
	return &t
}

// template splits a text at its braces; {{ and }} are literal braces.
func (r *Reader) template(n *Node) *Template {
	word := n.Plain()
	t := &Template{Range: n.Range}
	if r.bad[n] {
		return t
	}
	if !strings.ContainsAny(word, "{}") {
		t.Pieces = []Piece{{Literal: word}}
		return t
	}
	text := []rune(word)
	var plain []rune
	for i := 0; i < len(text); i++ {
		c := text[i]
		if (c == '{' || c == '}') && i+1 < len(text) && text[i+1] == c {
			plain = append(plain, c)
			i++
			continue
		}
		if c == '}' {
			r.Findings.Fail(n.Span(i, i+1), "bad-template", "this } has no {", "Write }} for a brace in the text.")
			continue
		}
		if c != '{' {
			plain = append(plain, c)
			continue
		}
		end := i + 1
		for end < len(text) && text[end] != '}' {
			end++
		}
		if end == len(text) {
			r.Findings.Fail(n.Span(i, i+1), "bad-template", "this { is not closed", "Write {{ for a brace in the text.")
			break
		}
		t.Pieces = append(t.Pieces, Piece{Literal: string(plain)})
		plain = nil
		if value := r.parsed(n, string(text[i+1:end]), i+1); value != nil {
			t.Pieces = append(t.Pieces, Piece{Value: value})
		}
		i = end
	}
	t.Pieces = append(t.Pieces, Piece{Literal: string(plain)})
	return t
}
