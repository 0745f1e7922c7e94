package pap

import (
	"cmp"
	"errors"
	"fmt"
	goast "go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/expr-lang/expr/ast"

	"github.com/payslate/payslate/interpreter/syntax"
)

// kind is a type of the plan's Java.
type kind uint8

const (
	kindInteger kind = iota + 1 // int and long
	kindDouble
	kindDecimal // BigDecimal
	kindBoolean
	// kindComparison is the result of compareTo: -1, 0 or 1. It must be compared
	// immediately, as the rule language does not have such a value.
	kindComparison
)

func (k kind) String() string {
	return [...]string{"nothing", "int", "double", "BigDecimal", "boolean", "result of compareTo"}[k]
}

// operand is a part of a Java expression, in the rule language.
type operand struct {
	kind kind
	node ast.Node
}

// Where the syntax of Java differs from that of Go.
var (
	javaNew    = regexp.MustCompile(`\bnew\s+(\w+)\s*\(`)
	javaArray  = regexp.MustCompile(`^\s*(?:new\s+\w+\s*\[\s*\]\s*)?\{`)
	javaSuffix = regexp.MustCompile(`\b(\d+(?:\.\d*)?|\.\d+)([LlDd])\b`)
	javaNumber = regexp.MustCompile(`^(0|[1-9]\d*)?(\.\d*)?$`)
)

// parseJava parses a Java expression or an array with the parser of Go, which has the same
// operators and calls.
func parseJava(text string) (goast.Expr, error) {
	text = strings.TrimSuffix(strings.TrimSpace(text), ";")
	if strings.Contains(text, "//") || strings.Contains(text, "/*") {
		return nil, fmt.Errorf("%q contains a comment", clip(text))
	}
	text = javaArray.ReplaceAllString(text, "[]array{")
	text = javaNew.ReplaceAllString(text, "$1.new(")
	text = javaSuffix.ReplaceAllStringFunc(text, func(number string) string {
		digits, suffix := number[:len(number)-1], number[len(number)-1:]
		if strings.EqualFold(suffix, "d") && !strings.Contains(digits, ".") {
			digits += ".0"
		}
		return digits
	})
	x, err := parser.ParseExpr(strings.Join(strings.Fields(text), " ")) // Go would end an expression at a line end
	var list scanner.ErrorList
	if errors.As(err, &list) {
		return nil, fmt.Errorf("%q cannot be read: %s", clip(text), list[0].Msg)
	}
	return x, err
}

// java translates a Java expression.
func (p *program) java(text string) operand {
	x, err := parseJava(text)
	if err != nil {
		return p.fail("%v", err)
	}
	return p.operand(x)
}

func (p *program) operand(x goast.Expr) operand {
	switch x := x.(type) {
	case *goast.ParenExpr:
		return p.operand(x.X)
	case *goast.BasicLit:
		return p.number(x.Value)
	case *goast.Ident:
		if of := p.names[x.Name]; of != nil && of.table == nil {
			of.used = true
			return of.operand(p)
		}
		return p.fail("%s is neither a variable nor a constant of the plan", x.Name)
	case *goast.UnaryExpr:
		return p.unary(x.Op, p.operand(x.X))
	case *goast.BinaryExpr:
		return p.binary(x.Op, p.operand(x.X), p.operand(x.Y))
	case *goast.IndexExpr:
		return p.index(x)
	case *goast.SelectorExpr:
		of, _ := x.X.(*goast.Ident)
		digits, isConstant := decimalConstants[x.Sel.Name]
		switch {
		case of != nil && of.Name == "BigDecimal" && isConstant:
			return operand{kind: kindDecimal, node: integer(digits)}
		case of != nil && of.Name == p.name:
			return p.operand(x.Sel)
		}
		return p.fail(".%s cannot be translated", x.Sel.Name)
	case *goast.CallExpr:
		if method, ok := x.Fun.(*goast.SelectorExpr); ok {
			return p.call(method, x.Args)
		}
	}
	return p.fail("this Java expression cannot be translated")
}

var decimalConstants = map[string]string{"ZERO": "0", "ONE": "1", "TEN": "10"}

