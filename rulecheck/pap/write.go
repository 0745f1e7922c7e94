package pap

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/expr-lang/expr/ast"
	"gopkg.in/yaml.v3"

	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/rulecheck/ruletext"
	"github.com/payslate/payslate/rulecheck/schema"
)

// writer writes a program as YAML.
type writer struct {
	out     strings.Builder
	plan    *Plan
	program *program
	year    int
	digest  string
	solved  *solution
	marks   []Mark
}

func (w *writer) line(indent int, format string, args ...any) {
	w.out.WriteString(strings.Repeat(" ", indent))
	fmt.Fprintf(&w.out, format, args...)
	w.out.WriteByte('\n')
}

// fill fills the placeholders of a text in plan.yaml.
func (w *writer) fill(text, page string) string {
	return strings.NewReplacer("{year}", strconv.Itoa(w.year), "{page}", page, "{version}", w.program.plan.version).Replace(text)
}

// write returns the whole file.
func (w *writer) write() []byte {
	source := w.plan.Source
	// The file goes into the folder of its year.
	w.out.WriteString(schema.LineOf("rules", "country/year/program.yaml"))
	w.line(0, "# Made by rulecheck import pap of the official file named below: import it again, do not edit.")
	w.line(0, "sources:")
	w.line(2, "%s:", source.ID)
	for _, field := range []struct{ key, value string }{
		{"name", w.fill(source.Name, "")}, {"url", source.URL}, {"license", source.License},
		{"date", w.program.plan.stand}, {"digest", "sha256:" + w.digest},
	} {
		if field.value != "" {
			w.line(4, "%s: %s", field.key, scalar(field.value))
		}
	}
	w.line(0, "")
	w.line(0, "programs:")
	w.line(2, "%s:", w.plan.Program)
	if w.plan.About != "" {
		w.line(4, "about: %s", scalar(w.fill(w.plan.About, "")))
	}
	w.line(4, "imported: true")
	w.line(4, "source: %s", source.ID)
	w.toCheck()
	w.variables()
	w.tables()
	w.parameters()
	for _, procedure := range w.program.procedures {
		if procedure.name == "" {
			w.branch("do", procedure.steps, 4)
		}
	}
	w.procedures()
	return []byte(w.out.String())
}

// toCheck writes the marks with their proposals. Variables are marked in their
// declarations.
func (w *writer) toCheck() {
	heading := "to_check:"
	for _, mark := range w.marks {
		if mark.step == nil && mark.names != nil {
			continue
		}
		if heading != "" {
			w.line(4, "%s", heading)
			heading = ""
		}
		for _, proposal := range mark.Proposals {
			w.line(6, "# for %s, %s", builtIn, proposal)
		}
		w.line(6, "- %s", ruletext.Quoted(mark.Text))
	}
}

// section writes a heading and its variables, if there are any.
func (w *writer) section(indent int, heading string, names []declared, describe func(*variable) string) {
	if len(names) > 0 {
		w.line(indent, "%s:", heading)
	}
	for _, d := range names {
		w.line(indent+2, "%s: %s", d.name, describe(w.program.variables[d.name]))
	}
}

func (w *writer) variables() {
	plan := w.program.plan
	w.section(4, "in", plan.inputs, func(v *variable) string { return w.variable(v, true) })
	w.section(4, "out", plan.outputs, func(v *variable) string {
		_, kind := w.kindOf(v)
		return kind
	})
	// Outputs are state, as that has a value on every path.
	w.section(4, "state", w.program.written()[len(plan.inputs):], func(v *variable) string { return w.variable(v, false) })
}

