package main

import (
	"bytes"
	"fmt"
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

// pair is two servers on one ledger behind the proxy as it is shipped.
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
		t.Skip("no haproxy here (Debian: apt-get install haproxy)")
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
		t.Fatalf("haproxy.cfg is not what this test knows:\n%s", here)
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
		_ = proxy.Process.Kill() // it has nothing to tidy up
		_ = proxy.Wait()
	})
	for deadline := time.Now().Add(startWait); ; time.Sleep(20 * time.Millisecond) {
		if conn, err := net.Dial("tcp", p.proxy); err == nil {
			conn.Close()
			time.Sleep(time.Second) // until both servers have been asked
			return p
		}
		if time.Now().After(deadline) {
			t.Fatalf("the proxy does not serve:\n%s", &log)
		}
	}
}

func (p *pair) start(i int, program string) {
	p.servers[i] = startProgram(p.t, program, p.place.arguments("--listen", p.listen[i])...)
}

// replace stops a server and starts a program in its place, as a rolling upgrade does.
func (p *pair) replace(i int, program string) {
	p.servers[i].stop(p.t)
	p.start(i, program)
	time.Sleep(time.Second) // until the proxy knows
}

// rolling is what clients saw of servers that are replaced one after the other.
type rolling struct {
	plain, repeatable, refused atomic.Int64
	count                      atomic.Int64
}

// load calls through the proxy with 16 clients while act runs, and fails on every call
// without an answer. Where versions differ, a repeat may be refused with 409.
func (p *pair) load(plain, repeatable string, versions int, act func()) *rolling {
	p.t.Helper()
	seen := &rolling{}
	var stop atomic.Bool
	var clients sync.WaitGroup
	lose := func(got sent) {
		seen.count.Add(1)
		p.t.Errorf("a call was answered %d, %.200s", got.status, got.body)
	}
	for i := range 16 {
		clients.Go(func() {
			for !stop.Load() {
				if i%4 > 0 {
					if got := send("http://"+p.proxy, plain, someGross(), ""); got.status == 200 {
						seen.plain.Add(1)
					} else {
						lose(got)
					}
					continue
				}
				request := newPending()
				first := send("http://"+p.proxy, repeatable, request.gross, request.idempotencyKey)
				if first.status != 200 {
					lose(first)
					continue
				}
				seen.repeatable.Add(1)
				again := send("http://"+p.proxy, repeatable, request.gross, request.idempotencyKey)
				switch {
				case again.status == 409 && versions > 1:
					seen.refused.Add(1)
				case again.status != 200 || !again.replayed || !bytes.Equal(again.body, first.body):
					lose(again)
				}
			}
		})
	}
	act()
	stop.Store(true)
	clients.Wait()
	return seen
}

// TestRollingRestarts: two servers are restarted one after the other while 16 clients
// call through the proxy; each call is answered, and charged once.
func TestRollingRestarts(t *testing.T) {
	restarts := 2
	if os.Getenv("PAYSLATE_FULL") == "1" {
		restarts = 100
	}
	places(t, func(t *testing.T, place ledgerPlace) {
		path, err := program()
		if err != nil {
			t.Fatal(err)
		}
		plain, repeatable := place.newKey(plenty), place.newKey(plenty)
		p := startPair(t, place, path)
		seen := p.load(plain.Secret, repeatable.Secret, 1, func() {
			for i := range restarts {
				p.replace(i%2, path)
			}
		})
		for _, server := range p.servers {
			server.stop(t)
		}
		balances, entries := place.check()
		if charged := plenty - balances[plain.ID]; charged != seen.plain.Load() {
			t.Errorf("%d calls charged for %d answers", charged, seen.plain.Load())
		}
		if charged := plenty - balances[repeatable.ID]; charged != seen.repeatable.Load() {
			t.Errorf("%d repeatable calls charged for %d answers", charged, seen.repeatable.Load())
		}
		t.Logf("%d restarts: %d calls and %d repeatable ones answered, %d lost; %d entries verified",
			restarts, seen.plain.Load(), seen.repeatable.Load(), seen.count.Load(), entries)
	})
}

// firstVersion is the commit of version 1.0.0.
const firstVersion = "a1a528f"

// versionOne builds version 1.0.0.
func versionOne(t *testing.T) string {
	t.Helper()
	if os.Getenv("PAYSLATE_FULL") != "1" {
		t.Skip("building version 1.0.0 takes long: set PAYSLATE_FULL=1")
	}
	folder := t.TempDir()
	build := fmt.Sprintf("git -C .. archive %s | tar -x -C %s && cd %s && go build -o payslate-1 ./server", firstVersion, folder, folder)
	if output, err := exec.Command("sh", "-c", build).CombinedOutput(); err != nil {
		t.Skipf("version 1.0.0 cannot be built here: %v\n%s", err, output)
	}
	return filepath.Join(folder, "payslate-1")
}

// TestUpgradeAndWayBack: servers of version 1.0.0 are replaced by this program one after
// the other, and back, and forth again, while 16 clients call. Each answer is charged
// once, whichever version gave it, and what 1.0.0 wrote is taken over by a word.
func TestUpgradeAndWayBack(t *testing.T) {
	old := versionOne(t)
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	places(t, func(t *testing.T, place ledgerPlace) {
		make := exec.Command(old, append([]string{"keys", "create", "--credits", fmt.Sprint(plenty)}, place.arguments()...)...)
		var secrets [2]string
		for i := range secrets {
			output, err := exec.Command(make.Path, make.Args[1:]...).Output()
			if err != nil {
				t.Fatal(err)
			}
			secrets[i] = strings.TrimSpace(string(output))
		}
		p := startPair(t, place, old)
		seen := p.load(secrets[0], secrets[1], 2, func() {
			for _, program := range []string{path, old, path} {
				for i := range p.servers {
					p.replace(i, program)
				}
			}
		})
		for _, server := range p.servers {
			server.stop(t)
		}
		ledger := place.open()
		defer ledger.Close()
		report, err := ledger.Verify(t.Context())
		if err != nil || report.Sound() || len(report.Differences) > 0 {
			t.Errorf("before what 1.0.0 wrote is taken over: %+v, %v", report, err)
		}
		if found, err := ledger.Seal(t.Context()); err != nil || len(found) == 0 {
			t.Errorf("Seal = %+v, %v", found, err)
		}
		balances, entries := place.check()
		var left int64
		for _, balance := range balances {
			left += balance
		}
		// The first start of 1.0.0 finds keys, and makes none.
		if charged := 2*plenty - left; charged != seen.plain.Load()+seen.repeatable.Load() {
			t.Errorf("%d calls charged for %d answers", charged, seen.plain.Load()+seen.repeatable.Load())
		}
		t.Logf("1.0.0 to this, back and forth: %d calls and %d repeatable ones answered, %d lost, %d repeats refused at the other version; %d entries verified",
			seen.plain.Load(), seen.repeatable.Load(), seen.count.Load(), seen.refused.Load(), entries)
	})
}
