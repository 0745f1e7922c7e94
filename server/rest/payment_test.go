package rest

import (
	"bufio"
	"context"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"

	"github.com/payslate/payslate/server/ledger"
	"github.com/payslate/payslate/server/meter"
)

// leavingLedger calls leave once a call is debited.
type leavingLedger struct {
	meter.Ledger
	leave func()
}

func (l *leavingLedger) Debit(ctx context.Context, key ledger.Key, operation string, credits int64) (int64, error) {
	left, err := l.Ledger.Debit(ctx, key, operation, credits)
	l.leave()
	return left, err
}

// TestPaidIsPaid: from the debit on an answer is paid, whether its client resets the
// connection, closes it, or stays.
func TestPaidIsPaid(t *testing.T) {
	f := newFixture(t, nil)
	opened := &leavingLedger{Ledger: f.files}
	f.meter = meter.New(meter.Options{Ledger: opened, OnDebit: func(int64) {}, OnStuck: func(_ string, cause error) { t.Error(cause) }})
	address := f.streamed()
	tool := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"calculate_net_salary","arguments":` + goodNet + `}}`
	for name, c := range map[string]struct {
		path, body, headers string
		cost                int64
	}{
		"a call":   {netPath, goodNet, "", 1},
		"a batch":  {batchPath, batchOf(goodNet, goodNet, "1"), "", 2},
		"a stream": {batchPath, goodNet + "\n" + goodNet + "\n", "Content-Type: application/x-ndjson\r\n", 2},
		"a tool":   {toolsPath, tool, "Content-Type: application/json\r\n", 1},
	} {
		for _, linger := range []int{-1, 0} { // closed, and reset
			key := f.key(10)
			conn, err := net.Dial("tcp", address)
			if err != nil {
				t.Fatal(err)
			}
			left := make(chan struct{})
			opened.leave = func() {
				_ = conn.(*net.TCPConn).SetLinger(linger)
				conn.Close()
				time.Sleep(50 * time.Millisecond) // until the server has noticed
				close(left)
			}
			fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: %s\r\nX-API-Key: %s\r\n%sContent-Length: %d\r\n\r\n%s", c.path, address, key, c.headers, len(c.body), c.body)
			<-left
			f.settles(key, 10-c.cost)
			if usage := f.usage(key); usage != c.cost {
				t.Errorf("%s: %d credits of usage", name, usage)
			}
		}
	}
}

func (f *fixture) usage(key string) (sum int64) {
	f.t.Helper()
	record, err := f.files.Authenticate(context.Background(), key)
	if err != nil {
		f.t.Fatal(err)
	}
	usage, err := f.files.Usage(context.Background(), record.ID)
	if err != nil {
		f.t.Fatal(err)
	}
	for _, each := range usage {
		sum += each.Calls
	}
	return sum
}

// TestGoneBeforeTheDebitIsFree: a client that is known to have left before its call is
// debited pays nothing.
func TestGoneBeforeTheDebitIsFree(t *testing.T) {
	f := newFixture(t, nil)
	for path, body := range map[string]string{netPath: goodNet, batchPath: batchOf(goodNet, goodNet), "/v1/salary-net/gross": `{"country":"DE","net":2900}`} {
		key := f.key(10)
		ctx, leave := context.WithCancel(t.Context())
		body := &leavingBody{strings.NewReader(body), leave}
		request := httptest.NewRequestWithContext(ctx, "POST", path, body)
		request.Header.Set("X-API-Key", key)
		f.serve(request)
		f.settles(key, 10)
	}
}

// leavingBody ends with its client.
type leavingBody struct {
	io.Reader
	leave func()
}

func (b *leavingBody) Read(room []byte) (int, error) {
	n, err := b.Reader.Read(room)
	if err == io.EOF {
		b.leave()
	}
	return n, err
}

// TestHTTP2IsPaid: a client that opens its window for all but one byte of an answer, and
// then resets the stream, has paid it.
func TestHTTP2IsPaid(t *testing.T) {
	f := newFixture(t, nil)
	server := httptest.NewUnstartedServer(f.HTTPServer().Handler)
	server.Config, server.EnableHTTP2 = f.HTTPServer(), true
	server.StartTLS()
	defer server.Close()
	items := strings.TrimSuffix(strings.Repeat(goodNet+",", 30), ",")
	for name, c := range map[string]struct{ kind, body string }{
		"a batch":  {"application/json", `{"items":[` + items + `]}`},
		"a stream": {"application/x-ndjson", strings.Repeat(goodNet+"\n", 30)},
	} {
		key := f.key(100)
		conn, err := tls.Dial("tcp", server.Listener.Addr().String(), &tls.Config{InsecureSkipVerify: true, NextProtos: []string{"h2"}})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(conn, http2.ClientPreface); err != nil {
			t.Fatal(err)
		}
		framer := http2.NewFramer(conn, conn)
		framer.ReadMetaHeaders = hpack.NewDecoder(4096, nil)
		var head strings.Builder
		encoder := hpack.NewEncoder(&head)
		for _, field := range [][2]string{{":method", "POST"}, {":scheme", "https"}, {":authority", "pay.test"}, {":path", batchPath}, {"x-api-key", key}, {"content-type", c.kind}} {
			if err := encoder.WriteField(hpack.HeaderField{Name: field[0], Value: field[1]}); err != nil {
				t.Fatal(err)
			}
		}
		for _, err := range []error{
			framer.WriteSettings(http2.Setting{ID: http2.SettingInitialWindowSize, Val: 1000}),
			framer.WriteHeaders(http2.HeadersFrameParam{StreamID: 1, BlockFragment: []byte(head.String()), EndHeaders: true}),
			framer.WriteData(1, true, []byte(c.body)),
		} {
			if err != nil {
				t.Fatal(err)
			}
		}
		for received := 0; received < 1000; { // all that the window takes
			frame, err := framer.ReadFrame()
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if data, is := frame.(*http2.DataFrame); is {
				received += len(data.Data())
			}
		}
		if err := framer.WriteRSTStream(1, http2.ErrCodeCancel); err != nil {
			t.Fatal(err)
		}
		f.settles(key, 70)
		conn.Close()
	}
}

// TestStreamsPayAsFarAsTheyCan: of a block that the balance cannot carry, the lines that it
// pays are answered, also while other calls take credits, and the last line says where to go
// on.
func TestStreamsPayAsFarAsTheyCan(t *testing.T) {
	f := newFixture(t, nil)
	address := f.streamed()
	key := f.key(1500)
	answered := make(chan int, 3)
	for range 3 {
		go func() {
			request, _ := http.NewRequest("POST", "http://"+address+batchPath, strings.NewReader(strings.Repeat(goodNet+"\n", 1000)))
			request.Header.Set("Content-Type", streamType)
			request.Header.Set("X-API-Key", key)
			response, err := http.DefaultClient.Do(request)
			if err != nil {
				t.Error(err)
				answered <- 0
				return
			}
			defer response.Body.Close()
			count, last := 0, ""
			for lines := bufio.NewScanner(response.Body); lines.Scan(); {
				if last = lines.Text(); strings.HasPrefix(last, `{"result"`) {
					count++
				}
			}
			var end struct{ Paid, Line int }
			if err := json.Unmarshal([]byte(last), &end); count < 1000 && (err != nil || end.Paid != count || end.Line != count+1) {
				t.Errorf("%d results, last line %s", count, last)
			}
			answered <- count
		}()
	}
	if sum := <-answered + <-answered + <-answered; sum != 1500 || f.balance(key) != 0 {
		t.Errorf("%d results for 1500 credits, %d left", sum, f.balance(key))
	}
}

// TestNoKeyOnWhatIsNotKept: an Idempotency-Key on a GET, a HEAD or a stream is refused, and
// costs nothing; a tool's is kept, whatever the operation.
func TestNoKeyOnWhatIsNotKept(t *testing.T) {
	f := newFixture(t, nil)
	key := f.key(5)
	got := f.send("GET", countriesPath, "", "X-API-Key", key, idempotencyHeader, "a")
	check(t, got, 422, `{"detail":[{"type":"extra_forbidden","loc":["header","Idempotency-Key"],…`)
	check(t, f.send("POST", batchPath, goodNet, "X-API-Key", key, idempotencyHeader, "a", "Content-Type", streamType), 422, `{"detail":[{"type":"extra_forbidden","loc":["header","Idempotency-Key"],…`)
	if got := f.balance(key); got != 5 {
		t.Errorf("balance %d", got)
	}
	first, _ := f.toolUnder(`"a"`, "list_salary_countries", `{}`, key)
	again, replayed := f.toolUnder(`"a"`, "list_salary_countries", `{}`, key)
	if first.isError || !replayed || again.text != first.text || f.balance(key) != 4 {
		t.Errorf("replayed %v, balance %d: %.200s", replayed, f.balance(key), first.text)
	}
}

// TestStreamsThatEndEarly: a stream that ends with its body unread leaves the connection in
// order: the next request on it is answered.
func TestStreamsThatEndEarly(t *testing.T) {
	f := newFixture(t, nil)
	address := f.streamed()
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	reader := bufio.NewReader(conn)
	body := strings.Repeat(goodNet+"\n", 3000)
	for range 3 {
		key := f.key(1000)
		go fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: %s\r\nX-API-Key: %s\r\nContent-Type: application/x-ndjson\r\nContent-Length: %d\r\n\r\n%s", batchPath, address, key, len(body), body)
		response, err := http.ReadResponse(reader, nil)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(response.Body)
		if lines := strings.Count(string(text), "\n"); err != nil || lines != 1001 || !strings.Contains(string(text), `"paid":1000,"line":1001}`) {
			t.Fatalf("%v: %d lines", err, lines)
		}
	}
	fmt.Fprintf(conn, "GET /healthz HTTP/1.1\r\nHost: %s\r\n\r\n", address)
	response, err := http.ReadResponse(reader, nil)
	if err != nil || response.StatusCode != 200 {
		t.Errorf("%v %v", response, err)
	}
	if log := f.log.String(); strings.Contains(log, "panic") {
		t.Errorf("the log:\n%s", log)
	}
}
