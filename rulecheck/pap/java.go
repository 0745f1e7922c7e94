package pap

import (
	"fmt"

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
	// kindComparison is the result of compareTo or signum: -1, 0 or 1. It must be compared
	// immediately, as the rule language does not have such a value.
	kindComparison
	kindMode // a rounding mode
	kindText
)

func (k kind) String() string {
	return [...]string{"nothing", "int", "double", "BigDecimal", "boolean", "result of compareTo", "rounding mode", "text"}[k]
}

func (k kind) isNumber() bool { return k == kindInteger || k == kindDouble || k == kindDecimal }

// operand is a parsed part of a Java expression, in the rule language.
type operand struct {
	kind kind
	node ast.Node
	// left and right are the two sides of a kindComparison.
	left, right ast.Node
	// text is a kindText, or the function of a kindMode ("" for UNNECESSARY).
	text string
}

// maxNesting bounds the parser's recursion, as the rule language does.
const maxNesting = syntax.MaxNesting

type javaParser struct {
	tokens []token
	at     int
	depth  int
	scope  *program
}

func parseJava(text string, names *program) (operand, error) {
	tokens, err := tokenize(text)
	if err != nil {
		return operand{}, err
	}
	p := &javaParser{tokens: tokens, scope: names}
	return p.whole()
}

// whole parses the remaining tokens.
func (p *javaParser) whole() (operand, error) {
	x, err := p.expression()
	if err != nil {
		return x, err
	}
	p.accept(";")
	if p.peek().kind != tokenEnd {
		return x, fmt.Errorf("unexpected %v after the expression", p.peek())
	}
	return x, nil
}

// parseAssignment splits "NAME = expression" and translates the right side.
func parseAssignment(text string, names *program) (string, operand, error) {
	tokens, err := tokenize(text)
	if err != nil {
		return "", operand{}, err
	}
	if len(tokens) < 3 || tokens[0].kind != tokenName || tokens[1].text != "=" || tokens[1].kind != tokenOperator {
		return "", operand{}, fmt.Errorf("%q does not set a variable (NAME = expression)", clip(text))
	}
	p := &javaParser{tokens: tokens, at: 2, scope: names}
	x, err := p.whole()
	return tokens[0].text, x, err
}

func (p *javaParser) peek() token { return p.tokens[p.at] }

func (p *javaParser) next() token {
	t := p.tokens[p.at]
	if t.kind != tokenEnd {
		p.at++
	}
	return t
}

func (p *javaParser) accept(operator string) bool {
	if t := p.peek(); t.kind != tokenOperator || t.text != operator {
		return false
	}
	p.at++
	return true
}

func (p *javaParser) expect(operator string) error {
	if !p.accept(operator) {
		return fmt.Errorf("expected %q, not %v", operator, p.peek())
	}
	return nil
}

func (p *javaParser) expression() (operand, error) {
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > maxNesting {
		return operand{}, fmt.Errorf("more than %d parentheses are nested", maxNesting)
	}
	condition, err := p.binary(0)
	if err != nil || !p.accept("?") {
		return condition, err
	}
	then, err := p.expression()
	if err != nil {
		return then, err
	}
	if err := p.expect(":"); err != nil {
		return then, err
	}
	otherwise, err := p.expression()
	if err != nil {
		return otherwise, err
	}
	if condition.kind != kindBoolean || then.kind != otherwise.kind || !then.kind.isNumber() {
		return then, fmt.Errorf("the choice ? : needs a condition and two numbers of one type")
	}
	return operand{kind: then.kind, node: syntax.NewCall("choose", condition.node, then.node, otherwise.node)}, nil
}

// levels lists the binary operators by precedence, lowest first.
var levels = [][]string{{"||"}, {"&&"}, {"==", "!="}, {"<", ">", "<=", ">="}, {"+", "-"}, {"*", "/", "%"}}

