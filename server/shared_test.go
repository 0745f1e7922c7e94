//go:build crash

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/payslate/payslate/server/ledger/ledgertest"
)

// TestServersOnOneLedger: three servers spend every credit of one key once, and each
// answer has its own balance.
func TestServersOnOneLedger(t *testing.T) {
	places(t, func(t *testing.T, place ledgerPlace) {
		const servers, balance, calls, callers = 3, 600, 900, 24
		key := place.newKey(balance)
		var addresses [servers]string
		for i := range addresses {
			server := startProcess(t, place.arguments("--listen", "127.0.0.1:0")...)
			defer server.stop(t)
			addresses[i] = server.address
		}
		var answered, refused, next atomic.Int64
		var byServer [servers]atomic.Int64
		var seen [balance]atomic.Bool
		var all sync.WaitGroup
		for range callers {
			all.Go(func() {
				for n := next.Add(1); n <= calls; n = next.Add(1) {
					i := n % servers
					switch got := send(addresses[i], key.Secret, someGross(), ""); got.status {
					case 200:
						answered.Add(1)
						byServer[i].Add(1)
						left, err := strconv.Atoi(got.remaining)
						if err != nil || left < 0 || left >= balance || seen[left].Swap(true) {
							t.Errorf("X-Credits-Remaining %q; want each from 0 to %d once", got.remaining, balance-1)
						}
					case 402:
						refused.Add(1)
					default:
						t.Errorf("status %d, %.300s", got.status, got.body)
					}
				}
			})
		}
		all.Wait()
		if answered.Load() != balance || refused.Load() != calls-balance {
			t.Errorf("%d answers and %d refusals, want %d and %d", answered.Load(), refused.Load(), balance, calls-balance)
		}
		balances, entries := place.check()
		if balances[key.ID] != 0 {
			t.Errorf("%d credits left", balances[key.ID])
		}
		t.Logf("%d servers answered %d, %d and %d calls of one key, %d refused, %d entries verified", servers,
			byServer[0].Load(), byServer[1].Load(), byServer[2].Load(), refused.Load(), entries)
	})
}

// database is a test's own PostgreSQL server, which it may stop.
type database struct {
	t       *testing.T
	script  string
	address string
}

func startDatabase(t *testing.T) *database {
	t.Helper()
	if os.Getenv(ledgertest.DatabaseVariable) == "" {
		t.Skip("needs PostgreSQL: set " + ledgertest.DatabaseVariable + " where .ci/postgres can start a server")
	}
	script, err := filepath.Abs("../.ci/postgres")
	if err != nil {
		t.Fatal(err)
	}
	d := &database{t: t, script: script}
	d.address = strings.TrimSpace(d.run("start", ""))
	t.Cleanup(func() { d.run("stop", d.address) })
	return d
}

func (d *database) run(command, address string) string {
	d.t.Helper()
	run := exec.Command(d.script, command, address)
	var problems strings.Builder
	run.Stderr = &problems
	output, err := run.Output()
	if err != nil {
		d.t.Fatalf(".ci/postgres %s: %v\n%s", command, err, &problems)
	}
	return string(output)
}

// promptly is the longest that a call may take without a database, with allowance for a
// busy machine.
const promptly = 10 * time.Second

