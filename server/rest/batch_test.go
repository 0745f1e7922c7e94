package rest

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/payslate/payslate/operations"
	"github.com/payslate/payslate/rules"
)

const batchPath = "/v1/salary-net/net/batch"

// batchOf returns the body of a batch.
func batchOf(items ...string) string { return `{"items":[` + strings.Join(items, ",") + `]}` }

// TestBatchAnswersAsAlone: each entry equals the answer to the item as a single request,
// and only results are charged. A list alone is pointed to the batch, which an item is in.
func TestBatchAnswersAsAlone(t *testing.T) {
	f := newFixture(t, nil)
	key, alone := f.key(1000), f.key(1000)
	items := []string{
		goodNet, `{"country":"UK","gross":3000,"uk":{"tax_code":"BR"}}`, `{}`, `null`, `"x"`, `1e999`, `true`, `{"country":"DE"}`,
		`{"country":"DE","gross":"3000"}`, `{"country":"DE","gross":3000,"gross":1}`, `{"country":"DE","gross":3000,"de":{"tax_class":9,"x":1}}`,
		`{"country":"DE","gross":3000,"year":2031}`, `{"country":"DE","gross":1500}`, `{"country":"DE","gross":3000,"de":{"birth_year":1940}}`,
		`{"country":"DE","gross":-1,"items":[]}`, `{"items":[` + goodNet + `]}`, ` {"country" : "NL" , "gross" : 4000 } `,
		`{"country":"DE","gross":3000,"x":` + strings.Repeat("[", 500) + strings.Repeat("]", 500) + `}`,
	}
	items = append(items, items...)
	items = append(items, items...) // more than one processor takes at a time
	for _, language := range []string{"en", "de"} {
		results := 0
		before := f.balance(key)
		response := f.send("POST", batchPath, batchOf(items...), "X-API-Key", key, "Accept-Language", language)
		var answer struct{ Items []map[string]json.RawMessage }
		if err := json.Unmarshal(response.Body.Bytes(), &answer); err != nil || response.Code != 200 || len(answer.Items) != len(items) {
			t.Fatalf("%v: %d: %.300s", err, response.Code, response.Body)
		}
		single := map[string]*httptest.ResponseRecorder{}
		for i, item := range items {
			want := single[item]
			if want == nil {
				want = f.send("POST", netPath, item, "X-API-Key", alone, "Accept-Language", language)
				single[item] = want
			}
			name, whole := "result", want.Body.Bytes()
			if want.Code != 200 {
				var failed struct{ Detail json.RawMessage }
				if err := json.Unmarshal(whole, &failed); err != nil {
					t.Fatal(err)
				}
				name, whole = "error", failed.Detail
			} else {
				results++
			}
			if got := answer.Items[i]; len(got) != 1 || !bytes.Equal(got[name], whole) {
				t.Errorf("%s: %s\nalone: %s", item, got, whole)
			}
		}
		if got := before - f.balance(key); got != int64(results) || results != 4*3 {
			t.Errorf("%d credits for %d results", got, results)
		}
		if got := response.Header().Get("X-Credits-Remaining"); got != fmt.Sprint(f.balance(key)) {
			t.Errorf("X-Credits-Remaining %s", got)
		}
	}
}

