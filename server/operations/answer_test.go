package operations

import (
	"errors"
	"strings"
	"testing"

	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/server/operations/operationstest"
)

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
		t.Fatalf("there is no operation %s", id)
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

func TestAnswers(t *testing.T) {
	const signed = `"rules_version":"fake-1","computed_by":"payslate 1.0.0"}`
	const net = `{"country":"AA","year":2026,"tax_year":"2026","period":"month","currency":"AAA","gross":3000.1,"net":2900,` +
		`"employee_deductions":100.1,"employer_contributions":0,"employer_cost":3000.1,"deduction_rate":12.34,` +
		`"annual":{"gross":36001.2,"net":3000.1,"employer_cost":3000.1},"lines":[` +
		`{"key":"tax","label":"Tax (tax)","amount":100.1,"payer":"employee","rate":null,"base":null,"rule":"a tax","source":"Law"},` +
		`{"key":"levy","label":"Levy \"x\"","amount":0,"payer":"employer","rate":1.5,"base":3000.1,"rule":"a levy","source":"Law"}],` +
		`"profile":{"class":1,"born":null,"member":false,"region":"north"},"notes":["a note"],` +
		`"sources":[{"name":"Law","url":"https://example.test/law","license":"public"}],"disclaimer":"an estimate",`
	tests := []struct{ name, id, request, want string }{
		{"net", "salary-net/net", `{"country":"AA","gross":3000.10}`, net + signed},
		{"net with profile", "salary-net/net", `{"country":"AA","year":2026.0,"period":null,"aa":{"class":2.0e0,"factor":0.9000},"bb":null,"gross":3000.10}`, net + signed},
		{"net to gross", "salary-net/gross", `{"country":"AA","net":2900.0}`,
			strings.NewReplacer("3000.1,", "3000.11,", `"net":2900,`, `"net":2900.01,`, "3000.1}", "3000.11}", "36001.2,", "36001.32,").Replace(net) + `"target_net":2900,"difference":0.01,` + signed},
		{"compare", "salary-net/compare", `{"scenarios":[{"country":"BC","gross":2000},{"country":"AA","gross":1e3,"period":"week"}]}`,
			`{"rows":[{"label":"BB 2026","country":"BB","tax_year":"2026","currency":"BBB","period":"month","gross":2000,"net":1899.9,"employee_deductions":100.1,"income_tax":100.1,"social_contributions":0,"employer_cost":2000,"deduction_rate":12.34,"annual_net":2000},` +
				`{"label":"AA 2026","country":"AA","tax_year":"2026","currency":"AAA","period":"week","gross":1000,"net":899.9,"employee_deductions":100.1,"income_tax":100.1,"social_contributions":0,"employer_cost":1000,"deduction_rate":12.34,"annual_net":1000}],` +
				`"notes":["each in its currency"],"disclaimer":"estimates",` + signed},
		{"parameters", "salary-net/parameters", "country=BC&year=2026.0",
			`{"country":"BB","year":2026,"tax_year":"2026","currency":"BBB","parameters":[{"key":"ceiling","label":"Ceiling","value":101400,"unit":"X/year","source":"Law"}]}`},
		{"countries", "salary-net/countries", "",
			`{"countries":[{"country":"AA","name":"Alphaland","status":"available","currency":"AAA","years":[2025,2026],"periods":["year","month"],"profile_fields":["class","place","member","steps","insurance","factor","allowance"],"conformance":"tables"},` +
				`{"country":"BB","name":"Betaland","status":"available","currency":"BBB","years":[2026],"periods":["month"],"profile_fields":["code"],"conformance":""},` +
				`{"country":"CC","name":"Gammaland","status":"planned","currency":"CCC","years":[],"periods":[],"profile_fields":[],"conformance":""}]}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			catalogue, _ := newCatalogue(t)
			for range 2 { // the second time with used buffers
				got, status := answer(t, catalogue, test.id, test.request, rules.English)
				if status != 200 || got != test.want {
					t.Fatalf("status %d\n got %s\nwant %s", status, got, test.want)
				}
			}
		})
	}
}

func TestScenarioAsked(t *testing.T) {
	catalogue, book := newCatalogue(t)
	answer(t, catalogue, "salary-net/net", `{"country":"AA","aa":{"class":4,"place":"né","member":false,"steps":null,"insurance":"private","factor":0.925,"allowance":-10},"gross":4583.3333}`, rules.English)
	got := book.Asked()[0]
	if got.Country.Code() != "AA" || got.Year != 2026 || got.Period != "month" || got.Amount.String() != "4583.3333" || got.OtherProfile != "" {
		t.Fatalf("asked %+v", got)
	}
	var profile []string
	for _, value := range got.Profile {
		switch value.Kind {
		case rules.Integer, rules.Number:
			profile = append(profile, value.Number.String())
		case rules.Boolean:
			profile = append(profile, map[bool]string{true: "true", false: "false"}[value.Bool])
		case 0:
			profile = append(profile, "-")
		default:
			profile = append(profile, value.Text)
		}
	}
	if got, want := strings.Join(profile, " "), "4 né false - private 0.925 -10"; got != want {
		t.Errorf("profile %q, want %q", got, want)
	}

	answer(t, catalogue, "salary-net/net", `{"country":"AA","gross":1}`, rules.English)
	if profile := book.Asked()[0].Profile; len(profile) > 0 {
		t.Errorf("a profile was left over from the request before: %v", profile)
	}
}

func TestRefusals(t *testing.T) {
	tests := []struct {
		name, id, request string
		language          rules.Language
		status            int
		want              string
	}{
		{"year", "salary-net/net", `{"country":"AA","year":2019,"gross":1}`, rules.English, 400, `{"detail":{"error":"unsupported_year","message":"2026 only","citation":"§ 1"}}`},
		{"year in German", "salary-net/net", `{"country":"AA","year":2019,"gross":1}`, rules.German, 400, `{"detail":{"error":"unsupported_year","message":"nur 2026","citation":"§ 1"}}`},
		{"parameters", "salary-net/parameters", `country=AA&year=2019`, rules.English, 400, `{"detail":{"error":"unsupported_year","message":"2026 only"}}`},
		{"other profile", "salary-net/net", `{"country":"AA","bb":{},"gross":1}`, rules.English, 400, `{"detail":{"error":"invalid_input","message":"profile of another country: BB"}}`},
		{"other profile by alias", "salary-net/net", `{"country":"BC","aa":{"class":1},"gross":1}`, rules.English, 400, `{"detail":{"error":"invalid_input","message":"profile of another country: AA"}}`},
		{"first failing scenario", "salary-net/compare", `{"scenarios":[{"country":"AA","gross":1},{"country":"AA","bb":{},"gross":1},{"country":"AA","year":2019,"gross":1}]}`, rules.English, 400,
			`{"detail":{"error":"invalid_input","message":"scenario 2: profile of another country: BB"}}`},
		{"scenario in German", "salary-net/compare", `{"scenarios":[{"country":"AA","year":2019,"gross":1}]}`, rules.German, 400,
			`{"detail":{"error":"unsupported_year","message":"Szenario 1: nur 2026","citation":"§ 1"}}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			catalogue, _ := newCatalogue(t)
			got, status := answer(t, catalogue, test.id, test.request, test.language)
			if status != test.status || got != test.want {
				t.Errorf("status %d\n got %s\nwant %s", status, got, test.want)
			}
		})
	}
}

func TestFaultSaysNothingOfItself(t *testing.T) {
	catalogue, book := newCatalogue(t)
	book.Respond = func(*rules.Scenario) error { return errors.New("secret detail") }
	for id, request := range map[string]string{
		"salary-net/net":     `{"country":"AA","gross":1}`,
		"salary-net/compare": `{"scenarios":[{"country":"AA","gross":1}]}`,
	} {
		got, status := answer(t, catalogue, id, request, rules.English)
		if status != 500 || strings.Contains(got, "secret") || !strings.Contains(got, "internal_error") {
			t.Errorf("%s: status %d, %s", id, status, got)
		}
	}
}

func TestLanguage(t *testing.T) {
	tests := map[string]rules.Language{
		"": rules.English, "de": rules.German, "de-AT,en;q=0.5": rules.German, "en-GB,de;q=0.9": rules.English,
		"fr": rules.English, "fr, de;q=0.5": rules.German, "*": rules.English, ";;;": rules.English, strings.Repeat("de,", 1000): rules.English,
	}
	for header, want := range tests {
		if got := Language(header); got != want {
			t.Errorf("Language(%.30q) = %d, want %d", header, got, want)
		}
	}
}
