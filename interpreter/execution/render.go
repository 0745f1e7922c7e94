package execution

import (
	"math/big"
	"strconv"
	"strings"

	"github.com/payslate/payslate/interpreter/machine"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/interpreter/wording"
)

// Language is a language with its fallbacks.
type Language = wording.Language

// wholeText returns the text with a code, unless the run composes it.
func (r *Run) wholeText(code int64) (text string, is bool) {
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
// template before an index.
func (r *Run) appendText(dst []byte, code int64, before int, language Language) []byte {
	if text, is := r.wholeText(code); is {
		return append(dst, text...)
	}
	site := r.Executable.Texts[-code-1].Site
	list := r.frame.Emissions()
	for i := min(before, len(list)) - 1; i >= 0; i-- {
		if list[i].Site == site {
			return r.appendTexts(dst, &r.Executable.Sites[site].Texts, shownEmission{list[i], i}, language)
		}
	}
	return dst
}

// shownEmission is an emission with its index in the run.
type shownEmission struct {
	machine.Emission
	index int
}

// appendTexts appends the template for a reader, with values in its language.
func (r *Run) appendTexts(dst []byte, t *Texts, e shownEmission, reader Language) []byte {
	picked, language := t.Pick(reader)
	return r.appendTemplate(dst, picked, e, language)
}

func (r *Run) appendTemplate(dst []byte, t Template, e shownEmission, language Language) []byte {
	arguments, short := r.frame.Emitted64(e.Emission)
	for i := range t {
		sh := t[i].Value
		switch {
		case sh == nil:
			dst = append(dst, t[i].Literal...)
		case t[i].Constant != nil:
			dst = appendNumber(dst, sh, number.FromBig(t[i].Constant, sh.Places), language)
		case short && sh.Plain:
			dst = appendNumber(dst, sh, number.New(arguments[sh.At], sh.Places), language)
		default:
			dst = r.appendShown(dst, sh, e, language)
		}
	}
	return dst
}

// appendShown appends an emitted value for people.
func (r *Run) appendShown(dst []byte, sh *Shown, e shownEmission, language Language) []byte {
	if !r.isThere(sh, e.Emission) {
		return append(dst, "–"...)
	}
	n, fits := r.frame.Emitted(e.Emission, sh.At)
	switch {
	case sh.Kind == types.Text:
		return r.appendText(dst, n, e.index, language)
	case sh.Kind == types.Enumeration:
		return append(dst, sh.Cases[n]...)
	case sh.Kind == types.ListKind:
		end, _ := r.frame.Emitted(e.Emission, sh.At+1)
		return append(dst, strings.Join(r.cases(sh, n, end), ", ")...)
	case sh.Kind == types.Number && fits && sh.Places >= 0:
		return appendNumber(dst, sh, number.New(n, sh.Places), language)
	}
	if sh.Divisor >= 0 {
		return appendFraction(dst, r.frame.EmittedBig(e.Emission, sh.At), r.frame.EmittedBig(e.Emission, sh.Divisor), sh.Scale)
	}
	return appendValue(dst, sh, r.frame.EmittedBig(e.Emission, sh.At), language)
}

func (r *Run) isThere(sh *Shown, e machine.Emission) bool {
	if sh.Kind == types.NullKind {
		return false
	}
	if sh.Flag < 0 {
		return true
	}
	n, _ := r.frame.Emitted(e, sh.Flag)
	return n != 0
}

// decimal returns an emitted decimal number.
func (r *Run) decimal(sh *Shown, e machine.Emission) number.Decimal {
	if n, fits := r.frame.Emitted(e, sh.At); fits {
		return number.New(n, sh.Places)
	}
	return number.FromBig(r.frame.EmittedBig(e, sh.At), sh.Places)
}

// appendValue appends a value of any kind except a text.
func appendValue(dst []byte, sh *Shown, n *big.Int, language Language) []byte {
	switch sh.Kind {
	case types.Enumeration:
		return append(dst, sh.Cases[n.Int64()]...)
	case types.Boolean:
		return strconv.AppendBool(dst, n.Sign() != 0)
	case types.Date:
		return appendDate(dst, n.Int64())
	case types.Time:
		return appendTime(dst, n.Int64())
	case types.Duration:
		return appendDuration(dst, n.Int64())
	}
	if places, ok := number.DecimalPlaces(sh.Scale); ok {
		return appendNumber(dst, sh, number.FromBig(n, places), language)
	}
	return appendFraction(dst, n, big.NewInt(1), sh.Scale)
}

// appendNumber appends money with two decimals and grouped digits, money per another
// unit with grouped digits, and other numbers without groups.
func appendNumber(dst []byte, sh *Shown, d number.Decimal, language Language) []byte {
	point, group := language.Separators()
	decimals := 0
	if sh.Money {
		decimals = 2
	} else if !sh.Grouped {
		group = 0
	}
	return d.AppendText(dst, decimals, point, group)
}

// appendFraction appends n / (scale * divisor) as a decimal, or as a fraction if the
// decimal is infinite.
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

// Refusal returns the refusal that ended the run, if any.
func (r *Run) Refusal() (Refusal, bool) {
	list := r.frame.Emissions()
	if len(list) == 0 {
		return Refusal{}, false
	}
	last := list[len(list)-1]
	t := r.Executable.Sites[last.Site]
	if t.Kind != RefuseSite {
		return Refusal{}, false
	}
	return Refusal{run: r, site: t, emission: shownEmission{last, len(list) - 1}}, true
}

// Refusal is a refusal of a run. It is valid until the run is used again.
type Refusal struct {
	run      *Run
	site     *Site
	emission shownEmission
}

// Code returns the error code.
func (f Refusal) Code() string { return f.site.Error }

// Citation returns the legal reference, or an empty text.
func (f Refusal) Citation() string { return f.site.Cite }

// Message returns the text for people.
func (f Refusal) Message() wording.Text { return f.run.inAll(&f.site.Texts, f.emission) }

// inAll returns a text in all its languages. A text that is the same in every language
// may contain numbers that are not.
func (r *Run) inAll(t *Texts, e shownEmission) wording.Text {
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

// Notes returns the notes of the run.
func (r *Run) Notes() []wording.Text {
	var notes []wording.Text
	for i, e := range r.frame.Emissions() {
		if t := r.Executable.Sites[e.Site]; t.Kind == NoteSite {
			notes = append(notes, r.inAll(&t.Texts, shownEmission{e, i}))
		}
	}
	return notes
}

// Field returns the input that the refusal is about; for a list also the index, else -1,
// and the field of the record at the index. Names may be empty.
func (f Refusal) Field() (input string, index int, member string) {
	index = -1
	if f.site.Index != nil {
		n, _ := f.run.frame.Emitted(f.emission.Emission, f.site.Index.At)
		index = int(n)
	}
	for _, fault := range f.site.Faults {
		input, member = fault.Input, fault.Member
		if fault.Flag < 0 {
			break
		}
		if given, _ := f.run.frame.Emitted(f.emission.Emission, fault.Flag); given != 0 {
			break
		}
	}
	return input, index, member
}
