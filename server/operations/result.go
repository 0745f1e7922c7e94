package operations

import (
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/rules"
)

// result writes the fields of a net pay result that are wanted, each after a comma.
func (w *writer) result(r *rules.Result) {
	w.period(r)
	w.numberField("gross", r.Gross)
	w.numberField("net", r.Net)
	w.numberField("employee_deductions", r.EmployeeDeductions)
	w.numberField("employer_contributions", r.EmployerContributions)
	w.numberField("employer_cost", r.EmployerCost)
	if w.wants("deduction_rate") {
		w.optional(`,"deduction_rate":`, r.DeductionRate, !r.Gross.IsZero())
	}
	if w.wants("annual") {
		w.number(`,"annual":{"gross":`, r.AnnualGross)
		w.number(`,"net":`, r.AnnualNet)
		w.number(`,"employer_cost":`, r.AnnualEmployerCost)
		w.raw("}")
	}
	if w.wants("lines") {
		list(w, `,"lines":`, r.Lines, w.line)
	}
	w.grounds(r)
}

// period writes what a result is about.
func (w *writer) period(r *rules.Result) {
	w.textField("country", r.Country.Code())
	if w.wants("year") {
		w.integer(`,"year":`, r.Year)
	}
	w.textField("tax_year", r.TaxYear)
	w.textField("period", r.Period)
	w.textField("currency", r.Currency)
}

// grounds writes what a result rests on.
func (w *writer) grounds(r *rules.Result) {
	if w.wants("profile") {
		w.profile(r.Profile)
	}
	if w.wants("notes") {
		list(w, `,"notes":`, r.Notes, func(note *[]byte) { w.bytes("", *note) })
	}
	if w.wants("warnings") {
		w.salaryWarnings(r.Warnings)
	}
	if w.wants("sources") {
		list(w, `,"sources":`, r.Sources, w.source)
	}
	if w.wants("disclaimer") {
		w.words(`,"disclaimer":`, r.Disclaimer)
	}
}

func (w *writer) profile(applied []rules.Applied) {
	w.raw(`,"profile":{`)
	for i := range applied {
		if i > 0 {
			w.raw(",")
		}
		w.text("", applied[i].Name)
		w.raw(":")
		w.value(applied[i].Value)
	}
	w.raw("}")
}

func (w *writer) salaryWarnings(warnings []rules.Warning) {
	list(w, `,"warnings":`, warnings, func(warning *rules.Warning) { w.warning(warning.Code, warning.Message, warning.Field) })
}

// textField and numberField write a field that is wanted.
func (w *writer) textField(name, value string) {
	if w.wants(name) {
		w.raw(`,"`)
		w.raw(name)
		w.text(`":`, value)
	}
}

func (w *writer) numberField(name string, value number.Decimal) {
	if w.wants(name) {
		w.raw(`,"`)
		w.raw(name)
		w.number(`":`, value)
	}
}

// warning writes a warning; a field that is empty is null.
func (w *writer) warning(code string, message, field []byte) {
	w.text(`{"code":`, code)
	w.bytes(`,"message":`, message)
	if w.raw(`,"field":`); len(field) == 0 {
		w.raw("null}")
		return
	}
	w.bytes("", field)
	w.raw("}")
}

func (w *writer) source(source *rules.Source) {
	known(w, `{"name":`, source.Name, source.Plain)
	known(w, `,"url":`, source.URL, source.Plain)
	known(w, `,"license":`, source.License, source.Plain)
	w.raw("}")
}

func (w *writer) line(line *rules.Line) {
	known(w, `{"key":`, line.Key, line.Plain)
	known(w, `,"label":`, line.Label, line.Plain)
	w.number(`,"amount":`, line.Amount)
	known(w, `,"payer":`, line.Payer, line.Plain)
	w.optional(`,"rate":`, line.Rate, line.HasRate)
	w.optional(`,"base":`, line.Base, line.HasBase)
	known(w, `,"rule":`, line.Rule, line.RulePlain)
	known(w, `,"source":`, line.Source, line.Plain)
	w.raw("}")
}

func (w *writer) comparisonRow(r *rules.Result) {
	w.object("label", r.Label, "country", r.Country.Code(), "tax_year", r.TaxYear, "currency", r.Currency, "period", r.Period,
		"gross", r.Gross, "net", r.Net, "employee_deductions", r.EmployeeDeductions, "income_tax", r.IncomeTax,
		"social_contributions", r.SocialContributions, "employer_cost", r.EmployerCost,
		"deduction_rate", given(r.DeductionRate, !r.Gross.IsZero()), "annual_net", r.AnnualNet)
}
