package rest

import (
	"encoding/json"
	"net/http"
	"path"
	"strings"
	"sync"

	"github.com/payslate/payslate/interpreter/rows"
	"github.com/payslate/payslate/operations"
	"github.com/payslate/payslate/rules"
)

// ruleFilesPath is where the rule files can be read, by everybody: the list at
// the path itself, each file below it.
const ruleFilesPath = "/rules/"

// counted counts what an address reads that needs no key, and refuses it beyond the limit.
func counted(answer handler) handler {
	return func(x *exchange) {
		if err := x.server.meter.Read(x.subscriber(), x.Writer.Header()); err != nil {
			x.fail(err)
			return
		}
		answer(x)
	}
}

// ruleFileOf answers with the text of a rule file, with what the names in it mean
// (?names), or with the list of the files.
func ruleFileOf(x *exchange) {
	list := x.server.catalogue.Load()
	asked := ruleFile{name: strings.TrimPrefix(x.Param("file"), "/"), language: rules.English}
	if _, asked.names = x.GetQuery("names"); asked.names {
		asked.language = operations.Language(x.Request.Header.Get("Accept-Language")).First()
	}
	if _, known := list.RuleFile(asked.name); !known && asked.name != "" {
		x.fail(operations.Fail("not_found"))
		return
	}
	written, _ := list.ruleFiles.LoadOrStore(asked, sync.OnceValue(func() *document { return asked.write(list.Catalogue) }))
	answer := written.(func() *document)()
	if answer == nil {
		x.fail(operations.Fail("not_found"))
		return
	}
	cacheable(x.Writer.Header(), answer.tag, cachePublic, varyDocument)
	answer.serve(x, http.StatusOK)
}

// ruleFile is a rule file as it is asked for; without a name the list of all.
type ruleFile struct {
	name     string
	names    bool // what they mean
	language rules.Language
}

// write makes the answer, nil where the file has no names to explain.
func (f ruleFile) write(list *operations.Catalogue) *document {
	contentType := "text/plain; charset=utf-8"
	text, _ := list.RuleFile(f.name)
	var value any // answered as JSON instead of the text
	switch {
	case f.names:
		reading, ok := list.Reading(f.name, f.language)
		if !ok {
			return nil
		}
		value = reading
	case f.name == "":
		value = map[string]any{"rules_version": list.RulesVersion, "files": list.RuleFiles()}
	}
	if value != nil {
		text, _ = json.Marshal(value) // of texts and numbers
	}
	if value != nil || path.Ext(f.name) == ".json" {
		contentType = jsonType
	} else if path.Ext(f.name) == rows.Packed {
		contentType = "application/gzip"
	}
	return newDocument(contentType, "", text, entityTag(list.RulesVersion, f.language, text))
}
