package run

import (
	"slices"

	"github.com/payslate/payslate/interpreter/machine"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/interpreter/wording"
)

// Outcome is what a run computed: outputs, lines and notes, or a refusal. It is valid
// until the run is used again.
type Outcome struct{ run *Run }

// Output returns output i.
func (o Outcome) Output(i int) Value {
	return o.run.value(&o.run.Executable.Outputs[i], o.run.frame.Outputs())
}

// emitted is an emission of a run. It is valid until the run is used again.
type emitted struct {
	run  *Run
	site *Site
	at   machine.Emission
}

// each iterates over the emissions of a kind.
func (o Outcome) each(kind SiteKind, take func(emitted) bool) {
	for _, e := range o.run.frame.Emissions() {
		if site := o.run.Executable.Sites[e.Site]; site.Kind == kind && !take(emitted{o.run, site, e}) {
			return
		}
	}
}

// Lines iterates over the lines.
func (o Outcome) Lines(take func(Line) bool) {
	o.each(LineSite, func(e emitted) bool { return take(Line{e}) })
}

// Sum returns the sum of a field, a number, over all lines that have it.
func (o Outcome) Sum(field int) (sum number.Decimal) {
	for line := range o.Lines {
		if n, has := line.Number(field); has {
			sum = sum.Add(n)
		}
	}
	return sum
}

// Items iterates over the records of a list of components with their defaults.
func (o Outcome) Items(take func(Item) bool) {
	o.each(ItemSite, func(e emitted) bool { return take(Item{e}) })
}

// Item is a record of a list of components. It is valid until the run is used again.
type Item struct{ emitted }

// Kind returns the kind of the record.
func (i Item) Kind() string { return i.site.Item.Kind.Name }

// Value returns a field of the record by its place among those of the kind, and after them what
// the kind shows beside its fields.
func (i Item) Value(field int) Value { return i.run.value(&i.site.Fields[field].Value, i.at) }

// Step returns the first value that a traced run set at one of the sites, if any.
func (o Outcome) Step(sites []int) (Value, bool) {
	for _, e := range o.run.frame.Emissions() {
		if slices.Contains(sites, e.Site) {
			return o.run.value(&o.run.Executable.Sites[e.Site].Step.Result, e), true
		}
	}
	return Value{}, false
}

// Line is a line of a run. It is valid until the run is used again.
type Line struct{ emitted }

// Site returns the index of the line's site. Hosts use it to keep what is the same for
// every line of the site.
func (l Line) Site() int { return l.at.Site }

// Value returns field i, a number, date or case. It is not given if the line lacks it.
func (l Line) Value(i int) Value {
	f := &l.site.Fields[i]
	if !f.Set || f.Value.Kind == 0 {
		return Value{}
	}
	return l.run.value(&f.Value, l.at)
}

// Number returns field i as a number, and whether it is given.
func (l Line) Number(i int) (number.Decimal, bool) {
	v := l.Value(i)
	if !v.Given() || v.Kind() != types.Number {
		return number.Decimal{}, false
	}
	return v.Number(), true
}

// Word returns field i if it is a literal word, a case or a text.
func (l Line) Word(i int) string {
	f := &l.site.Fields[i]
	if f.Value.Kind != types.Enumeration && f.Value.Kind != types.Text {
		return f.Word
	}
	if v := l.Value(i); v.Given() {
		return v.Text(wording.English)
	}
	return ""
}

// AppendText appends field i, a text.
func (l Line) AppendText(dst []byte, i int, language Language) []byte {
	return l.run.appendTexts(dst, &l.site.Fields[i].Texts, l.at, language)
}

// Text returns field i, a text, in all its languages.
func (l Line) Text(i int) wording.Text { return l.run.inAll(&l.site.Fields[i].Texts, l.at) }
