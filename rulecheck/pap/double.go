package pap

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/expr-lang/expr/ast"

	"github.com/payslate/payslate/interpreter/syntax"
)

// javaDouble is a number that differs in Java, which computes in binary floating point,
// from the exact value: 0.0045+0.07 is 0.07450000000000001. The program uses Java's number,
// as the official file does; the mark shows the exact value.
type javaDouble struct {
	// java is what the plan writes.
	java string
	// exact is the value without rounding to a double.
	exact *big.Rat
}

func (d javaDouble) String() string {
	if text, finite := decimalText(d.exact); finite {
		return fmt.Sprintf("%s in Java's double arithmetic; exactly %s", d.java, text)
	}
	return d.java + " in Java's double arithmetic"
}

// numberOf returns the number of a literal with or without a minus, or nil.
func numberOf(n ast.Node) *leaf {
	if u, ok := n.(*ast.UnaryNode); ok && u.Operator == "-" {
		n = u.Node
	}
	number, _ := literalOf(n)
	return number
}

// isDoubleArithmetic reports whether Java computes an operation between two
// literals in binary floating point.
func isDoubleArithmetic(operator string, left, right operand) bool {
	return strings.Contains("+-*/", operator) && numberOf(left.node) != nil && numberOf(right.node) != nil &&
		(left.kind == kindDouble || right.kind == kindDouble) && left.kind != kindDecimal && right.kind != kindDecimal
}

// doubleArithmetic computes an operation between two literals as Java does.
func (p *program) doubleArithmetic(operator string, left, right operand) (operand, error) {
	l, r := p.doubleOf(left.node), p.doubleOf(right.node)
	// Round to a double as Java does, so that the program agrees with the official file.
	x, _ := strconv.ParseFloat(syntax.Format(left.node), 64)  // no amount: a literal of the plan
	y, _ := strconv.ParseFloat(syntax.Format(right.node), 64) // no amount: a literal of the plan
	op := "+"
	switch operator {
	case "+":
		x += y
	case "-":
		op, x = "-", x-y
	case "*":
		op, x = "*", x*y
	default:
		op, x = "/", x/y
	}
	exact, ok := arithmetic(op, l.exact, r.exact)
	if !ok || math.IsInf(x, 0) || math.IsNaN(x) {
		return operand{}, fmt.Errorf("%s %s %s is not a number", l.java, operator, r.java)
	}
	return p.double(x, javaDouble{l.java + " " + operator + " " + r.java, exact}), nil
}

// shortest returns a literal as Double.toString writes it, which valueOf reads: with the
// fewest digits that identify the double.
func (p *program) shortest(x operand) (operand, error) {
	as := p.doubleOf(x.node)
	value, err := strconv.ParseFloat(syntax.Format(x.node), 64) // no amount: a literal of the plan
	if err != nil {
		return x, fmt.Errorf("%s is too large for a double", as.java)
	}
	if read, _ := new(big.Rat).SetString(strconv.FormatFloat(value, 'f', -1, 64)); read.Cmp(as.exact) == 0 {
		return x, nil
	}
	return p.double(value, as), nil
}

// doubleOf returns the mark of a literal, or its plain value.
func (p *program) doubleOf(n ast.Node) javaDouble {
	exact, _ := constantOf(n, nil)
	marked, ok := p.doubles[numberOf(n)]
	switch {
	case !ok:
		return javaDouble{syntax.Format(n), exact}
	case marked.exact.Sign() != exact.Sign(): // a minus before a sum
		return javaDouble{"-(" + marked.java + ")", new(big.Rat).Neg(marked.exact)}
	}
	return marked
}

// double makes a literal of a double, marked if it differs from the exact value.
func (p *program) double(value float64, as javaDouble) operand { // no amount: a literal of the plan
	number := syntax.NewNumber(strconv.FormatFloat(math.Abs(value), 'f', -1, 64))
	node := ast.Node(number)
	if math.Signbit(value) {
		node = negative(number)
	}
	if read, _ := constantOf(node, nil); read.Cmp(as.exact) != 0 {
		p.doubles[number] = as
	}
	return operand{kind: kindDouble, node: node}
}

// marked copies the mark of a constant to one of its uses.
func (p *program) marked(n, constant ast.Node) ast.Node {
	if as, ok := p.doubles[numberOf(constant)]; ok {
		p.doubles[numberOf(n)] = as
	}
	return n
}

// remark returns a comment about the marked numbers of an expression, or "".
func (p *program) remark(n ast.Node) string {
	var remarks []string
	for _, number := range numbersIn(n) {
		if as, ok := p.doubles[number]; ok {
			remarks = append(remarks, as.String())
		}
	}
	if len(remarks) == 0 {
		return ""
	}
	return " # " + strings.Join(remarks, "; ")
}

// constantOf evaluates an expression of literals and of names with values. It reports
// false for other expressions.
func constantOf(n ast.Node, values map[string]*big.Rat) (*big.Rat, bool) {
	switch n := n.(type) {
	case *leaf:
		return new(big.Rat).SetString(digits(n))
	case *ast.IdentifierNode:
		value, ok := values[n.Value]
		return value, ok
	case *ast.UnaryNode:
		x, ok := constantOf(n.Node, values)
		if !ok || n.Operator != "-" {
			return nil, false
		}
		return new(big.Rat).Neg(x), true
	case *ast.BinaryNode:
		l, lok := constantOf(n.Left, values)
		r, rok := constantOf(n.Right, values)
		if !lok || !rok {
			return nil, false
		}
		return arithmetic(n.Operator, l, r)
	}
	return nil, false
}

// maxBits is the maximum size of computed constants.
const maxBits = 2048

func arithmetic(op string, l, r *big.Rat) (*big.Rat, bool) {
	for _, x := range []*big.Rat{l, r} {
		if x.Num().BitLen() > maxBits || x.Denom().BitLen() > maxBits {
			return nil, false
		}
	}
	switch op {
	case "+":
		return new(big.Rat).Add(l, r), true
	case "-":
		return new(big.Rat).Sub(l, r), true
	case "*":
		return new(big.Rat).Mul(l, r), true
	case "/":
		if r.Sign() != 0 {
			return new(big.Rat).Quo(l, r), true
		}
	}
	return nil, false
}

// decimalText returns a fraction as a decimal number, and whether that is exact.
func decimalText(value *big.Rat) (string, bool) {
	places, finite := value.FloatPrec()
	return value.FloatString(places), finite
}
