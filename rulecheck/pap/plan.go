package pap

import (
	"fmt"
	"math/big"
	"path"
	"slices"
	"strings"

	"github.com/expr-lang/expr/ast"
	"gopkg.in/yaml.v3"

	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/rulecheck/ruletext"
)

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
	Variables  map[string]variableNote
	Tables     map[string]string
	Procedures []procedureNote
	Patterns   []yaml.Node

	structural map[string]bool
	patterns   []knownPattern
}

type variableNote struct {
	Unit     string
	Decimals *int
	About    quotedText
}

// quotedText is a text, or a text for each language, as one line of YAML.
type quotedText string

// UnmarshalYAML reads a text, or texts by language.
func (w *quotedText) UnmarshalYAML(node *yaml.Node) error {
	if node.Kind == yaml.ScalarNode {
		*w = quotedText(ruletext.Quoted(node.Value))
		return nil
	}
	var parts []string
	for i := 0; i+1 < len(node.Content); i += 2 {
		parts = append(parts, node.Content[i].Value+": "+ruletext.Quoted(node.Content[i+1].Value))
	}
	*w = quotedText("{" + strings.Join(parts, ", ") + "}")
	return nil
}

type procedureNote struct {
	Name, About string // in the name * stands for any characters
}

// SourceNote describes the imported file in a program.
type SourceNote struct{ ID, Name, URL, License string }

// limitedPattern is a pattern that applies only to some plans.
type limitedPattern struct {
	Where string
	Steps yaml.Node
}

// pattern is a run of steps as a plan may have it; other steps may be between them.
type pattern []*patternStep

// knownPattern is a pattern of the file, with the variable that a plan must have to be
// looked at; "" looks at every plan.
type knownPattern struct {
	pattern
	line  int
	where string
}

type patternStep struct {
	target string
	value  ast.Node
	callee string

	condition       ast.Node
	then, otherwise pattern
	// holes are the parameters' expressions by the names that stand for them in
	// value or condition.
	holes map[string]ast.Node
}

// LoadPlan reads what is known about flow plans. The error names the line.
func LoadPlan(data []byte) (*Plan, error) {
	p := &Plan{structural: make(map[string]bool)}
	if err := syntax.Decode(data, p); err != nil {
		return nil, fmt.Errorf("the plan file cannot be read: %w", err)
	}
	if p.Program == "" {
		return nil, fmt.Errorf("the key program is missing: write the name of the program to write")
	}
	if p.Source.ID == "" {
		return nil, fmt.Errorf("the key source.id is missing")
	}
	for _, number := range p.Structural {
		value, ok := new(big.Rat).SetString(number)
		if !ok {
			return nil, fmt.Errorf("structural_numbers: %q is not a number", number)
		}
		p.structural[value.RatString()] = true
	}
	for i := range p.Patterns {
		n := &p.Patterns[i]
		known := knownPattern{line: n.Line}
		var limited limitedPattern
		if n.Kind == yaml.MappingNode && n.Decode(&limited) == nil && limited.Where != "" {
			known.where, n = limited.Where, &limited.Steps
		}
		if n.Kind == 0 || len(n.Content) == 0 && n.Kind == yaml.SequenceNode {
			return nil, fmt.Errorf("line %d: the pattern is empty", known.line)
		}
		var err error
		if known.pattern, err = p.readPattern(n); err != nil {
			return nil, err
		}
		p.patterns = append(p.patterns, known)
	}
	return p, nil
}

// readPattern reads a step or a list of steps.
func (p *Plan) readPattern(n *yaml.Node) (pattern, error) {
	nodes := []*yaml.Node{n}
	if n.Kind == yaml.SequenceNode {
		nodes = n.Content
	}
	var steps pattern
	for _, node := range nodes {
		s, err := p.readPatternStep(node)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", node.Line, err)
		}
		steps = append(steps, s)
	}
	return steps, nil
}

func (p *Plan) readPatternStep(n *yaml.Node) (*patternStep, error) {
	if n.Kind != yaml.MappingNode || len(n.Content) == 0 {
		return nil, fmt.Errorf("a pattern is a step (NAME: expression, call: NAME or if: …), or a list of steps")
	}
	s := &patternStep{holes: make(map[string]ast.Node)}
	var err error
	for i := 0; i < len(n.Content); i += 2 {
		key, value := n.Content[i].Value, n.Content[i+1]
		switch key {
		case "if":
			s.condition, err = p.readHoles(value.Value, s.holes)
		case "then":
			s.then, err = p.readPattern(value)
		case "else":
			s.otherwise, err = p.readPattern(value)
		case "call":
			s.callee = value.Value
		default:
			s.target = key
			s.value, err = p.readHoles(value.Value, s.holes)
		}
		if err != nil {
			return nil, err
		}
	}
	return s, nil
}

// holeName is a placeholder for a hole while an expression is parsed.
const holeName = "hole_%d_"

// readHoles parses an expression with expressions of parameters in {…}.
func (p *Plan) readHoles(text string, holes map[string]ast.Node) (ast.Node, error) {
	var plain strings.Builder
	rest := text
	for {
		before, after, found := strings.Cut(rest, "{")
		plain.WriteString(before)
		if !found {
			break
		}
		inner, tail, closed := strings.Cut(after, "}")
		if !closed {
			return nil, fmt.Errorf("the brace in %q is not closed", text)
		}
		hole, parseErr := syntax.ParseExpression(inner)
		if parseErr != nil {
			return nil, fmt.Errorf("%q: %v", inner, parseErr)
		}
		for _, name := range syntax.Names(hole) {
			if !slices.Contains(p.Parameters, name) {
				return nil, fmt.Errorf("%q: the parameter %s is not listed under parameters", inner, name)
			}
		}
		name := fmt.Sprintf(holeName, len(holes))
		holes[name] = hole
		plain.WriteString(name)
		rest = tail
	}
	node, parseErr := syntax.ParseExpression(plain.String())
	if parseErr != nil {
		return nil, fmt.Errorf("%q: %v", text, parseErr)
	}
	return node, nil
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
