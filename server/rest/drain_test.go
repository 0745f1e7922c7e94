package rest

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"testing"
	"time"

	"github.com/payslate/payslate/server/ledger"
)

// TestDraining: a server that stops is not ready, still answers, and tells a client with a
// persistent connection to open another.
func TestDraining(t *testing.T) {
	f := newFixture(t, nil)
	key := f.key(10)
	if got := f.send("POST", netPath, goodNet, "X-API-Key", key); got.Header().Get("Connection") != "" {
		t.Errorf("Connection: %s", got.Header().Get("Connection"))
	}
	f.Drain()
	check(t, f.send("GET", "/readyz", ""), 503, `{"ledger":"ok","reload":"none","rules_version":"`+f.book.Version()+`","status":"stopping",…`)
	check(t, f.send("GET", countriesPath, "", "X-API-Key", key), 200, `{"countries":…`)
	response := streamRequest(t, f.streamed(), http.NoBody, "X-API-Key", key)
	if !response.Close {
		t.Error("the connection stays open")
	}
}

// leavingLedger disconnects the client once its call is debited.
type leavingLedger struct {
	Ledger
	leave func()
}

func (l *leavingLedger) Debit(ctx context.Context, key ledger.Key, operation string, credits int64) (int64, error) {
	left, err := l.Ledger.Debit(ctx, key, operation, credits)
	l.leave()
	return left, err
}

func (l *leavingLedger) Complete(ctx context.Context, r ledger.Reservation, operation string, credits int64, response ledger.Response) (int64, error) {
	left, err := l.Ledger.Complete(ctx, r, operation, credits, response)
	l.leave()
	return left, err
}

// TestAnswersThatCannotBeWrittenAreRefunded: a disconnected client pays nothing, for a call
// or a tool, unless its answer is stored for a retry.
func TestAnswersThatCannotBeWrittenAreRefunded(t *testing.T) {
	opened := &leavingLedger{}
	f := newFixture(t, func(o *Options) {
		opened.Ledger = o.Ledger
		o.Ledger = opened
	})
	address := f.streamed()
	tool := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"calculate_net_salary","arguments":` + goodNet + `}}`
	for _, c := range map[string]struct {
		path, body, headers string
		aborts              bool // the connection is reset, and not only closed
		want                int64
	}{
		"a call":            {netPath, goodNet, "", true, 10},
		"a closed call":     {netPath, goodNet, "", false, 10},
		"a repeatable call": {netPath, goodNet, "Idempotency-Key: a\r\n", true, 9},
		"a tool":            {toolsPath, tool, "Content-Type: application/json\r\n", true, 10},
	} {
		key := f.key(10)
		conn, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		left := make(chan struct{})
		opened.leave = func() {
			if c.aborts {
				_ = conn.(*net.TCPConn).SetLinger(0)
			}
			conn.Close()
			time.Sleep(50 * time.Millisecond) // until the server has noticed
			close(left)
		}
		fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: %s\r\nX-API-Key: %s\r\n%sContent-Length: %d\r\n\r\n%s", c.path, address, key, c.headers, len(c.body), c.body)
		<-left
		f.settles(key, c.want)
		if c.want == 9 {
			opened.leave = func() {}
			again := f.send("POST", c.path, c.body, "X-API-Key", key, idempotencyHeader, "a")
			if again.Header().Get(replayedHeader) != "true" || f.balance(key) != 9 {
				t.Errorf("%v, balance %d", again.Header(), f.balance(key))
			}
		}
	}
}
