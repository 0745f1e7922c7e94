package pap

import (
	"regexp"
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/diagnostic"
)

// flowPlan is an XML file as declarations and statements, with expressions as Java text.
type flowPlan struct {
	at            diagnostic.Position
	name, version string
	// year is the year that the name holds; "" without one.
	year string
	// stand is the date of the file (ISO 8601), from a comment; "" without one.
	stand     string
	inputs    []declared
	outputs   []declared
	internals []declared
	constants []declared
	main      *method
	methods   []*method
}

// declared is a variable or constant.
type declared struct {
	at         diagnostic.Position
	name, kind string
	// value is the default, or the expression of a constant; it may be empty.
	value string
}

type method struct {
	at   diagnostic.Position
	name string
	// page is the page of the printed plan, such as "31" or "15–16"; "" if unknown.
	page       string
	statements []*statement
}

// statement is an EVAL, an EXECUTE or an IF; one of exec, execute, condition is set.
type statement struct {
	at        diagnostic.Position
	exec      string
	execute   string
	condition string
	then      []*statement
	otherwise []*statement
	hasElse   bool
}

var (
	yearInName   = regexp.MustCompile(`(19|20)\d\d`)
	standComment = regexp.MustCompile(`Stand:?\s*(\d{4})-(\d{2})-(\d{2})`)
	standGerman  = regexp.MustCompile(`Stand:?\s*(\d{1,2})\.(\d{1,2})\.(\d{4})`)
	pageComment  = regexp.MustCompile(`Seiten?\s+(\d+)(?:\s*(?:-|–|bis|und)\s*(\d+))?`)
)

// readPlan reads a file's declarations and statements.
func readPlan(data []byte) (*flowPlan, error) {
	root, err := readXML(data)
	if err != nil {
		return nil, err
	}
	plan := &flowPlan{at: root.at}
	plan.name, _ = root.attribute("name")
	plan.year = yearInName.FindString(plan.name)
	plan.version, _ = root.attribute("version", "versionNummer")
	for _, part := range root.children {
		switch part.name {
		case "":
			plan.readStand(part.comment)
		case "VARIABLES", "CONSTANTS":
			err = plan.readDeclarations(part)
		case "METHODS":
			err = plan.readMethods(part)
		default:
			err = unknownElement(part, root)
		}
		if err != nil {
			return nil, err
		}
	}
	if plan.main == nil {
		return nil, errorAt(root.at, "the plan has no <MAIN>")
	}
	return plan, nil
}

// contents lists the elements that an element may contain.
var contents = map[string][]string{
	"PAP":       {"VARIABLES", "CONSTANTS", "METHODS"},
	"VARIABLES": {"INPUTS", "OUTPUTS", "INTERNALS", "INPUT", "OUTPUT", "INTERNAL"},
	"INPUTS":    {"INPUT"}, "OUTPUTS": {"OUTPUT"}, "INTERNALS": {"INTERNAL"},
	"CONSTANTS": {"CONSTANT"},
	"METHODS":   {"MAIN", "METHOD"},
	"MAIN":      {"EVAL", "EXECUTE", "IF"}, "METHOD": {"EVAL", "EXECUTE", "IF"},
	"THEN": {"EVAL", "EXECUTE", "IF"}, "ELSE": {"EVAL", "EXECUTE", "IF"},
	"IF": {"THEN", "ELSE"},
}

func unknownElement(e, parent *element) error {
	err := &Error{At: e.at, Message: "unknown element <" + e.name + "> in <" + parent.name + ">"}
	may := contents[parent.name]
	switch near := diagnostic.Nearest(e.name, may); {
	case near != "":
		err.Hint = "Did you mean <" + near + ">?"
	case len(may) == 0:
		err.Hint = "<" + parent.name + "> cannot contain other elements."
	default:
		err.Hint = "<" + parent.name + "> may contain <" + strings.Join(may, ">, <") + ">."
		if slices.Contains(may, "IF") {
			err.Hint += " A choice between several cases is an <IF> with another <IF> in its <ELSE>."
		}
	}
	return err
}

func (p *flowPlan) readStand(comment string) {
	if p.stand != "" {
		return
	}
	if m := standComment.FindStringSubmatch(comment); m != nil {
		p.stand = m[1] + "-" + m[2] + "-" + m[3]
	} else if m := standGerman.FindStringSubmatch(comment); m != nil {
		p.stand = m[3] + "-" + twoDigits(m[2]) + "-" + twoDigits(m[1])
	}
}

func twoDigits(digits string) string { return strings.Repeat("0", 2-len(digits)) + digits }

