package syntax

import (
	"github.com/payslate/payslate/interpreter/diagnostic"
)

// Type is an enumeration, or a handle: an opaque value of the host.
type Type struct {
	Name  string
	Range diagnostic.Range
	Cases []string
	// Labels has a label for each case; nil if there are none.
	Labels []*Text
	Handle bool
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
	In     []*Variable `key:"in,an argument"`
	Result string      `key:"out"`
}

func (r *Reader) typ(e Entry, name string) *Type {
	t := &Type{Name: name, Range: e.Key.Range}
	if t.Handle = e.Value.Kind == Scalar && e.Value.Text == "handle"; t.Handle {
		return t
	}
	if !r.atMost(mostCases, max(len(e.Value.Items), len(e.Value.Entries)), e.Key.Range, "cases") {
		return nil
	}
	if r.cases(t, e.Value); len(t.Cases) == 0 {
		r.Findings.Fail(e.Key.Range, "wrong-shape", "type "+name+" has no cases", "List them: "+name+": [first, second].")
	}
	return t
}

// cases reads the cases of an enumeration: a list, or a map of cases to labels.
func (r *Reader) cases(t *Type, n *Node) {
	if n.Kind == Mapping {
		for _, e := range n.Entries {
			t.Cases = append(t.Cases, r.Word(e.Key, "a case"))
			t.Labels = append(t.Labels, r.text(e.Value, "the label of the case "+e.Key.Text))
		}
		return
	}
	seen := map[string]bool{}
	for _, item := range r.items(n, "type "+t.Name) {
		word := r.Word(item, "a case")
		if seen[word] {
			r.Findings.Fail(item.Range, "duplicate-case", "case "+word+" occurs twice", "Remove one of them.")
		}
		seen[word] = true
		t.Cases = append(t.Cases, word)
	}
}

func (r *Reader) record(e Entry, name string) *Record {
	return &Record{Name: name, Range: e.Key.Range, Fields: r.variables(e.Value, "a field")}
}

func (r *Reader) function(e Entry, name string) *Function {
	f := &Function{Name: name, Range: e.Key.Range}
	if _, whole := r.read(e.Value, e.Key.Range, "a function", "function", f); !whole {
		return nil
	}
	return f
}
