package main

import (
	_ "embed"
	"fmt"

	"gopkg.in/yaml.v3"

	"github.com/payslate/payslate/rules"
)

//go:embed words.yaml
var pageWordsText []byte

// pageWords are the words of a payslip or an explanation that are not the rules'
// own, in a language.
type pageWords struct {
	language rules.Language
	texts    map[string]rules.Text
}

func newPageWords(language rules.Language) (*pageWords, error) {
	w := &pageWords{language: language}
	if err := yaml.Unmarshal(pageWordsText, &w.texts); err != nil {
		return nil, fmt.Errorf("words.yaml: %w", err)
	}
	return w, nil
}

// word is a word by its key; empty without one.
func (w *pageWords) word(key string) string { return w.texts[key].In(w.language) }
