package pap

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/rulecheck/schema"
)

// writer writes a program as YAML.
type writer struct {
	out     strings.Builder
	plan    *Plan
	program *program
	year    int
	digest  string
	figures *figures
	// marks are those of steps.
	marks diagnostic.List
}

func (w *writer) line(indent int, format string, args ...any) {
	w.out.WriteString(strings.Repeat(" ", indent))
	fmt.Fprintf(&w.out, format, args...)
	w.out.WriteByte('\n')
}

// fill fills the placeholders of a text in plan.yaml.
func (w *writer) fill(text, page string) string {
	return strings.NewReplacer("{year}", strconv.Itoa(w.year), "{page}", page, "{version}", w.program.version).Replace(text)
}

// write returns the whole file.
func (w *writer) write() []byte {
	source := w.plan.Source
	// The file goes into the folder of its year.
	w.out.WriteString(schema.LineOf("rules", "country/year/program.yaml"))
	w.line(0, "# Made by rulecheck import pap of the official file named below: import it again, do not edit.")
	w.line(0, "sources:")
	w.line(2, "%s:", source.ID)
	w.text(4, "name", w.fill(source.Name, ""))
	w.text(4, "url", source.URL)
	w.text(4, "license", source.License)
	w.text(4, "date", w.program.date)
	w.text(4, "digest", "sha256:"+w.digest)
	w.line(0, "\nprograms:\n  %s:", w.plan.Program)
	w.text(4, "about", w.fill(w.plan.About, ""))
	w.line(4, "imported: true")
	w.line(4, "source: %s", source.ID)
	w.list("to_check", len(w.marks))
	for _, mark := range w.marks {
		w.line(6, "- %s", strconv.Quote(mark.Summary))
	}
	w.variables()
	w.tables()
	w.list("parameters", len(w.figures.texts))
	for _, name := range w.plan.Parameters {
		if text, ok := w.figures.texts[name]; ok {
			w.line(6, "%s: %s", name, text)
		}
	}
	w.branch("do", w.program.procedures[0].steps, 4)
	w.list("procedures", len(w.program.procedures)-1)
	for _, procedure := range w.program.procedures[1:] {
		w.line(6, "%s:", procedure.name)
		w.text(8, "about", w.plan.procedureAbout(procedure.name))
		cite := w.plan.Cite
		if procedure.page != "" {
			cite = w.plan.CitePage
		}
		w.text(8, "cite", w.fill(cite, procedure.page))
		w.branch("do", procedure.steps, 8)
	}
	if w.plan.Alone {
		w.line(0, "\nvariables:")
		for _, d := range w.program.written() {
			w.out.WriteString(w.plan.descriptions[d.name])
		}
	}
	return []byte(w.out.String())
}

// text writes a key with a text, unless that is empty.
func (w *writer) text(indent int, key, text string) {
	if text != "" {
		w.line(indent, "%s: %s", key, scalar(text))
	}
}

// list writes the key of a list of a program, unless that is empty.
func (w *writer) list(key string, entries int) {
	if entries > 0 {
		w.line(4, "%s:", key)
	}
}

// variables writes the declarations. Outputs are state as well, as that has a value on
// every path.
func (w *writer) variables() {
	p := w.program
	state := p.written()[len(p.inputs):]
	w.names("in", p.inputs, func(d *declared) string { return w.variable(d, true) })
	w.names("out", p.outputs, func(d *declared) string { return d.name })
	w.names("state", state, func(d *declared) string { return w.variable(d, false) })
}

// names writes a list of variables in lines of some length.
func (w *writer) names(key string, list []*declared, text func(*declared) string) {
	const longest = 100
	w.list(key, len(list))
	line := "["
	for i, d := range list {
		one := text(d) + ","
		if i == len(list)-1 {
			one = text(d) + "]"
		}
		if len(line)+len(one) > longest {
			w.line(6, "%s", strings.TrimSuffix(line, " "))
			line = " "
		}
		line += one + " "
	}
	if len(list) > 0 {
		w.line(6, "%s", strings.TrimSuffix(line, " "))
	}
}

// unknownDecimals are the decimals of an input that nobody described: amounts have none or
// two, and rates at most three.
const unknownDecimals = 3

// variable returns the name of a variable, with what its description does not say.
func (w *writer) variable(v *declared, isInput bool) string {
	key, initial := "start", "0"
	if isInput {
		key, initial = "default", ""
	}
	known := w.plan.variables[v.name]
	if known != nil && known.Default != nil {
		initial = known.Default.Tree.String()
	}
	var parts []string
	part := func(format string, args ...any) { parts = append(parts, fmt.Sprintf(format, args...)) }
	switch {
	case known == nil && v.kind == kindInteger:
		part("type: integer")
	case known == nil:
		part("type: number")
		if isInput {
			part("decimals: %d", unknownDecimals)
		}
	}
	if v.initial != initial {
		part("%s: %s", key, v.initial)
	}
	if known == nil {
		part("to_check: true")
	}
	if parts == nil {
		return v.name
	}
	return "{" + v.name + ": {" + strings.Join(parts, ", ") + "}}"
}

// written returns the variables that a program declares: inputs, outputs, and internal
// variables that are used, as plans declare many that are not.
func (p *program) written() []*declared {
	return append(slices.Concat(p.inputs, p.outputs), slices.DeleteFunc(slices.Clone(p.internals), func(d *declared) bool {
		return !d.used
	})...)
}

func (w *writer) tables() {
	const numbersPerLine = 15
	tables := slices.DeleteFunc(slices.Clone(w.program.constants), func(t *declared) bool { return t.table == nil || !t.used })
	w.list("tables", len(tables))
	for _, t := range tables {
		w.line(6, "%s:", t.name)
		w.text(8, "about", w.plan.Tables[t.name])
		w.line(8, "numbers:")
		var rows []string
		for row := range slices.Chunk(t.table, numbersPerLine) {
			rows = append(rows, strings.Join(row, ", "))
		}
		w.line(10, "[%s]", strings.Join(rows, ",\n"+strings.Repeat(" ", 11)))
	}
}

func (w *writer) steps(steps []*step, indent int) {
	for _, s := range steps {
		switch {
		case s.callee != "":
			w.line(indent, "- call: %s", s.callee)
		case s.condition == nil:
			w.line(indent, "- %s: %s%s", s.target, scalar(s.value.String()), w.program.remark(s.value))
		case s.subject != "":
			w.line(indent, "- match: %s", s.subject)
			w.line(indent+2, "cases:")
			for _, c := range s.cases {
				w.branch(c.code, c.steps, indent+4)
			}
			w.branch("else", s.otherwise, indent+2)
		default:
			w.line(indent, "- if: %s%s", scalar(s.condition.String()), w.program.remark(s.condition))
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
	root, found := syntax.Parse("", []byte("v: "+text+"\n"))
	if value := root.Get("v"); len(found) == 0 && value != nil && value.Kind == syntax.Scalar && value.Text == text && !strings.ContainsAny(text, "\n\"{}#") {
		return text
	}
	return strconv.Quote(text)
}
