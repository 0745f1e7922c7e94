package types

import (
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/rows"
	"github.com/payslate/payslate/interpreter/syntax"
)

// Elements of lists and results of host functions are encoded as integers: a number
// in units of its last decimal, a date as days and a time or duration as minutes
// since 1970, a case as its index, a boolean as 0 or 1, a text as the code that Intern
// returns, a list as two addresses, a record field by field. A number by case has an
// integer for each case. An optional value is followed by 1 if it is present, else 0.

// Field is a field of a record with its offset in the record.
type Field struct {
	Name        string
	Declaration *syntax.Variable
	Type        *Type
	At          int
}

// Fields returns the fields of a record type in their order; none for other types.
func (t *Type) Fields() []Field {
	if t.Record == nil {
		return nil
	}
	return t.Record.Fields
}

// Size returns the number of integers that encode a value of the type.
func (t *Type) Size() int {
	if t.Kind == RecordKind {
		return t.Record.Size
	}
	return t.Places()
}

// Function is a function of the host, or the look-up of a table.
type Function struct {
	Name string
	At   diagnostic.Range
	// Site is the number with which the host is called.
	Site int
	// In are the types of the arguments, Result is the returned record.
	In     []*Type
	Result *Type
	Names  []string // of the arguments
	// Table is the table of a look-up; nil for a function of the host.
	Table *rows.Table
}

// Functions returns the functions of the host in the order of their sites.
func (m *Module) Functions() []Function {
	list := make([]Function, len(m.HostFunctions))
	for _, f := range m.HostFunctions {
		list[f.Site] = *f
	}
	return list
}
