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
	w.object("id", n.ID, "kind", string(n.Kind), "name", n.Name, "value", n.Value, "unit", maybe(n.Unit),
		"label", maybe(x.Label(n).In(w.language)), "formula", maybe(n.Formula), "cite", maybe(cite), "source", maybe(source),
		"program", maybe(n.Program), "procedure", maybe(n.Procedure), "position", maybe(fileLine(at)),
		"inputs", each(w, n.Inputs, func(in *run.Read) { w.object("name", in.Name, "node", in.Node.ID) }))
}

// fileLine is a place as file:line; empty for no place.
func fileLine(at diagnostic.Range) string {
	if at.File == "" {
		return ""
	}
	return at.File + ":" + strconv.Itoa(at.Start.Line)
}
