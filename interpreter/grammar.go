package interpreter

import (
	"slices"
	"strconv"
	"strings"

	"github.com/payslate/payslate/interpreter/declaration"
)

// grammar reads texts such as codes.
type grammar struct {
	declaration *declaration.Grammar
	form        *Type   // the enumeration of the forms
	parts       []*Type // an enumeration, or an integer
	optional    []bool  // whether a form lacks the part
}

func newGrammar(d *declaration.Grammar) *grammar {
	g := &grammar{declaration: d, form: &Type{Kind: Enumeration, Name: d.Name + ".form"}}
	for _, f := range d.Forms {
		if !slices.Contains(g.form.Cases, f.Name) {
			g.form.Cases = append(g.form.Cases, f.Name)
		}
	}
	for _, p := range d.Parts {
		typ := &Type{Kind: Number, Decimals: 0}
		if len(p.OneOf) > 0 {
			typ = &Type{Kind: Enumeration, Name: d.Name + "." + p.Name, Cases: p.OneOf}
		}
		g.parts = append(g.parts, typ)
		optional := p.Optional
		for _, f := range d.Forms {
			optional = optional || !slices.ContainsFunc(f.Pieces, func(piece declaration.FormPiece) bool { return piece.Part == p.Name })
		}
		g.optional = append(g.optional, optional)
	}
	return g
}

// reading is what a grammar finds in a text.
type reading struct {
	text  string // normalised
	form  int64
	parts []int64
	given []bool
}

// maxGrammarText bounds the texts that are read, so that matching is quick.
const maxGrammarText = 256

// read matches a text against the forms, in their order.
func (g *grammar) read(text string) (reading, bool) {
	r := reading{text: g.normalise(text), parts: make([]int64, len(g.parts)), given: make([]bool, len(g.parts))}
	if len(r.text) > maxGrammarText {
		return r, false
	}
	for _, f := range g.declaration.Forms {
		clear(r.given)
		if g.match(f.Pieces, r.text, &r) {
			r.form = int64(slices.Index(g.form.Cases, f.Name))
			return r, true
		}
	}
	return r, false
}

// normalise changes only ASCII letters: other alphabets have letters whose
// capital is an ASCII letter.
func (g *grammar) normalise(text string) string {
	for _, how := range g.declaration.Normalise {
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

// match reads the rest of a text by the rest of a form.
func (g *grammar) match(pieces []declaration.FormPiece, text string, r *reading) bool {
	if len(pieces) == 0 {
		return text == ""
	}
	piece, rest := pieces[0], pieces[1:]
	switch {
	case piece.Literal != "":
		after, ok := strings.CutPrefix(text, piece.Literal)
		return ok && g.match(rest, after, r)
	case piece.Set != "":
		return text != "" && strings.IndexByte(piece.Set, text[0]) >= 0 && g.match(rest, text[1:], r)
	}
	at := slices.IndexFunc(g.declaration.Parts, func(p *declaration.Part) bool { return p.Name == piece.Part })
	part := g.declaration.Parts[at]
	if len(part.OneOf) > 0 {
		return g.matchWord(at, part, rest, text, r)
	}
	return g.matchDigits(at, part, rest, text, r)
}

func (g *grammar) matchWord(at int, part *declaration.Part, rest []declaration.FormPiece, text string, r *reading) bool {
	for i, word := range part.OneOf {
		after, ok := strings.CutPrefix(text, word)
		if !ok {
			continue
		}
		r.parts[at], r.given[at] = int64(i), true
		if g.match(rest, after, r) {
			return true
		}
	}
	r.given[at] = false
	return part.Optional && g.match(rest, text, r)
}

func (g *grammar) matchDigits(at int, part *declaration.Part, rest []declaration.FormPiece, text string, r *reading) bool {
	length := 0
	for length < len(text) && length < part.Digits[1] && text[length] >= '0' && text[length] <= '9' {
		length++
	}
	for ; length >= part.Digits[0]; length-- {
		value, err := strconv.ParseInt(text[:length], 10, 64)
		if err != nil {
			continue
		}
		r.parts[at], r.given[at] = value, true
		if g.match(rest, text[length:], r) {
			return true
		}
	}
	r.given[at] = false
	return part.Optional && g.match(rest, text, r)
}
