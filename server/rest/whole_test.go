package rest

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"testing"
)

// Answers of any size arrive complete, even on a reused connection.
func TestAnswersAreWhole(t *testing.T) {
	f := newFixture(t, nil)
	bodies := map[string][]byte{}
	for _, size := range []int{0, 1, 4096, 4097, maxKept, 300_000} {
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
