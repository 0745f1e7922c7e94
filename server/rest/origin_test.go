package rest

import (
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/payslate/payslate/server/meter"
)

const (
	pageNet       = "/page/salary-net/net"
	pageCompare   = "/page/salary-net/compare"
	pageCountries = "/page/salary-net/countries"
	ownPage       = "Sec-Fetch-Site"
)

func TestPagePathsWantTheirOwnOrigin(t *testing.T) {
	f := newFixture(t, nil)
	key := f.key(100)
	for _, test := range []struct {
		name    string
		status  int
		headers []string
	}{
		{"a key alone", 403, nil},
		{"same origin", 200, []string{ownPage, "same-origin"}},
		{"same origin, both headers", 200, []string{ownPage, "same-origin", "Origin", "http://example.com"}},
		{"same site", 403, []string{ownPage, "same-site"}},
		{"cross site", 403, []string{ownPage, "cross-site"}},
		{"typed by a user", 403, []string{ownPage, "none"}},
		{"twice", 403, []string{ownPage, "same-origin", ownPage, "cross-site"}},
		{"origin", 200, []string{"Origin", "http://example.com"}},
		{"public origin behind a proxy", 200, []string{"Origin", "https://pay.test"}},
		{"public host by another scheme", 403, []string{"Origin", "http://pay.test"}},
		{"another port", 403, []string{"Origin", "http://example.com:81"}},
		{"another host", 403, []string{"Origin", "https://evil.example"}},
		{"null", 403, []string{"Origin", "null"}},
		{"contradiction", 403, []string{ownPage, "same-origin", "Origin", "https://evil.example"}},
		{"referer", 200, []string{"Referer", "http://example.com/"}},
		{"another referer", 403, []string{"Referer", "http://evil.example/?http://example.com/"}},
	} {
		for _, ask := range [][3]string{{"POST", pageNet, goodNet}, {"GET", pageCountries, ""}} {
			got := f.send(ask[0], ask[1], ask[2], append(test.headers, "X-API-Key", key)...)
			if got.Code != test.status {
				t.Errorf("%s, %s: %d, want %d: %.200s", ask[1], test.name, got.Code, test.status, got.Body)
			}
			if got.Code == 403 && !strings.Contains(got.Body.String(), `"error":"forbidden_origin"`) {
				t.Errorf("%s: %s", test.name, got.Body)
			}
			if got.Header().Get("Access-Control-Allow-Origin") != "" {
				t.Errorf("%s: other origins are allowed", test.name)
			}
		}
	}
	if f.send("GET", pageCountries, "", ownPage, "same-origin").Header().Get("Vary") == "" {
		t.Error("Vary lacks what the answer depends on")
	}
}

// TestAForeignNameOnThisMachine: a page whose domain resolves to the loopback address is
// not the page of the service.
func TestAForeignNameOnThisMachine(t *testing.T) {
	f := newFixture(t, nil)
	for host, status := range map[string]int{"evil.example": 403, "evil.example:8080": 403, "localhost:8080": 200, "127.0.0.1": 200, "[::1]:8080": 200, "pay.test": 200} {
		request := httptest.NewRequest("GET", pageCountries, nil)
		request.Host = host
		request.Header.Set(ownPage, "same-origin")
		if got := f.serve(overLoopback(request)); got.Code != status {
			t.Errorf("%s: %d, want %d", host, got.Code, status)
		}
	}
}

// TestPageReadsForNothing: the page's own reads are free and need no key; a key that is
// sent must be valid, and pays one credit for a result.
func TestPageReadsForNothing(t *testing.T) {
	f := newFixture(t, nil)
	key := f.key(2)
	for _, path := range []string{pageCountries, "/page/salary-net/parameters?country=DE&year=2026"} {
		for _, headers := range [][]string{{ownPage, "same-origin"}, {ownPage, "same-origin", "X-API-Key", key}, {ownPage, "same-origin", "X-Forwarded-For", "192.0.2.7"}} {
			got := f.send("GET", path, "", headers...)
			if got.Code != 200 || got.Body.String() == "" {
				t.Errorf("%s %v: %d %s", path, headers, got.Code, got.Body)
			}
			if credits := got.Header().Get(meter.CreditsHeader); (credits == "2") != (len(headers) > 2 && headers[2] == "X-API-Key") {
				t.Errorf("%s %v: %q credits left", path, headers, credits)
			}
		}
		check(t, f.send("GET", path, "", ownPage, "same-origin", "X-API-Key", "ps_live_nothing"), 401, `{"detail":{"error":"invalid_api_key"…`)
	}
	for left := 1; left >= 0; left-- {
		if got := f.send("POST", pageNet, goodNet, ownPage, "same-origin", "X-API-Key", key); got.Code != 200 || f.balance(key) != int64(left) {
			t.Fatalf("%d, balance %d, want %d", got.Code, f.balance(key), left)
		}
	}
	check(t, f.send("POST", pageNet, goodNet, ownPage, "same-origin", "X-API-Key", key), 402, `{"detail":{"error":"insufficient_credits"…`)
	if got := f.send("GET", pageCountries, "", ownPage, "same-origin", "X-API-Key", key); got.Code != 200 || got.Header().Get(meter.CreditsHeader) != "0" {
		t.Errorf("a key without credits cannot read: %d", got.Code)
	}
	check(t, f.send("POST", pageNet, goodNet, ownPage, "same-origin"), 401, `{"detail":{"error":"missing_api_key"…`)
}

func TestNothingHere(t *testing.T) {
	f := newFixture(t, nil)
	check(t, f.send("GET", "/nowhere", ""), 404, `{"detail":{"error":"not_found"…`)
	check(t, f.send("GET", "/nowhere", "", "Accept", "*/*"), 404, `{"detail":{"error":"not_found"…`)
	for language, word := range map[string]string{"en": "nothing here", "de": "Hier ist nichts"} {
		got := f.send("GET", "/nowhere", "", "Accept", "text/html,*/*;q=0.8", "Accept-Language", language)
		if got.Code != 404 || !strings.HasPrefix(got.Header().Get("Content-Type"), "text/html") || !strings.Contains(got.Body.String(), word) || !strings.Contains(got.Body.String(), `href="/"`) {
			t.Errorf("%s: %d %v %.300s", language, got.Code, got.Header(), got.Body)
		}
	}
}
