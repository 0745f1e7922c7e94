package interpreter

import (
	"maps"
	"slices"

	"github.com/payslate/payslate/interpreter/declaration"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/expression"
	"github.com/payslate/payslate/interpreter/wording"
)

// relation is a check of a file as a program: it notes what is wrong.
type relation struct {
	*declaration.Check
	program *Program
}

// checkRelations holds the figures to what their authors state of them. Relations
// about the rows of a table are left to the host, which has them.
func (m *Module) checkRelations(checks []*declaration.Check, everRead map[string]bool) {
	work := maxWork
	for _, check := range checks {
		r := &relation{check, &Program{module: m, declaration: check.Program}}
		found := len(m.list)
		m.layInputs(r.program)
		read := map[string]bool{}
		m.list.Extend(m.checkProgram(r.program, read, &work))
		maps.Copy(everRead, read)
		if m.list[found:].HasErrors() {
			continue
		}
		row := slices.ContainsFunc(r.program.inputs, func(in *Input) bool { return in.Type.Kind == RecordKind })
		switch {
		case row && len(r.program.inputs) == 1:
			m.rowChecks = append(m.rowChecks, r)
		case row || slices.ContainsFunc(r.program.inputs, func(in *Input) bool { return in.Type.Kind != Enumeration }):
			m.fail(check.Range, "wrong-type", "for goes through the cases of enumerations, or the rows of one record", "Write for: {period: pay_period}.")
		case len(read) == 0:
			m.fail(check.That.Range(), "wrong-shape", "this check reads no figure", "Name parameters: p.….")
		default:
			m.hold(r)
		}
	}
}

// hold tries a relation for every case.
func (m *Module) hold(r *relation) {
	exe, err := r.program.Compile(Silent)
	if err != nil {
		m.fail(r.Range, "not-compiled", err.Error(), "")
		return
	}
	run := exe.Run()
	defer run.Release()
	cases := map[string]string{}
	var try func(inputs []*Input)
	try = func(inputs []*Input) {
		if len(inputs) > 0 {
			in := inputs[0]
			for i, word := range in.Type.Cases {
				run.SetInt(len(r.program.inputs)-len(inputs), int64(i))
				cases[in.Name] = word
				try(inputs[1:])
			}
			return
		}
		wrong, err := r.wrong(run)
		if err != nil {
			wrong = err.Error()
		}
		if wrong != "" {
			m.fail(m.figureOf(r.That.Tree, cases), "check-failed", wrong, "The check at "+r.Range.String()+" says so, after "+r.Cite+": correct the figure, or the check.")
		}
	}
	try(r.program.inputs)
}

// wrong runs a relation and says what is wrong; empty where it holds.
func (r *relation) wrong(run *Run) (string, error) {
	if err := run.Execute(); err != nil {
		return "", err
	}
	return string(run.AppendNotes(nil, wording.English, func([]byte) {})), nil
}

// figureOf is the place of the first figure that a relation reads, in the case
// that its names stand for.
func (m *Module) figureOf(tree expression.Node, cases map[string]string) (at diagnostic.Range) {
	expression.Walk(tree, func(n expression.Node) bool {
		if at != (diagnostic.Range{}) {
			return false
		}
		var words []string
		for index, is := n.(*expression.Index); is; index, is = n.(*expression.Index) {
			word := ""
			switch key := index.At.(type) {
			case *expression.Name:
				word = cases[key.Name]
			case *expression.Text:
				word = key.Value
			}
			words, n = slices.Insert(words, 0, word), index.Of
		}
		field, is := n.(*expression.Field)
		if !is {
			return true
		}
		if of, is := field.Of.(*expression.Name); !is || of.Name != "p" {
			return true
		}
		at = m.parameters[field.Name].at(words)
		return false
	})
	return at
}

// at is the place of the figure of cases, or of the parameter's name.
func (p *Parameter) at(cases []string) diagnostic.Range {
	if p.Text != nil {
		return p.Text.Range
	}
	for _, f := range p.Flat() {
		if f.Column == "" && slices.Equal(f.Cases, cases) {
			return f.At
		}
	}
	return p.Range
}

// RowCheck is a relation about the rows of a host's table.
type RowCheck struct {
	// Fields are those of the row that a run is given, Reads those that the
	// relation looks at.
	Fields []Field
	Reads  []string
	Cite   string
	At     diagnostic.Range
	*Executable
	relation *relation
}

// RowChecks lists the relations about rows.
func (m *Module) RowChecks() ([]RowCheck, error) {
	var list []RowCheck
	for _, r := range m.rowChecks {
		exe, err := r.program.Compile(Silent)
		if err != nil {
			return nil, err
		}
		in := r.program.inputs[0]
		check := RowCheck{Fields: in.Type.Fields(), Cite: r.Cite, At: r.Range, Executable: exe, relation: r}
		expression.Walk(r.That.Tree, func(n expression.Node) bool {
			if field, is := n.(*expression.Field); is {
				if of, is := field.Of.(*expression.Name); is && of.Name == in.Name {
					check.Reads = append(check.Reads, field.Name)
				}
			}
			return true
		})
		list = append(list, check)
	}
	return list, nil
}

// Wrong says what is wrong with a row, whose numbers lie as its fields say;
// empty where the relation holds.
func (c *RowCheck) Wrong(row []int64) (string, error) {
	run := c.Run()
	defer run.Release()
	run.SetInt(0, run.Append(row...))
	return c.relation.wrong(run)
}
