// Package operationstest is a rule book for tests of the service: small, quick,
// of invented countries, and asked rather than believed. rules.go is all of it.
package operationstest

import (
	"reflect"
	"sync"
	"unsafe"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/rules"
)

// Rules answers like a rule book of two invented countries: Alphaland (AA)
// knows every kind of field, Betaland (BB) has the alias BC, Gammaland (CC) is
// planned. It answers for 2026 only.
type Rules struct {
	service   rules.Service
	countries []*rules.Country
	// Respond, if set, is called before each answer; its error is the answer.
	Respond func(*rules.Scenario) error

	mutex sync.Mutex
	asked []rules.Scenario
}

// Asked returns the scenarios asked since the last call.
func (f *Rules) Asked() []rules.Scenario {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	asked := f.asked
	f.asked = nil
	return asked
}

// Version is the digest of the invented rules.
func (f *Rules) Version() string { return "fake-1" }

// Service holds what holds for all invented countries.
func (f *Rules) Service() *rules.Service { return &f.service }

// Countries lists them.
func (f *Rules) Countries() []*rules.Country { return f.countries }

// Country finds one by code or alias.
func (f *Rules) Country(code string) (*rules.Country, bool) {
	for _, country := range f.countries {
		if country.Code() == code {
			return country, true
		}
		for _, alias := range country.Aliases() {
			if alias == code {
				return country, true
			}
		}
	}
	return nil, false
}

// Net takes 100.10 of everybody.
func (f *Rules) Net(scenario *rules.Scenario) (*rules.Result, error) {
	asked := *scenario
	asked.Profile = append([]rules.Value(nil), scenario.Profile...)
	f.mutex.Lock()
	f.asked = append(f.asked, asked)
	f.mutex.Unlock()
	if f.Respond != nil {
		if err := f.Respond(scenario); err != nil {
			return nil, err
		}
	}
	if scenario.OtherProfile != "" {
		return nil, &rules.Refusal{Code: "invalid_input", Message: rules.Text{English: "profile of another country: " + scenario.OtherProfile, German: "Profil eines anderen Landes"}}
	}
	if scenario.Year != 2026 {
		return nil, &rules.Refusal{Code: "unsupported_year", Message: rules.Text{English: "2026 only", German: "nur 2026"}, Citation: "§ 1"}
	}
	gross := scenario.Amount.Round(2, number.HalfUp)
	tax := number.New(10010, 2)
	return &rules.Result{
		Country: scenario.Country, Year: scenario.Year, TaxYear: "2026", Period: scenario.Period, Currency: scenario.Country.Currency(),
		Gross: gross, Net: gross.Sub(tax), EmployeeDeductions: tax, EmployerContributions: number.New(0, 0), EmployerCost: gross,
		DeductionRate: number.New(1234, 2), AnnualGross: gross.Mul(number.New(12, 0)), AnnualNet: gross, AnnualEmployerCost: gross,
		Label: scenario.Country.Code() + " 2026", IncomeTax: tax,
		Lines: []rules.Line{
			{Key: "tax", Label: "Tax (tax)", Payer: "employee", Amount: tax, Rule: rules.Text{English: "a tax", German: "eine Abgabe"}, Source: "Law"},
			{Key: "levy", Label: "Levy \"x\"", Payer: "employer", Rate: number.New(150, 2), HasRate: true, Base: gross, HasBase: true, Rule: rules.Text{English: "a levy"}, Source: "Law"},
		},
		Profile:    []rules.Applied{{Name: "class", Value: rules.Value{Kind: rules.Integer, Number: number.New(1, 0)}}, {Name: "born"}, {Name: "member", Value: rules.Value{Kind: rules.Boolean}}, {Name: "region", Value: rules.Value{Kind: rules.Choice, Text: "north"}}},
		Notes:      []rules.Text{{English: "a note", German: "ein Hinweis"}},
		Sources:    []rules.Source{{Name: "Law", URL: "https://example.test/law", License: "public"}},
		Disclaimer: rules.Text{English: "an estimate", German: "eine Schätzung"},
	}, nil
}

