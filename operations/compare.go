package operations

import (
	"slices"
	"strconv"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/remedy"
	"github.com/payslate/payslate/interpreter/wording"
	"github.com/payslate/payslate/rules"
)

// CompareOut is scenarios side by side.
type CompareOut struct {
	// Rows are in the order of the scenarios. Notes say what to consider when comparing.
	Rows  []CompareRow `json:"rows"`
	Notes []string     `json:"notes"`
	// Warnings are those of all scenarios, with fields such as scenarios[0].uk.tax_code.
	Warnings   []Warning `json:"warnings"`
	Disclaimer string    `json:"disclaimer"`
	Signature
}

// CompareRow is one scenario. Amounts are in its Currency and for its Period.
type CompareRow struct {
	// Label names it: country, tax year and main profile setting.
	Label              string         `json:"label"`
	Country            string         `json:"country"`
	TaxYear            string         `json:"tax_year"`
	Currency           string         `json:"currency"`
	Period             string         `json:"period"`
	Gross              number.Decimal `json:"gross"`
	Net                number.Decimal `json:"net"`
	EmployeeDeductions number.Decimal `json:"employee_deductions"`
	// IncomeTax is the employee's taxes on income, SocialContributions the contributions to
	// social insurance: 0 where the country withholds these with the tax.
	IncomeTax           number.Decimal `json:"income_tax"`
	SocialContributions number.Decimal `json:"social_contributions"`
	EmployerCost        number.Decimal `json:"employer_cost"`
	// DeductionRate is EmployeeDeductions in percent of Gross; null where Gross is 0.
	DeductionRate *number.Decimal `json:"deduction_rate"`
	// AnnualNet is Net times the periods per year.
	AnnualNet number.Decimal `json:"annual_net"`
}

func (a *answering) compare(of []*rules.Scenario) (*CompareOut, error) {
	service := a.rules.Service()
	out := &CompareOut{Disclaimer: service.CompareDisclaimer.In(a.language), Signature: a.signature()}
	assumptions := make([][]string, len(of))
	var countries []*rules.Country
	var warnings []remedy.Warning
	for i, scenario := range of {
		scenario.WithLabel, scenario.Without = true, rules.AllLines|rules.AppliedProfile
		r, err := a.rules.Net(scenario)
		if err != nil {
			return nil, inScenario(service, i+1, err)
		}
		a.results = append(a.results, r)
		out.Rows = append(out.Rows, CompareRow{
			r.Label, r.Country.Code, r.TaxYear, r.Currency, r.Period, r.Gross, r.Net, r.EmployeeDeductions, r.IncomeTax,
			r.SocialContributions, r.EmployerCost, given(&r.DeductionRate, !r.Gross.IsZero()), r.AnnualNet,
		})
		if !slices.Contains(countries, r.Country) {
			countries = append(countries, r.Country)
		}
		assumptions[i] = r.Notes
		for _, warning := range r.Warnings {
			warning.Message = service.ScenarioFailed(i+1, warning.Message)
			warning.Field = inScenarioAt(i, warning.Field)
			warning.Remedies = inside(warning.Remedies, "scenarios", i)
			warnings = append(warnings, warning)
		}
	}
	out.Notes = comparisonNotes(service, countries, assumptions, a.language)
	out.Warnings = a.warnings(a.withUnsealed(warnings))
	return out, nil
}

// inScenarioAt is the dotted path of a field of a scenario.
func inScenarioAt(i int, field string) string {
	path := "scenarios[" + strconv.Itoa(i) + "]"
	if field != "" {
		path += "." + field
	}
	return path
}

// comparisonNotes puts the scenarios' notes after those on currencies and on the
// countries: those of every scenario as they are, others with their scenario's number.
func comparisonNotes(service *rules.Service, countries []*rules.Country, scenarios [][]string, language rules.Language) []string {
	notes := []string{service.CompareNote.In(language)}
	for _, country := range countries {
		if note := country.CompareNote.In(language); note != "" {
			notes = append(notes, note)
		}
	}
	for i, own := range scenarios {
		for _, note := range own {
			lacksIt := func(other []string) bool { return !slices.Contains(other, note) }
			switch {
			case slices.ContainsFunc(scenarios, lacksIt):
				failed := service.ScenarioFailed(i+1, wording.Everywhere(note))
				notes = append(notes, failed.In(language))
			case i == 0:
				notes = append(notes, note)
			}
		}
	}
	return notes
}
