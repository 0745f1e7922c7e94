package rest

import (
	"net/http"
	"strconv"

	"github.com/gin-gonic/gin"

	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/server/operations"
	"github.com/payslate/payslate/server/rest/openapi"
	"github.com/payslate/payslate/server/web/reference"
)

// document is a text that everybody gets, without a key.
type document struct {
	contentType string
	header      map[string]string
	text        []byte
	tag         string
}

// documents are the texts by path and language.
type documents map[string]map[rules.Language]*document

var documentLanguages = []rules.Language{rules.English, rules.German}

// newDocuments writes the documentation of a list of operations.
func (s *Server) newDocuments(list *operations.Catalogue) (documents, error) {
	all := documents{}
	add := func(path string, language rules.Language, contentType string, header map[string]string, text []byte) {
		if all[path] == nil {
			all[path] = map[rules.Language]*document{}
		}
		all[path][language] = &document{contentType, header, text, entityTag(list.RulesVersion, language, text)}
	}
	for _, language := range documentLanguages {
		description, err := openapi.Document(list, openapi.Options{
			PublicURL: s.publicURL, Marketplace: s.marketplace.configured, Language: language,
		})
		if err != nil {
			return nil, err
		}
		add("/openapi.json", language, jsonType, nil, description)
		pages, err := reference.Pages(list, s.publicURL, language)
		if err != nil {
			return nil, err
		}
		for _, page := range pages {
			add(page.Path, language, page.ContentType, page.Header, page.Text)
		}
	}
	return all, nil
}

// document answers with the text of a path.
func (s *Server) document(path string) gin.HandlerFunc {
	return func(c *gin.Context) {
		language := operations.Language(c.Request.Header.Get("Accept-Language"))
		document := s.catalogue.Load().documents[path][language]
		header := c.Writer.Header()
		cacheable(header, document.tag, cachePublic, varyDocument)
		for name, value := range document.header {
			header.Set(name, value)
		}
		if holds(c.Request.Header, document.tag) {
			c.Status(http.StatusNotModified)
			return
		}
		header.Set("Content-Type", document.contentType)
		header.Set("Content-Length", strconv.Itoa(len(document.text)))
		header.Set("Content-Language", languageTag(language))
		c.Writer.WriteHeader(http.StatusOK)
		if c.Request.Method != http.MethodHead {
			// A client that has left cannot be told.
			_, _ = c.Writer.Write(document.text)
		}
	}
}
