package pap

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/expr-lang/expr/ast"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/syntax"
)

// step is a statement in the rule language. One of target, callee and condition is set.
type step struct {
	at     diagnostic.Position
	target string
	value  ast.Node
	callee string

	condition       ast.Node
	then, otherwise []*step
	// subject and cases replace the condition of a chain of decisions that tests one
	// variable; otherwise is the rest.
	subject string
	cases   []branch
}

type branch struct {
	code  string
	steps []*step
}

// procedure is a method of the plan; the main method does not have a name.
type procedure struct {
	name, page string
	steps      []*step
}

// variable is a declared variable.
type variable struct {
	declared
	kind    kind
	initial string // a literal; "0" without a default
}

// table is a constant array.
type table struct {
	name    string
	entries []string
	of      kind
}

// program is a translated plan.
type program struct {
	plan      *flowPlan
	variables map[string]*variable
	constants map[string]operand
	tables    map[string]*table
	// tableOrder lists the tables in the order of the file.
	tableOrder []*table
	procedures []*procedure
	// doubles are the numbers that differ in Java from their exact values.
	doubles map[*leaf]javaDouble
}

var kinds = map[string]kind{
	"int": kindInteger, "long": kindInteger, "double": kindDouble, "BigDecimal": kindDecimal, "boolean": kindBoolean,
}

// translate turns a plan's declarations and statements into the rule language.
func translate(plan *flowPlan) (*program, error) {
	p := &program{plan: plan, variables: make(map[string]*variable), constants: make(map[string]operand), tables: make(map[string]*table),
		doubles: make(map[*leaf]javaDouble)}
	for _, d := range plan.constants {
		if err := p.declareConstant(d); err != nil {
			return nil, err
		}
	}
	for _, list := range [][]declared{plan.inputs, plan.outputs, plan.internals} {
		for _, d := range list {
			if err := p.declareVariable(d); err != nil {
				return nil, err
			}
		}
	}
	methods := make(map[string]*method)
	for _, m := range plan.methods {
		if first, twice := methods[m.name]; twice {
			return nil, errorAt(m.at, "the method %s occurs twice; the first is in line %d", m.name, first.at.Line)
		}
		if !isWord(m.name) {
			return nil, errorAt(m.at, "the method name %q is not a name", clip(m.name))
		}
		methods[m.name] = m
	}
	for _, m := range append([]*method{plan.main}, plan.methods...) {
		steps, err := p.steps(m.statements, methods)
		if err != nil {
			return nil, err
		}
		p.procedures = append(p.procedures, &procedure{name: m.name, page: m.page, steps: steps})
	}
	return p, p.checkCycles()
}

func (p *program) checkName(d declared) error {
	if syntax.IsReserved(d.name) {
		return errorAt(d.at, "the name %s is reserved in the rule language", d.name)
	}
	if !isWord(d.name) {
		return errorAt(d.at, "%q is not a name", clip(d.name))
	}
	_, isVariable := p.variables[d.name]
	_, isConstant := p.constants[d.name]
	_, isTable := p.tables[d.name]
	if isVariable || isConstant || isTable {
		return errorAt(d.at, "%s is declared twice", d.name)
	}
	return nil
}

// isWord reports whether a text is a valid name in the rule language.
func isWord(name string) bool { return syntax.IsName(name) && !syntax.IsReserved(name) }

func (p *program) declareVariable(d declared) error {
	if err := p.checkName(d); err != nil {
		return err
	}
	v := &variable{declared: d, kind: kinds[d.kind], initial: "0"}
	switch {
	case v.kind == 0:
		return errorAt(d.at, "%s has the type %s, which cannot be translated", d.name, d.kind)
	case v.kind == kindBoolean:
		v.initial = "false"
	}
	if d.value != "" {
		x, err := parseJava(d.value, p)
		if err != nil {
			return errorAt(d.at, "the default of %s: %v", d.name, err)
		}
		if v.initial, err = literal(x, v.kind); err != nil {
			return errorAt(d.at, "the default of %s: %v", d.name, err)
		}
	}
	p.variables[d.name] = v
	return nil
}

// literal returns the text of a constant for a variable of a type. The types may differ,
// as plans write 1.0 for an int and 0 for a BigDecimal.
func literal(x operand, of kind) (string, error) {
	if (x.kind == kindBoolean) != (of == kindBoolean) || !x.kind.isNumber() && x.kind != kindBoolean {
		return "", fmt.Errorf("found a %v where a %v is needed", x.kind, of)
	}
	if b, ok := syntax.Literal[bool](x.node); ok {
		return strconv.FormatBool(b), nil
	}
	value, ok := constantOf(x.node, nil)
	if !ok {
		return "", fmt.Errorf("it is not a constant")
	}
	if value.Num().BitLen() > maxBits || value.Denom().BitLen() > maxBits {
		return "", fmt.Errorf("it has too many digits")
	}
	if value.IsInt() && of != kindDecimal {
		return value.Num().String(), nil
	}
	if of == kindInteger {
		return "", fmt.Errorf("an int cannot be %s", syntax.Format(x.node))
	}
	if n, ok := literalOf(x.node); ok {
		return digits(n), nil
	}
	text, finite := decimalText(value)
	if !finite {
		return "", fmt.Errorf("%s is not a finite decimal number", syntax.Format(x.node))
	}
	return text, nil
}

func (p *program) declareConstant(d declared) error {
	if err := p.checkName(d); err != nil {
		return err
	}
	base, isArray := strings.CutSuffix(strings.ReplaceAll(d.kind, " ", ""), "[]")
	of := kinds[base]
	if of == 0 {
		return errorAt(d.at, "%s has the type %s, which cannot be translated", d.name, d.kind)
	}
	if isArray {
		return p.declareTable(d, of)
	}
	x, err := parseJava(d.value, p)
	if err == nil {
		var text string
		if text, err = literal(x, of); err == nil {
			p.constants[d.name] = operand{kind: of, text: text, node: x.node}
			return nil
		}
	}
	return errorAt(d.at, "the constant %s: %v", d.name, err)
}

