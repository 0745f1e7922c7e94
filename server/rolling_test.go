//go:build crash

package main

import (
	"bytes"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
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
		p := startPair(t, place, path)
		l := &load{t: t, address: "http://" + p.proxy, plain: place.newKey(plenty), idempotent: place.newKey(plenty)}
		var clients []func()
		for range 4 {
			step, _ := l.idempotentClient()
			clients = append(clients, step, l.sendPlain, l.sendPlain, l.sendPlain)
		}
		l.run(clients, func() {
			for i := range restarts {
				p.replace(i%2, path)
			}
		})
		for _, server := range p.servers {
			server.stop(t)
		}
		_, entries := l.checkBalances(place) // exact, as each call was answered
		if l.unknown.Load() > 0 || l.unsent.Load() > 0 || l.repeated.Load() > 0 {
			t.Errorf("%d calls had no answer, %d were not sent, %d were repeated", l.unknown.Load(), l.unsent.Load(), l.repeated.Load())
		}
		t.Logf("%d restarts: %d calls and %d repeatable ones answered; %d entries verified", restarts, l.answered.Load(), l.done.Load(), entries)
	})
}
