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

func (r *Reader) types(n *Node) []*Type {
	var list []*Type
	for _, e := range r.entries(n, "types") {
		t := &Type{Name: r.name(e.Key, "a type"), Range: e.Key.Range}
		if e.Value.Kind == Scalar && e.Value.Text == "handle" {
			t.Handle = true
			list = append(list, t)
			continue
		}
		if !r.atMost(mostCases, max(len(e.Value.Items), len(e.Value.Entries)), e.Key.Range, "cases") {
			continue
		}
		r.cases(t, e.Value)
		if len(t.Cases) == 0 {
			r.Findings.Fail(e.Key.Range, "wrong-shape", "type "+t.Name+" has no cases", "")
		}
		list = append(list, t)
	}
	return list
}

// cases reads the cases of an enumeration: a list, or a map of cases to labels.
func (r *Reader) cases(t *Type, n *Node) {
	if n.Kind == Mapping {
		for _, e := range n.Entries {
			t.Cases = append(t.Cases, r.Word(e.Key, "a case"))
			t.Labels = append(t.Labels, r.text(e.Value, "a case"))
		}
		return
	}
	seen := map[string]bool{}
	for _, item := range r.items(n, "type "+t.Name) {
		word := r.Word(item, "a case")
		if seen[word] {
			r.Findings.Fail(item.Range, "duplicate-case", "case "+word+" occurs twice", "")
		}
		seen[word] = true
		t.Cases = append(t.Cases, word)
	}
}

func (r *Reader) records(n *Node) []*Record {
	var list []*Record
	for _, e := range r.entries(n, "records") {
		list = append(list, &Record{Name: r.name(e.Key, "a record"), Range: e.Key.Range, Fields: r.variables(e.Value, "a field")})
	}
	return list
}

func (r *Reader) functions(n *Node) []*Function {
	var list []*Function
	for _, e := range r.entries(n, "functions") {
		f := &Function{Name: r.name(e.Key, "a function"), Range: e.Key.Range}
		if _, whole := r.read(e.Value, e.Key.Range, "a function", "function", f); whole {
			list = append(list, f)
		}
	}
	return list
}
