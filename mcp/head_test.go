package mcp_test

import (
	"net/http"
	"strings"
	"testing"
)

const publicAddress, localAddress = "203.0.113.7:443", "127.0.0.1:8080"

func TestSendersAreChecked(t *testing.T) {
	f := newFixture(t)
	tests := []struct {
		name, local, host, origin string
		status                    int
	}{
		{"no origin", publicAddress, "pay.test", "", 200},
		{"own page", publicAddress, "pay.test", "https://pay.test", 200},
		{"own page, port written", publicAddress, "pay.test", "https://PAY.test:443", 200},
		{"allowed page", publicAddress, "pay.test", "https://agent.example.com", 200},
		{"foreign page", publicAddress, "pay.test", "https://evil.example", 403},
		{"own name, other scheme", publicAddress, "pay.test", "http://pay.test", 403},
		{"own name, other port", publicAddress, "pay.test", "https://pay.test:8443", 403},
		{"longer name", publicAddress, "pay.test", "https://pay.test.evil.example", 403},
		{"sandboxed page", publicAddress, "pay.test", "null", 403},
		{"local page of a public server", publicAddress, "pay.test", "http://localhost:6274", 403},
		{"broken origin", publicAddress, "pay.test", "http://[", 403},
		{"by address", publicAddress, "203.0.113.7", "", 200},

		{"local program", localAddress, "localhost:8080", "", 200},
		{"local program, by address", localAddress, "127.0.0.1:8080", "", 200},
		{"local program, by IPv6 address", "[::1]:8080", "[::1]:8080", "", 200},
		{"local page", localAddress, "localhost:8080", "http://localhost:6274", 200},
		{"local page, by address", localAddress, "localhost:8080", "http://127.0.0.1:6274", 200},
		{"a proxy that keeps the host", localAddress, "pay.test", "https://pay.test", 200},
		{"rebound name", localAddress, "evil.example:8080", "", 403},
		{"rebound name with its page", localAddress, "evil.example:8080", "http://evil.example:8080", 403},
		{"foreign page to a local server", localAddress, "localhost:8080", "https://evil.example", 403},
		{"public name that starts with localhost", localAddress, "localhost:8080", "http://localhost.evil.example", 403},
	}
	for _, test := range tests {
		var headers []string
		if test.origin != "" {
			headers = []string{"Origin", test.origin}
		}
		r := over(request(http.MethodPost, listTools, headers...), test.local)
		r.Host = test.host
		recorder := f.serve(r)
		if recorder.Code != test.status {
			t.Errorf("%s: %d, want %d: %.200s", test.name, recorder.Code, test.status, recorder.Body)
		}
		if test.status == 403 {
			if answer := read[response](t, recorder.Body.Bytes()); answer.Error == nil || answer.Error.Message == "" {
				t.Errorf("%s: %s", test.name, recorder.Body)
			}
		}
	}
	two := request(http.MethodPost, listTools, "Origin", "https://pay.test")
	two.Header.Add("Origin", "https://evil.example")
	if recorder := f.serve(two); recorder.Code != 403 {
		t.Errorf("two origins: %d", recorder.Code)
	}
}

func TestOnlyPOST(t *testing.T) {
	f := newFixture(t)
	for _, method := range []string{"GET", "DELETE", "PUT", "PATCH", "HEAD", "OPTIONS"} {
		for _, version := range []string{"", "2025-11-25", "2026-07-28"} {
			recorder := f.serve(request(method, "", "MCP-Protocol-Version", version))
			if recorder.Code != http.StatusMethodNotAllowed || recorder.Header().Get("Allow") != "POST" {
				t.Errorf("%s %s: %d, Allow %q", method, version, recorder.Code, recorder.Header().Get("Allow"))
			}
		}
	}
}

func TestCORS(t *testing.T) {
	f := newFixture(t)
	for origin, status := range map[string]int{"https://agent.example.com": 204, "https://pay.test": 204, "https://evil.example": 403} {
		preflight := f.serve(request("OPTIONS", "", "Origin", origin, "Access-Control-Request-Method", "POST", "Access-Control-Request-Headers", "content-type,x-api-key"))
		header := preflight.Header()
		if preflight.Code != status || (status == 204) != (header.Get("Access-Control-Allow-Origin") == origin) ||
			(status == 204) != strings.Contains(header.Get("Access-Control-Allow-Headers"), "X-API-Key") {
			t.Errorf("%s: %d %v", origin, preflight.Code, header)
		}
	}
	called := f.post(listTools, "Origin", "https://agent.example.com").Header()
	if called.Get("Access-Control-Allow-Origin") != "https://agent.example.com" || called.Get("Vary") != "Origin" ||
		!strings.Contains(called.Get("Access-Control-Expose-Headers"), "X-Credits-Remaining") {
		t.Errorf("%v", called)
	}
	if header := f.post(listTools).Header(); header.Get("Access-Control-Allow-Origin") != "" {
		t.Errorf("%v", header)
	}
}

