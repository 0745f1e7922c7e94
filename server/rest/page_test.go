package rest

import (
	"compress/gzip"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"
)

func TestPage(t *testing.T) {
	f := newFixture(t, nil)
	page := f.send("GET", "/", "")
	if page.Code != 200 || !strings.HasPrefix(page.Body.String(), "<!doctype html>") {
		t.Fatalf("status %d: %.200s", page.Code, page.Body)
	}
	if page.Header().Get("Content-Security-Policy") == "" || page.Header().Get("X-Credits-Remaining") != "" {
		t.Errorf("headers %v", page.Header())
	}
	assets := regexp.MustCompile(`/assets/[^"]+`).FindAllString(page.Body.String(), -1)
	if len(assets) < 2 {
		t.Fatalf("the page names %v", assets)
	}
	for _, path := range assets {
		plain, packed := f.send("GET", path, ""), f.send("GET", path, "", "Accept-Encoding", "br;q=1, gzip")
		if plain.Code != 200 || packed.Code != 200 || plain.Header().Get("Content-Encoding") != "" {
			t.Fatalf("%s: %d and %d, %v", path, plain.Code, packed.Code, plain.Header())
		}
		if strings.HasSuffix(path, ".woff2") { // already packed
			if packed.Header().Get("Content-Encoding") != "" || packed.Body.String() != plain.Body.String() {
				t.Errorf("%s: a font is packed twice: %v", path, packed.Header())
			}
			continue
		}
		if packed.Header().Get("Content-Encoding") != "gzip" || packed.Body.Len() >= plain.Body.Len() {
			t.Errorf("%s: not smaller when packed: %v", path, packed.Header())
		}
		reader, err := gzip.NewReader(packed.Body)
		if err != nil {
			t.Fatal(err)
		}
		if text, err := io.ReadAll(reader); err != nil || string(text) != plain.Body.String() {
			t.Errorf("%s: the packed text differs, %v", path, err)
		}
		if !strings.Contains(plain.Header().Get("Cache-Control"), "immutable") || plain.Header().Get("Vary") != "Accept-Encoding" {
			t.Errorf("%s: headers %v", path, plain.Header())
		}
		for _, tag := range []string{plain.Header().Get("ETag"), packed.Header().Get("ETag")} {
			if again := f.send("GET", path, "", "If-None-Match", tag); again.Code != http.StatusNotModified {
				t.Errorf("%s: %s is sent again: %d", path, tag, again.Code)
			}
		}
		if head := f.send("HEAD", path, ""); head.Code != 200 || head.Body.Len() > 0 {
			t.Errorf("%s: HEAD %d with %d bytes", path, head.Code, head.Body.Len())
		}
	}
	if other := f.send("POST", "/", "{}"); other.Code != http.StatusMethodNotAllowed {
		t.Errorf("POST / is answered with %d", other.Code)
	}
}

func TestTakesGzip(t *testing.T) {
	for header, want := range map[string]bool{
		"": false, "gzip": true, "br, GZIP ;q=0.5": true, "gzip;q=0": false, "gzip; q=0.0": false, "identity": false, "x-gzip": false, "gzip;q=1": true,
	} {
		if got := takesGzip(http.Header{"Accept-Encoding": {header}}); got != want {
			t.Errorf("%q: %v, want %v", header, got, want)
		}
	}
}
