package rest

import (
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/payslate/payslate/interpreter/wording"
	"github.com/payslate/payslate/operations"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/server/documents"
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

// lazyDocuments find the documents about a list of operations by path, in each language.
type lazyDocuments map[rules.Language]func(path string) *document

// describe writes the documents about a list of operations in each language once they are
// asked for: those of the page, and apart from them those with examples, which are computed.
func (s *Server) describe(list *operations.Catalogue) lazyDocuments {
	lazy := lazyDocuments{}
	for language := range wording.Known() {
		options := documents.Options{PublicURL: s.publicURL, Marketplace: s.meter.Marketplace(), Open: s.meter.Open(), Language: language}
		once := func(write func(*operations.Catalogue, documents.Options) map[string]documents.Document) func() map[string]*document {
			return sync.OnceValue(func() map[string]*document {
				all := map[string]*document{}
				for path, each := range write(list, options) {
					all[path] = newDocument(each.ContentType, each.Policy, each.Text, entityTag(list.DataVersion(), language, each.Text))
					all[path].language = language.Tag()
				}
				return all
			})
		}
		forms, others := once(documents.Forms), once(documents.Write)
		lazy[language] = func(path string) *document {
			if path == documents.OpenAPIForForms || path == documents.OpenAPIForTables {
				return forms()[path]
			}
			return others()[path]
		}
	}
	return lazy
}

// documentAt answers with the text of a path.
func documentAt(path string) handler {
	return func(x *exchange) {
		found := x.findDocument(path)
		cacheable(x.Writer.Header(), found.tag, cachePublic, varyDocument)
		found.serve(x, http.StatusOK)
	}
}

// findDocument finds the text of a path in the client's language.
func (x *exchange) findDocument(path string) *document {
	language := operations.Language(x.Request.Header.Get("Accept-Language")).First()
	return x.server.catalogue.Load().documents[language](path)
}

// serve answers with the document, or with 304 if the client has it. The tag of the
// compressed form is weak, because its bytes differ.
func (d *document) serve(x *exchange, status int) {
	header := x.Writer.Header()
	if d.policy != "" {
		header.Set("Content-Security-Policy", d.policy)
	}
	if status == http.StatusOK && holds(x.Request.Header, d.tag) {
		x.Status(http.StatusNotModified)
		return
	}
	header.Set("Content-Type", d.contentType)
	if d.language != "" {
		header.Set(languageHeader, d.language)
	}
	text := d.text
	if takesGzip(x.Request.Header) && len(d.gzip()) < len(d.text) {
		text = d.gzip()
		header.Set("Content-Encoding", "gzip")
		header.Set("ETag", "W/"+header.Get("ETag"))
	}
	header.Set("Content-Length", strconv.Itoa(len(text)))
	x.Writer.WriteHeader(status)
	if x.Request.Method != http.MethodHead {
		// A client that has left cannot be told.
		_, _ = x.Writer.Write(text)
	}
}

// nothing answers an unknown path, with a page if the client asks for HTML.
func nothing(x *exchange) {
	header := x.Writer.Header()
	header.Set("Vary", "Accept")
	if !strings.Contains(x.Request.Header.Get("Accept"), "text/html") {
		x.fail(operations.Fail("not_found"))
		return
	}
	header["Cache-Control"] = notKept
	x.findDocument(documents.NotFound).serve(x, http.StatusNotFound)
}
