package rest

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/payslate/payslate/server/ledger"
)

// TestDrainingEndsConnections: a client with a persistent connection is told to open
// another, on HTTP/1.1 and HTTP/2.
func TestDrainingEndsConnections(t *testing.T) {
	f := newFixture(t, nil)
	key := f.key(10)
	if got := f.send("POST", netPath, goodNet, "X-API-Key", key); got.Header().Get("Connection") != "" {
		t.Errorf("Connection: %s", got.Header().Get("Connection"))
	}
	f.Drain()
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

// TestAnswersThatCannotBeWrittenAreRefunded: a disconnected client pays nothing unless
// its answer is stored for a retry.
func TestAnswersThatCannotBeWrittenAreRefunded(t *testing.T) {
	opened := &leavingLedger{}
	f := newFixture(t, func(o *Options) {
		opened.Ledger = o.Ledger
		o.Ledger = opened
	})
	address := f.streamed()
	for name, c := range map[string]struct {
		headers string
		aborts  bool // the connection is reset, and not only closed
		want    int64
	}{
		"a call":            {"", true, 10},
		"a closed call":     {"", false, 10},
		"a repeatable call": {"Idempotency-Key: a\r\n", true, 9},
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
		fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: pay.test\r\nX-API-Key: %s\r\n%sContent-Length: %d\r\n\r\n%s", netPath, key, c.headers, len(goodNet), goodNet)
		<-left
		f.settles(key, c.want)
		if c.want == 9 {
			opened.leave = func() {}
			response, err := http.DefaultClient.Do(again(t, address, key))
			if err != nil {
				t.Fatal(err)
			}
			_, _ = io.Copy(io.Discard, response.Body)
			response.Body.Close()
			if response.Header.Get(replayedHeader) != "true" || f.balance(key) != 9 {
				t.Errorf("%s: %v, balance %d", name, response.Header, f.balance(key))
			}
		}
	}
}

// TestToolAnswersThatCannotBeWrittenAreRefunded: the same holds for tool calls.
func TestToolAnswersThatCannotBeWrittenAreRefunded(t *testing.T) {
	opened := &leavingLedger{}
	f := newFixture(t, func(o *Options) {
		opened.Ledger = o.Ledger
		o.Ledger = opened
	})
	address := f.streamed()
	key := f.key(10)
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	left := make(chan struct{})
	opened.leave = func() {
		_ = conn.(*net.TCPConn).SetLinger(0)
		conn.Close()
		time.Sleep(50 * time.Millisecond) // until the server has noticed
		close(left)
	}
	message := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"calculate_net_salary","arguments":` + goodNet + `}}`
	fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: %s\r\nX-API-Key: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", toolsPath, address, key, len(message), message)
	<-left
	f.settles(key, 10)
}

func again(t *testing.T, address, key string) *http.Request {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), "POST", "http://"+address+netPath, strings.NewReader(goodNet))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("X-API-Key", key)
	request.Header.Set(idempotencyHeader, "a")
	return request
}
