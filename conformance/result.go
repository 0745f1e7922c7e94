package conformance

import (
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/rules"
)

// resultValue is an answer under the names that the service gives its parts.
func resultValue(r *rules.Result) value {
	v := value{kind: objectValue}
	v.add("label", textOf(string(r.Label)))
	v.add("country", textOf(r.Country.Code()))
	v.add("year", numberOf(number.New(int64(r.Year), 0)))
	v.add("tax_year", textOf(r.TaxYear))
	v.add("period", textOf(r.Period))
	v.add("currency", textOf(r.Currency))
	v.add("gross", numberOf(r.Gross))
	v.add("net", numberOf(r.Net))
	v.add("employee_deductions", numberOf(r.EmployeeDeductions))
	v.add("employer_contributions", numberOf(r.EmployerContributions))
	v.add("employer_cost", numberOf(r.EmployerCost))
	v.add("deduction_rate", numberOf(r.DeductionRate))
	annual := value{kind: objectValue}
	annual.add("gross", numberOf(r.AnnualGross))
	annual.add("net", numberOf(r.AnnualNet))
	annual.add("employer_cost", numberOf(r.AnnualEmployerCost))
	v.add("annual", annual)
	lines := value{kind: arrayValue}
	for i := range r.Lines {
		lines.items = append(lines.items, lineValue(&r.Lines[i]))
	}
	v.add("lines", lines)
	profile := value{kind: objectValue}
	for i := range r.Profile {
		profile.add(r.Profile[i].Name, appliedValue(r.Profile[i].Value))
	}
	v.add("profile", profile)
	notes := value{kind: arrayValue}
	for _, note := range r.Notes {
		notes.items = append(notes.items, textOf(string(note)))
	}
	v.add("notes", notes)
	return v
}

func lineValue(line *rules.Line) value {
	v := value{kind: objectValue}
	v.add("key", textOf(line.Key))
	v.add("label", textOf(line.Label))
	v.add("amount", numberOf(line.Amount))
	v.add("payer", textOf(line.Payer))
	v.add("rate", numberOrNull(line.Rate, line.HasRate))
	v.add("base", numberOrNull(line.Base, line.HasBase))
	v.add("rule", textOf(string(line.Rule)))
	v.add("source", textOf(line.Source))
	return v
}

func appliedValue(applied rules.Value) value {
	switch applied.Kind {
	case rules.Integer, rules.Number:
		return numberOf(applied.Number)
	case rules.Boolean:
		return value{kind: booleanValue, boolean: applied.Bool}
	case rules.Choice, rules.String:
		return textOf(applied.Text)
	case rules.List:
		list := value{kind: arrayValue}
		for _, word := range applied.Words {
			list.items = append(list.items, textOf(word))
		}
		return list
	}
	return value{kind: nullValue}
}
