package pap

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/expr-lang/expr/ast"

	"github.com/payslate/payslate/interpreter/syntax"
)

// roundings are the functions of the rule language for Java's rounding modes.
var roundings = map[string]string{
	"DOWN": "down", "UP": "up", "HALF_UP": "half_up", "HALF_DOWN": "half_down",
	"FLOOR": "floor", "CEILING": "ceiling", "UNNECESSARY": "",
}

// combine translates a binary operation.
func combine(operator string, left, right operand) (operand, error) {
	op := map[string]string{
		"||": "or", "&&": "and", "==": "==", "!=": "!=",
		"<": "<", ">": ">", "<=": "<=", ">=": ">=",
		"+": "+", "-": "-", "*": "*", "/": "/",
	}[operator]
	joined := func(k kind) (operand, error) {
		return operand{kind: k, node: binary(op, left.node, right.node)}, nil
	}
	switch {
	case op == "or" || op == "and":
		if left.kind == kindBoolean && right.kind == kindBoolean {
			return joined(kindBoolean)
		}
	case syntax.IsComparison(op) && left.kind == kindComparison:
		return orderOf(left, op, right)
	case syntax.IsComparison(op) && right.kind == kindComparison:
		return orderOf(right, syntax.Mirrored(op), left)
	case syntax.IsComparison(op):
		primitives := left.kind != kindDecimal && right.kind != kindDecimal && left.kind.isNumber() && right.kind.isNumber()
		booleans := left.kind == kindBoolean && right.kind == kindBoolean && (op == "==" || op == "!=")
		if primitives || booleans {
			return joined(kindBoolean)
		}
	case left.kind == kindInteger && right.kind == kindInteger && op != "":
		if op == "/" { // Java cuts the quotient of two ints
			return operand{kind: kindInteger, node: syntax.NewCall("down", binary(op, left.node, right.node), integer("0"))}, nil
		}
		return joined(kindInteger)
	}
	return operand{}, fmt.Errorf("%s between %v and %v cannot be translated", operator, left.kind, right.kind)
}

// orderOf turns "a.compareTo(b) op k" into the comparison of a and b that
// holds for the same outcomes: "!= -1" is a >= b.
func orderOf(c operand, op string, with operand) (operand, error) {
	k, ok := smallInteger(with)
	if !ok {
		return operand{}, fmt.Errorf("the result of compareTo must be compared with a number")
	}
	// The index of an operator has bits for the outcomes less, equal and greater.
	meant := [8]string{
		1: "<", 2: "==", 3: "<=",
		4: ">", 5: "!=", 6: ">=",
	}
	holds, asked := 0, slices.Index(meant[:], op)
	for bit, outcome := range []int{-1, 0, 1} {
		if asked&(1<<(1+cmp.Compare(outcome, k))) != 0 {
			holds |= 1 << bit
		}
	}
	if meant[holds] == "" {
		return operand{}, fmt.Errorf("the comparison is the same for every result of compareTo, which is -1, 0 or 1")
	}
	return operand{kind: kindBoolean, node: binary(meant[holds], c.left, c.right)}, nil
}

// smallInteger reads a literal int.
func smallInteger(x operand) (int, bool) {
	text := ""
	switch n := x.node.(type) {
	case *leaf:
		text = digits(n)
	case *ast.UnaryNode:
		if number, ok := literalOf(n.Node); ok && n.Operator == "-" {
			text = "-" + digits(number)
		}
	}
	k, err := strconv.Atoi(text)
	return k, err == nil && x.kind == kindInteger
}

