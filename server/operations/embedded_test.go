package operations_test

import (
	"encoding/json"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/payslate/payslate/internal/race"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/server/operations"
)

// TestMain lets garbage accumulate: collecting it takes a third of the time.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	m.Run()
}

// The operations take a *rules.Book.
var _ operations.Rules = (*rules.Book)(nil)

func embedded(t *testing.T) (*rules.Book, *operations.Catalogue) {
	t.Helper()
	book, findings := rules.Open(rules.Embedded(), rules.Options{WithoutArchive: true})
	if findings.HasErrors() {
		t.Fatal(findings.Error())
	}
	if book == nil {
		t.Skip("the rule book cannot be opened yet")
	}
	catalogue, err := operations.New(book)
	if err != nil {
		t.Fatal(err)
	}
	return book, catalogue
}

func ask(catalogue *operations.Catalogue, id, request string) (answer string, status int) {
	operation := catalogue.Operation(id)
	var body []byte
	var err error
	if operation.Method == "GET" {
		body, err = operation.AnswerQuery(nil, request, rules.English)
	} else {
		body, err = operation.AnswerJSON(nil, []byte(request), rules.English)
	}
	if err != nil {
		body, status = operations.AppendError(nil, err, rules.English)
		return string(body), status
	}
	return string(body), 200
}

// TestEmbeddedRules: each operation answers for each country and year of the embedded
// rule book.
func TestEmbeddedRules(t *testing.T) {
	race.Skip(t)
	book, catalogue := embedded(t)
	available := 0
	for _, country := range book.Countries() {
		if country.Status() != rules.Available {
			continue
		}
		available++
		for _, year := range country.Years() {
			for _, period := range country.Periods() {
				scenario, err := json.Marshal(map[string]any{"country": country.Code(), "year": year, "period": period, "gross": 90000.5, country.ProfileKey(): map[string]any{}})
				if err != nil {
					t.Fatal(err)
				}
				answer, status := ask(catalogue, "salary-net/net", string(scenario))
				if status != 200 || !json.Valid([]byte(answer)) || !strings.Contains(answer, `"gross":90000.5,`) {
					t.Errorf("%s: status %d: %.300s", scenario, status, answer)
				}
				answer, status = ask(catalogue, "salary-net/compare", `{"scenarios":[`+string(scenario)+`]}`)
				if status != 200 || !json.Valid([]byte(answer)) || strings.Contains(answer, `"label":""`) {
					t.Errorf("comparing %s: status %d: %.300s", scenario, status, answer)
				}
			}
			query, _ := json.Marshal(year)
			answer, status := ask(catalogue, "salary-net/parameters", "country="+country.Code()+"&year="+string(query))
			if status != 200 || !json.Valid([]byte(answer)) {
				t.Errorf("parameters of %s %d: status %d: %.300s", country.Code(), year, status, answer)
			}
		}
	}
	if available == 0 {
		t.Error("no country can be calculated")
	}
	if answer, status := ask(catalogue, "salary-net/countries", ""); status != 200 || !json.Valid([]byte(answer)) {
		t.Errorf("countries: status %d: %.300s", status, answer)
	}
}

func TestEmbeddedNetToGross(t *testing.T) {
	race.Skip(t)
	book, catalogue := embedded(t)
	country := book.Countries()[0]
	result, err := book.Gross(&rules.Scenario{Country: country, Year: book.Service().YearDefault, Period: "month", Amount: book.Service().NetMax})
	if result == nil && err == nil {
		t.Skip("the rule book does not answer from net to gross yet")
	}
	answer, status := ask(catalogue, "salary-net/gross", `{"country":"`+country.Code()+`","net":3000}`)
	if status != 200 || !json.Valid([]byte(answer)) || !strings.Contains(answer, `"target_net":3000,"difference":0`) {
		t.Errorf("status %d: %.300s", status, answer)
	}
}
