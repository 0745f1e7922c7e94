package main

import (
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	tracepb "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"
)

// receiver starts a server that receives spans as a collector does.
func receiver(t *testing.T) (address string, spans <-chan *tracepb.ResourceSpans) {
	t.Helper()
	received := make(chan *tracepb.ResourceSpans, 100)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body := io.Reader(r.Body)
		if r.Header.Get("Content-Encoding") == "gzip" {
			unpacked, err := gzip.NewReader(body)
			if err != nil {
				t.Error(err)
				return
			}
			body = unpacked
		}
		data, err := io.ReadAll(body)
		if err != nil {
			t.Error(err)
			return
		}
		var request tracepb.TracesData
		if err := proto.Unmarshal(data, &request); err != nil || r.URL.Path != "/v1/traces" {
			t.Errorf("%s: %v", r.URL.Path, err)
			return
		}
		for _, each := range request.ResourceSpans {
			received <- each
		}
	}))
	t.Cleanup(server.Close)
	return server.URL, received
}

// TestTraces: each request is a span of the caller's trace, and pending spans are sent
// when the program ends.
func TestTraces(t *testing.T) {
	address, spans := receiver(t)
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", address)
	t.Setenv("OTEL_RESOURCE_ATTRIBUTES", "deployment.environment.name=test")
	t.Setenv("OTEL_BSP_SCHEDULE_DELAY", "3600000") // longer than the test
	settings := config{listen: "127.0.0.1:0", data: t.TempDir(), logFormat: logText, traces: true}
	public, _, stop := start(t, settings)
	request, err := http.NewRequest("GET", public+"/v1/salary-net/countries?secret=1", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	if err := response.Body.Close(); err != nil {
		t.Fatal(err)
	}
	if err := stop(); err != nil {
		t.Fatal(err)
	}
	var got *tracepb.ResourceSpans
	select {
	case got = <-spans:
	case <-time.After(30 * time.Second):
		t.Fatal("no span was sent")
	}
	text := got.String()
	for _, want := range []string{`"payslate"`, `"deployment.environment.name"`, `"salary-net/countries"`, `"/v1/salary-net/countries"`} {
		if !strings.Contains(text, want) {
			t.Errorf("%s is missing in %s", want, text)
		}
	}
	span := got.ScopeSpans[0].Spans[0]
	if span.Name != "GET /v1/salary-net/countries" || span.Kind != tracepb.Span_SPAN_KIND_SERVER ||
		!strings.HasPrefix(string(span.TraceId), "\x0a\xf7\x65") || !strings.HasPrefix(string(span.ParentSpanId), "\xb7\xad\x6b") {
		t.Errorf("%s", span)
	}
	if strings.Contains(text, "secret") {
		t.Errorf("a query was exported: %s", text)
	}
}

// TestSpanClient: the client retries while the collector is busy and reports a refusal.
func TestSpanClient(t *testing.T) {
	defer func(pauses []time.Duration) { spanPauses = pauses }(spanPauses)
	spanPauses = []time.Duration{time.Millisecond}
	calls := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		calls++
		if r.Header.Get("X-Team") != "pay roll" || r.Header.Get("Content-Encoding") != "gzip" || r.URL.Path != "/spans" {
			t.Errorf("%s: %v", r.URL.Path, r.Header)
		}
		w.WriteHeader([]int{http.StatusServiceUnavailable, http.StatusOK, http.StatusBadRequest}[calls-1])
	}))
	defer server.Close()
	t.Setenv("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", server.URL+"/spans")
	t.Setenv("OTEL_EXPORTER_OTLP_HEADERS", "x-team=pay%20roll, x-other=1")
	t.Setenv("OTEL_EXPORTER_OTLP_TRACES_COMPRESSION", "gzip")
	client, err := newSpanClient()
	if err != nil {
		t.Fatal(err)
	}
	if err := client.UploadTraces(t.Context(), nil); err != nil || calls != 2 {
		t.Errorf("after %d calls: %v", calls, err)
	}
	if err := client.UploadTraces(t.Context(), nil); err == nil || calls != 3 {
		t.Errorf("UploadTraces of refused spans: %v after %d calls", err, calls)
	}
	for _, wrong := range [][2]string{{"TRACES_ENDPOINT", "127.0.0.1:4318"}, {"HEADERS", "a=%zz"}, {"TIMEOUT", "1s"}, {"CERTIFICATE", "none.pem"}, {"CLIENT_CERTIFICATE", "none.pem"}} {
		t.Run(wrong[0], func(t *testing.T) {
			t.Setenv("OTEL_EXPORTER_OTLP_"+wrong[0], wrong[1])
			if _, err := newSpanClient(); err == nil {
				t.Error("newSpanClient accepted it")
			}
		})
	}
}

func TestWantsTraces(t *testing.T) {
	const endpoint, at = "OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:4318"
	for _, test := range []struct {
		env     []string
		want    bool
		problem string
	}{
		{nil, false, ""},
		{[]string{endpoint, at}, true, ""},
		{[]string{"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", at}, true, ""},
		{[]string{endpoint, at, "OTEL_SDK_DISABLED", "true"}, false, ""},
		{[]string{endpoint, at, "OTEL_TRACES_EXPORTER", "none"}, false, ""},
		{[]string{endpoint, at, "OTEL_EXPORTER_OTLP_PROTOCOL", "http/protobuf"}, true, ""},
		{[]string{endpoint, at, "OTEL_EXPORTER_OTLP_PROTOCOL", "grpc"}, false, "by http/protobuf alone"},
	} {
		got, err := wantsTraces(environment(test.env...))
		if got != test.want || (err == nil) != (test.problem == "") || err != nil && !strings.Contains(err.Error(), test.problem) {
			t.Errorf("%q: %t, %v", test.env, got, err)
		}
	}
}