func TestBatchRefusals(t *testing.T) {
	f := newFixture(t, nil)
	key := f.key(3)
	many := strings.Repeat(goodNet+",", 1000)
	for name, c := range map[string]struct {
		body   string
		status int
		want   string
	}{
		"nothing":             {``, 422, `{"detail":[{"type":"missing","loc":["body"],…`},
		"no items":            {`{}`, 422, `{"detail":[{"type":"missing","loc":["body","items"],…`},
		"null":                {`{"items":null}`, 422, `{"detail":[{"type":"list_type","loc":["body","items"],…`},
		"an object":           {`{"items":` + goodNet + `}`, 422, `{"detail":[{"type":"list_type","loc":["body","items"],…`},
		"none":                {batchOf(), 422, `{"detail":[{"type":"too_short","loc":["body","items"],…`},
		"too many":            {batchOf(many + goodNet), 422, `{"detail":[{"type":"too_long","loc":["body","items"],…`},
		"an additional field": {`{"items":[1],"country":"DE"}`, 422, `{"detail":[{"type":"extra_forbidden","loc":["body","country"],…`},
		"twice":               {`{"items":[1],"items":[1]}`, 422, `{"detail":[{"type":"duplicate_key","loc":["body","items"],…`},
		"cut off":             {`{"items":[` + goodNet, 422, `{"detail":[{"type":"json_invalid",…`},
		"a list":              {`[` + goodNet + `]`, 422, `{"detail":[{"type":"model_type","loc":["body"],…`},
		"invalid UTF-8":       {batchOf("\"\xff\""), 422, `{"detail":[{"type":"json_invalid",…`},
		"trailing data":       {batchOf(goodNet) + `x`, 422, `{"detail":[{"type":"json_invalid",…`},
		"deeper than a list":  {batchOf(strings.Repeat("[", 20_000)), 422, `{"detail":[{"type":"json_invalid",…`},
		"too large":           {strings.Repeat(" ", 8<<20) + batchOf(goodNet), 413, `{"detail":{"error":"body_too_large","message":"The request body is over 8 MiB."}}`},
		"large":               {strings.Repeat(" ", 2<<20) + batchOf("1"), 200, `{"items":[{"error":[…`},
		"one credit short":    {batchOf(goodNet, goodNet, "1", goodNet, goodNet), 402, `{"detail":{"error":"insufficient_credits","message":"This API key has too few credits for all results (missing: 1): top it up, or send fewer items.","missing":1,"top_up":"https://pay.test/"}}`},
		"many credits short":  {batchOf(strings.TrimSuffix(many, ",")), 402, `{"detail":{"error":"insufficient_credits","message":"This API key has too few credits for all results (missing: 997): top it up, or send fewer items.","missing":997,"top_up":"https://pay.test/"}}`},
	} {
		t.Run(name, func(t *testing.T) {
			for range 2 { // the second time the key is known from memory
				check(t, f.send("POST", batchPath, c.body, "X-API-Key", key), c.status, c.want)
			}
			if got := f.balance(key); got != 3 {
				t.Errorf("balance %d", got)
			}
		})
	}
	check(t, f.send("POST", batchPath, batchOf(goodNet), "X-API-Key", f.key(0)), 402, `{"detail":{"error":"insufficient_credits",…`)
	if exact := f.send("POST", batchPath, batchOf(goodNet, goodNet, goodNet), "X-API-Key", key); exact.Code != 200 || f.balance(key) != 0 {
		t.Errorf("the last credits: %d, balance %d", exact.Code, f.balance(key))
	}
}

func TestBatchIsRepeatable(t *testing.T) {
	f := newFixture(t, nil)
	key := f.key(10)
	body := batchOf(goodNet, "1", goodNet)
	first := f.send("POST", batchPath, body, "X-API-Key", key, "Idempotency-Key", "a")
	again := f.send("POST", batchPath, body, "X-API-Key", key, "Idempotency-Key", "a")
	if first.Code != 200 || again.Body.String() != first.Body.String() || again.Header().Get("Idempotent-Replayed") != "true" || f.balance(key) != 8 {
		t.Errorf("%d, %d, balance %d", first.Code, again.Code, f.balance(key))
	}
	check(t, f.send("POST", batchPath, batchOf(goodNet), "X-API-Key", key, "Idempotency-Key", "a"), 409, `{"detail":{"error":"idempotency_conflict",…`)
	free := f.send("POST", batchPath, batchOf("1"), "X-API-Key", key, "Idempotency-Key", "b")
	if free.Code != 200 || f.balance(key) != 8 {
		t.Errorf("a batch without results: %d, balance %d", free.Code, f.balance(key))
	}
}

// TestBatchFaultsCostNothing: a fault or panic of the service fails the batch, not the
// item, and costs nothing.
func TestBatchFaultsCostNothing(t *testing.T) {
	f := newFixture(t, nil)
	key := f.key(10)
	for name, fail := range map[string]func() error{
		"fault": func() error { return errors.New("oops") },
		"panic": func() error { panic("oops") },
	} {
		f.book.Respond = func(s *rules.Scenario) error {
			if s.Country.Code == "UK" {
				return fail()
			}
			return nil
		}
		check(t, f.send("POST", batchPath, batchOf(goodNet, `{"country":"UK","gross":3000}`), "X-API-Key", key), 500, `{"detail":{"error":"internal_error",…`)
		if got := f.balance(key); got != 10 || !strings.Contains(f.log.String(), "oops") {
			t.Errorf("%s: balance %d, or nothing in the log", name, got)
		}
	}
}

