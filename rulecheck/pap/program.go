package pap

import (
	"fmt"
	goast "go/ast"
	"regexp"
	"strings"

	"github.com/expr-lang/expr/ast"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/syntax"
)

// program is a translated plan.
type program struct {
	at            diagnostic.Position
	name, version string
	// year is the year that the name holds, and date the date of the file (ISO 8601) from
	// a comment; "" without one.
	year, date string
	// names has the variables and constants by their names, and methods the methods.
	constants, inputs, outputs, internals []*declared
	names, methods                        map[string]*declared
	procedures                            []*procedure
	// doubles describe the numbers that Java, which computes in binary floating point,
	// takes instead of the exact values: 0.0045 + 0.07 is 0.07450000000000001. The program
	// takes Java's number, as the official file does.
	doubles map[*leaf]string

	// element is translated at the moment, and err is the first error.
	element *element
	err     error
}

// declared is a variable, a constant or an array of the plan.
type declared struct {
	at   diagnostic.Position
	name string
	kind kind
	// initial is the default of a variable.
	initial string
	// constant is the value of a constant, table that of an array.
	constant ast.Node
	table    []string
	// used is set if a statement or another declaration has the name.
	used bool
}

// operand returns a variable, or the value of a constant, as a new tree.
func (d *declared) operand(p *program) operand {
	if d.constant == nil {
		return operand{kind: d.kind, node: &ast.IdentifierNode{Value: d.name}}
	}
	again := numberNode(d.constant.String())
	if as, ok := p.doubles[numberOf(d.constant)]; ok {
		p.doubles[numberOf(again)] = as
	}
	return operand{kind: d.kind, node: again}
}

// procedure is a method of the plan; the main method does not have a name.
type procedure struct {
	name string
	// page is the page of the printed plan, such as "31" or "15–16"; "" if unknown.
	page  string
	steps []*step
}

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

var (
	yearInName  = regexp.MustCompile(`(19|20)\d\d`)
	fileDate    = regexp.MustCompile(`Stand:?\s*(?:(\d{4}-\d{2}-\d{2})|(\d{2})\.(\d{2})\.(\d{4}))`)
	pageComment = regexp.MustCompile(`Seiten?\s+(\d+)(?:\s*(?:-|–|bis|und)\s*(\d+))?`)
	assignment  = regexp.MustCompile(`^(\w+)\s*=\s*([^=].*)$`)
)

// translate reads a file and turns its declarations and statements into the rule language.
func translate(data []byte) (*program, error) {
	root, err := readXML(data)
	if err != nil {
		return nil, err
	}
	p := &program{at: root.at, name: root.attribute("name"), version: root.attribute("version", "versionNummer"),
		names: make(map[string]*declared), doubles: make(map[*leaf]string)}
	p.year = yearInName.FindString(p.name)
	if m := fileDate.FindSubmatch(data); m != nil {
		if p.date = string(m[1]); p.date == "" {
			p.date = fmt.Sprintf("%s-%s-%s", m[4], m[3], m[2])
		}
	}
	for _, list := range []struct {
		element string
		into    *[]*declared
	}{{"CONSTANT", &p.constants}, {"INPUT", &p.inputs}, {"OUTPUT", &p.outputs}, {"INTERNAL", &p.internals}} {
		for _, e := range root.all(list.element) {
			*list.into = append(*list.into, p.declare(e))
		}
	}
	p.readMethods(root)
	return p, p.err
}

// fail keeps the first error, with the place of the element that is translated.
func (p *program) fail(format string, args ...any) operand {
	if p.err == nil {
		p.err = errorAt(p.element.at, format, args...)
	}
	return operand{node: integer("0")}
}

// javaKinds are the types of declarations.
var javaKinds = map[string]kind{"int": kindInteger, "long": kindInteger, "double": kindDouble, "BigDecimal": kindDecimal}

// declare reads a declaration. "defaul" occurs in the plan of 2026.
func (p *program) declare(e *element) *declared {
	p.element = e
	javaType := strings.ReplaceAll(e.attribute("type"), " ", "")
	base, isArray := strings.CutSuffix(javaType, "[]")
	d := &declared{at: e.at, name: e.attribute("name"), kind: javaKinds[base], initial: "0"}
	p.checkName(d.name, p.names[d.name])
	if d.kind == 0 || isArray && e.name != "CONSTANT" {
		p.fail("%s has the type %s, which cannot be translated", d.name, javaType)
	}
	switch value := e.attribute("default", "defaul", "value"); {
	case isArray:
		p.declareTable(d, value)
	case e.name == "CONSTANT":
		d.constant = p.literal(p.java(value), d.kind)
	case value != "":
		d.initial = p.literal(p.java(value), d.kind).String()
	}
	p.names[d.name] = d
	return d
}

