package rules

import (
	"slices"
	"strings"
	"unsafe"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/remedy"
	"github.com/payslate/payslate/interpreter/run"
	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/interpreter/wording"
)

// reply is answer to a question about one payday, with what is doubtful in it.
func (b *Book) reply(out run.Outcome, y *year, s *Scenario, period int, gross number.Decimal) *Result {
	r := b.answer(out, y, s, period, gross)
	if !s.wants(AllNotes) {
		return r
	}
	b.doubt(r, s, s.regular(y.country, gross), y.country.wholeYear())
	return r
}

// answer makes the answer of a finished run.
func (b *Book) answer(out run.Outcome, y *year, s *Scenario, period int, gross number.Decimal) *Result {
	c := y.country
	r := resultPool.Get().(*Result)
	r.Country, r.Year, r.TaxYear, r.Period, r.Currency = c, y.number, y.label, s.Period, c.Currency
	r.Gross, r.Disclaimer = gross, b.service.disclaimer
	language := s.Language
	y.lines(out, r, s)
	r.Net = gross.Sub(r.EmployeeDeductions)
	r.EmployerCost = gross.Add(r.EmployerContributions)
	// This quotient of two amounts is the only division outside the rules.
	r.DeductionRate, _ = r.EmployeeDeductions.Mul(hundred).Quo(gross, 2, number.HalfUp)
	if y.annual[0] >= 0 && out.Output(y.annual[0]).Given() {
		r.AnnualGross, r.AnnualNet, r.AnnualEmployerCost = out.Output(y.annual[0]).Number(), out.Output(y.annual[1]).Number(), out.Output(y.annual[2]).Number()
	} else {
		perYear := number.New(c.perYear[period], 0)
		r.AnnualGross, r.AnnualNet, r.AnnualEmployerCost = gross.Mul(perYear), r.Net.Mul(perYear), r.EmployerCost.Mul(perYear)
	}
	if s.wants(AppliedProfile) {
		y.profile(out, r, language)
		if y.components != nil {
			y.items(out, r, language)
		}
	}
	if s.WithLabel && y.scenario >= 0 {
		from := len(r.texts)
		r.texts = out.Output(y.scenario).AppendText(r.texts, language)
		r.Label = r.textFrom(from)
	}
	if s.wants(AllNotes) {
		b.notes(out, r, y, s)
	}
	return r
}

var hundred = number.New(100, 0)

// lines reads the lines of the run and adds them up.
func (y *year) lines(outcome run.Outcome, r *Result, s *Scenario) {
	used := uint64(0) // the cited sources, a bit for each
	for line := range outcome.Lines {
		site := &y.sites[line.Site()]
		amount, _ := line.Number(lineAmount)
		r.sum(site, amount)
		used |= 1 << site.sourceAt
		if !s.wants(AllLines) {
			continue
		}
		r.Lines = longer(r.Lines)
		out := &r.Lines[len(r.Lines)-1]
		out.Key, out.Payer, out.Group, out.Label, out.Source, out.Amount = site.key, site.payer, site.group, site.label, site.source, amount
		out.Plain, out.RulePlain = site.plain, site.rulePlain
		if site.written {
			out.Label = string(line.AppendText(nil, lineLabel, s.Language))
		}
		if s.wants(LineDetails) {
			out.Base, out.HasBase = line.Number(lineBase)
			out.Rate, out.HasRate = line.Number(lineRate)
			from := len(r.texts)
			r.texts = line.AppendText(r.texts, lineRule, s.Language)
			out.Rule = r.textFrom(from)
		}
	}
	r.employeeFirst()
	for i := range y.cited {
		if used&(1<<i) != 0 {
			r.Sources = append(r.Sources, y.cited[i])
		}
	}
}

// employeeFirst puts the employee's lines before the employer's, each in their order.
func (r *Result) employeeFirst() {
	employees := 0 // lines at the beginning; those of the employer follow
	for i := range r.Lines {
		if r.Lines[i].Payer != employee {
			continue
		}
		if employees < i {
			line := r.Lines[i]
			copy(r.Lines[employees+1:i+1], r.Lines[employees:i])
			r.Lines[employees] = line
		}
		employees++
	}
}

// longer appends a zero element to a list of a Result. Release has cleared the elements
// used before, so nothing needs to be written here.
func longer[T any](list []T) []T {
	if n := len(list); n < cap(list) {
		return list[:n+1]
	}
	var zero T
	return append(list, zero)
}

// textFrom returns the text written last, which begins at from, in its memory: nobody writes there
// before the Result is released. Earlier texts keep their memory if r.texts has to grow.
func (r *Result) textFrom(from int) string {
	return unsafe.String(unsafe.SliceData(r.texts[from:]), len(r.texts)-from)
}

// The payers and groups of lines.
const (
	employee = "employee"
	tax      = "tax"
	social   = "social"
)

