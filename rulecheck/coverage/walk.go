package coverage

import (
	"slices"
	"strings"

	"github.com/expr-lang/expr/ast"

	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/tables"
)

// walker walks a program and records its branches.
type walker struct {
	model      *Model
	year       *Year
	id         string
	procedures map[string]int
	fresh      bool         // whether no earlier year has the program
	branch     int          // the current one
	line       *syntax.Line // the current one
}

// walk walks a program of a year.
func walk(m *Model, y *Year, f *syntax.File, p *syntax.Program) {
	w := &walker{model: m, year: y, id: programID(f.Name, p.Name), procedures: map[string]int{}}
	key := p.Range.String()
	w.fresh = !m.seen[key]
	m.seen[key] = true
	for _, procedure := range p.Procedures {
		w.procedures[procedure.Name] = m.branch(procedure.Range, "", w.id+" "+procedure.Name)
	}
	root := y.programs[p.Name]
	w.branch = root
	visitor := syntax.Visitor{Step: w.step, Expression: w.expression, Node: w.node, Side: w.side, Shape: w.shape}
	visitor.Program(p, func(procedure *syntax.Procedure) {
		if w.branch = root; procedure != nil {
			w.branch = w.procedures[procedure.Name]
		}
	})
}

func (w *walker) step(step syntax.Step) {
	if w.fresh {
		w.model.Steps = append(w.model.Steps, StepSite{step, w.branch})
	}
	w.line, _ = step.(*syntax.Line)
	call, is := step.(*syntax.Call)
	if !is {
		return
	}
	callee, known := w.procedures[call.Name]
	if !known {
		callee, known = w.year.programs[call.Name]
	}
	if known {
		w.model.calls[callee] = append(w.model.calls[callee], w.branch)
	}
}

func (w *walker) expression(e *syntax.Expression, decides bool) {
	role := ValueRole
	if decides {
		role = ConditionRole
	}
	if w.fresh {
		w.model.Sites = append(w.model.Sites, Site{e, w.branch, role})
	}
}

func (w *walker) node(n ast.Node) {
	if name, is := syntax.ParameterOf(n); is {
		w.year.Reads[name] = append(w.year.Reads[name], w.branch)
	}
}

// side walks a side in a separate branch.
func (w *walker) side(s syntax.Side, walk func()) {
	name := ""
	switch of := s.Of.(type) {
	case *syntax.Line:
		w.emission(s, walk, LineItem, "line "+lineName(of))
		return
	case *syntax.Note:
		w.emission(s, walk, NoteItem, "note "+start(of.Text))
		return
	case *syntax.Refuse:
		w.emission(s, walk, RefusalItem, "refuse "+start(of.Message))
		return
	case *syntax.For:
		w.within(w.branch, walk)
		return
	case *syntax.If, *syntax.IfValue:
		name = "if "
	case *syntax.Match, *syntax.MatchValue:
		name = "match "
	case *ast.CallNode:
		name = "choose "
	}
	name += syntax.Format(s.Asks)
	if s.Sets != "" {
		name = s.Sets + " " + name
		if w.line != nil {
			name = lineName(w.line) + " " + name
		}
	}
	w.within(w.item(s, s.Name, BranchItem, name+": "+s.Name), walk)
}

func (w *walker) within(branch int, walk func()) {
	outer := w.branch
	w.branch = branch
	walk()
	w.branch = outer
}

// item adds a side as an item and returns its branch.
func (w *walker) item(s syntax.Side, side string, kind Kind, name string) int {
	id := w.id + " " + name
	n := w.model.branch(s.At, side, id)
	w.model.add(Item{Kind: kind, ID: id, Group: w.id, At: s.At, branches: []int{n}})
	return n
}

// emission walks a side of a line, note or refusal. The steps after a refusal are in the
// branch of questions that are not refused.
func (w *walker) emission(s syntax.Side, walk func(), kind Kind, name string) {
	if s.Name == syntax.Otherwise {
		if kind == RefusalItem {
			w.branch = w.model.branch(s.At, syntax.Otherwise, "")
		}
		return
	}
	inside := w.item(s, s.Name, kind, name)
	if s.Asks != nil {
		w.item(s, syntax.Otherwise, BranchItem, name+" when "+syntax.Format(s.Asks)+": "+syntax.Otherwise)
	}
	w.within(inside, walk)
}

// shape returns the shape of a field of a line, of a payslip or of a trip.
func (w *walker) shape(field string) syntax.FieldShape {
	fields := rules.PayslipLine()
	if !strings.Contains(w.year.Name, "/") {
		fields = tables.TripLine()
	}
	at := slices.IndexFunc(fields, func(f types.LineField) bool { return f.Name == field })
	switch {
	case at >= 0 && fields[at].Kind == types.WordField:
		return syntax.WordShape
	case at >= 0 && fields[at].Kind == types.TextField:
		return syntax.TextShape
	}
	return syntax.ValueShape
}

// lineName returns the key and payer of a line, or its kind.
func lineName(line *syntax.Line) string {
	name := ""
	for _, field := range line.Fields {
		switch field.Name {
		case "key", "payer", "kind":
			word, _ := field.Word()
			name = strings.TrimSpace(name + " " + word)
		}
	}
	return name
}

// startLength is the length to which start cuts a text.
const startLength = 40

// start returns the beginning of a text, to name a note or refusal.
func start(t *syntax.Text) string {
	if t == nil {
		return ""
	}
	text := []rune(strings.TrimSpace(t.English.Plain()))
	if len(text) > startLength {
		return string(text[:startLength]) + "…"
	}
	return string(text)
}
