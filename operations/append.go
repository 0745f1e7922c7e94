package operations

import (
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/rules"
)

// A payslip is answered many thousand times a second, so it is written from the result without a
// NetOut in between. TestNetIsItsStruct holds the two together.

// appendNet answers the operation net.
func (a *answering) appendNet(w *writer, input *Value) error {
	q := questions.Get().(*question)
	defer q.giveBack()
	q.read(a.rules, input, "gross", a.language)
	result, err := a.rules.Net(&q.scenario)
	if err != nil {
		return err
	}
	defer result.Release()
	w.raw("{")
	w.result(result, a)
	w.wanted("rules_version", a.RulesVersion, "computed_by", a.ComputedBy())
	w.raw("}")
	return nil
}

// result writes the fields of a payslip that are wanted.
func (w *writer) result(r *rules.Result, a *answering) {
	w.wanted("country", r.Country.Code(), "year", r.Year, "tax_year", r.TaxYear, "period", r.Period, "currency", r.Currency,
		"gross", r.Gross, "net", r.Net, "employee_deductions", r.EmployeeDeductions,
		"employer_contributions", r.EmployerContributions, "employer_cost", r.EmployerCost,
		"deduction_rate", orNull(r.DeductionRate, !r.Gross.IsZero()),
		"annual", func() { w.object("gross", r.AnnualGross, "net", r.AnnualNet, "employer_cost", r.AnnualEmployerCost) },
		"lines", each(w, r.Lines, w.line), "profile", func() { w.profile(r.Profile) },
		"notes", each(w, r.Notes, w.note), "warnings", each(w, a.warnings(a.withUnsealed(r.Warnings)), w.warning),
		"sources", each(w, r.Sources, w.source), "disclaimer", r.Disclaimer)
}

func (w *writer) profile(list []rules.Applied) {
	w.raw("{")
	for i := range list {
		w.members(list[i].Name, list[i].Value)
	}
	w.raw("}")
}

func (w *writer) note(note *[]byte) { w.bytes(*note) }

func (w *writer) warning(warning *Warning) {
	w.raw("{")
	w.members("code", warning.Code, "message", warning.Message, "field", maybe(warning.Field))
	w.remedies(warning.Remedies)
	w.raw("}")
}

func (w *writer) source(s *rules.Source) {
	w.object("name", known[string]{s.Name, s.Plain}, "url", known[string]{s.URL, s.Plain}, "license", known[string]{s.License, s.Plain})
}

func (w *writer) line(l *rules.Line) {
	w.object("key", known[string]{l.Key, l.Plain}, "label", known[string]{l.Label, l.Plain}, "amount", l.Amount,
		"payer", known[string]{l.Payer, l.Plain}, "rate", orNull(l.Rate, l.HasRate), "base", orNull(l.Base, l.HasBase),
		"rule", known[[]byte]{l.Rule, l.RulePlain}, "source", known[string]{l.Source, l.Plain})
}

// orNull is a number as a member's value, nil without one.
func orNull(value number.Decimal, is bool) any {
	if is {
		return value
	}
	return nil
}
