package rest

import (
	"net/http"
	"testing"
)

// TestDraining: a server that stops is not ready, still answers, and tells a client with a
// persistent connection to open another.
func TestDraining(t *testing.T) {
	f := newFixture(t, nil)
	key := f.key(10)
	if got := f.send("POST", netPath, goodNet, "X-API-Key", key); got.Header().Get("Connection") != "" {
		t.Errorf("Connection: %s", got.Header().Get("Connection"))
	}
	f.Drain()
	check(t, f.send("GET", "/readyz", ""), 503, `{"ledger":"ok","reload":"none","rules_version":"`+f.book.Version()+`","status":"stopping",…`)
	check(t, f.send("GET", countriesPath, "", "X-API-Key", key), 200, `{"countries":…`)
	response := streamRequest(t, f.streamed(), http.NoBody, "X-API-Key", key)
	if !response.Close {
		t.Error("the connection stays open")
	}
}