// streamed serves on a port: a stream needs a real connection.
func (f *fixture) streamed() (address string) {
	f.t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		f.t.Fatal(err)
	}
	server := f.HTTPServer()
	go func() { _ = server.Serve(listener) }()
	f.t.Cleanup(func() { server.Close() })
	return listener.Addr().String()
}

func streamRequest(t *testing.T, address string, body io.Reader, headers ...string) *http.Response {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), "POST", "http://"+address+batchPath, body)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/x-ndjson; charset=utf-8")
	for i := 0; i < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { response.Body.Close() })
	return response
}

func linesOf(t *testing.T, response *http.Response) []string {
	t.Helper()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	if len(answer) == 0 {
		return nil
	}
	return strings.Split(strings.TrimSuffix(string(answer), "\n"), "\n")
}

func TestStreams(t *testing.T) {
	f := newFixture(t, nil)
	address := f.streamed()
	large := `{"country":"DE","gross":3000,"x":"` + strings.Repeat("x", operations.MaxBody) + `"}`
	fits := goodNet + strings.Repeat(" ", operations.MaxBody-len(goodNet))
	lines := func(n int) string { return strings.Repeat(goodNet+"\n", n) }
	const (
		tooLarge = `{"error":{"error":"body_too_large","message":"The line is over 1 MiB."}}`
		short    = `{"error":{"error":"insufficient_credits","message":"This API key has too few credits for all results (missing: %d): top it up, or send fewer items.","missing":%d,"top_up":"https://pay.test/"},"paid":%d,"line":%d}`
		empty    = `{"error":{"error":"insufficient_credits","message":"This API key has no credits left: top it up and call again.","top_up":"https://pay.test/"},"paid":%d,"line":%d}`
	)
	for name, c := range map[string]struct {
		body            string
		credits         int64
		results, errors int
		last            string // line, if it is not a result
		left            string
	}{
		"nothing":                     {"", 5, 0, 0, "", "5"},
		"blank lines":                 {"\n \t\r\n\n", 5, 0, 0, "", "5"},
		"without an end":              {goodNet, 5, 1, 0, "", "4"},
		"CRLF line endings":           {goodNet + "\r\n\r\n" + goodNet + "\r\n", 5, 2, 0, "", "3"},
		"an error":                    {goodNet + "\n{\n", 5, 1, 1, `{"error":[{"type":"json_invalid","loc":["body",1],"msg":"Not valid JSON: unexpected end of the text","input":{},"ctx":{"error":"unexpected end of the text"}}]}`, "4"},
		"a line of the largest size":  {fits + "\n", 5, 1, 0, "", "4"},
		"a line too large":            {goodNet + "\n" + large + "\n" + goodNet + "\n" + large, 5, 2, 2, tooLarge, "3"},
		"more than a block":           {lines(2500), 2500, 2500, 0, "", "0"},
		"too few credits for a block": {lines(2500), 1500, 1500, 1, "…" + `"paid":1500,"line":1501}`, "0"},
		"too few credits at first":    {"\n\n" + lines(3), 2, 2, 1, fmt.Sprintf(empty, 2, 5), "0"},
		"errors behind the last":      {lines(2) + "1\n{}\n" + lines(3), 2, 2, 3, fmt.Sprintf(short, 3, 3, 2, 5), "0"},
		"errors cost nothing":         {strings.Repeat("1\n", 1500), 1, 0, 1500, "", "1"},
		"a blank line in a block":     {lines(999) + "\n" + lines(3), 1000, 1000, 1, "…" + `"paid":1000,"line":1002}`, "0"},
		"a byte order mark":           {"\ufeff" + goodNet, 5, 0, 1, "", "5"},
	} {
		t.Run(name, func(t *testing.T) {
			key := f.key(c.credits)
			response := streamRequest(t, address, strings.NewReader(c.body), "X-API-Key", key)
			if response.StatusCode != 200 || response.Header.Get("Content-Type") != "application/x-ndjson" {
				t.Fatalf("%d %v", response.StatusCode, response.Header)
			}
			results, failures := 0, 0
			got := linesOf(t, response)
			for _, line := range got {
				switch {
				case strings.HasPrefix(line, `{"result":{"country":"DE"`) && json.Valid([]byte(line)):
					results++
				case strings.HasPrefix(line, `{"error":`) && json.Valid([]byte(line)):
					failures++
				default:
					t.Errorf("neither a result nor an error: %.300s", line)
				}
			}
			if results != c.results || failures != c.errors {
				t.Errorf("%d results, %d errors", results, failures)
			}
			end, cut := strings.CutPrefix(c.last, "…")
			if last := append(got, "")[max(0, len(got)-1)]; c.last != "" && last != c.last && !(cut && strings.HasSuffix(last, end)) {
				t.Errorf("last line %.500s", got[len(got)-1])
			}
			if left := response.Trailer.Get("X-Credits-Remaining"); left != c.left || fmt.Sprint(f.balance(key)) != c.left {
				t.Errorf("trailer %q, balance %d, want %s", left, f.balance(key), c.left)
			}
		})
	}
}

