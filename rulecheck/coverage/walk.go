package coverage

import (
	"strings"

	"github.com/payslate/payslate/interpreter/declaration"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/expression"
)

// walker goes through the steps of one program.
type walker struct {
	model      *Model
	year       *Year
	id         string
	declared   *declaration.Program
	procedures map[string]int
	fresh      bool // whether the program was not walked for another year
}

func newWalker(m *Model, y *Year, f *declaration.File, p *declaration.Program) *walker {
	w := &walker{model: m, year: y, id: programID(f.Name, p.Name), declared: p, procedures: map[string]int{}}
	key := p.Range.String()
	w.fresh = !m.seen[key]
	m.seen[key] = true
	for _, procedure := range p.Procedures {
		w.procedures[procedure.Name] = m.branch(procedure.Range, "", w.id+" "+procedure.Name)
	}
	return w
}

func (w *walker) program() {
	root := w.year.programs[w.declared.Name]
	for _, in := range w.declared.Inputs {
		w.expression(in.Default, root, ValueRole)
	}
	for _, t := range w.declared.Tables {
		w.expression(t.Of, root, ValueRole)
		for i := range t.Columns {
			w.expression(t.Columns[i].Value, root, ValueRole)
		}
	}
	w.steps(w.declared.Do, root)
	for _, procedure := range w.declared.Procedures {
		w.steps(procedure.Do, w.procedures[procedure.Name])
	}
	for _, out := range w.declared.Outputs {
		w.expression(out.Value, root, ValueRole)
	}
}

// steps goes through steps that stand in a branch. What follows a refusal stands
// in the branch of those that are not refused.
func (w *walker) steps(steps []declaration.Step, branch int) {
	for _, step := range steps {
		if w.fresh {
			w.model.Steps = append(w.model.Steps, StepSite{step, branch})
		}
		branch = w.step(step, branch)
	}
}

func (w *walker) step(step declaration.Step, branch int) (next int) {
	switch step := step.(type) {
	case *declaration.Assign:
		w.value(step.Value, branch, step.Name)
	case *declaration.If:
		w.expression(step.Cond, branch, ConditionRole)
		name := "if " + format(step.Cond)
		w.steps(step.Then, w.side(step.Range(), thenSide, name, BranchItem))
		w.steps(step.Else, w.side(step.Range(), elseSide, name, BranchItem))
	case *declaration.Match:
		w.expression(step.On, branch, ValueRole)
		for i := range step.Cases {
			w.steps(step.Cases[i].Do, w.side(step.Range(), step.Cases[i].Case, "match "+format(step.On), BranchItem))
		}
		if step.HasElse {
			w.steps(step.Else, w.side(step.Range(), elseSide, "match "+format(step.On), BranchItem))
		}
	case *declaration.Call:
		for i := range step.With {
			w.expression(step.With[i].Value, branch, ValueRole)
		}
		if callee, ok := w.procedures[step.Name]; ok {
			w.model.calls[callee] = append(w.model.calls[callee], branch)
		} else if callee, ok := w.year.programs[step.Name]; ok {
			w.model.calls[callee] = append(w.model.calls[callee], branch)
		}
	case *declaration.For:
		w.expression(step.List, branch, ValueRole)
		w.steps(step.Do, branch)
	case *declaration.Line:
		inside, _ := w.emission(step.Range(), step.When, branch, LineItem, "line "+lineName(step))
		w.fields(step, inside)
	case *declaration.Note:
		inside, _ := w.emission(step.Range(), step.When, branch, NoteItem, "note "+start(step.Text))
		w.text(step.Text, inside)
	case *declaration.Refuse:
		inside, outside := w.emission(step.Range(), step.When, branch, RefusalItem, "refuse "+start(step.Message))
		w.text(step.Message, inside)
		return outside
	}
	return branch
}

// The sides of a condition, as counted runs name them.
const (
	thenSide    = "then"
	elseSide    = "else"
	reachedSide = "reached"
)

// side adds a side of a branch as an item and returns its number.
func (w *walker) side(at diagnostic.Range, side, name string, kind Kind) int {
	n := w.model.branch(at, side, w.id+" "+name+": "+side)
	w.model.add(Item{Kind: kind, ID: w.id + " " + name + ": " + side, Group: w.id, At: at, branches: []int{n}})
	return n
}

