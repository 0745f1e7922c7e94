package types

import (
	"github.com/payslate/payslate/interpreter/declaration"
)

// A host that gives a program lists, or answers its functions, lays values out
// as whole numbers: a number by its smallest decimal, a date as days and a time
// or duration as minutes since 1970, a case by its index, a boolean as 0 or 1, a
// text by the code that Intern gives it, a list by two addresses, a record field
// by field. A number by cases takes a place for each case, and an optional value
// one more, after it, that is 1 where the value is there.

// Field is a field of a record with its place among the record's numbers.
type Field struct {
	Name        string
	Declaration *declaration.Variable
	Type        *Type
	At          int
}

// Fields lists the fields of a record type in their order; none for others.
func (t *Type) Fields() []Field {
	if t.Record == nil {
		return nil
	}
	return t.Record.Fields
}

// Size is how many numbers a value of the type is laid out as.
func (t *Type) Size() int {
	if t.Kind == RecordKind {
		return t.Record.Size
	}
	return t.Places()
}

// Function is a function that the host answers.
type Function struct {
	Name string
	// Site is what the host is called with.
	Site int
	// In are the types of the arguments in their order, Result the record that
	// is the answer.
	In     []*Type
	Result *Type
	Names  []string // of the arguments
}

// Functions lists the functions that the host answers, by their sites.
func (m *Module) Functions() []Function {
	list := make([]Function, len(m.HostFunctions))
	for _, f := range m.HostFunctions {
		list[f.Site] = *f
	}
	return list
}
