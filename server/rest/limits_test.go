package rest

import (
	"strings"
	"testing"
	"time"

	"github.com/payslate/payslate/server/ledger"
)

func (f *fixture) limitedKey(balance int64, limits ledger.Limits) ledger.IssuedKey {
	f.t.Helper()
	key, err := f.files.CreateKey(f.t.Context(), "test", balance, limits)
	if err != nil {
		f.t.Fatal(err)
	}
	return key
}

// The limits of a key apply to routes and tools before anything is computed, whether
// the key is new to the process or cached.
func TestLimitsOfKeys(t *testing.T) {
	f := newFixture(t, nil)
	now := time.Now().UTC()
	renews := time.Date(now.Year(), now.Month()+1, 1, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
	for _, c := range []struct {
		name    string
		limits  ledger.Limits
		calls   int // answered
		status  int
		want    string
		message string
	}{
		{"expired", ledger.Limits{Expires: now.Add(-time.Second)}, 0, 401, `{"detail":{"error":"invalid_api_key",…`, "expired"},
		{"out of scope", ledger.Limits{Scopes: []string{"travel"}}, 0, 403, `{"detail":{"error":"scope_missing",…`, "not for salary"},
		{"in scope, budget used up", ledger.Limits{Scopes: []string{"travel", "salary"}, Budget: 2}, 2, 402, `{"detail":{"error":"insufficient_credits",…`, "renews on " + renews},
	} {
		for _, body := range []string{goodNet, `{}`} {
			t.Run(c.name+" "+body[:2], func(t *testing.T) {
				key := f.limitedKey(10, c.limits).Secret
				for range c.calls {
					check(t, f.send("POST", netPath, goodNet, "X-API-Key", key), 200, `{"country":"DE",…`)
				}
				for range 2 {
					response := f.send("POST", netPath, body, "X-API-Key", key)
					check(t, response, c.status, c.want)
					if !strings.Contains(response.Body.String(), c.message) {
						t.Errorf("%s, want %q in it", response.Body, c.message)
					}
					if got := f.tool("calculate_net_salary", body, "X-API-Key", key); got.text != response.Body.String() {
						t.Errorf("the tool answers %s", got.text)
					}
					check(t, f.send("POST", netPath, goodNet, "X-API-Key", key, "Idempotency-Key", "k"), c.status, c.want)
				}
			})
		}
	}
}

// A batch is charged to the budget completely or not at all.
func TestBudgetOfABatch(t *testing.T) {
	f := newFixture(t, nil)
	key := f.limitedKey(10, ledger.Limits{Budget: 3}).Secret
	check(t, f.send("POST", netPath+"/batch", `{"items":[`+goodNet+`,`+goodNet+`,`+goodNet+`,`+goodNet+`]}`, "X-API-Key", key),
		402, `{"detail":{"error":"insufficient_credits",…`)
	check(t, f.send("POST", netPath+"/batch", `{"items":[`+goodNet+`,`+goodNet+`,`+goodNet+`]}`, "X-API-Key", key), 200, `{"items":[{"result":…`)
	if left := f.balance(key); left != 7 {
		t.Errorf("%d credits are left, want 7", left)
	}
}

// After a rotation, the old secret works until the overlap ends.
func TestRotatedKeys(t *testing.T) {
	for _, c := range []struct {
		overlap time.Duration
		status  int
		want    string
	}{{time.Hour, 200, `{"country":"DE",…`}, {0, 401, `{"detail":{"error":"invalid_api_key",…`}} {
		f := newFixture(t, nil)
		before := f.limitedKey(10, ledger.Limits{})
		for range 2 { // the second time cached
			check(t, f.send("POST", netPath, goodNet, "X-API-Key", before.Secret), 200, `{"country":"DE",…`)
		}
		after, err := f.files.RotateKey(t.Context(), before.ID, c.overlap)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			check(t, f.send("POST", netPath, goodNet, "X-API-Key", before.Secret), c.status, c.want)
			check(t, f.send("POST", netPath, goodNet, "X-API-Key", after.Secret), 200, `{"country":"DE",…`)
		}
	}
}
