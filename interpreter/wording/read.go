package wording

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/document"
)

// Read reads a text of a file: a value that is the same in every language, or a
// map of language tags with English among them. what names the text in
// findings; read reads the value in one language.
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
		language, err := Register(e.Key.Text)
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

// ReadText reads a text without values; empty where there is none.
func ReadText(n *document.Node, found *diagnostic.List) Text {
	if n == nil {
		return Text{}
	}
	t, list := Read(n, "the text", func(one *document.Node) string { return one.Text })
	found.Extend(list)
	return t
}

// UnmarshalYAML reads the same from a file that another package decodes.
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
		language, err := Register(tag)
		if err != nil {
			return err
		}
		o.Set(language, values[tag])
	}
	if _, english := values[English.Tag()]; !english {
		return fmt.Errorf("a text has to be there in English: %v", values)
	}
	return nil
}

// Words are the words of a page that no rule declares, in one language.
type Words struct {
	Language Language
	texts    map[string]Text
}

// ReadWords reads the words of a file of texts by their keys.
func ReadWords(data []byte, language Language) (*Words, error) {
	w := &Words{Language: language}
	if err := document.Decode(data, &w.texts); err != nil {
		return nil, fmt.Errorf("words.yaml: %w", err)
	}
	return w, nil
}

// Word is a word by its key; empty without one.
func (w *Words) Word(key string) string { return w.texts[key].In(w.Language) }
