package rest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/payslate/payslate/operations"
	"github.com/payslate/payslate/operations/operationstest"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/server/ledger"
	"github.com/payslate/payslate/server/ledger/ledgertest"
)

const (
	netPath        = "/v1/salary-net/net"
	comparePath    = "/v1/salary-net/compare"
	parametersPath = "/v1/salary-net/parameters"
	countriesPath  = "/v1/salary-net/countries"
	goodNet        = `{"country":"DE","gross":3000.10}`
)

// fixture is a server with its own ledger.
type fixture struct {
	*Server
	t     testing.TB
	book  *operationstest.Rules
	files *ledger.Ledger
	log   *lockedBuffer
}

type lockedBuffer struct {
	mutex  sync.Mutex
	buffer bytes.Buffer
}

func (b *lockedBuffer) Write(text []byte) (int, error) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.buffer.Write(text)
}

func (b *lockedBuffer) String() string {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.buffer.String()
}

// written has the documents of servers on the same rules, whose examples take long to compute.
var written sync.Map

func newFixture(t testing.TB, change func(*Options)) *fixture {
	t.Helper()
	opened, err := ledger.OpenFile(t.Context(), filepath.Join(t.TempDir(), "ledger.db"), ledger.Options{})
	if os.Getenv("PAYSLATE_TEST_DATABASE_URL") != "" {
		_ = opened.Close()
		opened, err = ledger.OpenDatabase(t.Context(), ledgertest.EmptyDatabase(t), ledger.Options{})
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { opened.Close() })
	book := operationstest.New()
	catalogue, err := operations.New(book)
	if err != nil {
		t.Fatal(err)
	}
	log := new(lockedBuffer)
	options := Options{
		Catalogue: catalogue, Ledger: opened, PublicURL: "https://pay.test/",
		Log: slog.New(slog.NewTextHandler(log, nil)),
	}
	if change != nil {
		change(&options)
	}
	server, err := New(options)
	if err != nil {
		t.Fatal(err)
	}
	if of := server.catalogue.Load(); options.Catalogue == catalogue {
		same, _ := written.LoadOrStore([3]any{options.PublicURL, options.Ledger == nil, options.MarketplaceKey == ""}, of.documents)
		of.documents = same.(lazyDocuments)
	}
	f := &fixture{Server: server, t: t, book: book, files: opened, log: log}
	f.description()
	book.Asked() // by the documented examples
	return f
}

func (f *fixture) key(balance int64) string {
	f.t.Helper()
	key, err := f.files.CreateKey(f.t.Context(), "test", balance, ledger.Limits{})
	if err != nil {
		f.t.Fatal(err)
	}
	return key.Secret
}

// balance reads a balance directly from the ledger.
func (f *fixture) balance(secret string) int64 {
	f.t.Helper()
	key, err := f.files.Authenticate(context.Background(), secret)
	if err != nil {
		f.t.Fatal(err)
	}
	return key.Balance
}

// send calls the server; headers are name, value, name, value, …
func (f *fixture) send(method, target, body string, headers ...string) *httptest.ResponseRecorder {
	request := httptest.NewRequest(method, target, strings.NewReader(body))
	for i := 0; i < len(headers); i += 2 {
		request.Header.Add(headers[i], headers[i+1])
	}
	recorder := f.serve(request)
	f.described(request, body, recorder)
	return recorder
}

func (f *fixture) serve(request *http.Request) *httptest.ResponseRecorder {
	recorder := httptest.NewRecorder()
	f.HTTPServer().Handler.ServeHTTP(recorder, request)
	return recorder
}

// overLoopback is a request that arrived over the loopback interface.
func overLoopback(request *http.Request) *http.Request {
	local := &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8080}
	return request.WithContext(context.WithValue(request.Context(), http.LocalAddrContextKey, net.Addr(local)))
}

