package main

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	tracepb "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"
)

// spanClient sends spans to a collector by http/protobuf, as OpenTelemetry's variables
// say. The library's own client would add gRPC to the program.
type spanClient struct {
	endpoint string
	headers  http.Header
	packed   bool
	http     http.Client
}

// otlpVariable is a variable of the exporter of traces, or else that of all exporters.
func otlpVariable(name string) string {
	return cmp.Or(os.Getenv("OTEL_EXPORTER_OTLP_TRACES_"+name), os.Getenv("OTEL_EXPORTER_OTLP_"+name))
}

// newSpanClient reads the variables. The error names the one to correct.
func newSpanClient() (*spanClient, error) {
	c := &spanClient{endpoint: os.Getenv("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"), headers: http.Header{}, packed: otlpVariable("COMPRESSION") == "gzip"}
	if c.endpoint == "" {
		c.endpoint = strings.TrimRight(os.Getenv("OTEL_EXPORTER_OTLP_ENDPOINT"), "/") + "/v1/traces"
	}
	if at, err := url.Parse(c.endpoint); err != nil || at.Host == "" || at.Scheme != "http" && at.Scheme != "https" {
		return nil, fmt.Errorf("OTEL_EXPORTER_OTLP_ENDPOINT %q: write an address such as http://127.0.0.1:4318", c.endpoint)
	}
	for pair := range strings.SplitSeq(otlpVariable("HEADERS"), ",") {
		name, text, given := strings.Cut(pair, "=")
		value, err := url.PathUnescape(strings.TrimSpace(text))
		if err != nil {
			return nil, fmt.Errorf("OTEL_EXPORTER_OTLP_HEADERS: the value of %s: %w", name, err)
		}
		if given {
			c.headers.Set(strings.TrimSpace(name), value)
		}
	}
	c.headers.Set("Content-Type", "application/x-protobuf")
	if c.packed {
		c.headers.Set("Content-Encoding", "gzip")
	}
	milliseconds, err := strconv.Atoi(cmp.Or(otlpVariable("TIMEOUT"), "10000"))
	if err != nil || milliseconds <= 0 {
		return nil, fmt.Errorf("OTEL_EXPORTER_OTLP_TIMEOUT %q: write a number of milliseconds", otlpVariable("TIMEOUT"))
	}
	c.http.Timeout = time.Duration(milliseconds) * time.Millisecond
	c.http.Transport, err = spanTransport()
	return c, err
}

// spanTransport trusts and shows the certificates that the variables name.
func spanTransport() (http.RoundTripper, error) {
	authority, certificate, key := otlpVariable("CERTIFICATE"), otlpVariable("CLIENT_CERTIFICATE"), otlpVariable("CLIENT_KEY")
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.TLSClientConfig = &tls.Config{MinVersion: tls.VersionTLS12}
	if authority != "" {
		text, err := os.ReadFile(authority)
		if err != nil {
			return nil, err
		}
		transport.TLSClientConfig.RootCAs = x509.NewCertPool()
		if !transport.TLSClientConfig.RootCAs.AppendCertsFromPEM(text) {
			return nil, fmt.Errorf("%s holds no certificate (PEM)", authority)
		}
	}
	if certificate != "" {
		own, err := tls.LoadX509KeyPair(certificate, key)
		if err != nil {
			return nil, err
		}
		transport.TLSClientConfig.Certificates = []tls.Certificate{own}
	}
	return transport, nil
}

// Start implements otlptrace.Client: there is nothing to connect.
func (c *spanClient) Start(context.Context) error { return nil }

// Stop implements otlptrace.Client.
func (c *spanClient) Stop(context.Context) error {
	c.http.CloseIdleConnections()
	return nil
}

// spanPauses lie between the attempts to send spans that a collector is too busy for.
var spanPauses = []time.Duration{time.Second, 4 * time.Second, 15 * time.Second}

// UploadTraces implements otlptrace.Client.
func (c *spanClient) UploadTraces(ctx context.Context, spans []*tracepb.ResourceSpans) error {
	// On the wire it is the collector's request.
	body, err := proto.Marshal(&tracepb.TracesData{ResourceSpans: spans})
	if err == nil && c.packed {
		var packed bytes.Buffer
		writer := gzip.NewWriter(&packed)
		_, err = writer.Write(body)
		err = errors.Join(err, writer.Close())
		body = packed.Bytes()
	}
	if err != nil {
		return err
	}
	for attempt := 0; ; attempt++ {
		busy, err := c.post(ctx, body)
		if !busy || attempt == len(spanPauses) {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(spanPauses[attempt]):
		}
	}
}

// post sends a body; busy reports whether a later attempt may succeed.
func (c *spanClient) post(ctx context.Context, body []byte) (busy bool, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.endpoint, bytes.NewReader(body))
	if err != nil {
		return false, err
	}
	request.Header = c.headers.Clone()
	response, err := c.http.Do(request)
	if err != nil {
		return false, err
	}
	_, err = io.Copy(io.Discard, io.LimitReader(response.Body, 1<<20))
	err = errors.Join(err, response.Body.Close())
	switch response.StatusCode {
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		busy = true
	}
	if response.StatusCode >= http.StatusMultipleChoices {
		err = fmt.Errorf("%s answers %s", c.endpoint, response.Status)
	}
	return busy, err
}
