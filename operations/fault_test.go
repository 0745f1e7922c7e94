package operations_test

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestRefusalsNameTheirField: in every operation, a refusal has the place of the field
// at fault in the request.
func TestRefusalsNameTheirField(t *testing.T) {
	catalogue := opened(t, onRules)
	const net, gross, explain, compare, curve, parameters = "salary-net/net", "salary-net/gross", "salary-net/explain", "salary-net/compare", "salary-net/curve", "salary-net/parameters"
	tests := []struct{ id, request, loc string }{
		{net, `{"country":"DE","gross":5000,"de":{"factor":0.9}}`, `["body","de","factor"]`},
		{net, `{"country":"DE","gross":5000,"de":{"health_insurance":"private"}}`, `["body","de","health_insurance"]`},
		{net, `{"country":"DE","gross":5000,"de":{"birth_year":1950}}`, `["body","de","birth_year"]`},
		{net, `{"country":"DE","gross":5000,"de":{"state":"XX"}}`, `["body","de","state"]`},
		{net, `{"country":"DE","gross":1500}`, `["body","gross"]`},
		{net, `{"country":"DE","gross":5000,"year":2019}`, `["body","year"]`},
		{net, `{"country":"DE","gross":5000,"period":"fortnight"}`, `["body","period"]`},
		{net, `{"country":"DE","gross":5000,"uk":{}}`, `["body","uk"]`},
		{net, `{"country":"UK","gross":5000,"uk":{"tax_code":"FOO"}}`, `["body","uk","tax_code"]`},
		{net, `{"country":"UK","gross":5000,"uk":{"tax_code":"D2"}}`, `["body","uk","tax_code"]`},
		{net, `{"country":"GB","gross":5000,"uk":{"period_number":13}}`, `["body","uk","period_number"]`},
		{net, `{"country":"UK","gross":5000,"uk":{"previous_tax":1}}`, `["body","uk","period_number"]`},
		{net, `{"country":"UK","gross":5000,"period":"year","uk":{"previous_tax":1}}`, `["body","uk","previous_tax"]`},
		{net, `{"country":"UK","gross":5000,"period":"year","uk":{"previous_pay":1,"previous_tax":1}}`, `["body","uk","previous_pay"]`},
		{explain, `{"country":"DE","gross":1500}`, `["body","gross"]`},
		{gross, `{"country":"DE","net":500}`, `["body","net"]`},
		{gross, `{"country":"DE","net":3000,"de":{"birth_year":1950}}`, `["body","de","birth_year"]`},
		{compare, `{"scenarios":[{"country":"DE","gross":5000},{"country":"DE","gross":1500}]}`, `["body","scenarios",1,"gross"]`},
		{compare, `{"scenarios":[{"country":"UK","gross":5000,"uk":{"tax_code":"FOO"}}]}`, `["body","scenarios",0,"uk","tax_code"]`},
		{curve, `{"country":"DE","from":100,"to":1500}`, `["body","from"]`},
		{curve, `{"country":"DE","from":100,"to":50}`, `["body","to"]`},
		{curve, `{"country":"DE","from":3000,"to":5000,"de":{"factor":0.9}}`, `["body","de","factor"]`},
		{parameters, `country=DE&year=2019`, `["query","year"]`},
		{parameters, `country=DE&year=2026&date=2025-12-31`, `["query","date"]`},
	}
	for _, test := range tests {
		answer, status := ask(catalogue, test.id, test.request)
		var body struct {
			Detail struct {
				Loc json.RawMessage `json:"loc"`
			} `json:"detail"`
		}
		if status != 400 || json.Unmarshal([]byte(answer), &body) != nil || string(body.Detail.Loc) != test.loc {
			t.Errorf("%s %s: %d %s, want loc %s", test.id, test.request, status, answer, test.loc)
		}
		if !strings.Contains(answer, `","loc":[`) {
			t.Errorf("%s: loc does not follow the message: %s", test.id, answer)
		}
	}
}
