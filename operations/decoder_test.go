package operations

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/rules"
)

const (
	netOperation        = "salary-net/net"
	compareOperation    = "salary-net/compare"
	parametersOperation = "salary-net/parameters"
)

const goodScenario = `{"country":"DE","gross":5000}`

// scenarioWith returns a valid request with additional members at the end.
func scenarioWith(members string) string { return `{"country":"DE","gross":5000` + members + `}` }

func profileWith(members string) string {
	return `{"country":"DE","de":{` + members + `},"gross":5000}`
}

func TestInvalid(t *testing.T) {
	long := strings.Repeat("x", 300)
	tests := []struct{ name, id, request, want string }{
		{"empty body", netOperation, ``, `{"type":"missing","loc":["body"],"msg":"Field required. Send a JSON object, such as {\"country\": \"DE\", \"gross\": 5000}","input":null,"ctx":{"hint":"Send a JSON object, such as {\"country\": \"DE\", \"gross\": 5000}"}}`},
		{"null body", netOperation, `null`, `{"type":"model_type","loc":["body"],"msg":"Input should be an object (Scenario). Send a JSON object, such as {\"country\": \"DE\", \"gross\": 5000}","input":null,"ctx":{"class_name":"Scenario","hint":"Send a JSON object, such as {\"country\": \"DE\", \"gross\": 5000}"}}`},
		{"array body", netOperation, `[]`, `{"type":"model_type","loc":["body"],"msg":"Input should be an object (Scenario). Send one object; for many at once call POST /v1/salary-net/net/batch","input":[],"ctx":{"class_name":"Scenario","hint":"Send one object; for many at once call POST /v1/salary-net/net/batch"}}`},
		{"array for a batch", "salary-net/year_batch", `[]`, `{"type":"model_type","loc":["body"],"msg":"Input should be an object (YearBatch). Send a JSON object, such as {\"items\": …}","input":[],"ctx":{"class_name":"YearBatch","hint":"Send a JSON object, such as {\"items\": …}"}}`},
		{"no fields", netOperation, `{}`, `{"type":"missing","loc":["body","country"],"msg":"Field required","input":{}},{"type":"missing","loc":["body","gross"],"msg":"Field required","input":{}}`},
		{"all at once, in the order of the request", netOperation, `{"zz":1,"gross":"5","de":{"tax_class":9,"y":{}},"year":1.5}`,
			`{"type":"extra_forbidden","loc":["body","zz"],"msg":"Extra inputs are not permitted","input":1,"remedies":[{"label":"Leave out zz","set":{"zz":null}}]},` +
				`{"type":"float_type","loc":["body","gross"],"msg":"Input should be a valid number. Send 5: a number without quotes, with a point before its decimals and nothing between thousands","input":"5","ctx":{"hint":"Send 5: a number without quotes, with a point before its decimals and nothing between thousands"},"remedies":[{"label":"Send 5","set":{"gross":5}}]},` +
				`{"type":"less_than_equal","loc":["body","de","tax_class"],"msg":"Input should be less than or equal to 6","input":9,"ctx":{"le":6}},` +
				`{"type":"extra_forbidden","loc":["body","de","y"],"msg":"Extra inputs are not permitted","input":{},"remedies":[{"label":"Leave out y","set":{"de":{"y":null}}}]},` +
				`{"type":"int_from_float","loc":["body","year"],"msg":"Input should be a valid integer, got a number with a fractional part","input":1.5},` +
				`{"type":"missing","loc":["body","country"],"msg":"Field required","input":{"zz":1,"gross":"5","de":{"tax_class":9,"y":{}},"year":1.5}}`},
		{"unknown country", netOperation, `{"country":"XX","gross":1}`, `{"type":"literal_error","loc":["body","country"],"msg":"Input should be 'DE', 'AT', 'CH', 'NL', 'NO', 'SE', 'UK', 'GB' or 'US'","input":"XX","ctx":{"expected":"'DE', 'AT', 'CH', 'NL', 'NO', 'SE', 'UK', 'GB' or 'US'"}}`},
		{"gross true", netOperation, `{"country":"DE","gross":true}`, `{"type":"float_type","loc":["body","gross"],"msg":"Input should be a valid number","input":true}`},
		{"gross zero", netOperation, `{"country":"DE","gross":0.0}`, `{"type":"greater_than","loc":["body","gross"],"msg":"Input should be greater than 0","input":0,"ctx":{"gt":0}}`},
		{"gross rounds to zero", netOperation, `{"country":"DE","gross":0.0049}`, `{"type":"greater_than","loc":["body","gross"],"msg":"Input should be greater than 0","input":0.0049,"ctx":{"gt":0}}`},
		{"zero of a period that stands alone", netOperation, `{"country":"UK","gross":0}`, `{"type":"greater_than","loc":["body","gross"],"msg":"Input should be greater than 0","input":0,"ctx":{"gt":0}}`},
		{"an amount that rounds to zero on the cumulative basis", netOperation, `{"country":"UK","gross":0.004,"uk":{"period_number":6}}`, `{"type":"greater_than","loc":["body","gross"],"msg":"Input should be greater than 0","input":0.004,"ctx":{"gt":0}}`},
		{"another failure beside an accepted zero", netOperation, `{"country":"UK","gross":0,"uk":{"period_number":6},"zz":1}`, `{"type":"extra_forbidden","loc":["body","zz"],"msg":"Extra inputs are not permitted","input":1,"remedies":[{"label":"Leave out zz","set":{"zz":null}}]}`},
		{"zero beside a component of no kind", netOperation, `{"country":"DE","gross":0,"de":{"components":[{}]}}`, `{"type":"missing","loc":["body","de","components",0,"kind"],"msg":"Field required","input":{}},{"type":"greater_than","loc":["body","gross"],"msg":"Input should be greater than 0","input":0,"ctx":{"gt":0}}`},
		{"zero beside a component that is none", netOperation, `{"country":"DE","gross":0,"de":{"components":[3]}}`, `{"type":"model_type","loc":["body","de","components",0],"msg":"Input should be an object (component). Send a JSON object, such as {\"kind\": …}","input":3,"ctx":{"class_name":"component","hint":"Send a JSON object, such as {\"kind\": …}"}},{"type":"greater_than","loc":["body","gross"],"msg":"Input should be greater than 0","input":0,"ctx":{"gt":0}}`},
		{"gross tiny", netOperation, `{"country":"DE","gross":1e-99999}`, `{"type":"greater_than","loc":["body","gross"],"msg":"Input should be greater than 0","input":1e-99999,"ctx":{"gt":0}}`},
		{"gross just above the limit", netOperation, `{"country":"DE","gross":10000000.001}`, `{"type":"less_than_equal","loc":["body","gross"],"msg":"Input should be less than or equal to 10000000","input":10000000.001,"ctx":{"le":10000000}}`},
		{"gross huge", netOperation, `{"country":"DE","gross":1e999999999}`, `{"type":"less_than_equal","loc":["body","gross"],"msg":"Input should be less than or equal to 10000000","input":1e999999999,"ctx":{"le":10000000}}`},
		{"a million digits", netOperation, `{"country":"DE","gross":1` + strings.Repeat("0", 1_000_000) + `}`, `{"type":"less_than_equal","loc":["body","gross"],"msg":"Input should be less than or equal to 10000000","ctx":{"le":10000000}}`},
		{"a million decimals", netOperation, `{"country":"DE","gross":0.` + strings.Repeat("0", 1_000_000) + `1}`, `{"type":"greater_than","loc":["body","gross"],"msg":"Input should be greater than 0","ctx":{"gt":0}}`},
		{"year in quotes", netOperation, scenarioWith(`,"year":"2026"`), `{"type":"int_type","loc":["body","year"],"msg":"Input should be a valid integer. Send 2026: a number without quotes, with a point before its decimals and nothing between thousands","input":"2026","ctx":{"hint":"Send 2026: a number without quotes, with a point before its decimals and nothing between thousands"},"remedies":[{"label":"Send 2026","set":{"year":2026}}]}`},
		{"year early", netOperation, scenarioWith(`,"year":1999`), `{"type":"greater_than_equal","loc":["body","year"],"msg":"Input should be greater than or equal to 2000","input":1999,"ctx":{"ge":2000}}`},
		{"period", netOperation, scenarioWith(`,"period":"decade"`), `{"type":"literal_error","loc":["body","period"],"msg":"Input should be 'year', 'month', 'week', 'day', 'fortnight', 'four_weeks' or 'half_month'","input":"decade","ctx":{"expected":"'year', 'month', 'week', 'day', 'fortnight', 'four_weeks' or 'half_month'"}}`},
		{"profile a number", netOperation, scenarioWith(`,"de":5`), `{"type":"model_type","loc":["body","de"],"msg":"Input should be an object (DE profile). Send a JSON object, such as {\"tax_class\": …}","input":5,"ctx":{"class_name":"DE profile","hint":"Send a JSON object, such as {\"tax_class\": …}"}}`},
		{"boolean in quotes", netOperation, profileWith(`"church":"true"`), `{"type":"bool_type","loc":["body","de","church"],"msg":"Input should be a valid boolean. Send true","input":"true","ctx":{"hint":"Send true"},"remedies":[{"label":"Send true","set":{"de":{"church":true}}}]}`},
		{"text a number", netOperation, profileWith(`"state":12`), `{"type":"string_type","loc":["body","de","state"],"msg":"Input should be a valid string. Send \"12\"","input":12,"ctx":{"hint":"Send \"12\""},"remedies":[{"label":"Send \"12\"","set":{"de":{"state":"12"}}}]}`},
		{"text too short", netOperation, profileWith(`"state":"\u00e9"`), `{"type":"string_too_short","loc":["body","de","state"],"msg":"String should have at least 2 characters","input":"\u00e9","ctx":{"min_length":2}}`},
		{"text too long", netOperation, profileWith(`"state":"abc"`), `{"type":"string_too_long","loc":["body","de","state"],"msg":"String should have at most 2 characters","input":"abc","ctx":{"max_length":2}}`},
		{"text very long", netOperation, profileWith(`"state":"` + long + `"`), `{"type":"string_too_long","loc":["body","de","state"],"msg":"String should have at most 2 characters","input":"` + long[:95] + `…","ctx":{"max_length":2}}`},
		{"object very long", netOperation, scenarioWith(`,"zz":["` + long + `"]`), `{"type":"extra_forbidden","loc":["body","zz"],"msg":"Extra inputs are not permitted","remedies":[{"label":"Leave out zz","set":{"zz":null}}]}`},
		{"step", netOperation, profileWith(`"child_allowances":0.25`), `{"type":"multiple_of","loc":["body","de","child_allowances"],"msg":"Input should be a multiple of 0.5","input":0.25,"ctx":{"multiple_of":0.5}}`},
		{"places", netOperation, profileWith(`"factor":0.1234`), `{"type":"decimal_max_places","loc":["body","de","factor"],"msg":"Number should have no more than 3 decimal places","input":0.1234,"ctx":{"decimal_places":3}}`},
		{"out of bounds", netOperation, profileWith(`"factor":1`), `{"type":"less_than","loc":["body","de","factor"],"msg":"Input should be less than 1","input":1,"ctx":{"lt":1}}`},
		{"literal in a profile", netOperation, profileWith(`"health_insurance":"none"`), `{"type":"literal_error","loc":["body","de","health_insurance"],"msg":"Input should be 'statutory' or 'private'","input":"none","ctx":{"expected":"'statutory' or 'private'"}}`},
		{"the other profile is checked too", netOperation, `{"country":"DE","uk":{"tax_code":"1234567890123"},"gross":1}`, `{"type":"string_too_long","loc":["body","uk","tax_code"],"msg":"String should have at most 12 characters","input":"1234567890123","ctx":{"max_length":12}}`},
		{"scenarios not a list", compareOperation, `{"scenarios":{}}`, `{"type":"list_type","loc":["body","scenarios"],"msg":"Input should be a valid list. Send [{…}]","input":{},"ctx":{"hint":"Send [{…}]"},"remedies":[{"label":"Send [{}]","set":{"scenarios":[{}]}}]}`},
		{"no scenarios", compareOperation, `{"scenarios":[]}`, `{"type":"too_short","loc":["body","scenarios"],"msg":"List should have at least 1 item, not 0","input":[],"ctx":{"field_type":"List","min_length":1,"actual_length":0}}`},
		{"nine scenarios", compareOperation, `{"scenarios":[1,2,3,4,5,6,7,8,9]}`, `{"type":"too_long","loc":["body","scenarios"],"msg":"List should have at most 8 items, not 9","input":[1,2,3,4,5,6,7,8,9],"ctx":{"field_type":"List","max_length":8,"actual_length":9}}`},
		{"scenario failing", compareOperation, `{"scenarios":[{"country":"DE","gross":1},{"country":"DE","gross":-1},null]}`,
			`{"type":"greater_than","loc":["body","scenarios",1,"gross"],"msg":"Input should be greater than 0","input":-1,"ctx":{"gt":0}},` +
				`{"type":"model_type","loc":["body","scenarios",2],"msg":"Input should be an object (Scenario). Send a JSON object, such as {\"country\": \"DE\", \"gross\": 5000}","input":null,"ctx":{"class_name":"Scenario","hint":"Send a JSON object, such as {\"country\": \"DE\", \"gross\": 5000}"}}`},
		{"duplicate", netOperation, scenarioWith(`,"gross":2`), `{"type":"duplicate_key","loc":["body","gross"],"msg":"Key occurs more than once","input":2}`},
		{"duplicate escaped", netOperation, scenarioWith(`,"gr\u006fss":{"a":1,"a":2}`), `{"type":"duplicate_key","loc":["body","gross"],"msg":"Key occurs more than once","input":{"a":1,"a":2}}`},
		{"duplicate in a profile", netOperation, profileWith(`"church":true,"church":true`), `{"type":"duplicate_key","loc":["body","de","church"],"msg":"Key occurs more than once","input":true}`},
		{"duplicate unknown", netOperation, scenarioWith(`,"zz":1,"zz":2`), `{"type":"extra_forbidden","loc":["body","zz"],"msg":"Extra inputs are not permitted","input":1,"remedies":[{"label":"Leave out zz","set":{"zz":null}}]},{"type":"duplicate_key","loc":["body","zz"],"msg":"Key occurs more than once","input":2}`},
		{"query missing", parametersOperation, ``, `{"type":"missing","loc":["query","country"],"msg":"Field required","input":null}`},
		{"query unknown", parametersOperation, `zz=1&country=DE`, `{"type":"extra_forbidden","loc":["query","zz"],"msg":"Extra inputs are not permitted","input":"1","remedies":[{"label":"Leave out zz","set":{"zz":null}}]}`},
		{"query twice", parametersOperation, `country=DE&country=DE`, `{"type":"duplicate_key","loc":["query","country"],"msg":"Key occurs more than once","input":"DE"}`},
		{"query not an integer", parametersOperation, `country=DE&year=abc`, `{"type":"int_type","loc":["query","year"],"msg":"Input should be a valid integer","input":"abc"}`},
		{"query fraction", parametersOperation, `country=DE&year=2026.5`, `{"type":"int_from_float","loc":["query","year"],"msg":"Input should be a valid integer, got a number with a fractional part","input":2026.5}`},
		{"query late", parametersOperation, `country=DE&year=2101`, `{"type":"less_than_equal","loc":["query","year"],"msg":"Input should be less than or equal to 2100","input":2101,"ctx":{"le":2100}}`},
		{"query not decodable", parametersOperation, `country=%zz`, `{"type":"string_type","loc":["query","country"],"msg":"Input should be a valid string. A % must be followed by two hexadecimal digits; write a percent sign as %25.","input":"%zz","ctx":{"hint":"A % must be followed by two hexadecimal digits; write a percent sign as %25."}}`},
		{"query without parameters", "salary-net/countries", `country=DE`, `{"type":"extra_forbidden","loc":["query","country"],"msg":"Extra inputs are not permitted","input":"DE","remedies":[{"label":"Leave out country","set":{"country":null}}]}`},
	}
	catalogue, book := newCatalogue(t)
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, status := answer(t, catalogue, test.id, test.request, rules.English)
			if want := `{"detail":[` + test.want + `]}`; status != 422 || got != want {
				t.Errorf("status %d\n got %s\nwant %s", status, got, want)
			}
			if !json.Valid([]byte(got)) {
				t.Errorf("not JSON: %s", got)
			}
		})
	}
	if asked := book.Asked(); len(asked) > 0 {
		t.Errorf("the rules were called: %v", asked)
	}
}