// check compares status and body. A body that ends in … is a prefix.
func check(t *testing.T, response *httptest.ResponseRecorder, status int, body string) {
	t.Helper()
	got := response.Body.String()
	start, cut := strings.CutSuffix(body, "…")
	if response.Code != status || cut && !strings.HasPrefix(got, start) || !cut && got != body {
		t.Errorf("status %d, want %d\n got %.600s\nwant %s", response.Code, status, got, body)
	}
	if !json.Valid([]byte(got)) {
		t.Errorf("not JSON: %s", got)
	}
	if got := response.Header().Get("Content-Type"); !strings.HasPrefix(got, "application/json") {
		t.Errorf("Content-Type %q", got)
	}
	if response.Header().Get("X-Request-Id") == "" {
		t.Error("no X-Request-Id")
	}
}

func TestAnswersCost(t *testing.T) {
	f := newFixture(t, nil)
	key := f.key(10)
	tests := []struct{ method, target, body, want string }{
		{"POST", netPath, goodNet, `{"country":"DE","year":2026,"tax_year":"2026","period":"month","currency":"EUR","gross":3000.1,"net":…`},
		{"POST", "/v1/salary-net/gross", `{"country":"DE","net":2900}`, `{"country":"DE",…`},
		{"POST", comparePath, `{"scenarios":[` + goodNet + `,` + goodNet + `]}`, `{"rows":[{"label":…`},
		{"GET", parametersPath + "?country=DE", "", `{"country":"DE",…`},
		{"GET", countriesPath, "", `{"countries":[{"country":"DE",…`},
	}
	for i, test := range tests {
		response := f.send(test.method, test.target, test.body, "X-API-Key", key)
		check(t, response, 200, test.want)
		if got, want := response.Header().Get("X-Credits-Remaining"), strconv.Itoa(9-i); got != want {
			t.Errorf("%s: X-Credits-Remaining %s, want %s", test.target, got, want)
		}
		if length := response.Header().Get("Content-Length"); length != strconv.Itoa(response.Body.Len()) {
			t.Errorf("Content-Length %s of %d", length, response.Body.Len())
		}
	}
	server := httptest.NewServer(f.HTTPServer().Handler)
	defer server.Close()
	f.book.Asked()
	for secret, status := range map[string]int{key: 200, "": 401, "ps_live_unknown": 401, f.key(0): 402} {
		for range 2 { // the second time the key is cached
			request, _ := http.NewRequest("HEAD", server.URL+countriesPath, nil)
			request.Header.Set("X-API-Key", secret)
			response, err := http.DefaultClient.Do(request)
			if err != nil {
				t.Fatal(err)
			}
			body, _ := io.ReadAll(response.Body)
			response.Body.Close()
			if response.StatusCode != status || len(body) > 0 || status == 200 && response.ContentLength != -1 || status == 200 && response.Header.Get("X-Credits-Remaining") != "5" || status == 200 && response.Header.Get("ETag") != "" {
				t.Errorf("HEAD: status %d, want %d; %d bytes of %d, %v", response.StatusCode, status, len(body), response.ContentLength, response.Header)
			}
		}
	}
	if got := f.balance(key); got != 5 || len(f.book.Asked()) > 0 {
		t.Errorf("balance %d, want 5, and nothing computed", got)
	}
}

