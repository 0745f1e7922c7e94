package operations

import (
	"slices"

	"github.com/payslate/payslate/rules"
)

// result writes the fields of a net pay result that are wanted.
func (w *writer) result(r *rules.Result) {
	w.period(r)
	w.wanted("gross", r.Gross, "net", r.Net, "employee_deductions", r.EmployeeDeductions,
		"employer_contributions", r.EmployerContributions, "employer_cost", r.EmployerCost,
		"deduction_rate", given(r.DeductionRate, !r.Gross.IsZero()),
		"annual", func() { w.object("gross", r.AnnualGross, "net", r.AnnualNet, "employer_cost", r.AnnualEmployerCost) },
		"lines", each(w, r.Lines, w.line))
	w.grounds(r)
}

// period writes what a result is about.
func (w *writer) period(r *rules.Result) {
	w.wanted("country", r.Country.Code(), "year", r.Year, "tax_year", r.TaxYear, "period", r.Period, "currency", r.Currency)
}

// grounds writes what a result rests on.
func (w *writer) grounds(r *rules.Result) {
	w.wanted("profile", func() {
		w.raw("{")
		for i := range r.Profile {
			w.members(r.Profile[i].Name, r.Profile[i].Value)
		}
		w.raw("}")
	}, "notes", each(w, r.Notes, w.note), "warnings", w.warnings(r.Warnings), "sources", each(w, r.Sources, w.source),
		"disclaimer", r.Disclaimer)
}

func (w *writer) note(note *[]byte) { w.bytes(*note) }

// warnings writes the warnings of an answer, with that about unsealed rules.
func (w *writer) warnings(list []rules.Warning) any {
	if w.unsealed {
		list = append(slices.Clip(list), rules.Warning{Code: UnsealedRules, Message: []byte(say(UnsealedRules).In(w.language))})
	}
	return each(w, list, w.warning)
}

// warning writes a warning; a field that is empty is null.
func (w *writer) warning(warning *rules.Warning) {
	w.warned(warning.Code, warning.Message, string(warning.Field), warning.Remedies)
}

// warned writes a warning with the remedies that the request can have.
func (w *writer) warned(code string, message any, field string, remedies []rules.Remedy) {
	w.raw("{")
	w.members("code", code, "message", message, "field", maybe(field))
	if len(remedies) > 0 {
		w.remedies(w.request.remedies(remedies))
	}
	w.raw("}")
}

func (w *writer) source(s *rules.Source) {
	w.object("name", known[string]{s.Name, s.Plain}, "url", known[string]{s.URL, s.Plain}, "license", known[string]{s.License, s.Plain})
}

func (w *writer) line(l *rules.Line) {
	if w.bare {
		w.object("key", l.Key, "amount", l.Amount, "payer", l.Payer, "rate", given(l.Rate, l.HasRate), "base", given(l.Base, l.HasBase))
		return
	}
	w.object("key", known[string]{l.Key, l.Plain}, "label", known[string]{l.Label, l.Plain}, "amount", l.Amount,
		"payer", known[string]{l.Payer, l.Plain}, "rate", given(l.Rate, l.HasRate), "base", given(l.Base, l.HasBase),
		"rule", known[[]byte]{l.Rule, l.RulePlain}, "source", known[string]{l.Source, l.Plain})
}

func (w *writer) comparisonRow(r *rules.Result) {
	w.object("label", r.Label, "country", r.Country.Code(), "tax_year", r.TaxYear, "currency", r.Currency, "period", r.Period,
		"gross", r.Gross, "net", r.Net, "employee_deductions", r.EmployeeDeductions, "income_tax", r.IncomeTax,
		"social_contributions", r.SocialContributions, "employer_cost", r.EmployerCost,
		"deduction_rate", given(r.DeductionRate, !r.Gross.IsZero()), "annual_net", r.AnnualNet)
}
