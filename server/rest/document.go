package rest

import (
	"net/http"
	"strings"
	"sync"

	"github.com/gin-gonic/gin"

	"github.com/payslate/payslate/interpreter/wording"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/server/operations"
	"github.com/payslate/payslate/server/rest/openapi"
	"github.com/payslate/payslate/server/web/reference"
)

// document is a text that is served without a key.
type document struct {
	contentType string
	header      map[string]string
	text        *packed
	tag         string
}

// documents are the texts by path.
type documents map[string]*document

// descriptionPath has the description of the service, and briefPath the one without
// examples of bodies that the page reads.
const (
	descriptionPath = "/openapi.json"
	briefPath       = "/page/openapi.json"
)

// documentPaths lists where the documentation is.
func documentPaths() []string { return append(reference.Paths(), descriptionPath, briefPath) }

// lazyDocuments writes the documentation of a list of operations in each
// language, once it is asked for: its examples are computed.
func (s *Server) lazyDocuments(list *operations.Catalogue) map[rules.Language]func() (documents, error) {
	lazy := map[rules.Language]func() (documents, error){}
	for language := range wording.Known() {
		lazy[language] = sync.OnceValues(func() (documents, error) { return s.newDocuments(list, language) })
	}
	return lazy
}

func (s *Server) newDocuments(list *operations.Catalogue, language rules.Language) (documents, error) {
	description, brief, err := openapi.Document(list, openapi.Options{
		PublicURL: s.publicURL, Marketplace: s.marketplace.configured, Open: s.open(), Language: language,
	})
	if err != nil {
		return nil, err
	}
	pages, err := reference.Pages(list, s.publicURL, language)
	if err != nil {
		return nil, err
	}
	all := documents{}
	pages = append(pages, reference.Page{Path: descriptionPath, ContentType: jsonType, Text: description}, reference.Page{Path: briefPath, ContentType: jsonType, Text: brief})
	for _, page := range pages {
		all[page.Path] = &document{page.ContentType, page.Header, newPacked(page.Text), entityTag(list.DataVersion(), language, page.Text)}
	}
	return all, nil
}

// document answers with the text of a path.
func (s *Server) document(path string) gin.HandlerFunc {
	return func(c *gin.Context) {
		language := operations.Language(c.Request.Header.Get("Accept-Language")).First()
		documents, err := s.catalogue.Load().documents[language]()
		if err != nil {
			s.fault(c, err)
			return
		}
		found := documents[path]
		cacheable(c.Writer.Header(), found.tag, cachePublic, varyDocument)
		found.serve(c, http.StatusOK, languageTag(language))
	}
}

// serve answers with the document, or with 304 if the client has it; language may be nil.
func (d *document) serve(c *gin.Context, status int, language []string) {
	header := c.Writer.Header()
	for name, value := range d.header {
		header.Set(name, value)
	}
	if status == http.StatusOK && holds(c.Request.Header, d.tag) {
		c.Status(http.StatusNotModified)
		return
	}
	header.Set("Content-Type", d.contentType)
	if language != nil {
		header[languageHeader] = language
	}
	d.text.write(c, status)
}

// nothing answers an unknown path, with a page if the client asks for HTML.
func (s *Server) nothing(c *gin.Context) {
	header := c.Writer.Header()
	header.Set("Vary", "Accept")
	if !strings.Contains(c.Request.Header.Get("Accept"), "text/html") {
		s.fail(c, operations.Fail("not_found"))
		return
	}
	language := operations.Language(c.Request.Header.Get("Accept-Language")).First()
	documents, err := s.catalogue.Load().documents[language]()
	if err != nil {
		s.fault(c, err)
		return
	}
	header["Cache-Control"] = notKept
	documents[reference.NotFoundPath].serve(c, http.StatusNotFound, languageTag(language))
}
