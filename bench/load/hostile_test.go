package load

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"time"
)

// hostile is a kind of client that misbehaves. It counts its connections.
type hostile struct {
	host, key string
	began     atomic.Int64
	// open is the number of open connections, most its maximum.
	open, most atomic.Int64
}

// body is the request body of hostile clients.
const body = `{"country":"DE","gross":4583.33}`

// dial opens a connection that is closed when the group ends.
func (h *hostile) dial(ctx context.Context) (connection *net.TCPConn, closed func()) {
	dialled, err := (&net.Dialer{Timeout: patience}).DialContext(ctx, "tcp", h.host)
	if err != nil {
		pause(ctx, 100*time.Millisecond)
		return nil, nil
	}
	h.began.Add(1)
	for open := h.open.Add(1); ; {
		most := h.most.Load()
		if open <= most || h.most.CompareAndSwap(most, open) {
			break
		}
	}
	stop := context.AfterFunc(ctx, func() { _ = dialled.Close() })
	return dialled.(*net.TCPConn), func() { stop(); h.open.Add(-1); _ = dialled.Close() }
}

// drip sends a text a byte at a time until the server closes the connection.
func (h *hostile) drip(ctx context.Context, at io.Writer, text string) {
	for i := 0; i < len(text) && ctx.Err() == nil; i++ {
		if _, err := io.WriteString(at, text[i:i+1]); err != nil {
			return
		}
		pause(ctx, 500*time.Millisecond+rand.N(500*time.Millisecond))
	}
}

// slowHeader sends the header of a request a byte at a time.
func (h *hostile) slowHeader(ctx context.Context, _ int) {
	if connection, closed := h.dial(ctx); connection != nil {
		defer closed()
		h.drip(ctx, connection, "POST /v1/salary-net/net HTTP/1.1\r\nHost: "+h.host+"\r\nX-Padding: "+strings.Repeat("x", 1000))
	}
}

// slowBody sends a body a byte at a time.
func (h *hostile) slowBody(ctx context.Context, number int) {
	connection, closed := h.dial(ctx)
	if connection == nil {
		return
	}
	defer closed()
	path := "/v1/salary-net/net"
	if number%2 == 1 {
		path = toolsPath
	}
	_, err := fmt.Fprintf(connection, "POST %s HTTP/1.1\r\nHost: %s\r\nX-API-Key: %s\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n", path, h.host, h.key)
	if err == nil {
		h.drip(ctx, connection, body+strings.Repeat(" ", 1000-len(body)))
	}
}

// slowReader requests the largest texts repeatedly and reads almost nothing.
func (h *hostile) slowReader(ctx context.Context, _ int) {
	connection, closed := h.dial(ctx)
	if connection == nil {
		return
	}
	defer closed()
	_ = connection.SetReadBuffer(4 << 10) // where the system allows
	asked := "GET /openapi.json HTTP/1.1\r\nHost: " + h.host + "\r\n\r\n"
	go func() { _, _ = io.WriteString(connection, strings.Repeat(asked, 50)) }()
	one := make([]byte, 1)
	for ctx.Err() == nil {
		if _, err := connection.Read(one); err != nil {
			return
		}
		pause(ctx, time.Second)
	}
}

// vanishing disconnects before the answer: in the header, in the body, or right after
// it.
func (h *hostile) vanishing(ctx context.Context, _ int) {
	connection, closed := h.dial(ctx)
	if connection == nil {
		return
	}
	defer closed()
	request := fmt.Sprintf("POST /v1/salary-net/net HTTP/1.1\r\nHost: %s\r\nX-API-Key: %s\r\nContent-Length: %d\r\n\r\n%s", h.host, h.key, len(body), body)
	sent := len(request)
	if rand.IntN(2) == 0 {
		sent = rand.IntN(len(request))
	}
	_, _ = io.WriteString(connection, request[:sent])
	pause(ctx, rand.N(3*time.Millisecond))
	_ = connection.SetLinger(0) // a reset, not an orderly end
	_ = connection.Close()
	pause(ctx, rand.N(20*time.Millisecond))
}

// idle sends one request and stays until the server closes the connection.
func (h *hostile) idle(ctx context.Context, number int) {
	pause(ctx, time.Duration(number%1000)*time.Millisecond) // not all at once
	connection, closed := h.dial(ctx)
	if connection == nil {
		return
	}
	defer closed()
	if _, err := io.WriteString(connection, "GET /healthz HTTP/1.1\r\nHost: "+h.host+"\r\n\r\n"); err != nil {
		return
	}
	response, err := http.ReadResponse(bufio.NewReaderSize(connection, 1<<10), nil)
	if err != nil {
		return
	}
	_, _ = io.Copy(io.Discard, response.Body)
	_ = response.Body.Close()
	one := make([]byte, 1)
	for {
		if _, err := connection.Read(one); err != nil {
			if errors.Is(err, io.EOF) {
				pause(ctx, time.Second)
			}
			return
		}
	}
}
