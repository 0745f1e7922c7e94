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

func TestACallAllocatesLittle(t *testing.T) {
	const (
		// What becomes known of the call, its id as a text and as a header's
		// value, the length of the answer as both, and the attributes of the log
		// line.
		call = 6
		// What is left on the key, as a text and as a header's value.
		charge = 2
		// The debit when it is alone: six statements and their rows, in database/sql
		// and the driver, what the system tells of the ledger's three files, the six
		// columns of the key's limits, and the number and the seal of the newest link of its chain,
		// read and written twice, and BEGIN and COMMIT, which are not prepared. Calls that come together share them
		// (BenchmarkCall).
		commit = 87 + 3 + 6 + 13 + 2
		// Of the test itself: the body and the receiver.
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
			t.Errorf("a call %s: %v allocations, of which %v are justified", c.name, got, c.justified)
		}
	}
}
