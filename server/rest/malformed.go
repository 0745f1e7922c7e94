package rest

import (
	"bytes"
	"net"
	"net/http"
	"strconv"

	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/server/operations"
)

// Plain gives the refusals that net/http writes itself, to invalid HTTP or too large a
// header, the form of the service's errors, and sends each answer in one write. It is for
// connections without TLS, because net/http requires its own type for TLS.
func Plain(listener net.Listener) net.Listener { return wholeListener{plainListener{listener}} }

type plainListener struct{ net.Listener }

func (l plainListener) Accept() (net.Conn, error) {
	connection, err := l.Listener.Accept()
	if tcp, ok := connection.(*net.TCPConn); ok {
		return plainConnection{tcp}, err
	}
	return connection, err
}

type plainConnection struct{ *net.TCPConn }

// plainRefusal is how net/http ends the head of its own refusals; answers of a
// handler carry a date and a length.
var (
	statusLine   = []byte("HTTP/1.1 ")
	plainRefusal = []byte("\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n")
)

// Write replaces a refusal of net/http, which it writes at once.
func (c plainConnection) Write(text []byte) (int, error) {
	status := refusedStatus(text)
	if status == 0 {
		return c.TCPConn.Write(text)
	}
	if _, err := c.TCPConn.Write(refusal(status)); err != nil {
		return 0, err
	}
	return len(text), nil
}

// refusedStatus is the status of a refusal that net/http wrote, 0 of anything
// else.
func refusedStatus(text []byte) int {
	if !bytes.HasPrefix(text, statusLine) {
		return 0
	}
	end := bytes.IndexByte(text, '\r')
	if end < 0 || !bytes.HasPrefix(text[end:], plainRefusal) {
		return 0
	}
	code, _, _ := bytes.Cut(text[len(statusLine):end], []byte(" "))
	status, err := strconv.Atoi(string(code))
	if err != nil || status < http.StatusBadRequest {
		return 0
	}
	return status
}

// refusal returns the whole answer to a request that could not be parsed.
func refusal(status int) []byte {
	failure := operations.Malformed(status)
	if status == http.StatusRequestHeaderFieldsTooLarge {
		failure = operations.HeaderTooLarge()
	}
	body := failure.AppendJSON(nil, rules.English)
	header := http.Header{
		"Content-Type": {jsonType}, "Content-Length": {strconv.Itoa(len(body))}, "Connection": {"close"},
		"Cache-Control": {cacheNone}, requestIDHeader: {requestID("")},
	}
	shield(header)
	var answer bytes.Buffer
	answer.WriteString("HTTP/1.1 " + strconv.Itoa(status) + " " + http.StatusText(status) + "\r\n")
	_ = header.Write(&answer) // a buffer takes everything
	answer.WriteString("\r\n")
	answer.Write(body)
	return answer.Bytes()
}
