package names

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/rules"
)

// thresholds lists the names in a country's thresholds.
func (c *collector) thresholds(n *syntax.Node) {
	for _, item := range n.List() {
		c.scalar(Parameter, item.Get("figure"))
		for _, key := range []string{"step", "passes", "case"} {
			c.stepName(item.Get(key))
		}
		if only := item.Get("only"); only != nil {
			for _, e := range only.Entries {
				c.stepName(e.Key)
			}
		}
	}
}

// stepName adds the names in program.step or program.procedure.step.
func (c *collector) stepName(n *syntax.Node) {
	if n == nil || !strings.Contains(n.Text, ".") {
		return
	}
	parts, at := strings.Split(n.Text, "."), 0
	for i, part := range parts {
		s := Symbol{Program, c.folder, part}
		switch {
		case i == len(parts)-1:
			s = c.local(Variable, parts[0], part)
		case i > 0:
			s = c.local(Procedure, parts[0], part)
		}
		c.add(s, n.Span(at, at+len(part)), false)
		at += len(part) + 1
	}
}

// paydayProgram is the program that fills in fields of each payday, and paydayFigures are the
// figures of a payday that net does not return.
const paydayProgram = "payday"

var paydayFigures = []string{"gross", "regular", "one_off"}

// paydays lists the fields and outputs that a country's paydays carry, by the inputs of the
// program that fills them in.
func (c *collector) paydays(n *syntax.Node) {
	for _, key := range []string{"one_off", "may_be_sent", "may_be_changed"} {
		for _, field := range append(n.Get(key).List(), n.Get(key)) {
			c.scalar(Input, field)
		}
	}
	carried := n.Get("carried")
	if carried == nil {
		return
	}
	for _, e := range carried.Entries {
		c.add(c.local(Variable, paydayProgram, e.Key.Text), e.Key.Range, false)
		for _, key := range []string{"figure", "otherwise"} {
			if figure := e.Value.Get(key); figure != nil && !slices.Contains(paydayFigures, figure.Text) {
				c.add(c.local(Variable, rules.NetProgram, figure.Text), figure.Range, false)
			}
		}
		for _, key := range []string{"into", "lowers"} {
			if field := e.Value.Get(key); field != nil {
				kind, member, _ := strings.Cut(field.Text, ".")
				c.refer(Member, member, field.Span(len(kind)+1, len(field.Text)))
			}
		}
	}
}

// plan lists the parameters in a description of official plans: those in its list, and in
// the braces of its formulas.
func (c *collector) plan(root *syntax.Node) {
	known := map[string]bool{}
	for _, n := range root.Get("parameters").List() {
		known[n.Text] = true
	}
	if len(known) > 0 {
		root.Each(func(n *syntax.Node) { c.planned(n, known) })
	}
}

var (
	braces = regexp.MustCompile(`\{[^}]*\}`)
	word   = regexp.MustCompile(`\w+`)
)

func (c *collector) planned(n *syntax.Node, known map[string]bool) {
	for _, brace := range braces.FindAllStringIndex(n.Text, -1) {
		for _, at := range word.FindAllStringIndex(n.Text[brace[0]:brace[1]], -1) {
			from, to := brace[0]+at[0], brace[0]+at[1]
			if known[n.Text[from:to]] {
				before := utf8.RuneCountInString(n.Text[:from])
				c.refer(Parameter, n.Text[from:to], n.Span(before, before+to-from))
			}
		}
	}
	if known[n.Text] {
		c.scalar(Parameter, n)
	}
}
