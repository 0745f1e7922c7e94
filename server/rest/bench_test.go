package rest

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/gin-gonic/gin"
)

// nowhere discards an answer.
type nowhere struct{ header http.Header }

func (n *nowhere) Header() http.Header               { return n.header }
func (n *nowhere) Write(text []byte) (int, error)    { return len(text), nil }
func (n *nowhere) WriteHeader(int)                   {}
func (n *nowhere) WriteString(t string) (int, error) { return len(t), nil }

// BenchmarkCall measures a call with its durable debit, without the network, and a
// handler that only sends the same answer.
func BenchmarkCall(b *testing.B) {
	f := newFixture(b, func(o *Options) { o.Log = slog.New(slog.NewTextHandler(io.Discard, nil)) })
	key := f.key(1_000_000_000)
	answer := f.send("POST", netPath, goodNet, "X-API-Key", key).Body.Bytes()
	echo := gin.New()
	echo.POST(netPath, func(c *gin.Context) {
		if _, err := io.Copy(io.Discard, c.Request.Body); err != nil {
			b.Error(err)
		}
		c.Data(http.StatusOK, jsonType, answer)
	})
	for _, handler := range []struct {
		name string
		http.Handler
	}{{"echo", echo}, {"net", f.HTTPServer().Handler}} {
		b.Run(handler.name, func(b *testing.B) {
			b.SetParallelism(32)
			b.ReportAllocs()
			b.RunParallel(func(loop *testing.PB) {
				request := httptest.NewRequest("POST", netPath, nil)
				request.Header.Set("X-API-Key", key)
				for loop.Next() {
					body := strings.NewReader(goodNet)
					request.Body, request.ContentLength = io.NopCloser(body), int64(len(goodNet))
					handler.ServeHTTP(&nowhere{http.Header{}}, request)
				}
			})
		})
	}
	f.book.Asked()
}