// readDeclarations reads constants, and variables in groups or, before 2016, in one list.
func (p *flowPlan) readDeclarations(parent *element) error {
	lists := map[string]*[]declared{"INPUT": &p.inputs, "OUTPUT": &p.outputs, "INTERNAL": &p.internals, "CONSTANT": &p.constants}
	for _, e := range parent.children {
		var err error
		switch {
		case e.isComment():
			p.readStand(e.comment)
		case !slices.Contains(contents[parent.name], e.name):
			err = unknownElement(e, parent)
		case lists[e.name] != nil:
			err = appendDeclaration(lists[e.name], e)
		default:
			err = p.readDeclarations(e)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// appendDeclaration also accepts the attribute "defaul", which occurs in the plan of 2026.
func appendDeclaration(list *[]declared, e *element) error {
	if inner := e.elements(); len(inner) > 0 {
		return unknownElement(inner[0], e)
	}
	d := declared{at: e.at}
	for name, field := range map[string]*string{"name": &d.name, "type": &d.kind} {
		value, ok := e.attribute(name)
		if *field = strings.TrimSpace(value); !ok || *field == "" {
			return errorAt(e.at, "<%s> has no attribute %q", e.name, name)
		}
	}
	if e.name == "CONSTANT" {
		d.value, _ = e.attribute("value")
	} else {
		d.value, _ = e.attribute("default", "defaul")
	}
	d.value = strings.TrimSpace(d.value)
	*list = append(*list, d)
	return nil
}

func (p *flowPlan) readMethods(parent *element) error {
	page := ""
	for _, e := range parent.children {
		if e.isComment() {
			if found := pageOf(e.comment); found != "" {
				page = found
			}
			continue
		}
		if e.name != "MAIN" && e.name != "METHOD" {
			return unknownElement(e, parent)
		}
		statements, err := readStatements(e, e.children)
		if err != nil {
			return err
		}
		m := &method{at: e.at, page: page, statements: statements}
		page = ""
		if e.name == "MAIN" {
			if p.main != nil {
				return errorAt(e.at, "the plan has a second <MAIN>; the first is in line %d", p.main.at.Line)
			}
			p.main = m
			continue
		}
		if m.name, _ = e.attribute("name"); m.name == "" {
			return errorAt(e.at, `<METHOD> has no attribute "name"`)
		}
		p.methods = append(p.methods, m)
	}
	return nil
}

// pageOf returns the page of the printed plan in a comment, or "".
func pageOf(comment string) string {
	m := pageComment.FindStringSubmatch(comment)
	if m == nil {
		return ""
	}
	if m[2] != "" {
		return m[1] + "–" + m[2]
	}
	return m[1]
}

// readStatements reads the statements of a method or a branch. A plan of 2015 has an
// <ELSE> after its <IF>, and statements inside an <IF> after its branches. As in the Java
// of the published generator, the <ELSE> belongs to that <IF>, and the statements follow
// it.
func readStatements(parent *element, children []*element) ([]*statement, error) {
	var list []*statement
	for _, e := range children {
		switch e.name {
		case "":
			continue
		case "EVAL", "EXECUTE":
			s, err := readAction(e)
			if err != nil {
				return nil, err
			}
			list = append(list, s)
		case "IF":
			decision, after, err := readDecision(e)
			if err != nil {
				return nil, err
			}
			list = append(append(list, decision), after...)
		case "ELSE":
			if len(list) == 0 || list[len(list)-1].condition == "" || list[len(list)-1].hasElse {
				return nil, errorAt(e.at, "<ELSE> must follow an <IF> without <ELSE>")
			}
			if err := readElse(list[len(list)-1], e); err != nil {
				return nil, err
			}
		default:
			return nil, unknownElement(e, parent)
		}
	}
	return list, nil
}

func readAction(e *element) (*statement, error) {
	if inner := e.elements(); len(inner) > 0 {
		return nil, unknownElement(inner[0], e)
	}
	s := &statement{at: e.at}
	name, field := "exec", &s.exec
	if e.name == "EXECUTE" {
		name, field = "method", &s.execute
	}
	value, _ := e.attribute(name)
	if value == "" {
		return nil, errorAt(e.at, "<%s> has no attribute %q", e.name, name)
	}
	*field = value
	return s, nil
}

// readDecision reads an IF, and the statements after its branches.
func readDecision(e *element) (decision *statement, after []*statement, err error) {
	s := &statement{at: e.at}
	s.condition, _ = e.attribute("expr")
	if s.condition == "" {
		return nil, nil, errorAt(e.at, `<IF> has no attribute "expr"`)
	}
	hasThen := false
	for i, child := range e.children {
		switch child.name {
		case "":
			continue
		case "THEN":
			if hasThen || s.hasElse {
				return nil, nil, errorAt(child.at, "<THEN> must be the first branch of its <IF>, and occur once")
			}
			hasThen = true
			s.then, err = readStatements(child, child.children)
		case "ELSE":
			if !hasThen || s.hasElse {
				return nil, nil, errorAt(child.at, "<ELSE> must follow <THEN>, and occur once")
			}
			err = readElse(s, child)
		case "EVAL", "EXECUTE", "IF":
			if !hasThen {
				return nil, nil, errorAt(child.at, "<%s> comes before the <THEN> of its <IF>", child.name)
			}
			after, err = readStatements(e, e.children[i:])
			return s, after, err
		default:
			err = unknownElement(child, e)
		}
		if err != nil {
			return nil, nil, err
		}
	}
	if !hasThen {
		return nil, nil, errorAt(e.at, "<IF> has no <THEN>")
	}
	return s, nil, nil
}

func readElse(s *statement, e *element) error {
	var err error
	s.hasElse = true
	s.otherwise, err = readStatements(e, e.children)
	return err
}
