package operations

import (
	"context"
	"encoding/json"
	"errors"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/interpreter/wording"
	"github.com/payslate/payslate/operations/operationstest"
	"github.com/payslate/payslate/rules"
)

var german, _ = wording.Register("de")

func inBoth(english, other string) rules.Text {
	text := rules.Text{English: english}
	text.Set(german, other)
	return text
}

func newCatalogue(t testing.TB) (*Catalogue, *operationstest.Rules) {
	t.Helper()
	book := operationstest.New()
	catalogue, err := New(book)
	if err != nil {
		t.Fatal(err)
	}
	return catalogue, book
}

func answer(t testing.TB, catalogue *Catalogue, id, request string, language rules.Language) (string, int) {
	t.Helper()
	operation := catalogue.Operation(id)
	if operation == nil {
		t.Fatalf("unknown operation %s", id)
	}
	var body []byte
	var err error
	if operation.Method == "GET" {
		body, err = operation.AnswerQuery(nil, request, language)
	} else {
		body, err = operation.AnswerJSON(nil, []byte(request), language)
	}
	if err != nil {
		body, status := AppendError(nil, err, language)
		return string(body), status
	}
	return string(body), 200
}

// fixed is a rule book with a single result.
type fixed struct {
	*operationstest.Rules
	result rules.Result
}

func (f *fixed) Net(*rules.Scenario) (*rules.Result, error)   { return f.copied(), nil }
func (f *fixed) Gross(*rules.Scenario) (*rules.Result, error) { return f.copied(), nil }

// copied returns the result with its own lists, which the caller may release.
func (f *fixed) copied() *rules.Result {
	result := f.result
	result.Lines, result.Profile, result.Notes = slices.Clone(result.Lines), slices.Clone(result.Profile), slices.Clone(result.Notes)
	result.Warnings, result.Sources = slices.Clone(result.Warnings), slices.Clone(result.Sources)
	return &result
}

// newFixed returns a rule book whose result has each kind of member.
func newFixed() *fixed {
	book := operationstest.New()
	cents := func(n int64) number.Decimal { return number.New(n, 2) }
	return &fixed{book, rules.Result{
		Country: book.Countries()[0], Year: 2026, TaxYear: "2026", Period: "month", Currency: "EUR",
		Gross: cents(300010), Net: cents(290000), EmployeeDeductions: cents(10010), EmployerCost: cents(300010),
		DeductionRate: cents(1234), AnnualGross: cents(3600120), AnnualNet: cents(3480000), AnnualEmployerCost: cents(3600120),
		TargetNet: cents(289999), Difference: cents(1), Label: "DE 2026", IncomeTax: cents(10010),
		Lines: []rules.Line{
			{Key: "tax", Label: "Tax (tax)", Payer: "employee", Amount: cents(10010), Rule: "a tax", Source: "Law"},
			{Key: "levy", Label: "Levy \"x\"", Payer: "employer", Rate: number.New(8750, 3), HasRate: true, Base: cents(300010), HasBase: true, Rule: "a levy", Source: "Law"},
		},
		Profile: []rules.Applied{
			{Name: "class", Value: rules.Value{Value: types.Value{Kind: types.Number, Number: number.New(1, 0)}}}, {Name: "born"},
			{Name: "member", Value: rules.Value{Value: types.Value{Kind: types.Boolean}}}, {Name: "region", Value: rules.Value{Value: types.Value{Kind: types.Enumeration, Text: "north"}}},
		},
		Notes:      []string{"a note"},
		Warnings:   []rules.Warning{{Code: "assumed", Message: wording.Everywhere("a note"), Field: "de.class"}, {Code: "left_out", Message: wording.Everywhere("a \"note\"")}},
		Sources:    []rules.Source{{Name: wording.Everywhere("Law"), URL: "https://example.test/law", License: "public"}},
		Disclaimer: inBoth("an estimate", "eine Schätzung"),
	}}
}

