package compile

import (
	"fmt"
	"maps"
	"slices"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/execution"
	"github.com/payslate/payslate/interpreter/expression"
	"github.com/payslate/payslate/interpreter/machine"
	"github.com/payslate/payslate/interpreter/types"
)

func (c *compiler) grammarInput(in *types.Input) *value {
	g := in.Type.Grammar
	v := &value{kind: types.GrammarKind, typ: in.Type, parts: map[string]*value{}, v: c.b.Input(in.Slot)}
	v.parts["text"] = &value{kind: types.Text, v: c.b.Input(in.Slot)}
	v.parts["form"] = &value{kind: types.Enumeration, cases: g.Form.Cases, v: c.b.Input(in.Slot + 1)}
	for i, part := range g.Declaration.Parts {
		p := &value{kind: g.Parts[i].Kind, cases: g.Parts[i].Cases, scale: one, v: c.b.Input(in.Slot + 2 + 2*i)}
		if g.Optional[i] {
			p.given = c.b.Input(in.Slot + 3 + 2*i)
		}
		v.parts[part.Name] = p
	}
	return v
}

func (c *compiler) unread(t *types.Type) *value {
	g := t.Grammar
	return c.partsOf(t, types.Reading{Parts: make([]int64, len(g.Parts)), Given: make([]bool, len(g.Parts))})
}

// readText is a text that is known, read by a grammar; nil where it does not
// match.
func (c *compiler) readText(g *types.Grammar, text string) *value {
	r, ok := g.Read(text)
	if !ok {
		return nil
	}
	return c.partsOf(&types.Type{Kind: types.Text, Grammar: g}, r)
}

func (c *compiler) partsOf(t *types.Type, r types.Reading) *value {
	g := t.Grammar
	code := c.b.Int(c.textCode(r.Text))
	v := &value{kind: types.GrammarKind, typ: t, parts: map[string]*value{}, v: code}
	v.parts["text"] = &value{kind: types.Text, v: code, isText: true, text: r.Text}
	v.parts["form"] = &value{kind: types.Enumeration, cases: g.Form.Cases, v: c.b.Int(r.Form)}
	for i, part := range g.Declaration.Parts {
		p := &value{kind: g.Parts[i].Kind, cases: g.Parts[i].Cases, scale: one, v: c.b.Int(r.Parts[i])}
		if g.Optional[i] {
			p.given = c.b.Int(map[bool]int64{true: 1}[r.Given[i]])
		}
		v.parts[part.Name] = p
	}
	return v
}

// defaultText is the text given, or the default; part by part.
func (c *compiler) defaultText(s *scope, in *types.Input, v *value, flag machine.Value) *value {
	d := c.initial(s, in)
	if d == broken || d.kind != types.GrammarKind {
		return broken
	}
	merged := &value{kind: types.GrammarKind, typ: in.Type, parts: map[string]*value{}}
	given := c.b.Other(flag, c.b.Int(0))
	for _, name := range slices.Sorted(maps.Keys(v.parts)) { // the same code every time
		part := v.parts[name]
		p := *part
		p.v = c.b.Select(given, part.v, d.parts[name].v)
		p.from = execution.Unite(part.from, d.from)
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
	x := c.node(s, n.Args[0])
	name, isText := n.Args[1].(*expression.Text)
	if x == nil {
		return nil
	}
	if x.kind != types.Text || !x.isText || !isText {
		c.failAt(s, n, "wrong-arguments", "read takes a text that is known when the rules are loaded, and the name of a grammar", `Write read(p.code, "grammar"). What a request sends is read by an input: grammar: NAME.`)
		return nil
	}
	g := c.module.Grammars[name.Value]
	if g == nil {
		c.suggest(s.source.At(n.Args[1]), "unknown-name", fmt.Sprintf("unknown grammar %q", name.Value), "", diagnostic.Nearest(name.Value, slices.Sorted(maps.Keys(c.module.Grammars))))
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
