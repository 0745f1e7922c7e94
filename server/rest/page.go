package rest

import (
	"bytes"
	"compress/gzip"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/gin-gonic/gin"

	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/server/web"
)

// varyPage names what a file of the web page depends on.
const varyPage = "Accept-Encoding"

// routePage serves the files of the web page.
func (s *Server) routePage(engine *gin.Engine) error {
	files, err := web.Files()
	if err != nil {
		return err
	}
	for _, file := range files {
		handler := servePage(file)
		engine.GET(file.Path, handler)
		engine.HEAD(file.Path, handler)
	}
	return nil
}

func servePage(file web.File) gin.HandlerFunc {
	page := document{file.ContentType, file.Header, newPacked(file.Text), entityTag("", rules.English, file.Text)}
	return func(c *gin.Context) {
		cacheable(c.Writer.Header(), page.tag, file.CacheControl, varyPage)
		page.serve(c, http.StatusOK, nil)
	}
}

// packed is a text that is sent compressed to clients that accept gzip, unless that does
// not make it smaller, as with fonts.
type packed struct {
	plain []byte
	gzip  func() []byte
}

// newPacked compresses a text on first use.
func newPacked(text []byte) *packed {
	return &packed{plain: text, gzip: sync.OnceValue(func() []byte {
		var dst bytes.Buffer
		packer, _ := gzip.NewWriterLevel(&dst, gzip.BestCompression) // the level is valid
		// A buffer takes everything.
		_, _ = packer.Write(text)
		_ = packer.Close()
		return dst.Bytes()
	})}
}

// write answers with the text. The tag of the gzip form is weak, because its bytes
// differ.
func (p *packed) write(c *gin.Context, status int) {
	text := p.plain
	header := c.Writer.Header()
	if takesGzip(c.Request.Header) && len(p.gzip()) < len(p.plain) {
		text = p.gzip()
		header.Set("Content-Encoding", "gzip")
		header.Set("ETag", "W/"+header.Get("ETag"))
	}
	header.Set("Content-Length", strconv.Itoa(len(text)))
	c.Writer.WriteHeader(status)
	if c.Request.Method != http.MethodHead {
		// A client that has left cannot be told.
		_, _ = c.Writer.Write(text)
	}
}

// takesGzip reports whether a client names gzip and does not refuse it.
func takesGzip(header http.Header) bool {
	for _, line := range header.Values("Accept-Encoding") {
		for entry := range strings.SplitSeq(line, ",") {
			coding, parameters, _ := strings.Cut(entry, ";")
			if !strings.EqualFold(strings.TrimSpace(coding), "gzip") {
				continue
			}
			weight, weighed := strings.CutPrefix(strings.ReplaceAll(parameters, " ", ""), "q=")
			return !weighed || strings.Trim(weight, "0.") != ""
		}
	}
	return false
}