func TestAnswers(t *testing.T) {
	book := newFixed()
	catalogue, err := New(book)
	if err != nil {
		t.Fatal(err)
	}
	service := book.Service()
	signed := `"rules_version":"` + book.Version() + `","computed_by":"payslate ` + ThisBuild().Version + `"}`
	const net = `{"country":"DE","year":2026,"tax_year":"2026","period":"month","currency":"EUR","gross":3000.1,"net":2900,` +
		`"employee_deductions":100.1,"employer_contributions":0,"employer_cost":3000.1,"deduction_rate":12.34,` +
		`"annual":{"gross":36001.2,"net":34800,"employer_cost":36001.2},"lines":[` +
		`{"key":"tax","label":"Tax (tax)","amount":100.1,"payer":"employee","rate":null,"base":null,"rule":"a tax","source":"Law"},` +
		`{"key":"levy","label":"Levy \"x\"","amount":0,"payer":"employer","rate":8.75,"base":3000.1,"rule":"a levy","source":"Law"}],` +
		`"profile":{"class":1,"born":null,"member":false,"region":"north"},"notes":["a note"],` +
		`"warnings":[{"code":"assumed","message":"a note","field":"de.class"},{"code":"left_out","message":"a \"note\"","field":null}],` +
		`"sources":[{"name":"Law","url":"https://example.test/law","license":"public"}],"disclaimer":"an estimate",`
	const row = `{"label":"DE 2026","country":"DE","tax_year":"2026","currency":"EUR","period":"month","gross":3000.1,"net":2900,` +
		`"employee_deductions":100.1,"income_tax":100.1,"social_contributions":0,"employer_cost":3000.1,"deduction_rate":12.34,"annual_net":34800}`
	tests := []struct {
		name, id, request string
		language          rules.Language
		want              string
	}{
		{"net", "salary-net/net", `{"country":"DE","gross":3000.10}`, rules.English, net + signed},
		{"net in German", "salary-net/net", `{"country":"DE","gross":3000.10}`, german,
			strings.Replace(net, "an estimate", "eine Schätzung", 1) + signed},
		{"net to gross", "salary-net/gross", `{"country":"DE","net":2899.99}`, rules.English, net + `"target_net":2899.99,"difference":0.01,` + signed},
		{"compare", "salary-net/compare", `{"scenarios":[{"country":"DE","gross":3000},{"country":"DE","gross":3000}]}`, rules.English,
			`{"rows":[` + row + "," + row + `],"notes":[` + jsonText(service.CompareNote.English) + `,"a note"],"warnings":[` +
				`{"code":"assumed","message":"scenario 1: a note","field":"scenarios[0].de.class"},{"code":"left_out","message":"scenario 1: a \"note\"","field":"scenarios[0]"},` +
				`{"code":"assumed","message":"scenario 2: a note","field":"scenarios[1].de.class"},{"code":"left_out","message":"scenario 2: a \"note\"","field":"scenarios[1]"}],"disclaimer":` + jsonText(service.CompareDisclaimer.English) + `,` + signed},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for range 2 { // the second time with used buffers
				got, status := answer(t, catalogue, test.id, test.request, test.language)
				if status != 200 || got != test.want {
					t.Fatalf("status %d\n got %s\nwant %s", status, got, test.want)
				}
			}
		})
	}
}

func TestComparisonNotes(t *testing.T) {
	service := operationstest.New().Service()
	for _, language := range []rules.Language{rules.English, german} {
		got := comparisonNotes(service, nil, [][]string{{"a", "b"}, {"c", "a"}, {"b", "a"}}, language)
		want := []string{service.CompareNote.In(language), "a", "scenario 1: b", "scenario 2: c", "scenario 3: b"}
		if !slices.Equal(got, want) {
			t.Errorf("got %v", got)
		}
	}
}

// TestLists: the operations list what is in the rule book.
func TestLists(t *testing.T) {
	catalogue, book := newCatalogue(t)
	country, _ := book.Country("UK")
	parameters, taxYear, err := book.Parameters(country, 2025, "")
	if err != nil {
		t.Fatal(err)
	}
	var listed struct {
		Country    string
		Year       int
		TaxYear    string `json:"tax_year"`
		Currency   string
		Parameters []struct {
			Key, Label, Unit, Source string
			Value                    json.Number
		}
	}
	text, _ := answer(t, catalogue, parametersOperation, "country=GB&year=2025.0", rules.English)
	if err := json.Unmarshal([]byte(text), &listed); err != nil {
		t.Fatal(err)
	}
	if listed.Country != "UK" || listed.Year != 2025 || listed.TaxYear != taxYear || listed.Currency != "GBP" || len(listed.Parameters) != len(parameters) || len(parameters) == 0 {
		t.Errorf("got %s", text)
	}
	for i, parameter := range listed.Parameters {
		want := parameters[i]
		if parameter.Key != want.Key || parameter.Label != want.Label.English || parameter.Unit != want.Unit || parameter.Source != want.Source || parameter.Value.String() != want.Value.Trim().String() {
			t.Errorf("got %+v, want %+v", parameter, want)
		}
	}
	text, _ = answer(t, catalogue, "salary-net/countries", "", german)
	for _, part := range []string{
		`{"countries":[{"country":"DE","name":"Deutschland","status":"available","currency":"EUR","years":[2025,2026],"tax_years":["2025","2026"],"dated_years":[],"periods":["year","month","week","day"],"profile_fields":["tax_class","state",`,
		`"years":[2025,2026],"tax_years":["2025-26","2026-27"],`,
		`{"country":"CH","name":"Schweiz","status":"available","currency":"CHF","years":[2026],"tax_years":["2026"],"dated_years":[],"periods":["year","month"],"profile_fields":["canton",`,
	} {
		if !strings.Contains(text, part) {
			t.Errorf("%s lacks %s", text, part)
		}
	}
}

