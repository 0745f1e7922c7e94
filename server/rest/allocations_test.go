//go:build !race

// The race detector empties pools at random, so counts are meaningless with it.

package rest

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestACallAllocatesLittle(t *testing.T) {
	const (
		// The call and its record, its ID and the length of the answer, each as a
		// text and as a header value, its language as a header value, the attributes of
		// the log line, and two of the answer.
		call = 8 + 2
		// The balance of the key, as a text and as a header value.
		charge = 2
		// A single debit: BEGIN, the id of the commit, the key, its usage and COMMIT, in
		// database/sql and the driver, and the file information of the ledger's three
		// files. Concurrent calls share them (BenchmarkCall).
		commit = 111
		// The test itself: the body and the receiver.
		test = 2
	)
	f := newFixture(t, func(o *Options) {
		o.Log = slog.New(slog.NewTextHandler(io.Discard, nil))
		o.MarketplaceKey, o.MarketplaceHost = "secret", "market.example"
	})
	marketplace := http.Header{"X-Marketplace-Key": {"secret"}, "X-Marketplace-Host": {"market.example"}}
	for _, c := range []struct {
		name      string
		header    http.Header
		justified float64
	}{
		{"of a marketplace", marketplace, call + test},
		{"of a key", http.Header{apiKeyHeader: {f.key(1000)}}, call + charge + commit + test},
	} {
		request := httptest.NewRequest("POST", netPath, nil)
		request.Header = c.header
		body, header := strings.NewReader(""), http.Header{}
		handler := f.HTTPServer().Handler
		got := testing.AllocsPerRun(200, func() {
			body.Reset(goodNet)
			clear(header)
			request.Body, request.ContentLength = io.NopCloser(body), int64(len(goodNet))
			handler.ServeHTTP(&nowhere{header}, request)
		})
		if got > c.justified {
			t.Errorf("a call %s: %v allocations, want at most %v", c.name, got, c.justified)
		}
	}
}
