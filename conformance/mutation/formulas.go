package mutation

import (
	"strings"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/file"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/syntax"
)

// operatorReplacements and functionReplacements are the replacements of an operator or
// function.
var operatorReplacements = map[string][]string{
	"+": {"-"}, "-": {"+"}, "*": {"/"}, "/": {"*"},
	"==": {"!="}, "!=": {"=="},
	"<": {"<=", ">="}, "<=": {"<", ">"},
	">": {">=", "<="}, ">=": {">", "<"},
	"and": {"or"}, "or": {"and"},
}

var functionReplacements = map[string][]string{
	"down": {"up", "half_up"}, "up": {"down", "half_up"}, "half_up": {"down", "up", "half_down"}, "half_down": {"down", "up", "half_up"},
	"third_decimal": {"down", "up", "half_up", "half_down"}, "floor": {"ceiling"}, "ceiling": {"floor"},
	"down_to": {"up_to"}, "up_to": {"down_to"},
	"min": {"max"}, "max": {"min"},
}

// formula adds the changes of an expression.
func (l *lister) formula(program string, e *syntax.Expression, decides bool) {
	name := program + " " + oneLine(e.Tree.String())
	syntax.Walk(e.Tree, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ConstantNode:
			if number, is := n.Value.(syntax.Number); is {
				for _, text := range neighbours(string(number)) {
					l.add(Number, name, e.At(n), text)
				}
			}
		case *ast.BinaryNode:
			class := Operator
			if syntax.IsComparison(n.Operator) {
				class = Comparison
			}
			for _, text := range operatorReplacements[n.Operator] {
				if at, ok := l.operatorAt(e, n); ok {
					l.add(class, name, at, text)
				}
			}
		case *ast.CallNode:
			class := Operator
			if syntax.Callee(n) != "min" && syntax.Callee(n) != "max" {
				class = Rounding
			}
			for _, text := range functionReplacements[syntax.Callee(n)] {
				l.add(class, name, e.At(n.Callee), text)
			}
		case *ast.UnaryNode:
			l.add(Operator, name, e.At(n), l.text(e.At(n.Node)))
		}
		return true
	})
	if decides && !comparison(e.Tree) {
		l.add(Comparison, name, e.At(e.Tree), "not ("+l.text(e.At(e.Tree))+")")
	}
}

// comparison reports whether a condition is a comparison, whose operator is changed instead.
func comparison(n ast.Node) bool {
	b, ok := n.(*ast.BinaryNode)
	return ok && syntax.IsComparison(b.Operator) && b.Operator != "in"
}

func (l *lister) text(at diagnostic.Range) string {
	text, err := l.files.Text(at)
	if err != nil && l.err == nil {
		l.err = err
	}
	return text
}

// operatorAt returns the place of the operator between its operands, which may be in
// parentheses.
func (l *lister) operatorAt(e *syntax.Expression, n *ast.BinaryNode) (diagnostic.Range, bool) {
	from, to := n.Left.Location().To, n.Right.Location().From
	if to < from {
		return diagnostic.Range{}, false
	}
	between := []rune(l.text(e.Span(file.Location{From: from, To: to})))
	if len(between) != to-from {
		return diagnostic.Range{}, false // written over several lines
	}
	operator := n.Operator
	at := strings.Index(string(between), operator)
	if at < 0 {
		return diagnostic.Range{}, false
	}
	at = from + len([]rune(string(between)[:at]))
	return e.Span(file.Location{From: at, To: at + len(operator)}), true
}
