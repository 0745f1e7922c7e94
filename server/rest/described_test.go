package rest

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"runtime/debug"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/legacy"

	"github.com/payslate/payslate/operations"
	"github.com/payslate/payslate/operations/operationstest"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/server/documents"
	"github.com/payslate/payslate/tables"
)

// TestMain lets garbage accumulate: collecting it takes a third of the time.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	m.Run()
}

// descriptions holds OpenAPI descriptions of the service as read by an independent
// library, by their text.
var descriptions sync.Map

func description(t testing.TB, text []byte) routers.Router {
	t.Helper()
	if router, known := descriptions.Load(string(text)); known {
		return router.(routers.Router)
	}
	loaded, err := openapi3.NewLoader().LoadFromData(text)
	if err != nil {
		t.Fatal(err)
	}
	router, err := legacy.NewRouter(loaded)
	if err != nil {
		t.Fatal(err)
	}
	descriptions.Store(string(text), router)
	return router
}

// described checks an answer against the service's description: status, headers and
// body, and the request too if it got status 200 without errors of items.
func (f *fixture) described(request *http.Request, body string, response *httptest.ResponseRecorder) {
	f.t.Helper()
	if response.Code == http.StatusNotFound || response.Code == http.StatusMethodNotAllowed {
		return // not an operation
	}
	text := f.description()
	asked := request.Clone(request.Context())
	asked.URL.Scheme, asked.URL.Host, asked.Host = "https", "pay.test", "pay.test"
	route, parameters, err := description(f.t, text).FindRoute(asked)
	if err != nil {
		if response.Code == 200 && strings.HasPrefix(request.URL.Path, "/v1/") && !strings.HasSuffix(request.URL.Path, "/mcp") {
			f.t.Errorf("%s %s is not described: %v", request.Method, request.URL.Path, err)
		}
		return
	}
	options := &openapi3filter.Options{IncludeResponseStatus: true, AuthenticationFunc: openapi3filter.NoopAuthenticationFunc}
	asked.Body = io.NopCloser(strings.NewReader(body))
	if body != "" {
		asked.Header.Set("Content-Type", jsonType)
	}
	input := &openapi3filter.RequestValidationInput{Request: asked, PathParams: parameters, Route: route, Options: options}
	// An invalid item of a batch is answered with its error.
	if itemFails := asked.URL.Path == batchPath && strings.Contains(response.Body.String(), `{"error":[`); response.Code == http.StatusOK && !itemFails {
		if err := openapi3filter.ValidateRequest(asked.Context(), input); err != nil {
			f.t.Errorf("%s %s was answered but does not match its description: %v\n%s", request.Method, request.URL, err, body)
		}
	}
	// With fields only the whole answer is described; the library reads no 1e400.
	options.ExcludeResponseBody = asked.URL.Query().Has("fields") || regexp.MustCompile(`1e\d{3}`).MatchString(body)
	err = openapi3filter.ValidateResponse(asked.Context(), &openapi3filter.ResponseValidationInput{
		RequestValidationInput: input, Status: response.Code, Header: response.Header(), Options: options,
		Body: io.NopCloser(bytes.NewReader(response.Body.Bytes())),
	})
	if err != nil {
		f.t.Errorf("%s %s: the answer %d does not match its description: %v\n%.500s", request.Method, request.URL, response.Code, err, response.Body)
	}
	described := route.Operation.Responses.Status(response.Code)
	if described == nil {
		return // reported by ValidateResponse
	}
	names := map[string]bool{
		"Content-Type": true, "Content-Length": true,
		// for browsers, not for clients
		"Connection":             true, // of the connection, not of the answer
		"X-Content-Type-Options": true, "Referrer-Policy": true, "Content-Security-Policy": true, "Cross-Origin-Resource-Policy": true,
	}
	for name := range described.Value.Headers {
		names[http.CanonicalHeaderKey(name)] = true
	}
	for name := range response.Header() {
		if !names[name] {
			f.t.Errorf("%s %s: %d: the header %s is not described", request.Method, request.URL, response.Code, name)
		}
	}
}

var openTables = sync.OnceValues(func() (*tables.Book, error) {
	book, findings, _ := tables.Open(tables.Embedded(), tables.Options{})
	return book, findings.Err()
})

// everything returns the full catalogue of the program.
func everything(t *testing.T) *operations.Catalogue {
	t.Helper()
	book, err := openTables()
	if err != nil {
		t.Fatal(err)
	}
	catalogue, err := operations.New(operationstest.New(), operations.WithTables(book))
	if err != nil {
		t.Fatal(err)
	}
	return catalogue
}

// description returns the server's description of itself.
func (f *fixture) description() []byte {
	f.t.Helper()
	return f.catalogue.Load().documents[rules.English](documents.OpenAPI).text
}

// TestExamplesAreDescribed: the answers to all documented examples match the
// documentation and the description, in both languages.
func TestExamplesAreDescribed(t *testing.T) {
	catalogue := everything(t)
	f := newFixture(t, func(o *Options) { o.Catalogue = catalogue })
	key := f.key(1000)
	for _, operation := range catalogue.Operations() {
		for _, language := range []string{"en", "de"} {
			call := func(request string) *httptest.ResponseRecorder {
				if operation.Method == http.MethodGet {
					return f.send(operation.Method, operation.Path+"?"+request, "", "X-API-Key", key, "Accept-Language", language)
				}
				return f.send(operation.Method, operation.Path, request, "X-API-Key", key, "Accept-Language", language)
			}
			for _, example := range operation.Examples(operations.Language(language)) {
				if got := call(example.Request); got.Code != http.StatusOK || got.Body.String() != string(example.Answer) {
					t.Errorf("%s: %s: status %d, or not the documented answer", operation.ID, example.Request, got.Code)
				}
			}
			if refused, ok := operation.RefusedExample(operations.Language(language)); ok && call(refused.Request).Code != http.StatusBadRequest {
				t.Errorf("%s: %s was not refused", operation.ID, refused.Request)
			}
			if got := call(operation.InvalidExample(operations.Language(language)).Request); got.Code != http.StatusUnprocessableEntity {
				t.Errorf("%s: status %d", operation.ID, got.Code)
			}
		}
	}
}

// TestTravelRefusalsAreDescribed: their additional members are described.
func TestTravelRefusalsAreDescribed(t *testing.T) {
	f := newFixture(t, func(o *Options) { o.Catalogue = everything(t) })
	key := f.key(1)
	for query, want := range map[string]string{
		"regime=nowhere": `"error":"unknown_regime"`,
		"regime=us-federal&city=Portland&date=2026-03-10":            `"candidates":[{`,
		"regime=us-federal&city=Boston&state=MA&date=1990-01-01":     `"covered":{`,
		"regime=de-federal&country=FR&city=Paris&date=1990-01-01":    `"covered":{`,
		"regime=uk-revenue&country=FR&city=Atlantis&date=2026-03-10": `"error":"unknown_location"`,
	} {
		got := f.send("GET", "/v1/travel-per-diem/rates?"+query, "", "X-API-Key", key)
		if got.Code != http.StatusBadRequest || !strings.Contains(got.Body.String(), want) {
			t.Errorf("%s: status %d: %.300s", query, got.Code, got.Body)
		}
	}
}
