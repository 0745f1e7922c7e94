package syntax

import (
	"slices"
	"strconv"
	"strings"

	"github.com/expr-lang/expr/ast"

	"github.com/payslate/payslate/interpreter/diagnostic"
)

// Grammar declares how a text is parsed.
type Grammar struct {
	Name      string
	Range     diagnostic.Range
	Normalise []string
	Parts     []*Part
	Forms     []*Form
	Error     string
	Message   *Text
}

// Part is a named part of a text.
type Part struct {
	Name     string
	Range    diagnostic.Range
	OneOf    []string
	Digits   [2]int // least and most; 0 if it is not a number
	Optional bool
}

// Form is one way to write the text.
type Form struct {
	Name   string
	Range  diagnostic.Range
	Pieces []FormPiece
}

// FormPiece is a literal, a set of characters, or a part.
type FormPiece struct {
	Literal string
	Set     string
	Part    string
}

func (r *reader) grammars(n *Node) []*Grammar {
	var list []*Grammar
	for _, e := range r.entries(n, "grammars") {
		name := r.name(e.Key, "a grammar")
		f := r.fields(e.Value, "grammar "+e.Key.Text, "grammar")
		if name == "" || f == nil {
			continue
		}
		r.text(f["about"], "about") // documentation only
		g := &Grammar{Name: name, Range: e.Key.Range}
		for _, item := range r.items(f["normalise"], "normalise") {
			word := r.Word(item, "normalise")
			if word != "upper" && word != "no_blanks" {
				r.Findings.Fail(item.Range, "unknown-word", strconv.Quote(word)+" is not a way to normalise", "Write upper or no_blanks.")
			}
			g.Normalise = append(g.Normalise, word)
		}
		for _, part := range r.few(mostParts, f["parts"], "parts") {
			g.Parts = append(g.Parts, r.part(part))
		}
		if f["forms"] == nil {
			r.Findings.Fail(e.Key.Range, "missing-forms", "grammar "+name+" has no forms", "Add forms: with a list of {form: name, text: …}.")
			continue
		}
		r.atMost(mostParts, len(f["forms"].Items), f["forms"].Range, "forms")
		for _, item := range r.items(f["forms"], "forms") {
			if form := r.form(item, g); form != nil {
				g.Forms = append(g.Forms, form)
			}
		}
		r.otherwise(e.Key, f["otherwise"], g)
		list = append(list, g)
	}
	return list
}

func (r *reader) otherwise(key, n *Node, g *Grammar) {
	if n == nil {
		r.Findings.Fail(key.Range, "missing-otherwise", "grammar "+g.Name+" has no otherwise", "Add otherwise: with error and message.")
		return
	}
	f := r.fields(n, "otherwise", "grammar_otherwise")
	if f == nil {
		return
	}
	if f["error"] == nil || f["message"] == nil {
		r.Findings.Fail(key.Range, "missing-text", "otherwise needs error and message", "")
		return
	}
	g.Error, g.Message = r.Word(f["error"], "error"), r.text(f["message"], "message")
	if g.Message == nil {
		return
	}
	for _, t := range g.Message.Each() {
		for _, piece := range t.Pieces {
			if piece.Value == nil {
				continue
			}
			if name, ok := piece.Value.Tree.(*ast.IdentifierNode); !ok || name.Value != "text" {
				r.Findings.Fail(piece.Value.Range(), "bad-template", "the message about a text can show {text} only", "")
			}
		}
	}
}

func (r *reader) part(e Entry) *Part {
	p := &Part{Name: r.name(e.Key, "a part"), Range: e.Key.Range}
	f := r.fields(e.Value, "part "+p.Name, "grammar_part")
	if f == nil {
		return p
	}
	if p.Name == "form" {
		r.Findings.Fail(e.Key.Range, "reserved-name", "`form` is the name of the form that a text has", "Choose another name for the part.")
	}
	p.Optional = r.Flag(e.Value, "optional")
	if f["one_of"] != nil {
		r.atMost(mostWords, len(f["one_of"].Items), f["one_of"].Range, "words")
		p.OneOf = r.words(f["one_of"], "one_of")
	}
	if f["digits"] != nil {
		p.Digits = r.digits(f["digits"])
	}
	if len(p.OneOf) == 0 && p.Digits[1] == 0 {
		r.Findings.Fail(e.Key.Range, "wrong-shape", "part "+p.Name+" needs one_of or digits", "")
	}
	return p
}

// digits reads 1..6, or 4 for exactly four.
func (r *reader) digits(n *Node) [2]int {
	low, high, both := strings.Cut(r.Word(n, "digits"), "..")
	if !both {
		high = low
	}
	from, err1 := strconv.Atoi(low)
	to, err2 := strconv.Atoi(high)
	if err1 != nil || err2 != nil || from < 1 || to < from || to > 15 {
		r.Findings.Fail(n.Range, "wrong-shape", "digits must be a count or a range of counts up to 15", "Write digits: 4 or digits: 1..6.")
		return [2]int{1, 1}
	}
	return [2]int{from, to}
}

func (r *reader) form(n *Node, g *Grammar) *Form {
	f := r.fields(n, "a form", "grammar_form")
	if f == nil || f["text"] == nil || f["form"] == nil {
		r.Findings.Fail(n.Range, "wrong-shape", "a form needs a name (form) and a text", "")
		return nil
	}
	form := &Form{Name: r.Word(f["form"], "form"), Range: f["form"].Range}
	text := f["text"]
	r.pieces(form, g, text)
	r.atMost(mostParts, len(form.Pieces), text.Range, "pieces")
	return form
}

// pieces takes a form's text apart.
func (r *reader) pieces(form *Form, g *Grammar, text *Node) {
	rest := []rune(r.Word(text, "text"))
	seen := map[string]bool{}
	for at := 0; at < len(rest); {
		piece, length := nextPiece(rest[at:])
		place := text.Span(at, at+length)
		switch {
		case piece == (FormPiece{}):
			r.Findings.Fail(place, "bad-template", "this "+string(rest[at])+" is not closed, or is empty", "{part} stands for a part, [ABC] for one of these letters.")
		case piece.Part != "" && g.Part(piece.Part) == nil:
			r.Findings.Suggest(place, "unknown-name", "grammar "+g.Name+" has no part "+strconv.Quote(piece.Part), "", diagnostic.Nearest(piece.Part, diagnostic.Names(g.Parts, func(p *Part) string { return p.Name })))
		case piece.Part != "" && seen[piece.Part]:
			r.Findings.Fail(place, "duplicate-name", "part "+piece.Part+" occurs twice in this form", "Give one of them another name.")
		}
		seen[piece.Part] = true
		form.Pieces = append(form.Pieces, piece)
		at += length
	}
}

// nextPiece returns the first piece of a form's text and its length. The zero piece is
// an unclosed bracket.
func nextPiece(text []rune) (FormPiece, int) {
	switch text[0] {
	case '{':
		if end := slices.Index(text, '}'); end > 1 {
			return FormPiece{Part: string(text[1:end])}, end + 1
		}
		return FormPiece{}, 1
	case '[':
		if end := slices.Index(text, ']'); end > 1 {
			return FormPiece{Set: string(text[1:end])}, end + 1
		}
		return FormPiece{}, 1
	}
	end := 1
	for end < len(text) && text[end] != '{' && text[end] != '[' {
		end++
	}
	return FormPiece{Literal: string(text[:end])}, end
}

// Part returns the part with a name; nil if there is none.
func (g *Grammar) Part(name string) *Part {
	for _, p := range g.Parts {
		if p.Name == name {
			return p
		}
	}
	return nil
}