func TestNoJSON(t *testing.T) {
	tests := []struct {
		name, request string
		offset        int
		problem       string
	}{
		{"blank", "  ", 0, "a value is expected"},
		{"cut", `{"country":"DE"`, 15, "unexpected end"},
		{"NaN", `{"country":"DE","gross":NaN}`, 24, "invalid character 'N'"},
		{"Infinity", `{"country":"DE","gross":-Infinity}`, 25, "invalid character 'I'"},
		{"leading zero", `{"country":"DE","gross":01}`, 25, "invalid character '1'"},
		{"plus", `{"country":"DE","gross":+1}`, 24, "invalid character '+'"},
		{"comma at the end", `{"country":"DE",}`, 15, "invalid character ','"},
		{"single quotes", `{'country':"DE"}`, 1, `invalid character '\\''`},
		{"comment", `{"country":"DE"}//`, 16, "extra data"},
		{"second value", `{"country":"DE","gross":1} {}`, 27, "extra data"},
		{"name not a string", `{1:2}`, 1, "name must be a string"},
		{"invalid UTF-8", "{\"country\":\"A\xff\"}", 13, "invalid UTF-8"},
		{"invalid UTF-8 in a name", "{\"\xc3\":1}", 2, "invalid UTF-8"},
		{"half a surrogate", `{"country":"\ud800"}`, 12, "surrogate"},
		{"byte order mark", "\ufeff{}", 0, "invalid character"},
		{"too deep", `{"zz":` + strings.Repeat("[", MaxNesting+1) + strings.Repeat("]", MaxNesting+1) + `}`, 6 + MaxNesting, "nested too deep"},
		{"far too deep", strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000), MaxNesting + 1, "nested too deep"},
		{"objects too deep", strings.Repeat(`{"a":`, 10_000) + "1" + strings.Repeat("}", 10_000), 5*MaxNesting + 1, "nested too deep"},
	}
	catalogue, _ := newCatalogue(t)
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, status := answer(t, catalogue, netOperation, test.request, rules.English)
			start := fmt.Sprintf(`{"detail":[{"type":"json_invalid","loc":["body",%d],"msg":"Not valid JSON: `, test.offset)
			if status != 422 || !strings.HasPrefix(got, start) || !strings.Contains(got, test.problem) {
				t.Errorf("status %d\n got %.300s\nwant %s…%s…", status, got, start, test.problem)
			}
			// The decoder is still usable.
			if got, status := answer(t, catalogue, netOperation, scenarioWith(""), rules.English); status != 200 {
				t.Errorf("a valid request afterwards: %d %s", status, got)
			}
		})
	}
}

