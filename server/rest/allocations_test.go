//go:build !race

// The race detector empties pools at random, so that counts mean nothing there.

package rest

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// A call without a debit allocates for its five header values, its id and what
// becomes known of it (4), the bounds of its body (2), numbers as texts (2), the
// attributes of its log line (1) and the texts of the answer (1); the test itself
// for the body, the receiver and a connection that knows no deadlines (4).
func TestACallAllocatesLittle(t *testing.T) {
	const justified = 19
	f := newFixture(t, func(o *Options) {
		o.Log = slog.New(slog.NewTextHandler(io.Discard, nil))
		o.MarketplaceKey, o.MarketplaceHost = "secret", "market.example"
	})
	request := httptest.NewRequest("POST", netPath, nil)
	request.Header.Set("X-Marketplace-Key", "secret")
	request.Header.Set("X-Marketplace-Host", "market.example")
	body, header := strings.NewReader(""), http.Header{}
	handler := f.Handler()
	got := testing.AllocsPerRun(200, func() {
		body.Reset(goodNet)
		clear(header)
		request.Body, request.ContentLength = io.NopCloser(body), int64(len(goodNet))
		handler.ServeHTTP(&nowhere{header}, request)
	})
	if got > justified {
		t.Errorf("%v allocations, of which %v are justified", got, justified)
	}
}
