package rest

import (
	"strings"
	"testing"
	"time"

	"github.com/payslate/payslate/server/meter"
)

// TestOpen: an open server answers everybody, keeps no credits, and limits by address.
func TestOpen(t *testing.T) {
	f := newFixture(t, func(o *Options) { o.Ledger, o.RateLimit = nil, meter.RateLimit{Calls: 4, Per: time.Hour} })
	for _, headers := range [][]string{nil, {"X-API-Key", "ps_live_unknown"}, {idempotencyHeader, "a"}} {
		got := f.send("POST", netPath, goodNet, headers...)
		if check(t, got, 200, `{…`); len(got.Header().Values(meter.CreditsHeader)) > 0 {
			t.Error("an open server names credits")
		}
	}
	if got := f.tool("calculate_net_salary", goodNet); got.isError || got.credits != nil {
		t.Errorf("%+v", got)
	}
	check(t, f.send("POST", netPath, goodNet), 429, `{"detail":{"error":"rate_limited"…`)
	if ready := f.send("GET", "/readyz", ""); ready.Code != 200 || !strings.Contains(ready.Body.String(), `"ledger":"none"`) {
		t.Errorf("%d %s", ready.Code, ready.Body)
	}
}