// TestErrors: each error has the expected answer and costs nothing.
func TestErrors(t *testing.T) {
	f := newFixture(t, nil)
	key, empty, revoked := f.key(5), f.key(0), f.key(5)
	record, err := f.files.Authenticate(t.Context(), revoked)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.files.RevokeKey(t.Context(), record.ID); err != nil {
		t.Fatal(err)
	}
	const invalidKey = `{"detail":{"error":"invalid_api_key","message":"This API key is unknown or revoked: check it, or ask for a new one."}}`
	const missingKey = `{"detail":{"error":"missing_api_key","message":"An API key is required: send it in the header X-API-Key.","buy_credits":"https://pay.test/","pay_per_call_x402":null}}`
	const noCredits = `{"detail":{"error":"insufficient_credits","message":"This API key has no credits left: top it up and call again.","top_up":"https://pay.test/"}}`
	const tooLarge = `{"detail":{"error":"body_too_large",…`
	const notAllowed = `{"detail":{"error":"method_not_allowed",…`
	large := goodNet + strings.Repeat(" ", operations.MaxBody-len(goodNet))
	tests := []struct {
		name, method, target, body string
		headers                    []string
		status                     int
		want                       string
	}{
		{"no key", "POST", netPath, goodNet, nil, 401, missingKey},
		{"blank key", "POST", netPath, goodNet, []string{"X-API-Key", " "}, 401, missingKey},
		{"other scheme", "POST", netPath, goodNet, []string{"Authorization", "Basic abc"}, 401, missingKey},
		{"no key before an invalid body", "POST", netPath, `{`, nil, 401, missingKey},
		{"no key on GET", "GET", countriesPath, "", nil, 401, missingKey},
		{"unknown key", "POST", netPath, goodNet, []string{"X-API-Key", "ps_live_unknown"}, 401, invalidKey},
		{"revoked key", "POST", netPath, goodNet, []string{"X-API-Key", revoked}, 401, invalidKey},
		{"X-API-Key wins", "POST", netPath, goodNet, []string{"X-API-Key", "ps_live_unknown", "Authorization", "Bearer " + key}, 401, invalidKey},
		{"marketplace headers are ignored", "POST", netPath, goodNet, []string{"X-Marketplace-Key", "k", "X-Marketplace-Host", "h"}, 401, missingKey},
		{"no credits", "POST", netPath, goodNet, []string{"X-API-Key", empty}, 402, noCredits},
		{"no credits before an invalid body", "POST", netPath, `{`, []string{"X-API-Key", empty}, 402, noCredits},
		{"no credits with an idempotency key", "POST", netPath, `{`, []string{"X-API-Key", empty, "Idempotency-Key", "a"}, 402, noCredits},
		{"schema", "POST", netPath, `{"country":"DE"}`, []string{"X-API-Key", key}, 422, `{"detail":[{"type":"missing","loc":["body","gross"],"msg":"Field required","input":{"country":"DE"}}]}`},
		{"schema before the rules", "POST", netPath, `{"country":"DE","year":2019,"gross":-1}`, []string{"X-API-Key", key}, 422, `{"detail":[{"type":"greater_than",…`},
		{"schema in German", "POST", netPath, `{"country":"DE"}`, []string{"X-API-Key", key, "Accept-Language", "de-DE"}, 422, `{"detail":[{"type":"missing","loc":["body","gross"],"msg":"Pflichtfeld fehlt","input":{"country":"DE"}}]}`},
		{"empty body", "POST", netPath, ``, []string{"X-API-Key", key}, 422, `{"detail":[{"type":"missing","loc":["body"],"msg":"Field required. Send a JSON object, such as {\"country\": \"DE\", \"gross\": 5000}","input":null,"ctx":{"hint":"Send a JSON object, such as {\"country\": \"DE\", \"gross\": 5000}"}}]}`},
		{"query", "GET", parametersPath + "?country=DE&year=x", "", []string{"X-API-Key", key}, 422, `{"detail":[{"type":"int_type","loc":["query","year"],…`},
		{"invalid UTF-8", "POST", netPath, "{\"country\":\"\xff\"}", []string{"X-API-Key", key}, 422, `{"detail":[{"type":"json_invalid",…`},
		{"nested 10,000 deep", "POST", netPath, strings.Repeat("[", 10_000), []string{"X-API-Key", key}, 422, `{"detail":[{"type":"json_invalid",…`},
		{"1 MiB of brackets", "POST", netPath, strings.Repeat("[", operations.MaxBody), []string{"X-API-Key", key}, 422, `{"detail":[{"type":"json_invalid",…`},
		{"1 MiB of keys", "POST", netPath, "{" + strings.Repeat(`"a":1,`, operations.MaxBody/6-1) + `"b":1}`, []string{"X-API-Key", key}, 422, `{"detail":[{"type":"extra_forbidden","loc":["body","a"],"msg":"Extra inputs are not permitted","input":1,"remedies":[{"label":"Leave out a","set":{"a":null}}]},{"type":"duplicate_key","loc":["body","a"],"msg":"Key occurs more than once","input":1},{"type":"extra_forbidden","loc":["body","b"],"msg":"Extra inputs are not permitted","input":1,"remedies":[{"label":"Leave out b","set":{"b":null}}]},{"type":"missing","loc":["body","country"],"msg":"Field required"},{"type":"missing","loc":["body","gross"],"msg":"Field required"}]}`},
		{"rules", "POST", netPath, `{"country":"DE","year":2019,"gross":1}`, []string{"X-API-Key", key}, 400, `{"detail":{"error":"unsupported_year","message":"The tax year 2019 …`},
		{"rules in a comparison", "POST", comparePath, `{"scenarios":[` + goodNet + `,{"country":"DE","uk":{},"gross":1}]}`, []string{"X-API-Key", key}, 400, `{"detail":{"error":"invalid_input","message":"scenario 2: The profile UK …`},
		{"1 MiB and a byte", "POST", netPath, large + " ", []string{"X-API-Key", key}, 413, tooLarge},
		{"blank idempotency key", "POST", netPath, goodNet, []string{"X-API-Key", key, "Idempotency-Key", ""}, 400, `{"detail":{"error":"invalid_input",…`},
		{"long idempotency key", "POST", netPath, goodNet, []string{"X-API-Key", key, "Idempotency-Key", strings.Repeat("a", 256)}, 400, `{"detail":{"error":"invalid_input",…`},
		{"idempotency key not ASCII", "POST", netPath, goodNet, []string{"X-API-Key", key, "Idempotency-Key", "ä"}, 400, `{"detail":{"error":"invalid_input",…`},
		{"two idempotency keys", "POST", netPath, goodNet, []string{"X-API-Key", key, "Idempotency-Key", "a", "Idempotency-Key", "b"}, 400, `{"detail":{"error":"invalid_input",…`},
		{"unknown path", "GET", "/v1/salary-net/nothing", "", nil, 404, `{"detail":{"error":"not_found","message":"This path does not exist: /docs lists the paths of the service, none of which ends in a slash."}}`},
		{"trailing slash", "POST", netPath + "/", goodNet, nil, 404, `{"detail":{"error":"not_found",…`},
		{"other method", "GET", netPath, "", nil, 405, notAllowed},
		{"other method on GET", "POST", countriesPath, "", nil, 405, notAllowed},
		{"DELETE", "DELETE", netPath, "", nil, 405, notAllowed},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			response := f.send(test.method, test.target, test.body, test.headers...)
			check(t, response, test.status, test.want)
			if got := response.Header().Get("X-Credits-Remaining"); got != "" {
				t.Errorf("X-Credits-Remaining %s", got)
			}
			if allow := response.Header().Get("Allow"); test.status == 405 && allow != "POST" && allow != "GET, HEAD" {
				t.Errorf("Allow %q", allow)
			}
		})
	}
	if got := f.balance(key); got != 5 {
		t.Errorf("balance %d, want 5", got)
	}
	response := f.send("POST", netPath, large, "Authorization", "bearer "+key)
	check(t, response, 200, `{"country":"DE",…`)
	if got := f.balance(key); got != 4 {
		t.Errorf("balance %d, want 4 after the one good call", got)
	}
}