// construct parses the rest after "new".
func (p *javaParser) construct() (operand, error) {
	if t := p.next(); t.text != "BigDecimal" {
		return operand{}, fmt.Errorf("new %v cannot be translated", t)
	}
	arguments, err := p.arguments()
	if err != nil {
		return operand{}, err
	}
	if len(arguments) != 1 {
		return operand{}, fmt.Errorf("new BigDecimal takes one number")
	}
	x := arguments[0]
	number, literal := literalOf(x.node)
	switch {
	case x.kind == kindText:
		value, err := decimalOfText(x.text)
		return operand{kind: kindDecimal, node: value}, err
	case x.kind == kindInteger:
		return operand{kind: kindDecimal, node: x.node}, nil
	case x.kind == kindDouble && literal:
		return operand{kind: kindDecimal, node: binaryValue(digits(number))}, nil
	}
	return x, fmt.Errorf("new BigDecimal of a %v cannot be translated", x.kind)
}

// binaryValue returns the value of new BigDecimal(0.07): the exact value of the nearest
// double. BigDecimal.valueOf(0.07), by contrast, is 0.07.
func binaryValue(text string) ast.Node {
	const doubleBits = 53
	value, _ := new(big.Float).SetPrec(doubleBits).SetString(text)
	exact, _ := value.Rat(nil)
	places, _ := exact.FloatPrec()
	if written, ok := new(big.Rat).SetString(text); ok && written.Cmp(exact) == 0 {
		return syntax.NewNumber(text)
	}
	return syntax.NewNumber(exact.FloatString(places))
}

// decimalOfText reads the argument of new BigDecimal("0.07").
func decimalOfText(text string) (ast.Node, error) {
	digits, minus := strings.CutPrefix(text, "-")
	tokens, err := tokenize(digits)
	if err != nil || len(tokens) != 2 || tokens[0].kind != tokenInteger && tokens[0].kind != tokenDouble || tokens[0].text != digits {
		return nil, fmt.Errorf("new BigDecimal(%q) is not a plain decimal number", clip(text))
	}
	value := ast.Node(syntax.NewNumber(plainDigits(digits)))
	if minus {
		value = negative(value)
	}
	return value, nil
}

// static parses a constant or function of BigDecimal or RoundingMode.
func (p *javaParser) static(class string) (operand, error) {
	if err := p.expect("."); err != nil {
		return operand{}, err
	}
	name := p.next().text
	mode := name
	if class == "BigDecimal" {
		mode, _ = strings.CutPrefix(name, "ROUND_")
	}
	if rounding, ok := roundings[mode]; ok && (class == "RoundingMode" || mode != name) {
		return operand{kind: kindMode, text: rounding}, nil
	}
	if class == "BigDecimal" {
		switch name {
		case "ZERO", "ONE", "TEN":
			digits := map[string]string{"ZERO": "0", "ONE": "1", "TEN": "10"}[name]
			return operand{kind: kindDecimal, node: integer(digits)}, nil
		case "valueOf":
			return p.valueOf()
		}
	}
	return operand{}, fmt.Errorf("%s.%s cannot be translated", class, name)
}

func (p *javaParser) valueOf() (operand, error) {
	arguments, err := p.arguments()
	if err != nil {
		return operand{}, err
	}
	if len(arguments) != 1 {
		return operand{}, fmt.Errorf("BigDecimal.valueOf takes one number")
	}
	x := arguments[0]
	if x.kind != kindInteger && x.kind != kindDouble {
		return x, fmt.Errorf("BigDecimal.valueOf of a %v cannot be translated", x.kind)
	}
	if x.kind == kindDouble && numberOf(x.node) != nil {
		var err error
		if x, err = p.scope.shortest(x); err != nil {
			return x, err
		}
	}
	return operand{kind: kindDecimal, node: x.node}, nil
}

