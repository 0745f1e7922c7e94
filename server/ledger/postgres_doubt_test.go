package ledger

import (
	"bytes"
	"errors"
	"io"
	"net"
	"net/url"
	"sync/atomic"
	"testing"
	"time"

	"github.com/payslate/payslate/server/ledger/ledgertest"
)

// proxy forwards connections from a ledger to its database and breaks them at a
// commit.
type proxy struct {
	listener net.Listener
	backend  string
	address  string // of the database through the proxy
	// breaks is how the next commit breaks: passOn, beforeCommit or afterCommit.
	breaks atomic.Int32
	// refuses reports whether new connections are refused.
	refuses atomic.Bool
	// silent drops all traffic without closing connections, like a broken network;
	// connections that sent something meanwhile stay dead.
	silent atomic.Bool
}

const (
	passOn       = iota
	beforeCommit // the commit never reaches the database
	afterCommit  // the database commits and its response is lost
)

func newProxy(t *testing.T, backend string) *proxy {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{listener: listener, backend: backend}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			go p.serve(client)
		}
	}()
	return p
}

func (p *proxy) serve(client net.Conn) {
	defer client.Close()
	if p.refuses.Load() {
		return
	}
	server, err := net.Dial("tcp", p.backend)
	if err != nil {
		return
	}
	defer server.Close()
	var mute atomic.Bool
	answered := make(chan struct{})
	go func() {
		defer close(answered)
		buffer := make([]byte, 1<<16)
		for {
			n, err := server.Read(buffer)
			if mute.Load() {
				return
			}
			if err != nil {
				client.Close()
				return
			}
			if _, err := client.Write(buffer[:n]); err != nil {
				return
			}
		}
	}()
	buffer := make([]byte, 1<<16)
	for {
		n, err := client.Read(buffer)
		if err != nil {
			return
		}
		if p.silent.Load() {
			mute.Store(true)
		}
		if mute.Load() {
			continue
		}
		if bytes.Contains(buffer[:n], []byte("COMMIT\x00")) {
			switch p.breaks.Swap(passOn) {
			case beforeCommit:
				return
			case afterCommit:
				mute.Store(true)
				_, _ = server.Write(buffer[:n])
				<-answered
				return
			}
		}
		if _, err := io.Copy(server, bytes.NewReader(buffer[:n])); err != nil {
			return
		}
	}
}