func TestBodyOfUnknownLength(t *testing.T) {
	f := newFixture(t, nil)
	key := f.key(2)
	request := httptest.NewRequest("POST", netPath, struct{ io.Reader }{strings.NewReader(strings.Repeat(" ", operations.MaxBody+1))})
	request.ContentLength = -1
	request.Header.Set("X-API-Key", key)
	check(t, f.serve(request), 413, `{"detail":{"error":"body_too_large",…`)
}

func TestMarketplace(t *testing.T) {
	f := newFixture(t, func(o *Options) { o.MarketplaceKey, o.MarketplaceHost = "secret", "pay.market.test" })
	response := f.send("POST", netPath, goodNet, "X-Marketplace-Key", "secret", "X-Marketplace-Host", "pay.market.test", "Idempotency-Key", "a")
	check(t, response, 200, `{"country":"DE",…`)
	if _, there := response.Header()["X-Credits-Remaining"]; there {
		t.Error("X-Credits-Remaining on a marketplace answer")
	}
	if got := f.tool("calculate_net_salary", goodNet, "X-Marketplace-Key", "secret", "X-Marketplace-Host", "pay.market.test"); got.isError || got.credits != nil {
		t.Errorf("a tool: %+v", got)
	}
	for _, headers := range [][]string{
		{"X-Marketplace-Key", "secret"},
		{"X-Marketplace-Key", "secret", "X-Marketplace-Host", "other.test"},
		{"X-Marketplace-Key", "wrong", "X-Marketplace-Host", "pay.market.test"},
		{"X-Marketplace-Host", "pay.market.test"},
	} {
		if response := f.send("POST", netPath, goodNet, headers...); response.Code != 401 {
			t.Errorf("%v: status %d", headers, response.Code)
		}
	}
}

