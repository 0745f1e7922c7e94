package syntax

import (
	"github.com/payslate/payslate/interpreter/diagnostic"
)

// Type is an enumeration, a number with bounds, or a handle: an opaque value of the host.
type Type struct {
	Name  string
	Range diagnostic.Range
	Cases []string
	// Labels has a label for each case; nil if there are none.
	Labels []*Text
	Handle bool
	// Number has the unit and bounds of a number; nil for other types.
	Number *Variable
}

// Record is a record type.
type Record struct {
	Name   string
	Range  diagnostic.Range
	Fields []*Variable
	// Components is the list of components that it is a record of; nil for others.
	Components *Components
}

// Function is a function of the host, such as the lookup of a rate.
type Function struct {
	Name   string
	Range  diagnostic.Range
	In     []*Variable `key:"in"`
	Result string      `key:"out"`
}

func (r *Reader) typ(e Entry, name string) *Type {
	t := &Type{Name: name, Range: e.Key.Range}
	if t.Handle = e.Value.Kind == Scalar && e.Value.Text == "handle"; t.Handle {
		return t
	}
	if e.Value.Get("unit") != nil || e.Value.Get("type") != nil {
		t.Number = r.variable(e, name)
	} else {
		r.cases(t, e.Value)
	}
	return t
}

// cases reads the cases of an enumeration: a list, or a map of cases to labels.
func (r *Reader) cases(t *Type, n *Node) {
	for _, e := range n.Entries {
		t.Cases = append(t.Cases, e.Key.Text)
		t.Labels = append(t.Labels, r.text(e.Value))
	}
	seen := map[string]bool{}
	for _, item := range r.items(n) {
		if seen[item.Text] {
			r.Findings.Fail(item.Range, "duplicate-case", "case "+item.Text+" occurs twice", "Remove one of them.")
		}
		seen[item.Text] = true
		t.Cases = append(t.Cases, item.Text)
	}
}

func (r *Reader) record(e Entry, name string) *Record {
	return &Record{Name: name, Range: e.Key.Range, Fields: r.variables(e.Value)}
}

func (r *Reader) function(e Entry, name string) *Function {
	f := &Function{Name: name, Range: e.Key.Range}
	if !r.read(e.Value, f) {
		return nil
	}
	return f
}
