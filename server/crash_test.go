//go:build crash

package main

import (
	"bytes"
	mathrand "math/rand/v2"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/payslate/payslate/server/ledger"
)

// kills returns how often TestKilledServer kills its server on each ledger: three
// times by default, 200 times with PAYSLATE_FULL=1, or PAYSLATE_KILLS times.
func kills(t *testing.T) int {
	if text := os.Getenv("PAYSLATE_KILLS"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			t.Fatalf("PAYSLATE_KILLS=%s: give a whole number from 1", text)
		}
		return n
	}
	if os.Getenv("PAYSLATE_FULL") == "1" {
		return 200
	}
	return 3
}

const (
	plainClients      = 8
	idempotentClients = 8
)

// load sends requests to a server that is killed repeatedly and counts their outcomes.
type load struct {
	t                 *testing.T
	address           string
	plain, idempotent ledger.IssuedKey

	open   atomic.Bool // whether clients send
	moment sync.WaitGroup

	answered atomic.Int64 // plain requests with an answer
	unknown  atomic.Int64 // plain requests sent without an answer
	done     atomic.Int64 // idempotent requests with an answer
	started  atomic.Int64 // idempotent requests sent at least once
	replayed atomic.Int64
	unsent   atomic.Int64 // plain requests that found no server
	repeated atomic.Int64 // idempotent requests that had to be sent again
}

// run lets the clients send while act runs, and waits for their last requests.
func (l *load) run(clients []func(), act func()) {
	l.open.Store(true)
	for _, client := range clients {
		l.moment.Go(func() {
			for l.open.Load() {
				client()
			}
		})
	}
	act()
	l.open.Store(false)
	l.moment.Wait()
}

func (l *load) sendPlain() {
	switch got := send(l.address, l.plain.Secret, someGross(), ""); {
	case got.status == 200:
		l.answered.Add(1)
	case got.status == 0 && !got.unsent:
		l.unknown.Add(1)
	case got.status == 0:
		l.unsent.Add(1)
		time.Sleep(time.Millisecond) // the server is down
	default:
		l.t.Errorf("plain request: status %d, %.300s", got.status, got.body)
		l.open.Store(false)
	}
}

// idempotentClient returns a client that sends new requests and repeats unanswered
// ones, always the same body with the same Idempotency-Key.
func (l *load) idempotentClient() (step func(), backlog *[]pending) {
	var waiting []pending
	return func() {
		request := newPending()
		if len(waiting) > 0 && mathrand.IntN(4) == 0 {
			i := mathrand.IntN(len(waiting))
			request = waiting[i]
			waiting = append(waiting[:i], waiting[i+1:]...)
		} else {
			l.started.Add(1)
		}
		if !l.sendIdempotent(request) {
			waiting = append(waiting, request)
		}
	}, &waiting
}

// sendIdempotent sends the request and reports whether it was answered. It repeats one
// in eight answered requests, which must be replayed without a charge.
func (l *load) sendIdempotent(request pending) (answered bool) {
	got := send(l.address, l.idempotent.Secret, request.gross, request.idempotencyKey)
	switch got.status {
	case 200:
	case 0, 409: // no answer, or the killed server's reservation is still in force
		l.repeated.Add(1)
		time.Sleep(time.Millisecond)
		return false
	default:
		l.t.Errorf("idempotent request: status %d, %.300s", got.status, got.body)
		l.open.Store(false)
		return false
	}
	l.done.Add(1)
	if got.replayed {
		l.replayed.Add(1)
	}
	if mathrand.IntN(8) == 0 {
		again := send(l.address, l.idempotent.Secret, request.gross, request.idempotencyKey)
		if again.status != 0 && (again.status != 200 || !again.replayed || !bytes.Equal(again.body, got.body)) {
			l.t.Errorf("repeated request: status %d, replayed %t, %d bytes; want the same %d bytes", again.status, again.replayed, len(again.body), len(got.body))
		}
	}
	return true
}

// TestKilledServer kills the server at random moments under load. After every kill the
// ledger must be sound and have charged each answer once, and besides at most the
// requests in flight. In the end every request with an Idempotency-Key must be answered
// and charged exactly once.
func TestKilledServer(t *testing.T) {
	places(t, func(t *testing.T, place ledgerPlace) {
		l := &load{t: t, plain: place.newKey(plenty), idempotent: place.newKey(plenty)}
		listen := freeAddress(t)
		l.address = "http://" + listen
		var clients []func()
		var backlogs []*[]pending
		for range plainClients {
			clients = append(clients, l.sendPlain)
		}
		for range idempotentClients {
			step, backlog := l.idempotentClient()
			clients, backlogs = append(clients, step), append(backlogs, backlog)
		}
		survived := 0
		for range kills(t) {
			server := startProcess(t, place.arguments("--listen", listen)...)
			before := l.answered.Load() + l.done.Load()
			l.run(clients, func() {
				time.Sleep(time.Duration(mathrand.IntN(300)) * time.Millisecond)
				for deadline := time.Now().Add(startWait); l.answered.Load()+l.done.Load() == before && time.Now().Before(deadline); {
					time.Sleep(time.Millisecond) // kill only under load
				}
				server.kill()
			})
			l.checkBalances(place)
			if t.Failed() {
				t.Fatalf("after %d kills\n%s", survived, tail(server.log.String()))
			}
			survived++
		}

		server := startProcess(t, place.arguments("--listen", listen)...)
		for deadline := time.Now().Add(startWait); time.Now().Before(deadline) && l.started.Load() > l.done.Load(); {
			for _, backlog := range backlogs {
				var left []pending
				for _, request := range *backlog {
					if !l.sendIdempotent(request) {
						left = append(left, request)
					}
				}
				*backlog = left
			}
		}
		server.stop(t)
		_, entries := l.checkBalances(place)
		if charged := l.chargedTo(place, l.idempotent); l.started.Load() != l.done.Load() || charged != l.done.Load() {
			t.Errorf("%d idempotent requests, %d answered, %d charged; want the same", l.started.Load(), l.done.Load(), charged)
		}
		t.Logf("%d kills survived; %d plain requests answered and %d not, %d idempotent requests (%d answered by a replay), %d entries verified",
			survived, l.answered.Load(), l.unknown.Load(), l.done.Load(), l.replayed.Load(), entries)
	})
}

func (l *load) chargedTo(place ledgerPlace, key ledger.IssuedKey) int64 {
	balances, _ := place.check()
	return plenty - balances[key.ID]
}

// checkBalances compares the ledger with the clients' counts, while none sends.
func (l *load) checkBalances(place ledgerPlace) (balances map[string]int64, entries int64) {
	l.t.Helper()
	balances, entries = place.check()
	for _, c := range []struct {
		name        string
		key         ledger.IssuedKey
		least, most int64
	}{
		{"plain", l.plain, l.answered.Load(), l.answered.Load() + l.unknown.Load()},
		{"idempotent", l.idempotent, l.done.Load(), l.started.Load()},
	} {
		if charged := plenty - balances[c.key.ID]; charged < c.least || charged > c.most {
			l.t.Errorf("%d %s requests charged, want %d to %d", charged, c.name, c.least, c.most)
		}
	}
	return balances, entries
}
