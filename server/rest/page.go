package rest

import (
	"net/http"
	"strings"

	"github.com/gin-gonic/gin"

	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/server/web"
)

// varyPage names what a file of the web page depends on.
const varyPage = "Accept-Encoding"

// routePage serves the files of the web page.
func (s *Server) routePage(engine *gin.Engine) {
	for _, file := range web.Files() {
		page := newDocument(file.ContentType, file.Policy, file.Text, entityTag("", rules.English, file.Text))
		engine.Match(readMethods, file.Path, s.handle(func(x *exchange) {
			cacheable(x.Writer.Header(), page.tag, file.CacheControl, varyPage)
			page.serve(x, http.StatusOK)
		}))
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