func TestBadMessages(t *testing.T) {
	f := newFixture(t)
	call := func(name, arguments string) string {
		return `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"` + name + `","arguments":` + arguments + `}}`
	}
	tests := []struct {
		name, message string
		status, code  int
	}{
		{"unknown tool", call("no_such_tool", `{}`), 200, -32602},
		{"unknown method", `{"jsonrpc":"2.0","id":7,"method":"no/such"}`, 200, -32601},
		{"resources", `{"jsonrpc":"2.0","id":7,"method":"resources/list"}`, 200, -32601},
		{"broken JSON", `{"jsonrpc":"2.0","id":7,`, 400, -32700},
		{"empty body", ``, 400, -32700},
		{"without jsonrpc", `{"id":7,"method":"ping"}`, 200, -32600},
		{"batch", `[` + call("calculate_net_salary", goodNet) + `]`, 400, -32600},
		{"deeply nested", call("calculate_net_salary", strings.Repeat("[", 20_000)+strings.Repeat("]", 20_000)), 400, -32600},
		{"nested too deep", call("calculate_net_salary", strings.Repeat("[", 101)+strings.Repeat("]", 101)), 400, -32600},
		{"nested too deep beside the arguments", `{"jsonrpc":"2.0","id":7,"method":"ping","params":{"x":` + strings.Repeat("[", 99) + strings.Repeat("]", 99) + `}}`, 400, -32600},
		{"two methods", `{"jsonrpc":"2.0","id":7,"method":"tools/list","METHOD":"tools/call","params":{"name":"calculate_net_salary","arguments":` + goodNet + `}}`, 400, -32600},
		{"a method twice", `{"jsonrpc":"2.0","id":7,"method":"tools/list","method":"tools/call","params":{"name":"calculate_net_salary","arguments":` + goodNet + `}}`, 400, -32600},
		{"a method in capitals", `{"jsonrpc":"2.0","id":7,"METHOD":"tools/call","params":{"name":"calculate_net_salary","arguments":` + goodNet + `}}`, 400, -32600},
		{"two names", `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"ping","Name":"calculate_net_salary","arguments":` + goodNet + `}}`, 400, -32600},
		{"two arguments", `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"calculate_net_salary","arguments":{},"arguments":` + goodNet + `}}`, 400, -32600},
		{"a member of meta twice", `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"calculate_net_salary","_meta":{"io.payslate/idempotencyKey":"a","io.payslate/idempotencyKey":"b"},"arguments":` + goodNet + `}}`, 400, -32600},
		{"a large message", `{"jsonrpc":"2.0","id":7,"method":"initialize","params":{"clientInfo":{"name":"` + strings.Repeat("x", 1<<17) + `"}}}`, 413, -32600},
		{"two methods, and half a rune", `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"calculate_net_salary","x":"\ud800"},"METHOD":"tools/list"}`, 400, -32700},
		{"two methods, and bad UTF-8", `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"calculate_net_salary","x":"` + "\xff" + `"},"METHOD":"tools/list"}`, 400, -32700},
		{"a long method", `{"jsonrpc":"2.0","id":7,"method":"` + strings.Repeat("x", 101) + `"}`, 400, -32600},
		{"a long name of a tool", call(strings.Repeat("x", 101), `{}`), 400, -32600},

		{"trailing data", `{"jsonrpc":"2.0","id":7,"method":"ping"} {}`, 400, -32700},
		{"id that is an object", `{"jsonrpc":"2.0","id":{"a":1},"method":"ping"}`, 400, -32600},
		{"id that is true", `{"jsonrpc":"2.0","id":true,"method":"ping"}`, 400, -32600},
		{"id that is null", `{"jsonrpc":"2.0","id":null,"method":"ping"}`, 400, -32600},
		{"fractional id", `{"jsonrpc":"2.0","id":1.5,"method":"ping"}`, 400, -32600},
		{"id with too many digits", `{"jsonrpc":"2.0","id":1763635000123456789,"method":"ping"}`, 400, -32600},
		{"name that is not a string", `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":7}}`, 200, -32600},
	}
	for _, test := range tests {
		recorder := f.post(test.message, "X-API-Key", goodKey)
		answer := read[response](t, recorder.Body.Bytes())
		if recorder.Code != test.status || answer.Error == nil || answer.Error.Code != test.code || answer.Error.Message == "" {
			t.Errorf("%s: status %d, want %d, code %d: %.300s", test.name, recorder.Code, test.status, test.code, recorder.Body)
		}
	}
	if charged := f.caller.charged.Load(); charged != 0 {
		t.Errorf("%d credits were charged", charged)
	}
	if got := f.tool("calculate_net_salary", goodNet, "X-API-Key", goodKey); got.IsError {
		t.Errorf("the next call fails: %s", got.Content[0].Text)
	}
}

// TestNotificationsOfCallsCostNothing: a call without an id gets no answer, so it is not
// made.
func TestNotificationsOfCallsCostNothing(t *testing.T) {
	f := newFixture(t)
	recorder := f.post(`{"jsonrpc":"2.0","method":"tools/call","params":{"name":"calculate_net_salary","arguments":`+goodNet+`}}`, "X-API-Key", goodKey)
	if recorder.Code != http.StatusAccepted || f.caller.charged.Load() != 0 {
		t.Errorf("%d, %d charged", recorder.Code, f.caller.charged.Load())
	}
}

func FuzzMessages(f *testing.F) {
	for _, seed := range []string{initialize, listTools, "[", "{}", `{"jsonrpc":"2.0","id":null,"method":"tools/call","params":{"name":"calculate_net_salary","arguments":` + goodNet + `}}`} {
		f.Add(seed, "")
		f.Add(seed, "2026-07-28")
	}
	endpoint := newFixture(f)
	f.Fuzz(func(t *testing.T, message, version string) {
		headers := []string{"X-API-Key", poorKey}
		if version != "" {
			headers = append(headers, "MCP-Protocol-Version", version)
		}
		recorder := endpoint.post(message, headers...)
		if recorder.Code >= 500 {
			t.Errorf("%d: %s", recorder.Code, recorder.Body)
		}
		if endpoint.caller.charged.Load() != 0 {
			t.Error("charged")
		}
	})
}
