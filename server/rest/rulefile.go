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
	text, ok := list.RuleFile(name)
	language := rules.English
	var value any // answered as JSON instead of the text
	if name == "" {
		value, ok = map[string]any{"rules_version": list.RulesVersion, "files": list.RuleFiles()}, true
	}
	if _, asked := c.GetQuery("names"); asked && ok {
		language = operations.Language(c.Request.Header.Get("Accept-Language"))
		value, ok = list.Reading(name, language)
	}
	if !ok {
		s.fail(c, operations.NotFound())
		return
	}
	if value != nil {
		var err error
		if text, err = json.Marshal(value); err != nil {
			s.fault(c, err)
			return
		}
	}
	answer := document{contentType: "text/plain; charset=utf-8", text: newPacked(text), tag: entityTag(list.RulesVersion, language, text)}
	if value != nil || path.Ext(name) == ".json" {
		answer.contentType = jsonType
	}
	cacheable(c.Writer.Header(), answer.tag, cachePublic, varyDocument)
	answer.serve(c, http.StatusOK, nil)
}
