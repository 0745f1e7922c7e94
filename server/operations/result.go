package operations

import "github.com/payslate/payslate/rules"

// result writes a net pay result, open for further members.
func (w *writer) result(r *rules.Result) {
	w.text(`{"country":`, r.Country.Code())
	w.integer(`,"year":`, r.Year)
	w.text(`,"tax_year":`, r.TaxYear)
	w.text(`,"period":`, r.Period)
	w.text(`,"currency":`, r.Currency)
	w.number(`,"gross":`, r.Gross)
	w.number(`,"net":`, r.Net)
	w.number(`,"employee_deductions":`, r.EmployeeDeductions)
	w.number(`,"employer_contributions":`, r.EmployerContributions)
	w.number(`,"employer_cost":`, r.EmployerCost)
	w.number(`,"deduction_rate":`, r.DeductionRate)
	w.number(`,"annual":{"gross":`, r.AnnualGross)
	w.number(`,"net":`, r.AnnualNet)
	w.number(`,"employer_cost":`, r.AnnualEmployerCost)
	list(w, `},"lines":`, r.Lines, w.line)
	w.raw(`,"profile":{`)
	for i := range r.Profile {
		if i > 0 {
			w.raw(",")
		}
		w.text("", r.Profile[i].Name)
		w.raw(":")
		w.value(r.Profile[i].Value)
	}
	list(w, `},"notes":`, r.Notes, func(note *[]byte) { w.bytes("", *note) })
	list(w, `,"sources":`, r.Sources, func(source *rules.Source) {
		w.text(`{"name":`, source.Name)
		w.text(`,"url":`, source.URL)
		w.text(`,"license":`, source.License)
		w.raw("}")
	})
	w.words(`,"disclaimer":`, r.Disclaimer)
}

func (w *writer) line(line *rules.Line) {
	w.text(`{"key":`, line.Key)
	w.text(`,"label":`, line.Label)
	w.number(`,"amount":`, line.Amount)
	w.text(`,"payer":`, line.Payer)
	w.optional(`,"rate":`, line.Rate, line.HasRate)
	w.optional(`,"base":`, line.Base, line.HasBase)
	w.bytes(`,"rule":`, line.Rule)
	w.text(`,"source":`, line.Source)
	w.raw("}")
}

func (w *writer) comparisonRow(r *rules.Result) {
	w.bytes(`{"label":`, r.Label)
	w.text(`,"country":`, r.Country.Code())
	w.text(`,"tax_year":`, r.TaxYear)
	w.text(`,"currency":`, r.Currency)
	w.text(`,"period":`, r.Period)
	w.number(`,"gross":`, r.Gross)
	w.number(`,"net":`, r.Net)
	w.number(`,"employee_deductions":`, r.EmployeeDeductions)
	w.number(`,"income_tax":`, r.IncomeTax)
	w.number(`,"social_contributions":`, r.SocialContributions)
	w.number(`,"employer_cost":`, r.EmployerCost)
	w.number(`,"deduction_rate":`, r.DeductionRate)
	w.number(`,"annual_net":`, r.AnnualNet)
	w.raw("}")
}
