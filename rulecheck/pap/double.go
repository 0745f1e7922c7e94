package pap

import (
	"maps"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/expr-lang/expr/ast"

	"github.com/payslate/payslate/interpreter/syntax"
)

// leaf is the node of a number.
type leaf = ast.ConstantNode

// literalOf returns the node of a number.
func literalOf(n ast.Node) (*leaf, bool) {
	if _, is := syntax.Literal[syntax.Number](n); !is {
		return nil, false
	}
	return n.(*leaf), true
}

// digits returns the text of a number.
func digits(n *leaf) string {
	number, _ := n.Value.(syntax.Number)
	return string(number)
}

// numberOf returns the number of a literal with or without a minus, or nil.
func numberOf(n ast.Node) *leaf {
	if u, ok := n.(*ast.UnaryNode); ok && u.Operator == "-" {
		n = u.Node
	}
	number, _ := literalOf(n)
	return number
}

// doubleArithmetic computes an operation between two literals as Java does.
func (p *program) doubleArithmetic(op string, left, right ast.Node) operand {
	l, r := left.String(), right.String()
	if p.doubles[numberOf(left)] != "" || p.doubles[numberOf(right)] != "" {
		return p.fail("%s %s %s: Java's rounding of several operations cannot be translated", l, op, r)
	}
	x, _ := strconv.ParseFloat(l, 64) // no amount: a literal of the plan
	y, _ := strconv.ParseFloat(r, 64) // no amount: a literal of the plan
	switch op {
	case "+":
		x += y
	case "-":
		x -= y
	case "*":
		x *= y
	case "/":
		x /= y
	}
	exact, ok := constantOf(binary(op, left, right), nil)
	if !ok || math.IsInf(x, 0) || math.IsNaN(x) {
		return p.fail("%s %s %s is not a number", l, op, r)
	}
	node := numberNode(strconv.FormatFloat(x, 'f', -1, 64))
	if is, _ := constantOf(node, nil); is.Cmp(exact) != 0 {
		as := l + " " + op + " " + r + " in Java's double arithmetic"
		if text, finite := decimalText(exact); finite {
			as += "; exactly " + text
		}
		p.doubles[numberOf(node)] = as
	}
	return operand{kind: kindDouble, node: node}
}

// numberNode returns the node of a number that may have a minus.
func numberNode(text string) ast.Node {
	if digits, minus := strings.CutPrefix(text, "-"); minus {
		return negative(integer(digits))
	}
	return integer(text)
}

// checkDouble refuses a literal with more digits than a double has.
func (p *program) checkDouble(x operand) {
	if number := numberOf(x.node); x.kind == kindDouble && number != nil {
		value, _ := strconv.ParseFloat(digits(number), 64) // no amount: a literal of the plan
		if !sameNumber(strconv.FormatFloat(value, 'f', -1, 64), digits(number)) {
			p.fail("%s has more digits than a double", digits(number))
		}
	}
}

// remark returns a comment about the marked numbers of an expression, or "".
func (p *program) remark(n ast.Node) string {
	var remarks []string
	for _, number := range numbersIn(n) {
		if as, ok := p.doubles[number]; ok {
			remarks = append(remarks, as)
		}
	}
	if len(remarks) == 0 {
		return ""
	}
	return " # " + strings.Join(remarks, "; ")
}

// numbersIn returns the numbers of an expression, which may be nil, without the decimals of
// roundings.
func numbersIn(n ast.Node) (numbers []*leaf) {
	if number, ok := literalOf(n); ok {
		return []*leaf{number}
	}
	if n == nil {
		return nil
	}
	children := syntax.Children(n)
	if call, ok := n.(*ast.CallNode); ok && slices.Contains(slices.Collect(maps.Values(roundings)), syntax.Callee(call)) {
		children = call.Arguments[:1]
	}
	for _, child := range children {
		numbers = append(numbers, numbersIn(child)...)
	}
	return numbers
}

// constantOf evaluates an expression of literals and of names with values. It reports
// false for other expressions, and for values of absurd length.
func constantOf(n ast.Node, values map[string]*big.Rat) (x *big.Rat, ok bool) {
	x = new(big.Rat)
	switch n := n.(type) {
	case *leaf:
		x, ok = x.SetString(digits(n))
	case *ast.IdentifierNode:
		x, ok = values[n.Value]
	case *ast.UnaryNode:
		y, known := constantOf(n.Node, values)
		if ok = known && n.Operator == "-"; ok {
			x.Neg(y)
		}
	case *ast.BinaryNode:
		l, lok := constantOf(n.Left, values)
		r, rok := constantOf(n.Right, values)
		if ok = lok && rok; !ok {
			break
		}
		switch n.Operator {
		case "+":
			x.Add(l, r)
		case "-":
			x.Sub(l, r)
		case "*":
			x.Mul(l, r)
		case "/":
			if ok = r.Sign() != 0; ok {
				x.Quo(l, r)
			}
		default:
			ok = false
		}
	}
	const maxLength = 200
	return x, ok && len(x.RatString()) <= maxLength
}

// decimalText returns a fraction as a decimal number, and whether that is exact.
func decimalText(value *big.Rat) (string, bool) {
	places, finite := value.FloatPrec()
	return value.FloatString(places), finite
}

func sameNumber(a, b string) bool {
	x, xok := new(big.Rat).SetString(a)
	y, yok := new(big.Rat).SetString(b)
	return xok && yok && x.Cmp(y) == 0
}
