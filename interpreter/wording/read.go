package wording

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/document"
)

// Read reads a text: a value for every language, or a map of language tags that
// includes English. what names the text in findings; read reads the value in one
// language.
func Read[T any](n *document.Node, what string, read func(*document.Node) T) (Of[T], diagnostic.List) {
	if n.Kind != document.Mapping {
		return Everywhere(read(n)), nil
	}
	var (
		t       Of[T]
		list    diagnostic.List
		english bool
	)
	for _, e := range n.Entries {
		language, err := Parse(e.Key.Text)
		if err != nil {
			list.Suggest(e.Key.Range, "unknown-key", fmt.Sprintf("%s has no key %q", what, e.Key.Text),
				"Its keys are language tags; in use are "+strings.Join(Tags(), ", ")+".", diagnostic.Nearest(e.Key.Text, Tags()))
			continue
		}
		english = english || language == English
		t.Set(language, read(e.Value))
	}
	if !english && !list.HasErrors() {
		list.Fail(n.Range, "missing-text", what+" lacks its English text", "Add "+English.Tag()+": … to it.")
	}
	return t, list
}

// ReadText reads a text without values; empty if n is nil.
func ReadText(n *document.Node, found *diagnostic.List) Text {
	if n == nil {
		return Text{}
	}
	t, list := Read(n, "the text", func(one *document.Node) string { return one.Text })
	found.Extend(list)
	return t
}

// UnmarshalYAML reads a text as Read does.
func (o *Of[T]) UnmarshalYAML(decode func(any) error) error {
	var everywhere T
	if decode(&everywhere) == nil {
		*o = Everywhere(everywhere)
		return nil
	}
	var values map[string]T
	if err := decode(&values); err != nil {
		return err
	}
	*o = Of[T]{}
	for _, tag := range slices.Sorted(maps.Keys(values)) {
		language, err := Parse(tag)
		if err != nil {
			return err
		}
		o.Set(language, values[tag])
	}
	if _, english := values[English.Tag()]; !english {
		return fmt.Errorf("a text must have an English version: %v", values)
	}
	return nil
}

// Words are texts by key in one language.
type Words struct {
	Language Language
	texts    map[string]Text
}

// ReadWords reads a file of texts by key.
func ReadWords(data []byte, language Language) (*Words, error) {
	w := &Words{Language: language}
	if err := document.Decode(data, &w.texts); err != nil {
		return nil, fmt.Errorf("words.yaml: %w", err)
	}
	return w, nil
}

// Word returns the text with a key; empty if there is none.
func (w *Words) Word(key string) string { return w.texts[key].In(w.Language) }
