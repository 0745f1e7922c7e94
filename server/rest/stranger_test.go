package rest

import (
	"compress/gzip"
	"fmt"
	"io"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/payslate/payslate/server/meter"
)

// TestStrangersMessages: a message whose sender is not known is counted before it is read
// and at most 64 KiB, and a known sender's at most 1 MiB.
func TestStrangersMessages(t *testing.T) {
	f := newFixture(t, func(o *Options) { o.RateLimit = meter.RateLimit{Calls: 20, Per: time.Hour} })
	large := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"calculate_net_salary","arguments":{"country":"DE","gross":3000,` + strings.Repeat(" ", 70<<10) + `"year":2026}}}`
	send := func(body, key string) *httptest.ResponseRecorder {
		return f.send("POST", toolsPath, body, "Content-Type", "application/json", "X-API-Key", key)
	}
	for _, key := range []string{"", "ps_live_nobody"} {
		check(t, send(large, key), 413, `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,…`)
	}
	check(t, send(large+strings.Repeat(" ", 1<<20), f.key(1)), 413, `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,…`)
	if got := send(large, f.key(1)); got.Code != 200 || strings.Contains(got.Body.String(), `"isError":true`) {
		t.Errorf("%d %.300s", got.Code, got.Body)
	}
	left := 18 // keys have a bucket of their own
	for ; send(`{"jsonrpc":"2.0","id":1,"method":"ping"}`, "").Code == 200; left-- {
	}
	if left != 0 {
		t.Errorf("%d of 20 calls are left", left)
	}
	body := &endless{}
	request := httptest.NewRequest("POST", toolsPath, body)
	request.Header.Set("Content-Type", "application/json")
	recorder := f.serve(request)
	if recorder.Code < 400 || body.read > 128<<10 {
		t.Errorf("%d after %d bytes: %s", recorder.Code, body.read, recorder.Body)
	}
}

// endless is a body without an end.
type endless struct{ read int }

func (c *endless) Read(room []byte) (int, error) {
	for i := range room {
		room[i] = '['
	}
	c.read += len(room)
	return len(room), nil
}

// TestMessagesAreCounted: what calls no tool counts towards the rate limit of its key, and
// what could be taken for something else does too.
func TestMessagesAreCounted(t *testing.T) {
	for name, message := range map[string]string{
		"an unknown tool":           `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"nothing","arguments":{}}}`,
		"a notification":            `{"jsonrpc":"2.0","method":"notifications/initialized"}`,
		"a call as notification":    `{"jsonrpc":"2.0","method":"tools/call","params":{"name":"calculate_net_salary","arguments":` + goodNet + `}}`,
		"a list":                    `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`,
		"two methods":               `{"jsonrpc":"2.0","id":1,"method":"tools/list","METHOD":"tools/call","params":{"name":"calculate_net_salary","arguments":` + goodNet + `}}`,
		"two methods, the other":    `{"jsonrpc":"2.0","id":1,"METHOD":"tools/list","method":"tools/call","params":{"name":"calculate_net_salary","arguments":` + goodNet + `}}`,
		"a member twice":            `{"jsonrpc":"2.0","id":1,"method":"tools/call","method":"tools/call","params":{}}`,
		"a list after bad UTF-8":    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"calculate_net_salary","x":"` + "\xff" + `"},"METHOD":"tools/list"}`,
		"a list after half a rune":  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"calculate_net_salary","x":"\ud800"},"METHOD":"tools/list"}`,
		"a call of another version": `{"jsonrpc":"1.0","id":1,"method":"tools/call","params":{"name":"calculate_net_salary"}}`,
		"a call and more":           `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"calculate_net_salary"}} {}`,
		"a text":                    `"x"`,
		"nothing":                   ``,
		"nested too deep":           strings.Repeat("[", 5000),
		"a call":                    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"calculate_net_salary","arguments":` + goodNet + `}}`,
		"a call without its rate":   `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"calculate_net_salary","arguments":{}}}`,
	} {
		f := newFixture(t, func(o *Options) { o.RateLimit = meter.RateLimit{Calls: 3, Per: time.Hour} })
		for _, key := range []string{f.key(10), ""} {
			refused := 0
			for range 5 {
				got := f.send("POST", toolsPath, message, "Content-Type", "application/json", "X-API-Key", key)
				if got.Code == 429 || strings.Contains(got.Body.String(), `rate_limited`) {
					refused++
				}
			}
			if refused != 2 {
				t.Errorf("%s, key %v: %d of 5 messages were refused, want 2", name, key != "", refused)
			}
		}
	}
}

// TestReadingIsCounted: what needs no key and costs some work counts towards the rate limit.
func TestReadingIsCounted(t *testing.T) {
	for _, path := range []string{"/metrics", "/rules/", "/rules/de/country.yaml"} {
		f := newFixture(t, func(o *Options) { o.RateLimit = meter.RateLimit{Calls: 2, Per: time.Hour} })
		for _, status := range []int{200, 200, 429} {
			if got := f.send("GET", path, ""); got.Code != status {
				t.Errorf("%s: %d, want %d", path, got.Code, status)
			}
		}
	}
}

