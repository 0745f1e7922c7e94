//go:build crash

package main

import (
	"bytes"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// pair is two servers on one ledger behind a proxy with the shipped configuration.
type pair struct {
	t       *testing.T
	place   ledgerPlace
	listen  [2]string
	servers [2]*process
	proxy   string
}

func startPair(t *testing.T, place ledgerPlace, program string) *pair {
	t.Helper()
	if _, err := exec.LookPath("haproxy"); err != nil {
		t.Skip("haproxy is not installed (Debian: apt-get install haproxy)")
	}
	p := &pair{t: t, place: place, listen: [2]string{freeAddress(t), freeAddress(t)}, proxy: freeAddress(t)}
	for i := range p.servers {
		p.start(i, program)
	}
	shipped, err := os.ReadFile("../deploy/haproxy.cfg")
	if err != nil {
		t.Fatal(err)
	}
	here := strings.NewReplacer("bind :8080", "bind "+p.proxy, "server-1:8080", p.listen[0], "server-2:8080", p.listen[1],
		"resolvers names init-addr last,libc,none", "").Replace(string(shipped))
	if strings.Count(here, p.proxy)+strings.Count(here, p.listen[0])+strings.Count(here, p.listen[1]) != 3 {
		t.Fatalf("haproxy.cfg lacks an address that this test replaces:\n%s", here)
	}
	file := filepath.Join(t.TempDir(), "haproxy.cfg")
	if err := os.WriteFile(file, []byte(here), 0o600); err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	proxy := exec.Command("haproxy", "-db", "-f", file)
	proxy.Stderr = &log
	if err := proxy.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = proxy.Process.Kill() // it keeps nothing on disk
		_ = proxy.Wait()
	})
	for deadline := time.Now().Add(startWait); ; time.Sleep(20 * time.Millisecond) {
		if conn, err := net.Dial("tcp", p.proxy); err == nil {
			conn.Close()
			time.Sleep(time.Second) // until the proxy has checked both servers
			return p
		}
		if time.Now().After(deadline) {
			t.Fatalf("the proxy did not start in time:\n%s", &log)
		}
	}
}

func (p *pair) start(i int, program string) {
	p.servers[i] = startProgram(p.t, program, p.place.arguments("--listen", p.listen[i])...)
}

// replace stops a server and starts program instead, as a rolling upgrade does.
func (p *pair) replace(i int, program string) {
	p.servers[i].stop(p.t)
	p.start(i, program)
	time.Sleep(time.Second) // until the proxy has noticed
}

// rolling counts the clients' calls to servers that are replaced one after the other.
type rolling struct {
	plain, repeatable, lost atomic.Int64
}

// load calls through the proxy with 16 clients while act runs, and reports every failed
// call as an error.
func (p *pair) load(plain, repeatable string, act func()) *rolling {
	p.t.Helper()
	seen := &rolling{}
	var stop atomic.Bool
	var clients sync.WaitGroup
	fail := func(got sent) {
		seen.lost.Add(1)
		p.t.Errorf("call: status %d, %.200s", got.status, got.body)
	}
	for i := range 16 {
		clients.Go(func() {
			for !stop.Load() {
				if i%4 > 0 {
					if got := send("http://"+p.proxy, plain, someGross(), ""); got.status == 200 {
						seen.plain.Add(1)
					} else {
						fail(got)
					}
					continue
				}
				request := newPending()
				first := send("http://"+p.proxy, repeatable, request.gross, request.idempotencyKey)
				if first.status != 200 {
					fail(first)
					continue
				}
				seen.repeatable.Add(1)
				again := send("http://"+p.proxy, repeatable, request.gross, request.idempotencyKey)
				if again.status != 200 || !again.replayed || !bytes.Equal(again.body, first.body) {
					fail(again)
				}
			}
		})
	}
	act()
	stop.Store(true)
	clients.Wait()
	return seen
}

// TestRollingRestarts: while two servers are restarted one after the other, every call
// through the proxy is answered and charged once.
func TestRollingRestarts(t *testing.T) {
	restarts := 2
	if os.Getenv("PAYSLATE_FULL") == "1" {
		restarts = 100
	}
	places(t, func(t *testing.T, place ledgerPlace) {
		path, err := builtProgram()
		if err != nil {
			t.Fatal(err)
		}
		plain, repeatable := place.newKey(plenty), place.newKey(plenty)
		p := startPair(t, place, path)
		seen := p.load(plain.Secret, repeatable.Secret, func() {
			for i := range restarts {
				p.replace(i%2, path)
			}
		})
		for _, server := range p.servers {
			server.stop(t)
		}
		balances, entries := place.check()
		if charged := plenty - balances[plain.ID]; charged != seen.plain.Load() {
			t.Errorf("%d credits charged for %d answers", charged, seen.plain.Load())
		}
		if charged := plenty - balances[repeatable.ID]; charged != seen.repeatable.Load() {
			t.Errorf("%d credits charged for %d repeatable answers", charged, seen.repeatable.Load())
		}
		t.Logf("%d restarts: %d calls and %d repeatable ones answered, %d lost; %d entries verified",
			restarts, seen.plain.Load(), seen.repeatable.Load(), seen.lost.Load(), entries)
	})
}