func TestAcceptedNumbers(t *testing.T) {
	catalogue, book := newCatalogue(t)
	book.Respond = func(*rules.Scenario) error { return &rules.Refusal{Code: "seen"} }
	for request, want := range map[string]string{
		`{"country":"DE","gross":3000.10}`:                  "3000.10",
		`{"country":"DE","gross":1E3}`:                      "1000",
		`{"country":"DE","gross":0.005}`:                    "0.005",
		`{"country":"DE","gross":10000000.00}`:              "10000000.00",
		`{"country":"DE","gross":9007199254740.9931e-6}`:    "9007199.2547409931",
		" \n{\"gross\"\t:4583.3333 , \"country\":\"DE\"}\r": "4583.3333",
	} {
		if got, status := answer(t, catalogue, netOperation, request, rules.English); status != 400 {
			t.Errorf("%s: %d %s", request, status, got)
		} else if amount := book.Asked()[0].Amount.String(); amount != want {
			t.Errorf("%s: amount %s, want %s", request, amount, want)
		}
	}
}

func TestManyFailures(t *testing.T) {
	catalogue, _ := newCatalogue(t)
	var body strings.Builder
	body.WriteString(`{"gross":1`)
	for i := range 50_000 {
		fmt.Fprintf(&body, `,"x%d":%d`, i, i)
	}
	body.WriteString(`}`)
	_, err := catalogue.Operation(netOperation).AnswerJSON(nil, []byte(body.String()), rules.English)
	invalid, ok := err.(*Failure)
	if !ok || len(invalid.Details) != maxDetails {
		t.Fatalf("%d failures, want %d", len(invalid.Details), maxDetails)
	}
	if got := invalid.Details[maxDetails-1].Location[1]; got != "x99" {
		t.Errorf("last failure at %s", got)
	}
}