// TestDatabaseRestarts: while the database is stopped during commits, as by a power
// failure, calls promptly get status 503; once it is back they succeed, and exactly the
// answered calls are charged.
func TestDatabaseRestarts(t *testing.T) {
	d := startDatabase(t)
	place := ledgerPlace{t: t, database: d.address}
	l := &load{t: t, plain: place.newKey(plenty), idempotent: place.newKey(plenty)}
	server := startProcess(t, place.arguments("--listen", "127.0.0.1:0")...)
	l.address = server.address

	var unavailable, slowest atomic.Int64
	var clients []func()
	for range plainClients {
		clients = append(clients, func() {
			began := time.Now()
			got := send(l.address, l.plain.Secret, someGross(), "")
			if took := int64(time.Since(began)); took > slowest.Load() {
				slowest.Store(took)
			}
			l.outcome(got, &unavailable, &l.answered)
		})
	}
	for range idempotentClients {
		request, answered := pending{}, true
		clients = append(clients, func() {
			if answered {
				request = newPending()
				l.started.Add(1)
			}
			got := send(l.address, l.idempotent.Secret, request.gross, request.idempotencyKey)
			answered = l.outcome(got, &unavailable, &l.done)
		})
	}
	restarts := 1
	if os.Getenv("PAYSLATE_FULL") == "1" {
		restarts = 20
	}
	for range restarts {
		l.run(clients, func() {
			l.wait("calls before the database stops", &l.answered)
			d.run("halt", d.address)
			l.wait("refusals while it is down", &unavailable)
			d.run("restart", d.address)
			l.wait("calls after it came back", &l.answered)
			l.wait("idempotent calls after it came back", &l.done)
		})
	}
	server.stop(t)
	balances, entries := place.check()
	if charged := plenty - balances[l.plain.ID]; charged != l.answered.Load() {
		t.Errorf("%d credits charged for %d plain answers", charged, l.answered.Load())
	}
	charged := plenty - balances[l.idempotent.ID]
	if charged < l.done.Load() || charged > l.started.Load() {
		t.Errorf("%d idempotent calls charged, want %d to %d", charged, l.done.Load(), l.started.Load())
	}
	if time.Duration(slowest.Load()) > promptly {
		t.Errorf("a call took %s", time.Duration(slowest.Load()))
	}
	t.Logf("%d restarts of the database: %d plain and %d idempotent calls answered, %d refused with 503, the slowest after %s; %d entries verified",
		restarts, l.answered.Load(), l.done.Load(), unavailable.Load(), time.Duration(slowest.Load()).Round(time.Millisecond), entries)
}

// outcome counts a response while the database stops and starts, and reports whether
// it is an answer.
func (l *load) outcome(got sent, unavailable, answered *atomic.Int64) bool {
	switch {
	case got.status == 200:
		answered.Add(1)
		return true
	case got.status == 503 && got.retry == "1":
		unavailable.Add(1)
		time.Sleep(5 * time.Millisecond)
	case got.status == 409: // the reservation of a call that got 503
		time.Sleep(5 * time.Millisecond)
	default:
		l.t.Errorf("status %d, Retry-After %q, %.300s", got.status, got.retry, got.body)
		l.open.Store(false)
	}
	return false
}

// wait waits until a count has grown by 20.
func (l *load) wait(what string, count *atomic.Int64) {
	const enough = 20
	for from, began := count.Load(), time.Now(); count.Load() < from+enough && l.open.Load(); time.Sleep(time.Millisecond) {
		if time.Since(began) > startWait {
			l.t.Errorf("no %s", what)
			l.open.Store(false)
		}
	}
}

// places runs a test on an embedded ledger and, if a database is configured, on a
// shared one. A database serves one test at a time.
func places(t *testing.T, test func(t *testing.T, place ledgerPlace)) {
	if os.Getenv("PAYSLATE_TEST_DATABASE_URL") == "" {
		t.Parallel()
	}
	t.Run("embedded", func(t *testing.T) { test(t, ledgerPlace{t: t, data: t.TempDir()}) })
	t.Run("shared", func(t *testing.T) { test(t, ledgerPlace{t: t, database: ledgertest.EmptyDatabase(t)}) })
}

// check verifies the ledger and returns the balance of each key.
func (p ledgerPlace) check() (balances map[string]int64, entries int64) {
	p.t.Helper()
	opened := p.open()
	defer opened.Close()
	report, err := opened.Verify(p.t.Context())
	if err != nil || !report.Sound() {
		p.t.Fatalf("Verify = %+v, %v", report, err)
	}
	keys, err := opened.Keys(p.t.Context())
	if err != nil {
		p.t.Fatal(err)
	}
	balances = map[string]int64{}
	for _, key := range keys {
		balances[key.ID] = key.Balance
	}
	return balances, report.Entries
}
