package syntax

import (
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
	if !r.read(n, &f) || f.That == nil || f.Message == nil {
		return nil
	}
	note := &Note{place: place{n.Range}, When: f.That.negated(), Text: f.Message}
	return &Check{Range: n.Range, That: f.That, Cite: f.Cite, Program: &Program{Name: "check", Range: n.Range, Inputs: f.For, Do: []Step{note}}}
}

// negated is the negation of a condition, at the same position.
func (e *Expression) negated() *Expression {
	tree := &ast.UnaryNode{Operator: "not", Node: e.Tree}
	tree.SetLocation(e.Tree.Location())
	return &Expression{Tree: tree, node: e.node, offset: e.offset}
}