// emission adds a line, note or refusal; inside is the branch in which it
// happens, outside that of what follows where it ends the program.
func (w *walker) emission(at diagnostic.Range, when *declaration.Expression, branch int, kind Kind, name string) (inside, outside int) {
	if when == nil {
		n := w.model.branch(at, reachedSide, w.id+" "+name)
		w.model.add(Item{Kind: kind, ID: w.id + " " + name, Group: w.id, At: at, branches: []int{n}})
		return n, branch
	}
	w.expression(when, branch, ConditionRole)
	inside = w.model.branch(at, thenSide, w.id+" "+name)
	w.model.add(Item{Kind: kind, ID: w.id + " " + name, Group: w.id, At: at, branches: []int{inside}})
	outside = w.side(at, elseSide, name+" when "+format(when), BranchItem)
	if kind != RefusalItem {
		return inside, branch
	}
	return inside, outside
}

// value goes through what a name is set to.
func (w *walker) value(v declaration.Value, branch int, name string) {
	switch v := v.(type) {
	case *declaration.Expression:
		w.expression(v, branch, ValueRole)
	case *declaration.IfValue:
		w.expression(v.If, branch, ConditionRole)
		text := name + " if " + format(v.If)
		w.value(v.Then, w.side(v.Range(), thenSide, text, BranchItem), name)
		w.value(v.Else, w.side(v.Range(), elseSide, text, BranchItem), name)
	case *declaration.MatchValue:
		w.expression(v.On, branch, ValueRole)
		for i := range v.Cases {
			w.value(v.Cases[i].Value, w.side(v.Range(), v.Cases[i].Case, name+" match "+format(v.On), BranchItem), name)
		}
		if v.Else != nil {
			w.value(v.Else, w.side(v.Range(), elseSide, name+" match "+format(v.On), BranchItem), name)
		}
	case *declaration.TextValue:
		w.text(v.Text, branch)
	}
}

// text goes through the values that are filled into a text.
func (w *walker) text(t *declaration.Text, branch int) {
	if t == nil {
		return
	}
	for _, template := range t.Each() {
		for _, piece := range template.Pieces {
			w.expression(piece.Value, branch, ValueRole)
		}
	}
}

// fields goes through a line. Fields that are texts or words have no formula.
func (w *walker) fields(line *declaration.Line, branch int) {
	for _, field := range line.Fields {
		switch field.Name {
		case "key", "payer", "kind", "group", "source", "cite":
		case "label", "rule":
			if text, list := field.Text(); !list.HasErrors() {
				w.text(text, branch)
			}
		default:
			if value, list := field.Value(); !list.HasErrors() {
				w.value(value, branch, lineName(line)+" "+field.Name)
			}
		}
	}
}

// expression goes through an expression; choose() has two sides.
func (w *walker) expression(e *declaration.Expression, branch int, role Role) {
	if e == nil {
		return
	}
	if w.fresh {
		w.model.Sites = append(w.model.Sites, Site{e, branch, role})
	}
	w.node(e, e.Tree, branch)
}

func (w *walker) node(e *declaration.Expression, n expression.Node, branch int) {
	expression.Walk(n, func(n expression.Node) bool {
		switch n := n.(type) {
		case *expression.Field:
			if of, ok := n.Of.(*expression.Name); ok && of.Name == parameterRecord {
				w.year.Reads[n.Name] = append(w.year.Reads[n.Name], branch)
			}
		case *expression.Call:
			if n.Func == "choose" && len(n.Args) == 3 {
				w.node(e, n.Args[0], branch)
				name := "choose " + expression.Format(n.Args[0])
				w.node(e, n.Args[1], w.side(e.At(n), thenSide, name, BranchItem))
				w.node(e, n.Args[2], w.side(e.At(n), elseSide, name, BranchItem))
				return false
			}
		}
		return true
	})
}

func format(e *declaration.Expression) string {
	if e == nil {
		return ""
	}
	return expression.Format(e.Tree)
}

// lineName names a line by its key and payer, or by its kind.
func lineName(line *declaration.Line) string {
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

// startLength is how much of a text names it.
const startLength = 40

// start is the beginning of a text, which names a note or refusal.
func start(t *declaration.Text) string {
	if t == nil {
		return ""
	}
	text := []rune(strings.TrimSpace(t.English.Plain()))
	if len(text) > startLength {
		return string(text[:startLength]) + "…"
	}
	return string(text)
}
