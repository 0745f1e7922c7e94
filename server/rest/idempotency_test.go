package rest

import (
	"fmt"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/server/meter"
)

func TestReplay(t *testing.T) {
	f := newFixture(t, nil)
	key := f.key(1)
	first := f.send("POST", netPath, goodNet, "X-API-Key", key, "Idempotency-Key", "a")
	check(t, first, 200, `{"country":"DE",…`)
	if got := f.book.Asked(); len(got) != 1 {
		t.Fatalf("asked %d times", len(got))
	}
	// The balance is now 0: a replay does not depend on it.
	second := f.send("POST", netPath, goodNet, "X-API-Key", key, "Idempotency-Key", "a")
	check(t, second, 200, first.Body.String())
	if got := second.Header(); got.Get("Idempotent-Replayed") != "true" || got.Get("X-Credits-Remaining") != "0" {
		t.Errorf("headers %v", got)
	}
	if first.Header().Get("Idempotent-Replayed") != "" {
		t.Error("the first answer is marked as a replay")
	}
	if got := f.book.Asked(); len(got) != 0 {
		t.Errorf("a replay called the rules")
	}

	const conflict = `{"detail":{"error":"idempotency_conflict",…`
	check(t, f.send("POST", netPath, goodNet+" ", "X-API-Key", key, "Idempotency-Key", "a"), 409, conflict)
	check(t, f.send("POST", comparePath, goodNet, "X-API-Key", key, "Idempotency-Key", "a"), 409, conflict)
	// The key and the body identify the call: the stored answer is repeated unchanged.
	german := f.send("POST", netPath, goodNet, "X-API-Key", key, "Idempotency-Key", "a", "Accept-Language", "de")
	check(t, german, 200, first.Body.String())
	if got := german.Header().Get("Content-Language"); got != "en" {
		t.Errorf("the replay of an English answer has the language %q", got)
	}
	check(t, f.send("POST", netPath, goodNet, "X-API-Key", key, "Idempotency-Key", "b"), 402, `{"detail":{"error":"insufficient_credits",…`)

	other := f.key(1)
	check(t, f.send("POST", netPath, goodNet, "X-API-Key", other, "Idempotency-Key", "a"), 200, first.Body.String())
	if got := f.balance(other); got != 0 {
		t.Errorf("a call with another API key was free")
	}
}

func TestInFlight(t *testing.T) {
	f := newFixture(t, nil)
	key := f.key(5)
	entered, leave := make(chan struct{}), make(chan struct{})
	f.book.Respond = func(*rules.Scenario) error {
		entered <- struct{}{}
		<-leave
		return nil
	}
	done := make(chan *httptest.ResponseRecorder)
	go func() { done <- f.send("POST", netPath, goodNet, "X-API-Key", key, "Idempotency-Key", "a") }()
	<-entered
	waiting := f.send("POST", netPath, goodNet, "X-API-Key", key, "Idempotency-Key", "a")
	check(t, waiting, 409, `{"detail":{"error":"idempotency_in_progress",…`)
	if got := waiting.Header().Get("Retry-After"); got != "1" {
		t.Errorf("Retry-After %q", got)
	}
	close(leave)
	check(t, <-done, 200, `{"country":"DE",…`)
	if got := f.balance(key); got != 4 {
		t.Errorf("balance %d, want 4", got)
	}
}

// halfAnHour reports whether a number of seconds is half an hour, less what a test takes.
func halfAnHour(seconds string) bool {
	wait, err := strconv.Atoi(seconds)
	return err == nil && 1200 < wait && wait <= 1800
}

func TestRateLimit(t *testing.T) {
	f := newFixture(t, func(o *Options) { o.RateLimit = meter.RateLimit{Calls: 2, Per: time.Hour} })
	key, other := f.key(10), f.key(10)
	for remaining := 1; remaining >= 0; remaining-- {
		response := f.send("GET", countriesPath, "", "X-API-Key", key)
		check(t, response, 200, `{"countries":…`)
		if got := response.Header().Get("RateLimit-Remaining"); got != fmt.Sprint(remaining) {
			t.Errorf("RateLimit-Remaining %s, want %d", got, remaining)
		}
	}
	response := f.send("GET", countriesPath, "", "X-API-Key", key)
	check(t, response, 429, `{"detail":{"error":"rate_limited",…`)
	if got := response.Header(); !halfAnHour(got.Get("Retry-After")) || got.Get("RateLimit-Limit") != "2" || got.Get("RateLimit-Remaining") != "0" {
		t.Errorf("headers %v", got)
	}
	check(t, f.send("GET", countriesPath, "", "X-API-Key", other), 200, `{"countries":…`)
	if got := f.balance(key); got != 8 {
		t.Errorf("balance %d, want 8", got)
	}
}

// Tool calls count against the limit of their key, other messages against that of their
// address.
func TestRateLimitOfToolLists(t *testing.T) {
	f := newFixture(t, func(o *Options) { o.RateLimit = meter.RateLimit{Calls: 2, Per: time.Hour} })
	key := f.key(10)
	list := func() *httptest.ResponseRecorder {
		return f.send("POST", toolsPath, `{"jsonrpc":"2.0","id":"a","method":"tools/list"}`, "Content-Type", "application/json", "X-API-Key", "ps_live_nobody")
	}
	check(t, list(), 200, `{"jsonrpc":"2.0","id":"a","result":…`)
	list()
	refused := list()
	check(t, refused, 429, `{"jsonrpc":"2.0","id":"a","error":…`)
	if !halfAnHour(refused.Header().Get("Retry-After")) {
		t.Errorf("headers %v", refused.Header())
	}
	if got := f.tool("calculate_net_salary", goodNet, "X-API-Key", key); got.isError {
		t.Errorf("a tool call is refused: %s", got.text)
	}
	f.tool("list_salary_countries", `{}`, "X-API-Key", key)
	got := f.tool("list_salary_countries", `{}`, "X-API-Key", key)
	if !got.isError || !strings.HasPrefix(got.text, `{"detail":{"error":"rate_limited"`) || got.Header().Get("Retry-After") == "" || f.balance(key) != 8 {
		t.Errorf("%s %v", got.text, got.Header())
	}
}

// A stream counts once more for each block of which nothing is paid; a paid one counts once.
func TestRateLimitOfStreams(t *testing.T) {
	f := newFixture(t, func(o *Options) { o.RateLimit = meter.RateLimit{Calls: 2, Per: time.Hour} })
	open := newFixture(t, func(o *Options) { o.Ledger, o.RateLimit = nil, meter.RateLimit{Calls: 2, Per: time.Hour} })
	for name, test := range map[string]struct {
		address, key, line string
		ends               bool
	}{
		"refused lines":              {f.streamed(), f.key(10), `{"country":"DE"}`, true},
		"lines that nobody pays for": {open.streamed(), "", goodNet, true},
		"paid lines":                 {f.streamed(), f.key(5000), goodNet, false},
	} {
		t.Run(name, func(t *testing.T) {
			const sent = 4500
			got := linesOf(t, streamRequest(t, test.address, strings.NewReader(strings.Repeat(test.line+"\n", sent)), "X-API-Key", test.key))
			last := got[len(got)-1]
			if ended := strings.Contains(last, "rate_limited"); ended != test.ends {
				t.Errorf("%d lines, the last %s", len(got), last)
			}
			if test.ends && (len(got) > 2001 || !strings.Contains(last, fmt.Sprintf(`"line":%d}`, len(got)))) {
				t.Errorf("%d lines, the last %s", len(got), last)
			} else if !test.ends && len(got) != sent {
				t.Errorf("%d lines", len(got))
			}
		})
	}
}