// brokenLedger returns a shared ledger that reaches its database through a proxy, and
// a key with ten credits.
func brokenLedger(t *testing.T) (*Ledger, *proxy, IssuedKey) {
	t.Helper()
	// The proxy can only recognize statements that are not prepared.
	address := ledgertest.WithParameter(t, ledgertest.EmptyDatabase(t), "default_query_exec_mode", "exec")
	location, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	p := newProxy(t, location.Host)
	location.Host = p.listener.Addr().String()
	p.address = location.String()
	ledger := openShared(t, p.address, Options{Patience: 1500 * time.Millisecond})
	key, err := ledger.CreateKey(t.Context(), "", 10, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return ledger, p, key
}

var moments = map[string]int32{"before the commit": beforeCommit, "after the commit": afterCommit}

// TestBrokenCommitIsLookedUp: a call whose commit broke succeeds, and is charged
// once, if the database can be reached again in time.
func TestBrokenCommitIsLookedUp(t *testing.T) {
	for name, moment := range moments {
		t.Run(name, func(t *testing.T) {
			ledger, p, key := brokenLedger(t)
			p.breaks.Store(moment)
			if left, err := ledger.Debit(t.Context(), asKey(key), "net", 1); left != 9 || err != nil {
				t.Errorf("Debit = %d, %v; want 9", left, err)
			}
			if p.breaks.Load() != passOn {
				t.Error("the proxy broke no commit")
			}
			wantLedger(t, ledger, key, 9, 1)

			p.breaks.Store(moment)
			wanted := IdempotentRequest{Key: asKey(key), IdempotencyKey: "k"}
			reservation, _, err := ledger.Reserve(t.Context(), wanted)
			if err != nil {
				t.Fatalf("Reserve: %v", err)
			}
			p.breaks.Store(moment)
			if left, err := ledger.Complete(t.Context(), reservation, "net", 1, Response{}); left != 8 || err != nil {
				t.Errorf("Complete = %d, %v; want 8", left, err)
			}
			p.breaks.Store(moment)
			if made, err := ledger.CreateKey(t.Context(), "", 5, Limits{}); err != nil || made.Balance != 5 {
				t.Errorf("CreateKey = %+v, %v", made, err)
			}
			if keys, err := ledger.Keys(t.Context()); err != nil || len(keys) != 2 {
				t.Errorf("Keys = %+v, %v; want two", keys, err)
			}
			wantLedger(t, ledger, key, 8, 2)
		})
	}
}

// TestBrokenCommitIsSettled: if the database cannot be reached in time, the call
// fails, and a debit that was committed is undone later.
func TestBrokenCommitIsSettled(t *testing.T) {
	for name, moment := range moments {
		t.Run(name, func(t *testing.T) {
			ledger, p, key := brokenLedger(t)
			wanted := IdempotentRequest{Key: asKey(key), IdempotencyKey: "k"}
			breakNext := func() {
				p.breaks.Store(moment)
				p.refuses.Store(true)
			}
			breakNext()
			began := time.Now()
			_, err := ledger.Debit(t.Context(), asKey(key), "net", 1)
			if !errors.Is(err, ErrUnavailable) || time.Since(began) > 10*time.Second {
				t.Errorf("Debit after %s: %v, want ErrUnavailable", time.Since(began), err)
			}
			if _, err := ledger.Authenticate(t.Context(), key.Secret); !errors.Is(err, ErrUnavailable) {
				t.Errorf("Authenticate without a database: %v", err)
			}
			p.refuses.Store(false)
			if left, err := ledger.Debit(t.Context(), asKey(key), "net", 1); left != 9 || err != nil {
				t.Errorf("Debit afterwards = %d, %v; want 9", left, err)
			}
			wantLedger(t, ledger, key, 9, 1)

			breakNext()
			if _, _, err := ledger.Reserve(t.Context(), wanted); !errors.Is(err, ErrUnavailable) {
				t.Errorf("Reserve: %v, want ErrUnavailable", err)
			}
			p.refuses.Store(false)
			if _, err := ledger.Debit(t.Context(), asKey(key), "net", 1); err != nil {
				t.Fatal(err)
			}
			reservation, _, err := ledger.Reserve(t.Context(), wanted)
			if err != nil {
				t.Fatalf("Reserve after a failed one: %v", err)
			}
			breakNext()
			if _, err := ledger.Complete(t.Context(), reservation, "net", 1, Response{}); !errors.Is(err, ErrUnavailable) {
				t.Errorf("Complete: %v, want ErrUnavailable", err)
			}
			p.refuses.Store(false)
			if moment == afterCommit {
				_, stored, err := ledger.Reserve(t.Context(), wanted)
				if err != nil || stored == nil || stored.Balance != 7 {
					t.Errorf("Reserve = %+v, %v; want the stored answer", stored, err)
				}
			} else if left, err := ledger.Complete(t.Context(), reservation, "net", 1, Response{}); left != 7 || err != nil {
				t.Errorf("Complete again = %d, %v; want 7", left, err)
			}
			wantLedger(t, ledger, key, 7, 3)
		})
	}
}

// TestBrokenCommitIsSettledOnClose: Close undoes a debit whose commit broke.
func TestBrokenCommitIsSettledOnClose(t *testing.T) {
	ledger, p, key := brokenLedger(t)
	p.breaks.Store(afterCommit)
	p.refuses.Store(true)
	if _, err := ledger.Debit(t.Context(), asKey(key), "net", 1); !errors.Is(err, ErrUnavailable) {
		t.Fatalf("Debit: %v, want ErrUnavailable", err)
	}
	p.refuses.Store(false)
	if got, err := ledger.Authenticate(t.Context(), key.Secret); err != nil || got.Balance != 9 {
		t.Fatalf("Authenticate after the broken commit = %+v, %v; want 9 credits", got, err)
	}
	if err := ledger.Close(); err != nil {
		t.Fatal(err)
	}
	wantLedger(t, openShared(t, p.address, Options{}), key, 10, 0)
}

// TestSilentDatabase: each call to a database that stops responding fails in time,
// and calls succeed soon after it is back, although the old connections stay dead.
func TestSilentDatabase(t *testing.T) {
	ledger, p, key := brokenLedger(t)
	p.silent.Store(true)
	for range 4 {
		began := time.Now()
		_, err := ledger.Authenticate(t.Context(), key.Secret)
		if !errors.Is(err, ErrUnavailable) || time.Since(began) > 10*time.Second {
			t.Errorf("Authenticate after %s: %v, want ErrUnavailable", time.Since(began), err)
		}
		began = time.Now()
		if _, err := ledger.Debit(t.Context(), asKey(key), "net", 1); !errors.Is(err, ErrUnavailable) || time.Since(began) > 10*time.Second {
			t.Errorf("Debit after %s: %v, want ErrUnavailable", time.Since(began), err)
		}
	}
	p.silent.Store(false)
	back := time.Now()
	for {
		left, err := ledger.Debit(t.Context(), asKey(key), "net", 1)
		if err == nil && left == 9 {
			break
		}
		if !errors.Is(err, ErrUnavailable) || time.Since(back) > 5*time.Second {
			t.Fatalf("Debit %s after the database came back = %d, %v", time.Since(back), left, err)
		}
	}
	t.Logf("succeeded %s after the database came back", time.Since(back).Round(time.Millisecond))
	wantLedger(t, ledger, key, 9, 1)
}

func wantLedger(t *testing.T, ledger *Ledger, key IssuedKey, balance, calls int64) {
	t.Helper()
	got, err := ledger.Authenticate(t.Context(), key.Secret)
	if err != nil || got.Balance != balance {
		t.Errorf("Authenticate = %+v, %v; want %d credits", got, err, balance)
	}
	usage, err := ledger.Usage(t.Context(), key.ID)
	var used int64
	for _, u := range usage {
		used += u.Calls
	}
	if err != nil || used != calls {
		t.Errorf("Usage = %+v, %v; want %d calls", usage, err, calls)
	}
	if report, err := ledger.Verify(t.Context()); err != nil || !report.Sound() {
		t.Errorf("Verify = %+v, %v", report, err)
	}
}
