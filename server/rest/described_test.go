package rest

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/legacy"
)

// description is the service's own OpenAPI description as an independent
// library reads it, by the text.
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

// described judges an answer by the service's description: status, headers and
// body, and the request too where it was answered with 200.
func (f *fixture) described(request *http.Request, body string, response *httptest.ResponseRecorder) {
	f.t.Helper()
	if response.Code == http.StatusNotFound || response.Code == http.StatusMethodNotAllowed {
		return // no operation
	}
	text := f.catalogue.Load().documents["/openapi.json"][0].text
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
	if response.Code == http.StatusOK {
		if err := openapi3filter.ValidateRequest(asked.Context(), input); err != nil {
			f.t.Errorf("%s %s was answered, but does not fit its description: %v\n%s", request.Method, request.URL, err, body)
		}
	}
	err = openapi3filter.ValidateResponse(asked.Context(), &openapi3filter.ResponseValidationInput{
		RequestValidationInput: input, Status: response.Code, Header: response.Header(), Options: options,
		Body: io.NopCloser(bytes.NewReader(response.Body.Bytes())),
	})
	if err != nil {
		f.t.Errorf("%s %s: the answer %d does not fit its description: %v\n%.500s", request.Method, request.URL, response.Code, err, response.Body)
	}
	described := route.Operation.Responses.Status(response.Code)
	if described == nil {
		return // ValidateResponse has said so
	}
	names := map[string]bool{"Content-Type": true, "Content-Length": true}
	for name := range described.Value.Headers {
		names[http.CanonicalHeaderKey(name)] = true
	}
	for name := range response.Header() {
		if !names[name] {
			f.t.Errorf("%s %s: %d: the header %s is not described", request.Method, request.URL, response.Code, name)
		}
	}
}

// TestDescriptionNoticesWrongAnswers: the check above is one that can fail.
func TestDescriptionNoticesWrongAnswers(t *testing.T) {
	for name, answer := range map[string]struct {
		status int
		body   string
		header http.Header
	}{
		"unknown member":  {401, `{"detail":{"error":"missing_api_key","message":"x","more":1}}`, http.Header{"X-Request-Id": {"a"}, "Cache-Control": {"no-store"}, "Www-Authenticate": {"Bearer"}}},
		"unknown status":  {418, `{}`, http.Header{"X-Request-Id": {"a"}}},
		"missing header":  {402, `{"detail":{"error":"insufficient_credits","message":"x"}}`, http.Header{"X-Request-Id": {"a"}}},
		"unknown header":  {402, `{"detail":{"error":"insufficient_credits","message":"x"}}`, http.Header{"X-Request-Id": {"a"}, "Cache-Control": {"no-store"}, "X-Other": {"a"}}},
		"no JSON at all":  {500, `oops`, http.Header{"X-Request-Id": {"a"}, "Cache-Control": {"no-store"}}},
		"not this answer": {200, `{"rows":[]}`, http.Header{"X-Request-Id": {"a"}, "Cache-Control": {"no-store"}}},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t, nil)
			seen := &failures{TB: t}
			f.t = seen
			response := httptest.NewRecorder()
			answer.header.Set("Content-Type", jsonType)
			for name, values := range answer.header {
				response.Header()[name] = values
			}
			response.Code = answer.status
			response.Body.WriteString(answer.body)
			f.described(httptest.NewRequest("POST", netPath, nil), goodNet, response)
			if seen.count == 0 {
				t.Error("a wrong answer was not noticed")
			}
		})
	}
}

// failures counts a test's failures in place of reporting them.
type failures struct {
	testing.TB
	count int
}

func (f *failures) Errorf(string, ...any) { f.count++ }
