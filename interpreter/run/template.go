package run

import (
	"math/big"
	"slices"
	"sort"

	"github.com/payslate/payslate/interpreter/machine"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/wording"
)

// Language is a language with its fallbacks.
type Language = wording.Language

// Texts are the templates of an emission.
type Texts = wording.Of[Template]

// Template is a text with placeholders for emitted values.
type Template []TemplatePiece

// TemplatePiece is a literal or a placeholder for a value.
type TemplatePiece struct {
	Literal  string
	Value    *Shown
	Constant *big.Int // the value, if it is known
}

// Folded merges the constant pieces of a template. Numbers are formatted for its
// language, unless the template is for every language.
func (t Template) Folded(language Language, every bool) Template {
	var list Template
	for _, piece := range t {
		if piece.Constant != nil && !every {
			piece = TemplatePiece{Literal: string(appendNumber(nil, piece.Value, number.FromBig(piece.Constant, piece.Value.Places), language))}
		}
		if last := len(list) - 1; piece.Value == nil && last >= 0 && list[last].Value == nil {
			list[last].Literal += piece.Literal
			continue
		}
		list = append(list, piece)
	}
	return list
}

// Varies reports whether the template shows values that are not known.
func (t Template) Varies() bool {
	return slices.ContainsFunc(t, func(p TemplatePiece) bool { return p.Value != nil && p.Constant == nil })
}

// TextEntry is a text that a program can produce.
type TextEntry struct {
	Text     string
	Site     int  // of a composed text, else -1
	Constant bool // the composed text shows no values, so that it is not emitted
}

// storedText returns the text with a code, unless the run composes it.
func (r *Run) storedText(code int64) (text string, is bool) {
	if code < 0 {
		entry := &r.Executable.Texts[-code-1]
		return entry.Text, entry.Site < 0
	}
	if code < int64(len(r.texts)) {
		text = r.texts[code]
	}
	return text, true
}

// appendText appends the text with a code: a whole text, or the last emission of its
// template before another emission.
func (r *Run) appendText(dst []byte, code int64, before machine.Emission, language Language) []byte {
	if text, is := r.storedText(code); is {
		return append(dst, text...)
	}
	site := r.Executable.Texts[-code-1].Site
	if r.Executable.Texts[-code-1].Constant {
		return r.appendTexts(dst, &r.Executable.Sites[site].Texts, before, language)
	}
	list := r.frame.Emissions()
	after := sort.Search(len(list), func(i int) bool { return list[i].From > before.From })
	for i := after - 1; i >= 0; i-- {
		if list[i].Site == site {
			return r.appendTexts(dst, &r.Executable.Sites[site].Texts, list[i], language)
		}
	}
	return dst
}

// appendTexts appends the template for a reader, with values in its language.
func (r *Run) appendTexts(dst []byte, t *Texts, e machine.Emission, reader Language) []byte {
	picked, language := t.Pick(reader)
	return r.appendTemplate(dst, picked, e, language)
}

func (r *Run) appendTemplate(dst []byte, t Template, e machine.Emission, language Language) []byte {
	for i := range t {
		shown := t[i].Value
		switch {
		case shown == nil:
			dst = append(dst, t[i].Literal...)
		case t[i].Constant != nil:
			dst = appendNumber(dst, shown, number.FromBig(t[i].Constant, shown.Places), language)
		default:
			dst = r.value(shown, e).AppendText(dst, language)
		}
	}
	return dst
}

// inAll returns a text in all its languages. A text that is the same in every language
// may contain numbers that are not.
func (r *Run) inAll(t *Texts, e machine.Emission) wording.Text {
	write := func(language Language, one Template) string { return string(r.appendTemplate(nil, one, e, language)) }
	if !t.SameEverywhere() {
		return wording.Map(*t, write)
	}
	text := wording.Everywhere(write(wording.English, t.English))
	for language := range wording.Known() {
		if other := write(language, t.English); other != text.English {
			text.Set(language, other)
		}
	}
	return text
}