// TestOpenServesNoForeignPage: an open server answers no request that a browser sends for a
// foreign page or under a foreign name.
func TestOpenServesNoForeignPage(t *testing.T) {
	f := newFixture(t, func(o *Options) {
		o.Ledger, o.PublicURL, o.AllowedOrigins = nil, "http://127.0.0.1:8080", []string{"https://agent.example.com"}
	})
	for _, c := range []struct {
		host    string
		headers []string
		status  int
	}{
		{"127.0.0.1:8080", nil, 200},
		{"localhost:8080", nil, 200},
		{"evil.example:8080", nil, 403},
		{"evil.example", []string{"Origin", "http://evil.example"}, 403},
		{"localhost:8080", []string{"Origin", "https://evil.example"}, 403},
		{"localhost:8080", []string{"Origin", "null"}, 403},
		{"localhost:8080", []string{"Origin", "https://evil.example", "Sec-Fetch-Site", "cross-site"}, 403},
		{"localhost:8080", []string{"Sec-Fetch-Site", "cross-site"}, 403},
		{"localhost:8080", []string{"Sec-Fetch-Site", "same-site"}, 403},
		{"localhost:8080", []string{"Sec-Fetch-Site", "none"}, 200},
		{"localhost:8080", []string{"Sec-Fetch-Site", "same-origin", "Origin", "http://localhost:8080"}, 200},
		{"localhost:8080", []string{"Origin", "http://localhost:3000"}, 200},
		{"localhost:8080", []string{"Origin", "https://agent.example.com", "Sec-Fetch-Site", "cross-site"}, 200},
	} {
		for _, ask := range [][3]string{{"POST", netPath, goodNet}, {"POST", batchPath, batchOf(goodNet)}, {"GET", countriesPath, ""}, {"GET", "/rules/", ""}, {"GET", "/rules/de/country.yaml", ""}, {"GET", "/metrics", ""}} {
			request := httptest.NewRequest(ask[0], ask[1], strings.NewReader(ask[2]))
			request.Host = c.host
			request.Header.Set("Content-Type", "text/plain")
			for i := 0; i < len(c.headers); i += 2 {
				request.Header.Set(c.headers[i], c.headers[i+1])
			}
			recorder := f.serve(overLoopback(request))
			if recorder.Code != c.status && !(recorder.Code == 404 && c.status == 200) {
				t.Errorf("%s %s under %s, %v: %d, want %d", ask[0], ask[1], c.host, c.headers, recorder.Code, c.status)
			}
		}
	}
}

// TestProbesAreLoggedOnce: probes of health are logged where what they find changes.
func TestProbesAreLoggedOnce(t *testing.T) {
	f := newFixture(t, nil)
	for range 10 {
		f.send("GET", "/readyz", "")
		f.send("HEAD", "/healthz", "")
	}
	f.Drain()
	for range 10 {
		f.send("GET", "/readyz", "")
	}
	log := f.log.String()
	if ready, alive := strings.Count(log, "path=/readyz"), strings.Count(log, "path=/healthz"); ready != 2 || alive != 1 {
		t.Errorf("%d and %d lines:\n%s", ready, alive, log)
	}
}

// TestAnswersAreCompressed: an answer above 4 KB is compressed for who asks for it, and says
// the same.
func TestAnswersAreCompressed(t *testing.T) {
	f := newFixture(t, nil)
	key := f.key(100)
	many := batchOf(strings.Split(strings.Repeat(goodNet+" ", 9)+goodNet, " ")...)
	list := `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`
	for _, ask := range [][3]string{{"POST", batchPath, many}, {"GET", parametersPath + "?country=DE", ""}, {"POST", toolsPath, list}} {
		plain := f.send(ask[0], ask[1], ask[2], "X-API-Key", key, "Content-Type", "application/json")
		for sent, packed := range map[string]bool{"": false, "br": false, "gzip;q=0": false, "gzip": true, "br, gzip;q=0.5": true} {
			request := httptest.NewRequest(ask[0], ask[1], strings.NewReader(ask[2]))
			request.Header.Set("X-API-Key", key)
			request.Header.Set("Accept-Encoding", sent)
			request.Header.Set("Content-Type", "application/json")
			got := f.serve(request)
			text := got.Body.String()
			if packed {
				reader, err := gzip.NewReader(got.Body)
				if err != nil {
					t.Fatalf("%s: %v", sent, err)
				}
				whole, err := io.ReadAll(reader)
				if err != nil || got.Header().Get("Content-Length") != fmt.Sprint(len(text)) {
					t.Errorf("%v, %v", err, got.Header())
				}
				text = string(whole)
			}
			if (got.Header().Get("Content-Encoding") == "gzip") != packed || text != plain.Body.String() {
				t.Errorf("%s %s: %v, %d bytes, want %d", ask[1], sent, got.Header(), len(text), plain.Body.Len())
			}
		}
	}
	if got := f.send("POST", netPath+"?fields=net", goodNet, "X-API-Key", key, "Accept-Encoding", "gzip"); got.Code != 200 || got.Header().Get("Content-Encoding") != "" {
		t.Error("a small answer is compressed")
	}
}
