package rest

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"testing"
)

// Answers of any size arrive complete, even on a reused connection.
func TestAnswersAreWhole(t *testing.T) {
	f := newFixture(t, nil)
	bodies := map[string][]byte{}
	for _, size := range []int{0, 1, 4096, maxGathered, maxGathered + 1, 300_000} {
		path := fmt.Sprintf("/of/%d", size)
		bodies[path] = bytes.Repeat([]byte("\r\n\r\nx"), size/5+1)[:size]
		answer := f.handle(func(x *exchange) { x.write(http.StatusOK, bodies[path]) })
		f.engine.GET(path, answer)
		f.engine.HEAD(path, answer)
	}
	address := f.streamed()
	for range 2 {
		for path, body := range bodies {
			for _, method := range []string{"GET", "HEAD"} {
				request, err := http.NewRequestWithContext(t.Context(), method, "http://"+address+path, nil)
				if err != nil {
					t.Fatal(err)
				}
				response, err := http.DefaultClient.Do(request)
				if err != nil {
					t.Fatal(err)
				}
				got, err := io.ReadAll(response.Body)
				response.Body.Close()
				if err != nil || response.ContentLength != int64(len(body)) || method == "GET" && !bytes.Equal(got, body) {
					t.Fatalf("%s %s: %v, %d of %d bytes", method, path, err, len(got), len(body))
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
