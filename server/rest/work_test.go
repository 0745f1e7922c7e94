package rest

import (
	"context"
	"fmt"
	"net"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/server/meter"
)

// TestUnpaidBatchIsNotComputed: a batch that its sender cannot pay is refused before an
// item is answered, and of a stream no more is computed than is paid.
func TestUnpaidBatchIsNotComputed(t *testing.T) {
	f := newFixture(t, nil)
	many := batchOf(strings.Split(strings.Repeat(goodNet+" ", 999)+goodNet, " ")...)
	for _, balance := range []int64{3, 999} {
		if response := f.send("POST", batchPath, many, "X-API-Key", f.key(balance)); response.Code != 402 {
			t.Errorf("%d %.200s", response.Code, response.Body)
		}
	}
	if asked := f.book.Asked(); len(asked) > 0 {
		t.Errorf("%d items were computed for nothing", len(asked))
	}
	lines := httptest.NewRequest("POST", batchPath, strings.NewReader(strings.Repeat(goodNet+"\n", 1000)))
	lines.Header.Set("X-API-Key", f.key(1))
	lines.Header.Set("Content-Type", streamType)
	f.serve(lines)
	if asked := f.book.Asked(); len(asked) != 1 {
		t.Errorf("%d lines were computed for one credit", len(asked))
	}
}

// TestBatchEndsWithItsClient: no items are answered after the client has left.
func TestBatchEndsWithItsClient(t *testing.T) {
	f := newFixture(t, nil)
	key := f.key(1000)
	ctx, leave := context.WithCancel(t.Context())
	f.book.Respond = func(*rules.Scenario) error { leave(); return nil }
	items := batchOf(strings.Split(strings.Repeat(goodNet+" ", 999)+goodNet, " ")...)
	request := httptest.NewRequestWithContext(ctx, "POST", batchPath, strings.NewReader(items))
	request.Header.Set("X-API-Key", key)
	f.serve(request)
	if asked := len(f.book.Asked()); asked > 200 || f.balance(key) != 1000 {
		t.Errorf("%d items were answered, balance %d", asked, f.balance(key))
	}
}

// TestSlowReaders: an account whose clients are slow to take answers in holds a bounded number
// of them, repeated ones too, and its other calls wait.
func TestSlowReaders(t *testing.T) {
	f := newFixture(t, nil)
	address, key := f.streamed(), f.key(2000)
	items := batchOf(strings.Split(strings.Repeat(goodNet+" ", 999)+goodNet, " ")...)
	if first := f.send("POST", batchPath, items, "X-API-Key", key, idempotencyHeader, "a"); first.Code != 200 {
		t.Fatal(first.Body)
	}
	most := 64 << 20 / (256 * len(items))
	begun := make(chan net.Conn, 3*most)
	for range cap(begun) {
		conn, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		_ = conn.(*net.TCPConn).SetReadBuffer(4096)
		defer conn.Close()
		go func() {
			fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: %s\r\nX-API-Key: %s\r\nIdempotency-Key: a\r\nContent-Length: %d\r\n\r\n%s", batchPath, address, key, len(items), items)
			if _, err := conn.Read(make([]byte, 1)); err == nil {
				begun <- conn
			}
		}()
	}
	for answered := range cap(begun) {
		if answered == most {
			time.Sleep(500 * time.Millisecond)
			if further := len(begun); further > 0 {
				t.Errorf("%d answers are held, want %d", most+further, most)
			}
			check(t, f.send("POST", batchPath, items, "X-API-Key", f.key(1000)), 200, `{…`)
		}
		select {
		case conn := <-begun:
			if answered >= most {
				conn.Close()
			} else {
				defer conn.Close()
				time.AfterFunc(2*time.Second, func() { conn.Close() })
			}
		case <-time.After(20 * time.Second):
			t.Fatalf("%d answers came", answered)
		}
	}
}

// TestNamesOnce: what the names in a rule file mean is computed once, limited by address
// like everything that needs no key.
func TestNamesOnce(t *testing.T) {
	f := newFixture(t, func(o *Options) { o.RateLimit = meter.RateLimit{Calls: 5, Per: time.Hour} })
	const path = "/rules/de/social_insurance.yaml?names"
	first := f.send("GET", path, "", "Accept-Encoding", "gzip")
	again := testing.AllocsPerRun(2, func() { f.send("GET", path, "", "Accept-Encoding", "gzip") })
	if first.Code != 200 || again > 500 {
		t.Errorf("%d, %.0f allocations for the same answer again", first.Code, again)
	}
	check(t, f.send("GET", path, ""), 200, `{…`)
	check(t, f.send("GET", path, ""), 429, `{"detail":{"error":"rate_limited"…`)
}

// TestAPIKeyAsIdempotencyKey: an API key that is sent as an Idempotency-Key is refused, and
// neither repeated nor stored.
func TestAPIKeyAsIdempotencyKey(t *testing.T) {
	f := newFixture(t, nil)
	key := f.key(5)
	for _, sent := range []string{key, strings.ToUpper(key), "retry " + key} {
		for _, path := range []string{netPath, batchPath} {
			got := f.send("POST", path, goodNet, "X-API-Key", key, idempotencyHeader, sent)
			check(t, got, 422, `{"detail":[{"type":"extra_forbidden","loc":["header","Idempotency-Key"],…`)
			if strings.Contains(got.Body.String(), sent) {
				t.Errorf("the answer repeats the key: %s", got.Body)
			}
		}
		got, _ := f.toolUnder(strconv.Quote(sent), "calculate_net_salary", goodNet, key)
		if !got.isError || !strings.Contains(got.text, `"loc":["_meta","io.payslate/idempotencyKey"]`) || strings.Contains(got.text, sent) {
			t.Errorf("a tool answered %s", got.text)
		}
	}
	check(t, f.send("POST", netPath, goodNet, "X-API-Key", key, idempotencyHeader, strings.Repeat("a", 43)), 200, `{…`)
}
