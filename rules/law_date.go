package rules

import (
	"fmt"
	"strings"
	"time"

	"github.com/payslate/payslate/interpreter/check"
	"github.com/payslate/payslate/interpreter/types"
)

// lawDateProgram is an optional program of a country. If the law changes within a year,
// it chooses the day for questions that send none.
const (
	lawDateProgram = "law_date"
	lawDateOutput  = "law_date"
)

// compileLawDate compiles the country's program law_date, if it has one.
func (l *loader) compileLawDate(y *year) bool {
	p, ok := y.module.Program(lawDateProgram)
	if !ok {
		return true
	}
	at := p.Declaration.Range
	exe, err := p.Compile(check.Silent)
	switch {
	case err != nil:
		l.Fail(at, "not-compiled", err.Error(), "")
	case len(p.Outputs) != 1 || p.Outputs[0].Name != lawDateOutput || p.Outputs[0].Type.Kind != types.Date || p.Outputs[0].Type.Optional:
		l.Fail(at, "missing-output", "program "+lawDateProgram+" must answer "+lawDateOutput+" and nothing else", "Write out: {"+lawDateOutput+": date}.")
	case p.Reads(grossInput):
		l.Fail(at, "unknown-input", "program "+lawDateProgram+" reads gross, which is unknown in a question from net to gross", "Choose the day by the period and the profile.")
	default:
		y.lawDate = exe
		return true
	}
	return false
}

// onDay returns the stretch for a scenario: of the day sent, of the day that the country
// chooses, or else the last.
func (b *Book) onDay(y *year, s *Scenario) (*year, error) {
	if s.PayDate != "" {
		return b.stretchOn(y, s.PayDate, "pay_date_outside_year", payDateInput)
	}
	if y.lawDate == nil {
		return y, nil
	}
	run := y.lawDate.Run()
	defer run.Release()
	if err := y.ask(run, s); err != nil {
		return nil, err
	}
	text := run.Outcome().Output(0).String()
	day := dayNumber(text)
	if day < y.from || day > y.to {
		return nil, fmt.Errorf("program %s of %s answers %s, which is not in year %s", lawDateProgram, y.country.code, text, y.label)
	}
	return y.on(day), nil
}

// stretchOn returns the stretch of a day that was sent in a field. The error names the
// days of the year.
func (b *Book) stretchOn(y *year, date, text, field string) (*year, error) {
	if _, err := time.Parse(time.DateOnly, date); err != nil {
		return nil, fmt.Errorf("%s: %w", field, err)
	}
	day := dayNumber(date)
	if day < y.from || day > y.to {
		return nil, b.refuseOf("invalid_input", text, y.country.name, field, "date", date, "year", y.label, "from", dayText(y.from), "to", dayText(y.to))
	}
	return y.on(day), nil
}

// LawDate returns the first day of the law that a question is answered by; empty if the
// law does not change within the year, or the question has no answer.
func (b *Book) LawDate(s *Scenario) string {
	_, y, _, err := b.locate(s)
	if err != nil {
		return ""
	}
	return y.changedOn()
}

// YearOn returns the year of a day such as 2026-07-01; 0 if the country does not have it.
func (c *Country) YearOn(day string) int {
	for _, y := range c.years {
		if dayText(y.from) <= day && day <= dayText(y.to) {
			return y.number
		}
	}
	return 0
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
		note := b.service.text("law_changes", "year", y.label, "days", strings.Join(days, ", "), "from", dayText(y.since))
		text := []byte(note.In(s.Language))
		r.Notes = append(r.Notes, text)
		if warning, warns := b.service.warnings["law_changes"]; warns {
			r.Warnings = append(r.Warnings, Warning{warning.Code, text, []byte(warning.Field)})
		}
		return
	}
	run := last.lawDate.Run()
	defer run.Release()
	if err := last.ask(run, s); err != nil {
		return // cannot happen: onDay has asked it before
	}
	r.readNotes(run.Outcome(), s.Language)
}

// checkPayDate checks the type of the optional input pay_date.
func (l *loader) checkPayDate(in *types.Input) {
	if in.Type.Kind != types.Date || !in.Type.Optional {
		l.Fail(in.Declaration.Range, "wrong-type", "input "+payDateInput+" must be an optional date", "Write "+payDateInput+": date?.")
	}
}