func TestGermanMessages(t *testing.T) {
	catalogue, _ := newCatalogue(t)
	got, _ := answer(t, catalogue, compareOperation, `{"scenarios":[]}`, german)
	if !strings.Contains(got, `"msg":"Die Liste muss mindestens 1 Eintrag haben, nicht 0"`) {
		t.Error(got)
	}
	got, _ = answer(t, catalogue, netOperation, `{"country":"X","gross":1}`, german)
	if !strings.Contains(got, `"msg":"Erwartet wird 'DE', 'AT', 'CH', 'NL', 'NO', 'SE', 'UK', 'GB' oder 'US'","input":"X","ctx":{"expected":"'DE', 'AT', 'CH', 'NL', 'NO', 'SE', 'UK', 'GB' or 'US'"}`) {
		t.Error(got)
	}
	got, _ = answer(t, catalogue, compareOperation, `{"scenarios":[{"country":"DE","year":2019,"gross":5000}]}`, german)
	if !strings.HasPrefix(got, `{"detail":{"error":"unsupported_year","message":"scenario 1: Das Steuerjahr 2019 `) {
		t.Error(got)
	}
	for _, texts := range []map[string]rules.Text{messages().Types, messages().Messages} {
		for name, message := range texts {
			if _, found := message.Pick(german); found != german.First() {
				t.Errorf("%s lacks a German message", name)
			}
		}
	}
}

