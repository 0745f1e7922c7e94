package operations

import (
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

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
	Value    string          `json:"value"`
	Number   *number.Decimal `json:"number"`
	Unit     Optional        `json:"unit"`
	Decimals *int            `json:"decimals"`
	Label    Optional        `json:"label"`
	// Formula is the right side of a step, roundings included, FormulaTree the same as data.
	Formula     Optional `json:"formula"`
	FormulaTree *Formula `json:"formula_tree"`
	// Cite is the legal reference of a step or parameter, Source the publication of a parameter.
	Cite   Optional `json:"cite"`
	Source Optional `json:"source"`
	// Program and Procedure are those that a step belongs to, Position is the place of a step or
	// parameter in the rule files, as file:line.
	Program   Optional `json:"program"`
	Procedure Optional `json:"procedure"`
	Position  Optional `json:"position"`
	// Inputs are what a step read, in the order of its formula.
	Inputs []ReasonInput `json:"inputs"`
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
func (f *Formula) MarshalJSON() ([]byte, error) {
	w := writer{}
	w.formula(f.of, f.Formula)
	return w.dst, nil
}

func (a *answering) explain(of *rules.Scenario) (*ExplainOut, error) {
	x, err := a.rules.Explain(of)
	if err != nil {
		return nil, err
	}
	defer x.Result.Release()
	out := &ExplainOut{Payslip: a.payslip(x.Result), Signature: a.signature()}
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

func (a *answering) reason(x *rules.Explanation, n *run.Node) Reason {
	cite, source, at := n.Cite, "", n.At
	if n.Kind == run.ParameterNode {
		if p, known := x.Parameter(n.Name); known {
			cite, source, at = p.Cite, p.Source.Name, p.At
		}
	}
	r := Reason{
		ID: n.ID, Kind: string(n.Kind), Name: n.Name, Value: n.Value, Number: given(n.Number, n.HasNumber), Unit: Optional(n.Unit),
		Label: Optional(x.Label(n).In(a.language)), Formula: Optional(n.Formula), Cite: Optional(cite), Source: Optional(source),
		Program: Optional(n.Program), Procedure: Optional(n.Procedure), Position: Optional(fileLine(at)),
	}
	if n.HasNumber {
		r.Decimals = &n.Decimals
	}
	if tree := n.Tree; tree != nil {
		if tree.Op == "" && tree.Name == "" { // an object, as every formula
			tree = &run.Formula{Op: "value", Of: []run.Formula{*tree}}
		}
		r.FormulaTree = &Formula{tree, n}
	}
	for _, in := range n.Inputs {
		r.Inputs = append(r.Inputs, ReasonInput{in.Name, in.Node.ID})
	}
	return r
}

// withoutTexts writes lines and reasons without their texts, and reasons without nulls.
var withoutTexts = json.JoinMarshalers(
	json.MarshalToFunc(func(to *jsontext.Encoder, l *Line) error {
		return json.MarshalEncode(to, &struct {
			Key    string          `json:"key"`
			Amount number.Decimal  `json:"amount"`
			Payer  string          `json:"payer"`
			Rate   *number.Decimal `json:"rate"`
			Base   *number.Decimal `json:"base"`
		}{l.Key, l.Amount, l.Payer, l.Rate, l.Base})
	}),
	json.MarshalToFunc(func(to *jsontext.Encoder, r *Reason) error {
		short := struct {
			ID          int             `json:"id"`
			Kind        string          `json:"kind"`
			Name        string          `json:"name"`
			Value       *string         `json:"value,omitzero"`
			Number      *number.Decimal `json:"number,omitempty"`
			Unit        Optional        `json:"unit,omitempty"`
			Decimals    *int            `json:"decimals,omitempty"`
			FormulaTree *Formula        `json:"formula_tree,omitempty"`
		}{r.ID, r.Kind, r.Name, nil, r.Number, r.Unit, r.Decimals, r.FormulaTree}
		if r.Number == nil {
			short.Value = &r.Value
		}
		return json.MarshalEncode(to, &short)
	}),
)

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
