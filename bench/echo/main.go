// Command echo is the baseline of bench/http: a bare gin handler that reads each POST
// and answers with the bytes of a file.
package main

import (
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"

	"github.com/gin-gonic/gin"
)

func main() {
	listen := flag.String("listen", "127.0.0.1:18081", "address to answer on")
	file := flag.String("answer", "", "file that holds the answer")
	path := flag.String("path", "/", "path to answer on")
	flag.Parse()
	answer, err := os.ReadFile(*file)
	if err == nil {
		err = serve(*listen, *path, answer)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func serve(listen, path string, answer []byte) error {
	gin.SetMode(gin.ReleaseMode)
	engine := gin.New()
	engine.POST(path, func(c *gin.Context) {
		if _, err := io.Copy(io.Discard, c.Request.Body); err != nil {
			c.Status(http.StatusBadRequest)
			return
		}
		c.Data(http.StatusOK, "application/json", answer)
	})
	return http.ListenAndServe(listen, engine)
}
