package main

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/payslate/payslate/server/ledger"
)

func TestKeysLimits(t *testing.T) {
	k := keysRun{t: t, dir: filepath.Join(t.TempDir(), "data")}
	secret, _ := k.run(exitFine, "create", "--credits", "100", "--expires", "2999-12-31", "--scope", "travel,salary", "--budget", "20")
	list, _ := k.run(exitFine, "list")
	if !strings.Contains(list, "0 of 20 this month; salary,travel; until 2999-12-31") {
		t.Errorf("list printed\n%s", list)
	}
	id := keyIDPattern.FindString(list)
	var log bytes.Buffer
	opened, err := openLedger(t.Context(), k.dir, "", ledger.Options{OnLow: warnOfLow(slog.New(slog.NewTextHandler(&log, nil)))})
	if err != nil {
		t.Fatal(err)
	}
	defer opened.Close()
	for _, c := range []struct {
		take int64
		warn int
	}{{17, 0}, {1, 1}, {1, 1}} {
		if _, err := opened.Debit(t.Context(), keyOf(t, opened, secret), "salary-net/net", c.take); err != nil {
			t.Fatal(err)
		}
		if got := strings.Count(log.String(), "at most a tenth of its monthly budget left"); got != c.warn {
			t.Errorf("%d warnings, want %d:\n%s", got, c.warn, &log)
		}
	}
	if !strings.Contains(log.String(), "key_id="+id+" left=2 of=20 renews=") || strings.Contains(log.String(), "tenth of its credits") {
		t.Errorf("the log is\n%s", &log)
	}
	var listed []listedKey
	out, _ := k.run(exitFine, "list", "--json")
	if err := json.Unmarshal([]byte(out), &listed); err != nil || len(listed) != 1 || *listed[0].Budget != 20 || *listed[0].BudgetSpent != 19 ||
		len(listed[0].Scopes) != 2 || !listed[0].Expires.Equal(time.Date(3000, 1, 1, 0, 0, 0, 0, time.UTC)) {
		t.Errorf("list printed %s", out)
	}

	next, stderr := k.run(exitFine, "rotate", id, "--overlap", "0s")
	if !strings.HasPrefix(next, "ps_live_") || next == secret || !strings.Contains(stderr, "the old secret works until 20") {
		t.Errorf("rotate printed %d characters and %q", len(next), stderr)
	}
	if _, err := opened.Authenticate(t.Context(), strings.TrimSpace(secret)); err == nil {
		t.Error("the former secret works without an overlap")
	}
	if _, err := opened.Authenticate(t.Context(), strings.TrimSpace(next)); err != nil {
		t.Error(err)
	}
	// A backup contains the limits and the newest secret.
	backup, elsewhere := filepath.Join(t.TempDir(), "backup.db"), filepath.Join(t.TempDir(), "data")
	k.run(exitFine, "backup", backup)
	k.run(exitFine, "restore", backup, "--data", elsewhere)
	if list, _ := k.run(exitFine, "list", "--data", elsewhere); !strings.Contains(list, "19 of 20 this month; salary,travel; until 2999-12-31") {
		t.Errorf("list of the restored ledger printed\n%s", list)
	}
	if _, stderr := k.run(exitFine, "create", "--credits", "1", "--expires", "2020-01-01"); !strings.Contains(stderr, "is in the past") {
		t.Errorf("create of an expired key printed %q", stderr)
	}
	if list, _ := k.run(exitFine, "list"); strings.Count(list, "expired") != 1 {
		t.Errorf("list printed\n%s", list)
	}
	for _, c := range []struct{ args, message string }{
		{"--expires tomorrow", "write a day such as"}, {"--expires 2026-02-30", "write a day such as"},
		{"--scope payroll", "write one or more of salary,travel"}, {"--scope salary,", "unknown scope"},
		{"--budget 0", "from 1"}, {"--budget x", "whole number"}, {"--budget 2000000000000", "whole number"},
	} {
		if _, stderr := k.run(exitUsage, append([]string{"create", "--credits", "1"}, strings.Fields(c.args)...)...); !strings.Contains(stderr, c.message) {
			t.Errorf("create %s printed %q, want %q", c.args, stderr, c.message)
		}
	}
	k.run(exitUsage, "rotate", id, "--overlap", "-1s")
	k.run(exitUsage, "rotate", id, "--overlap", "9999h")
	k.run(exitFailure, "rotate", "key_x")
}

// TestLowCredits: a key without a budget is low at a tenth of its balance after credits
// were last added.
func TestLowCredits(t *testing.T) {
	var low []ledger.Low
	opened, err := openLedger(t.Context(), t.TempDir(), "", ledger.Options{OnLow: func(l ledger.Low) { low = append(low, l) }})
	if err != nil {
		t.Fatal(err)
	}
	defer opened.Close()
	key, err := opened.CreateKey(t.Context(), "", 5, ledger.Limits{})
	if err == nil {
		_, err = opened.AddCredits(t.Context(), key.ID, 15)
	}
	for range 20 {
		if err == nil {
			_, err = opened.Debit(t.Context(), keyOf(t, opened, key.Secret), "net", 1)
		}
	}
	if want := (ledger.Low{KeyID: key.ID, Left: 2, Of: 20}); err != nil || len(low) != 1 || low[0] != want {
		t.Errorf("%+v, %v; want %+v once", low, err, want)
	}
}
