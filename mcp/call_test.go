package mcp_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/payslate/payslate/mcp"
)

const goodNet = `{"country":"DE","gross":3000.10}`

// calls has valid arguments for every tool.
var calls = map[string]string{
	"calculate_net_salary":      goodNet,
	"calculate_gross_salary":    `{"country":"DE","net":2900}`,
	"calculate_net_salary_year": `{"country":"DE","gross":4000,"changes":[{"in":11,"one_off":3000}]}`,
	"compare_net_salaries":      `{"scenarios":[` + goodNet + `,` + goodNet + `]}`,
	"get_payroll_parameters":    `{"country":"DE"}`,
	"list_salary_countries":     ``,
}

// TestIdempotencyKeyIsPassedOn: the key in a call's _meta reaches the caller unchanged.
func TestIdempotencyKeyIsPassedOn(t *testing.T) {
	f := newFixture(t)
	for _, c := range []struct{ meta, want string }{
		{`{}`, "none"}, {`{"io.payslate/idempotencyKey":"a"}`, "a"}, {`{"io.payslate/idempotencyKey":"","progressToken":1}`, ""},
	} {
		request := httptest.NewRequest("POST", mcp.Path("salary-net"), strings.NewReader(
			`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"calculate_net_salary","arguments":{},"_meta":`+c.meta+`}}`))
		request.Header.Set("Content-Type", "application/json")
		f.serve(request)
		got := "none"
		if key := f.caller.key.Load(); key != nil {
			got = *key
		}
		if got != c.want {
			t.Errorf("%s: key %q, want %q", c.meta, got, c.want)
		}
	}
}

func TestNoArgumentsAreAnEmptyObject(t *testing.T) {
	f := newFixture(t)
	for _, arguments := range []string{"", "null", "{}"} {
		if got := f.tool("list_salary_countries", arguments, "X-API-Key", goodKey); got.IsError {
			t.Errorf("arguments %q: %s", arguments, got.Content[0].Text)
		}
	}
}

func TestFailuresMatchREST(t *testing.T) {
	f := newFixture(t)
	tests := []struct{ name, tool, arguments, key, want string }{
		{"year", "calculate_net_salary", `{"country":"DE","gross":3000,"year":2050}`, goodKey, `{"detail":{"error":"unsupported_year",`},
		{"number as a string", "calculate_net_salary", `{"country":"DE","gross":"3000"}`, goodKey, `{"detail":[{"type":"float_type","loc":["body","gross"],`},
		{"beyond any binary float", "calculate_net_salary", `{"country":"DE","gross":1e999}`, goodKey, `{"detail":[{"type":"less_than_equal","loc":["body","gross"],`},
		{"more digits than a binary float", "calculate_net_salary", `{"country":"DE","gross":10000000.000000000000000001}`, goodKey, `{"detail":[{"type":"less_than_equal","loc":["body","gross"],`},
		{"duplicate key", "calculate_net_salary", `{"country":"DE","gross":3000,"gross":2}`, goodKey, `{"detail":[{"type":"duplicate_key","loc":["body","gross"],`},
		{"no arguments", "calculate_net_salary", ``, goodKey, `{"detail":[{"type":"missing","loc":["body","country"],`},
		{"query", "get_payroll_parameters", `{"country":"DE","year":"2026"}`, goodKey, `{"detail":[{"type":"int_type","loc":["query","year"],`},
		{"scenario", "compare_net_salaries", `{"scenarios":[` + goodNet + `,{"country":"DE","gross":3000,"year":2050}]}`, goodKey, `{"detail":{"error":"unsupported_year","message":"scenario 2: `},
		{"unknown argument", "list_salary_countries", `{"country":"DE"}`, goodKey, `{"detail":[{"type":"extra_forbidden","loc":["query","country"],`},
	}
	for _, test := range tests {
		got := f.tool(test.tool, test.arguments, "X-API-Key", test.key)
		if !got.IsError || got.StructuredContent != nil || !strings.HasPrefix(got.Content[0].Text, test.want) {
			t.Errorf("%s: isError %v\n got %s\nwant %s…", test.name, got.IsError, got.Content[0].Text, test.want)
		}
		if strings.Contains(got.Content[0].Text, "wrapped") {
			t.Errorf("%s: the message mentions a wrapper: %s", test.name, got.Content[0].Text)
		}
	}
	if charged := f.caller.charged.Load(); charged != 0 {
		t.Errorf("%d credits were charged", charged)
	}
}

func TestWrappedArgumentsAreNamed(t *testing.T) {
	f := newFixture(t)
	long := `{"country":"DE","gross":3000,"de":{"state":"` + strings.Repeat("x", 300) + `"}}`
	for name, arguments := range map[string]string{
		"body": `{"body":` + goodNet + `}`, "arguments": `{"arguments":` + goodNet + `}`, "request": `{"request":` + long + `}`,
	} {
		got := f.tool("calculate_net_salary", arguments, "X-API-Key", goodKey)
		want := `"hint":"The fields are wrapped in \"` + name + `\": send them directly, without \"` + name + `\"`
		if !got.IsError || !strings.Contains(got.Content[0].Text, want) {
			t.Errorf("%s: %s", name, got.Content[0].Text)
		}
		failure := read[struct {
			Detail []struct {
				Type string
				Loc  []string
			}
		}](t, []byte(got.Content[0].Text))
		if len(failure.Detail) != 3 { // the wrapper itself, country and gross
			t.Errorf("%s: %d failures: %s", name, len(failure.Detail), got.Content[0].Text)
		}
	}
	for _, arguments := range []string{
		`{"de":{"tax_class":1}}`,                  // a known field; the others are missing
		`{"body":1}`,                              // not an object
		`{"body":{},"country":"DE","gross":3000}`, // next to known fields
	} {
		if got := f.tool("calculate_net_salary", arguments, "X-API-Key", goodKey); strings.Contains(got.Content[0].Text, "hint") {
			t.Errorf("%s: %s", arguments, got.Content[0].Text)
		}
	}
}

// TestCancellationIsIgnored: a client cannot cancel another's call by sending its id.
func TestCancellationIsIgnored(t *testing.T) {
	f := newFixture(t)
	started, noticed := make(chan struct{}), make(chan struct{})
	f.caller.before = func(r *http.Request) {
		close(started)
		<-noticed
		if err := r.Context().Err(); err != nil {
			t.Error(err)
		}
	}
	go func() {
		<-started
		f.post(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"reason":"mischief"}}`)
		close(noticed)
	}()
	if got := f.tool("calculate_net_salary", goodNet, "X-API-Key", goodKey); got.IsError {
		t.Error(got.Content[0].Text)
	}
}

// TestDisconnectCancelsTheCall: the context of a call ends when its client disconnects,
// so the call need not be charged.
func TestDisconnectCancelsTheCall(t *testing.T) {
	f := newFixture(t)
	ctx, disconnect := context.WithCancel(t.Context())
	var seen error
	f.caller.before = func(r *http.Request) {
		disconnect()
		seen = r.Context().Err()
	}
	f.serve(request(http.MethodPost, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_salary_countries"}}`).WithContext(ctx))
	if seen == nil {
		t.Error("the context of the call has not ended")
	}
}
