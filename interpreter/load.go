package interpreter

import (
	"github.com/payslate/payslate/interpreter/compile"
	"github.com/payslate/payslate/interpreter/declaration"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/types"
)

// Module is a set of rule files that hold together, such as a country's year:
// its programs see each other, its types and its parameters. Immutable after
// Load, and safe for use by any number of goroutines at once.
type Module struct {
	*types.Module
	checked   *compile.Checked
	rowChecks []*relation
	// Broken lists what is wrong with the stated relations between figures.
	Broken diagnostic.List
}

// Load puts the declarations of files together and checks them: names, types,
// units, decimals, and that every program has an end. The Module is nil if the
// list has errors.
func Load(files []*declaration.File, options types.Options) (*Module, diagnostic.List) {
	declared, list := types.Declare(files, options)
	if list.HasErrors() {
		return nil, list
	}
	checked, found := compile.Check(declared)
	m := &Module{Module: declared, checked: checked}
	if list.Extend(found); list.HasErrors() {
		return nil, list
	}
	if options.Lazy {
		return m, list
	}
	if !options.Alone { // a program by itself has not all figures
		for _, f := range files {
			m.Broken.Extend(m.checkRelations(f.Checks))
		}
	}
	if !options.Unheld {
		list.Extend(m.Broken)
	}
	if list.Extend(checked.Unread()); list.HasErrors() {
		return nil, list
	}
	return m, list
}

// Program finds a program by its name.
func (m *Module) Program(name string) (*compile.Program, bool) {
	p, ok := m.checked.Programs[name]
	return p, ok
}