// number translates a literal.
func (p *program) number(text string) operand {
	if !javaNumber.MatchString(text) {
		return p.fail("%s is not a decimal number", text)
	}
	whole, fraction, point := strings.Cut(text, ".")
	digits := cmp.Or(whole, "0")
	if fraction != "" {
		digits += "." + fraction
	}
	k := kindInteger
	if point {
		k = kindDouble
	}
	return operand{kind: k, node: &ast.ConstantNode{Value: syntax.Number(digits)}}
}

func (p *program) unary(op token.Token, x operand) operand {
	switch {
	case op == token.NOT && x.kind == kindBoolean:
		return operand{kind: kindBoolean, node: &ast.UnaryNode{Operator: "not", Node: x.node}}
	case op == token.SUB && (x.kind == kindInteger || x.kind == kindDouble):
		return operand{kind: x.kind, node: negative(x.node)}
	}
	return p.fail("%v is applied to a %v", op, x.kind)
}

// operators are the operators of the rule language for those of Java.
var operators = map[token.Token]string{
	token.LOR: "or", token.LAND: "and", token.EQL: "==", token.NEQ: "!=",
	token.LSS: "<", token.GTR: ">", token.LEQ: "<=", token.GEQ: ">=",
	token.ADD: "+", token.SUB: "-", token.MUL: "*", token.QUO: "/",
}

func (p *program) binary(javaOp token.Token, left, right operand) operand {
	op := operators[javaOp]
	node := func() ast.Node { return binary(op, left.node, right.node) }
	compares, primitive := syntax.IsComparison(op), left.kind <= kindDouble && right.kind <= kindDouble
	integers := left.kind == kindInteger && right.kind == kindInteger
	switch {
	case (op == "or" || op == "and") && left.kind == kindBoolean && right.kind == kindBoolean, compares && primitive:
		return operand{kind: kindBoolean, node: node()}
	case compares && left.kind == kindComparison:
		return p.orderOf(left, op, right)
	case compares && right.kind == kindComparison:
		return p.orderOf(right, mirrored[op], left)
	case op == "/" && integers: // Java cuts the quotient of two ints
		return operand{kind: kindInteger, node: syntax.NewCall("down", node(), integer("0"))}
	case op != "" && integers:
		return operand{kind: kindInteger, node: node()}
	case op != "" && primitive && numberOf(left.node) != nil && numberOf(right.node) != nil:
		return p.doubleArithmetic(op, left.node, right.node)
	}
	return p.fail("%v between %v and %v cannot be translated", javaOp, left.kind, right.kind)
}

// orderOf turns "a.compareTo(b) op k" into the comparison of a and b that
// holds for the same outcomes: "!= -1" is a >= b.
func (p *program) orderOf(c operand, op string, with operand) operand {
	k, err := strconv.Atoi(with.node.String())
	if err != nil {
		return p.fail("the result of compareTo must be compared with a number")
	}
	// The index of an operator has bits for the outcomes less, equal and greater.
	meant := [8]string{1: "<", 2: "==", 3: "<=", 4: ">", 5: "!=", 6: ">="}
	holds, asked := 0, slices.Index(meant[:], op)
	for bit, outcome := range []int{-1, 0, 1} {
		if asked&(1<<(1+cmp.Compare(outcome, k))) != 0 {
			holds |= 1 << bit
		}
	}
	if meant[holds] == "" {
		return p.fail("the comparison is the same for every result of compareTo, which is -1, 0 or 1")
	}
	sides := c.node.(*ast.BinaryNode)
	return operand{kind: kindBoolean, node: binary(meant[holds], sides.Left, sides.Right)}
}

func (p *program) index(x *goast.IndexExpr) operand {
	name, _ := x.X.(*goast.Ident)
	if name == nil || p.names[name.Name] == nil || p.names[name.Name].table == nil {
		return p.fail("only an array of the plan has an index")
	}
	at, array := p.operand(x.Index), p.names[name.Name]
	if array.used = true; at.kind != kindInteger {
		return p.fail("the index of %s is a %v and not an int", name.Name, at.kind)
	}
	return operand{kind: array.kind, node: &ast.MemberNode{Node: &ast.IdentifierNode{Value: name.Name}, Property: at.node}}
}

// decimalMethods are the operators or functions of the rule language for methods of
// BigDecimal with one BigDecimal. Without a scale, divide is exact or fails in Java.
var decimalMethods = map[string]string{
	"add": "+", "subtract": "-", "multiply": "*", "divide": "/", "min": "min", "max": "max", "compareTo": compares,
}