func TestRequestID(t *testing.T) {
	f := newFixture(t, nil)
	for sent, kept := range map[string]bool{
		"abc-123": true, "01ARZ3NDEKTSV4RRFFQ69G5FAV": true, "123e4567-e89b-12d3-a456-426614174000": true, "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01": true,
		"2026-11-27.order-4711.line-3": true, strings.Repeat("x", 31): false, "a b": false, "": false, "ä": false,
	} {
		got := f.send("GET", "/healthz", "", "X-Request-Id", sent).Header().Get("X-Request-Id")
		if got == "" || (got == sent) != kept {
			t.Errorf("sent %.20q, got %.20q", sent, got)
		}
	}
}

// TestPanicIsAFault: neither a call nor a tool tells the cause, which the log has.
func TestPanicIsAFault(t *testing.T) {
	f := newFixture(t, nil)
	key := f.key(1)
	f.book.Respond = func(*rules.Scenario) error { panic("secret detail") }
	response := f.send("POST", netPath, goodNet, "X-API-Key", key, "X-Request-Id", "r1", "Idempotency-Key", "a")
	check(t, response, 500, `{"detail":{"error":"internal_error","message":"The service failed on this request; nothing was charged. Try again, and quote the request id when you report it.","request_id":"r1"}}`)
	if !strings.Contains(f.log.String(), "secret detail") {
		t.Error("the log lacks the cause")
	}
	for _, respond := range []func(*rules.Scenario) error{f.book.Respond, func(*rules.Scenario) error { return errors.New("secret cause") }} {
		f.book.Respond = respond
		got := f.tool("calculate_net_salary", goodNet, "X-API-Key", key, "X-Request-Id", "r1")
		if !got.isError || got.text != response.Body.String() {
			t.Errorf("a tool: %s", got.text)
		}
	}
	if !strings.Contains(f.log.String(), "secret cause") {
		t.Error("the log lacks the cause")
	}
	f.book.Respond = nil
	check(t, f.send("POST", netPath, goodNet, "X-API-Key", key, "Idempotency-Key", "a"), 200, `{"country":"DE",…`)
	if got := f.balance(key); got != 0 {
		t.Errorf("balance %d, want 0", got)
	}
}

func TestLedgerGone(t *testing.T) {
	f := newFixture(t, nil)
	key := f.key(1)
	if got := f.send("GET", "/readyz", ""); got.Code != 200 || !strings.Contains(got.Body.String(), `"rules_version":"`+f.book.Version()+`"`) {
		t.Errorf("readyz: %d %s", got.Code, got.Body)
	}
	f.files.Close()
	response := f.send("POST", netPath, goodNet, "X-API-Key", key)
	check(t, response, 503, `{"detail":{"error":"internal_error",…`)
	if got := response.Header().Get("Retry-After"); got != "1" {
		t.Errorf("Retry-After %q", got)
	}
	check(t, f.send("GET", "/readyz", ""), 503, `{"ledger":"not answering",…`)
	check(t, f.send("GET", "/healthz", ""), 200, `{"status":"alive"}`)
}