// Gross finds a gross that is a cent above what the target asks for.
func (f *Rules) Gross(scenario *rules.Scenario) (*rules.Result, error) {
	question := *scenario
	question.Amount = scenario.Amount.Round(2, number.HalfUp).Add(number.New(10011, 2))
	return f.Net(&question)
}

// Parameters lists one value.
func (f *Rules) Parameters(country *rules.Country, year int) ([]rules.Parameter, string, error) {
	if year != 2026 {
		return nil, "", &rules.Refusal{Code: "unsupported_year", Message: rules.Text{English: "2026 only"}}
	}
	return []rules.Parameter{{Key: "ceiling", Label: rules.Text{English: "Ceiling", German: "Grenze"}, Value: number.New(101400, 0), Unit: "X/year", Source: "Law"}}, "2026", nil
}

func decimal(text string) *number.Decimal {
	value, err := number.Parse(text)
	if err != nil {
		panic(err)
	}
	return &value
}

// fakeCountry fills in what only the rule book can.
func fakeCountry(fields map[string]any) *rules.Country {
	country := new(rules.Country)
	value := reflect.ValueOf(country).Elem()
	for name, content := range fields {
		field := value.FieldByName(name)
		reflect.NewAt(field.Type(), unsafe.Pointer(field.UnsafeAddr())).Elem().Set(reflect.ValueOf(content))
	}
	return country
}

// New makes the rule book.
func New() *Rules {
	return &Rules{
		service: rules.Service{
			YearMin: 2000, YearMax: 2100, YearDefault: 2026, Periods: []string{"year", "month", "week"}, PeriodDefault: "month",
			GrossMax: *decimal("10000000"), NetMax: *decimal("5000000"), ScenariosMax: 8,
			CompareNote: rules.Text{English: "each in its currency"}, CompareDisclaimer: rules.Text{English: "estimates"},
		},
		countries: []*rules.Country{
			fakeCountry(map[string]any{
				"code": "AA", "profileKey": "aa", "name": rules.Text{English: "Alphaland", German: "Alphaland"}, "status": rules.Available, "currency": "AAA",
				"periods": []string{"year", "month"}, "yearNumbers": []int{2025, 2026}, "conformance": rules.Text{English: "tables"},
				"fields": []rules.Field{
					{Name: "class", Kind: rules.Integer, Min: decimal("1"), Max: decimal("6"), MaxPlaces: -1},
					{Name: "place", Kind: rules.String, MinLength: 2, MaxLength: 2, MaxPlaces: -1},
					{Name: "member", Kind: rules.Boolean, MaxPlaces: -1},
					{Name: "steps", Kind: rules.Number, Min: decimal("0"), Max: decimal("20"), MultipleOf: decimal("0.5"), MaxPlaces: -1, Nullable: true},
					{Name: "insurance", Kind: rules.Choice, Choices: []string{"public", "private"}, MaxPlaces: -1},
					{Name: "factor", Kind: rules.Number, Min: decimal("0"), AboveMin: true, Max: decimal("1"), BelowMax: true, MaxPlaces: 3, Nullable: true},
					{Name: "allowance", Kind: rules.Number, Min: decimal("-10"), Max: decimal("1000000"), MaxPlaces: -1},
				},
			}),
			fakeCountry(map[string]any{
				"code": "BB", "aliases": []string{"BC"}, "profileKey": "bb", "name": rules.Text{English: "Betaland"}, "status": rules.Available, "currency": "BBB",
				"periods": []string{"month"}, "yearNumbers": []int{2026},
				"fields": []rules.Field{{Name: "code", Kind: rules.String, MinLength: -1, MaxLength: 12, MaxPlaces: -1, Nullable: true}},
			}),
			fakeCountry(map[string]any{"code": "CC", "profileKey": "cc", "name": rules.Text{English: "Gammaland"}, "status": rules.Planned, "currency": "CCC"}),
		},
	}
}
