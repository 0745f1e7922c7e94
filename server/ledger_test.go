package main

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestLedgerFileRemovedUnderServer: calls fail, and readiness gives the reason, while
// the ledger's file is missing or replaced; they succeed once it is back.
func TestLedgerFileRemovedUnderServer(t *testing.T) {
	data := filepath.Join(t.TempDir(), "data")
	address, key, _ := startOn(t, config{data: data})
	path := filepath.Join(data, ledgerFile)
	want := func(status int, reason string) {
		t.Helper()
		request := newPending()
		if got := send(address, key, request.gross, request.idempotencyKey); got.status != status {
			t.Errorf("call: status %d, want %d: %.300s", got.status, status, got.body)
		}
		response, err := http.Get(address + "/readyz")
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if text := read(t, address+"/readyz"); response.StatusCode != status || !strings.Contains(text, reason) || strings.Contains(text, data) {
			t.Errorf("readyz: status %d, want %d: %s", response.StatusCode, status, text)
		}
	}
	want(200, `"ledger":"ok"`)
	if err := os.Rename(path, path+".aside"); err != nil {
		t.Fatal(err)
	}
	want(503, `"reason":"the ledger's file was removed; put it back`)
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	want(503, `"reason":"another file has replaced`)
	if err := os.Rename(path+".aside", path); err != nil {
		t.Fatal(err)
	}
	want(200, `"ledger":"ok"`)
}
