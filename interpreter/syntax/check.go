package syntax

import (
	"slices"
	"strings"

	"github.com/expr-lang/expr/ast"

	"github.com/payslate/payslate/interpreter/diagnostic"
)

// Check is a relation between figures.
type Check struct {
	Range diagnostic.Range
	That  *Expression
	Cite  string
	// Program emits the message as a note if the relation does not hold. Its inputs are
	// the names under for.
	Program *Program
}

func (r *Reader) checks(n *Node) []*Check {
	var list []*Check
	for _, item := range r.items(n) {
		if c := r.check(item); c != nil {
			list = append(list, c)
		}
	}
	return list
}

func (r *Reader) check(n *Node) *Check {
	var f struct {
		That    *Expression `key:"that"`
		For     []*Variable `key:"for"`
		Message *Text       `key:"message"`
		Cite    string      `key:"cite"`
	}
	if !r.read(n, &f) || f.That == nil {
		return nil
	}
	if f.Message == nil {
		f.Message = r.failure(f.That, f.For)
	}
	note := &Note{place: place{n.Range}, When: f.That.negated(), Text: f.Message}
	return &Check{Range: n.Range, That: f.That, Cite: f.Cite, Program: &Program{Name: "check", Range: n.Range, Inputs: f.For, Do: []Step{note}}}
}

// withBands are the functions whose first argument is nothing that a text could show.
var withBands = []string{"select", "every", "tax_on", "lookup", "read"}

// failure is the text of a relation that has none: the condition, the cases and the figures.
func (r *Reader) failure(that *Expression, cases []*Variable) *Text {
	var read []string
	add := func(what string) {
		if what += " is {" + what + "}"; !slices.Contains(read, what) {
			read = append(read, what)
		}
	}
	for _, v := range cases {
		add(v.Name)
	}
	Walk(that.Tree, func(n ast.Node) bool {
		of := n
		for index := IndexOf(of); index != nil; index = IndexOf(of) {
			of = index.Node
		}
		_, figure := ParameterOf(of)
		if at := n.Location(); figure {
			add(string([]rune(that.node.Text)[at.From:at.To]))
		}
		return !figure && !slices.Contains(withBands, Callee(n))
	})
	return r.text(&Node{Kind: Scalar, Text: that.node.Text + " does not hold: " + strings.Join(read, ", "), Range: that.Range()})
}

// negated is the negation of a condition, at the same position.
func (e *Expression) negated() *Expression {
	tree := &ast.UnaryNode{Operator: "not", Node: e.Tree}
	tree.SetLocation(e.Tree.Location())
	return &Expression{Tree: tree, node: e.node, offset: e.offset}
}
