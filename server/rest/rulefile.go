package rest

import (
	"encoding/json"
	"net/http"
	"path"
	"strings"

	"github.com/gin-gonic/gin"

	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/server/operations"
)

// ruleFilesPath is where the rule files can be read, by everybody: the list at
// the path itself, each file below it.
const ruleFilesPath = "/rules/"

// ruleFile answers with the text of a rule file, with what the names in it mean
// (?names), with the list of the files, or with the count of the cases that reach
// each place of theirs.
func (s *Server) ruleFile(c *gin.Context) {
	list := s.catalogue.Load()
	name := strings.TrimPrefix(c.Param("file"), "/")
	contentType := "text/plain; charset=utf-8"
	text, ok := list.RuleFile(name)
	if name == "" {
		contentType, ok = jsonType, true
		var err error
		if text, err = json.Marshal(map[string]any{"rules_version": list.RulesVersion, "files": list.RuleFiles()}); err != nil {
			s.fault(c, err)
			return
		}
	}
	language := rules.English
	if _, asked := c.GetQuery("names"); asked && ok {
		language = operations.Language(c.Request.Header.Get("Accept-Language"))
		var reading operations.Reading
		if reading, ok = list.Reading(name, language); ok {
			var err error
			if text, err = json.Marshal(reading); err != nil {
				s.fault(c, err)
				return
			}
			contentType = jsonType
		}
	}
	if path.Ext(name) == ".json" {
		contentType = jsonType
	}
	if !ok {
		s.fail(c, operations.NotFound())
		return
	}
	header := c.Writer.Header()
	tag := entityTag(list.RulesVersion, language, text)
	cacheable(header, tag, cachePublic, varyDocument)
	if holds(c.Request.Header, tag) {
		c.Status(http.StatusNotModified)
		return
	}
	header.Set("Content-Type", contentType)
	newPacked(text).write(c, http.StatusOK)
}
