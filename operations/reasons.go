package operations

import (
	"strconv"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/run"
	"github.com/payslate/payslate/rules"
)

// reasons writes why the lines of an answer are what they are: for each line
// the ids of its nodes, and then every node once.
func (w *writer) reasons(x *rules.Explanation) {
	id := func(n *run.Node) any {
		if n == nil {
			return nil
		}
		return n.ID
	}
	i := -1
	w.members("reasons", func() {
		w.object("lines", each(w, x.Lines, func(line *rules.Line) {
			i++
			w.object("key", line.Key, "payer", line.Payer, "amount", id(x.Amounts[i]), "base", id(x.Bases[i]), "rate", id(x.Rates[i]))
		}), "nodes", each(w, x.Nodes, func(n **run.Node) { w.reason(x, *n) }))
	})
}

func (w *writer) reason(x *rules.Explanation, n *run.Node) {
	cite, source, at := n.Cite, "", n.At
	if n.Kind == run.ParameterNode {
		if p, known := x.Parameter(n.Name); known {
			cite, source, at = p.Cite, p.Source.Name, p.At
		}
	}
	measure := object{"number", given(n.Number, n.HasNumber), "unit", maybe(n.Unit), "decimals", nil, "formula_tree", nil}
	if n.HasNumber {
		measure[5] = n.Decimals
	}
	if n.Tree != nil {
		tree := n.Tree
		if tree.Op == "" && tree.Name == "" { // an object, as every formula
			tree = &run.Formula{Op: "value", Of: []run.Formula{*tree}}
		}
		measure[7] = func() { w.formula(n, tree) }
	}
	if w.bare {
		if !n.HasNumber {
			measure[0], measure[1] = "value", n.Value
		}
		short := object{"id", n.ID, "kind", string(n.Kind), "name", n.Name}
		for i := 0; i < len(measure); i += 2 {
			if measure[i+1] != nil && measure[i+1] != maybe("") {
				short = append(short, measure[i:i+2]...)
			}
		}
		w.value(short)
		return
	}
	w.object("id", n.ID, "kind", string(n.Kind), "name", n.Name, "value", n.Value, measure[0], measure[1], measure[2], measure[3], measure[4], measure[5],
		"label", maybe(x.Label(n).In(w.language)), "formula", maybe(n.Formula), measure[6], measure[7], "cite", maybe(cite), "source", maybe(source),
		"program", maybe(n.Program), "procedure", maybe(n.Procedure), "position", maybe(fileLine(at)),
		"inputs", each(w, n.Inputs, func(in *run.Read) { w.object("name", in.Name, "node", in.Node.ID) }))
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