func (p *javaParser) binary(level int) (operand, error) {
	if level == len(levels) {
		return p.unary()
	}
	left, err := p.binary(level + 1)
	for err == nil {
		operator := p.acceptAny(levels[level])
		if operator == "" {
			return left, nil
		}
		var right operand
		if right, err = p.binary(level + 1); err != nil {
			break
		}
		if isDoubleArithmetic(operator, left, right) {
			left, err = p.scope.doubleArithmetic(operator, left, right)
		} else {
			left, err = combine(operator, left, right)
		}
	}
	return left, err
}

func (p *javaParser) acceptAny(operators []string) string {
	for _, operator := range operators {
		if p.accept(operator) {
			return operator
		}
	}
	return ""
}

func (p *javaParser) unary() (operand, error) {
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > maxNesting {
		return operand{}, fmt.Errorf("more than %d operators are nested", maxNesting)
	}
	switch {
	case p.accept("!"):
		x, err := p.unary()
		if err == nil && x.kind != kindBoolean {
			err = fmt.Errorf("! is applied to a %v", x.kind)
		}
		return operand{kind: kindBoolean, node: &ast.UnaryNode{Operator: "not", Node: x.node}}, err
	case p.accept("-"):
		x, err := p.unary()
		if err == nil && x.kind != kindInteger && x.kind != kindDouble {
			err = fmt.Errorf("- is applied to a %v", x.kind)
		}
		return operand{kind: x.kind, node: negative(x.node)}, err
	}
	return p.postfix()
}

func (p *javaParser) postfix() (operand, error) {
	x, err := p.primary()
	for err == nil && p.accept(".") {
		name := p.next()
		if name.kind != tokenName {
			return x, fmt.Errorf("a method must follow the point, not %v", name)
		}
		var arguments []operand
		if arguments, err = p.arguments(); err == nil {
			x, err = callMethod(x, name.text, arguments)
		}
	}
	return x, err
}

func (p *javaParser) primary() (operand, error) {
	t := p.next()
	switch {
	case t.kind == tokenInteger:
		return operand{kind: kindInteger, node: syntax.NewNumber(t.text)}, nil
	case t.kind == tokenDouble:
		return operand{kind: kindDouble, node: syntax.NewNumber(plainDigits(t.text))}, nil
	case t.kind == tokenString:
		return operand{kind: kindText, text: t.text}, nil
	case t.kind == tokenOperator && t.text == "(":
		x, err := p.expression()
		if err != nil {
			return x, err
		}
		return x, p.expect(")")
	case t.kind != tokenName:
		return operand{}, fmt.Errorf("expected a value, not %v", t)
	}
	switch t.text {
	case "true", "false":
		return operand{kind: kindBoolean, node: &ast.ConstantNode{Value: t.text == "true"}}, nil
	case "new":
		return p.construct()
	case "BigDecimal", "RoundingMode":
		return p.static(t.text)
	}
	// The plan's name may precede a constant.
	if t.text == p.scope.plan.name && p.accept(".") {
		t = p.next()
	}
	if p.accept("[") {
		return p.index(t.text)
	}
	x, ok := p.scope.variable(t.text)
	if !ok {
		return x, fmt.Errorf("%s is neither a variable nor a constant of the plan", t.text)
	}
	return x, nil
}

func (p *javaParser) index(name string) (operand, error) {
	of, ok := p.scope.table(name)
	if !ok {
		return operand{}, fmt.Errorf("%s is not an array of the plan", name)
	}
	at, err := p.expression()
	if err != nil {
		return at, err
	}
	if at.kind != kindInteger {
		return at, fmt.Errorf("the index of %s is a %v and not an int", name, at.kind)
	}
	return operand{kind: of, node: &ast.MemberNode{Node: &ast.IdentifierNode{Value: name}, Property: at.node}}, p.expect("]")
}

// arguments parses the arguments of a call.
func (p *javaParser) arguments() ([]operand, error) {
	if err := p.expect("("); err != nil {
		return nil, err
	}
	var list []operand
	if p.accept(")") {
		return list, nil
	}
	for {
		x, err := p.expression()
		if err != nil {
			return nil, err
		}
		list = append(list, x)
		if p.accept(")") {
			return list, nil
		}
		if err := p.expect(","); err != nil {
			return nil, err
		}
	}
}
