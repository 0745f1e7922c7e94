package operations

import (
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/rules"
)

// ParametersRequest asks for the values in force of a country and year.
type ParametersRequest struct {
	Country *rules.Country
	Year    int
	// Date is a day of the tax year, such as 2026-07-01, whose values are meant; its last day if
	// it is empty.
	Date     string
	Language rules.Language
}

// ParametersOut is the values in force.
type ParametersOut struct {
	Country    string         `json:"country"`
	Year       int            `json:"year"`
	TaxYear    string         `json:"tax_year"`
	Currency   string         `json:"currency"`
	Parameters []ParameterRow `json:"parameters"`
}

// ParameterRow is one value in force, in a unit such as EUR, percent or EUR/year.
type ParameterRow struct {
	Key    string         `json:"key"`
	Label  string         `json:"label"`
	Value  number.Decimal `json:"value"`
	Unit   string         `json:"unit"`
	Source string         `json:"source"`
}

// CountriesOut is the countries, those that can be calculated first.
type CountriesOut struct {
	Countries []CountryInfo `json:"countries"`
}

// CountryInfo is a country of the service.
type CountryInfo struct {
	Country string `json:"country"`
	Name    string `json:"name"`
	// Status is available or planned.
	Status   string `json:"status"`
	Currency string `json:"currency"`
	// Years are the tax years that can be calculated, by the year in which they start.
	Years []int `json:"years"`
	// TaxYears are the same as the country writes them, such as 2026-27. DatedYears are those
	// whose law changes inside, so that an answer depends on the pay date.
	TaxYears      []string `json:"tax_years"`
	DatedYears    []int    `json:"dated_years"`
	Periods       []string `json:"periods"`
	ProfileFields []string `json:"profile_fields"`
	// Conformance says what its rules are tested against, Unproved names figures that no labelled
	// case can notice.
	Conformance string   `json:"conformance"`
	Unproved    []string `json:"unproved"`
}

func (a *answering) parameters(of *ParametersRequest) (*ParametersOut, error) {
	parameters, taxYear, err := a.rules.Parameters(of.Country, of.Year, of.Date)
	if err != nil {
		return nil, err
	}
	out := &ParametersOut{Country: of.Country.Code, Year: of.Year, TaxYear: taxYear, Currency: of.Country.Currency}
	for _, p := range parameters {
		out.Parameters = append(out.Parameters, ParameterRow{p.Key, p.Label.In(a.language), p.Value, p.Unit, p.Source})
	}
	return out, nil
}

func (a *answering) countries() *CountriesOut {
	out := &CountriesOut{}
	for _, country := range a.rules.Countries() {
		info := CountryInfo{
			Country: country.Code, Name: country.Name.In(a.language), Status: string(country.Status), Currency: country.Currency,
			Years: country.Years, Periods: country.Periods, Conformance: a.Evidence(country).In(a.language), Unproved: a.Judged.Unproved[country.Code],
		}
		for _, year := range info.Years {
			stretches := country.Stretches(year)
			info.TaxYears = append(info.TaxYears, stretches[0].Label)
			if len(stretches) > 1 {
				info.DatedYears = append(info.DatedYears, year)
			}
		}
		for _, field := range country.Fields {
			info.ProfileFields = append(info.ProfileFields, field.Name)
		}
		out.Countries = append(out.Countries, info)
	}
	return out
}
