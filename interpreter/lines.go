package interpreter

import "github.com/payslate/payslate/interpreter/diagnostic"

// LineSites counts the places of the program that record something; the number
// of a line's place is below it.
func (e *Executable) LineSites() int { return len(e.sites) }

// Site is the number of the line's place in the program, by which a host can
// keep what is the same for every line from there.
func (l Line) Site() int { return l.emission.Site }

// LineWord is field i of the lines from a site where it stands for itself;
// false if the site is of no line.
func (e *Executable) LineWord(site, i int) (string, bool) {
	t := e.sites[site]
	if t.kind != lineSite {
		return "", false
	}
	return t.fields[i].word, true
}

// LineLiteral is field i of the lines from a site where it is an English text
// without values.
func (e *Executable) LineLiteral(site, i int) string {
	t := e.sites[site]
	if t.kind != lineSite {
		return ""
	}
	text := ""
	for _, piece := range t.fields[i].texts.English {
		text += piece.literal
	}
	return text
}

// AppendNotes writes the notes of the run behind dst and calls take behind
// each, with all that was written so far.
func (r *Run) AppendNotes(dst []byte, language Language, take func(written []byte)) []byte {
	for i, e := range r.frame.Emissions() {
		if t := r.exe.sites[e.Site]; t.kind == noteSite {
			dst = r.appendTexts(dst, &t.texts, shownEmission{e, i}, language)
			take(dst)
		}
	}
	return dst
}

// AppendText writes output i, a text or the case of an enumeration, behind dst.
func (r *Run) AppendText(dst []byte, i int, language Language) []byte {
	sh := &r.exe.outputs[i].value
	n, _ := r.frame.Output(sh.at)
	if sh.kind == Enumeration {
		return append(dst, sh.cases[n]...)
	}
	return r.appendText(dst, n, len(r.frame.Emissions()), language)
}

// SiteRange is the place of a site in its rule file.
func (e *Executable) SiteRange(site int) diagnostic.Range { return e.sites[site].at }

// Money reports whether the unit is a currency and nothing else.
func (u Unit) Money() bool { return u.money() }
