package run

import (
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/machine"
	"github.com/payslate/payslate/interpreter/number"
)

// TraceKind is the kind of a node of an explanation.
type TraceKind string

// The kinds of node.
const (
	StepNode      TraceKind = "step"
	ParameterNode TraceKind = "parameter"
	InputNode     TraceKind = "input"
	// ValueNode is a value that no step has set: a start value, an entry of a table.
	ValueNode TraceKind = "value"
)

// Node is a value of a traced run with its reason. Nodes form an acyclic graph: a value
// that several steps read is one node.
type Node struct {
	ID   int
	Kind TraceKind
	// Name is the name of the value where it is set, Value the value as text, Unit its
	// unit, or empty.
	Name, Value, Unit string
	// Number is the value as a decimal number with so many Decimals, if HasNumber.
	Number    number.Decimal
	HasNumber bool
	Decimals  int
	// Formula, Cite, Program, Procedure and At belong to a step: its right side, its
	// legal reference and its position in the rule files.
	Formula, Cite      string
	Tree               *Formula
	Program, Procedure string
	At                 diagnostic.Range
	// Inputs are the values that a step reads, in the order of its formula.
	Inputs []Read
}

// Read is a value that a step reads, with its name in the step.
type Read struct {
	Name string
	Node *Node
}

// Explanation is the trace of a run as a graph.
type Explanation struct {
	// Nodes are those explained so far: the node with ID n is at index n-1.
	Nodes    []*Node
	run      *Run
	language Language
	steps    map[int][]machine.Emission // of each site, ascending
	nodes    map[machine.Emission]*Node
	leaves   map[string]*Node
}

// Explain returns the explanation of a traced run, with values formatted for a language.
// It is valid until the run is used again.
func (o Outcome) Explain(language Language) *Explanation {
	r := o.run
	x := &Explanation{run: r, language: language, steps: map[int][]machine.Emission{}, nodes: map[machine.Emission]*Node{}, leaves: map[string]*Node{}}
	for _, e := range r.frame.Emissions() {
		x.steps[e.Site] = append(x.steps[e.Site], e)
	}
	return x
}

// LineNode explains field i of a line; nil if the line does not have it.
func (x *Explanation) LineNode(l Line, i int) *Node {
	v := l.Value(i)
	if !v.Given() {
		return nil
	}
	return x.node(x.run.Executable.Line[i].Name, v, l.site.Fields[i].From)
}

// node returns the node of an emitted value.
func (x *Explanation) node(name string, v Value, from []Origin) *Node {
	if step, has := x.latest(from, v); has {
		return x.step(step)
	}
	value := v.Text(x.language)
	kind := ValueNode
	for _, o := range from {
		if o.Input != "" && x.run.wasSet(o.Input) {
			kind, name = InputNode, o.Input
			break
		}
		if o.Parameter != "" {
			kind, name = ParameterNode, o.Parameter
		}
	}
	key := string(kind) + " " + name + " " + value
	if known := x.leaves[key]; known != nil {
		return known
	}
	leaf := x.add(&Node{Kind: kind, Name: name, Value: value, Unit: v.shown.Unit})
	leaf.measure(v)
	x.leaves[key] = leaf
	return leaf
}

// measure keeps the value as a number, if it is one.
func (n *Node) measure(v Value) {
	if v.Given() && v.Decimal() {
		n.Number, n.HasNumber, n.Decimals = v.Number().Trim(), true, v.shown.Places
	}
}

func (x *Explanation) add(n *Node) *Node {
	x.Nodes = append(x.Nodes, n)
	n.ID = len(x.Nodes)
	return n
}

// latest returns the last step that may have set an emitted value, if any: of several, one that
// gave this value, since a copy that was not made leaves no trace.
func (x *Explanation) latest(from []Origin, v Value) (last machine.Emission, has bool) {
	same := false
	for _, o := range from {
		if o.Site < 0 {
			continue
		}
		for _, e := range x.steps[o.Site] {
			if e.From >= v.at.From {
				continue
			}
			equal := x.run.value(&x.run.Executable.Sites[e.Site].Step.Result, e).equals(v)
			if !has || equal && !same || equal == same && e.From > last.From {
				last, has, same = e, true, equal
			}
		}
	}
	return last, has
}

// equals reports whether two values are known to be equal.
func (v Value) equals(other Value) bool {
	switch {
	case v.Given() != other.Given():
		return false
	case v.Given() && v.Decimal() && other.Decimal():
		return v.Number().Cmp(other.Number()) == 0
	}
	return v.String() == other.String()
}

func (x *Explanation) step(e machine.Emission) *Node {
	if known := x.nodes[e]; known != nil {
		return known
	}
	s := x.run.Executable.Sites[e.Site].Step
	v := x.run.value(&s.Result, e)
	n := x.add(&Node{
		Kind: StepNode, Name: s.Name, Value: v.Text(x.language), Unit: s.Result.Unit,
		Formula: s.Formula, Tree: s.Tree, Cite: s.Cite, Program: s.Program, Procedure: s.Procedure, At: s.At,
	})
	n.measure(v)
	x.nodes[e] = n
	for i := range s.Inputs {
		in := &s.Inputs[i]
		n.Inputs = append(n.Inputs, Read{in.Name, x.node(in.Name, x.run.value(&in.Value, e), in.From)})
	}
	return n
}

func (r *Run) wasSet(name string) bool {
	for i, in := range r.Executable.Program.Inputs {
		if in.Name == name {
			return r.set[i]
		}
	}
	return false
}