// checkName refuses a name that is not one of the rule language, or is taken.
func (p *program) checkName(name string, first *declared) {
	switch {
	case !syntax.IsName(name) || syntax.IsReserved(name):
		p.fail("%q is not a name of the rule language, or is reserved in it", clip(name))
	case first != nil:
		p.fail("%s is declared twice; the first is in line %d", name, first.at.Line)
	}
}

// literal returns a constant for a variable of a type. The types may differ, as plans
// write 1.0 for an int and 0 for a BigDecimal.
func (p *program) literal(x operand, of kind) ast.Node {
	value, ok := constantOf(x.node, nil)
	if x.kind > kindDecimal || !ok {
		return p.fail("%s is not a constant, or has too many digits", clip(x.node.String())).node
	}
	text, finite := decimalText(value)
	switch {
	case of == kindInteger && !value.IsInt():
		p.fail("an int cannot be %s", x.node.String())
	case !finite:
		p.fail("%s is not a finite decimal number", x.node.String())
	case numberOf(x.node) != nil && (of == kindDecimal || !value.IsInt()):
		return x.node // with its own digits, such as 0.0
	}
	return numberNode(text)
}

func (p *program) declareTable(d *declared, value string) {
	parsed, err := parseJava(value)
	array, ok := parsed.(*goast.CompositeLit)
	if err != nil || !ok || len(array.Elts) == 0 {
		p.fail("the array %s is not written as {…}, or is empty", d.name)
		return
	}
	for i, entry := range array.Elts {
		node := p.literal(p.operand(entry), d.kind)
		if as := p.doubles[numberOf(node)]; as != "" {
			p.fail("entry %d of %s is %s, which cannot be marked in an array", i, d.name, as)
		}
		d.table = append(d.table, node.String())
	}
}

// readMethods translates the methods, the main one first.
func (p *program) readMethods(root *element) {
	mains, methods := root.all("MAIN"), root.all("METHOD")
	p.element = root
	if len(mains) != 1 {
		p.fail("the plan needs one <MAIN>, not %d", len(mains))
	}
	p.methods = make(map[string]*declared)
	for _, e := range methods {
		p.element = e
		name := e.attribute("name")
		p.checkName(name, p.methods[name])
		p.methods[name] = &declared{at: e.at}
	}
	for _, e := range append(mains, methods...) {
		p.procedures = append(p.procedures, &procedure{name: e.attribute("name"), page: pageOf(e.comment), steps: tidy(p.steps(e))})
	}
}

// pageOf returns the page of the printed plan in a comment, or "".
func pageOf(comment string) string {
	found := pageComment.FindAllStringSubmatch(comment, -1)
	if found == nil {
		return ""
	}
	m := found[len(found)-1]
	return strings.TrimSuffix(m[1]+"–"+m[2], "–")
}

// steps translates the statements in an element, which may be nil.
func (p *program) steps(parent *element) (list []*step) {
	if parent == nil {
		return nil
	}
	for _, e := range parent.children {
		p.element = e
		s := &step{at: e.at, callee: e.attribute("method")}
		switch e.name {
		case "EVAL":
			s.target, s.value = p.assignment(e.attribute("exec"))
		case "EXECUTE":
			if p.methods[s.callee] == nil {
				p.fail("the plan has no method %s", s.callee)
			}
		case "IF":
			x := p.java(e.attribute("expr"))
			if x.kind != kindBoolean {
				p.fail("the condition is a %v", x.kind)
			}
			if e.child("THEN") == nil {
				p.fail("<IF> has no <THEN>")
			}
			s.condition, s.then, s.otherwise = x.node, p.steps(e.child("THEN")), p.steps(e.child("ELSE"))
		}
		list = append(list, s)
	}
	return list
}

func (p *program) assignment(text string) (target string, value ast.Node) {
	parts := assignment.FindStringSubmatch(strings.Join(strings.Fields(text), " "))
	if parts == nil {
		return "", p.fail("%q does not set a variable (NAME = expression)", clip(text)).node
	}
	v := p.names[parts[1]]
	if v == nil || v.constant != nil || v.table != nil {
		return "", p.fail("%s is not a variable of the plan", parts[1]).node
	}
	x := p.java(parts[2])
	if v.used = true; x.kind != v.kind && (v.kind != kindDouble || x.kind != kindInteger) {
		p.fail("%s is a %v and cannot be set to a %v", v.name, v.kind, x.kind)
	}
	return v.name, x.node
}