// callMethod translates a method of BigDecimal.
func callMethod(x operand, name string, arguments []operand) (operand, error) {
	if x.kind != kindDecimal {
		return x, fmt.Errorf(".%s is applied to a %v and not to a BigDecimal", name, x.kind)
	}
	decimal := func(n ast.Node) (operand, error) { return operand{kind: kindDecimal, node: n}, nil }
	if len(arguments) == 1 && arguments[0].kind == kindDecimal {
		y := arguments[0].node
		switch name {
		case "add":
			return decimal(binary("+", x.node, y))
		case "subtract":
			return decimal(binary("-", x.node, y))
		case "multiply":
			return decimal(binary("*", x.node, y))
		case "divide": // exact, or an exception in Java
			return decimal(binary("/", x.node, y))
		case "min", "max":
			return decimal(syntax.NewCall(name, x.node, y))
		case "compareTo":
			return operand{kind: kindComparison, left: x.node, right: y}, nil
		}
	}
	if len(arguments) == 0 {
		switch name {
		case "negate":
			return decimal(negative(x.node))
		case "abs":
			return decimal(syntax.NewCall("abs", x.node))
		case "signum":
			return operand{kind: kindComparison, left: x.node, right: integer("0")}, nil
		case "intValue", "longValue", "intValueExact", "longValueExact":
			return operand{kind: kindInteger, node: syntax.NewCall("down", x.node, integer("0"))}, nil
		}
	}
	if name == "setScale" && len(arguments) >= 1 && len(arguments) <= 2 {
		return rounded(x.node, arguments[0], arguments[1:])
	}
	if name == "divide" && len(arguments) == 3 && arguments[0].kind == kindDecimal {
		return rounded(binary("/", x.node, arguments[0].node), arguments[1], arguments[2:])
	}
	if name == "divide" && len(arguments) == 2 {
		return x, fmt.Errorf(".divide without a number of decimals keeps the scale of the dividend, which cannot be translated")
	}
	return x, fmt.Errorf(".%s with these arguments cannot be translated", name)
}

// rounded rounds to a number of decimals. Without a mode, or with UNNECESSARY, Java fails
// if rounding is needed, so the value is unchanged.
func rounded(x ast.Node, places operand, mode []operand) (operand, error) {
	n, ok := smallInteger(places)
	if !ok || n < 0 {
		return operand{}, fmt.Errorf("the number of decimals of a rounding must be a literal of 0 or more")
	}
	if len(mode) == 0 {
		return operand{kind: kindDecimal, node: x}, nil
	}
	if mode[0].kind != kindMode {
		return operand{}, fmt.Errorf("found a %v where a rounding mode is needed", mode[0].kind)
	}
	if mode[0].text == "" {
		return operand{kind: kindDecimal, node: x}, nil
	}
	return operand{kind: kindDecimal, node: syntax.NewCall(mode[0].text, x, integer(strconv.Itoa(n)))}, nil
}

// binary makes a binary operation. As operations are exact, a + (b - c) becomes
// a + b - c, and a * (b / c) becomes a * b / c.
func binary(op string, l, r ast.Node) ast.Node {
	if inner, ok := r.(*ast.BinaryNode); ok && continues(op, inner.Operator) {
		return binary(inner.Operator, binary(op, l, inner.Left), inner.Right)
	}
	return &ast.BinaryNode{Operator: op, Left: l, Right: r}
}

// continues reports whether the second operator may follow the first without
// parentheses.
func continues(first, second string) bool {
	return first == "+" && (second == "+" || second == "-") ||
		first == "*" && (second == "*" || second == "/")
}

// leaf is the node of a number, or of true or false.
type leaf = ast.ConstantNode

// literalOf returns the node of a number.
func literalOf(n ast.Node) (*leaf, bool) {
	if _, is := syntax.Literal[syntax.Number](n); !is {
		return nil, false
	}
	return n.(*leaf), true
}

// digits returns the text of a number, or an empty one.
func digits(n *leaf) string {
	number, _ := n.Value.(syntax.Number)
	return string(number)
}

func integer(digits string) ast.Node { return syntax.NewNumber(digits) }

func negative(x ast.Node) ast.Node {
	return &ast.UnaryNode{Operator: "-", Node: x}
}

// plainDigits returns a Java number in the syntax of the rule language: without leading
// zeros, with digits on both sides of the point.
func plainDigits(text string) string {
	whole, fraction, _ := strings.Cut(text, ".")
	if whole = strings.TrimLeft(whole, "0"); whole == "" {
		whole = "0"
	}
	if fraction == "" {
		return whole
	}
	return whole + "." + fraction
}
