package interpreter

import (
	"fmt"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/expression"
	"github.com/payslate/payslate/interpreter/machine"
)

// grammarInput is a text that the run has read by its grammar.
func (c *compiler) grammarInput(in *Input) *value {
	g := in.Type.grammar
	v := &value{kind: grammarKind, typ: in.Type, parts: map[string]*value{}, v: c.b.Input(in.slot)}
	v.parts["text"] = &value{kind: Text, v: c.b.Input(in.slot)}
	v.parts["form"] = &value{kind: Enumeration, cases: g.form.Cases, v: c.b.Input(in.slot + 1)}
	for i, part := range g.declaration.Parts {
		p := &value{kind: g.parts[i].Kind, cases: g.parts[i].Cases, scale: one, v: c.b.Input(in.slot + 2 + 2*i)}
		if g.optional[i] {
			p.given = c.b.Input(in.slot + 3 + 2*i)
		}
		v.parts[part.Name] = p
	}
	return v
}

// unread is what stands for a text that was not given.
func (c *compiler) unread(t *Type) *value {
	g := t.grammar
	return c.partsOf(t, reading{parts: make([]int64, len(g.parts)), given: make([]bool, len(g.parts))})
}

// readText is a text that is known, read by a grammar; nil where it does not
// match.
func (c *compiler) readText(g *grammar, text string) *value {
	r, ok := g.read(text)
	if !ok {
		return nil
	}
	return c.partsOf(&Type{Kind: Text, grammar: g}, r)
}

func (c *compiler) partsOf(t *Type, r reading) *value {
	g := t.grammar
	code := c.b.Int(c.textCode(r.text))
	v := &value{kind: grammarKind, typ: t, parts: map[string]*value{}, v: code}
	v.parts["text"] = &value{kind: Text, v: code, isText: true, text: r.text}
	v.parts["form"] = &value{kind: Enumeration, cases: g.form.Cases, v: c.b.Int(r.form)}
	for i, part := range g.declaration.Parts {
		p := &value{kind: g.parts[i].Kind, cases: g.parts[i].Cases, scale: one, v: c.b.Int(r.parts[i])}
		if g.optional[i] {
			p.given = c.b.Int(map[bool]int64{true: 1}[r.given[i]])
		}
		v.parts[part.Name] = p
	}
	return v
}

// defaultText is the text given, or the default; part by part.
func (c *compiler) defaultText(s *scope, in *Input, v *value, flag machine.Value) *value {
	d := c.initial(s, in)
	if d == broken || d.kind != grammarKind {
		return broken
	}
	merged := &value{kind: grammarKind, typ: in.Type, parts: map[string]*value{}}
	given := c.b.Other(flag, c.b.Int(0))
	for name, part := range v.parts {
		p := *part
		p.v = c.b.Select(given, part.v, d.parts[name].v)
		p.from = unite(part.from, d.from)
		if part.given != nil {
			p.given = c.b.Select(given, part.given, d.parts[name].given)
		}
		merged.parts[name] = &p
	}
	merged.v = merged.parts["text"].v
	return merged
}

// read reads a known text by a grammar: read(p.standard_code, "tax_code").
func (c *compiler) read(s *scope, n *expression.Call) *value {
	if !c.args(s, n, 2, 2) {
		return nil
	}
	x := c.node(s, n.Args[0])
	name, isText := n.Args[1].(*expression.Text)
	if x == nil {
		return nil
	}
	if x.kind != Text || !x.isText || !isText {
		c.failAt(s, n, "wrong-arguments", "read takes a text that is known when the rules are loaded, and the name of a grammar", `Write read(p.code, "grammar"). What a request sends is read by an input: grammar: NAME.`)
		return nil
	}
	g := c.module.grammars[name.Value]
	if g == nil {
		c.report(diagnostic.Diagnostic{
			Severity: diagnostic.Error, Code: "unknown-name", Summary: fmt.Sprintf("unknown grammar %q", name.Value),
			Suggestion: diagnostic.Nearest(name.Value, keys(c.module.grammars)), Subject: s.source.At(n.Args[1]),
		})
		return nil
	}
	v := c.readText(g, x.text)
	if v == nil {
		c.failAt(s, n.Args[0], "wrong-type", fmt.Sprintf("%q has none of the forms of %s", x.text, name.Value), "")
		return nil
	}
	v.from = x.from
	return v
}