func TestStreamRefusals(t *testing.T) {
	f := newFixture(t, nil)
	address := f.streamed()
	key := f.key(5)
	for name, c := range map[string]struct {
		headers []string
		status  int
		want    string
	}{
		"no key":          {nil, 401, `{"detail":{"error":"missing_api_key"`},
		"unknown":         {[]string{"X-API-Key", "ps_live_x"}, 401, `{"detail":{"error":"invalid_api_key"`},
		"nothing left":    {[]string{"X-API-Key", f.key(0)}, 402, `{"detail":{"error":"insufficient_credits"`},
		"Idempotency-Key": {[]string{"X-API-Key", key, "Idempotency-Key", "a"}, 422, `{"detail":[{"type":"extra_forbidden","loc":["header","Idempotency-Key"],"msg":"Extra inputs are not permitted. A stream is answered`},
	} {
		response := streamRequest(t, address, strings.NewReader(goodNet), c.headers...)
		if body, _ := io.ReadAll(response.Body); response.StatusCode != c.status || !strings.HasPrefix(string(body), c.want) {
			t.Errorf("%s: %d %s", name, response.StatusCode, body)
		}
	}
	if got := f.balance(key); got != 5 {
		t.Errorf("balance %d", got)
	}
}

// TestStreamsAnswerWhileTheyAreRead: the lines at hand are answered before others are
// sent, and a client that then disconnects pays only for those.
func TestStreamsAnswerWhileTheyAreRead(t *testing.T) {
	f := newFixture(t, nil)
	address, key := f.streamed(), f.key(10_000)
	body, feed := io.Pipe()
	go func() { io.WriteString(feed, strings.Repeat(goodNet+"\n", 1000)) }()
	response := streamRequest(t, address, body, "X-API-Key", key)
	answers := bufio.NewReader(response.Body)
	for range 1000 {
		if line, err := answers.ReadString('\n'); err != nil || !strings.HasPrefix(line, `{"result"`) {
			t.Fatalf("%v: %.100s", err, line)
		}
	}
	// Neither does one line wait for others.
	io.WriteString(feed, goodNet+"\n")
	if line, err := answers.ReadString('\n'); err != nil || !strings.HasPrefix(line, `{"result"`) {
		t.Fatalf("%v: %.100s", err, line)
	}
	io.WriteString(feed, goodNet[:10])
	feed.CloseWithError(errors.New("gone"))
	response.Body.Close()
	f.settles(key, 8999)
}

// TestStreamsEndWhereTheServerStops: the last line states where to resume.
func TestStreamsEndWhereTheServerStops(t *testing.T) {
	f := newFixture(t, nil)
	address, key := f.streamed(), f.key(10_000)
	body, feed := io.Pipe()
	go func() { io.WriteString(feed, strings.Repeat(goodNet+"\n", 1000)) }()
	response := streamRequest(t, address, body, "X-API-Key", key)
	answers := bufio.NewReader(response.Body)
	if _, err := answers.ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	f.Drain()
	io.WriteString(feed, strings.Repeat(goodNet+"\n", 1000))
	feed.Close()
	rest, err := io.ReadAll(answers)
	lines := strings.Split(strings.TrimSpace(string(rest)), "\n")
	last := lines[len(lines)-1]
	if err != nil || !strings.Contains(last, `"line":`) || (10_000-f.balance(key)) != int64(len(lines)) {
		t.Errorf("%v: %d credits, %d lines, last %s", err, 10_000-f.balance(key), len(lines), last)
	}
}

// settles waits until the balance is as expected and stays so.
func (f *fixture) settles(key string, want int64) {
	f.t.Helper()
	for deadline := time.Now().Add(5 * time.Second); f.balance(key) != want && time.Now().Before(deadline); {
		time.Sleep(5 * time.Millisecond)
	}
	time.Sleep(50 * time.Millisecond)
	if got := f.balance(key); got != want {
		f.t.Errorf("balance %d, want %d", got, want)
	}
}
