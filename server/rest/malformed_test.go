package rest

import (
	"bufio"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

// TestMalformedRequests: requests that net/http itself refuses get errors of the usual
// form, and the connection ends.
func TestMalformedRequests(t *testing.T) {
	f := newFixture(t, nil)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := f.HTTPServer()
	go func() { _ = server.Serve(Plain(listener)) }()
	defer server.Close()
	for _, test := range []struct {
		name, sent string
		status     int
		code       string
	}{
		{"not HTTP", "hello\r\n\r\n", 400, "invalid_input"},
		{"TLS", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 400, "invalid_input"},
		{"no host", "GET /healthz HTTP/1.1\r\n\r\n", 400, "invalid_input"},
		{"two hosts", "GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400, "invalid_input"},
		{"an invalid host", "GET /healthz HTTP/1.1\r\nHost: <a>\r\n\r\n", 400, "invalid_input"},
		{"a blank in a header's name", "GET /healthz HTTP/1.1\r\nHost: a\r\nX Y: 1\r\n\r\n", 400, "invalid_input"},
		{"a control character", "GET /healthz HTTP/1.1\r\nHost: a\r\nX: \x01\r\n\r\n", 400, "invalid_input"},
		{"two lengths", "POST " + netPath + " HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}", 400, "invalid_input"},
		{"no length", "POST " + netPath + " HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n{}", 400, "invalid_input"},
		{"another transfer coding", "POST " + netPath + " HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n{}", 501, "invalid_input"},
		{"another version", "GET /healthz HTTP/3.0\r\nHost: a\r\n\r\n", 505, "invalid_input"},
		{"a large header", "GET /healthz HTTP/1.1\r\nHost: a\r\nX: " + strings.Repeat("x", 64<<10) + "\r\n\r\n", 431, "header_too_large"},
		{"many headers", "GET /healthz HTTP/1.1\r\nHost: a\r\n" + strings.Repeat("X: y\r\n", 16<<10) + "\r\n", 431, "header_too_large"},
		{"a long line", "GET /" + strings.Repeat("x", 64<<10) + " HTTP/1.1\r\nHost: a\r\n\r\n", 431, "header_too_large"},
		{"everything", "OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 404, "not_found"},
	} {
		t.Run(test.name, func(t *testing.T) {
			connection, err := net.Dial("tcp", listener.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			defer connection.Close()
			if err := connection.SetDeadline(time.Now().Add(time.Minute)); err != nil {
				t.Fatal(err)
			}
			go func() { _, _ = io.WriteString(connection, test.sent) }() // the answer may come before the end
			response, err := http.ReadResponse(bufio.NewReader(connection), nil)
			if err != nil {
				t.Fatal(err)
			}
			defer response.Body.Close()
			var body struct {
				Detail struct{ Error, Message string }
			}
			if err := json.NewDecoder(response.Body).Decode(&body); err != nil {
				t.Fatal(err)
			}
			header := response.Header
			if response.StatusCode != test.status || body.Detail.Error != test.code || body.Detail.Message == "" || !response.Close ||
				header.Get("Content-Type") != jsonType || header.Get("X-Request-Id") == "" || header.Get("X-Content-Type-Options") != "nosniff" {
				t.Errorf("status %d %+v %v", response.StatusCode, body, header)
			}
		})
	}
}

// TestAnswersAreNotTakenForRefusals: only net/http's own messages are replaced.
func TestAnswersAreNotTakenForRefusals(t *testing.T) {
	const end = "\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n"
	for text, want := range map[string]int{
		"HTTP/1.1 400 Bad Request" + end + "400 Bad Request":      400,
		"HTTP/1.1 431 Request Header Fields Too Large" + end + "": 431,
		"HTTP/1.1 200 OK" + end:                                   0,
		"HTTP/1.1 400 Bad Request\r\nDate: x" + end:               0,
		"400 Bad Request" + end:                                   0,
		"":                                                        0,
		"HTTP/1.1 ":                                               0,
		"{\"x\":\"HTTP/1.1 400 Bad Request" + end + "\"}":         0,
	} {
		if got := refusedStatus([]byte(text)); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}
