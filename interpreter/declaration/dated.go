package declaration

import (
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/document"
)

// Content is the value of a parameter, in one of its fields: a number, a text, a number
// for each case of the enumerations in By, or bands, which may also be by case.
type Content struct {
	Value  *document.Node
	Text   *document.Node
	Values []CaseValue
	Bands  []CaseBands
}

// parts reports which fields are set.
func (c *Content) parts() [4]bool {
	return [...]bool{c.Value != nil, c.Text != nil, len(c.Values) > 0, len(c.Bands) > 0}
}

func (c *Content) forms() (n int) {
	for _, there := range c.parts() {
		if there {
			n++
		}
	}
	return n
}

// Dated is the value of a parameter from a day of the year until the next one begins.
type Dated struct {
	From  string // such as 2026-07-01
	Range diagnostic.Range
	Content
	// Source and Cite override those of the parameter unless they are empty.
	Source, Cite string
	SourceRange  diagnostic.Range
}

// On returns the parameter on a day, such as 2026-07-01; an empty day is the end of the
// year.
func (p *Parameter) On(day string) *Parameter {
	if len(p.Dated) == 0 {
		return p
	}
	now := p.Dated[0]
	for _, d := range p.Dated {
		if day == "" || d.From <= day {
			now = d
		}
	}
	at := *p
	at.Content, at.Range = now.Content, now.Range
	if now.Source != "" {
		at.Source, at.SourceRange = now.Source, now.SourceRange
	}
	if now.Cite != "" {
		at.Cite = now.Cite
	}
	return &at
}

// dated reads a list of values, each with its first day.
func (r *reader) dated(p *Parameter, n *document.Node) []Dated {
	name := p.Name
	if !r.atMost(mostDays, len(n.Items), n.Range, "values") {
		return nil
	}
	var list []Dated
	for _, item := range n.Items {
		f := r.fields(item, "a dated value", "dated")
		if f == nil {
			return nil
		}
		d := Dated{Range: item.Range, Content: Content{Value: f["value"], Text: f["text"]}, Cite: r.Word(f["cite"], "cite")}
		r.figures(p, &d.Content, f["values"], f["bands"])
		if f["source"] != nil {
			d.Source, d.SourceRange = r.Word(f["source"], "source"), f["source"].Range
		}
		if f["from"] == nil {
			r.lacks(item, f, item.Range, "missing-value", "this value of "+name+" has no from", "Add from: and the first day, such as 2026-07-01.")
			return nil
		}
		if d.From, d.Range = r.Day(f["from"]), f["from"].Range; d.From == "" {
			return nil
		}
		if len(list) > 0 && d.From <= list[len(list)-1].From {
			r.Findings.Fail(d.Range, "order", "this value of "+name+" holds from "+d.From+", the value above it from "+list[len(list)-1].From, "Sort the values by from, the earliest first.")
		}
		r.oneForm(name, item, &d, list)
		list = append(list, d)
	}
	return list
}

// oneForm reports a dated value with no figure, with several, or with another form than
// the first.
func (r *reader) oneForm(name string, item *document.Node, d *Dated, before []Dated) {
	switch {
	case d.forms() != 1:
		r.Findings.Fail(item.Range, "missing-value", "this value of "+name+" needs one of value, values, bands or text in addition to from", "")
	case len(before) > 0 && d.parts() != before[0].parts():
		r.Findings.Fail(item.Range, "wrong-shape", "this value of "+name+" has another form than the first", "Use the same one of value, values, bands or text all year.")
	}
}
