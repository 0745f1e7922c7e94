package rules

import (
	"fmt"
	"strings"
	"time"

	"github.com/payslate/payslate/interpreter/compile"
	"github.com/payslate/payslate/interpreter/types"
)

// lawDateProgram may say for a country by the law of which day a question is
// answered that sends none, in a year whose law changes inside.
const (
	lawDateProgram = "law_date"
	lawDateOutput  = "law_date"
)

// compileLawDate prepares the country's choice of a day, where it has one.
func (l *loader) compileLawDate(y *year) bool {
	p, ok := y.module.Program(lawDateProgram)
	if !ok {
		return true
	}
	at := p.Declaration.Range
	exe, err := p.Compile(compile.Silent)
	switch {
	case err != nil:
		l.Fail(at, "not-compiled", err.Error(), "")
	case len(p.Outputs) != 1 || p.Outputs[0].Name != lawDateOutput || p.Outputs[0].Type.Kind != types.Date || p.Outputs[0].Type.Optional:
		l.Fail(at, "missing-output", "program "+lawDateProgram+" must answer "+lawDateOutput+" and nothing else", "Write out: {"+lawDateOutput+": date}.")
	case p.Reads(grossInput):
		l.Fail(at, "unknown-input", "program "+lawDateProgram+" reads gross, which a question for a gross does not know", "Let the day follow from the period and the profile.")
	default:
		y.lawDate = exe
		return true
	}
	return false
}

// onDay is the year as it stands on the day of a scenario: the one sent, or the one
// that the country chooses, or the last.
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
	text := run.Show(0)
	day := dayNumber(text)
	if day < y.from || day > y.to {
		return nil, fmt.Errorf("program %s of %s answers %s, which is not in year %s", lawDateProgram, y.country.code, text, y.label)
	}
	return y.on(day), nil
}

// stretchOn is the year as it stands on a day that was sent in a field. The error
// says in which days the year lies.
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

// LawDate is the first day of the law by which a question is answered; empty where
// the law does not change within its year, or the question has no answer.
func (b *Book) LawDate(s *Scenario) string {
	_, y, _, err := b.locate(s)
	if err != nil {
		return ""
	}
	return y.changedOn()
}

// YearOn is the year in which a day such as 2026-07-01 lies; 0 if there is none.
func (c *Country) YearOn(day string) int {
	for _, y := range c.years {
		if dayText(y.from) <= day && day <= dayText(y.to) {
			return y.number
		}
	}
	return 0
}

// noteLawDate says by which law a question without a day was answered in a year
// whose law changes inside: in the country's words, or else in those of the service.
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
		r.Notes = append(r.Notes, []byte(note.In(s.Language)))
		return
	}
	run := last.lawDate.Run()
	defer run.Release()
	if err := last.ask(run, s); err != nil {
		return // it was asked before, and answered
	}
	r.readNotes(run, s.Language)
}

// checkPayDate refuses an input for the day of payment, which a net program may
// have, of another type.
func (l *loader) checkPayDate(in *types.Input) {
	if in.Type.Kind != types.Date || !in.Type.Optional {
		l.Fail(in.Declaration.Range, "wrong-type", "input "+payDateInput+" must be a date that may stay away", "Write "+payDateInput+": date?.")
	}
}
