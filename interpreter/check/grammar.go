package check

import (
	"fmt"
	"maps"
	"slices"

	"github.com/expr-lang/expr/ast"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/machine"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
)

// grammarValue returns a parsed text. get returns its integers: the code of the text, the
// form, and for each part its value and whether it is present.
func grammarValue(t *types.Type, get func(i int) machine.Value) *value {
	g := t.Grammar
	v := &value{kind: types.GrammarKind, typ: t, parts: map[string]*value{}, v: get(0)}
	v.parts["text"] = &value{kind: types.Text, v: v.v}
	v.parts["form"] = &value{kind: types.Enumeration, cases: g.Form.Cases, v: get(1)}
	for i, part := range g.Declaration.Parts {
		p := &value{kind: g.Parts[i].Kind, cases: g.Parts[i].Cases, scale: one, v: get(2 + 2*i)}
		if part.Optional {
			p.given = get(3 + 2*i)
		}
		v.parts[part.Name] = p
	}
	return v
}

// readText parses a constant text; nil if it does not match.
func (c *compiler) readText(g *types.Grammar, text string) *value {
	r, ok := g.Read(text)
	if !ok {
		return nil
	}
	return c.partsOf(&types.Type{Kind: types.Text, Grammar: g}, r)
}

func (c *compiler) partsOf(t *types.Type, r types.Reading) *value {
	v := grammarValue(t, func(i int) machine.Value {
		switch {
		case i == 0:
			return c.b.Int(c.textCode(r.Text))
		case i == 1:
			return c.b.Int(r.Form)
		case i%2 == 0:
			return c.b.Int(r.Parts[i/2-1])
		}
		return c.b.Int(map[bool]int64{true: 1}[r.Given[i/2-1]])
	})
	v.parts["text"].isText, v.parts["text"].text = true, r.Text
	return v
}

// defaultText returns the given text or the default, part by part.
func (c *compiler) defaultText(s *scope, in *types.Input, v *value, flag machine.Value) *value {
	d := c.initial(s, in)
	if d == broken || d.kind != types.GrammarKind {
		return broken
	}
	merged := &value{kind: types.GrammarKind, typ: in.Type, parts: map[string]*value{}}
	given := c.b.Other(flag, c.b.Int(0))
	for _, name := range slices.Sorted(maps.Keys(v.parts)) { // for deterministic code
		part := v.parts[name]
		p := *part
		p.v = c.b.Select(given, part.v, d.parts[name].v)
		p.from = union(part.from, d.from)
		if part.given != nil {
			p.given = c.b.Select(given, part.given, d.parts[name].given)
		}
		merged.parts[name] = &p
	}
	merged.v = merged.parts["text"].v
	return merged
}

// read compiles read(p.standard_code, "tax_code") of a constant text.
func (c *compiler) read(s *scope, n *ast.CallNode) *value {
	x := c.node(s, n.Arguments[0])
	name, isText := syntax.Literal[string](n.Arguments[1])
	if x == nil {
		return nil
	}
	if x.kind != types.Text || !x.isText || !isText {
		return c.failAt(s, n, "wrong-arguments", "read takes a text that is known when the rules are loaded, and the name of a grammar", `Write read(p.code, "grammar"). What a request sends is read by an input: grammar: NAME.`)
	}
	g := c.module.Grammars[name]
	if g == nil {
		return c.suggest(s.source.At(n.Arguments[1]), "unknown-name", fmt.Sprintf("unknown grammar %q", name), "Declare it under grammars, or correct its name.", diagnostic.Nearest(name, slices.Sorted(maps.Keys(c.module.Grammars))))
	}
	v := c.readText(g, x.text)
	if v == nil {
		return c.failAt(s, n.Arguments[0], "wrong-type", fmt.Sprintf("%q has none of the forms of %s", x.text, name), "Correct the text, or add its form to the grammar.")
	}
	v.from = x.from
	return v
}
