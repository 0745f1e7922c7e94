package rest

import (
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/gin-gonic/gin"

	"github.com/payslate/payslate/interpreter/wording"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/server/documents"
	"github.com/payslate/payslate/server/operations"
	"github.com/payslate/payslate/server/web"
)

// document is a text that is served without a key. It is sent compressed to clients that
// accept gzip, unless that does not make it smaller, as with fonts.
type document struct {
	contentType string
	policy      string // of a page
	language    string // its tag; empty for none
	text        []byte
	gzip        func() []byte // the text compressed, on first use
	tag         string
}

func newDocument(contentType, policy string, text []byte, tag string) *document {
	return &document{contentType: contentType, policy: policy, text: text, tag: tag, gzip: sync.OnceValue(func() []byte { return web.Packed(text) })}
}

// lazyDocuments are the documents about a list of operations in each language, by path.
type lazyDocuments map[rules.Language]func() map[string]*document

// describe writes the documents about a list of operations in each language, once they are
// asked for: their examples are computed.
func (s *Server) describe(list *operations.Catalogue) lazyDocuments {
	lazy := lazyDocuments{}
	for language := range wording.Known() {
		lazy[language] = sync.OnceValue(func() map[string]*document {
			all := map[string]*document{}
			for path, each := range documents.Write(list, documents.Options{
				PublicURL: s.publicURL, Marketplace: s.marketplace.configured, Open: s.open(), Language: language,
			}) {
				all[path] = newDocument(each.ContentType, each.Policy, each.Text, entityTag(list.DataVersion(), language, each.Text))
				all[path].language = language.Tag()
			}
			return all
		})
	}
	return lazy
}

// document answers with the text of a path.
func (s *Server) document(path string) gin.HandlerFunc {
	return func(c *gin.Context) {
		found := s.findDocument(c, path)
		cacheable(c.Writer.Header(), found.tag, cachePublic, varyDocument)
		found.serve(c, http.StatusOK)
	}
}

// findDocument finds the text of a path in the client's language.
func (s *Server) findDocument(c *gin.Context, path string) *document {
	language := operations.Language(c.Request.Header.Get("Accept-Language")).First()
	return s.catalogue.Load().documents[language]()[path]
}

// serve answers with the document, or with 304 if the client has it. The tag of the
// compressed form is weak, because its bytes differ.
func (d *document) serve(c *gin.Context, status int) {
	header := c.Writer.Header()
	if d.policy != "" {
		header.Set("Content-Security-Policy", d.policy)
	}
	if status == http.StatusOK && holds(c.Request.Header, d.tag) {
		c.Status(http.StatusNotModified)
		return
	}
	header.Set("Content-Type", d.contentType)
	if d.language != "" {
		header.Set(languageHeader, d.language)
	}
	text := d.text
	if takesGzip(c.Request.Header) && len(d.gzip()) < len(d.text) {
		text = d.gzip()
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

// nothing answers an unknown path, with a page if the client asks for HTML.
func (s *Server) nothing(c *gin.Context) {
	header := c.Writer.Header()
	header.Set("Vary", "Accept")
	if !strings.Contains(c.Request.Header.Get("Accept"), "text/html") {
		s.fail(c, operations.Fail("not_found"))
		return
	}
	header["Cache-Control"] = notKept
	s.findDocument(c, documents.NotFound).serve(c, http.StatusNotFound)
}
