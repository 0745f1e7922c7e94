package mcp_test

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/payslate/payslate/internal/loopback"
	"github.com/payslate/payslate/mcp"
	"github.com/payslate/payslate/operations"
	"github.com/payslate/payslate/operations/operationstest"
)

const (
	goodKey   = "good"
	poorKey   = "poor"
	publicURL = "https://pay.test"
)

// caller answers calls as the server does, with counters instead of a ledger.
type caller struct {
	catalogue *operations.Catalogue
	balance   atomic.Int64
	charged   atomic.Int64
	counted   atomic.Int64
	// before, if set, runs before each answer.
	before func(*http.Request)
	// key is the idempotency key of the last call.
	key atomic.Pointer[string]
}

// message is a message of a caller.
type message struct {
	*caller
	request *http.Request
}

// Read reads all of the message.
func (m message) Read() ([]byte, *operations.Failure) {
	text, _ := io.ReadAll(m.request.Body) // from memory
	return text, nil
}

// Count counts the messages that call no tool.
func (m message) Count() *operations.Failure {
	m.counted.Add(1)
	return nil
}

func (m message) Call(id string, arguments []byte, key *string) (operations.Reply, error) {
	c, request := m.caller, m.request
	c.key.Store(key)
	if c.before != nil {
		c.before(request)
	}
	switch request.Header.Get("X-API-Key") {
	case "":
		return operations.Reply{}, operations.Fail("missing_key", "buy_credits", publicURL)
	case poorKey:
		return operations.Reply{}, operations.Fail("insufficient_credits", "top_up", publicURL)
	case goodKey:
	default:
		return operations.Reply{}, operations.Fail("invalid_key")
	}
	answer, err := c.catalogue.Operation(id).AsTool().AnswerJSON(nil, arguments, operations.Language(request.Header.Get("Accept-Language")))
	if err != nil {
		return operations.Reply{}, err
	}
	c.charged.Add(1)
	remaining := c.balance.Add(-1)
	return operations.Reply{JSON: answer, Credits: &remaining}, nil
}

// fixture is an endpoint with invented rules.
type fixture struct {
	t testing.TB
	*mcp.Handler
	caller *caller
}

func newFixture(t testing.TB) *fixture {
	t.Helper()
	catalogue, err := operations.New(operationstest.New())
	if err != nil {
		t.Fatal(err)
	}
	return fixtureOf(t, catalogue, 0)
}

// fixtureOf is the endpoint of the service at an index of a catalogue.
func fixtureOf(t testing.TB, catalogue *operations.Catalogue, service int) (f *fixture) {
	t.Helper()
	f = &fixture{t: t, caller: &caller{catalogue: catalogue}}
	f.caller.balance.Store(1000)
	var err error
	f.Handler, err = mcp.New(mcp.Options{
		Catalogue: catalogue, Service: catalogue.Services[service], PublicURL: publicURL,
		Site: loopback.NewSite(publicURL, []string{"https://agent.example.com"}), Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// request returns a request as sent by clients of the newest protocol with sessions.
// headers alternates names and values.
func request(method, body string, headers ...string) *http.Request {
	r := httptest.NewRequest(method, publicURL+mcp.Path("salary-net"), strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	return r
}

// over sets the server's address at which a request arrived.
func over(r *http.Request, address string) *http.Request {
	local, err := net.ResolveTCPAddr("tcp", address)
	if err != nil {
		panic(err)
	}
	return r.WithContext(context.WithValue(r.Context(), http.LocalAddrContextKey, net.Addr(local)))
}

func (f *fixture) serve(r *http.Request) *httptest.ResponseRecorder {
	recorder := httptest.NewRecorder()
	f.Serve(recorder, r, message{f.caller, r})
	return recorder
}

func (f *fixture) post(body string, headers ...string) *httptest.ResponseRecorder {
	return f.serve(request(http.MethodPost, body, headers...))
}

// response is a JSON-RPC response.
type response struct {
	ID     any             `json:"id"`
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Code    int             `json:"code"`
		Message string          `json:"message"`
		Data    json.RawMessage `json:"data"`
	} `json:"error"`
}

// result is the result of a tool call.
type result struct {
	Content []struct {
		Type, Text string
	} `json:"content"`
	StructuredContent json.RawMessage `json:"structuredContent"`
	IsError           bool            `json:"isError"`
	Meta              map[string]any  `json:"_meta"`
}

func read[T any](t testing.TB, text []byte) T {
	t.Helper()
	var value T
	if err := json.Unmarshal(text, &value); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return value
}

// tool calls a tool and returns its result.
func (f *fixture) tool(name, arguments string, headers ...string) result {
	f.t.Helper()
	message := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"` + name + `"`
	if arguments != "" {
		message += `,"arguments":` + arguments
	}
	recorder := f.post(message+`}}`, headers...)
	answer := read[response](f.t, recorder.Body.Bytes())
	if recorder.Code != http.StatusOK || answer.Error != nil {
		f.t.Fatalf("%s: status %d: %s", name, recorder.Code, recorder.Body)
	}
	got := read[result](f.t, answer.Result)
	if len(got.Content) != 1 || got.Content[0].Type != "text" {
		f.t.Fatalf("%s: want one text: %s", name, recorder.Body)
	}
	return got
}