func TestScenarioAsked(t *testing.T) {
	catalogue, book := newCatalogue(t)
	answer(t, catalogue, "salary-net/net", `{"country":"DE","de":{"tax_class":4,"state":"né","church":false,"child_allowances":null,"health_insurance":"private","factor":0.925,"annual_tax_allowance":10},"gross":4583.3333}`, rules.English)
	got := book.Asked()[0]
	if got.Country.Code != "DE" || got.Year != 2026 || got.Period != "month" || got.Amount.String() != "4583.3333" || got.OtherProfile != "" {
		t.Fatalf("asked %+v", got)
	}
	var profile []string
	for _, value := range got.Values {
		switch value.Kind {
		case types.Number:
			profile = append(profile, value.Number.String())
		case types.Boolean:
			profile = append(profile, map[bool]string{true: "true", false: "false"}[value.Bool])
		case 0:
			profile = append(profile, "-")
		default:
			profile = append(profile, value.Text)
		}
	}
	if got, want := strings.TrimRight(strings.Join(profile, " "), "- "), "4 né false - - - - private - 0.925 10"; got != want {
		t.Errorf("profile %q, want %q", got, want)
	}

	answer(t, catalogue, "salary-net/net", `{"country":"DE","gross":1}`, rules.English)
	if profile := book.Asked()[0].Values; len(profile) > 0 {
		t.Errorf("the profile of the previous request is left: %v", profile)
	}
}

func TestCitationOfARefusal(t *testing.T) {
	catalogue, book := newCatalogue(t)
	book.Respond = func(*rules.Scenario) error {
		return &rules.Refusal{Code: "invalid_input", Message: rules.Text{English: "No."}, Citation: "§ 1"}
	}
	const want = `{"detail":{"error":"invalid_input","message":"No.","citation":"§ 1"}}`
	if got, _ := answer(t, catalogue, netOperation, goodScenario, rules.English); got != want {
		t.Errorf("got %s", got)
	}
}

func TestLanguage(t *testing.T) {
	tests := map[string]rules.Language{
		"": rules.English, "de": german, "de-AT,en;q=0.5": german, "en-GB,de;q=0.9": rules.English,
		"pl": rules.English, "pl, de;q=0.5": german, "*": rules.English, ";;;": rules.English, strings.Repeat("de,", 1000): rules.English,
	}
	for header, want := range tests {
		if got := Language(header); got != want {
			t.Errorf("Language(%.30q) = %v, want %v", header, got, want)
		}
	}
}

// TestItemsLookAtTheirContext: no item is answered after the client has left, not even one
// that is handled together with others.
func TestItemsLookAtTheirContext(t *testing.T) {
	catalogue, book := newCatalogue(t)
	ctx, leave := context.WithCancel(t.Context())
	book.Respond = func(*rules.Scenario) error { leave(); return nil }
	items := `{"items":[` + strings.TrimSuffix(strings.Repeat(`{"country":"DE","gross":3000},`, 1000), ",") + `]}`
	_, _, err := catalogue.Operation("salary-net/batch").AnswerResults(ctx, nil, []byte(items), rules.English, func(int64) error { return nil })
	if asked := len(book.Asked()); !errors.Is(err, context.Canceled) || asked > runtime.GOMAXPROCS(0) {
		t.Errorf("%v: %d items were answered", err, asked)
	}
}

// TestSummariesAreAppended: an answer, short or not, follows what is in dst.
func TestSummariesAreAppended(t *testing.T) {
	catalogue, _ := newCatalogue(t)
	tool := catalogue.Operation("salary-net/net").AsTool()
	for _, arguments := range []string{`{"country":"DE","gross":3000}`, `{"country":"DE","gross":3000,"summary":true}`} {
		alone, _, err := tool.AnswerResults(t.Context(), nil, []byte(arguments), rules.English, nil)
		if err != nil {
			t.Fatal(err)
		}
		after, _, err := tool.AnswerResults(t.Context(), []byte("before"), []byte(arguments), rules.English, nil)
		if err != nil || string(after) != "before"+string(alone) {
			t.Errorf("%s: %v %.100s", arguments, err, after)
		}
	}
}
