package rest

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/payslate/payslate/server/meter"
)

// TestEveryAnswerIsProtected: pages, files, answers, refusals and faults have the
// headers that protect browsers, and none that reveal the program.
func TestEveryAnswerIsProtected(t *testing.T) {
	f := newFixture(t, nil)
	key := f.key(9)
	for _, call := range []struct{ method, target, body, key string }{
		{"GET", "/", "", ""}, {"GET", "/docs", "", ""}, {"GET", "/changelog", "", ""}, {"GET", "/llms.txt", "", ""},
		{"GET", "/openapi.json", "", ""}, {"GET", "/healthz", "", ""}, {"GET", "/readyz", "", ""}, {"GET", "/metrics", "", ""},
		{"GET", "/assets/licences.txt", "", ""}, {"GET", "/rules/", "", ""},
		{"POST", netPath, goodNet, key}, {"POST", netPath, "{", key}, {"POST", netPath, goodNet, ""}, {"POST", netPath, goodNet, "wrong"},
		{"GET", netPath, "", key}, {"GET", "/nothing", "", ""}, {"GET", "/assets/", "", ""}, {"OPTIONS", netPath, "", ""}, {"TRACE", "/", "", ""},
	} {
		header := f.send(call.method, call.target, call.body, "X-API-Key", call.key).Header()
		policy := header.Get("Content-Security-Policy")
		if header.Get("X-Content-Type-Options") != "nosniff" || header.Get("Referrer-Policy") != "no-referrer" ||
			header.Get("Cross-Origin-Resource-Policy") != "same-origin" || header.Get("X-Request-Id") == "" ||
			!strings.HasPrefix(policy, "default-src 'none';") || !strings.Contains(policy, "frame-ancestors 'none'") || strings.Contains(policy, "unsafe") {
			t.Errorf("%s %s: %v", call.method, call.target, header)
		}
		for _, name := range []string{"Server", "X-Powered-By", "Strict-Transport-Security", "Access-Control-Allow-Origin"} {
			if header.Get(name) != "" {
				t.Errorf("%s %s: %s: %s", call.method, call.target, name, header.Get(name))
			}
		}
	}
}

// TestNoDirectoryIsListed: folders are not listed, no path leads out of them, and Go's
// debug pages are not served.
func TestNoDirectoryIsListed(t *testing.T) {
	f := newFixture(t, nil)
	for _, target := range []string{
		"/assets", "/assets/", "/assets/../", "/assets/%2e%2e/", "/assets/index.html", "/built/", "/page/", "/data/", "/data/ledger.db", "/ledger.db",
		"/rules/..", "/rules/../go.mod", "/rules/%2e%2e/go.mod", "/rules/%2e%2e%2f%2e%2e%2fetc/passwd", "/rules//etc/passwd", "/rules/de", "/rules/de/",
		"/debug/", "/debug/pprof", "/debug/pprof/", "/debug/pprof/heap", "/debug/vars", "/.git/config", "/server", "/robots.txt/..",
	} {
		if got := f.send("GET", target, ""); got.Code != http.StatusNotFound {
			t.Errorf("%s: status %d: %.100s", target, got.Code, got.Body)
		}
	}
}

// TestClientAddress: X-Forwarded-For is used only from a trusted proxy, and only the
// part that trusted proxies wrote.
func TestClientAddress(t *testing.T) {
	for _, test := range []struct {
		name             string
		trusted          []string
		peer, forwarded  string
		client           string
		proto, transport string
	}{
		{"no proxy", nil, "198.51.100.7:1234", "", "198.51.100.7", "", ""},
		{"header from a client", nil, "198.51.100.7:1234", "10.1.1.1", "198.51.100.7", "https", ""},
		{"header from an untrusted proxy", []string{"10.0.0.0/8"}, "198.51.100.7:1234", "203.0.113.9", "198.51.100.7", "https", ""},
		{"a proxy", []string{"10.0.0.0/8"}, "10.0.0.3:1234", "203.0.113.9", "203.0.113.9", "https", "max-age=31536000"},
		{"a proxy without TLS", []string{"10.0.0.0/8"}, "10.0.0.3:1234", "203.0.113.9", "203.0.113.9", "http", ""},
		{"two proxies", []string{"10.0.0.0/8", "192.0.2.1"}, "192.0.2.1:1234", "203.0.113.9, 10.0.0.3", "203.0.113.9", "", ""},
		{"header from a client before the proxy's", []string{"10.0.0.0/8"}, "10.0.0.3:1234", "127.0.0.1, 203.0.113.9", "203.0.113.9", "", ""},
		{"no address", []string{"10.0.0.0/8"}, "10.0.0.3:1234", "evil\"", "10.0.0.3", "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := newFixture(t, func(o *Options) { o.TrustedProxies = test.trusted })
			request := httptest.NewRequest("GET", "/healthz", nil)
			request.RemoteAddr = test.peer
			request.Header.Set("X-Real-IP", "192.0.2.99")
			request.Header.Set("X-Forwarded-Proto", test.proto)
			if test.forwarded != "" {
				request.Header.Set("X-Forwarded-For", test.forwarded)
			}
			recorder := f.serve(request)
			if log := f.log.String(); !strings.Contains(log, "client="+test.client+" ") {
				t.Errorf("want %s in the log:\n%s", test.client, log)
			}
			if got := recorder.Header().Get("Strict-Transport-Security"); got != test.transport {
				t.Errorf("Strict-Transport-Security %q, want %q", got, test.transport)
			}
		})
	}
	if _, err := New(Options{Catalogue: newFixture(t, nil).catalogue.Load().Catalogue, TrustedProxies: []string{"proxy"}}); err == nil {
		t.Error("a proxy without an address was accepted")
	}
}

// TestGuessingIsSlowedDown: an address without a valid key may make as many calls as a
// key, and does not slow down valid keys.
func TestGuessingIsSlowedDown(t *testing.T) {
	f := newFixture(t, func(o *Options) { o.RateLimit = meter.RateLimit{Calls: 3, Per: time.Hour} })
	guess := func(peer, key string) int {
		request := httptest.NewRequest("POST", netPath, strings.NewReader(goodNet))
		request.RemoteAddr = peer
		request.Header.Set("X-API-Key", key)
		recorder := f.serve(request)
		if (recorder.Code == 429) != (recorder.Header().Get("Retry-After") != "") {
			t.Errorf("status %d, Retry-After %q", recorder.Code, recorder.Header().Get("Retry-After"))
		}
		return recorder.Code
	}
	for i, want := range []int{401, 401, 401, 429, 429} {
		if got := guess("[2001:db8::1]:1", "ps_live_guess"); got != want {
			t.Errorf("guess %d: status %d, want %d", i+1, got, want)
		}
	}
	if got := guess("[2001:db8::ffff:2]:1", ""); got != 429 {
		t.Errorf("another address of the same subscriber: status %d", got)
	}
	if got := guess("[2001:db8:0:1::1]:1", ""); got != 401 {
		t.Errorf("another subscriber: status %d", got)
	}
	if got := guess("[2001:db8::1]:1", f.key(1)); got != 200 {
		t.Errorf("a valid key from there: status %d", got)
	}
}