// sum adds the amount of a line to the sums.
func (r *Result) sum(site *lineSite, amount number.Decimal) {
	if site.payer != employee {
		r.EmployerContributions = r.EmployerContributions.Add(amount)
		return
	}
	r.EmployeeDeductions = r.EmployeeDeductions.Add(amount)
	switch site.group {
	case tax:
		r.IncomeTax = r.IncomeTax.Add(amount)
	case social:
		r.SocialContributions = r.SocialContributions.Add(amount)
	}
}

// profile reads the applied profile.
func (y *year) profile(outcome run.Outcome, r *Result, language Language) {
	for i := range y.outputs {
		out, list := &y.outputs[i], &r.Profile
		value := outcome.Output(out.index)
		if out.omit && (!value.Given() || value.Kind() == types.ListKind && len(value.Cases()) == 0) {
			continue
		}
		if out.hidden {
			list = &r.Hidden
		}
		*list = longer(*list)
		applied := &(*list)[len(*list)-1]
		applied.Name = out.name
		applied.Value.Value = value.Plain(language)
	}
}

// notes adds the notes of the service and then those of the rules.
func (b *Book) notes(out run.Outcome, r *Result, y *year, s *Scenario) {
	r.noteRounding(&b.service, s.Amount, s.Language)
	b.noteLawDate(r, y, s)
	for i := range s.Values {
		if s.Values[i].Given() {
			b.noteRounded(r, &r.Country.Fields[i], &s.Values[i], s.Language)
		}
	}
	r.readNotes(out, s)
}

// noteRounded notes the amounts of a field that were rounded to the cent.
func (b *Book) noteRounded(r *Result, f *Field, v *Value, language Language) {
	if v.Number.Places() > types.CentPlaces && f.MaxPlaces() < 0 {
		r.noteRounding(&b.service, v.Number, language)
	}
	for _, item := range v.Items {
		for i := range item.Values {
			b.noteRounded(r, &item.Kind.Fields[i], &item.Values[i], language)
		}
	}
}

// readNotes reads the notes of a run, and those that warn. It leaves out a text that
// the notes already have, and advice on one-off pay in a year that has some.
func (r *Result) readNotes(out run.Outcome, s *Scenario) {
	before := len(r.Notes)
	for note := range out.EachNote {
		if loc := note.Loc(); s.paysOneOff && len(loc) > 0 && loc[0] == r.Country.paydays.OneOff {
			continue
		}
		from := len(r.texts)
		r.texts = note.AppendText(r.texts, s.Language)
		text := r.textFrom(from)
		if slices.Contains(r.Notes[before:], text) {
			continue // of two components of one kind
		}
		if !slices.Contains(r.Notes[:before], text) {
			r.Notes = append(r.Notes, text)
		}
		if code := note.Warning(); code != "" {
			if note.HasMessage() {
				from := len(r.texts)
				r.texts = note.AppendMessage(r.texts, s.Language)
				text = r.textFrom(from)
			}
			r.Warnings = append(r.Warnings, Warning{Code: code, Message: wording.Everywhere(text), Field: r.path(note.Loc()), Remedies: r.Country.remediesOf(note)})
		}
	}
}

// path returns the dotted path of an input of the net program in a request.
func (r *Result) path(loc []any) string {
	if len(loc) == 0 {
		return ""
	}
	from := len(r.texts)
	profile, field := r.Country.placeOf(loc[0].(string))
	r.texts = remedy.AppendPath(r.texts, profile, loc)
	if profile == "" { // the tax year is sent as the year
		r.texts = append(r.texts[:from], field...)
	}
	return r.textFrom(from)
}

// noteRounding adds a note if an amount was rounded to the cent.
func (r *Result) noteRounding(service *Service, sent number.Decimal, language Language) {
	if sent.Places() <= 2 {
		return
	}
	if used := cents(sent); used.Cmp(sent) != 0 {
		note := service.text("amount_rounded", "sent", sent.String(), "used", used.String())
		r.Notes = append(r.Notes, note.In(language))
	}
}

// noteLawDate notes which law a question without a day was answered by, if the law
// changes within the year: with the notes of the country's program, or else the service's.
func (b *Book) noteLawDate(r *Result, y *year, s *Scenario) {
	if s.PayDate != "" || len(y.stretches) == 1 {
		return
	}
	last := y.stretches[len(y.stretches)-1]
	if last.lawDate == nil {
		var days []string
		for _, stretch := range y.stretches[1:] {
			days = append(days, dayText(stretch.since))
		}
		other := dayText(y.since - 1)
		if y.since <= y.from {
			other = dayText(y.stretches[1].since)
		}
		note := b.warn(r, s, "law_changes", nil, "other", other, "year", y.label, "days", strings.Join(days, ", "), "from", dayText(y.since))
		r.Notes = append(r.Notes, note)
		return
	}
	run := last.lawDate.Run()
	defer run.Release()
	if err := last.ask(run, s); err != nil {
		return // cannot happen: onDay has asked it before
	}
	r.readNotes(run.Outcome(), s)
}
