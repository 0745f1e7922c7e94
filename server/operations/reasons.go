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
	w.raw(`,"reasons":{"lines":[`)
	for i := range x.Lines {
		if i > 0 {
			w.raw(",")
		}
		w.text(`{"key":`, x.Lines[i].Key)
		w.text(`,"payer":`, x.Lines[i].Payer)
		w.nodeID(`,"amount":`, x.Amounts[i])
		w.nodeID(`,"base":`, x.Bases[i])
		w.nodeID(`,"rate":`, x.Rates[i])
		w.raw("}")
	}
	nodes := x.Nodes()
	list(w, `],"nodes":`, nodes, func(n **run.Node) { w.reason(x, *n) })
	w.raw("}")
}

func (w *writer) nodeID(name string, n *run.Node) {
	w.raw(name)
	if n == nil {
		w.raw("null")
		return
	}
	w.dst = strconv.AppendInt(w.dst, int64(n.ID), 10)
}

func (w *writer) reason(x *rules.Explanation, n *run.Node) {
	label, cite, source, at := x.Label(n).In(w.language), n.Cite, "", n.At
	if n.Kind == run.ParameterNode {
		if p, known := x.Parameter(n.Name); known {
			cite, source, at = p.Cite, p.Source.Name, p.At
		}
	}
	w.integer(`{"id":`, n.ID)
	w.text(`,"kind":`, string(n.Kind))
	w.text(`,"name":`, n.Name)
	w.text(`,"value":`, n.Value)
	w.orNull(`,"unit":`, n.Unit)
	w.orNull(`,"label":`, label)
	w.orNull(`,"formula":`, n.Formula)
	w.orNull(`,"cite":`, cite)
	w.orNull(`,"source":`, source)
	w.orNull(`,"program":`, n.Program)
	w.orNull(`,"procedure":`, n.Procedure)
	w.orNull(`,"position":`, fileLine(at))
	list(w, `,"inputs":`, n.Inputs, func(in *run.Read) {
		w.text(`{"name":`, in.Name)
		w.integer(`,"node":`, in.Node.ID)
		w.raw("}")
	})
	w.raw("}")
}

// fileLine is a place as file:line; empty for no place.
func fileLine(at diagnostic.Range) string {
	if at.File == "" {
		return ""
	}
	return at.File + ":" + strconv.Itoa(at.Start.Line)
}
