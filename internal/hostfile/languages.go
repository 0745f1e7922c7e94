package hostfile

import (
	"slices"
	"strconv"
	"strings"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/wording"
)

// Languages are the languages that the texts of a group of files must have.
type Languages struct {
	tags []string
	file string // that declares them
}

// ReadLanguages reads a list of language tags, which must include English.
func ReadLanguages(n *syntax.Node) (Languages, diagnostic.List) {
	fail := func(at *syntax.Node, code, summary, detail string) (Languages, diagnostic.List) {
		return Languages{}, diagnostic.List{{Severity: diagnostic.Error, Code: code, Summary: summary, Detail: detail, Subject: at.Range}}
	}
	d := Languages{file: n.Range.File[strings.LastIndexByte(n.Range.File, '/')+1:]}
	for _, item := range n.Items {
		if _, err := wording.Register(item.Text); err != nil {
			return fail(item, "unknown-word", err.Error(), "Write language tags: languages: [en, de].")
		}
		d.tags = append(d.tags, item.Text)
	}
	if english := wording.English.Tag(); !slices.Contains(d.tags, english) {
		return fail(n, "missing-language", "the languages lack "+english+", which every text has", "Write a list that begins with it: languages: ["+english+", …].")
	}
	return d, nil
}

// Check reports texts at or below a node that lack a declared language or have another
// one. A map with a scalar English entry has such a text, perhaps beside other keys. Without a
// declaration it reports nothing.
func (d *Languages) Check(n *syntax.Node) (list diagnostic.List) {
	if d.tags == nil {
		return nil
	}
	for _, item := range n.Items {
		list.Extend(d.Check(item))
	}
	if hasText(n) {
		list.Extend(d.Lacking(n))
	}
	for _, e := range n.Entries {
		if tag := e.Key.Text; !IsText(n, e) {
			list.Extend(d.Check(e.Value))
		} else if !slices.Contains(d.tags, tag) {
			list.Append(diagnostic.Diagnostic{
				Severity: diagnostic.Warning, Code: "undeclared-language", Summary: d.file + " does not declare the language " + strconv.Quote(tag),
				Detail:     "It declares " + strings.Join(d.tags, ", ") + ". Correct the tag, or add it to languages.",
				Suggestion: diagnostic.Nearest(tag, d.tags), Subject: e.Key.Range,
			})
		}
	}
	return list
}

func hasText(n *syntax.Node) bool {
	english := n.Get(wording.English.Tag())
	return english != nil && english.Kind == syntax.Scalar
}

// IsText reports whether an entry of a map is a text in the language of its key, beside one in
// English.
func IsText(n *syntax.Node, e syntax.Entry) bool {
	if !hasText(n) {
		return false
	}
	_, err := wording.Parse(e.Key.Text)
	return err == nil
}

// Lacking reports the declared languages that a text lacks; one without languages lacks none.
func (d *Languages) Lacking(text *syntax.Node) (list diagnostic.List) {
	if text == nil || text.Kind != syntax.Mapping {
		return nil
	}
	for _, tag := range d.tags {
		if text.Get(tag) == nil {
			list.Fail(text.Range, "missing-language", "this text lacks its "+tag+" version, which "+d.file+" declares", "Add "+tag+": … to it, or take "+tag+" out of languages.")
		}
	}
	return list
}

// Words are texts by key in one language.
type Words struct {
	Language wording.Language
	texts    map[string]wording.Text
}

// ReadWords reads a file of texts by key.
func ReadWords(data []byte, language wording.Language) (*Words, error) {
	w := &Words{Language: language}
	return w, syntax.Unmarshal("words.yaml", data, &w.texts)
}

// Word returns the text with a key; empty if there is none.
func (w *Words) Word(key string) string { return w.texts[key].In(w.Language) }