// compares is the operator of a kindComparison.
const compares = "compareTo"

func (p *program) call(method *goast.SelectorExpr, with []goast.Expr) operand {
	name := method.Sel.Name
	if class, ok := method.X.(*goast.Ident); ok && class.Name == "BigDecimal" {
		return p.newDecimal(name, with)
	}
	x, op := p.operand(method.X), decimalMethods[name]
	switch {
	case x.kind != kindDecimal:
		return p.fail(".%s is applied to a %v and not to a BigDecimal", name, x.kind)
	case name == "setScale" && len(with) > 0:
		return p.rounded(x.node, with[0], with[1:])
	case name == "divide" && len(with) == 2:
		return p.fail(".divide without a number of decimals keeps the scale of the dividend, which cannot be translated")
	case name == "longValue" || name == "intValue":
		return operand{kind: kindInteger, node: syntax.NewCall("down", x.node, integer("0"))}
	case op == "" || len(with) != 1 && (name != "divide" || len(with) != 3):
		return p.fail(".%s with these arguments cannot be translated", name)
	}
	y := p.operand(with[0])
	switch {
	case y.kind != kindDecimal:
		return p.fail(".%s of a %v cannot be translated", name, y.kind)
	case op == compares:
		return operand{kind: kindComparison, node: &ast.BinaryNode{Operator: op, Left: x.node, Right: y.node}}
	case syntax.IsName(op):
		return operand{kind: kindDecimal, node: syntax.NewCall(op, x.node, y.node)}
	case len(with) == 3:
		return p.rounded(binary(op, x.node, y.node), with[1], with[2:])
	}
	return operand{kind: kindDecimal, node: binary(op, x.node, y.node)}
}

// newDecimal translates BigDecimal.valueOf(x) and new BigDecimal(x). The latter takes only
// an int, as new BigDecimal(0.07) is not 0.07.
func (p *program) newDecimal(name string, with []goast.Expr) operand {
	if len(with) != 1 || name != "valueOf" && name != "new" {
		return p.fail("BigDecimal.%s with these arguments cannot be translated", name)
	}
	x := p.operand(with[0])
	if x.kind != kindInteger && (x.kind != kindDouble || name == "new") {
		return p.fail("%s BigDecimal of a %v cannot be translated", name, x.kind)
	}
	p.checkDouble(x)
	return operand{kind: kindDecimal, node: x.node}
}

// roundings are the functions of the rule language for Java's rounding modes.
var roundings = map[string]string{
	"DOWN": "down", "UP": "up", "HALF_UP": "half_up", "HALF_DOWN": "half_down", "FLOOR": "floor", "CEILING": "ceiling",
}

// rounded rounds to a number of decimals. Without a mode Java fails if rounding is needed,
// so the value is unchanged.
func (p *program) rounded(x ast.Node, places goast.Expr, mode []goast.Expr) operand {
	n := p.operand(places)
	if n.kind != kindInteger || numberOf(n.node) != n.node {
		return p.fail("the number of decimals of a rounding must be a literal of 0 or more")
	}
	if len(mode) > 0 {
		named, _ := mode[0].(*goast.SelectorExpr)
		if named == nil || roundings[strings.TrimPrefix(named.Sel.Name, "ROUND_")] == "" {
			return p.fail("a rounding needs a mode such as BigDecimal.ROUND_DOWN")
		}
		x = syntax.NewCall(roundings[strings.TrimPrefix(named.Sel.Name, "ROUND_")], x, n.node)
	}
	return operand{kind: kindDecimal, node: x}
}

// binary makes a binary operation. As operations are exact, a + (b - c) becomes
// a + b - c, and a * (b / c) becomes a * b / c.
func binary(op string, l, r ast.Node) ast.Node {
	if inner, ok := r.(*ast.BinaryNode); ok {
		next := inner.Operator
		if op == "+" && (next == "+" || next == "-") || op == "*" && (next == "*" || next == "/") {
			return binary(next, binary(op, l, inner.Left), inner.Right)
		}
	}
	return &ast.BinaryNode{Operator: op, Left: l, Right: r}
}

func integer(digits string) ast.Node { return &ast.ConstantNode{Value: syntax.Number(digits)} }

func negative(x ast.Node) ast.Node {
	return &ast.UnaryNode{Operator: "-", Node: x}
}
