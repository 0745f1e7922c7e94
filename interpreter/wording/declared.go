package wording

import (
	"slices"
	"strconv"
	"strings"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/document"
)

// Declared are the languages that the texts of a group of files must have.
type Declared struct {
	tags []string
	file string // that declares them
}

// ReadDeclared reads a list of language tags, which must include English.
func ReadDeclared(n *document.Node) (Declared, diagnostic.List) {
	fail := func(at *document.Node, code, summary, detail string) (Declared, diagnostic.List) {
		return Declared{}, diagnostic.List{{Severity: diagnostic.Error, Code: code, Summary: summary, Detail: detail, Subject: at.Range}}
	}
	d := Declared{file: n.Range.File[strings.LastIndexByte(n.Range.File, '/')+1:]}
	for _, item := range n.Items {
		if _, err := Register(item.Text); err != nil {
			return fail(item, "unknown-word", err.Error(), "Write language tags: languages: [en, de].")
		}
		d.tags = append(d.tags, item.Text)
	}
	if english := English.Tag(); !slices.Contains(d.tags, english) {
		return fail(n, "missing-language", "the languages lack "+english+", which every text has", "Write a list that begins with it: languages: ["+english+", …].")
	}
	return d, nil
}

// Check reports texts at or below a node that lack a declared language or have another
// one. A map with a scalar English entry is such a text. Without a declaration it
// reports nothing.
func (d *Declared) Check(n *document.Node) (list diagnostic.List) {
	if d.tags == nil {
		return nil
	}
	for _, item := range n.Items {
		list.Extend(d.Check(item))
	}
	english := n.Get(English.Tag())
	if english == nil || english.Kind != document.Scalar {
		for _, e := range n.Entries {
			list.Extend(d.Check(e.Value))
		}
		return list
	}
	for _, tag := range d.tags {
		if n.Get(tag) == nil {
			list.Fail(n.Range, "missing-language", "this text lacks its "+tag+" version, which "+d.file+" declares", "Add "+tag+": … to it, or take "+tag+" out of languages.")
		}
	}
	for _, e := range n.Entries {
		if tag := e.Key.Text; !slices.Contains(d.tags, tag) {
			list.Append(diagnostic.Diagnostic{
				Severity: diagnostic.Warning, Code: "undeclared-language", Summary: d.file + " does not declare the language " + strconv.Quote(tag),
				Detail:     "It declares " + strings.Join(d.tags, ", ") + ". Correct the tag, or add it to languages.",
				Suggestion: diagnostic.Nearest(tag, d.tags), Subject: e.Key.Range,
			})
		}
	}
	return list
}
