package interpreter

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

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
	var r reading
	ok := g.readInto(&r, text)
	return r, ok
}

// readInto is read into the room of an older reading.
func (g *grammar) readInto(r *reading, text string) bool {
	r.text = g.normalise(text)
	r.parts = slices.Grow(r.parts[:0], len(g.parts))[:len(g.parts)]
	r.given = slices.Grow(r.given[:0], len(g.parts))[:len(g.parts)]
	clear(r.parts)
	if len(r.text) > maxGrammarText {
		return false
	}
	for _, f := range g.declaration.Forms {
		clear(r.given)
		m := matcher{grammar: g, form: f.Pieces, text: r.text, reading: r}
		if m.match(0, 0) {
			r.form = int64(slices.Index(g.form.Cases, f.Name))
			return true
		}
	}
	return false
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

// matcher reads one text by one form.
type matcher struct {
	grammar *grammar
	form    []declaration.FormPiece
	text    string
	reading *reading
	// failed holds where the rest of the form does not match the rest of the
	// text, so that nothing is tried twice.
	failed map[[2]int]bool
}

// match reads the text from one place on by the form from one piece on.
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
	number := slices.IndexFunc(m.grammar.declaration.Parts, func(part *declaration.Part) bool { return part.Name == p.Part })
	part := m.grammar.declaration.Parts[number]
	found := m.matchWord
	if len(part.OneOf) == 0 {
		found = m.matchDigits
	}
	if found(number, part, piece, at) {
		return true
	}
	m.reading.given[number] = false
	return part.Optional && m.match(piece+1, at)
}

func (m *matcher) matchWord(number int, part *declaration.Part, piece, at int) bool {
	for i, word := range part.OneOf {
		if strings.HasPrefix(m.text[at:], word) {
			m.reading.parts[number], m.reading.given[number] = int64(i), true
			if m.match(piece+1, at+len(word)) {
				return true
			}
		}
	}
	return false
}

func (m *matcher) matchDigits(number int, part *declaration.Part, piece, at int) bool {
	length := 0
	for at+length < len(m.text) && length < part.Digits[1] && m.text[at+length] >= '0' && m.text[at+length] <= '9' {
		length++
	}
	for ; length >= part.Digits[0]; length-- {
		value, err := strconv.ParseInt(m.text[at:at+length], 10, 64)
		if err != nil {
			continue
		}
		m.reading.parts[number], m.reading.given[number] = value, true
		if m.match(piece+1, at+length) {
			return true
		}
	}
	return false
}
