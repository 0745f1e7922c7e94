package rest

import (
	"bytes"
	"encoding/json"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"github.com/payslate/payslate/operations"
)

const toolsPath = "/v1/salary-net/mcp"

// toolAnswer is the outcome of a tool call.
type toolAnswer struct {
	*httptest.ResponseRecorder
	text    string
	isError bool
	credits any
	meta    map[string]any
}

// tool calls a tool of the salary service.
func (f *fixture) tool(name, arguments string, headers ...string) toolAnswer {
	f.t.Helper()
	message := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"` + name + `","arguments":` + arguments + `}}`
	recorder := f.send("POST", toolsPath, message, append(headers, "Content-Type", "application/json")...)
	var answer struct {
		Result struct {
			Content           []struct{ Text string }
			StructuredContent json.RawMessage
			IsError           bool
			Meta              map[string]any `json:"_meta"`
		}
	}
	if err := json.Unmarshal(recorder.Body.Bytes(), &answer); err != nil || len(answer.Result.Content) != 1 {
		f.t.Fatalf("%s: %v: %d %s", name, err, recorder.Code, recorder.Body)
	}
	var escaped bytes.Buffer // as the protocol's library writes it
	json.HTMLEscape(&escaped, []byte(answer.Result.Content[0].Text))
	if !answer.Result.IsError && !bytes.Equal(answer.Result.StructuredContent, escaped.Bytes()) {
		f.t.Errorf("%s: structuredContent is %s", name, answer.Result.StructuredContent)
	}
	return toolAnswer{recorder, answer.Result.Content[0].Text, answer.Result.IsError, answer.Result.Meta["credits_remaining"], answer.Result.Meta}
}

// Every tool returns the body of its REST call for the same number of credits.
func TestToolsCostAndAnswerAsREST(t *testing.T) {
	f := newFixture(t, nil)
	key := f.key(100)
	tests := []struct{ tool, arguments, method, target, body string }{
		{"calculate_net_salary", goodNet, "POST", netPath, goodNet},
		{"calculate_gross_salary", `{"country":"DE","net":2900}`, "POST", "/v1/salary-net/gross", `{"country":"DE","net":2900}`},
		{"calculate_net_salary_year", `{"country":"DE","gross":4000,"changes":[{"in":11,"one_off":3000}]}`, "POST", "/v1/salary-net/year", `{"country":"DE","gross":4000,"changes":[{"in":11,"one_off":3000}]}`},
		{"compare_net_salaries", `{"scenarios":[` + goodNet + `]}`, "POST", comparePath, `{"scenarios":[` + goodNet + `]}`},
		{"get_payroll_parameters", `{"country":"DE"}`, "GET", parametersPath + "?country=DE", ""},
		{"list_salary_countries", `{}`, "GET", countriesPath, ""},
		{"calculate_net_salary", `{"country":"DE","gross":1000}`, "POST", netPath, `{"country":"DE","gross":1000}`},
		{"calculate_net_salary", `{"country":"DE","gross":"1000"}`, "POST", netPath, `{"country":"DE","gross":"1000"}`},
		{"get_payroll_parameters", `{"country":"DE","year":2050}`, "GET", parametersPath + "?country=DE&year=2050", ""},
	}
	for _, test := range tests {
		for _, language := range []string{"en", "de"} {
			want := f.send(test.method, test.target, test.body, "X-API-Key", key, "Accept-Language", language)
			before := f.balance(key)
			got := f.tool(test.tool, test.arguments, "X-API-Key", key, "Accept-Language", language)
			if got.text != want.Body.String() || got.isError != (want.Code != 200) {
				t.Errorf("%s %s: isError %v\n got %s\nwant %s", test.tool, test.arguments, got.isError, got.text, want.Body)
			}
			cost, header := int64(1), strconv.FormatInt(before-1, 10)
			if got.isError {
				cost, header = 0, ""
			}
			if after := f.balance(key); after != before-cost {
				t.Errorf("%s %s: balance %d after %d", test.tool, test.arguments, after, before)
			}
			if !got.isError && got.credits != float64(before-1) || got.isError && got.credits != nil {
				t.Errorf("%s: credits_remaining %v of %d", test.tool, got.credits, before)
			}
			if got := got.Header().Get("X-Credits-Remaining"); got != header {
				t.Errorf("%s: X-Credits-Remaining %q, want %q", test.tool, got, header)
			}
		}
	}
}

func TestToolsAskForAKeyAsREST(t *testing.T) {
	f := newFixture(t, nil)
	for _, headers := range [][]string{{}, {"X-API-Key", "ps_live_unknown"}, {"X-API-Key", f.key(0)}} {
		want := f.send("POST", netPath, goodNet, headers...)
		got := f.tool("calculate_net_salary", goodNet, headers...)
		if !got.isError || got.text != want.Body.String() {
			t.Errorf("%v:\n got %s\nwant %s", headers, got.text, want.Body)
		}
		// Callers without access get no schema errors either.
		if got := f.tool("calculate_net_salary", `{}`, headers...); got.text != want.Body.String() {
			t.Errorf("%v: %s", headers, got.text)
		}
	}
	if got := f.tool("calculate_net_salary", goodNet, "Authorization", "Bearer "+f.key(1)); got.isError {
		t.Error(got.text)
	}
}

// TestEverythingFollowsNewRules: the tools, the readiness and the tags of documents are
// those of the new rules.
func TestEverythingFollowsNewRules(t *testing.T) {
	f := newFixture(t, nil)
	tag := func() string { return f.send("GET", "/docs", "").Header().Get("ETag") }
	old := tag()
	next, err := operations.New(f.book)
	if err != nil {
		t.Fatal(err)
	}
	next.RulesVersion, next.Services[0].Title.English = "other rules", "Renamed"
	if err := f.Replace(next); err != nil {
		t.Fatal(err)
	}
	got := f.send("POST", toolsPath, `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`, "Content-Type", "application/json")
	if !strings.Contains(got.Body.String(), `"Renamed"`) || !strings.Contains(f.send("GET", "/readyz", "").Body.String(), "other rules") {
		t.Errorf("%s", got.Body)
	}
	if tag() == old {
		t.Error("the tag is that of the old rules")
	}
}