func (p *program) declareTable(d declared, of kind) error {
	t := &table{name: d.name, of: of}
	tokens, err := tokenize(d.value)
	if err != nil {
		return errorAt(d.at, "the array %s: %v", d.name, err)
	}
	parser := &javaParser{tokens: tokens, scope: p}
	if parser.peek().text == "new" { // new BigDecimal[] {…}
		parser.at = min(len(tokens)-1, parser.at+4)
	}
	if !parser.accept("{") {
		return errorAt(d.at, "the array %s is not written as {…}", d.name)
	}
	for !parser.accept("}") {
		x, err := parser.expression()
		var text string
		if err == nil {
			text, err = literal(x, of)
		}
		if as, is := p.doubles[numberOf(x.node)]; is {
			err = fmt.Errorf("it is %v, which cannot be marked in an array", as)
		}
		if err == nil && !parser.accept(",") && parser.peek().text != "}" {
			err = fmt.Errorf("unexpected %v", parser.peek())
		}
		if err != nil {
			return errorAt(d.at, "the array %s, entry %d: %v", d.name, len(t.entries), err)
		}
		t.entries = append(t.entries, text)
	}
	if parser.accept(";"); parser.peek().kind != tokenEnd {
		return errorAt(d.at, "the array %s: unexpected %v after it", d.name, parser.peek())
	}
	if len(t.entries) == 0 {
		return errorAt(d.at, "the array %s is empty", d.name)
	}
	p.tables[d.name] = t
	p.tableOrder = append(p.tableOrder, t)
	return nil
}

// variable returns a variable, or the value of a constant, as a new tree.
func (p *program) variable(name string) (operand, bool) {
	if c, ok := p.constants[name]; ok {
		return operand{kind: c.kind, node: p.marked(constantNode(c.text), c.node)}, true
	}
	v, ok := p.variables[name]
	if !ok {
		return operand{}, false
	}
	return operand{kind: v.kind, node: &ast.IdentifierNode{Value: name}}, true
}

func constantNode(text string) ast.Node {
	if digits, minus := strings.CutPrefix(text, "-"); minus {
		return negative(integer(digits))
	}
	if text == "true" || text == "false" {
		return &ast.ConstantNode{Value: text == "true"}
	}
	return integer(text)
}

// table returns the kind of the elements of an array.
func (p *program) table(name string) (kind, bool) {
	t, ok := p.tables[name]
	if !ok {
		return 0, false
	}
	return t.of, true
}

func (p *program) steps(statements []*statement, methods map[string]*method) ([]*step, error) {
	var list []*step
	for _, s := range statements {
		translated, err := p.step(s, methods)
		if err != nil {
			return nil, err
		}
		list = append(list, translated)
	}
	return list, nil
}

func (p *program) step(s *statement, methods map[string]*method) (*step, error) {
	switch {
	case s.condition != "":
		return p.decision(s, methods)
	case s.execute != "":
		if methods[s.execute] == nil {
			return nil, errorAt(s.at, "the plan has no method %s", s.execute)
		}
		return &step{at: s.at, callee: s.execute}, nil
	}
	target, x, err := parseAssignment(s.exec, p)
	if err != nil {
		return nil, errorAt(s.at, "%v", err)
	}
	v, ok := p.variables[target]
	if !ok {
		return nil, errorAt(s.at, "%s is not a variable of the plan", target)
	}
	if x.kind != v.kind && (v.kind != kindDouble || x.kind != kindInteger) {
		return nil, errorAt(s.at, "%s is a %v and cannot be set to a %v", target, v.kind, x.kind)
	}
	return &step{at: s.at, target: target, value: x.node}, checkLength(s.at, x.node)
}

func (p *program) decision(s *statement, methods map[string]*method) (*step, error) {
	x, err := parseJava(s.condition, p)
	if err != nil {
		return nil, errorAt(s.at, "%v", err)
	}
	if x.kind != kindBoolean {
		return nil, errorAt(s.at, "the condition is a %v", x.kind)
	}
	if err := checkLength(s.at, x.node); err != nil {
		return nil, err
	}
	d := &step{at: s.at, condition: x.node}
	if d.then, err = p.steps(s.then, methods); err != nil {
		return nil, err
	}
	d.otherwise, err = p.steps(s.otherwise, methods)
	return d, err
}

func checkLength(at diagnostic.Position, n ast.Node) error {
	if length := len(syntax.Format(n)); length > syntax.MaxExpression {
		return errorAt(at, "the expression has %d characters; the rule language takes %d", length, syntax.MaxExpression)
	}
	return nil
}

// checkCycles refuses recursive methods, which the rule language does not support.
func (p *program) checkCycles() error {
	byName := make(map[string]*procedure)
	for _, procedure := range p.procedures {
		byName[procedure.name] = procedure
	}
	const open, done = 1, 2
	state := make(map[string]int)
	var follow func(name string) error
	follow = func(name string) (err error) {
		state[name] = open
		walk(byName[name].steps, func(s *step) {
			switch {
			case s.callee == "" || err != nil || state[s.callee] == done:
			case state[s.callee] == open:
				err = errorAt(s.at, "%s calls itself", s.callee)
			default:
				err = follow(s.callee)
			}
		})
		state[name] = done
		return err
	}
	for _, procedure := range p.procedures {
		if state[procedure.name] == 0 {
			if err := follow(procedure.name); err != nil {
				return err
			}
		}
	}
	return nil
}
