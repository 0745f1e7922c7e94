package mutation

import (
	"strings"

	"github.com/payslate/payslate/interpreter/declaration"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/expression"
	"github.com/payslate/payslate/rulecheck/coverage"
)

// operatorReplacements and functionReplacements are the replacements of an operator or
// function.
var operatorReplacements = map[expression.Operator][]string{
	expression.Add: {"-"}, expression.Subtract: {"+"}, expression.Multiply: {"/"}, expression.Divide: {"*"},
	expression.Equal: {"!="}, expression.NotEqual: {"=="},
	expression.Less: {"<=", ">="}, expression.LessOrEqual: {"<", ">"},
	expression.Greater: {">=", "<="}, expression.GreaterOrEqual: {">", "<"},
	expression.And: {"or"}, expression.Or: {"and"},
}

var functionReplacements = map[string][]string{
	"down": {"up", "half_up"}, "up": {"down", "half_up"}, "half_up": {"down", "up", "half_down"}, "half_down": {"down", "up", "half_up"},
	"third_decimal": {"down", "up", "half_up", "half_down"}, "floor": {"ceiling"}, "ceiling": {"floor"},
	"down_to": {"up_to", "half_up_to"}, "up_to": {"down_to", "half_up_to"}, "half_up_to": {"down_to", "up_to"},
	"min": {"max"}, "max": {"min"},
}

// formula adds the changes of an expression.
func (l *lister) formula(site coverage.Site) {
	e := site.Expression
	branches := []int{site.Branch}
	name := l.model.BranchName(site.Branch) + " " + oneLine(expression.Format(e.Tree))
	expression.Walk(e.Tree, func(n expression.Node) bool {
		switch n := n.(type) {
		case *expression.Number:
			for _, text := range neighbours(n.Text) {
				l.add(Number, name, e.At(n), text, branches)
			}
		case *expression.Binary:
			class := Operator
			if n.Op.IsComparison() {
				class = Comparison
			}
			for _, text := range operatorReplacements[n.Op] {
				if at, ok := l.operatorAt(e, n); ok {
					l.add(class, name, at, text, branches)
				}
			}
		case *expression.Call:
			class := Operator
			if n.Func != "min" && n.Func != "max" {
				class = Rounding
			}
			for _, text := range functionReplacements[n.Func] {
				l.add(class, name, e.Span(n.FuncExtent), text, branches)
			}
		case *expression.Unary:
			l.add(Operator, name, e.At(n), l.text(e.At(n.X)), branches)
		}
		return true
	})
	if site.Role == coverage.ConditionRole && !comparison(e.Tree) {
		l.add(Comparison, name, e.At(e.Tree), "not ("+l.text(e.At(e.Tree))+")", branches)
	}
}

// comparison reports whether a condition is a comparison, whose operator is changed instead.
func comparison(n expression.Node) bool {
	b, ok := n.(*expression.Binary)
	return ok && b.Op.IsComparison() && b.Op != expression.In
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
func (l *lister) operatorAt(e *declaration.Expression, n *expression.Binary) (diagnostic.Range, bool) {
	_, from := n.L.Span()
	to, _ := n.R.Span()
	if to < from {
		return diagnostic.Range{}, false
	}
	between := []rune(l.text(e.Span(expression.Extent{From: from, To: to})))
	if len(between) != to-from {
		return diagnostic.Range{}, false // written over several lines
	}
	operator := n.Op.String()
	at := strings.Index(string(between), operator)
	if at < 0 {
		return diagnostic.Range{}, false
	}
	at = from + len([]rune(string(between)[:at]))
	return e.Span(expression.Extent{From: at, To: at + len(operator)}), true
}
