package interpreter

import (
	"math/big"
	"strconv"
	"strings"

	"github.com/payslate/payslate/interpreter/machine"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/wording"
)

// Language is a language of texts, with those to take its place.
type Language = wording.Language

// wholeText is the text with a code, where it is one that the run was given or
// that is known, and not put together by the run.
func (r *Run) wholeText(code int64) (text string, is bool) {
	if code < 0 {
		entry := &r.exe.texts[-code-1]
		return entry.text, entry.site < 0
	}
	if code < int64(len(r.texts)) {
		text = r.texts[code]
	}
	return text, true
}

// appendText writes the text with a code, as it was before an emission: a whole
// one, or a template that was filled in last.
func (r *Run) appendText(dst []byte, code int64, before int, language Language) []byte {
	if text, is := r.wholeText(code); is {
		return append(dst, text...)
	}
	site := r.exe.texts[-code-1].site
	list := r.frame.Emissions()
	for i := min(before, len(list)) - 1; i >= 0; i-- {
		if list[i].Site == site {
			return r.appendTexts(dst, &r.exe.sites[site].texts, shownEmission{list[i], i}, language)
		}
	}
	return dst
}

// shownEmission is an emission and its place among those of its run.
type shownEmission struct {
	machine.Emission
	index int
}

// appendTexts writes the template for a reader, with values in its language.
func (r *Run) appendTexts(dst []byte, t *texts, e shownEmission, reader Language) []byte {
	picked, language := t.Pick(reader)
	return r.appendTemplate(dst, picked, e, language)
}

func (r *Run) appendTemplate(dst []byte, t template, e shownEmission, language Language) []byte {
	arguments, short := r.frame.Emitted64(e.Emission)
	for i := range t {
		sh := t[i].value
		switch {
		case sh == nil:
			dst = append(dst, t[i].literal...)
		case t[i].constant != nil:
			dst = appendNumber(dst, sh, number.FromBig(t[i].constant, sh.places), language)
		case short && sh.plain:
			dst = appendNumber(dst, sh, number.New(arguments[sh.at], sh.places), language)
		default:
			dst = r.appendShown(dst, sh, e, language)
		}
	}
	return dst
}

// appendShown writes an emitted value for people.
func (r *Run) appendShown(dst []byte, sh *shown, e shownEmission, language Language) []byte {
	if !r.isThere(sh, e.Emission) {
		return append(dst, "–"...)
	}
	n, fits := r.frame.Emitted(e.Emission, sh.at)
	switch {
	case sh.kind == Text:
		return r.appendText(dst, n, e.index, language)
	case sh.kind == Enumeration:
		return append(dst, sh.cases[n]...)
	case sh.kind == ListKind:
		end, _ := r.frame.Emitted(e.Emission, sh.at+1)
		return append(dst, strings.Join(r.cases(sh, n, end), ", ")...)
	case sh.kind == Number && fits && sh.places >= 0:
		return appendNumber(dst, sh, number.New(n, sh.places), language)
	}
	if sh.divisor >= 0 {
		return appendFraction(dst, r.frame.EmittedBig(e.Emission, sh.at), r.frame.EmittedBig(e.Emission, sh.divisor), sh.scale)
	}
	return appendValue(dst, sh, r.frame.EmittedBig(e.Emission, sh.at), language)
}

func (r *Run) isThere(sh *shown, e machine.Emission) bool {
	if sh.kind == nullKind {
		return false
	}
	if sh.flag < 0 {
		return true
	}
	n, _ := r.frame.Emitted(e, sh.flag)
	return n != 0
}

// appendValue writes a value of any kind but a text.
func appendValue(dst []byte, sh *shown, n *big.Int, language Language) []byte {
	switch sh.kind {
	case Enumeration:
		return append(dst, sh.cases[n.Int64()]...)
	case Boolean:
		return strconv.AppendBool(dst, n.Sign() != 0)
	case Date:
		return appendDate(dst, n.Int64())
	case Time:
		return appendTime(dst, n.Int64())
	case Duration:
		return appendDuration(dst, n.Int64())
	}
	if places, ok := isPowerOfTen(sh.scale); ok {
		return appendNumber(dst, sh, number.FromBig(n, places), language)
	}
	return appendFraction(dst, n, one, sh.scale)
}

// appendNumber writes money with two decimals and grouped digits, money per
// something with grouped digits, other numbers as they are.
func appendNumber(dst []byte, sh *shown, d number.Decimal, language Language) []byte {
	point, group := language.Separators()
	decimals := 0
	if sh.money {
		decimals = 2
	} else if !sh.grouped {
		group = 0
	}
	return d.AppendText(dst, decimals, point, group)
}

