package types

import (
	"slices"
	"strconv"
	"strings"

	"github.com/payslate/payslate/interpreter/syntax"
)

// Grammar parses texts such as codes.
type Grammar struct {
	Declaration *syntax.Grammar
	Form        *Type   // the enumeration of the forms
	Parts       []*Type // an enumeration, or an integer
}

// newGrammar prepares a declared grammar.
func newGrammar(d *syntax.Grammar) *Grammar {
	g := &Grammar{Declaration: d, Form: &Type{Kind: Enumeration, Name: d.Name + ".form"}}
	for _, f := range d.Forms {
		g.Form.Cases = append(g.Form.Cases, f.Name)
	}
	for _, p := range d.Parts {
		typ := &Type{Kind: Number, Decimals: 0}
		if p.OneOf != nil {
			typ = &Type{Kind: Enumeration, Name: d.Name + "." + p.Name, Cases: p.OneOf}
		}
		g.Parts = append(g.Parts, typ)
	}
	return g
}

// Reading is the result of parsing a text.
type Reading struct {
	Text  string // normalised
	Form  int64
	Parts []int64
	Given []bool
}

// maxGrammarText bounds the length of texts, and so the time of matching.
const maxGrammarText = 256

// Read matches a text against the forms, in their order.
func (g *Grammar) Read(text string) (Reading, bool) {
	r := Reading{Text: g.normalise(text), Parts: make([]int64, len(g.Parts)), Given: make([]bool, len(g.Parts))}
	if len(r.Text) > maxGrammarText {
		return r, false
	}
	for i, f := range g.Declaration.Forms {
		if found := f.Pattern.FindStringSubmatchIndex(r.Text); found != nil && g.parts(&r, f, found) {
			r.Form = int64(i)
			return r, true
		}
	}
	return r, false
}

// parts sets the values of the parts; false if one is not a value.
func (g *Grammar) parts(r *Reading, f *syntax.Form, found []int) bool {
	for i, p := range g.Declaration.Parts {
		at := f.Pattern.SubexpIndex(p.Name)
		r.Parts[i], r.Given[i] = 0, at >= 0 && found[2*at] >= 0
		if !r.Given[i] {
			continue
		}
		text := r.Text[found[2*at]:found[2*at+1]]
		value, err := int64(slices.Index(p.OneOf, text)), error(nil)
		if p.OneOf == nil {
			value, err = strconv.ParseInt(text, 10, 64)
		}
		if r.Parts[i] = value; value < 0 || err != nil {
			return false
		}
	}
	return true
}

// Words returns the texts that the grammar accepts, if they are a list of words; else nil.
func (g *Grammar) Words() []string {
	if g == nil || len(g.Declaration.Forms) != 1 {
		return nil
	}
	return g.Declaration.Forms[0].Words(g.Declaration)
}

// Samples returns texts that the grammar accepts.
func (g *Grammar) Samples() (texts []string) {
	for _, f := range g.Declaration.Forms {
		texts = append(texts, f.Samples(g.Declaration)...)
	}
	return texts
}

// normalise changes only ASCII letters: some other letters have ASCII capitals.
func (g *Grammar) normalise(text string) string {
	for _, how := range g.Declaration.Normalise {
		switch how {
		case "upper":
			text = strings.Map(func(c rune) rune {
				if c >= 'a' && c <= 'z' {
					return c - 'a' + 'A'
				}
				return c
			}, text)
		case "no_blanks":
			text = strings.ReplaceAll(text, " ", "")
		}
	}
	return text
}
