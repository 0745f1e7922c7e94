package wording

import (
	"fmt"

	"github.com/payslate/payslate/interpreter/document"
)

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