// appendFraction writes n / (scale * divisor) as a decimal number, or as a
// fraction where its decimals have no end.
func appendFraction(dst []byte, n, divisor, scale *big.Int) []byte {
	if divisor.Sign() == 0 {
		return append(dst, "–"...)
	}
	exact := new(big.Rat).SetFrac(n, new(big.Int).Mul(scale, divisor))
	if places, finite := exact.FloatPrec(); finite {
		return append(dst, exact.FloatString(places)...)
	}
	return append(dst, exact.RatString()...)
}

// Refusal is the refusal that ended the run, if one did.
func (r *Run) Refusal() (Refusal, bool) {
	list := r.frame.Emissions()
	if len(list) == 0 {
		return Refusal{}, false
	}
	last := list[len(list)-1]
	t := r.exe.sites[last.Site]
	if t.kind != refuseSite {
		return Refusal{}, false
	}
	return Refusal{run: r, site: t, emission: shownEmission{last, len(list) - 1}}, true
}

// Refusal is a refusal of a run; valid until the run is used again.
type Refusal struct {
	run      *Run
	site     *site
	emission shownEmission
}

// Code is the error code.
func (f Refusal) Code() string { return f.site.error }

// Citation is the legal reference, if it has one.
func (f Refusal) Citation() string { return f.site.cite }

// Message is the text for people.
func (f Refusal) Message() wording.Text { return f.run.inAll(&f.site.texts, f.emission) }

// inAll is a text in all its languages. One that is the same in every language
// still has numbers that are not.
func (r *Run) inAll(t *texts, e shownEmission) wording.Text {
	write := func(language Language, one template) string { return string(r.appendTemplate(nil, one, e, language)) }
	if !t.SameEverywhere() {
		return wording.Map(*t, write)
	}
	text := wording.Everywhere(write(wording.English, t.English))
	for language := range wording.Known() {
		if words := write(language, t.English); words != text.English {
			text.Set(language, words)
		}
	}
	return text
}

// Notes returns the notes of the run.
func (r *Run) Notes() []wording.Text {
	var notes []wording.Text
	for i, e := range r.frame.Emissions() {
		if t := r.exe.sites[e.Site]; t.kind == noteSite {
			notes = append(notes, r.inAll(&t.texts, shownEmission{e, i}))
		}
	}
	return notes
}

// Line is a line of a run; valid until the run is used again.
type Line struct {
	run      *Run
	site     *site
	emission shownEmission
}

// EachLine calls take with the lines of the run, in their order, while it
// returns true.
func (r *Run) EachLine(take func(Line) bool) {
	for i, e := range r.frame.Emissions() {
		if t := r.exe.sites[e.Site]; t.kind == lineSite && !take(Line{r, t, shownEmission{e, i}}) {
			return
		}
	}
}

// Lines appends the lines of the run to a list.
func (r *Run) Lines(list []Line) []Line {
	for line := range r.EachLine {
		list = append(list, line)
	}
	return list
}

// Word is field i of the line where it stands for itself, or is a case.
func (l Line) Word(i int) string {
	f := &l.site.fields[i]
	if f.value.kind == Enumeration || f.value.kind == Text {
		if !f.set || !l.run.isThere(&f.value, l.emission.Emission) {
			return ""
		}
		return string(l.run.appendShown(nil, &f.value, l.emission, wording.English))
	}
	return f.word
}

// Number is field i of the line as a number, and whether it has one.
func (l Line) Number(i int) (number.Decimal, bool) {
	f := &l.site.fields[i]
	if !f.set || f.value.kind == 0 || !l.run.isThere(&f.value, l.emission.Emission) {
		return number.Decimal{}, false
	}
	if n, fits := l.run.frame.Emitted(l.emission.Emission, f.value.at); fits {
		return number.New(n, f.value.places), true
	}
	return number.FromBig(l.run.frame.EmittedBig(l.emission.Emission, f.value.at), f.value.places), true
}

// Date is field i of the line as days since 1970-01-01.
func (l Line) Date(i int) (int64, bool) {
	f := &l.site.fields[i]
	if !f.set || !l.run.isThere(&f.value, l.emission.Emission) {
		return 0, false
	}
	return l.run.frame.Emitted(l.emission.Emission, f.value.at)
}

// AppendText writes field i of the line, a text with values filled in.
func (l Line) AppendText(dst []byte, i int, language Language) []byte {
	return l.run.appendTexts(dst, &l.site.fields[i].texts, l.emission, language)
}

// Text is field i of the line in all its languages.
func (l Line) Text(i int) wording.Text { return l.run.inAll(&l.site.fields[i].texts, l.emission) }