// TestCalendar: the message says what is wrong; FuzzDates has the rules.
func TestCalendar(t *testing.T) {
	schema := &Schema{Field: rules.Field{Type: objectType, Name: "Stay"}, Properties: []Property{
		{Name: "day", Schema: &Schema{Field: rules.Field{Type: types.Type{Kind: types.Date}}}}, {Name: "time", Schema: &Schema{Field: rules.Field{Type: types.Type{Kind: types.Time}}}},
	}}
	tests := []struct{ field, value, failure, problem string }{
		{"day", `"2026-03-10"`, "", ""},
		{"day", `"2026-02-29"`, "date_from_datetime_parsing", "this day does not exist"},
		{"day", `"10.03.2026"`, "date_from_datetime_parsing", "YYYY-MM-DD"},
		{"day", `20260310`, "date_from_datetime_parsing", "YYYY-MM-DD"},
		{"day", `null`, "", ""},
		{"time", `"2026-03-10T09:30"`, "", ""},
		{"time", `"2026-03-10T24:00"`, "datetime_parsing", "this time does not exist"},
		{"time", `"2026-04-31T10:00"`, "datetime_parsing", "this day does not exist"},
		{"time", `"2026-03-10T09:30Z"`, "", ""},
		{"time", `"2026-03-10T09:30+14:01"`, "datetime_parsing", "offset"},
		{"time", `"2026-03-10"`, "datetime_parsing", "write a local time"},
		{"time", `[]`, "datetime_parsing", "write a local time"},
	}
	for _, test := range tests {
		d := borrowDecoder("body")
		err := d.decodeJSON(schema, []byte(fmt.Sprintf(`{%q:%s}`, test.field, test.value)))
		d.giveBack()
		if err == nil {
			if test.failure != "" {
				t.Errorf("%s %s was accepted", test.field, test.value)
			}
			continue
		}
		detail := err.(*Failure).Details[0]
		if detail.Type != test.failure || test.failure == "" || !strings.Contains(detail.Message(rules.English), test.problem) {
			t.Errorf("%s %s: %s, %s", test.field, test.value, detail.Type, detail.Message(rules.English))
		}
	}
}

