package operations

import (
	"strconv"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/run"
	"github.com/payslate/payslate/rules"
)

// ExplainOut is a payslip with its reasons.
type ExplainOut struct {
	Payslip
	Reasons Reasons `json:"reasons"`
	Signature
}

// Reasons is the calculation as an acyclic graph, from the lines down.
type Reasons struct {
	// Lines says where the figures of each line come from, in the order of the payslip's lines.
	Lines []LineReasons `json:"lines"`
	// Nodes has every value once: the node with an ID is Nodes[ID-1].
	Nodes []Reason `json:"nodes"`
}

// LineReasons names the nodes of a line's figures, null for one that the line lacks.
type LineReasons struct {
	Key    string `json:"key"`
	Payer  string `json:"payer"`
	Amount *int   `json:"amount"`
	Base   *int   `json:"base"`
	Rate   *int   `json:"rate"`
}

// Reason is one value of the calculation.
type Reason struct {
	ID int `json:"id"`
	// Kind is step, for what is computed, parameter, for a figure of the law, input, for what was
	// sent, or value, for what no step sets, such as a start value or an entry of a table.
	Kind string `json:"kind"`
	// Name is its name in the rules.
	Name string `json:"name"`
	// Value is the value as people write it, exact, as a fraction where its decimals do not end.
	// Number is null for other values than numbers, and where the decimals do not end; Decimals
	// is how many it has in the rules.
	Value    string          `json:"value" bare:"Number"`
	Number   *number.Decimal `json:"number" bare:"omitzero"`
	Unit     Optional        `json:"unit" bare:"omitzero"`
	Decimals *int            `json:"decimals" bare:"omitzero"`
	Label    Optional        `json:"label" bare:"omitzero"`
	// Formula is the right side of a step, roundings included, FormulaTree the same as data.
	Formula     Optional `json:"formula" bare:"omitzero"`
	FormulaTree *Formula `json:"formula_tree" bare:"omitzero"`
	// Cite is the legal reference of a step or parameter, Source the publication of a parameter.
	Cite   Optional `json:"cite" bare:"omitzero"`
	Source Optional `json:"source" bare:"omitzero"`
	// Program and Procedure are those that a step belongs to, Position is the place of a step or
	// parameter in the rule files, as file:line.
	Program   Optional `json:"program" bare:"omitzero"`
	Procedure Optional `json:"procedure" bare:"omitzero"`
	Position  Optional `json:"position" bare:"omitzero"`
	// Inputs are what a step read, in the order of its formula.
	Inputs []ReasonInput `json:"inputs" bare:"omitzero"`
}

// ReasonInput is a value that a step read: its name in the formula and the ID of its node.
type ReasonInput struct {
	Name string `json:"name"`
	Node int    `json:"node"`
}

// Formula is a formula as data. In JSON it has op, an operator, a function, or value, and of, its
// operands: such objects, the id of a node or else the name of a value, numbers, texts, true,
// false and null.
type Formula struct {
	*run.Formula
	of *run.Node
}

// MarshalJSON returns the formula, with what the step read by its id.
func (f *Formula) MarshalJSON() ([]byte, error) { return written(f) }

func (f *Formula) writeTo(w *writer) { w.formula(f.of, f.Formula) }

func (a *answering) explain(of *rules.Scenario) (*ExplainOut, error) {
	x, err := a.rules.Explain(of)
	if err != nil {
		return nil, err
	}
	out := &ExplainOut{Signature: a.signature()}
	a.fill(&out.Payslip, x.Result)
	id := func(n *run.Node) *int {
		if n == nil {
			return nil
		}
		return &n.ID
	}
	out.Reasons.Nodes = make([]Reason, 0, len(x.Nodes))
	for i, line := range x.Lines {
		out.Reasons.Lines = append(out.Reasons.Lines, LineReasons{line.Key, line.Payer, id(x.Amounts[i]), id(x.Bases[i]), id(x.Rates[i])})
	}
	for _, n := range x.Nodes {
		out.Reasons.Nodes = append(out.Reasons.Nodes, a.reason(x, n))
	}
	return out, nil
}

// reason describes a node, without its texts where they are not wanted.
func (a *answering) reason(x *rules.Explanation, n *run.Node) Reason {
	r := Reason{ID: n.ID, Kind: string(n.Kind), Name: n.Name, Value: n.Value, Unit: Optional(n.Unit)}
	if n.HasNumber {
		r.Number, r.Decimals = &n.Number, &n.Decimals
	}
	if tree := n.Tree; tree != nil {
		if tree.Op == "" && tree.Name == "" { // an object, as every formula
			tree = &run.Formula{Op: "value", Of: []run.Formula{*tree}}
		}
		r.FormulaTree = &Formula{tree, n}
	}
	if a.bare {
		return r
	}
	cite, source, at := n.Cite, "", n.At
	if n.Kind == run.ParameterNode {
		if p, known := x.Parameter(n.Name); known {
			cite, source, at = p.Cite, p.Source.Name.English, p.At
		}
	}
	r.Label, r.Formula, r.Cite, r.Source = Optional(x.Label(n).In(a.language)), Optional(n.Formula), Optional(cite), Optional(source)
	r.Program, r.Procedure, r.Position = Optional(n.Program), Optional(n.Procedure), Optional(fileLine(at))
	r.Inputs = make([]ReasonInput, len(n.Inputs))
	for i, in := range n.Inputs {
		r.Inputs[i] = ReasonInput{in.Name, in.Node.ID}
	}
	return r
}

// formula writes a part of the formula of a node: what the node read by its id.
func (w *writer) formula(n *run.Node, f *run.Formula) {
	if f.Name != "" {
		for i := range n.Inputs {
			if n.Inputs[i].Name == f.Name {
				w.object("id", n.Inputs[i].Node.ID)
				return
			}
		}
	}
	switch {
	case f.Op != "":
		w.object("op", f.Op, "of", each(w, f.Of, func(part *run.Formula) { w.formula(n, part) }))
	case f.Number != "":
		w.raw(f.Number)
	case f.Name != "":
		w.object("name", f.Name)
	case f.Word == "true" || f.Word == "false" || f.Word == "null":
		w.raw(f.Word)
	default:
		w.text(f.Word)
	}
}

// fileLine is a place as file:line; empty for no place.
func fileLine(at diagnostic.Range) string {
	if at.File == "" {
		return ""
	}
	return at.File + ":" + strconv.Itoa(at.Start.Line)
}