// TestLogAndMetrics: both tell of each call what it was, and the log no more of a path than is
// of use.
func TestLogAndMetrics(t *testing.T) {
	f := newFixture(t, nil)
	key := f.key(3)
	f.send("POST", netPath, goodNet, "X-API-Key", key, "X-Request-Id", "r7")
	f.send("POST", netPath, `{}`, "X-API-Key", key)
	f.send("GET", "/"+strings.Repeat("long", 1000), "")
	text, log := f.send("GET", "/metrics", "").Body.String(), f.log.String()
	if len(log) > 3000 {
		t.Errorf("the log has %d bytes", len(log))
	}
	for _, part := range []string{"method=POST", "path=" + netPath, "status=200", "request_id=r7", "key_id=key_", "duration=0.", "bytes=", "operation=salary-net/net", "error=invalid_request"} {
		if !strings.Contains(log, part) {
			t.Errorf("the log lacks %s:\n%s", part, log)
		}
	}
	for _, name := range []string{"payslate_build_info{", "payslate_ledger_batches_total ", "payslate_ledger_batch_requests_total ", "payslate_ledger_batch_seconds_total "} {
		if !strings.Contains(text, "\n"+name) {
			t.Errorf("missing: %s", name)
		}
	}
	for _, line := range []string{
		`payslate_requests_total{operation="salary-net/net",status="200"} 1`,
		`payslate_requests_total{operation="salary-net/net",status="422"} 1`,
		`payslate_requests_total{operation="none",status="404"} 1`,
		`payslate_request_duration_seconds_count{operation="salary-net/net"} 2`,
		`payslate_credits_debited_total 1`,
		`payslate_errors_total{code="invalid_request",operation="salary-net/net"} 1`,
		`payslate_errors_total{code="not_found",operation="none"} 1`,
		`payslate_rules_info{rules_version="` + f.catalogue.Load().RulesVersion + `"} 1`,
		`payslate_ledger_batch_failures_total 0`,
	} {
		if !strings.Contains(text, line+"\n") {
			t.Errorf("missing: %s", line)
		}
	}
}

func TestHeaderLimits(t *testing.T) {
	f := newFixture(t, nil)
	server := httptest.NewUnstartedServer(f.HTTPServer().Handler)
	server.Config = f.HTTPServer()
	server.Start()
	defer server.Close()
	request, _ := http.NewRequest("GET", server.URL+"/healthz", nil)
	request.Header.Set("X-Padding", strings.Repeat("x", 64<<10))
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != http.StatusRequestHeaderFieldsTooLarge {
		t.Errorf("status %d", response.StatusCode)
	}
}

// TestClientGone: a client that disconnects causes no fault, is not charged, and frees
// its Idempotency-Key.
func TestClientGone(t *testing.T) {
	f := newFixture(t, nil)
	key := f.key(1)
	ctx, leave := context.WithCancel(t.Context())
	f.book.Respond = func(*rules.Scenario) error { leave(); return nil }
	request := httptest.NewRequest("POST", netPath, strings.NewReader(goodNet)).WithContext(ctx)
	request.Header.Set("X-API-Key", key)
	request.Header.Set("Idempotency-Key", "a")
	f.serve(request)
	if log := f.log.String(); strings.Contains(log, "level=ERROR") || !strings.Contains(log, "status=499") {
		t.Errorf("the log:\n%s", log)
	}
	f.book.Respond = nil
	check(t, f.send("POST", netPath, goodNet, "X-API-Key", key, "Idempotency-Key", "a"), 200, `{"country":"DE",…`)
}
