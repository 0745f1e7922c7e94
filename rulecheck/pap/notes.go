package pap

import (
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/expr-lang/expr/ast"

	"github.com/payslate/payslate/internal/hostfile"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/rules/format"
)

const (
	// PlanFile is the plan file in the rules; it is not part of any year.
	PlanFile = "de/plan.yaml"
	// VariablesFile describes the variables of plans, next to the plan file.
	VariablesFile = "variables.yaml"
)

// Plan is the plan file rules/de/plan.yaml: known names and numbers of flow plans of all
// years. rules/format describes its keys.
type Plan struct {
	// Program is the name of the program to write, and About its description.
	Program string `key:"program"`
	About   string `key:"about"`
	// Source describes the imported file. Its texts and the citations of procedures may
	// contain {year}, {page} and {version} of the plan.
	Source SourceNote `key:"source"`
	// Cite is the citation of a procedure, CitePage the citation if the page is known.
	Cite     string `key:"cite"`
	CitePage string `key:"cite_page"`

	// Structural lists numbers that are not figures of the law, Parameters the names that
	// patterns may use.
	Structural []string          `key:"structural_numbers"`
	Parameters []string          `key:"parameters"`
	Tables     map[string]string `key:"tables"`
	Procedures []procedureNote   `key:"procedures"`
	Patterns   []*syntax.Node    `key:"patterns"`

	patterns []*pattern
	// Alone makes a program describe its variables itself, in place of the country's file.
	Alone bool

	// file describes variables, which programs name; descriptions are its lines for each.
	file         *syntax.File
	variables    map[string]*syntax.Variable
	descriptions map[string]string
}

type procedureNote struct {
	Name  string `key:"name"` // * stands for any characters
	About string `key:"about"`
}

// SourceNote describes the imported file in a program.
type SourceNote struct {
	ID      string `key:"id"`
	Name    string `key:"name"`
	URL     string `key:"url"`
	License string `key:"license"`
}

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

// LoadPlan reads what is known about flow plans from a file, and variables, a rule file that
// describes their variables, or nil.
func LoadPlan(files fs.FS, name string, variables []byte) (*Plan, diagnostic.List) {
	p := &Plan{file: &syntax.File{}}
	r := planReader{p, hostfile.Decode(files, name, format.Of("plan"), p)}
	for _, n := range p.Patterns {
		if n.Kind == syntax.Mapping { // else the schema reports it
			p.patterns = append(p.patterns, r.pattern(n))
		}
	}
	if variables == nil || r.found.HasErrors() {
		return p, r.found
	}
	if p.file, r.found = syntax.Read(path.Join(path.Dir(name), VariablesFile), variables); r.found.HasErrors() {
		return p, r.found
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

// planReader reads the patterns of a plan file and collects the findings.
type planReader struct {
	*Plan
	found diagnostic.List
}

func (r *planReader) pattern(n *syntax.Node) *pattern {
	read, steps := &pattern{holes: make(map[string]*formula)}, 0
	for _, e := range n.Entries {
		switch e.Key.Text {
		case "where":
			read.where = e.Value.Text
		case "if":
			for _, condition := range append(e.Value.Items, e.Value) {
				if condition.Kind == syntax.Scalar {
					read.within = append(read.within, r.expression(condition, read.holes))
				}
			}
		default:
			steps++
			read.target, read.value = e.Key.Text, r.expression(e.Value, read.holes)
		}
	}
	if steps > 1 || steps == 0 && len(read.within) != 1 {
		r.found.Fail(n.Range, "bad-plan", "a pattern has one step, or else one condition", "Write NAME: expression, with the conditions around it under if, or if: condition alone.")
	}
	return read
}

// holeName is a placeholder for a hole while an expression is parsed. It is no longer than the
// hole, so that the parser's positions are right.
const holeName = "_%d"

var (
	inBraces = regexp.MustCompile(`\{([^{}]*)\}`)
	names    = regexp.MustCompile(`\b[A-Za-z_]\w*`)
)

// expression parses an expression with formulas of parameters in {…}; nil after an error.
func (r *planReader) expression(n *syntax.Node, holes map[string]*formula) ast.Node {
	found := len(r.found)
	plain := inBraces.ReplaceAllStringFunc(n.Text, func(braces string) string {
		inner := braces[1 : len(braces)-1]
		is := r.parse(n, inner, utf8.RuneCountInString(n.Text[:strings.Index(n.Text, braces)])+1)
		if is == nil {
			return braces
		}
		for _, name := range syntax.Names(is) {
			if !slices.Contains(r.Parameters, name) {
				r.found.Suggest(n.Range, "unknown-parameter", "the parameter "+name+" is not listed under parameters", "List it there, or correct its name.", diagnostic.Nearest(name, r.Parameters))
			}
		}
		read, _ := syntax.ParseExpression(names.ReplaceAllString(inner, syntax.Parameters+".$0"))
		name := fmt.Sprintf(holeName, len(holes))
		holes[name] = &formula{is, read}
		return fmt.Sprintf("%-*s", utf8.RuneCountInString(braces), name)
	})
	if len(r.found) > found {
		return nil
	}
	return r.parse(n, plain, 0)
}

// parse parses a part of a scalar, from an offset on; nil after an error.
func (r *planReader) parse(n *syntax.Node, text string, offset int) ast.Node {
	tree, err := syntax.ParseExpression(text)
	if err != nil {
		err.Subject = n.Span(offset+err.From, offset+err.To)
		r.found.Append(err.Diagnostic)
	}
	return tree
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
