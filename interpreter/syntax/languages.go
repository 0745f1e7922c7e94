package syntax

import (
	"fmt"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/wording"
)

// readText reads a text: a value for every language, or a map of language tags that
// includes English. what names the text in findings; read reads the value in one
// language.
func readText[T any](n *Node, what string, read func(*Node) T) (wording.Of[T], diagnostic.List) {
	if n.Kind != Mapping {
		return wording.Everywhere(read(n)), nil
	}
	var (
		t       wording.Of[T]
		list    diagnostic.List
		english bool
	)
	for _, e := range n.Entries {
		language, err := wording.Parse(e.Key.Text)
		if err != nil {
			list.Suggest(e.Key.Range, "unknown-key", fmt.Sprintf("%s has no key %q", what, e.Key.Text),
				"Its keys are language tags, such as "+wording.English.Tag()+".", diagnostic.Nearest(e.Key.Text, wording.Tags()))
			continue
		}
		english = english || language == wording.English
		t.Set(language, read(e.Value))
	}
	if !english && !list.HasErrors() {
		list.Fail(n.Range, "missing-text", what+" lacks its English text", "Add "+wording.English.Tag()+": … to it.")
	}
	return t, list
}

// ReadText reads a text without values; empty if n is nil.
func ReadText(n *Node, found *diagnostic.List) wording.Text {
	if n == nil {
		return wording.Text{}
	}
	t, list := readText(n, "the text", func(one *Node) string { return one.Text })
	found.Extend(list)
	return t
}
