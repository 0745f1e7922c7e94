package rules

import (
	"slices"
	"sync"

	"github.com/payslate/payslate/interpreter"
	"github.com/payslate/payslate/interpreter/number"
)

// result puts the answer of a finished run together.
func (b *Book) result(run *interpreter.Run, y *year, s *Scenario, period int, gross number.Decimal) *Result {
	c := y.country
	r := newResult()
	*r = Result{
		Lines: r.Lines, Profile: r.Profile, Notes: r.Notes,
		Country: c, Year: y.number, TaxYear: y.label, Period: s.Period, Currency: c.currency, Gross: gross,
		Disclaimer: b.service.texts["disclaimer"],
	}
	t := newTexts(s.Language)
	defer t.release()
	y.lines(run, r, t)
	r.Net = gross.Sub(r.EmployeeDeductions)
	r.EmployerCost = gross.Add(r.EmployerContributions)
	// An amount of money over another: the only division outside the rules.
	r.DeductionRate, _ = r.EmployeeDeductions.Mul(hundred).Quo(gross, 2, number.HalfUp)
	perYear := number.New(c.perYear[period], 0)
	r.AnnualGross, r.AnnualNet, r.AnnualEmployerCost = gross.Mul(perYear), r.Net.Mul(perYear), r.EmployerCost.Mul(perYear)
	y.profile(run, r, t)
	b.notes(run, r, t, s)
	t.finish()
	return r
}

var hundred = number.New(100, 0)

// lines reads the lines of the run and sums them up.
func (y *year) lines(run *interpreter.Run, r *Result, t *texts) {
	t.lines = run.Lines(t.lines[:0])
	r.Lines = slices.Grow(r.Lines, len(t.lines))[:len(t.lines)]
	used := sourceSet(0)
	for i, line := range t.lines {
		site := &y.sites[line.Site()]
		out := &r.Lines[i]
		out.Key, out.Payer, out.Label, out.Source = site.key, site.payer, site.label, site.source
		out.Amount, _ = line.Number(lineAmount)
		out.Base, out.HasBase = line.Number(lineBase)
		out.Rate, out.HasRate = line.Number(lineRate)
		from := len(t.buffer)
		t.buffer = line.AppendText(t.buffer, lineRule, t.language.of())
		t.add(&out.Rule, from)
		r.sum(out, site.group)
		used |= 1 << site.sourceAt
	}
	r.Sources = y.cited.list(used)
}

// The payers and groups of lines.
const (
	employee = "employee"
	tax      = "tax"
)

func (r *Result) sum(line *Line, group string) {
	if line.Payer != employee {
		r.EmployerContributions = r.EmployerContributions.Add(line.Amount)
		return
	}
	r.EmployeeDeductions = r.EmployeeDeductions.Add(line.Amount)
	if group == tax {
		r.IncomeTax = r.IncomeTax.Add(line.Amount)
	} else {
		r.SocialContributions = r.SocialContributions.Add(line.Amount)
	}
}

// profile reads the profile as applied.
func (y *year) profile(run *interpreter.Run, r *Result, t *texts) {
	r.Profile = slices.Grow(r.Profile, len(y.outputs))[:len(y.outputs)]
	for i, out := range y.outputs {
		applied := &r.Profile[i]
		applied.Name = out.name
		if !run.Given(out.index) {
			continue
		}
		applied.Value.Kind = out.kind
		switch out.kind {
		case Boolean:
			applied.Value.Bool = run.Bool(out.index)
		case Integer, Number:
			applied.Value.Number = run.Number(out.index).Trim()
		case Choice:
			applied.Value.Text = run.Text(out.index, t.language.of())
		default:
			t.output(&applied.Value.Text, run, out.index)
		}
	}
	if y.scenario >= 0 {
		t.output(&r.Label, run, y.scenario)
	}
}

// notes reads the notes of the rules, after that of the service.
func (b *Book) notes(run *interpreter.Run, r *Result, t *texts, s *Scenario) {
	r.Notes = b.noteRounding(r.Notes, s.Amount)
	for i, v := range s.Profile {
		if f := &r.Country.fields[i]; f.Kind == Number && f.MaxPlaces < 0 && v.Given() {
			r.Notes = b.noteRounding(r.Notes, v.Number)
		}
	}
	from := len(t.spans)
	t.buffer = run.AppendNotes(t.buffer, t.language.of(), func(start, end int) {
		t.spans = append(t.spans, span{start: start, end: end})
	})
	first := len(r.Notes)
	count := len(t.spans) - from
	r.Notes = slices.Grow(r.Notes, count)[:first+count]
	for i := range t.spans[from:] {
		t.spans[from+i].to = &r.Notes[first+i]
	}
}

// noteRounding notes that an amount has more decimals than were used.
func (b *Book) noteRounding(notes []Text, sent number.Decimal) []Text {
	if sent.Places() <= 2 {
		return notes
	}
	used := cents(sent)
	if used.Cmp(sent) == 0 {
		return notes
	}
	return append(notes, b.service.text("amount_rounded", "sent", sent.String(), "used", used.String()))
}

// texts collects the texts of an answer in one piece of memory. It is used
// again for other answers.
type texts struct {
	language Language
	buffer   []byte
	spans    []span
	lines    []interpreter.Line
}

// span is a text in the buffer and where it belongs: to a Text in the language
// of the answer, or to a string.
type span struct {
	to         *Text
	word       *string
	start, end int
}

var textsPool = sync.Pool{New: func() any { return new(texts) }}

func newTexts(language Language) *texts {
	t := textsPool.Get().(*texts)
	t.language = language
	return t
}

func (t *texts) release() {
	clear(t.spans)
	clear(t.lines)
	t.buffer, t.spans, t.lines = t.buffer[:0], t.spans[:0], t.lines[:0]
	textsPool.Put(t)
}

// add says where the text from a place of the buffer to its end belongs.
func (t *texts) add(to *Text, from int) {
	t.spans = append(t.spans, span{to: to, start: from, end: len(t.buffer)})
}

// output adds an output of a run.
func (t *texts) output(to *string, run *interpreter.Run, at int) {
	from := len(t.buffer)
	t.buffer = run.AppendText(t.buffer, at, t.language.of())
	t.spans = append(t.spans, span{word: to, start: from, end: len(t.buffer)})
}

func (t *texts) finish() {
	all := string(t.buffer)
	for _, s := range t.spans {
		if s.word != nil {
			*s.word = all[s.start:s.end]
			continue
		}
		*s.to = only(t.language, all[s.start:s.end])
	}
}
