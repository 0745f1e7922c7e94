package execution

import (
	"strings"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/interpreter/wording"
)

// Line is a line of a run. It is valid until the run is used again.
type Line struct {
	run      *Run
	site     *Site
	emission shownEmission
}

// EachLine iterates over the lines of the run.
func (r *Run) EachLine(take func(Line) bool) {
	for i, e := range r.frame.Emissions() {
		if t := r.Executable.Sites[e.Site]; t.Kind == LineSite && !take(Line{r, t, shownEmission{e, i}}) {
			return
		}
	}
}

// Lines appends the lines of the run to list.
func (r *Run) Lines(list []Line) []Line {
	for line := range r.EachLine {
		list = append(list, line)
	}
	return list
}

// Word returns field i of the line if it is a literal word, a case or a text.
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

// Number returns field i of the line as a number, and whether it is present.
func (l Line) Number(i int) (number.Decimal, bool) {
	f := &l.site.Fields[i]
	if !f.Set || f.Value.Kind == 0 || !l.run.isThere(&f.Value, l.emission.Emission) {
		return number.Decimal{}, false
	}
	return l.run.decimal(&f.Value, l.emission.Emission), true
}

// Date returns field i of the line as days since 1970-01-01, and whether it is present.
func (l Line) Date(i int) (int64, bool) {
	f := &l.site.Fields[i]
	if !f.Set || !l.run.isThere(&f.Value, l.emission.Emission) {
		return 0, false
	}
	return l.run.frame.Emitted(l.emission.Emission, f.Value.At)
}

// AppendText appends field i of the line, a text.
func (l Line) AppendText(dst []byte, i int, language Language) []byte {
	return l.run.appendTexts(dst, &l.site.Fields[i].Texts, l.emission, language)
}

// Text returns field i of the line, a text, in all its languages.
func (l Line) Text(i int) wording.Text { return l.run.inAll(&l.site.Fields[i].Texts, l.emission) }

// LineSites returns the number of sites of the program.
func (e *Executable) LineSites() int { return len(e.Sites) }

// Site returns the site of the line in the program. Hosts use it to cache what is the
// same for every line of the site.
func (l Line) Site() int { return l.emission.Site }

// LineWord returns field i of the lines from a site if it is a literal word; false if
// the site is not that of a line.
func (e *Executable) LineWord(site, i int) (string, bool) {
	t := e.Sites[site]
	if t.Kind != LineSite {
		return "", false
	}
	return t.Fields[i].Word, true
}

// LineLiteral returns the English literals of field i, a text, of the lines from a site.
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

// LinePlain reports whether field i, a text, of the lines from a site never needs escapes
// in JSON.
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

// AppendNotes appends the notes of the run to dst and calls take after each with the
// result so far.
func (r *Run) AppendNotes(dst []byte, language Language, take func(written []byte)) []byte {
	for i, e := range r.frame.Emissions() {
		if t := r.Executable.Sites[e.Site]; t.Kind == NoteSite {
			dst = r.appendTexts(dst, &t.Texts, shownEmission{e, i}, language)
			take(dst)
		}
	}
	return dst
}

// AppendText appends output i, a text or a case, to dst.
func (r *Run) AppendText(dst []byte, i int, language Language) []byte {
	sh := &r.Executable.Outputs[i]
	n, _ := r.frame.Output(sh.At)
	if sh.Kind == types.Enumeration {
		return append(dst, sh.Cases[n]...)
	}
	return r.appendText(dst, n, len(r.frame.Emissions()), language)
}

// SiteRange returns the position of a site in its rule file.
func (e *Executable) SiteRange(site int) diagnostic.Range { return e.Sites[site].At }

// Sum returns the sum of a field, a number, over all lines of the run that have it. The
// values must have the same number of decimals, as amounts of money do.
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
