package rest

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"github.com/gin-gonic/gin"
)

// countedListener counts what its connections write.
type countedListener struct {
	net.Listener
	writes *atomic.Int64
}

func (l countedListener) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return countedConn{conn.(*net.TCPConn), l.writes}, nil
}

type countedConn struct {
	*net.TCPConn
	writes *atomic.Int64
}

func (c countedConn) Write(text []byte) (int, error) {
	c.writes.Add(1)
	return c.TCPConn.Write(text)
}

// Each answer up to a certain size is sent in one write, even on a reused connection,
// and answers of any size arrive complete.
func TestAnswersAreOneWrite(t *testing.T) {
	f := newFixture(t, nil)
	bodies := map[string][]byte{}
	for _, size := range []int{0, 1, 3000, 4096, 5672, maxGathered, maxGathered + 1, 300_000} {
		path := fmt.Sprintf("/of/%d", size)
		bodies[path] = bytes.Repeat([]byte("\r\n\r\nx"), size/5+1)[:size]
		answer := func(c *gin.Context) { write(c, http.StatusOK, bodies[path]) }
		f.engine.GET(path, answer)
		f.engine.HEAD(path, answer)
	}
	var writes atomic.Int64
	server := httptest.NewUnstartedServer(nil)
	server.Listener = wholeListener{countedListener{server.Listener, &writes}}
	server.Config = f.HTTPServer()
	server.Start()
	defer server.Close()
	conn, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	answers := bufio.NewReader(conn)
	for range 2 {
		for path, body := range bodies {
			for _, method := range []string{"GET", "HEAD"} {
				before := writes.Load()
				fmt.Fprintf(conn, "%s %s HTTP/1.1\r\nHost: pay.test\r\n\r\n", method, path)
				response, err := http.ReadResponse(answers, &http.Request{Method: method})
				if err != nil {
					t.Fatal(err)
				}
				got, err := io.ReadAll(response.Body)
				if err != nil || response.ContentLength != int64(len(body)) || method == "GET" && !bytes.Equal(got, body) {
					t.Fatalf("%s %s: %v, %d of %d bytes", method, path, err, len(got), len(body))
				}
				if n := writes.Load() - before; n != 1 && len(body) <= maxGathered {
					t.Errorf("%s %s: %d writes", method, path, n)
				}
			}
		}
	}
}

// The server can close only its side of a connection, so a client that is refused while
// it is sending gets its answer.
func TestConnectionsCloseInHalves(t *testing.T) {
	listening, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	listener := Plain(listening)
	defer listener.Close()
	client, err := net.Dial("tcp", listening.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	accepted, err := listener.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer accepted.Close()
	// net/http uses this method.
	if err := accepted.(interface{ CloseWrite() error }).CloseWrite(); err != nil {
		t.Fatal(err)
	}
	if text, err := io.ReadAll(client); len(text) > 0 || err != nil {
		t.Errorf("the client read %q, %v; want the end", text, err)
	}
	if _, err := client.Write([]byte("rest")); err != nil {
		t.Fatal(err)
	}
	text := make([]byte, 4)
	if _, err := io.ReadFull(accepted, text); err != nil || string(text) != "rest" {
		t.Errorf("the server read %q, %v", text, err)
	}
}
