package syntax

import (
	"cmp"
	"slices"

	"github.com/payslate/payslate/interpreter/diagnostic"
)

// Program is one program of a file.
type Program struct {
	Name  string
	Range diagnostic.Range
	About *Text  `key:"about"`
	Cite  string `key:"cite"`
	// Imported marks a program that was made from an official plan: its units are not
	// checked, and unused names are allowed.
	Imported bool `key:"imported"`
	// Source is the publication of an imported program.
	Source  string   `key:"source"`
	ToCheck []string `key:"to_check"`
	// Inputs are the inputs of the program; a name may be that of a group.
	Inputs      []*Variable
	State       []*Variable
	Tables      []*Table
	Figures     []*Figure
	Do          []Step `key:"do"`
	Procedures  []*Procedure
	Outputs     []*Variable
	OutputRange diagnostic.Range `key:"out,at"`

	whole func() *Program // nil if its steps were read
	file  *File           // of steps that were read later: they are read once for all programs that are held
}

// WithSteps returns the program with its steps and procedures, which [ParseBuiltIn] leaves out: they
// are read now, unless a program of the file is still held with its own.
func (p *Program) WithSteps() *Program {
	if p.whole == nil {
		return p
	}
	return p.whole()
}

// Reference is a name that refers to a declaration, such as a variable that a loop carries.
type Reference struct {
	Name  string
	Range diagnostic.Range
}

// Table is a list of numbers.
type Table struct {
	Name    string
	Range   diagnostic.Range
	Numbers []*Node
}

// Figure is a parameter with the value that an imported plan prints.
type Figure struct {
	Name  string
	Range diagnostic.Range
	Value *Node
}

// Procedure is a named sequence of steps that works on the program's state.
type Procedure struct {
	Name  string
	Range diagnostic.Range
	Cite  string `key:"cite"`
	Do    []Step `key:"do"`
}

// Procedure returns the procedure with a name; nil if there is none.
func (p *Program) Procedure(name string) *Procedure {
	p = p.WithSteps()
	at := slices.IndexFunc(p.Procedures, func(p *Procedure) bool { return p.Name == name })
	if at < 0 {
		return nil
	}
	return p.Procedures[at]
}

func (r *Reader) program(e Entry, name string) *Program {
	p := &Program{Name: name, Range: e.Key.Range}
	whole := false
	r.withUsual(e.Value.Get("lines"), nil, func() { whole = r.read(e.Value, p) })
	if !whole && e.Value.Kind != Mapping {
		return nil
	}
	p.Inputs, p.State, p.Outputs = r.programVariables(e.Value.Get("in")), r.programVariables(e.Value.Get("state")), r.programVariables(e.Value.Get("out"))
	for _, v := range slices.Concat(p.Inputs, p.State) {
		if of := cmp.Or(v.Value, v.When); of != nil {
			r.Findings.Fail(of.Range(), "wrong-shape", v.Name+" is not an output, and only an output has value: or when:", "Declare it under out, or give an input its default.")
		}
	}
	p.Tables = declared(r, r.entries(e.Value.Get("tables")), r.table)
	p.Figures = declared(r, r.entries(e.Value.Get("parameters")), func(e Entry, name string) *Figure {
		return &Figure{Name: name, Range: e.Key.Range, Value: e.Value.apart()}
	})
	p.Procedures = declared(r, r.entries(e.Value.Get("procedures")), func(e Entry, name string) *Procedure {
		procedure := &Procedure{Name: name, Range: e.Key.Range}
		r.read(e.Value, procedure)
		return procedure
	})
	return p
}

func (r *Reader) table(e Entry, name string) *Table {
	t, numbers := &Table{Name: name, Range: e.Key.Range}, e.Value
	if r.read(e.Value, t) {
		numbers = e.Value.Get("numbers")
	}
	for _, n := range r.items(numbers) {
		t.Numbers = append(t.Numbers, n.apart())
	}
	return t
}
