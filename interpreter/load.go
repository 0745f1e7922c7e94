package interpreter

import (
	"slices"

	"github.com/payslate/payslate/interpreter/check"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
)

// Module is a set of rule files that belong together, such as a year of a country:
// its programs share its types and parameters and can call each other. It is
// immutable and safe for concurrent use.
type Module struct {
	*types.Module
	checked   *check.Checked
	rowChecks []*relation
	// Broken lists the relations between figures that do not hold.
	Broken diagnostic.List
}

// Load combines the declarations of files and checks them: names, types, units,
// decimals, and that every program ends. The Module is nil if the list has errors.
func Load(files []*syntax.File, options types.Options) (*Module, diagnostic.List) {
	declared, list := types.Declare(files, options)
	if list.HasErrors() {
		return nil, list
	}
	checked, found := check.Check(declared)
	m := &Module{Module: declared, checked: checked}
	if list.Extend(found); list.HasErrors() {
		return nil, list
	}
	if options.Lazy && options.Held == "" {
		return m, list
	}
	if !options.Alone { // a single program may lack figures
		for _, f := range files {
			m.Broken.Extend(m.checkRelations(f.Checks))
		}
	}
	if !options.Unheld {
		list.Extend(m.Broken)
	}
	if options.Lazy {
		return m, list
	}
	if list.Extend(checked.Unread()); list.HasErrors() {
		return nil, list
	}
	return m, list
}

// Program finds a program by its name.
func (m *Module) Program(name string) (*check.Program, bool) {
	p, ok := m.checked.Programs[name]
	return p, ok
}

// Tables lists the parameters whose figures are in table files.
func (m *Module) Tables() (list []*types.Parameter) {
	for _, p := range m.Parameters {
		if p.Lookup != nil {
			list = append(list, p)
		}
	}
	return list
}

// CheckTables reads all table files and returns what is wrong with them.
func (m *Module) CheckTables() (found diagnostic.List) {
	for _, p := range m.Tables() {
		of := p.Lookup.Table.Check(p.Table.FileRange)
		if p.Accepted != "" {
			of = slices.DeleteFunc(of, func(d diagnostic.Diagnostic) bool { return d.Severity == diagnostic.Warning })
		}
		found.Extend(of)
	}
	return found
}
