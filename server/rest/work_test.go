package rest

import (
	"context"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/payslate/payslate/internal/race"
	"github.com/payslate/payslate/rules"
)

// TestUnpaidBatchIsNotComputed: a batch that its sender cannot pay is refused before an
// item is answered, whether credits, a budget or the page's demo is short.
func TestUnpaidBatchIsNotComputed(t *testing.T) {
	f := newFixture(t, withDemo(3))
	many := batchOf(strings.Split(strings.Repeat(goodNet+" ", 999)+goodNet, " ")...)
	lines := httptest.NewRequest("POST", batchPath, strings.NewReader(strings.Repeat(goodNet+"\n", 1000)))
	lines.Header.Set("X-API-Key", f.key(999))
	lines.Header.Set("Content-Type", streamType)
	stream := httptest.NewRecorder()
	f.HTTPServer().Handler.ServeHTTP(stream, lines)
	for name, response := range map[string]*httptest.ResponseRecorder{
		"402 credits":  f.send("POST", batchPath, many, "X-API-Key", f.key(3)),
		"402 tool key": f.send("POST", batchPath, many, "X-API-Key", f.key(999)),
		"429 demo":     f.send("POST", "/page/salary-net/net/batch", many, ownPage, "same-origin"),
		"200 stream":   stream,
	} {
		if strconv.Itoa(response.Code) != name[:3] {
			t.Errorf("%s: %d %.200s", name, response.Code, response.Body)
		}
	}
	if asked := f.book.Asked(); len(asked) > 0 {
		t.Errorf("%d items were computed for nothing", len(asked))
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
	recorder := httptest.NewRecorder()
	f.HTTPServer().Handler.ServeHTTP(recorder, request)
	if asked := len(f.book.Asked()); asked > 200 || f.balance(key) != 1000 {
		t.Errorf("%d items were answered, balance %d", asked, f.balance(key))
	}
}

// TestBodiesInFlight: bodies take memory only up to a bound; what finds no room in time is
// refused with the time to try again, and small ones always have room.
func TestBodiesInFlight(t *testing.T) {
	f := newFixture(t, nil)
	key := f.key(10)
	f.bodies.wait = 0
	large := batchOf(goodNet, `"`+strings.Repeat("x", 1<<20)+`"`)
	taken := f.bodies.take()
	if err := taken.need(t.Context(), maxBodies-1<<19); err != nil {
		t.Fatal(err)
	}
	got := f.send("POST", batchPath, large, "X-API-Key", key)
	check(t, got, 503, `{"detail":{"error":"internal_error","message":"The server is reading too many large requests: send this one again in a second."}}`)
	if got.Header().Get("Retry-After") != "1" {
		t.Error("no Retry-After")
	}
	check(t, f.send("POST", netPath, goodNet, "X-API-Key", key), 200, `{…`)
	taken.release()
	for range 3 * maxBodies / len(large) {
		room := f.bodies.take()
		if err := room.need(t.Context(), int64(len(large))); err != nil {
			t.Fatal(err)
		}
		room.release()
	}
	check(t, f.send("POST", batchPath, large, "X-API-Key", key), 200, `{"items":[…`)
}

// TestNamesOnce: what the names in a rule file mean is computed once, limited by address
// like everything that needs no key.
func TestNamesOnce(t *testing.T) {
	race.Skip(t)
	f := newFixture(t, func(o *Options) { o.RateLimit = RateLimit{Calls: 5, Per: time.Minute} })
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
	for _, sent := range []string{key, strings.ToUpper(key), "retry " + key, strings.ReplaceAll(key, "_", "%5F")} {
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
