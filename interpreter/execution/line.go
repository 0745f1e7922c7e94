package execution

import (
	"strings"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/interpreter/wording"
)

// Line is a line of a run; valid until the run is used again.
type Line struct {
	run      *Run
	site     *Site
	emission shownEmission
}

// EachLine calls take with the lines of the run, in their order, while it
// returns true.
func (r *Run) EachLine(take func(Line) bool) {
	for i, e := range r.frame.Emissions() {
		if t := r.Executable.Sites[e.Site]; t.Kind == LineSite && !take(Line{r, t, shownEmission{e, i}}) {
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
	f := &l.site.Fields[i]
	if f.Value.Kind == types.Enumeration || f.Value.Kind == types.Text {
		if !f.Set || !l.run.isThere(&f.Value, l.emission.Emission) {
			return ""
		}
		return string(l.run.appendShown(nil, &f.Value, l.emission, wording.English))
	}
	return f.Word
}

// Number is field i of the line as a number, and whether it has one.
func (l Line) Number(i int) (number.Decimal, bool) {
	f := &l.site.Fields[i]
	if !f.Set || f.Value.Kind == 0 || !l.run.isThere(&f.Value, l.emission.Emission) {
		return number.Decimal{}, false
	}
	return l.run.decimal(&f.Value, l.emission.Emission), true
}

// Date is field i of the line as days since 1970-01-01.
func (l Line) Date(i int) (int64, bool) {
	f := &l.site.Fields[i]
	if !f.Set || !l.run.isThere(&f.Value, l.emission.Emission) {
		return 0, false
	}
	return l.run.frame.Emitted(l.emission.Emission, f.Value.At)
}

// AppendText writes field i of the line, a text with values filled in.
func (l Line) AppendText(dst []byte, i int, language Language) []byte {
	return l.run.appendTexts(dst, &l.site.Fields[i].Texts, l.emission, language)
}

// Text is field i of the line in all its languages.
func (l Line) Text(i int) wording.Text { return l.run.inAll(&l.site.Fields[i].Texts, l.emission) }

// LineSites counts the places of the program that record something; the number
// of a line's place is below it.
func (e *Executable) LineSites() int { return len(e.Sites) }

// Site is the number of the line's place in the program, by which a host can
// keep what is the same for every line from there.
func (l Line) Site() int { return l.emission.Site }

// LineWord is field i of the lines from a site where it stands for itself;
// false if the site is of no line.
func (e *Executable) LineWord(site, i int) (string, bool) {
	t := e.Sites[site]
	if t.Kind != LineSite {
		return "", false
	}
	return t.Fields[i].Word, true
}

// LineLiteral is field i of the lines from a site where it is an English text
// without values.
func (e *Executable) LineLiteral(site, i int) string {
	t := e.Sites[site]
	if t.Kind != LineSite {
		return ""
	}
	text := ""
	for _, piece := range t.Fields[i].Texts.English {
		text += piece.Literal
	}
	return text
}

// LinePlain reports whether field i of the lines from a site is always text that stands
// in JSON as it is.
func (e *Executable) LinePlain(site, i int) bool {
	for _, template := range e.Sites[site].Fields[i].Texts.Each() {
		for _, piece := range template {
			shown := piece.Value
			if !wording.Plain(piece.Literal) || shown != nil && (shown.Kind == types.Text || !wording.Plain(strings.Join(shown.Cases, ""))) {
				return false
			}
		}
	}
	return true
}

// AppendNotes writes the notes of the run after dst and calls take after
// each, with all that was written so far.
func (r *Run) AppendNotes(dst []byte, language Language, take func(written []byte)) []byte {
	for i, e := range r.frame.Emissions() {
		if t := r.Executable.Sites[e.Site]; t.Kind == NoteSite {
			dst = r.appendTexts(dst, &t.Texts, shownEmission{e, i}, language)
			take(dst)
		}
	}
	return dst
}

// AppendText writes output i, a text or the case of an enumeration, after dst.
func (r *Run) AppendText(dst []byte, i int, language Language) []byte {
	sh := &r.Executable.Outputs[i]
	n, _ := r.frame.Output(sh.At)
	if sh.Kind == types.Enumeration {
		return append(dst, sh.Cases[n]...)
	}
	return r.appendText(dst, n, len(r.frame.Emissions()), language)
}

// SiteRange is the place of a site in its rule file.
func (e *Executable) SiteRange(site int) diagnostic.Range { return e.Sites[site].At }

// Sum adds up field i, a number, of all lines of the run that have it. All of
// them must have the same number of decimals, as amounts of money have.
func (r *Run) Sum(field int) number.Decimal {
	sum, places := int64(0), 0
	for _, e := range r.frame.Emissions() {
		t := r.Executable.Sites[e.Site]
		if t.Kind != LineSite {
			continue
		}
		value := &t.Fields[field].Value
		if !r.isThere(value, e) {
			continue
		}
		n, fits := r.frame.Emitted(e, value.At)
		if !fits || (sum+n < sum) != (n < 0) {
			return r.wideSum(field)
		}
		sum, places = sum+n, value.Places
	}
	return number.New(sum, places)
}

func (r *Run) wideSum(field int) number.Decimal {
	var sum number.Decimal
	for line := range r.EachLine {
		if n, has := line.Number(field); has {
			sum = sum.Add(n)
		}
	}
	return sum
}