// checkAnswer checks that the outcome of a request is an answer, or a client error with
// the place of each failure.
func checkAnswer(t *testing.T, answer []byte, err error) {
	t.Helper()
	if err != nil {
		var status int
		if answer, status = AppendError(nil, err, german); status != http.StatusBadRequest && status != statusInvalid {
			t.Fatalf("status %d: %v", status, err)
		}
	}
	var invalid *Failure
	if errors.As(err, &invalid) {
		for _, detail := range invalid.Details {
			if detail.Type == "" || len(detail.Location) == 0 {
				t.Fatalf("a failure without a type or place: %+v", detail)
			}
		}
	}
	if !json.Valid(answer) {
		t.Fatalf("the answer is not JSON: %q", answer)
	}
}

// FuzzDecode: the decoder never panics, accepts only valid JSON, and refuses other
// requests with a place.
func FuzzDecode(f *testing.F) {
	for _, seed := range []string{
		``, `{}`, `null`, scenarioWith(""), scenarioWith(`,"gross":2`), scenarioWith(`,"zz":[{"a":1,"a":2},[]]`),
		profileWith(`"tax_class":2.0,"state":"ab","factor":0.5,"child_allowances":1e0`), `{"country":"\u0041A","gross":1e-5}`, "{\"\xff\":1}", `[[[[`, `{"gross":NaN}`,
	} {
		f.Add([]byte(seed))
	}
	catalogue, _ := newCatalogue(f)
	operation := catalogue.Operation(netOperation)
	f.Fuzz(func(t *testing.T, body []byte) {
		answer, err := operation.AnswerJSON(nil, body, rules.English)
		if err == nil && !json.Valid(body) {
			t.Fatalf("accepted %q", body)
		}
		checkAnswer(t, answer, err)
	})
}

// FuzzQuery: no query string makes the decoder panic, and it refuses invalid ones with
// a place.
func FuzzQuery(f *testing.F) {
	for _, seed := range []string{"", "country=DE&year=2026.0", "country=%zz&&=&a=b&a=c", "year=1e400;x", "\xff=\xff"} {
		f.Add(seed)
	}
	catalogue, _ := newCatalogue(f)
	operation := catalogue.Operation(parametersOperation)
	f.Fuzz(func(t *testing.T, query string) {
		answer, err := operation.AnswerQuery(nil, query, rules.English)
		checkAnswer(t, answer, err)
	})
}
