package rest

import (
	"net/http"
	"strings"
	"testing"
)

// TestPaidAnswersHaveNoTag: nothing tells a client whether it guessed a paid answer, and
// each one is paid.
func TestPaidAnswersHaveNoTag(t *testing.T) {
	f := newFixture(t, nil)
	key := f.key(20)
	for _, target := range []string{countriesPath, parametersPath + "?country=DE"} {
		for _, sent := range []string{"", "*", `"x"`} {
			before := f.balance(key)
			got := f.send("GET", target, "", "X-API-Key", key, "If-None-Match", sent)
			check(t, got, 200, `{"…`)
			if header := got.Header(); header.Get("ETag") != "" || header.Get("Last-Modified") != "" || f.balance(key) != before-1 {
				t.Errorf("%s: %v, %d credits", target, header, before-f.balance(key))
			}
			if got := got.Header().Get("Cache-Control"); !strings.HasPrefix(got, "private, max-age=") {
				t.Errorf("Cache-Control %q", got)
			}
			if got := got.Header().Get("Vary"); got != "Accept-Language, X-API-Key, Authorization, Accept-Encoding" {
				t.Errorf("Vary %q", got)
			}
		}
	}
}

// TestNobodyKeepsTheRest: computed pay and failures are not cached.
func TestNobodyKeepsTheRest(t *testing.T) {
	f := newFixture(t, nil)
	key := f.key(2)
	for _, headers := range [][]string{{"X-API-Key", key}, {"X-API-Key", key, "Idempotency-Key", "a"}, {"X-API-Key", key, "Idempotency-Key", "a"}, nil} {
		response := f.send("POST", netPath, goodNet, headers...)
		if got := response.Header(); got.Get("Cache-Control") != "no-store" || got.Get("ETag") != "" {
			t.Errorf("status %d: headers %v", response.Code, got)
		}
	}
	if response := f.send("GET", parametersPath, "", "X-API-Key", f.key(1)); response.Code != 422 || response.Header().Get("Cache-Control") != "no-store" {
		t.Errorf("status %d: headers %v", response.Code, response.Header())
	}
}

func TestDocuments(t *testing.T) {
	f := newFixture(t, nil)
	for path, contentType := range map[string]string{
		"/openapi.json": "application/json", "/docs": "text/html; charset=utf-8",
		"/changelog": "text/html; charset=utf-8", "/llms.txt": "text/plain; charset=utf-8",
	} {
		english, german := f.send("GET", path, ""), f.send("GET", path, "", "Accept-Language", "de")
		for language, got := range map[string]http.Header{"en": english.Header(), "de": german.Header()} {
			if got.Get("Content-Type") != contentType || got.Get("Content-Language") != language || !strings.HasPrefix(got.Get("Vary"), "Accept-Language") || !strings.HasPrefix(got.Get("Cache-Control"), "public, ") {
				t.Errorf("%s: headers %v", path, got)
			}
		}
		tag := english.Header().Get("ETag")
		if english.Code != 200 || tag == "" || tag == german.Header().Get("ETag") || english.Body.String() == german.Body.String() {
			t.Errorf("%s: status %d, tag %s", path, english.Code, tag)
		}
		if again := f.send("GET", path, "", "If-None-Match", tag); again.Code != 304 || again.Body.Len() > 0 {
			t.Errorf("%s: status %d", path, again.Code)
		}
		if again := f.send("GET", path, "", "Accept-Language", "de", "If-None-Match", tag); again.Code != 200 {
			t.Errorf("%s in another language: status %d", path, again.Code)
		}
		if head := f.send("HEAD", path, ""); head.Code != 200 || head.Body.Len() > 0 || head.Header().Get("ETag") != tag {
			t.Errorf("HEAD %s: status %d, %d bytes", path, head.Code, head.Body.Len())
		}
	}
}
