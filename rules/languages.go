package rules

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/payslate/payslate/interpreter/declaration"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/document"
	"github.com/payslate/payslate/interpreter/wording"
)

// languages holds the texts of a country's files to the languages that the
// country declares. One that declares none offers each text as it is.
func (l *loader) languages(dir string, head *declaration.File) {
	n := head.Root.Get("languages")
	if n == nil {
		return
	}
	var declared []string
	for _, item := range n.Items {
		if _, err := wording.Register(item.Text); err != nil {
			l.fail(item.Range, "unknown-word", err.Error(), "Write language tags: languages: [en, de].")
			return
		}
		declared = append(declared, item.Text)
	}
	english := wording.English.Tag()
	if !slices.Contains(declared, english) {
		l.fail(n.Range, "missing-language", "the languages lack "+english+", which every text has", "Write a list that begins with it: languages: ["+english+", …].")
		return
	}
	for _, name := range slices.Sorted(maps.Keys(l.read)) {
		if f := l.read[name]; f != nil && strings.HasPrefix(name, dir+"/") {
			l.offered(f.Root, declared)
		}
	}
}

// offered reports texts at or below a node that lack a declared language, or have
// another one. A text in languages is a map with an English one.
func (l *loader) offered(n *document.Node, declared []string) {
	for _, item := range n.Items {
		l.offered(item, declared)
	}
	english := n.Get(wording.English.Tag())
	if english == nil || english.Kind != document.Scalar {
		for _, e := range n.Entries {
			l.offered(e.Value, declared)
		}
		return
	}
	for _, tag := range declared {
		if n.Get(tag) == nil {
			l.fail(n.Range, "missing-language", "this text lacks its "+tag+" version, which country.yaml declares", "Add "+tag+": … to it, or take "+tag+" out of languages.")
		}
	}
	for _, e := range n.Entries {
		if tag := e.Key.Text; !slices.Contains(declared, tag) {
			l.list.Append(diagnostic.Diagnostic{
				Severity: diagnostic.Warning, Code: "undeclared-language", Summary: "country.yaml does not declare the language " + strconv.Quote(tag),
				Detail:     "It declares " + strings.Join(declared, ", ") + ". Correct the tag, or add it to languages.",
				Suggestion: diagnostic.Nearest(tag, declared), Subject: e.Key.Range,
			})
		}
	}
}
