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

func (r *reader) checks(n *Node) []*Check {
	var list []*Check
	if !r.atMost(mostNames, len(n.Items), n.Range, "checks") {
		return nil
	}
	for _, item := range r.items(n, "checks") {
		if c := r.check(item); c != nil {
			list = append(list, c)
		}
	}
	return list
}

func (r *reader) check(n *Node) *Check {
	f := r.fields(n, "a check", "check")
	if f == nil {
		return nil
	}
	r.text(f["about"], "about") // documentation only
	for _, part := range []struct{ key, code, remedy string }{
		{"that", "missing-value", "Write that: p.lower < p.upper."},
		{"message", "missing-text", "Add message: and what is wrong where it does not hold."},
		{"cite", "missing-cite", "Add cite: and the place in the law, such as its section."},
	} {
		if f[part.key] == nil {
			r.lacks(n, f, n.Range, part.code, "this check has no "+part.key, part.remedy)
			return nil
		}
	}
	that, message := r.expression(f["that"], "that"), r.text(f["message"], "message")
	if that == nil || message == nil {
		return nil
	}
	at := place{n.Range}
	return &Check{
		Range: n.Range, That: that, Cite: r.Word(f["cite"], "cite"),
		Program: &Program{
			Name: "check", Range: n.Range, Inputs: r.variables(f["for"], "a name of for"),
			Do: []Step{&Note{place: at, When: that.negated(), Text: message}},
		},
	}
}

// negated is the negation of a condition, at the same position.
func (e *Expression) negated() *Expression {
	tree := &ast.UnaryNode{Operator: "not", Node: e.Tree}
	tree.SetLocation(e.Tree.Location())
	return &Expression{Tree: tree, node: e.node, offset: e.offset}
}
