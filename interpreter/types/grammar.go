package types

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/payslate/payslate/interpreter/syntax"
)

// Grammar parses texts such as codes.
type Grammar struct {
	Declaration *syntax.Grammar
	Form        *Type   // the enumeration of the forms
	Parts       []*Type // an enumeration, or an integer
	Optional    []bool  // whether the part may be missing
}

// newGrammar prepares a declared grammar.
func newGrammar(d *syntax.Grammar) *Grammar {
	g := &Grammar{Declaration: d, Form: &Type{Kind: Enumeration, Name: d.Name + ".form"}}
	for _, f := range d.Forms {
		if !slices.Contains(g.Form.Cases, f.Name) {
			g.Form.Cases = append(g.Form.Cases, f.Name)
		}
	}
	for _, p := range d.Parts {
		typ := &Type{Kind: Number, Decimals: 0}
		if len(p.OneOf) > 0 {
			typ = &Type{Kind: Enumeration, Name: d.Name + "." + p.Name, Cases: p.OneOf}
		}
		g.Parts = append(g.Parts, typ)
		optional := p.Optional
		for _, f := range d.Forms {
			optional = optional || !slices.ContainsFunc(f.Pieces, func(piece syntax.FormPiece) bool { return piece.Part == p.Name })
		}
		g.Optional = append(g.Optional, optional)
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
	var r Reading
	ok := g.ReadInto(&r, text)
	return r, ok
}

// ReadInto is Read without allocating: it reuses a Reading.
func (g *Grammar) ReadInto(r *Reading, text string) bool {
	r.Text = g.normalise(text)
	r.Parts = slices.Grow(r.Parts[:0], len(g.Parts))[:len(g.Parts)]
	r.Given = slices.Grow(r.Given[:0], len(g.Parts))[:len(g.Parts)]
	clear(r.Parts)
	if len(r.Text) > maxGrammarText {
		return false
	}
	for _, f := range g.Declaration.Forms {
		clear(r.Given)
		m := matcher{grammar: g, form: f.Pieces, text: r.Text, reading: r}
		if m.match(0, 0) {
			r.Form = int64(slices.Index(g.Form.Cases, f.Name))
			return true
		}
	}
	return false
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

type matcher struct {
	grammar *Grammar
	form    []syntax.FormPiece
	text    string
	reading *Reading
	// failed has the pairs of piece and offset that do not match, so that nothing is
	// tried twice.
	failed map[[2]int]bool
}

// match matches the text from an offset with the form from a piece.
func (m *matcher) match(piece, at int) bool {
	if piece == len(m.form) {
		return at == len(m.text)
	}
	if m.failed[[2]int{piece, at}] {
		return false
	}
	if m.matchPiece(piece, at) {
		return true
	}
	if m.failed == nil {
		m.failed = map[[2]int]bool{}
	}
	m.failed[[2]int{piece, at}] = true
	return false
}

func (m *matcher) matchPiece(piece, at int) bool {
	p, rest := m.form[piece], m.text[at:]
	switch {
	case p.Literal != "":
		return strings.HasPrefix(rest, p.Literal) && m.match(piece+1, at+len(p.Literal))
	case p.Set != "":
		letter, size := utf8.DecodeRuneInString(rest)
		return size > 0 && strings.ContainsRune(p.Set, letter) && m.match(piece+1, at+size)
	}
	number := slices.IndexFunc(m.grammar.Declaration.Parts, func(part *syntax.Part) bool { return part.Name == p.Part })
	part := m.grammar.Declaration.Parts[number]
	found := m.matchWord
	if len(part.OneOf) == 0 {
		found = m.matchDigits
	}
	if found(number, part, piece, at) {
		return true
	}
	m.reading.Given[number] = false
	return part.Optional && m.match(piece+1, at)
}

func (m *matcher) matchWord(number int, part *syntax.Part, piece, at int) bool {
	for i, word := range part.OneOf {
		if strings.HasPrefix(m.text[at:], word) {
			m.reading.Parts[number], m.reading.Given[number] = int64(i), true
			if m.match(piece+1, at+len(word)) {
				return true
			}
		}
	}
	return false
}

func (m *matcher) matchDigits(number int, part *syntax.Part, piece, at int) bool {
	length := 0
	for at+length < len(m.text) && length < part.Digits[1] && m.text[at+length] >= '0' && m.text[at+length] <= '9' {
		length++
	}
	for ; length >= part.Digits[0]; length-- {
		value, err := strconv.ParseInt(m.text[at:at+length], 10, 64)
		if err != nil {
			continue
		}
		m.reading.Parts[number], m.reading.Given[number] = value, true
		if m.match(piece+1, at+length) {
			return true
		}
	}
	return false
}

// Samples returns texts that the grammar accepts: for every form the simplest text, and
// variants in which one part differs, is longer or shorter, or is missing.
func (g *Grammar) Samples() []string {
	var texts []string
	for _, form := range g.Declaration.Forms {
		for varied, piece := range append([]syntax.FormPiece{{}}, form.Pieces...) {
			words := []string{""}
			if part := g.Declaration.Part(piece.Part); part != nil {
				words = samplesOf(part)
			}
			for _, word := range words {
				text := ""
				for i, piece := range form.Pieces {
					part := g.Declaration.Part(piece.Part)
					switch {
					case part == nil:
						text += piece.Literal + firstOf(piece.Set)
					case i+1 == varied:
						text += word
					case !part.Optional:
						text += samplesOf(part)[0]
					}
				}
				if !slices.Contains(texts, text) {
					texts = append(texts, text)
				}
			}
		}
	}
	return texts
}

func samplesOf(p *syntax.Part) []string {
	if len(p.OneOf) > 0 {
		return p.OneOf
	}
	nines := func(digits int) string { return strings.Repeat("9", digits) }
	return []string{nines((p.Digits[0] + p.Digits[1]) / 2), strings.Repeat("0", p.Digits[0]), nines(p.Digits[0]), nines(p.Digits[1])}
}

func firstOf(set string) string {
	_, size := utf8.DecodeRuneInString(set)
	return set[:size]
}
