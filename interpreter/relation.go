package interpreter

import (
	"slices"
	"strconv"

	"github.com/expr-lang/expr/ast"

	"github.com/payslate/payslate/interpreter/check"
	"github.com/payslate/payslate/interpreter/compile"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/run"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
)

// relation is a check of a file, compiled to a program that emits a note where it fails.
type relation struct {
	*syntax.Check
	program *check.Program
}

// checkRelations evaluates the checks of a file. Those about the rows of a table are
// left to the host, which has the rows. With [types.Options.Held] only those of that parameter are.
func (m *Module) checkRelations(checks []*syntax.Check) (list diagnostic.List) {
	for _, check := range checks {
		if held := m.Options.Held; held != "" && !slices.Contains(syntax.Fields(check.That.Tree, syntax.Parameters), held) {
			continue
		}
		declared, wrong := m.Stated(check.Program)
		list.Extend(wrong)
		program, readsFigure, found := m.checked.Alone(declared)
		list.Extend(found)
		if wrong.HasErrors() || found.HasErrors() {
			continue
		}
		r := &relation{check, program}
		row := slices.ContainsFunc(program.Inputs, func(in *types.Input) bool { return in.Type.Kind == types.RecordKind })
		switch {
		case row && len(program.Inputs) == 1:
			m.rowChecks = append(m.rowChecks, r)
		case row || slices.ContainsFunc(program.Inputs, func(in *types.Input) bool { return values(in.Type) == nil }):
			list.Fail(check.Range, "wrong-type", "for takes enumerations, whole numbers between bounds, or one record", "Write for: {period: pay_period}, or {children: {type: integer, min: 0, max: 9}}.")
		case !readsFigure:
			list.Fail(check.That.Range(), "wrong-shape", "this check reads no figure", "Name parameters: p.….")
		default:
			m.hold(r, &list)
		}
	}
	return list
}

// mostFailures bounds the findings of one relation.
const mostFailures = 20

// hold evaluates a relation for every case.
func (m *Module) hold(r *relation, list *diagnostic.List) {
	exe, err := compile.Program(r.program, compile.Silent)
	if err != nil {
		list.Fail(r.Range, "not-compiled", err.Error(), "Divide the check into smaller ones.")
		return
	}
	run := exe.Run()
	defer run.Release()
	cases := map[string]string{}
	failed := 0
	var try func(inputs []*types.Input)
	try = func(inputs []*types.Input) {
		if failed >= mostFailures {
			return
		}
		if len(inputs) > 0 {
			in := inputs[0]
			for _, v := range values(in.Type) {
				run.SetInt(len(r.program.Inputs)-len(inputs), v.number)
				cases[in.Name] = v.name
				try(inputs[1:])
			}
			return
		}
		wrong, err := r.wrong(run)
		if err != nil {
			failed, wrong = mostFailures, err.Error() // a damaged table, which every case would report
		}
		if wrong != "" {
			failed++
			list.Fail(m.figureOf(r.That.Tree, cases), "check-failed", wrong, "The check at "+r.Range.String()+" requires it ("+r.Cite+"): correct the figure or the check.")
		}
	}
	try(r.program.Inputs)
}

// value is a value of a name under for: of a case its index.
type value struct {
	number int64
	name   string
}

// mostValues bounds the whole numbers of a name under for.
const mostValues = 1000

// values lists the cases of an enumeration, or the whole numbers between bounds; nil for other
// types.
func values(t *types.Type) (list []value) {
	for i, name := range t.Cases {
		list = append(list, value{int64(i), name})
	}
	if t.Kind != types.Number || t.Decimals != 0 || t.Bounds.Min == nil || t.Bounds.Max == nil {
		return list
	}
	low, _ := t.Bounds.Min.Int64()
	high, _ := t.Bounds.Max.Int64()
	for n := low; n <= min(high, low+mostValues); n++ {
		list = append(list, value{n, strconv.FormatInt(n, 10)})
	}
	return list
}

// wrong runs a relation and returns its message; empty if it holds.
func (r *relation) wrong(run *run.Run) (string, error) {
	if err := run.Execute(); err != nil {
		return "", err
	}
	wrong := ""
	for note := range run.Outcome().EachNote {
		wrong += note.Text().English
	}
	return wrong, nil
}

// figureOf returns the place of the first figure that a relation reads, in the given
// cases.
func (m *Module) figureOf(tree ast.Node, cases map[string]string) (at diagnostic.Range) {
	syntax.Walk(tree, func(n ast.Node) bool {
		if at != (diagnostic.Range{}) {
			return false
		}
		var keys []string
		for index := syntax.IndexOf(n); index != nil; index = syntax.IndexOf(n) {
			text, _ := syntax.Literal[string](index.Property)
			if key, is := index.Property.(*ast.IdentifierNode); is {
				text = cases[key.Value]
			}
			keys, n = slices.Insert(keys, 0, text), index.Node
		}
		name, is := syntax.ParameterOf(n)
		if !is {
			return true
		}
		at = m.Figures[name].At(keys)
		return false
	})
	return at
}

// RowCheck is a relation about the rows of a host's table.
type RowCheck struct {
	// Fields are the fields of a row in their order, Reads those that the relation
	// reads.
	Fields []types.Field
	Size   int // of their integers
	Reads  []string
	Cite   string
	At     diagnostic.Range
	*run.Executable
	relation *relation
}

// RowChecks lists the relations about rows.
func (m *Module) RowChecks() ([]RowCheck, error) {
	var list []RowCheck
	for _, r := range m.rowChecks {
		exe, err := compile.Program(r.program, compile.Silent)
		if err != nil {
			return nil, err
		}
		in := r.program.Inputs[0]
		list = append(list, RowCheck{Fields: in.Type.Fields(), Size: in.Type.Size(), Cite: r.Cite, At: r.Range, Reads: syntax.Fields(r.That.Tree, in.Name), Executable: exe, relation: r})
	}
	return list, nil
}

// Wrong returns the message of the relation for a row, given as the integers of its
// Fields; empty if the relation holds.
func (c *RowCheck) Wrong(row []int64) (string, error) {
	run := c.Run()
	defer run.Release()
	run.SetInt(0, run.Append(row...))
	return c.relation.wrong(run)
}
