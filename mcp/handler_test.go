package mcp_test

import (
	"net/http"
	"strings"
	"testing"
)

const (
	initialize = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}`
	listTools  = `{"jsonrpc":"2.0","id":2,"method":"tools/list"}`
	modernMeta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"test","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}`
)

func TestListingNeedsNoKey(t *testing.T) {
	f := newFixture(t)
	for _, message := range []string{initialize, listTools, `{"jsonrpc":"2.0","id":3,"method":"ping"}`} {
		recorder := f.post(message)
		answer := read[response](t, recorder.Body.Bytes())
		if recorder.Code != 200 || answer.Error != nil || answer.Result == nil {
			t.Errorf("%s: %d %s", message, recorder.Code, recorder.Body)
		}
		if id := recorder.Header().Get("Mcp-Session-Id"); id != "" {
			t.Errorf("session %s was created", id)
		}
	}
	if recorder := f.post(`{"jsonrpc":"2.0","method":"notifications/initialized"}`); recorder.Code != http.StatusAccepted || recorder.Body.Len() > 0 {
		t.Errorf("notification: %d %s", recorder.Code, recorder.Body)
	}
	if charged := f.caller.charged.Load(); charged != 0 {
		t.Errorf("%d credits were charged", charged)
	}
}

func TestInitialize(t *testing.T) {
	f := newFixture(t)
	for requested, want := range map[string]string{
		"2025-11-25": "2025-11-25", "2025-06-18": "2025-06-18", "2025-03-26": "2025-03-26", "1999-01-01": "2025-11-25",
	} {
		recorder := f.post(strings.Replace(initialize, "2025-11-25", requested, 1))
		got := read[struct {
			ProtocolVersion string
			Instructions    string
			ServerInfo      struct{ Name, Title, Version string }
			Capabilities    map[string]any
		}](t, read[response](t, recorder.Body.Bytes()).Result)
		if got.ProtocolVersion != want {
			t.Errorf("protocol version %s for %s, want %s", got.ProtocolVersion, requested, want)
		}
		if got.ServerInfo.Name != "payslate-salary-net" || got.ServerInfo.Title == "" || got.ServerInfo.Version != f.caller.catalogue.Version {
			t.Errorf("%+v", got.ServerInfo)
		}
		if len(got.Capabilities) != 1 || got.Capabilities["tools"] == nil {
			t.Errorf("capabilities %v", got.Capabilities)
		}
		if !strings.Contains(got.Instructions, "X-API-Key") {
			t.Errorf("instructions %q", got.Instructions)
		}
	}
}

// TestNewestProtocolNeedsNoHandshake: requests of the newest protocol are served without
// initialize, because each of them is self-contained.
func TestNewestProtocolNeedsNoHandshake(t *testing.T) {
	f := newFixture(t)
	headers := []string{"MCP-Protocol-Version", "2026-07-28", "X-API-Key", goodKey}
	discover := f.post(`{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{`+modernMeta+`}}`, append(headers, "Mcp-Method", "server/discover")...)
	found := read[struct {
		SupportedVersions []string
		Instructions      string
	}](t, read[response](t, discover.Body.Bytes()).Result)
	if len(found.SupportedVersions) == 0 || found.SupportedVersions[0] != "2026-07-28" || found.Instructions == "" {
		t.Errorf("%s", discover.Body)
	}
	list := f.post(`{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{`+modernMeta+`}}`, append(headers, "Mcp-Method", "tools/list")...)
	cached := read[struct {
		Tools      []any
		TTL        int64 `json:"ttlMs"`
		CacheScope string
	}](t, read[response](t, list.Body.Bytes()).Result)
	if len(cached.Tools) != 6 || cached.TTL <= 0 || cached.CacheScope != "public" {
		t.Errorf("%.300s", list.Body)
	}
	call := f.post(`{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"calculate_net_salary","arguments":`+goodNet+`,`+modernMeta+`}}`,
		append(headers, "Mcp-Method", "tools/call", "Mcp-Name", "calculate_net_salary")...)
	got := read[result](t, read[response](t, call.Body.Bytes()).Result)
	if got.IsError || got.Meta["credits_remaining"] != 999.0 {
		t.Errorf("%s", call.Body)
	}
	wrong := f.post(`{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"calculate_net_salary","arguments":`+goodNet+`,`+modernMeta+`}}`,
		append(headers, "Mcp-Method", "tools/call", "Mcp-Name", "calculate_gross_salary")...)
	if wrong.Code != http.StatusBadRequest || f.caller.charged.Load() != 1 {
		t.Errorf("wrong Mcp-Name: %d %s", wrong.Code, wrong.Body)
	}
}

func TestSessionIDsAreIgnored(t *testing.T) {
	f := newFixture(t)
	if got := f.tool("calculate_net_salary", goodNet, "X-API-Key", goodKey, "Mcp-Session-Id", "stale"); got.IsError {
		t.Error(got.Content[0].Text)
	}
}
