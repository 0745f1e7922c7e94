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

// startReplicated starts both, so that the primary waits for its standby.
func startReplicated(t *testing.T) *replicated {
	t.Helper()
	r := &replicated{database: startDatabase(t)}
	r.standby = strings.TrimSpace(r.run("standby", r.address))
	t.Cleanup(func() { r.run("stop", r.standby) })
	conn, err := pgx.Connect(t.Context(), r.address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	for _, statement := range []string{"ALTER SYSTEM SET synchronous_standby_names = '*'", "SELECT pg_reload_conf()"} {
		if _, err := conn.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	for state := ""; state != "sync"; time.Sleep(20 * time.Millisecond) {
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

// TestFailover: after the primary dies during commits and the standby takes over,
// synchronous replication has charged exactly the answered calls.
func TestFailover(t *testing.T) {
	const clients, pace = 10, 20 * time.Millisecond // 500 calls per second
	rounds := 1
	if os.Getenv("PAYSLATE_FULL") == "1" {
		rounds = 3
	}
	t.Run("synchronous", func(t *testing.T) {
		for range rounds {
			r := startReplicated(t)
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
			l.run(senders, func() {
				time.Sleep(time.Second)
				r.database.run("halt", r.address)
				r.database.run("promote", r.standby)
				l.wait("calls after the standby was promoted", &l.answered)
			})
			server.stop(t)
			place.database = r.standby
			balances, entries := place.check()
			if charged := plenty - balances[l.plain.ID]; charged != l.answered.Load() {
				t.Errorf("%d calls answered, %d charged", l.answered.Load(), charged)
			}
			t.Logf("%d calls answered, %d refused with 503; %d entries verified", l.answered.Load(), unavailable.Load(), entries)
		}
	})
}