// variable returns the declaration of a variable in one line.
func (w *writer) variable(v *variable, isInput bool) string {
	note, known := w.plan.Variables[v.name]
	var parts []string
	part := func(format string, args ...any) { parts = append(parts, fmt.Sprintf(format, args...)) }
	key, kind := w.kindOf(v)
	part("%s: %s", key, kind)
	if isInput {
		if v.kind == kindDecimal || v.kind == kindDouble {
			part("decimals: %d", note.decimals(known))
		}
		part("default: %s", v.initial)
	} else if v.initial != "0" && v.initial != "false" {
		part("start: %s", v.initial)
	}
	if note.About != "" {
		part("about: %s", note.About)
	}
	if !known {
		return "{" + strings.Join(parts, ", ") + ", to_check: true} # for " + builtIn + ", " + v.proposal()
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// kindOf returns the type of a variable, or its unit.
func (w *writer) kindOf(v *variable) (key, kind string) {
	switch note := w.plan.Variables[v.name]; {
	case v.kind == kindInteger:
		return "type", "integer"
	case v.kind == kindBoolean:
		return "type", "boolean"
	case note.Unit != "":
		return "unit", note.Unit
	}
	return "type", "number"
}

// unknownDecimals are the decimals of an input that is not in plan.yaml: amounts have none
// or two, and rates at most three.
const unknownDecimals = 3

func (n variableNote) decimals(known bool) int {
	switch {
	case n.Decimals != nil:
		return *n.Decimals
	case known:
		return 0
	default:
		return unknownDecimals
	}
}

// written returns the variables that a program declares: inputs, outputs, and internal
// variables that are used, as plans declare many that are not.
func (p *program) written() []declared {
	used := p.used()
	return append(slices.Concat(p.plan.inputs, p.plan.outputs), slices.DeleteFunc(slices.Clone(p.plan.internals), func(d declared) bool {
		return !used[d.name]
	})...)
}

func (p *program) used() map[string]bool {
	used := make(map[string]bool)
	for _, procedure := range p.procedures {
		walk(procedure.steps, func(s *step) {
			used[s.target] = true
			used[s.subject] = true
			for _, n := range []ast.Node{s.condition, s.value} {
				if n == nil {
					continue
				}
				for _, name := range syntax.Names(n) {
					used[name] = true
				}
			}
		})
	}
	return used
}

// numbersPerLine is the number of entries in a line of a table.
const numbersPerLine = 15

func (w *writer) tables() {
	used := w.program.used()
	tables := slices.DeleteFunc(slices.Clone(w.program.tableOrder), func(t *table) bool { return !used[t.name] })
	if len(tables) == 0 {
		return
	}
	w.line(4, "tables:")
	for _, t := range tables {
		w.line(6, "%s:", t.name)
		if about := w.plan.Tables[t.name]; about != "" {
			w.line(8, "about: %s", scalar(about))
		}
		w.line(8, "numbers:")
		rows := slices.Collect(slices.Chunk(t.entries, numbersPerLine))
		for i, row := range rows {
			open, end := " ", ","
			if i == 0 {
				open = "["
			}
			if i == len(rows)-1 {
				end = "]"
			}
			w.line(10, "%s%s%s", open, strings.Join(row, ", "), end)
		}
	}
}

// parameters writes the parameters in the order of plan.yaml.
func (w *writer) parameters() {
	if len(w.solved.texts) == 0 {
		return
	}
	w.line(4, "parameters:")
	for _, name := range w.plan.Parameters {
		if text, ok := w.solved.texts[name]; ok {
			w.line(6, "%s: %s", name, text)
		}
	}
}

func (w *writer) procedures() {
	if len(w.program.procedures) < 2 {
		return
	}
	w.line(4, "procedures:")
	for _, procedure := range w.program.procedures {
		if procedure.name == "" {
			continue
		}
		w.line(6, "%s:", procedure.name)
		if about := w.plan.procedureAbout(procedure.name); about != "" {
			w.line(8, "about: %s", scalar(about))
		}
		cite := w.plan.Cite
		if procedure.page != "" {
			cite = w.plan.CitePage
		}
		if cite != "" {
			w.line(8, "cite: %s", scalar(w.fill(cite, procedure.page)))
		}
		w.branch("do", procedure.steps, 8)
	}
}

func (w *writer) steps(steps []*step, indent int) {
	for _, s := range steps {
		switch {
		case s.callee != "":
			w.line(indent, "- call: %s", s.callee)
		case s.condition == nil:
			w.line(indent, "- %s: %s%s", s.target, scalar(syntax.Format(s.value)), w.program.remark(s.value))
		case s.subject != "":
			w.line(indent, "- match: %s", s.subject)
			w.line(indent+2, "cases:")
			for _, c := range s.cases {
				w.branch(c.code, c.steps, indent+4)
			}
			w.branch("else", s.otherwise, indent+2)
		default:
			w.line(indent, "- if: %s%s", scalar(syntax.Format(s.condition)), w.program.remark(s.condition))
			w.branch("then", s.then, indent+2)
			if len(s.otherwise) > 0 {
				w.branch("else", s.otherwise, indent+2)
			}
		}
	}
}

// branch writes steps under a key.
func (w *writer) branch(name string, steps []*step, indent int) {
	if len(steps) == 0 {
		w.line(indent, "%s: []", name)
		return
	}
	w.line(indent, "%s:", name)
	w.steps(steps, indent+2)
}

// scalar returns a text as a YAML value, quoted if necessary.
func scalar(text string) string {
	var read struct{ V yaml.Node }
	err := yaml.Unmarshal([]byte("v: "+text+"\n"), &read)
	if err == nil && read.V.Kind == yaml.ScalarNode && read.V.Value == text && !strings.ContainsAny(text, "\n\"{}#") {
		return text
	}
	return ruletext.Quoted(text)
}
