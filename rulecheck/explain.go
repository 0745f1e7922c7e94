package main

import (
	"flag"
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"github.com/payslate/payslate/rulecheck/usage"
	"github.com/payslate/payslate/rules"
)

const explainOperation = "salary-net/explain"

// explain is "rulecheck explain".
func explain(c *call, arguments []string) error {
	flags := flag.NewFlagSet("explain", flag.ContinueOnError)
	lang := flags.String("lang", "en", "")
	others, err := usage.ParseCount(flags, arguments, 1, "explain needs one file with a request, or - for standard input")
	if err != nil {
		return err
	}
	request, err := c.read(others[0])
	if err != nil {
		return err
	}
	book, err := c.openBook(c.options())
	if err != nil {
		return err
	}
	language, err := languageOf(*lang)
	if err != nil {
		return err
	}
	answer, err := c.callService(book, explainOperation, request, language)
	if answer == nil {
		return err
	}
	tree, err := newReasonTree(c.rules().place, language, answer)
	if err != nil {
		return err
	}
	_, err = c.stdout.Write(tree)
	return err
}

// explained is the part of an answer with reasons that the tree shows.
type explained struct {
	payslipHead
	Lines   []payslipLine
	Reasons struct {
		Lines []struct{ Amount, Base, Rate *int }
		Nodes []reasonNode
	}
}

type reasonNode struct {
	Kind, Name, Value, Unit, Label, Formula, Cite, Source, Position string
	Inputs                                                          []struct {
		Name string
		Node int
	}
}

// reasonTree writes an answer with reasons as indented text.
type reasonTree struct {
	*textPage
	place string // of the rule files
	nodes []reasonNode
	shown map[int]bool
}

func newReasonTree(place string, language rules.Language, answer []byte) ([]byte, error) {
	var x explained
	page, err := readAnswer(answer, &x, language)
	if err != nil {
		return nil, err
	}
	t := &reasonTree{textPage: page, place: filepath.ToSlash(place), nodes: x.Reasons.Nodes, shown: map[int]bool{}}
	fmt.Fprintf(&t.out, "%s %s %s (%s, %s)\n  = %s %s − %s %s\n", t.Word("explain_net_pay"), t.amount(x.Net), x.Currency, x.TaxYear, x.Period,
		t.Word("explain_gross_pay"), t.amount(x.Gross), t.Word("explain_employee_deductions"), t.amount(x.EmployeeDeductions))
	for i, line := range x.Lines {
		fmt.Fprintf(&t.out, "\n%s (%s) %s\n  %s · %s\n", line.Label, t.payer(line.Payer), t.amount(line.Amount), line.Rule, line.Source)
		reasons := x.Reasons.Lines[i]
		t.under("", reasons.Amount)
		t.under(t.Word("explain_base"), reasons.Base)
		t.under(t.Word("explain_rate"), reasons.Rate)
	}
	return t.out.Bytes(), t.err
}

func (t *reasonTree) payer(payer string) string {
	if payer == "employer" {
		return t.Word("explain_employer")
	}
	return t.Word("explain_employee")
}

// under writes the reason for one value of a line.
func (t *reasonTree) under(name string, id *int) {
	if id != nil {
		t.node(1, name, *id)
	}
}

// node writes a node under a name, and its inputs unless they were written before.
func (t *reasonTree) node(depth int, name string, id int) {
	n := &t.nodes[id-1]
	t.out.WriteString(strings.Repeat("  ", depth))
	if name != "" && name != n.Name && name != "p."+n.Name {
		t.out.WriteString(name + ": ")
	}
	t.out.WriteString(n.Name + " = " + n.Value)
	if n.Unit != "" {
		t.out.WriteString(" " + n.Unit)
	}
	fmt.Fprintf(&t.out, " [%d]", id)
	if t.shown[id] {
		if len(n.Inputs) > 0 {
			t.out.WriteString(" " + t.Word("explain_see_above"))
		}
		t.out.WriteByte('\n')
		return
	}
	t.shown[id] = true
	for _, part := range []string{t.label(n), n.Cite, n.Source, t.position(n)} {
		if part != "" {
			t.out.WriteString(" · " + part)
		}
	}
	t.out.WriteByte('\n')
	for _, in := range n.Inputs {
		t.node(depth+1, in.Name, in.Node)
	}
}

// label returns the formula of a step, the word for an input, or the label of a parameter.
func (t *reasonTree) label(n *reasonNode) string {
	switch n.Kind {
	case "step":
		return n.Formula
	case "input":
		return t.Word("explain_input")
	}
	return n.Label
}

func (t *reasonTree) position(n *reasonNode) string {
	if n.Position == "" {
		return ""
	}
	return path.Join(t.place, n.Position)
}
