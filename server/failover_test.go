//go:build crash

package main

import (
	"context"
	"net/url"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// replicated is a primary database and its standby.
type replicated struct {
	*database
	standby string
}

func startReplicated(t *testing.T, synchronous bool) *replicated {
	t.Helper()
	r := &replicated{database: startDatabase(t)}
	r.standby = strings.TrimSpace(r.run("standby", r.address))
	t.Cleanup(func() { r.run("stop", r.standby) })
	conn, err := pgx.Connect(t.Context(), r.address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	if synchronous {
		for _, statement := range []string{"ALTER SYSTEM SET synchronous_standby_names = '*'", "SELECT pg_reload_conf()"} {
			if _, err := conn.Exec(t.Context(), statement); err != nil {
				t.Fatal(err)
			}
		}
	}
	for state := ""; (state == "sync") != synchronous || state == ""; time.Sleep(20 * time.Millisecond) {
		if err := conn.QueryRow(t.Context(), "SELECT coalesce(max(sync_state), '') FROM pg_stat_replication WHERE state = 'streaming'").Scan(&state); err != nil {
			t.Fatal(err)
		}
	}
	return r
}

// either returns an address that leads to whichever of the two is the primary.
func (r *replicated) either() string {
	r.t.Helper()
	first, err := url.Parse(r.address)
	second, err2 := url.Parse(r.standby)
	if err != nil || err2 != nil {
		r.t.Fatal(err, err2)
	}
	first.Host += "," + second.Host
	query := first.Query()
	query.Set("target_session_attrs", "read-write")
	query.Set("connect_timeout", "2")
	query.Del("application_name")
	first.RawQuery = query.Encode()
	return first.String()
}

// disconnect cuts the standby off twice: it reconnects at once the first time and only
// after seconds the second time.
func (r *replicated) disconnect() {
	r.t.Helper()
	conn, err := pgx.Connect(r.t.Context(), r.address)
	if err != nil {
		r.t.Fatal(err)
	}
	defer conn.Close(context.Background())
	for range 2 {
		if _, err := conn.Exec(r.t.Context(), "SELECT pg_terminate_backend(pid) FROM pg_stat_replication"); err != nil {
			r.t.Fatal(err)
		}
		time.Sleep(behind)
	}
}

// behind is how long an asynchronous standby has been cut off when the primary dies.
const behind = 200 * time.Millisecond

// TestFailover: after the primary dies during commits and the standby takes over,
// synchronous replication has charged exactly the answered calls; asynchronous
// replication may have lost the last charges.
func TestFailover(t *testing.T) {
	const clients, pace = 10, 20 * time.Millisecond // 500 calls per second
	for _, c := range []struct {
		name        string
		synchronous bool
	}{{"synchronous", true}, {"asynchronous", false}} {
		t.Run(c.name, func(t *testing.T) {
			rounds := 1
			switch full := os.Getenv("PAYSLATE_FULL") == "1"; {
			case full:
				rounds = 3
			case !c.synchronous:
				t.Skip("set PAYSLATE_FULL=1 to measure the losses of asynchronous replication")
			}
			for range rounds {
				r := startReplicated(t, c.synchronous)
				place := ledgerPlace{t: t, database: r.either()}
				l := &load{t: t, plain: place.newKey(plenty)}
				server := startProcess(t, place.arguments("--listen", "127.0.0.1:0")...)
				var unavailable atomic.Int64
				var senders []func()
				for range clients {
					senders = append(senders, func() {
						next := time.Now().Add(pace)
						l.outcome(send(server.address, l.plain.Secret, someGross(), ""), &unavailable, &l.answered)
						time.Sleep(time.Until(next))
					})
				}
				var outage time.Duration
				l.run(senders, func() {
					time.Sleep(time.Second)
					if !c.synchronous {
						r.disconnect()
					}
					r.database.run("halt", r.address)
					began := time.Now()
					r.database.run("promote", r.standby)
					l.wait("calls after the standby was promoted", &l.answered)
					outage = time.Since(began)
				})
				server.stop(t)
				place.database = r.standby
				balances, entries := place.check()
				charged := plenty - balances[l.plain.ID]
				if lost := l.answered.Load() - charged; lost < 0 || lost > 0 && c.synchronous {
					t.Errorf("%d calls answered, %d charged", l.answered.Load(), charged)
				}
				t.Logf("%s: %d calls answered, %d of them not charged, %d refused with 503, answers again after %s; %d entries verified",
					c.name, l.answered.Load(), l.answered.Load()-charged, unavailable.Load(), outage.Round(time.Millisecond), entries)
			}
		})
	}
}
