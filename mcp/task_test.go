package mcp_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/payslate/payslate/operations"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/tables"
)

// What the tools of an endpoint may cost an agent, in tokens of four characters: of salaries with
// five countries, with each further one, and of travel.
const (
	salaryTokens, countryTokens = 4600, 350
	travelTokens                = 2100
)

// embedded is the catalogue of the embedded rules and tables.
var embedded = sync.OnceValues(func() (*operations.Catalogue, error) {
	book, findings := rules.Open(rules.Embedded(), rules.Options{WithoutArchive: true})
	if findings.HasErrors() {
		return nil, findings
	}
	travel, problems, _ := tables.Open(tables.Embedded(), tables.Options{})
	if travel == nil {
		return nil, problems
	}
	return operations.New(book, operations.WithTables(travel))
})

// endpoints serves the embedded rules and tables, by service.
func endpoints(t *testing.T) map[string]*fixture {
	t.Helper()
	catalogue, err := embedded()
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]*fixture{}
	for i, service := range catalogue.Services {
		all[service.Name] = fixtureOf(t, catalogue, i)
	}
	return all
}

// TestToolsAreSmall: the tools of an endpoint fit an agent's budget.
func TestToolsAreSmall(t *testing.T) {
	for service, f := range endpoints(t) {
		list := read[struct{ Tools json.RawMessage }](t, read[response](t, f.post(listTools).Body.Bytes()).Result).Tools
		t.Logf("%s: %d tokens", service, len(list)/4)
		most := travelTokens
		if service == "salary-net" {
			most = salaryTokens + (len(f.caller.catalogue.Available())-5)*countryTokens
		}
		if len(list)/4 > most {
			t.Errorf("the tools of %s cost %d tokens: %s", service, len(list)/4, list)
		}
	}
}

// tasks are questions of people, with the call that an agent makes of each.
var tasks = []struct{ question, service, tool, arguments string }{
	{"What is left of 5,000 a month in Berlin, married, the spouse earns nothing?", "salary-net", "calculate_net_salary", `{"country":"DE","gross":5000,"de":{"tax_class":3,"state":"BE"},"summary":true}`},
	{"I want 3,000 in my account in Amsterdam. What do I ask for?", "salary-net", "calculate_gross_salary", `{"country":"NL","net":3000,"summary":true}`},
	{"Is 60,000 pounds in Edinburgh more than 60,000 euros in Munich?", "salary-net", "compare_net_salaries", `{"scenarios":[{"country":"UK","gross":60000,"period":"year","uk":{"region":"scotland"}},{"country":"DE","gross":60000,"period":"year","de":{"state":"BY"}}],"summary":true}`},
	{"And what of it is social insurance in the Netherlands?", "salary-net", "compare_net_salaries", `{"scenarios":[{"country":"NL","gross":4000}]}`},
	{"We pay 4,000, from July 4,200, and 3,000 in November. What does she get each month?", "salary-net", "calculate_net_salary_year", `{"country":"DE","gross":4000,"changes":[{"from":7,"gross":4200},{"in":11,"one_off":3000}],"summary":true}`},
	{"What does a London engineer on 120,000 take home a month?", "salary-net", "calculate_net_salary", `{"country":"UK","gross":10000,"summary":true}`},
	{"A student earns 556 a month. What does it cost us?", "salary-net", "calculate_net_salary", `{"country":"DE","gross":556,"summary":true}`},
	{"What may I spend in Vienna on 5 May 2026?", "travel-per-diem", "get_per_diem_rates", `{"regime":"de-federal","country":"AT","city":"Wien","date":"2026-05-05","summary":true}`},
	{"Three days in Copenhagen with breakfast: what do I get?", "travel-per-diem", "calculate_trip_allowance", `{"regime":"de-federal","legs":[{"country":"DK","city":"Kopenhagen","arrive":"2026-05-04T12:00","depart":"2026-05-06T15:00"}],"meals_provided":[{"date":"2026-05-05","meals":["breakfast"]}],"summary":true}`},
	{"How does the German list name Wien?", "travel-per-diem", "search_per_diem_locations", `{"regime":"de-federal","q":"Wien","limit":3}`},
	{"What is the rate in Springfield?", "travel-per-diem", "get_per_diem_rates", `{"regime":"us-federal","city":"Springfield","date":"2026-05-05","summary":true}`},
}

// versions change with every edit of a rule file.
var versions = regexp.MustCompile(`"rules_version":"[^"]*"`)

// TestTasks compares the texts that agents read with those of testdata/tasks.golden.txt:
// each answers its question, or says what to ask.
func TestTasks(t *testing.T) {
	all := endpoints(t)
	var texts strings.Builder
	for _, task := range tasks {
		f := all[task.service]
		message := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"` + task.tool + `","arguments":` + task.arguments + `}}`
		recorder := f.post(message, "X-API-Key", goodKey)
		got := read[result](t, read[response](t, recorder.Body.Bytes()).Result)
		if recorder.Code != http.StatusOK || len(got.Content) != 1 {
			t.Fatalf("%s: %s", task.question, recorder.Body)
		}
		fmt.Fprintf(&texts, "%s\n%s %s\n%s\n\n", task.question, task.tool, task.arguments, versions.ReplaceAllString(got.Content[0].Text, `"rules_version":"…"`))
	}
	golden(t, "tasks.golden.txt", texts.String())
}

// TestSummaryIsTrueOrFalse: another value is refused with the way out.
func TestSummaryIsTrueOrFalse(t *testing.T) {
	f := newFixture(t)
	got := f.tool("calculate_net_salary", `{"country":"DE","gross":3000,"summary":"yes"}`, "X-API-Key", goodKey)
	if !got.IsError || !strings.Contains(got.Content[0].Text, `"loc":["body","summary"],"msg":"Input should be a valid boolean. Send true"`) {
		t.Error(got.Content[0].Text)
	}
}

// golden compares a text with that of a file.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("the texts for agents have changed: check them and run go test ./mcp -update\n%s", got)
	}
}
