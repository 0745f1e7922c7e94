package rest

import (
	"strings"
	"testing"

	"github.com/payslate/payslate/rules"
)

// toolUnder calls the tool with an idempotency key, given as JSON text.
func (f *fixture) toolUnder(idempotencyKey, name, arguments, key string) (answer toolAnswer, replayed bool) {
	f.t.Helper()
	answer = f.tool(name, arguments+`,"_meta":{"io.payslate/idempotencyKey":`+idempotencyKey+`}`, "X-API-Key", key)
	replayed, _ = answer.meta["io.payslate/idempotentReplayed"].(bool)
	return answer, replayed
}

// A tool call with an idempotency key in its _meta follows the rules of the REST header
// and shares its keys.
func TestToolsUnderIdempotencyKeys(t *testing.T) {
	const net = "calculate_net_salary"
	f := newFixture(t, nil)
	key := f.key(2)
	wantError := func(what string, answer toolAnswer, code string) {
		t.Helper()
		if !answer.isError || !strings.HasPrefix(answer.text, `{"detail":{"error":"`+code+`",`) {
			t.Errorf("%s: %s, want %s", what, answer.text, code)
		}
	}
	failed, _ := f.toolUnder(`"a"`, net, `{"country":"DE","year":2019,"gross":1}`, key)
	if !failed.isError {
		t.Errorf("a refused call: %s", failed.text) // and its key is free again
	}
	first, replayed := f.toolUnder(`"a"`, net, goodNet, key)
	if first.isError || replayed || first.credits != 1.0 {
		t.Fatalf("%s, replayed %v, credits %v", first.text, replayed, first.credits)
	}
	f.book.Asked()
	again, replayed := f.toolUnder(`"a"`, net, goodNet, key)
	if again.text != first.text || !replayed || again.credits != 1.0 || len(f.book.Asked()) != 0 {
		t.Errorf("%s, replayed %v, credits %v; want the first answer", again.text, replayed, again.credits)
	}
	check(t, f.send("POST", netPath, goodNet, "X-API-Key", key, "Idempotency-Key", "a"), 200, first.text)
	other, _ := f.toolUnder(`"a"`, net, strings.Replace(goodNet, "{", "{ ", 1), key)
	wantError("another request", other, "idempotency_conflict")
	for _, bad := range []string{`""`, `1`, `null`, `"a b"`, `"` + strings.Repeat("k", 256) + `"`} {
		answer, _ := f.toolUnder(bad, net, goodNet, key)
		wantError("the key "+bad, answer, "invalid_input")
	}

	var inside toolAnswer
	f.book.Respond = func(*rules.Scenario) error {
		f.book.Respond = nil
		inside, _ = f.toolUnder(`"b"`, net, goodNet, key)
		return nil
	}
	if answer, _ := f.toolUnder(`"b"`, net, goodNet, key); answer.isError || answer.credits != 0.0 {
		t.Errorf("%s, credits %v", answer.text, answer.credits)
	}
	wantError("in flight", inside, "idempotency_in_progress")
	if got := inside.Header().Get("Retry-After"); got != "1" {
		t.Errorf("Retry-After %q", got)
	}
	// Without a credit left, a repeat is answered and a new call is not.
	if again, replayed := f.toolUnder(`"a"`, net, goodNet, key); again.text != first.text || !replayed || again.credits != 0.0 {
		t.Errorf("%s, replayed %v, credits %v", again.text, replayed, again.credits)
	}
	spent, _ := f.toolUnder(`"c"`, net, goodNet, key)
	wantError("a new call", spent, "insufficient_credits")
}
