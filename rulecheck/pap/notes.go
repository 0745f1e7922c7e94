package pap

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/expr-lang/expr/ast"
	"gopkg.in/yaml.v3"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/syntax"
)

// variablesFile describes the variables of plans, next to the plan file.
const variablesFile = "variables.yaml"

// Plan is the plan file rules/de/plan.yaml: known names and numbers of flow plans of all
// years.
type Plan struct {
	// Program is the name of the program to write, and About its description.
	Program, About string
	// Source describes the imported file. Its texts and the citations of procedures may
	// contain {year}, {page} and {version} of the plan.
	Source SourceNote
	// Cite is the citation of a procedure, CitePage the citation if the page is known.
	Cite     string
	CitePage string `yaml:"cite_page"`

	// Structural lists numbers that are not figures of the law, Parameters the names that
	// patterns may use.
	Structural []string `yaml:"structural_numbers"`
	Parameters []string
	Tables     map[string]string
	Procedures []procedureNote
	Patterns   []yaml.Node

	patterns []*pattern
	// Alone makes a program describe its variables itself, in place of the country's file.
	Alone bool `yaml:"-"`

	// file describes variables, which programs name; descriptions are its lines for each.
	file         *syntax.File
	variables    map[string]*syntax.Variable
	descriptions map[string]string
}

type procedureNote struct {
	Name, About string // in the name * stands for any characters
}

// SourceNote describes the imported file in a program.
type SourceNote struct{ ID, Name, URL, License string }

// pattern is a step as a plan may have it: an assignment inside conditions, or a condition
// alone.
type pattern struct {
	// where is a variable that the plan must have; "" fits every plan.
	where string
	// within are the conditions around the step, from the outside to the inside. A branch
	// "else" of a condition has the opposite condition.
	within []ast.Node
	target string
	value  ast.Node
	// holes are the parameters' formulas by the names that stand for them in the
	// expressions.
	holes map[string]*formula
}

// formula computes a number of a plan from parameters. read is the same with p.NAME.
type formula struct{ is, read ast.Node }

// LoadPlan reads what is known about flow plans, and a rule file that describes their
// variables, or is nil. The error names the line.
func LoadPlan(data, variables []byte) (*Plan, error) {
	p := &Plan{}
	if err := syntax.Decode(data, p); err != nil {
		return nil, fmt.Errorf("the plan file cannot be read: %w", err)
	}
	if p.Program == "" || p.Source.ID == "" {
		return nil, fmt.Errorf("the key program or source.id is missing: write the names of the program to write and of its source")
	}
	for i := range p.Patterns {
		read, err := p.readPattern(&p.Patterns[i])
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", p.Patterns[i].Line, err)
		}
		p.patterns = append(p.patterns, read)
	}
	if p.file = (&syntax.File{}); variables == nil {
		return p, nil
	}
	var list diagnostic.List
	if p.file, list = syntax.Read(variablesFile, variables); list.HasErrors() {
		return nil, list.Err()
	}
	p.variables = syntax.Described(p.file).Variables
	p.descriptions = make(map[string]string)
	if section := p.file.Root.Get("variables"); section != nil {
		lines := strings.SplitAfter(string(variables), "\n")
		for _, e := range section.Entries {
			p.descriptions[e.Key.Text] = strings.Join(lines[e.Key.Range.Start.Line-1:e.Value.Range.End.Line], "")
		}
	}
	return p, nil
}

func (p *Plan) readPattern(n *yaml.Node) (*pattern, error) {
	var keys map[string]yaml.Node
	if err := n.Decode(&keys); err != nil {
		return nil, fmt.Errorf("a pattern is a step (NAME: expression), or a condition (if: …)")
	}
	read := &pattern{where: keys["where"].Value, holes: make(map[string]*formula)}
	conditions := []yaml.Node{keys["if"]}
	if conditions[0].Kind == yaml.SequenceNode {
		_ = conditions[0].Decode(&conditions) // a list of nodes
	}
	for _, text := range conditions {
		if text.Value != "" {
			condition, err := p.readHoles(text.Value, read.holes)
			if err != nil {
				return nil, err
			}
			read.within = append(read.within, condition)
		}
	}
	delete(keys, "where")
	delete(keys, "if")
	for target, text := range keys {
		var err error
		if read.value, err = p.readHoles(text.Value, read.holes); err != nil {
			return nil, err
		}
		read.target = target
	}
	if len(keys) > 1 || len(keys) == 0 && len(read.within) != 1 {
		return nil, fmt.Errorf("a pattern has one step (NAME: expression), or else one condition (if: …)")
	}
	return read, nil
}

// holeName is a placeholder for a hole while an expression is parsed.
const holeName = "hole_%d_"

var (
	inBraces = regexp.MustCompile(`\{([^{}]*)\}`)
	names    = regexp.MustCompile(`\b[A-Za-z_]\w*`)
)

// readHoles parses an expression with formulas of parameters in {…}.
func (p *Plan) readHoles(text string, holes map[string]*formula) (ast.Node, error) {
	var failed error
	plain := inBraces.ReplaceAllStringFunc(text, func(braces string) string {
		inner := braces[1 : len(braces)-1]
		is, err := parse(inner)
		if err != nil {
			failed = err
			return ""
		}
		read, _ := parse(names.ReplaceAllString(inner, syntax.Parameters+".$0"))
		for _, name := range syntax.Names(is) {
			if !slices.Contains(p.Parameters, name) {
				failed = fmt.Errorf("%q: the parameter %s is not listed under parameters", inner, name)
			}
		}
		name := fmt.Sprintf(holeName, len(holes))
		holes[name] = &formula{is, read}
		return name
	})
	if failed != nil {
		return nil, failed
	}
	return parse(plain)
}

func parse(text string) (ast.Node, error) {
	n, err := syntax.ParseExpression(text)
	if err != nil {
		return nil, fmt.Errorf("%q: %v", text, err)
	}
	return n, nil
}

// procedureAbout returns the description of a procedure, or "".
func (p *Plan) procedureAbout(name string) string {
	for _, note := range p.Procedures { // an invalid pattern matches nothing
		if ok, _ := path.Match(note.Name, name); ok {
			return note.About
		}
	}
	return ""
}
